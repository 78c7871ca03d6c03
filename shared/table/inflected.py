"""One and several of an English noun: the library's rules of endings, and the closed classes that they get wrong."""

import re
from typing import Final

_WRITTEN: Final = """
    leave/leaves id/ids cookie/cookies calorie/calories brownie/brownies rookie/rookies prairie/prairies
    tie/ties pie/pies lie/lies gas/gases lens/lenses bias/biases atlas/atlases canvas/canvases iris/irises
    menu/menus guru/gurus hero/heroes echo/echoes veto/vetoes canoe/canoes toe/toes foe/foes epoch/epochs
    stomach/stomachs monarch/monarchs cache/caches niche/niches avalanche/avalanches headache/headaches cow/cows
    blouse/blouses german/germans roman/romans shaman/shamans talisman/talismans datum/data bacterium/bacteria
    stratum/strata criterion/criteria phenomenon/phenomena specimen/specimens regimen/regimens omen/omens
    goose/geese foot/feet tooth/teeth loaf/loaves leaf/leaves thief/thieves scarf/scarves hoof/hooves
"""
_PAIRS: Final = dict(pair.split("/") for pair in _WRITTEN.split())
_SINGULARS: Final = {several: one for one, several in reversed(_PAIRS.items())}
_IRREGULAR: Final = re.compile(r".*(?:people|children)|oxen|(?:dor)?mice|lice|(?:.*(?:wo|r|s|t|e|h|n|d|k))?men")
"""Plurals without an s; but specimen and regimen end otherwise."""
_ENDS_IN_F: Final = re.compile(r".*(?:(?<!o)li|wi|kni|shel|wol|hal|(?<!s)cal|sel|shea|whar|dwar)(?:ve|fe?)s?|elf|elves")
_ENDS_IN_USE: Final = re.compile(
    r"(?:re|mis)?use|.*(?:cause|clause|pause|house|spouse|mouse|grouse|louse|cluse)|fuse|muse|ruse|refuse|excuse|abuse"
)


def one_of_several(word: str) -> str:
    """The singular of a lower-case plural; a word that is none, as it is."""
    if word in _SINGULARS:
        return _SINGULARS[word]
    if word in _PAIRS or not (word.endswith("s") or _IRREGULAR.fullmatch(word)):
        return word
    if word.endswith("ves") and not _ENDS_IN_F.fullmatch(word):
        return word[:-1]
    if word.endswith("uses") and not _ENDS_IN_USE.fullmatch(word[:-1]):
        return word[:-2]
    import inflection  # where words are told, and not wherever a module that tells some is imported

    return str(inflection.singularize(word))


def several_of_one(noun: str) -> str:
    """The plural of a noun in the singular, of a phrase that of its last word; a plural as it is."""
    lead, last = noun[: noun.rfind(" ") + 1], noun[noun.rfind(" ") + 1 :]
    word = last.lower()
    if word in _PAIRS:
        return lead + last[:1] + _PAIRS[word][1:]
    if word in _SINGULARS:
        return noun
    import inflection

    if word.endswith("us"):
        return f"{noun}es"
    return f"{noun}s" if _adds_s(word) else str(inflection.pluralize(noun))


def _adds_s(word: str) -> bool:
    """Whether a mere s follows where the library has a rule for the ending: perf, safe, quota, museum."""
    if word.endswith(("f", "fe")):
        return not _ENDS_IN_F.fullmatch(word)
    return word.endswith(("ta", "ia", "um")) or bool(re.fullmatch(r".+[ml]ice", word) and word != "dormice")
