"""How much a sentence sounds like an assistant speaking of itself rather than of the data.

For what no pattern of `stance` covers: signs are weighed, and the weights are in one table.
"""

import math
import re

from shared.contracts import Category

_I = re.compile(r"\b(?:i|i'm|i've|i'd|i'll|me|my|mine|myself)\b")
_DID = (
    r"(?:count|us|took|take|exclud|includ|sort|check|group|compar|comput|calculat|summ|sum|left out|leave out|remov|"
    r"filter|ran|look|rank|split|treat|assum|read|defin|round|averag|add|appl|join|merg|match|measur|weight|convert|"
    r"found|find|see|was able|broke|limit|restrict|list|plott|drew|put|combin|dropp|fill|recomput|went through|"
    r"verif|am certain|am sure|got)\w*"
)
_LICENSED = re.compile(
    rf"\b(?:i|i've|i have)(?: also| then| first| have| only)? {_DID}\b(?![^.!?]*(?:n't|\bnot\b|\bno\b|\bnothing\b|"
    rf"\bempty\b|\bdifferent\b|\berror\b|\bexception\b))|"
    r"\blet me know if\b|\bshall i\b|\bshould i\b|\bwould you like me\b|\b(?:tell|ask) me if\b|\bi(?:'m| am) "
    r"(?:certain|sure|confident)\b|\bi can (?:also|add|show|split|break|chart|list|analy[sz]e|help|answer|compare|"
    r"find|tell|build|draw|count)\b(?![^.]*\bonly\b)|\bmy (?:count|total|calculation)\b"
)
_NUMBER_WORD = (
    r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|"
    r"seventy|eighty|ninety|hundred|thousand|million|half|third|quarter|twice|zero|dozen)\b"
)
_QUANTITY = re.compile(rf"\d|⟦⟧|{_NUMBER_WORD}")
_DIGITS = re.compile(r"\d[\d.,]*")
_PLAIN = re.compile(
    r"^\W*(?:yes|no|none|nobody|nothing|neither|both|all|every|each|not (?:a|one|any)|never|always|they|it|he|she|"
    r"there (?:is|are|was|were) (?:no|none|never))\b"
)
_VERDICT = re.compile(r"^\W*(?:yes\b|no[,.;]|none of\b|nobody\b|neither\b)")
_OFFER = re.compile(
    r"(?:^|(?<=[.!?] ))\W*(?:(?:shall|should|may|can|could) i\b(?! (?:have|get|see))|(?:would|do) you (?:like|"
    r"want)\b|want me\b|let me know if|just ask|if you(?:'d| would)? (?:like|want|wish|prefer)\b|i can (?:also|add|"
    r"show|split|break|chart|list))[^.?!]*[.?!]?"
)
_NEGATION = re.compile(
    r"n't\b|\b(?:not|no|never|nothing|none|without|neither|nor|hardly|nobody|nope|cannot|isnt|dont|cant|lacks?|"
    r"lacking|absent|blank|empty|gone|missing|unknown)\b"
)
MACHINERY = re.compile(
    r"\b(?:retr(?:y|ies)|attempts?|my code|execution|import|archive|rows while|joining|lookups?|modules?|report "
    r"agent|spreadsheet|tools?|quer(?:y|ies)|sql|engine|server|service|database|connection|api|agent|pipeline|scan|"
    r"lookup|look-up|index|solver|system|function\w*|feature|component|module|run|computation|aggregation|joins?|"
    r"call|request|step|steps|timer|clock|deadline|session|upload|uploads|gateway|connector|provider|sandbox|parser|"
    r"driver|library|renderer|worker|calculation|warehouse|store)\b"
)
SOURCE = re.compile(
    r"\b(?:noted|basis|exports?|uploaded|coordinates|silent|part of this|nowhere|points?|rows|tables?|columns?|"
    r"fields?|files?|data|datasets?|sheets?|upload\w*|headers?|records?|list|lists|export|extract|csv|spreadsheet|"
    r"workbook|here|information|details?|stored|recorded|provided|given|filled in|data points)\b"
)
_TROUBLE = re.compile(
    r"\b(?:garbage|broken|quit|turned (?:my|the|it) \w+ ?down|breaking off|broke off|no luck|fault|went wrong|let "
    r"me in|fell over|blew up|died|hung|lost|denied|reject\w*|corrupt\w*|out of memory|switched off|acting up|"
    r"glitch|hiccup|snag|issues|garbled|unsuccessful|succeed|malfunction\w*|out of order|raised an?|outage|"
    r"exception|error|errors|fail\w*|broke\w*|crash\w*|stopp\w*|swallowed|gave up|stuck|down|offline|unavailable|"
    r"refus\w*|timed|abort\w*|kill\w*|never (?:got|came|finished|ended|returned)|wouldn't|trouble|problem|mess|"
    r"fault|bug|timeout|unreachable|damaged|choked|invalid)\b"
)
_HEDGE = re.compile(
    r"\b(?:my mind|feelings?|weak|thin ice|one can tell|strikes? me|odd|inclin\w*|conviction|bet|disagree\w*|"
    r"contradict\w*|with care|commit|lightly|honest|inventing|coin toss|mistaken|settle on|maybe|perhaps|roughly|"
    r"could(?! be (?:cut|reduced|saved|improved|raised|gained|lowered|earned))|might|would|seems?|appears?|probably|"
    r"likely|somehow|something|anyone|anybody|guess\w*|sort of|kind of|shaky|rough|thin|hard|tough|either way|give "
    r"or take|at best|frankly|honestly|well|wonder\w*|lean\w*|feel|feels|smells|looks like|not sure|unsure|possibly|"
    r"suppose\w*|hope\w*|doubt\w*|swear|hold me|question mark|who knows|tentative\w*|loosely|vague\w*)\b"
)
_ABILITY = re.compile(
    r"\b(?:at most|not permitted|outside what|no way|this system|the system|the engine|no function|can be read|"
    r"button|remember|poems?|cut off|this tool|capab\w*|able|ability|support\w*|function\w*|feature\w*|format\w*|"
    r"built|design\w*|on offer|caps?|limits?|only (?:speak|see|get|know|work|read|do|have)|live|internet|web|"
    r"e?mails?|phone|video\w*|audio|images?|pictures?|photos?|voice|animation\w*|install\w*|access|toolbox|memory|"
    r"not what i'm for|recognition|switched off|microphone|camera|physical\w*|by design|book|send|solver|not made|"
    r"handle\w*|real-time|outside)\b"
)
_TIME = re.compile(
    r"\b(?:\w+-second|\w+-minute|went by|granted|turn had to end|allotted|permitted|waited|interrupted|used up|"
    r"elapsed|halted|seconds?|minutes?|clock|deadlines?|time|slow\w*|too long|late|still (?:\w+ing)|cut-off|before "
    r"the (?:turn|end|last)|\d+ ?s (?:passed|elapsed)|timer|overran|expired|hurry|wait\w*|kept (?:churning|running|"
    r"going|computing))\b"
)
_YOU = re.compile(r"\b(?:you|your|give me|tell me|please|pick|say|point me)\b")
_DECLINES = re.compile(
    r"\b(?:ask someone else|skip|turn (?:it |this |that )?away|not for me|no answer from|nothing to say|comment|"
    r"give you (?:this|that|the) list|above my|won't|will not|let's not|leave (?:this|that|it)|do without|my answer "
    r"is no|draw the line|better placed|not go there|pass|decline|refuse|rather not|sorry|nope)\b"
)
_ANSWERED_QUESTION = re.compile(r"\?\s+\S[^?]*\d")

_REASONS: dict[Category, re.Pattern[str]] = {
    "TIMEOUT": re.compile(
        r"\b(?:seconds?|minutes?|clock|deadlines?|(?<!real-)(?<!each )(?<!every )time (?:left|was|is|for|ran|limit|"
        r"than)|in time|more time|too slow|too long|cut-off|timer|\w+-second|still (?:run|comput|count)ning|still "
        r"counting|time i had|before the (?:turn|end)|turn (?:had to end|closed|ended))\b"
    ),
    "TOOL_FAILURE": re.compile(
        rf"(?s:\A(?=.*{_TROUBLE.pattern})(?=.*{MACHINERY.pattern})(?!.*(?:by design|switched off)))|"
        r"\bcouldn't (?:get through|connect|open|reach|load)"
    ),
    "TECHNICAL_LIMITATION": re.compile(
        r"\b(?:capab\w+|abilit\w+|support(?:s|ed)?|functions?|features?|formats?|built|designed?|on offer|caps|live|"
        r"real-time|internet|web\b|e?mails?|phon\w+|videos?|audio|images?|pictures?|photos?|voice|animations?|"
        r"install\w*|toolbox|microphone|no way|nor a way|a way to|means of|at most|most that|sessions?|3d|buttons?|"
        r"print|listen|watch|go online|handwriting|charts?|plots?|links?|advice|skills?|powers?|connection to|"
        r"implemented|this (?:tool|system|assistant|version|product)|solver|the future|beyond what|not what i'm for|"
        r"i only (?:speak|work|get)|only able to work|connectors?|intranet|permits?|offline|context window|beyond "
        r"(?:any|my|the|what)|offered|disabled|read-only|restricted to|at my disposal|tools at|caps? (?:of|on)|by "
        r"design|music|poems?|podcast)\b"
    ),
    "AMBIGUOUS_QUERY": re.compile(
        r"\b(?:or|which|in what sense|what's your pleasure)\b[^.!]*\?|\b(?:say which|pick one|point me|please "
        r"choose|two readings|readings of|i (?:don't|can't) (?:know|tell) which)\b"
    ),
    "INSUFFICIENT_INFO": re.compile(
        r"\b(?:tables?|columns?|fields?|(?<!that )files?|data|datasets?|sheets?|exports?|uploads?|coordinates|basis|"
        r"forecast|records?|recorded|need\w*|missing|without (?:the|a|an|that|those|more|knowing)|hence|give me|"
        r"came up empty|entered|enough|have to (?:have|know|see)|noted|you (?:didn't|did not|haven't|never) (?:say|"
        r"tell|told|give|given|said)|rows?|values?|cells?|sample|blank|empty|what (?:you|i) (?:gave|have|was|were|"
        r"been)|unknown|no \w+ with|never part|only[,;] no|(?:which|that) i (?:don't|do not) (?:have|know)|(?:list|"
        r"orders|totals|sales) alone)\b"
    ),
}

_MEANS = _REASONS["TECHNICAL_LIMITATION"]
_STRICT_SOURCE = re.compile(
    r"\b(?:tables?|columns?|fields?|files?|data|datasets?|sheets?|exports?|uploads?|records?|recorded)\b"
)

WEIGHTS: dict[str, float] = {
    "speaks of itself": 4.26,
    "tells no quantity": 1.05,
    "negated": 1.38,
    "machinery": 1.28,
    "source": 1.96,
    "trouble": 1.21,
    "hedge": 2.79,
    "asks": 4.38,
    "you": 1.47,
    "ability": 0.9,
    "time": 2.35,
    "declines": 2.01,
    "itself, negated": 0.46,
    "itself, hedged": -0.44,
    "no quantity, negated": 1.9,
    "no quantity, machinery": 0.22,
    "no quantity, source": -0.73,
    "machinery in trouble": 0.56,
    "source negated": 1.04,
    "machinery, late": -0.96,
    "machinery limited": 0.8,
    "hedged figure": 0.31,
    "source asked for": -1.54,
    "figures": -1.37,
    "single figure": -0.63,
    "figure first": -0.33,
    "short": 0.36,
    "bare": -1.77,
}
"""Made by `python -m tests.evaluation.confidence.fit`."""


def signs(text: str) -> dict[str, float]:
    """What is noticed about a reply's own words (quoted data masked)."""
    text = _VERDICT.sub("⟦⟧ ", text.lower())
    rest = _OFFER.sub("", text)
    if _QUANTITY.search(rest):
        text = rest
    unlicensed = bool(_I.search(_LICENSED.sub("", text)))
    quantity = bool(_QUANTITY.search(text))
    words = len(re.findall(r"[a-z']+", text))
    negated, machinery, source = bool(_NEGATION.search(text)), bool(MACHINERY.search(text)), bool(SOURCE.search(text))
    trouble, hedge = bool(_TROUBLE.search(text)), bool(_HEDGE.search(text))
    asks = "?" in text and not _ANSWERED_QUESTION.search(text)
    empty = not quantity and words >= 4 and not _PLAIN.search(text)
    figures = min(6, len(_DIGITS.findall(text)))
    late, able = bool(_TIME.search(text)), bool(_ABILITY.search(text))
    return {
        "speaks of itself": float(unlicensed),
        "tells no quantity": float(empty),
        "negated": float(negated),
        "machinery": float(machinery),
        "source": float(source),
        "trouble": float(trouble),
        "hedge": float(hedge),
        "asks": float(asks),
        "you": float(bool(_YOU.search(text))),
        "ability": float(able),
        "time": float(late),
        "declines": float(bool(_DECLINES.search(text))),
        "itself, negated": float(unlicensed and negated),
        "itself, hedged": float(unlicensed and hedge),
        "no quantity, negated": float(empty and negated),
        "no quantity, machinery": float(empty and machinery),
        "no quantity, source": float(empty and source),
        "machinery in trouble": float(machinery and trouble),
        "source negated": float(source and negated),
        "machinery, late": float(machinery and late),
        "machinery limited": float(machinery and able),
        "hedged figure": float(hedge and figures in (1, 2)),
        "source asked for": float(source and bool(_YOU.search(text)) and not quantity),
        "figures": float(figures),
        "single figure": float(figures == 1),
        "figure first": float(bool(re.match(r"\W*\d", text))),
        "short": float(words <= 3),
        "bare": 1.0,
    }


def likelihood(text: str) -> float:
    """How likely (0..1) a reply with these own words is no confident answer."""
    return 1 / (1 + math.exp(-sum(WEIGHTS.get(sign, 0.0) * weight for sign, weight in signs(text).items())))


def leaning(text: str) -> Category:
    """The category that fits best where no pattern tells: that of the reason that is given, if one is."""
    lower = _OFFER.sub("", text.lower())
    return next((category for category, cue in _REASONS.items() if cue.search(lower)), "UNCERTAINTY")


def is_about_ability(category: Category, sentence: str) -> bool:
    """Whether what is lacking is a means ("no way to print") rather than data."""
    return category == "INSUFFICIENT_INFO" and bool(_MEANS.search(sentence)) and not _STRICT_SOURCE.search(sentence)
