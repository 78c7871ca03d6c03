"""Sample values kept from the model: no cell of a table that was really read stands in a request to one."""

import csv
import io
import json

import pytest

from infra.lab.messages_api import Brain, MessagesApi, calls, text
from shared.mind import choose_model
from shared.model import moves, port
from shared.model.port import Request
from shared.settings import Settings

TABLE = """order,customer,plan,amount,weight_kg,note,signed
70011,Zweigart Ltd,Platinumish,48117.25,17.75,"left at the back door, as the neighbour had asked us to do",2019-04-17
70012,Quibble & Sons,Bronzeish,913.5,23.25,"the box was open and the driver in a great hurry to leave",2019-11-29
70013,Zweigart Ltd,Platinumish,60442.75,31.5,"nobody answered the bell so the parcel went back to depot",2020-08-13
70014,Hollowmere,Bronzeish,75519.5,17.75,"arrived early and in good order, no complaint was made",2021-02-26
70015,Zweigart Ltd,Platinumish,82233.25,44.25,"the label was wet and could be read only with some luck",2021-06-19
70016,Hollowmere,Bronzeish,10267.5,52.75,"second attempt after the first one had failed last week",2022-09-23
"""
SPELT = "order,plan,amount\n" + "".join(
    f"{71000 + at},{('Platinumish', 'platinumish', 'Bronzeish')[at % 3]},{at + 10_000}.5\n" for at in range(30)
)
"""A table of which a reply says how its labels were read."""
PLANS = 'SELECT count(DISTINCT plan) AS tarife FROM "data"'
UNSURE = "I'm not sure, maybe I can't say; I don't know, it could be anything. I think it is unclear."
COUNT = 'SELECT count(*) AS "rows" FROM "data"'
CONSULTED = (
    "which plan has the highest amount",
    "whether to close a depot",
    "the board",
    "a clear ranking",
    "none",
    "fully",
    "and the total?",
)
"""What a person says in all three phases, of which the second computes and the third analyses."""


def _written(cell: str) -> set[str]:
    """A cell as it stands in the file, and as numbers and dates are told."""
    try:
        value = float(cell)
    except ValueError:
        return {cell, cell[:30]}
    return {cell, f"{value:,}", f"{value:,.0f}", f"{value:,.2f}", f"{value:.4g}"}


ROWS = list(csv.reader(io.StringIO(TABLE)))[1:]
CELLS = {form for row in ROWS for cell in row for form in _written(cell) if len(form) > 4}


def _asked_of(request) -> str:
    return next(line for line in request.system.splitlines() if line.startswith("# Your part"))


def _stumbling(request, content):
    """Asks two agents, runs a query that fails and one that works, and is unsure of its answer."""
    if "assign_tasks" in request.tools:
        agents = ("sql_analytics", "data_discovery")
        return [calls("assign_tasks", {"tasks": [{"agent": agent, "request": "The total"} for agent in agents]})]
    if request.results:
        return [calls("answer", {"text": f"{UNSURE} It is {{r1.rows}}."})]
    if "run_sql" in request.tools:
        failing = {"sql": 'SELECT sum(quite_unheard_of) FROM "data"', "purpose": "Total amount"}
        return [calls("run_sql", failing, "a"), calls("run_sql", {"sql": COUNT, "purpose": "Orders"}, "b")]
    if "write the one reply" in _asked_of(request):
        return [text(json.dumps({"text": UNSURE}))]
    return content


def _in_german(request, content):
    """Answers in German, so that Candor's own sentences are to be put into it."""
    answer = {"text": "Es sind {r1.tarife} Tarife.", "language": "de"}
    return [calls("answer", answer)] if request.results else content


@pytest.fixture
def sent(candor):
    """What a model is sent in turns of every kind, with or without samples."""

    def sent(*, samples: bool):
        unsure, german = Brain(score=0.2, then=_stumbling), Brain(sql=PLANS, then=_in_german)
        with MessagesApi(unsure) as server, MessagesApi(german) as other:
            given = {"anthropic_api_key": "test", "share_samples": samples}
            before = candor.deps.model
            try:
                candor.deps.model = choose_model(Settings(model="claude", anthropic_base_url=other.base_url, **given))
                candor.ask("Wie viele Tarife sind es?", SPELT)
                candor.deps.model = choose_model(Settings(model="claude", anthropic_base_url=server.base_url, **given))
                session = candor.session(TABLE)
                for _ in range(2):
                    candor.ask("What is the total amount?", session=session)
                consultation = candor.session(TABLE, mode="consultation")
                for message in CONSULTED:
                    candor.ask(message, session=consultation)
                candor.break_("Coordinate", "raises")
                candor.ask("What is the total amount?", session=session)
            finally:
                candor.deps.model = before
            return [*other.requests, *server.requests]

    return sent


def test_no_cell_of_a_table_is_in_any_request_while_samples_are_kept(sent):
    requests = sent(samples=False)
    kinds = {_asked_of(request) for request in requests}
    assert len(kinds) == len([one for one in (vars(port) | vars(moves)).values() if _is_request(one)]), kinds
    leaked = {(_asked_of(request), cell) for request in requests for cell in CELLS if cell in request.everything}
    assert leaked == set()


def test_cells_are_there_where_samples_are_shared(sent):
    shown = {cell for request in sent(samples=True) for cell in CELLS if cell in request.everything}
    assert {"Zweigart Ltd", "82233.25", "52.75", "2022-09-23"} <= shown


def _is_request(one) -> bool:
    """Whether it is a kind of request that a language model is asked."""
    is_kind = isinstance(one, type) and issubclass(one, Request) and not one.__name__.startswith("Request")
    return is_kind and not one.rules_alone
