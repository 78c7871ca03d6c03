"""What cells mean: numbers, dates, missing values, spellings; each column is given a type."""
