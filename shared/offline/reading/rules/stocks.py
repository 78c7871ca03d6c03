"""What stands at a moment, like people or goods: adding it up over times would count the same again."""

from shared.offline.reading.sentence import Sentence
from shared.table.names import spoken


def read_stocks(sentence: Sentence) -> None:
    """ "total population" of a table with a row for each country and year: of which year?"""
    sums = [metric.column for metric in sentence.metrics if metric.function == "sum" and metric.column]
    held = [one for one in map(sentence.table.column, sums) if one.additivity == "semi_additive"]
    if held and not set(sentence.table.semantic.grain.times) <= _told(sentence):
        sentence.gaps.append(
            f"{spoken(held[0])} is known for several times, and adding it up over them counts it again and again"
        )


def _told(sentence: Sentence) -> set[str]:
    """The columns that the question fixes, or asks of each value of."""
    fixed = {item.filter.column for item in sentence.filters if item.period or item.filter.operator == "="}
    fixed |= {item.column for side in sentence.sides for item in side}
    return fixed | {group.column for group in (*sentence.groups, *sentence.within)}
