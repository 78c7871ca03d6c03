"""The mistakes of a tired author, made in the example: each is caught, in a sentence that says what to do."""

import pytest

from tests.functions.agents.example import example, module_of
from tests.functions.agents.promises import complaints

KNOWN = 'facts.add(f"number of {rows} with {name}", column="known")'
QUARTILE = 'sql.formula("quantile_cont(:cell, 0.25)", cell=self.measure)'
LOW = 'facts.add(f"first quartile of {name}", own.unit, column="low")'
IN_PYTHON = 'facts.work_out(f"lower half of {name}", sum(facts.number("low", row) for row in facts.rows()) / 2, of=())'
ASKS = '("What is the interquartile range of sales?", "Between which quartiles do sales lie?")'
DOCSTRING = '    """Between which values the middle half of a measure lies, from its first to its third quartile."""\n'
MISTAKES: dict[str, tuple[str, dict[str, str]]] = {
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
    "a condition that is not met": ("give `self.filters` to sql.select", {"figures, self.filters)": "figures)"}),
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
    # of routing
    "no capabilities": ("list what it can do", {'("Compute the interquartile range of a measure",)': "()"}),
    "trigger words": ("lists words that trigger", {'("Compute the inter': '("keywords: inter'}),
    "no description": (
        "a coordinator chooses by it",
        {'"Tells how widely the values of a measure are spread.",': '"",'},
    ),
    "no phrases": ("give phrases", {ASKS: "()"}),
    "no docstring": ("has no docstring", {DOCSTRING: ""}),
    "phrases that it does not read": ("Put its words into", {'"range between which lie"': '"range"'}),
    "cues of another agent": (
        "choose cues that say what only this one does",
        {
            ASKS: '("Segment customers by sales",)',
            '"interquartile; quartile"': '"segment"',
            '"range between which lie"': '"customers value"',
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


def test_the_example_keeps_every_promise():
    assert not list(complaints(module_of(example()).agent, example()))


@pytest.mark.parametrize(("told", "edits"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_caught_with_a_sentence_that_says_what_to_do(told, edits):
    source = example()
    for written, instead in edits.items():
        assert written in source
        source = source.replace(written, instead, 1)
    said = []
    for complaint in complaints(module_of(source, "tired").agent, source):
        said.append(complaint)
        if told in complaint:
            return
    pytest.fail(f"none of these says “{told}”: {said}")
