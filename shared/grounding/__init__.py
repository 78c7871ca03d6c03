"""Which figures a text may tell: those that the data gave, or that follow from them."""
