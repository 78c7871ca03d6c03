"""The words of questions about single rows, as data. A word that is in none of these lists must be in the table."""

from functools import lru_cache
from typing import Final

from shared.offline.reading.meanings.tokens import stem_set, tokenise
from shared.offline.reading.vocabulary.words import word_set

OPERATIONS: Final[dict[str, str]] = {
    "next": "next; after; following; immediately after; right after; directly after; comes after; came after;"
    "just after; come after; directly below; immediately below; right below; below; listed after; follows; followed;"
    "comes next; came next; immediately following; directly following; comes right after; came right after;"
    "comes immediately after; came immediately after; comes directly after; listed below; listed right after;"
    "listed immediately after; listed directly after; subsequent to; succeeded; comes directly below",
    "previous": "previous to; before; prior to; immediately before; right before; directly before; just before;"
    "came before; comes before; come before; preceding; preceded; precedes; previous; directly above;"
    "immediately above; right above; above; listed before; listed above; immediately prior to; directly prior to;"
    "comes right before; came right before; comes immediately before; came immediately before; just prior to;"
    "immediately preceding; immediately preceded; listed right before; came directly before; listed just before",
    "first": "first; earliest; the first; first ever; oldest; the first time; first time",
    "last": "last; latest; most recent; final; the last; newest; most recently; the last time; last time",
    "listed": "listed; on the list; in the list; in the table; on the table; on the chart; in the chart; on this list;"
    "on this chart; in this list; in this chart; in this table; listed on the chart; listed on the table; listed in"
    " the table; listed on the list; listed in the chart; on the list provided; according to the table;"
    "according to the chart; according to the list; in order; recorded",
    "top": "top; at the top; at the top of; top of; listed at the top; on the top; on top of; topmost; on top;"
    "at the top of the list; on top of the list; on the top of the list; top of the list; at the top of the chart;"
    "at the top of the table; on top of the chart; on top of the table; at the top of this list",
    "bottom": "bottom; at the bottom; at the bottom of; bottom of; listed at the bottom; on the bottom;"
    "at the bottom of the list; at the bottom of the chart; at the bottom of the table; on the bottom of the list;"
    "bottom of the list; at the bottom of this list",
    "max": "highest; most; largest; greatest; biggest; maximum; the most; the highest; the greatest; the largest;"
    "the biggest; highest number of; the highest number of; the most number of; largest number of;"
    "the largest number of; the greatest number of; greatest number of; largest amount of; the largest amount of;"
    "the highest amount of; highest amount of; the most amount of; the greatest amount of; the maximum number of",
    "min": "lowest; least; fewest; smallest; minimum; the least; the lowest; the fewest; the smallest;"
    "least number of; the least number of; lowest number of; the lowest number of; smallest number of;"
    "the smallest number of; the fewest number of; fewest number of; least amount of; the least amount of;"
    "the lowest amount of; lowest amount of; the smallest amount of; smallest amount of",
    "more": "more; higher; greater; larger; bigger; a higher; a greater; a larger; a bigger; higher number of;"
    "a higher number of; a greater number of; greater number of; the higher; the greater; the larger; the bigger",
    "less": "less; fewer; lower; smaller; a lower; a smaller; a lower number of; a smaller number of; the lower;"
    "the smaller; the lesser",
    "count": "how many; number of; the number of; total number of; the total number of; how many total; what number of;"
    "how many times; how often; number of times; the number of times; what is the number of; count of; how many of the;"
    "how many different; how many unique; number of different; the number of different; amount of; the amount of;"
    "how many of; what is the total number of; what is the total amount of; total amount of; the total amount of;"
    "how many total number of; how many times total; how many people; how many individual",
    "difference": "what is the difference; difference; the difference; difference between; the difference between;"
    "difference in; the difference in; how many more; how many less; how many fewer; how much more; how much less;"
    "how much higher; how much lower; how much larger; how much greater; what is the difference between;"
    "what is the difference in; how much longer; how much taller; difference in the number of; how much bigger;"
    "what is the difference between the number of; the difference between the number of; how many points more;"
    "difference between the number of; difference in number of; what is the difference in the number of;"
    "the difference in number of; how much smaller; how much older; how much younger",
    "sum": "combined; altogether; combined total; total; in total; total combined; in all; sum of; the sum of;"
    " together;"
    "combine for; combine; the total; total of; a total of; the combined total of; the total of; added together;"
    "combined together; all together",
    "average": "average; the average; on average; mean; average number of; the average number of",
    "or": "or",
    "and": "and; &; ,; as well as",
    "than": "than",
    "besides": "besides; other than; aside from; apart from; except; except for; in addition to; not including;"
    "excluding; not counting; along with",
    "other": "other; else; another; others; also; the other; as well",
    "same": "the same; same; the same number of; same number of; the same amount of; same amount of; the exact same;"
    "exact same; equal; as many; the same as; same as; the same exact; shared; shares; share; tied with",
    "as": "as",
    "only": "only; the only; just; sole; the sole; only once; only one",
    "not": "not; no; never; without; zero; none",
    "consecutive": "consecutive; consecutively; in a row; straight; back to back",
    "both": "both; each; every; all of",
    "question": "if",
}  # fmt: skip
"""What words ask to be done; phrases separated by semicolons."""

COMPARATORS: Final[dict[str, str]] = {
    ">": "more than; greater than; over; higher than; larger than; above; bigger than; in excess of; exceeding",
    ">=": "at least; no less than; or more; or higher; or greater; no fewer than; or above; or better; a minimum of",
    "<": "less than; fewer than; under; lower than; smaller than; below",
    "<=": "at most; no more than; or less; or fewer; or lower; up to; or below; a maximum of",
    "=": "exactly; equal to; equals; only",
}
"""Those that begin with "or" stand after their number."""

ASKING: Final[dict[str, str]] = {
    "which": "which; what; which of the; which of these; name the; name a; name; list the; list; list all;"
    " list all the;"
    "give the name of the; what was the name of the; what is the name of the; the name of; the name of the; tell me;"
    "what are the names of the; list the names of the; what were the names of the; what are the; which are the;"
    "what was; what is; what were; what are; what is the name of; give the; tell me the; identify the; identify;"
    "what other; which other; find the; what is another; what's",
    "who": "who; whom; who was; who is; what person; which person; who all; who were; whose",
    "when": "when; what date; which date; on what date; on which date; what day; on what day; at what date;"
    "when was; when did; when is; what was the date; what is the date; what is the date of; what was the date of",
    "year": "what year; which year; in what year; in which year; during what year; what years; in what years;"
    "which years; in which years; during which year; what is the year; what was the year; by what year;"
    " what single year"
    "; what calendar year",
    "where": "where; where was; where is; where did; in what place; in which place; where at; where were",
    "how": "how long; how tall; how old; how far; how high; how fast; how deep; how large; how big; how wide;"
    " how heavy",
    "much": "how much; how much did; how much was; how much is",
}  # fmt: skip
"""What kind of thing is asked for."""

NEUTRAL: Final = word_set(
    "a an the of in on at to for by with from during into through throughout within between among across per via over "
    "is are was were be been being am do does did done doing has have had having there that this these those it its "
    "they their them he his him she her hers himself herself we our i my you who which whom where when what so then "
    "please tell me can could would shall may table chart list data page row rows entry entries overall ever it's "
    "appear appears appeared compete competes competed competing participate participated participates take takes took "
    "taken taking place part occur occurs occurred occurring happen happened happens play plays played playing "
    "perform performed raced race races run ran running drive drove driven drives ride rode ridden "
    "feature features featured include includes included including show shows shown receive received receives "
    "earn earned earns get gets got getting gain gained obtain obtained achieve achieved record recorded "
    "hold holds held holding serve served serves serving represent represented represents come comes came coming go "
    "goes went going make makes made use uses used using complete completed completes accumulate accumulated "
    "set belong belongs located called named given give gives name names according provided based "
    "contain contains contained consist long much many exactly actual actually total's respective each own "
    "would were located amount number value figure figures listing shown out up one ones available "
    "score scored scores team's stated present against under column standings facing off make up listed listing "
    "total's entire course calculate compute because"
)
"""Words that say nothing about which rows are meant."""

POINTING: Final = word_set(
    "release released releases released air aired airs publish published build built open opened opens opening found "
    "founded establish established close closed closes born die died begin began begun start started starts end ended "
    "ends join joined leave left retire retired launch launched introduce introduced complete completed finish "
    "finished "
    "elect elected appoint appointed construct constructed premiere premiered debut debuted create created form formed "
    "commission commissioned decommissioned sign signed win won wins host hosted hosts attend attended direct directed "
    "write wrote written sing sang sung produce produced nominate nominated award awarded draft drafted sell sold "
    "locate cover covered peak peaked chart charted reach reached live lived lose lost beat defeat defeated face faced "
    "visit visited meet met coach coached manage managed own owned operate operated design designed discover "
    "discovered "
    "tie tied draw drew qualify qualified place placed rank ranked"
)
"""Verbs that are explained only by a column or a value that they point to."""

HAPPENING: Final = stem_set(
    "release air publish premiere produce host build construct create establish found form launch open commission "
    "elect appoint sign attend finish start begin introduce debut direct write record manufacture"
)
"""Those that every row of a table does once: the first to be released is the first row. Not: to die, to win."""
WINNING: Final[dict[str, tuple[str, ...]]] = {
    "win": ("w", "win", "won", "victory"),
    "loss": ("l", "loss", "lost", "lose", "defeat"),
    "draw": ("d", "t", "draw", "drew", "tie", "tied", "drawn"),
}
"""How a result says that it was won, lost or drawn: the first word of its cell."""

WON: Final[dict[str, str]] = {
    "win": "win wins won winning victory victories victorious winner winners",
    "loss": "lose loses lost losing loss losses defeat defeats",
    "draw": "draw draws drew drawn tie ties tied",
}
"""The words of questions for them."""

RESULTS: Final = stem_set("result outcome res w/l score decision w l")
PLACES: Final = stem_set("position place rank finish pos standing ranking finished placing result placed")
CALENDAR: Final = stem_set("year date season years day month dates aired airdate released release week edition")
PERSONS: Final = stem_set(
    "name driver rider cyclist player athlete swimmer wrestler champion president governor mayor minister coach "
    "manager "
    "candidate artist singer performer director author winner jockey skipper captain king monarch bishop "
    "representative "
    "incumbent member actor actress writer composer musician contestant competitor skater runner golfer boxer fighter "
    "leader chairman officeholder senator judge commander pilot astronaut student person people skier gymnast "
    "recipient "
    "owner holder goalkeeper scorer nominee guest host"
)
GROUPS: Final = stem_set(
    "team nation country club opponent opposition school college university party band constructor"
)
SITES: Final = stem_set(
    "location venue place city country stadium site arena town where host state area region circuit track ground county"
)
NOUNS: Final = word_set(
    "record score place part race run play use set show number value figure amount gain time drive ride list entry "
    "feature result name date data chart page stay go take make come"
)
"""Neutral words that are things where they are asked for: "what was the score" is no question without one."""
ROW_NOUNS: Final[dict[str, frozenset[str]]] = {
    **dict.fromkeys(
        stem_set("game match meeting fixture"), stem_set("opponent opponents score result results attendance")
    ),
    **dict.fromkeys(stem_set("race"), stem_set("lap laps grid circuit rider cyclist driver swimmer swimmers lane")),
}
"""What rows are called where a column of these names tells what they are."""
ABOUT: Final = (
    "of the season; this season; in the season; during the season; in the general standings; in the standings; "
    "in the final standings; in the race; the team; for the team; of the team; did the team; on the team; of the year; "
    "of the chart; of the table; of the list; in history; in the league; of the series; in the game; in the games; "
    "in the competition; in the tournament; in the event; as a; from the list; during the; over the years; "
    "in the first place; at the end; on the album; on this album; of the album; has served as; served as; serve as; "
    " for the season; the season; in order; of all time; of all; out of all"
)
"""Phrases that only say again what the table is about."""
LONG: Final[dict[str, frozenset[str]]] = {
    "how long": stem_set("time length duration runtime"),
    "how tall": stem_set("height"),
    "how high": stem_set("height elevation altitude"),
    "how old": stem_set("age"),
    "how far": stem_set("distance"),
    "how deep": stem_set("depth"),
    "how fast": stem_set("speed"),
    "how large": stem_set("area size"),
    "how big": stem_set("area size"),
    "how heavy": stem_set("weight"),
}
TOTALS: Final = word_set("total totals world worldwide overall sum all average grand")
"""Cells by which a row is called that is the total of the others."""
RANKS: Final = stem_set("rank position pos place no number nr seed order standing ranking #")
ORDINALS: Final = stem_set(
    "season round week game match stage episode race day lap chapter part volume series edition test leg year heat set"
)
"""What is numbered in the order in which it comes."""
MOST_ROWS: Final = 400
"""Larger tables are not read row by row: their values are not all known, and their order seldom means anything."""
MOST_ON_A_PAGE: Final = 50
"""Rows. Of the answers about tables of this size that a default alone gave, half were wrong."""
TIMES: Final = word_set("times time occasions")
ROWS: Final = word_set("entries entry rows row records lines items")


@lru_cache(maxsize=1)
def phrases() -> dict[tuple[str, ...], tuple[str, str]]:
    """Phrase → (kind, word)."""
    table: dict[tuple[str, ...], tuple[str, str]] = {}
    for kind, lists in (("compare", COMPARATORS), ("operation", OPERATIONS), ("asking", ASKING)):
        for word, listed in lists.items():
            for phrase in listed.split(";"):
                tokens = tuple(token.text for token in tokenise(phrase.strip())) or (phrase.strip(),)
                table.setdefault((*tokens, ""), (kind, word))
                if kind != "compare":
                    table[tokens] = (kind, word)
                else:
                    table.setdefault(tokens, (kind, word))
    return {key: value for key, value in table.items() if key[-1]}


_PEOPLE: Final = PERSONS - {"name"} | stem_set("diver name")
KINDS: Final[dict[str, frozenset[str]]] = {
    **dict.fromkeys(
        stem_set("athlete person people individual player competitor contestant participant man men woman women racer"),
        _PEOPLE,
    ),
    **dict.fromkeys(stem_set("country nation"), stem_set("nation country nationality")),
    **dict.fromkeys(stem_set("team club"), stem_set("team club side")),
    **dict.fromkeys(stem_set("song track single title"), stem_set("song track title single")),
    **dict.fromkeys(stem_set("movie film"), stem_set("film movie title")),
    **dict.fromkeys(stem_set("show series program"), stem_set("show series program title")),
    **dict.fromkeys(stem_set("episode"), stem_set("episode title")),
    **dict.fromkeys(stem_set("album"), stem_set("album title")),
    **dict.fromkeys(stem_set("book novel"), stem_set("book title novel")),
    **dict.fromkeys(stem_set("opponent rival"), stem_set("opponent opposition opponents")),
    **dict.fromkeys(stem_set("location place venue"), SITES),
    **dict.fromkeys(stem_set("race"), stem_set("race event grand")),
    **dict.fromkeys(stem_set("competition tournament event"), stem_set("competition tournament event championship")),
    **dict.fromkeys(stem_set("politician candidate representative senator"), _PEOPLE),
    **dict.fromkeys(stem_set("actor actress role"), stem_set("actor actress role character")),
    **dict.fromkeys(stem_set("school college university"), stem_set("school college university institution")),
    **dict.fromkeys(stem_set("building structure tower"), stem_set("building structure name tower")),
    **dict.fromkeys(stem_set("language"), stem_set("language")),
    **dict.fromkeys(stem_set("party"), stem_set("party")),
    **dict.fromkeys(stem_set("season year"), stem_set("season year")),
    **dict.fromkeys(stem_set("car vehicle"), stem_set("car vehicle chassis model")),
    **dict.fromkeys(stem_set("ship boat vessel"), stem_set("ship vessel boat yacht name")),
}  # fmt: skip
"""Nouns that mean a column of another name: a word of its name, where only one column has it."""
