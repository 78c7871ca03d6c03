"""How a question is understood without a language model: words to columns, values, times and operations."""
