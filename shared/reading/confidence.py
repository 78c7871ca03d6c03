"""How sure a reading is: its weakest link, less for each assumption that could be wrong."""

from shared.reading.sentence import Sentence

ENOUGH = 0.6
"""Below this a reading forfeits. Set on the development half of the honesty set."""


def confidence(sentence: Sentence, unexplained: tuple[str, ...], gaps: list[str]) -> float:
    """0..1: the product of all doubts; a reading with gaps or unexplained words is never confident."""
    sure = 1.0
    for doubt in sentence.doubts:
        sure *= doubt
    if unexplained or gaps:
        sure = min(sure, 0.5) / (1 + len(unexplained) + len(gaps))
    return round(sure, 4)
