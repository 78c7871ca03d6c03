"""Which figures a text may state: those that the data gave, or that follow from them; and the results of a model's
queries, numbered so that a text can cite them."""
