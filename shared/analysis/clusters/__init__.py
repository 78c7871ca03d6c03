"""Groups that the data itself falls into."""
