"""Every figure that a business text states, with the range of values that would round to it."""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from shared.grounding.digits import number_sign, plain_digits, spelt
from shared.grounding.hedges import ABOUT, COORDINATED, HEDGED, part_window, window
from shared.pattern import LazyPattern

Unit = Literal["", "%", "pp", "x", "part"]
"""Plain (currencies too), percent, percentage points, a multiple, a part of one ("a third": 0.33)."""


class TextFigure(NamedTuple):
    """A figure at text[start:end]. A value v is told by it if low <= |v| <= high.

    `sign` is -1 or 1 where the text has one, `digits` the significant digits that it shows, `currency` a code; `year`
    where it may be a year: 1950 alone in a cell of a table; `named` where it stands as a name does: "A-98765".
    """

    start: int
    end: int
    text: str
    value: float
    low: float
    high: float
    unit: Unit = ""
    sign: int = 0
    digits: int = 1
    currency: str | None = None
    year: bool = False
    named: bool = False

    def tells(self, value: float) -> bool:
        """Whether the value rounds to this figure."""
        slack = 1e-12 * abs(self.high)
        return self.low - slack <= abs(value) <= self.high + slack and (not self.sign or value * self.sign >= 0)


_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|(?-i:May|MAY)|may(?=,?\s+(?:19|20)\d\d)|june?|july?|"
    r"aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
"""May is one only as a name: a difference of 12 may be chance."""
_YEAR = r"(?:19|20)\d\d"
_SPAN = r"(?:day|week|month|quarter|year|hour|minute)"
_LONG = 4
"""So many digits in a name of nothing known are a figure: "A-98765"."""

_NOT_FIGURES = LazyPattern(
    "|".join(
        (
            r"```\s*(?:sql\b|select\b|with\b|from\b)[\s\S]*?```",
            rf"\b(?:{_YEAR}-\d\d?(?:-\d\d?)?|\d{{4}}-[01]\d-[0-3]\d)"
            r"(?:[T ]\d\d?:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?\b",
            rf"\b\d\d?[./]\d\d?[./](?:{_YEAR}|\d\d)\b|\b{_YEAR}(?:/\d\d?(?:/\d\d?)?|\.\d\d?\.\d\d?)\b|\b\d\d?/{_YEAR}\b",
            rf"(?<![\d.,])[0-3]?\d\.\s?[01]?\d\.(?=\s[a-z]+(?: [a-z]+)?\s\d\d?\.\s?\d\d?\.\s?{_YEAR}\b)",
            rf"(?<!\d[.,])(?<![$€£¥])\b\d\d?(?:st|nd|rd|th)?(?:\s?[–-]\s?\d\d?)?\s+(?:of\s+)?{_MONTH}(?![a-z])(?:,?\s+{_YEAR})?",
            rf"(?<![a-z]){_MONTH}\s+\d\d?(?:st|nd|rd|th)?(?:\s?[–-]\s?\d\d?)?(?![\d,.]*\d|\s?%)(?:,?\s+{_YEAR})?",
            rf"(?<![a-z]){_MONTH}\s+{_YEAR}",
            r"\b\d\d?:\d\d(?::\d\d)?(?:\s?[ap]\.?m\.?)?|\b\d\d?\s?[ap]\.?m\b\.?",
            r"\b\d{1,3}(?:st|nd|rd|th)\b",
            r"^[ \t>]*(?:[-*+][ \t]+)?\d{1,3}[.)](?=\s)",
            r"\b(?:q[1-4]|h[12]|fy\s?\d{2,4}|w(?:eek|k)?\s?\d{1,2}|cw\s?\d{1,2})\b(?:[ /-]?" + _YEAR + r")?",
            rf"\b(?:quarter|half|week|day|month|phase|step|tier|level|version|segment|group|cluster|decile|store|"
            rf"region|"
            rf"page|table|figure|chart|question|no\.|(?<![a-rt-z]s )number|id)\s+#?\d{{1,2}}(?![\d,.]*\d|\s?%|"
            rf"\s+{_SPAN})",
            r"\b(?!\d{1,3}(?:\.\d{3})+\b)\d+(?:\.\d+){2,}\b(?!\.?\d|,\d)",
            r"#\d{1,2}(?![\d,.]*\d)|\[\^?\d{1,2}\](?!\()",
            r"\b24/7\b|\b50/50\b",
            r"\b(?:90|95|99)\s?(?:%|percent)[ -]+(?:confidence|ci\b|level)",
            r"\bp\s?[<>=≤]+\s?0?\.(?:05|01|001|1)\b",
            r"\bper\s+(?:\d{1,2}|1[0,]*0)(?![\d,.]*\d)\b",
            r"\b\d{1,3}-" + _SPAN + r"s?\s+(?:moving|rolling|trailing|window|period|trend|history|horizon|interval)",
            r"(?<!-)(?<!hundred )(?<!thousand )(?<!hundred and )(?<!thousand and )(?<!million and )"
            r"\bone\b(?! (?:times? )?(?:in|out of) |[ -](?:hundred|thousand|million|billion|third|quarter|fifth|sixth|"
            r"eighth|tenth|half)|\s+per\s?cent)",
        )
    ),
    re.IGNORECASE | re.MULTILINE,
)

_MOVED = (
    r"(?:(?:rose|fell|grew|dropped|increased|decreased|climbed|declined|jumped|rising|falling|up|down) (?:by|to|at)|"
    r"reach(?:ed|es)|total(?:s|ed|ing|ling)?|average[sd]?|sold|sells|counts?|exactly|about|around|over|only|just)"
)
_YEAR_TAIL = rf"(?:(?:\s?[–/-]\s?|,?\s+(?:and|to|or)\s+|,\s)(?:{_YEAR}|\d\d\b(?!\s?%|[.,]\d)))*"
_BARE_YEAR = LazyPattern(
    rf"(?<![\w.,$€£+])(?P<moved>{_MOVED}\s+)?{_YEAR}{_YEAR_TAIL}(?:'?s)?"
    r"(?![\w%]|[.,]\d|\s?(?:%|percent|[kKM]\b|bn|million|thousand|billion|times|eur\b|usd\b|euros|dollars))"
    r"(?P<counted>\s+(?:[a-z-]+\s)?(?!(?:sales|results|figures|numbers|revenues|was|is|has|vs|costs|"
    r"values|levels|versus|"
    r"totals|this|as|profits|earnings|prices)\b)[a-z]{2,}s\b)?",
    re.IGNORECASE,
)
"""What looks like a year is one, unless it is an amount or is followed by what it counts."""
_TO_ONE = LazyPattern(r"(\bratio\b[^.;\n]{0,80}?\d[\d.,]*)(\s?to\s1)\b(?![\d.,:]*\d|\s?%)", re.IGNORECASE)
_BEFORE_YEAR = LazyPattern(
    rf"(?:\b(?:in|since|from|between|until|till|during|for|through|throughout|before|after|by|to|"
    rf"(?:calendar|fiscal) year|"
    rf"years?|fy|early|late|mid|season|the|its|their|our|your|this|all|full|against|as of|versus|vs\.?|{_MONTH},?|"
    r"(?:(?:end|start|beginning|rest|course|half|quarter|months?|summer|spring|winter|autumn|fall|sales|revenues?|"
    r"that|those|than|best|worst|orders|results|figures) (?:of|in|than)))[*_]*\s+[*_]*|\bmid-|"
    r"^[ \t>#]*(?:[-*+][ \t]+|\d{1,3}[.)][ \t]+)?[|*_ ]*|\x00[ ,]*|[.;,] [*_]*)$",
    re.IGNORECASE | re.MULTILINE,
)
_AFTER_YEAR = LazyPattern(
    r"^[*_]*(?:['’]s\b|\s*:|\s*\||\s*[–,]|\s+(?:was|were|is|are|the|saw|had|has|brought|show\w*|came|"
    r"alone|onwards?|data|"
    r"figures|results|sales|revenues?|totals?|and|to|values?|levels?|numbers)\b|-to-date)",
    re.IGNORECASE,
)
"""A bare year needs one of these beside it; else it may as well be a count, and `Figure.year` leaves that open."""

_CURRENCY = {"$": "USD", "us$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "usd": "USD", "eur": "EUR", "gbp": "GBP"}
_CURRENCY |= {"chf": "CHF", "jpy": "JPY", "dollars": "USD", "dollar": "USD", "euros": "EUR", "euro": "EUR"}
_SCALE = {"k": 1e3, "thousand": 1e3, "m": 1e6, "mn": 1e6, "mio": 1e6, "mm": 1e6, "million": 1e6, "millions": 1e6}
_SCALE |= {"b": 1e9, "bn": 1e9, "billion": 1e9, "t": 1e12, "tn": 1e12, "trillion": 1e12, "hundred": 1e2}

_NUMERAL = (
    r"(?:\d{1,3}(?:\.\d{3})+,\d{1,2}(?!\d|,\d)|\d{1,3}(?:\.\d{3}){2,}(?!\d|[.,]\d)|"
    r"\d{1,3}(?:['’]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?[eE][+-]?\d{1,3}(?!\w)|"
    r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?:[\u00a0\u202f\u2009]\d{3})+(?:[.,]\d+)?|"
    r"(?<!top )(?<!of )\d{1,3}(?: \d{3})+(?![\d,])(?:\.\d+)?|\d+,\d{1,2}(?![\d,])|\d+(?:\.\d+)?|\.\d+)"
)
_FIGURE = LazyPattern(
    rf"(?:{ABOUT}\s*)?(?P<open>(?P<sign>[-+−–±]|\b(?:minus|negative)\b)?\s?(?P<money>us\$|[$€£¥])?\s?(?P<sign2>[-−])?)"
    rf"(?P<number>{_NUMERAL})"
    r"(?P<tail>(?:(?P<scale>\s?[×x]\s?10(?:\^|\*\*)[-−]?\d{1,3}|\s?(?:thousand|million|millions|mn|mio|"
    r"billion|bn|trillion|tn)\b|\s?k\b|\s?M\b|[mMbBtT]\b)(?!/))?"
    r"(?P<unit>\s?%|\s?(?:per\s?cent\b(?!age)|Prozent\b|pour ?cent\b|por ciento\b)|"
    r"\s?(?:(?:percentage[ -])?points?\b|Prozentpunkten?\b|puntos?\b)|\s?pp\b|\s?basis[ -]points?|"
    r"\s?bps\b|\s?[x×](?!\w)|[ -]?fold\b|\s?times\b(?! (?:a|per|each|every|the day)\b)|\s?:\s?1\b(?![\d:.,]*\d)|"
    r"\s?(?:usd|eur|gbp|chf|jpy|euros?|dollars?)\b|\s?[$€£](?!\s?\d))?)",
    re.IGNORECASE,
)
_ATTACHED_UNIT = LazyPattern(
    r"(?:kg|g|km|cm|mm|m2|m²|ms|s|h|hrs?|min|kwh|mwh|gb|mb|tb|kb|l|ml|°c?|/)(?![A-Za-z])", re.IGNORECASE
)

_TEENS = r"thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
_SMALL = rf"two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|{_TEENS}"
_TENS = r"twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
_MAGNITUDES = "hundred|thousand|million|billion"
_NOT_MULTIPLE = r"(?! (?:a|per|each|every|the day)\b)"
_WORDS = LazyPattern(
    rf"\b(?:{ABOUT}\s+)?(?P<words>(?:(?:a|one) (?:{_MAGNITUDES})|one(?=\s+per\s?cent\b)|{_SMALL}|{_TENS})"
    rf"(?:[ -](?:and )?(?:one|{_SMALL}|{_TENS}|{_MAGNITUDES}))*)"
    rf"(?P<unit>[ -]?fold\b|\s+per\s?cent\b(?!age)|\s+percentage[ -]points?|\s+times\b{_NOT_MULTIPLE})?"
    r"(?![ -]?(?:thirds?|fifths?|tenths?|halves)\b|[ -]quarters?\s+(?:of|the|as)\b|-quarters?)\b",
    re.IGNORECASE,
)

_PARTS = {
    "half": 1 / 2,
    "third": 1 / 3,
    "quarter": 1 / 4,
    "fifth": 1 / 5,
    "sixth": 1 / 6,
    "seventh": 1 / 7,
    "eighth": 1 / 8,
    "tenth": 0.1,
}
_MANY = {"two": 2, "three": 3, "four": 4, "five": 5}
_NO_HALF = "".join(f"(?<!{which} half)" for which in ("first", "second", "last", "other", "latter", "this", "next"))
_PART = LazyPattern(
    rf"\b(?:{ABOUT}\s+)?(?:(?P<half>half)(?=\s+(?:of|the|all|that|its|their|as|a)\b|\s*[.,;]|\s*$|"
    rf"(?<=by half)){_NO_HALF}|"
    r"(?P<many>a|one|two|three|four|five)[ -](?P<part>third|quarter|fifth|sixth|seventh|eighth|tenth)s?"
    rf"(?=\s+(?:(?:of|the|as)\b(?! (?:the )?(?:\x00|year))|"
    r"(?:more|less|fewer|above|below|higher|lower|larger|smaller)\b)|(?<=by a third)|(?<=by a quarter)|(?<=by a fifth)|"
    r"(?<=by a tenth)|(?<=by two thirds)|(?<=by two-thirds)|(?<=by three quarters)))",
    re.IGNORECASE,
)
_LASTING = r"(?:second|minute|hour|day|week|month|quarter|year)s\b"  # "below 4 in 8 years" is no share
_SO_MANY_IN = LazyPattern(
    rf"(?<![\w/.,])(?P<some>one|two|three|four|five|six|seven|eight|nine|[1-9])"
    rf"(?:(?: times?)? (?:in(?! \w+ {_LASTING})|out of)(?: every)? (?P<all>{_SMALL}|10|[2-9])|"
    r"/(?P<bottom>10|[2-9])(?= of\b))"
    r"(?![\w.,]*\d|\s?%)\b",
    re.IGNORECASE,
)
_MULTIPLES = {
    "twice": 2.0,
    "doubled": 2.0,
    "double": 2.0,
    "doubling": 2.0,
    "tripled": 3.0,
    "triple": 3.0,
    "threefold": 3.0,
}
_MULTIPLES |= {"thrice": 3.0, "quadrupled": 4.0, "quadruple": 4.0, "twofold": 2.0, "fourfold": 4.0, "tenfold": 10.0}
_MULTIPLE = LazyPattern(
    rf"\b(?:{'|'.join(_MULTIPLES)}|halved|halving)\b(?! (?:a|per|each|every)\b|-check)", re.IGNORECASE
)
_VAGUE = {"dozens": (24, 99), "hundreds": (200, 999), "thousands": (2e3, 99_999), "millions": (2e6, 99_999_999)}
_CROWD = LazyPattern(
    r"\b(?:(?P<vague>dozens|hundreds|thousands|millions)(?= of\b)|(?P<many>two |three |half )?"
    r"(?P<dozen>a dozen|dozen))\b",
    re.IGNORECASE,
)


def figures(text: str) -> tuple[TextFigure, ...]:
    """The figures of an English text in order; years, dates, ordinals, numbering and parts of names are none."""
    blank, perhaps = _mask(plain_digits(text))
    found = sorted((*_worded(text, blank), *_numerals(text, blank)), key=lambda figure: (figure.start, -figure.end))
    kept: list[TextFigure] = []
    for figure in found:
        if not kept or figure.start >= kept[-1].end:
            kept.append(figure)
    shared = _with_shared_hedges(text, list(_with_shared_units(text, kept)))
    return tuple(figure._replace(year=figure.start in perhaps and not figure.unit) for figure in shared)


def _mask(text: str) -> tuple[str, frozenset[int]]:
    """The text with what is no figure blanked out, of the same length, and where a number stands that may be a year."""
    blank = _NOT_FIGURES.sub(lambda match: "\x00" * len(match.group()), text)
    blank = _TO_ONE.sub(lambda match: match[1] + "\x00" * len(match[2]), blank)
    perhaps: set[int] = set()

    def _but_years(match: re.Match[str]) -> str:
        ranging = re.search(r"[–/-]", match.group())
        if match["moved"] or (match["counted"] and not ranging):
            return match.group()
        start, end = match.span()
        if ranging or match.group().endswith("s") or _is_year(blank[max(0, start - 40) : start], blank[end : end + 20]):
            return "\x00" * len(match.group())
        perhaps.update(start + year.start() for year in re.finditer(_YEAR, match.group()))
        return match.group()

    return _BARE_YEAR.sub(_but_years, blank), frozenset(perhaps)


def _is_year(before: str, after: str) -> bool:
    stands = _BEFORE_YEAR.search(before)
    opens = stands and not re.search(r"[a-z]", stands.group(), re.IGNORECASE)
    return bool(stands and (not opens or _AFTER_YEAR.search(after)))


def _numerals(text: str, blank: str) -> Iterator[TextFigure]:
    for match in _FIGURE.finditer(blank):
        digits = sum(map(str.isdigit, match["number"]))
        in_name = _part_of_a_name(blank, match.start("number"), match.end())
        if in_name and (digits < _LONG or re.fullmatch(_YEAR, match["number"])):
            continue
        yield _numeral(text, blank, match)._replace(named=in_name)


def _part_of_a_name(blank: str, start: int, end: int) -> bool:
    """Whether letters or a code stand directly before or after: A-100, B2B, v2, 3M."""
    before, after = blank[max(0, start - 40) : start], blank[end : end + 40]
    if re.search(r"[A-Za-z_\d.,]$", before) and not re.search(r"(?:US|[^\w])$", before):
        return not re.search(r"[\s(][.,]$|^[.,]$", before)
    code = re.search(r"([A-Za-z0-9]+)[-_/]$", before)
    if code and not code.group(1).isdigit() and code.group(1).lower() not in {"top", "bottom", "first", "last"}:
        return True
    return bool(re.match(r"[A-Za-z_]|-[A-Za-z]+\d", after)) and not _ATTACHED_UNIT.match(after)


def _numeral(text: str, blank: str, match: re.Match[str]) -> TextFigure:
    number = _normal(match["number"])
    mantissa, _, exponent = number.lower().partition("e")
    decimals = len(mantissa.partition(".")[2]) - int(exponent or 0)
    tail_unit = (match["unit"] or "").strip().lower()
    scale = _scale(match["scale"] or "")
    unit, factor = _unit(tail_unit)
    value = float(number) * scale * factor
    half = 0.5 * 10.0**-decimals * scale * factor
    low, high = window(value, half, match["about"], number, scale * factor)
    sign, signed = _sign(blank, match)
    start = next(at for at in map(match.start, (signed, "money", "number")) if at >= 0)
    return TextFigure(
        start=start,
        end=match.end(),
        text=text[start : match.end()],
        value=value,
        low=low,
        high=high,
        unit=unit,
        sign=sign,
        digits=len(mantissa.replace(".", "").lstrip("0")) or 1,
        currency=_CURRENCY.get((match["money"] or tail_unit).lower()),
    )


def _scale(told: str) -> float:
    told = told.strip().lower()
    power = re.search(r"(?:\^|\*\*)(-?\d+)$", told.replace("−", "-"))
    return 10.0 ** int(power[1]) if power else _SCALE.get(told, 1.0)


def _normal(number: str) -> str:
    """With a decimal point and without separators of thousands."""
    number = re.sub(r"[ \u00a0\u202f\u2009'’]", "", number)
    if number.count(".") > 1 and "," not in number:
        return number.replace(".", "")
    if re.fullmatch(r"\d{1,3}(?:\.\d{3})+,\d{1,2}", number):
        return number.replace(".", "").replace(",", ".")
    return number.replace(",", ".") if re.fullmatch(r"\d+,\d{1,2}", number) else number.replace(",", "")


def _unit(told: str) -> tuple[Unit, float]:
    if told in ("%", "percent", "per cent", "prozent", "pour cent", "pourcent", "por ciento"):
        return "%", 1.0
    if told.startswith(("percentage", "point", "punto", "prozentp")) or told == "pp":
        return "pp", 1.0
    if told.startswith(("basis", "bps")):
        return "pp", 0.01
    if told in ("x", "×", "times") or told.startswith(":") or told.endswith("fold"):
        return "x", 1.0
    return "", 1.0


def _sign(blank: str, match: re.Match[str]) -> tuple[int, str]:
    """The sign that is written, and the group that holds it: 0 where there is none. A dash is a minus where it hugs its
    number; with a space after it, it sets off what comes ("- 5 empty"), and after another number it is a range."""
    name = "sign2" if match["sign2"] else "sign"
    if not match[name] or match[name] == "±":
        return 0, "money"
    before, after = blank[: match.start(name)][-4:], blank[match.end(name) :][:1]
    dash = match[name] in "-–" and after.isspace()
    if dash or re.search(r"[\w%]$|\d%?\s$", before):
        return 0, "money"
    return (1 if match[name] == "+" else -1), name


def _worded(text: str, blank: str) -> Iterator[TextFigure]:
    for match in _WORDS.finditer(blank):
        value = spelt(match["words"])
        if value is not None:
            unit = _unit((match["unit"] or "").strip(" -").lower())[0]
            whole = f"{value:.0f}"
            places = min(len(whole) - len(whole.rstrip("0")), max(0, len(whole) - 2))
            low, high = window(value, 0.5 * 10.0**places, match["about"], whole, 1.0)
            yield _at(text, match.start("words"), match.end(), value, low, high, unit)
    for match in _PART.finditer(blank):
        value = 0.5 if match["half"] else _MANY.get(match["many"].lower(), 1) * _PARTS[match["part"].lower()]
        low, high = part_window(value, match["about"])
        yield _at(text, match.start(), match.end(), value, low, high, "part")
    for match in _MULTIPLE.finditer(blank):
        value = _MULTIPLES.get(match.group().lower(), 0.5)
        yield _at(text, match.start(), match.end(), value, value * 0.9, value * 1.1, "part" if value < 1 else "x")
    for match in _SO_MANY_IN.finditer(blank):
        value = (spelt(match["some"]) or 1.0) / (spelt(match["all"] or match["bottom"]) or 1.0)
        yield _at(text, match.start(), match.end(), value, *part_window(value, "about"), "part")
    for match in _CROWD.finditer(blank):
        yield _crowd(text, match)
    for at, one in enumerate(text):
        if (value := number_sign(one)) is not None:
            yield _at(text, at, at + 1, value, *part_window(value, None), "part" if value < 1 else "")


def _crowd(text: str, match: re.Match[str]) -> TextFigure:
    if match["vague"]:
        low, high = _VAGUE[match["vague"].lower()]
        return _at(text, match.start(), match.end(), low, low, high)
    count = 12.0 * {"two": 2, "three": 3, "half": 0.5}.get((match["many"] or "").strip().lower(), 1)
    return _at(text, match.start(), match.end(), count, count - 0.5, count + 0.5)


def _at(text: str, start: int, end: int, value: float, low: float, high: float, unit: Unit = "") -> TextFigure:
    return TextFigure(start, end, text[start:end], value, low, high, unit)


def _with_shared_units(text: str, found: list[TextFigure]) -> Iterator[TextFigure]:
    """ "10–20 %" and "between 10 and 20 %": the unit belongs to both."""
    for figure, following in zip(found, [*found[1:], None], strict=False):
        between = text[figure.end : following.start] if following else ""
        joined = re.fullmatch(r"\s?[–-]\s?|\s(?:and|to|or)\s(?:about |around )?", between)
        if following and joined and not figure.unit and not figure.currency and following.unit in ("%", "pp", "x"):
            figure = figure._replace(unit=following.unit)
        yield figure


def _with_shared_hedges(text: str, found: list[TextFigure]) -> Iterator[TextFigure]:
    """ "About 51,900, 70,800 and 81,300": each of them is told as roughly as its zeros let it be meant."""
    hedged, end = False, 0
    for figure in found:
        carried = hedged and COORDINATED.fullmatch(text[end : figure.start]) is not None
        hedged, end = carried or HEDGED.search(text[: figure.start]) is not None, figure.end
        number = re.search(_NUMERAL, figure.text) if carried and figure.unit != "part" else None
        if number:
            written = _normal(number.group())
            scale = figure.value / float(written) if float(written) else 1.0
            low, high = window(figure.value, (figure.high - figure.low) / 2, "about", written, scale)
            figure = figure._replace(low=min(low, figure.low), high=max(high, figure.high))
        yield figure
