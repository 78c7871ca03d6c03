"""What would follow: scenarios, elasticity, sensitivity, the loss of the largest."""
