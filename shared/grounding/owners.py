"""Of whom a sentence tells a figure: every way to read it, of which one has to be right.

A figure that is tied to a name ("East (62,888)", "62,888 in East") is that one's. Elsewhere a sentence may be read in
several ways: by the names before it, by those behind it, in the order of names and figures, or of its first name.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final

from shared.grounding.subjects import Mention, Span
from shared.pattern import LazyPattern

Names = frozenset[str]

_BEHIND: Final = LazyPattern(
    r"[*_]*\s?(?:\((?:[a-z]+ ){0,2}\W*|, (?:where|which|who) (?:only |just )?(?:[a-z]+ )?\W*)", re.IGNORECASE
)
_AT: Final = LazyPattern(r"[*_]*(?::[*_]*\s|\s(?:at|with|reached|had|has|sold|made)\s(?:only |just |about )?)\W*", re.I)
_WHOSE: Final = LazyPattern(
    r"['’]s?\s(?:(?!and\b|or\b|but\b|while\b|whereas\b|from\b|to\b|than\b)[a-z]+\s){0,2}?(?:(?:of|is|was|at)\s)?\W*",
    re.IGNORECASE,
)
_IN: Final = LazyPattern(
    r"(?:[^\w,;.:]{0,4}\b(?!(?:to|from|ahead|short|instead|than|and|but|against)\b)[a-z²³/]+){0,2}?[^\w;.:,]{0,3}"
    r"\b(?:in|for|of|during|at|among|on)\s(?:everything\s)?(?:the\s|an?\s|month of\s)?\W*",
    re.IGNORECASE,
)
_ARE: Final = LazyPattern(r"\s+(?:(?!to\b|from\b|and\b)[a-z]+\s+)?(?:is|are|was|were)\s+", re.IGNORECASE)
_BRACKET: Final = LazyPattern(r"[*_`]*(?:\s?[\w²³/%€$£]+){0,2}?\s*[(\[]\W*(?:in |for )?", re.IGNORECASE)
_COORDINATED: Final = LazyPattern(
    r"[*_\"”]*(?:,? (?:and|or|&) |, |\s?/\s?)(?:in |the |for |of )*[*_\"“]*", re.IGNORECASE
)
_JOINED: Final = LazyPattern(
    r"[*_]*[^\w(),;.]*(?:[a-z²³/%]+ ){0,2}?,? ?(?:and|or|to|against|versus|vs\.?|after|then|"
    r"compared (?:with|to)|rather than|instead of|from|–|-)\s?(?:only |just |about |almost |nearly )?[^\w(),;]*",
    re.IGNORECASE,
)
"""What stands between two figures of which one belongs to another row than the other."""
_ELSE: Final = LazyPattern(
    r"\b(?:against|versus|vs\.?|compared (?:with|to)|than|instead of)\s(?:(?:only|just|about|some|the|an?) )*\W*$",
    re.IGNORECASE,
)
_OPPOSED: Final = LazyPattern(
    r"\b(?:against|versus|vs\.?|compared (?:with|to)|than|to|after|from|instead of)\s"
    r"(?:(?:only|just|about|some|the|an?) )*(?:[a-z]+ ){0,2}?\W*$",
    re.IGNORECASE,
)
_COMPARED: Final = LazyPattern(r"\b(?:compared (?:with|to)|relative to|unlike)\s(?:in |the )*[*_]*$", re.IGNORECASE)
_SET_BESIDE: Final = LazyPattern(
    rf"{_COORDINATED.pattern}|[^.,;:()\d]*\b(?:than|ahead of|behind|above|below|over)\s(?:in |the |for |of )*[*_]*",
    re.IGNORECASE,
)
_COUNTS: Final = LazyPattern(r"[*_]*(?: (?:[a-z]+ )?(?:of|among) [*_]*[\d.,]+[*_]*)? ")
"""What stands between a figure and whom it counts."""
_WITHOUT: Final = LazyPattern(
    r"\b(?:without|excluding|except|besides|apart from|other than)\s(?:(?:the|an?) )?[*_]*$", re.IGNORECASE
)
_STANDS_FOR: Final = LazyPattern(
    r"(?:[;:(]|\b(?:and|but|while|whereas|though|although|than|behind|against|after|from|to|even|by)\b)[^;:(]*?"
    r"\b(?:(?:the|its|their|our|even)\s(?:[a-z-]+\s){0,2}?(?:\w{2,}est|most|least|worst|best)|second|third|fourth|fifth|"
    r"last|first)\b|\b(?:others?|next|runner|rest|remaining|another|previous|prior|before|later|earlier|latter|"
    r"leader|leading)\b",
    re.IGNORECASE,
)
"""Words that stand for a row without its name, where they are not said of the one before them."""
_CLAUSE: Final = LazyPattern(
    r",(?!\d)|[;:()|]|\s[–—-]\s|\b(?:than|versus|vs|against|compared|while|whereas|but|and)\b", re.IGNORECASE
)


@dataclass(frozen=True)
class Owners:
    """A sentence, the names of one kind in it, and where its figures stand, with the names of their rows."""

    said: str
    mentions: Sequence[Mention]
    figures: Mapping[Span, Names]

    def tied(self, figure: Span) -> Names | None:
        """The names that the figure is tied to; None where it is tied to none."""
        before, behind = self._tied_before(figure), self._tied_behind(figure)
        return before | behind if before and behind else before or behind

    def readings(self, figure: Span) -> list[Names] | None:
        """All names that the figure may be told of; None where it may be another's whom no name tells."""
        if any(_WITHOUT.search(self.said[: one.start]) for one in self.mentions):
            return None
        before = [one for one in self.mentions if one.end <= figure[0]]
        since = before[-1].end if before else 0
        if _STANDS_FOR.search(self.said[since : figure[0]]):
            return None
        if self._alone and (self._beside_another(figure) or _ELSE.search(self.said[: figure[0]])):
            return None
        if (ordered := self._respectively(figure)) is not None:
            return [ordered]
        found = [_all(self._run(before[-1]))] if before else []
        found += self._following(figure) + self._counted(figure)
        if not found:
            return None
        clause = max((one.end() for one in _CLAUSE.finditer(self.said[: figure[0]])), default=0)
        if before and not any(one.start >= clause for one in before):
            found.append(self.mentions[0].parts)
        if _OPPOSED.search(self.said[: figure[0]]):
            found.append(_all(self.mentions))
        return found + self._in_order(figure)

    @cached_property
    def _alone(self) -> bool:
        return len({one.parts for one in self.mentions}) == 1

    def _tied_before(self, figure: Span) -> Names | None:
        last = next((one for one in reversed(self.mentions) if one.end <= figure[0]), None)
        if last is None:
            return None
        beside = self._beside(figure)
        between = self.said[last.end : beside[0][0]]
        if not any(form.fullmatch(between) for form in (_BEHIND, _AT, _WHOSE)):
            return None
        run = self._run(last)
        if len(run) == 1:
            return last.parts if len(beside) == 1 else None
        return run[beside.index(figure)].parts if len(beside) == len(run) else _all(run)

    def _tied_behind(self, figure: Span) -> Names | None:
        following = next((one for one in self.mentions if one.start >= figure[1]), None)
        if following is None or any(figure[1] <= start < following.start for start, _ in self.figures):
            return None
        between, after = self.said[figure[1] : following.start], self.said[following.end :]
        bracketed = _BRACKET.fullmatch(between) and re.match(r"[*_`]*\s*[)\]]", after)
        tied = bracketed or _IN.fullmatch(between) or _ARE.fullmatch(between)
        return _all(self._run(following)) if tied else None

    def _run(self, one: Mention) -> list[Mention]:
        """The names that are coordinated with it: "South and North"."""
        run, at = [one], self.mentions.index(one)
        for earlier in reversed(self.mentions[:at]):
            if not _COORDINATED.fullmatch(self.said[earlier.end : run[0].start]):
                break
            run.insert(0, earlier)
        for later in self.mentions[at + 1 :]:
            if not _COORDINATED.fullmatch(self.said[run[-1].end : later.start]):
                break
            run.append(later)
        return run

    def _beside(self, figure: Span) -> list[Span]:
        """The figures that are joined to it: "124 against 117"."""
        ordered = sorted({*self.figures, figure})
        groups = [[ordered[0]]]
        for one, other in pairwise(ordered):
            if _JOINED.fullmatch(self.said[one[1] : other[0]]):
                groups[-1].append(other)
            else:
                groups.append([other])
        return next(group for group in groups if figure in group)

    def _beside_another(self, figure: Span) -> bool:
        """Whether it is joined to a figure of the only row that is named, or to one of a row that nobody knows."""
        own, named = self.figures.get(figure), self.mentions[0].parts
        others = [self.figures[one] for one in self._beside(figure) if one != figure]
        return any((not one or one & named) and one != own for one in others)

    def _respectively(self, figure: Span) -> Names | None:
        """The name in whose place the figure stands, where as many figures are joined as names stand before them."""
        group, names = self._beside(figure), list(dict.fromkeys(one.parts for one in self.mentions))
        if len(names) < 2 or len(group) != len(names) or self.mentions[-1].end > group[0][0]:
            return None
        if not all(_SET_BESIDE.fullmatch(self.said[one.end : two.start]) for one, two in pairwise(self.mentions)):
            return None
        if any(_COMPARED.search(self.said[: one.start]) for one in self.mentions):
            return None
        return names[group.index(figure)]

    def _in_order(self, figure: Span) -> list[Names]:
        """By the order of names and figures, of all of them and of the ones that are joined."""
        names = list(dict.fromkeys(one.parts for one in self.mentions))
        found = []
        for group in (sorted({*self.figures, figure}), self._beside(figure)):
            if len(names) > 1 and len(group) % len(names) == 0:
                place = group.index(figure)
                found += [names[place * len(names) // len(group)]]
        return found

    def _counted(self, figure: Span) -> list[Names]:
        """The names of what the figure counts: "33 of 200,745 vaccinated"."""
        following = next((one for one in self.mentions if one.start >= figure[1]), None)
        counts = following and _COUNTS.fullmatch(self.said[figure[1] : following.start])
        return [_all(self._run(following))] if following and counts else []

    def _following(self, figure: Span) -> list[Names]:
        """The names behind a figure before which its clause names none."""
        following = next((one for one in self.mentions if one.start >= figure[1]), None)
        start = max((one.end() for one in _CLAUSE.finditer(self.said[: figure[0]])), default=0)
        if following is None or any(start <= one.start < figure[0] for one in self.mentions):
            return []
        return [] if _CLAUSE.search(self.said[figure[1] : following.start]) else [_all(self._run(following))]


def _all(run: Sequence[Mention]) -> Names:
    return frozenset().union(*(one.parts for one in run))
