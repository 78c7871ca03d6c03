"""How sure a reading is: its weakest link, less for each assumption that could be wrong."""

from shared.offline.reading.sentence import Sentence

_OTHERS = 0.25
ENOUGH = 0.6
"""Below this a reading forfeits. Set on the development half of the honesty set."""


def confidence(sentence: Sentence, unexplained: tuple[str, ...], gaps: list[str]) -> float:
    """0..1: the weakest link, less a quarter of what the others lack; with gaps never over a half."""
    doubts = sorted(sentence.doubts)
    sure = doubts[0] if doubts else 1.0
    for doubt in doubts[1:]:
        sure *= 1 - (1 - doubt) * _OTHERS
    if unexplained or gaps:
        sure = min(sure, 0.5) / (1 + len(unexplained) + len(gaps))
    return round(sure, 4)
