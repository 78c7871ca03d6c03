"""What Candor does when something fails: errors, their explanation, forfeits, assessment, guard and last words."""
