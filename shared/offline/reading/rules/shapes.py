"""Rules for questions that are not one figure or table: shares, comparisons, correlations, empty cells, lists."""

from typing import Final

from shared.analysis.metrics import Metric
from shared.contracts import ColumnProfile
from shared.offline.reading.meanings.spans import Span
from shared.offline.reading.rules.conditions import merged
from shared.offline.reading.rules.counting import tallied
from shared.offline.reading.rules.measures import TOGETHER, default_metric, measures_of, rate_of, use_measure
from shared.offline.reading.rules.part import split_part
from shared.offline.reading.rules.ranked import interrogative, names_persons
from shared.offline.reading.sentence import Placed, Sentence
from shared.offline.words.lexicon import word_list
from shared.query.groupings import ByColumn
from shared.table.main_measure import main_measure, principal_amount
from shared.table.names import spoken, word_set
from shared.table.telling_apart import unique

_ABOUT_TABLE = ("overview", "column")


def read_overview(sentence: Sentence) -> None:
    """ "describe the data", "which columns are there", "how many columns"."""
    about = sentence.free("operation", *_ABOUT_TABLE)
    content = [span for span in sentence.spans if span.kind in ("column", "value", "period", "comparator")]
    if about and not content and not sentence.has("extreme", "missing"):
        sentence.take(*_ABOUT_TABLE, "count", "list", "which", "row", "and")
        sentence.use(*sentence.free("noun"))
        sentence.shape = "overview"


def read_column_words(sentence: Sentence) -> None:
    """ "the Fare column", "the variable Age", "the Age and Fare columns": the word only says what the name is."""
    for index in sentence.free("operation", "column"):
        for beside in (sentence.before(index), sentence.after(index)):
            if sentence.column_at(beside) is not None:
                sentence.use(index)
                break


def read_correlation(sentence: Sentence) -> None:
    """ "correlation between X and Y"."""
    if not sentence.free("operation", *TOGETHER):
        return
    measures = measures_of(sentence)
    if len(measures) != 2:
        return
    for index, column in measures:
        use_measure(sentence, index, column)
        sentence.columns.append(column.name)
        lead = sentence.before(index)
        sentence.use(*([lead] if lead is not None and sentence.is_operation(lead, "count") else []))
    sentence.take(*TOGETHER, "much")
    sentence.use(*(at for at in sentence.free("comparator") if sentence.spans[at].meaning == "between"))
    sentence.shape = "correlation"


def read_share(sentence: Sentence) -> None:
    """ "what percentage of orders were returned", "West's share of revenue", "share of revenue by region"."""
    if not sentence.free("operation", "share") or sentence.shape is not None:
        return
    if sentence.has("extreme", "adjective", "frequent", "quality", "change"):
        return
    metric = _shared(sentence)
    if metric is None:
        return
    base, part = split_part(sentence, sentence.filters)
    if not part and not sentence.groups and metric.function != "rate":
        sentence.gaps.append("I could not read of what part the share is asked")
        return
    sentence.take("share", "count", "much")
    sentence.use(*sentence.free("noun"))
    if sentence.groups and not any(item.filter in part for item in sentence.filters if not item.period):
        base, part = [item.filter for item in sentence.filters], []
    sentence.filters = [item for item in sentence.filters if item.filter in base]
    sentence.part.extend(merged([Placed(item, 0) for item in part]))
    sentence.metrics = [metric]
    sentence.shape = "share"


def _shared(sentence: Sentence) -> Metric | None:
    """What the share is of: a measure's total, or rows."""
    rate = next((metric for metric in sentence.metrics if metric.function == "rate"), None)
    if rate:
        return None
    measures = measures_of(sentence)
    if len(measures) > 1:
        sentence.gaps.append("it asks for a share of several measures")
        return None
    if not measures:
        distinct = [column for _, column in sentence.free_columns() if not unique(column, sentence.table)]
        if distinct and not sentence.filters:
            return None
        return _unsaid(sentence)
    index, column = measures[0]
    use_measure(sentence, index, column)
    asked = sentence.take("aggregate")
    if asked and asked[0].meaning != "sum":
        sentence.gaps.append("it asks for a share of an average")
    metric = default_metric(sentence, column)
    if metric.function != "sum":
        sentence.gaps.append(f"a share of {column.name} would need adding it up, which means little")
    return metric


def _unsaid(sentence: Sentence) -> Metric | None:
    """A share of nothing named: of rows where they are named or told apart by yes and no, else of the amount; of what
    the table is about where rows are the same things at several times."""
    values = [item for item in sentence.filters if not item.period and item.filter.operator in ("=", "!=")]
    flags = [item for item in values if sentence.table.column(item.filter.column).yes is not None]
    grain = sentence.table.semantic.grain
    panel = len(grain.key) > len(grain.times) > 0
    amounts = [column for column in sentence.table.columns if column.money]
    money = main_measure(sentence.table) if panel else principal_amount(amounts)
    others = len(values) < len(sentence.filters) and not panel
    if sentence.free("noun") or flags or others or money is None or sentence.has("count"):
        things = sentence.span(sentence.after(sentence.free("operation", "share")[0]))
        sentence.rivals += [] if sentence.free("noun") else tallied(sentence, things)
        return Metric(function="count")
    sentence.assume(f"I took the share of {money.name}.", 0.82)
    return Metric(function="sum", column=money.name)


_FOR_EACH = frozenset({"mean", "median", "rate", "min", "max", "stddev", "count"})


def read_each_value(sentence: Sentence) -> None:
    """ "average age of men and women", "how many men and women": one figure for each, and not one of both."""
    averaged = {metric.function for metric in sentence.metrics} & _FOR_EACH
    if not averaged or sentence.shape is not None:
        return
    equal = [item for item in sentence.filters if item.filter.operator == "="]
    for column in dict.fromkeys(item.filter.column for item in equal):
        own = sorted(item.at for item in equal if item.filter.column == column)
        if len(own) < 2 or any(group.column == column for group in sentence.groups):
            continue
        between = {token.text for token in sentence.tokens[sentence.spans[own[0]].end : sentence.spans[own[-1]].start]}
        if averaged == {"count"} and ("and" not in between or {"or", "both"} & sentence.said or sentence.groups):
            continue
        if "and" not in between or "or" in between or len(sentence.groups) > 1:
            told = " and ".join(sentence.spans[at].text for at in own)
            sentence.object(f"it could be meant for each of {told}, or for all of them together")
            continue
        sentence.groups.append(ByColumn(column=column))


def read_list(sentence: Sentence) -> None:
    """ "which regions are there", "list the products", "what is the department of X"."""
    if sentence.shape is not None or sentence.metrics or sentence.free("operation", "count", "share"):
        return
    wanted = [(at, column) for at, column in sentence.free_columns() if not column.numeric]
    if not sentence.has("list", "which", "who", "when", "where") or len(wanted) != 1:
        return
    index, column = wanted[0]
    if interrogative(sentence) and not names_persons(column):
        sentence.gaps.append(f"it asks who, and I could not tell that {spoken(column)} names persons")
        return
    if sentence.filters and sentence.spans[index].how in ("part", "synonym part"):  # what IT cost is no Cost type
        sentence.gaps.append(f"“{sentence.spans[index].text}” is only a part of the name {spoken(column)}")
        return
    if _about_groups(sentence, column):
        sentence.object(f"the condition could hold for single rows or for each {column.name} as a whole")
        return
    use_measure(sentence, index, column)
    sentence.take("list", "which", "who", "distinct")
    sentence.use(*sentence.free("noun"))
    sentence.columns.append(column.name)
    sentence.shape = "list"


_SHOWING: Final = word_set(word_list("showing"))
_POLITE: Final = word_set("can could would please")


def shown(sentence: Sentence) -> Span | None:
    """What "list the orders" and "could you give me all orders" ask to see: the first span behind these words."""
    asked = next((one for one in sentence.spans[1:] if one.kind != "stop" and one.word not in ("list", "verb")), None)
    opening = sentence.texts[: asked.start] if asked else [""]
    return asked if opening[0] in _SHOWING or (_POLITE & {*opening} and {*_SHOWING, "see"} & {*opening}) else None


def read_rows(sentence: Sentence) -> None:
    """ "show me all orders over 2000", "who joined this year", "which orders are open": the rows, and not how many."""
    asked = shown(sentence) or (sentence.span(sentence.after(0)) if sentence.is_operation(0, "list", "which") else None)
    rows = [span for span in sentence.spans if span.kind == "noun" or span.word == "row"]
    told = [column for one in sentence.filters if (column := sentence.table.column(one.filter.column)).numeric or rows]
    bare = bool(sentence.filters) and not sentence.metrics and not sentence.groups and sentence.shape is None
    who = bare and sentence.has("who") and any(map(names_persons, sentence.table.columns))
    thing = who or (asked is not None and (asked in rows or asked.column in told or (bare and asked.kind == "value")))
    counted = (sentence.counts_rows or bare) and sentence.single and not sentence.has("count", "share", "much")
    if thing and counted:
        sentence.take("list", "which", "row", "who")
        sentence.shape = "rows"


def _about_groups(sentence: Sentence, column: ColumnProfile) -> bool:
    """ "which regions have revenue above 1000": of the rows, or of the regions?"""
    if unique(column, sentence.table):
        return False
    operators = [item.filter.operator for item in sentence.filters if not item.period]
    return bool({*operators} & {">", ">=", "<", "<=", "between"})


def flags_as_rates(sentence: Sentence) -> None:
    """A share whose only part is a yes/no column is its rate, which can be grouped and ranked."""
    if sentence.shape != "share" or sentence.rivals or len(sentence.part) != 1 or not sentence.counts_rows:
        return
    column = sentence.table.column((part := sentence.part[0]).column)
    if column.yes is None or part.values != (column.yes,):
        return
    sentence.metrics, sentence.part, sentence.shape = [rate_of(column)], [], None
