"""What is answered is of what the question names: no other name, measure or condition takes its place."""

from collections.abc import Iterator
from datetime import datetime

import pytest

from shared.contracts import AgentCard, Scalar
from shared.model.moves import RouteQuestion
from shared.offline.mind import DeterministicModel
from tests.shared.model.answering import CARD, found, planned
from tests.shared.offline.reading.ingested import Tables, ingested

NOW = datetime(2025, 1, 15, 10)
CREW = """name,site,grade,shift,wage,absences,remote,hours_worked,hours_planned
Jon Meyer,Kiel,A,night,gross $52k,12,yes,40.5,38.0
Maria Lopez,Kiel,B,day,61k net,3,no,36.0,39.0
Ann Berg,Bremen,A,day,48 to 50k,7,yes,41.0,40.0
Carla Roth,Bremen,C,night,90k + car,0,no,20.0,22.5
Tom Stein,Jena,B,day,unknown,9,yes,35.0,35.0
Eva Krug,Jena,A,day,39k net,5,no,39.5,37.0
"""
TRADES = "number,country,line,amount,returned,rebate\n" + "".join(
    f"{n},{('Austria', 'Slovenia', 'Georgia')[n % 3]},{('A', 'B', 'AB')[n % 7 % 3]},{n + 0.5},"
    f"{'yes' if n % 4 == 0 else 'no'},{0 if n % 3 else 5}\n"
    for n in range(1, 61)
)
TOWNS = """town,inhabitants,rainfall,budget,forecast
Lund,94000,655,12.5,11.0
Ulm,126000,750,30.1,33.0
Brno,400000,500,88.0,80.5
Gent,265000,820,71.5,71.0
Cork,224000,1200,45.0,49.9
"""
DEVICES = "device,firmware,alarm,temp\n" + "".join(
    f"d{n % 4},{('2.1', '2.20', '2.15')[n % 3]},{'yes' if n % 5 == 0 else 'no'},{15 + n % 9}.5\n" for n in range(1, 61)
)

LOANS = "branch,borrower type,fine\n" + "".join(
    f"{('Quay', 'Mill', 'Park')[n % 3]},{('adult', 'child')[n % 2]},{n % 5}.25\n" for n in range(60)
)


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    spanned = "shop,2022 visits,2022 sales,2023 visits\nA,1,2,3\nB,3,4,6\n"
    texts = {"spanned": spanned, "crew": CREW, "trades": TRADES, "towns": TOWNS, "devices": DEVICES, "loans": LOANS}
    with ingested(texts, tmp_path_factory.mktemp("as_named")) as made:
        yield made


DECLINED = [
    # a name is no slip for another name
    ("crew", "absences of Maria Lopes"),
    ("crew", "absences of Tom Steen"),
    ("crew", "absences of Anna Berg"),
    ("trades", "total amount in Georgie"),
    ("trades", "total amount for Sloveni"),
    ("trades", "how many were sold in Slovonia"),
    # what is ranked by is what the question names
    ("crew", "highest wage"),
    ("crew", "lowest wage"),
    ("crew", "Which site has the most remote?"),
    ("trades", "which country has the most returned"),
    ("devices", "highest firmware"),
    ("devices", "total firmware by device"),
    ("devices", "Which device has the fewest alarms?"),
    # nor what a word was loosely taken for, nor anything where nothing is named
    ("loans", "most borrowed book"),
    ("loans", "which branch borrowed the most"),
    ("loans", "which branch had the most?"),
    ("loans", "which branch has the most borrowers"),
    ("trades", "which country has the fewest lines"),
    # what does not add up is no number of anything, and an end is a point in time
    ("devices", "which device is used most"),
    ("trades", "total amount at the end"),
    ("loans", "average fine at the start of it"),
    # rows are in no unit, and a second mention may be a condition
    ("trades", "How many trades are in euro?"),
    ("trades", "How many trades were paid in dollars?"),
    ("trades", "number of trades in EUR"),
    ("trades", "average rebate of trades with a rebate"),
    ("trades", "average rebate of trades that had a rebate"),
    ("trades", "total rebate of the rebate trades"),
    # columns against each other
    ("crew", "Which sites are above hours_planned?"),
    ("crew", "Who worked more than planned?"),
    ("towns", "Which towns are above forecast?"),
    ("towns", "Which towns are below budget?"),
    ("towns", "Which towns have a budget above forecast?"),
    ("towns", "towns where budget is less than forecast"),
]


@pytest.mark.parametrize(("table", "question"), DECLINED, ids=[question for _, question in DECLINED])
def test_nothing_else_is_answered_in_its_place(tables: Tables, table: str, question: str) -> None:
    plan = planned(question, NOW, tables[table][0])
    assert plan.forfeit is not None, plan.analyses


ANSWERED: list[tuple[str, str, Scalar]] = [
    ("crew", "total absences of A", 24),
    ("crew", "average hours_worked in C", 20.0),
    ("crew", "how many names are in A", 3),
    ("crew", "what is the total of absences", 36),
    ("trades", "total amount of returned trades by line for AB", 114.0),
    ("crew", "total absences of remote names", 28),
    ("spanned", "total 2023 visits", 9),
    ("spanned", "average 2022 sales", 3.0),
    ("towns", "difference between the highest and the lowest rainfall", 700),
]


@pytest.mark.parametrize(("table", "question", "value"), ANSWERED, ids=[question for _, question, _ in ANSWERED])
def test_a_letter_that_is_a_cell_is_a_condition(tables: Tables, table: str, question: str, value: Scalar) -> None:
    assert found(question, *tables[table], NOW).facts[0].value == value


@pytest.mark.parametrize(
    "question", ["total rebate, and how many orders is it", "total amount and how much is their rebate"]
)
def test_a_part_that_points_back_is_no_question_of_its_own(tables: Tables, question: str) -> None:
    asked = RouteQuestion(question=question, agents=(CARD,), datasets=(tables["trades"][0],), now=NOW)
    assert [task.request for task in DeterministicModel().ask(asked, seconds=1).value.tasks] == [question]


def test_who_has_the_most_of_a_kind_of_rows_has_the_most_rows_of_it(tables: Tables) -> None:
    summary = found("which country has the most returned trades", *tables["trades"], NOW).summary
    assert "number of" in summary


@pytest.mark.parametrize(
    "question",
    [
        "What is the difference between budget and forecast on average?",
        "the gap between the average budget and the average forecast",
        "difference between total rainfall and total budget",
        "What lies between the budget and the forecast in total?",
        "average difference between forecast and budget",
    ],
)
def test_a_phrase_with_between_is_never_cut_at_its_and(tables: Tables, question: str) -> None:
    from functions.registry import all_agents  # the playbooks of agents that are there

    agents = all_agents()
    cards: tuple[AgentCard, ...] = tuple(agent.card for agent in agents.values())
    playbooks = {name: agent.playbook for name, agent in agents.items()}
    asked = RouteQuestion(question=question, agents=cards, playbooks=playbooks, datasets=(tables["towns"][0],), now=NOW)
    assert CARD.name in playbooks
    assert [task.request for task in DeterministicModel().ask(asked, seconds=1).value.tasks] == [question]
