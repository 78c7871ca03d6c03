"""The mistakes of a tired author, made in three agents: each is caught, in a sentence that says what to do."""

import pytest

from tests.functions.agents.example import example, module_of
from tests.functions.agents.promises import complaints
from tests.functions.agents.weakest import SOURCE as WEAKEST
from tests.functions.agents.written_out import SOURCE as WRITTEN_OUT

KNOWN = 'facts.add(f"number of {rows} with {name}", column="known")'
QUARTILE = 'sql.formula("quantile_cont(:cell, 0.25)", cell=self.measure)'
LOW = 'facts.add(f"first quartile of {name}", own.unit, column="low")'
IN_PYTHON = 'facts.work_out(f"lower half of {name}", sum(facts.number("low", row) for row in facts.rows()) / 2, of=())'
OWN_FACTS = """    def findings(self, table, results):
        found = super().findings(table, results)
        names = [fact.name for fact in found.facts]
        made = zip(found.facts, (*names[1:], *names[:1]))
        return found.model_copy(update={"facts": tuple(CHANGED for fact, other in made)})
"""
TURNED = OWN_FACTS.replace("CHANGED", 'fact.model_copy(update={"value": -fact.value})')
MIXED = OWN_FACTS.replace("CHANGED", 'fact.model_copy(update={"name": other})')
EXAMPLES = '("What is the interquartile range of {measure}?", "Between which quartiles does {measure} lie?")'
DOCSTRING = '    """Between which values the middle half of a measure lies, from its first to its third quartile."""\n'
IN_SQL: dict[str, tuple[str, dict[str, str]]] = {
    # of figures
    "a figure that is not declared": ("is no fact", {"{low} to {high}.": "{facts.number('high') * 3.7:,.4f}."}),
    "a fact that is not its cell": (
        "name every cell it was calculated from",
        {LOW: 'facts.work_out("low", 1.5, of=facts.all()[0].cells)'},
    ),
    # of columns
    "a column that there is not": (
        "name columns by sql.column or sql.formula",
        {'"count(:cell)", cell=self.measure': '"count(revenue)"'},
    ),
    "a cell that no query selects": ("only cells that a query selects", {'column="high")': 'column="highest")'}),
    # of small samples
    "a small sample": ("call `self.require(found, …)`", {"self.require(": '"".format('}),
    "no word on how few are enough": ("set `least`", {"    least = 8\n": ""}),
    "a sample whose size is not told": ("add the count as a fact", {KNOWN: 'facts.number("known")'}),
    "a sample that no table has": ("answers on none of the tables", {"    least = 8\n": "    least = 8000\n"}),
    # of exceptions
    "a raw exception": (
        "raise ForfeitException",
        {"        told = ": "        1 / facts.number('known', row=1)\n        told = "},
    ),
    # of caveats
    "a condition that is not said": ("add where_text(self.filters, table)", {"{rows}{where} have": "{rows} have"}),
    "a condition that its query's purpose leaves out": (
        "add where_text(self.filters, table)",
        {"{self.measure}{where_text(self.filters, table)}": "{self.measure}"},
    ),
    "a condition that no fact says": ("no fact says the condition", {"Facts(results, where)": "Facts(results)"}),
    "a condition that is not met": ("give `self.filters` to its query", {"figures, self.filters)": "figures)"}),
    # of rows without bound
    "a figure of all rows, calculated from those that were fetched": (
        "calculate it in SQL",
        {
            QUARTILE: "sql.column(self.measure)",
            QUARTILE.replace("0.25", "0.75"): "sql.column(self.measure)",
            'sql.formula("count(:cell)", cell=self.measure)': 'sql.formula("count(*) over ()")',
            LOW: IN_PYTHON,
        },
    ),
}
IN_THE_LANGUAGE: dict[str, tuple[str, dict[str, str]]] = {
    "a condition that is not met": ("give `self.where` to its query", {"where=self.where, measures": "measures"}),
    "a sample whose size is not told": ("add the count as a fact", {"measures=(known, first": "measures=(first"}),
    "a sample that no table has": ("answers on none of the tables", {"    least = 8\n": "    least = 8000\n"}),
    "a column that there is not": (
        "answers on none of the tables",
        {'Statistic(function="known", column=self.measure)': 'Statistic(function="known", column="turnover")'},
    ),
    # of routing
    "no capabilities": ("list what it can do", {'("Compute the interquartile range of a measure",)': "()"}),
    "trigger words": ("lists words that trigger", {'("Compute the inter': '("keywords: inter'}),
    "no description": (
        "a coordinator chooses by it",
        {'"Tells how widely the values of a measure are spread.",': '"",'},
    ),
    "no examples": ("give two to four questions", {EXAMPLES: "()"}),
    "no docstring": ("has no docstring", {DOCSTRING: ""}),
    "an example with a field that it does not have": ("takes no column", {"range of {measure}": "range of {amount}"}),
    "examples of another agent": (
        "what only this one does",
        {
            EXAMPLES: '("Break down {measure} by region",)',
            '"Compute the interquartile range of a measure"': '"Tell the weather of next week"',
        },
    ),
    "another agent's name": ("agents don't know each other", {"compare it with nothing": "ask sql_analytics"}),
    # of permissions
    "a client of its own": ("is granted what every agent is", {'"""Tells': 'import boto3\n"""Tells'}),
    "data by another way than queries": (
        "import from shared.agents.sdk alone",
        {'"""Tells': 'from shared.store.turns import Belongings\n"""Tells'},
    ),
    "no handler": ("nothing can call it", {"handler = agent.handler\n": ""}),
    "no needs": ("say what in `needs=Needs(…)`", {"    needs=Needs(datasets=1, rows=8, measures=1),\n": ""}),
}
OF_GROUPS: dict[str, tuple[str, dict[str, str]]] = {
    "no order": (
        "give its query a Ranking",
        {", ranking=ranking)": ")", "        ranking = Ranking(by=0, descending=False, limit=3)\n": ""},
    ),
    "the other end first": ("ranks the other way round", {"descending=False": "descending=True"}),
    "no word on which end comes first": ("does not say which end", {'    first = "lowest"\n': ""}),
    "a sign turned round": ("tell what was computed", {"# FACTS": TURNED}),
    "figures of other groups": ("is told of another group", {"# FACTS": MIXED}),
}
EVERY = {
    **{f"in SQL: {name}": (WRITTEN_OUT, *mistake) for name, mistake in IN_SQL.items()},
    **{name: (example(), *mistake) for name, mistake in IN_THE_LANGUAGE.items()},
    **{f"of groups: {name}": (WEAKEST, *mistake) for name, mistake in OF_GROUPS.items()},
}


@pytest.mark.parametrize("source", [example(), WEAKEST, WRITTEN_OUT], ids=["example", "weakest", "written out"])
def test_an_agent_without_mistakes_keeps_every_promise(source):
    assert not list(complaints(module_of(source).agent, source))


@pytest.mark.parametrize(("source", "told", "edits"), EVERY.values(), ids=EVERY)
def test_a_mistake_is_caught_with_a_sentence_that_says_what_to_do(source, told, edits):
    for written, instead in edits.items():
        assert written in source
        source = source.replace(written, instead, 1)
    said = []
    for complaint in complaints(module_of(source, "tired").agent, source):
        said.append(complaint)
        if told in complaint:
            return
    pytest.fail(f"none of these says “{told}”: {said}")
