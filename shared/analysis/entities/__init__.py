"""What holds for whom: the figures of each customer, product or account, and those that stand out by them."""
