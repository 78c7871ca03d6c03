"""What a right draft becomes when one thing in it is made wrong."""

import re
from collections.abc import Iterator
from itertools import permutations

from shared.grounding.figures import TextFigure, figures
from tests.evaluation.grounding.drafts import Case

KINDS = ("figure", "unit", "sign", "subject", "period", "direction")
_OPPOSITE = {
    "higher": "lower", "more than": "less than", "more": "fewer", "above": "below", "highest": "lowest",
    "most": "least", "grew": "shrank", "rose": "fell", "jumped": "dropped", "went up": "went down",
    "peaked": "bottomed out", "largest": "smallest", "ahead of": "behind", "doubled": "halved", "best": "worst",
    "warms": "cools", "coldest": "warmest", "dearer": "cheaper", "exceeds": "falls short of",
}  # fmt: skip
OPPOSITE = _OPPOSITE | {other: one for one, other in _OPPOSITE.items()}
_DIRECTION = re.compile(rf"\b(?:{'|'.join(sorted(OPPOSITE, key=len, reverse=True))})\b")
_DOWN = re.compile(r"\b(?:fell|lower|loss|less|fewer|below|minus|cheaper|shrank|gap)\b")
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
_BOUND = re.compile(r"\b(?:above|below|over|under|more than|less than|only) $")
_YEAR = re.compile(r"(?:19|20)\d\d")
_STATEMENT = re.compile(r"[^\n]+?(?:[.;](?=\s|$)|$)", re.MULTILINE)


def altered(case: Case, text: str) -> Iterator[tuple[str, str]]:
    """(kind, text): each with one thing changed."""
    for kind, found in (
        ("figure", _figures(text)),
        ("unit", _units(text)),
        ("sign", _signs(text)),
        ("subject", _names(case, text, period=False)),
        ("period", _names(case, text, period=True)),
        ("direction", _directions(text)),
    ):
        for wrong in dict.fromkeys(found):
            if wrong != text:
                yield kind, wrong


def _put(text: str, figure: TextFigure, instead: str) -> str:
    return text[: figure.start] + instead + text[figure.end :]


def _figures(text: str) -> Iterator[str]:
    """The first digit, and the last, moved by one to three; of a bound the first by far: "below 50,003" may be true."""
    for figure in figures(text):
        if _BOUND.search(text[: figure.start]):
            yield _put(text, figure, figure.text.replace(figure.text[0], "1" if figure.text[0] > "4" else "9", 1))
            continue
        places = [match.start() for match in re.finditer(r"\d", figure.text)]
        for place, by in ((places[0], 1), (places[-1], 3), (places[0], 2)) if places else ():
            digit = (int(figure.text[place]) + by) % 10 or 4
            yield _put(text, figure, f"{figure.text[:place]}{digit}{figure.text[place + 1 :]}")


def _units(text: str) -> Iterator[str]:
    for figure in figures(text):
        if not re.search(r"\d", figure.text) or re.search(r"[a-zA-Z]$", figure.text) or _YEAR.fullmatch(figure.text):
            continue
        if figure.unit == "%":
            yield _put(text, figure, re.sub(r"\s?%", " million", figure.text))
            yield _put(text, figure, re.sub(r"\s?%", " times", figure.text))
        elif re.search(r"million|times", figure.text):
            yield _put(text, figure, re.sub(r"million|times", "%", figure.text))
        elif not figure.unit and not text[figure.end : figure.end + 1].isalpha():
            yield _put(text, figure, f"{figure.text} %")
            yield _put(text, figure, f"{figure.text} million")


def _signs(text: str) -> Iterator[str]:
    for figure in figures(text):
        bare = figure.text.lstrip("-−+")
        if not figure.value or _YEAR.fullmatch(bare):
            continue
        said = next((one.group() for one in _STATEMENT.finditer(text) if one.end() >= figure.end), text)
        if figure.sign:
            yield _put(text, figure, bare if figure.sign < 0 else f"−{bare}")
        elif re.match(r"\d", bare) and not _DOWN.search(said) and text[figure.start - 1 : figure.start] not in "–-":
            yield _put(text, figure, f"−{bare}")


def _names(case: Case, text: str, *, period: bool) -> Iterator[str]:
    """A row's name in a statement that tells a figure, made another's, and two names swapped."""
    for column in case.columns:
        written = {form: name for name in column for form in _forms(name)}
        if _is_period(column) != period:
            continue
        for one, other in permutations(written, 2):
            if written[one] == written[other]:
                continue
            for said in _STATEMENT.finditer(text):
                if not figures(said.group()) or not re.search(rf"\b{re.escape(one)}\b", said.group()):
                    continue
                if other not in text or re.search(rf"{re.escape(one)}.*\d.*{re.escape(other)}", said.group()):
                    yield text[: said.start()] + _swapped(said.group(), one, other) + text[said.end() :]


def _swapped(said: str, one: str, other: str) -> str:
    both = re.compile(rf"\b(?:{re.escape(one)}|{re.escape(other)})\b")
    return both.sub(lambda match: other if match.group() == one else one, said)


def _is_period(column: tuple[str, ...]) -> bool:
    return all(re.fullmatch(r"\d{4}(?:-\d\d)?", name) for name in column)


def _forms(name: str) -> tuple[str, ...]:
    if re.fullmatch(r"\d{4}-\d\d", name):
        return (_MONTHS[int(name[5:]) - 1],)
    return (name,)


def _directions(text: str) -> Iterator[str]:
    for said in _STATEMENT.finditer(text):
        if figures(said.group()):
            for match in _DIRECTION.finditer(said.group()):
                start = said.start() + match.start()
                yield f"{text[:start]}{OPPOSITE[match.group()]}{text[start + len(match.group()) :]}"
