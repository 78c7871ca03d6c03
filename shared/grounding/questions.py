"""What a question asks for that no single cell shows."""

from shared.grounding import orders
from shared.grounding.vocabulary import ASKING, words


def not_repeated(question: str, text: str) -> frozenset[str]:
    """The words of a question that a query could leave out and that a text does not have; a superlative may be told by
    another one of the same end."""
    same = set(orders.ways(question)) <= set(orders.ways(text)) and not orders.nth_in(question)
    asked = orders.without_places(question) if same else question
    return frozenset(words(asked)) - ASKING - frozenset(words(text))
