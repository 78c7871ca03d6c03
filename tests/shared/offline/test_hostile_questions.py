"""No-model mode on questions and tables that nobody thought of: each ends in a figure with words, or a forfeit."""

from datetime import datetime

import duckdb
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from functions.registry import all_agents
from shared.analysis.tables import table_of
from shared.contracts import DatasetProfile, QueryResult
from shared.engine.duckdb.worker_main import plain
from shared.engine.sql.guard import check
from shared.errors import ForfeitException
from shared.model.moves import NextMove, RouteQuestion, TaskDraft
from shared.offline.mind import DeterministicModel
from tests.shared.analysis.running import with_columns, with_statistics
from tests.shared.offline.reading.ingested import Tables, ingested
from tests.shared.offline.reading.shops import NOW

HUGE = "9" * 700
TABLES = {
    "marks": "#,%,---,🙂,name,units\n1,20,a,East,Ann,5\n2,30,b,West,Bob,-1\n3,,c,East,Cy,0\n4,5,d,West,Di,8\n",
    "signs": '#,%,---,🙂,"",x"\n1,2,a,East,,5\n2,3,b,West,9,-1\n3,,🙂,East,,0\n',
    "words": f"select,from,null,it's,a;b,{'n' * 300}\n1,East,2024-01-02,yes,0.5,x\n{'8' * 30},West,2024-02-03,no,NaN,y",
    "twice": "a,A,a,1,1,2024\nEast,1,2,3,4,5\nWest,-1,1e308,inf,'',\n",
    "scripts": "اسم,名前,\u202eevil,é,Á\nأحمد,太郎,1,½,2024-05-06\nسارة,花子,2,²,2024-07-08\n",
    "one cell": "🙂\n🙂\n",
    "months": "year,jan,feb,date,id\n2023,1,2,2023-01-01,1\n2024,3,,2024-12-31,2\n",
}
_WORDS = (
    "total average how many which highest lowest top per by in of and or than between over under share percentage "
    "compare correlation outliers missing trend month segment describe list when last first median distribution "
    "forecast duplicates most least is was not ? , ; ( ) ' \" - # % 🙂 0 -1 ½ ² ٣ 1e9 3% $-5 12th million 2024 May "
    "East West yes a A 1 --- 名前 اسم year jan date id select from null DROP TABLE 99999999999 days 9999-12-31 "
    "2024-99-99 \u202e \x00"
)
QUESTIONS = st.one_of(
    st.lists(st.sampled_from(_WORDS.split()), max_size=9).map(" ".join),
    st.text(st.characters(exclude_categories=("Cs",)), max_size=60),
)


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    """The tables, ingested as any file is."""
    with ingested(TABLES, tmp_path_factory.mktemp("hostile")) as found:
        yield found


@settings(max_examples=60)
@given(question=QUESTIONS, name=st.sampled_from(sorted(TABLES)))
@example(question="🙂", name="signs")
@example(question="-", name="signs")
@example(question='"', name="signs")
@example(question="  ", name="months")
@example(question=f"revenue over {HUGE}", name="months")
@example(question=f"top {HUGE} jan", name="months")
@example(question=f"{HUGE}th year", name="months")
@example(question="jan over $-5 or -$-5", name="months")
@example(question="jan in the last 99999999999 days", name="months")
@example(question="jan in the next 5000000 months", name="months")
@example(question="what is 2024-10-06's 1 and also why", name="twice")
@example(question="total #", name="marks")
@example(question="average % by 🙂", name="marks")
@example(question="how many --- are there per 🙂", name="marks")
@example(question="z" * 3000, name="words")
def test_a_hostile_question_on_a_hostile_table_ends_in_a_coherent_reply(tables, question, name):
    for told in _replies(question, tables, name):
        assert told.strip()
        assert told.encode()
        assert len(told) < 4000


def _replies(question: str, tables: Tables, name: str) -> list[str]:
    """What each task of the question comes to: its words, or the reason for none."""
    table, connection = tables[name]
    agents = all_agents()
    asked = RouteQuestion(
        question=question,
        agents=tuple(agent.card for agent in agents.values()),
        datasets=(table,),
        now=NOW,
        playbooks={key: agent.playbook for key, agent in agents.items()},
    )
    route = DeterministicModel().ask(asked, seconds=1.0).value
    return [_worked(task, table, connection, NOW) for task in route.tasks]


def _worked(task: TaskDraft, table: DatasetProfile, connection: duckdb.DuckDBPyConnection, now: datetime) -> str:
    """One agent's work on its task, without the state machine."""
    agent, model = all_agents()[task.agent], DeterministicModel()
    request = NextMove(
        task=task.request, agent=agent.card, instructions="", playbook=agent.playbook, datasets=(table,), now=now
    )
    plan = model.ask(request, seconds=1.0).value
    if plan.forfeit:
        return str(plan.forfeit.reason)
    try:
        return plan.text or " ".join(_computed(one.over((table,)), table, connection) for one in plan.analyses)
    except ForfeitException as forfeit:
        return forfeit.forfeit.reason


def _computed(analysis, table: DatasetProfile, connection: duckdb.DuckDBPyConnection) -> str:
    over = table_of(analysis, (table,))
    results = []
    for query in analysis.queries(over):
        sql = check(query.sql, {table.relation: [column.name for column in table.columns]}).sql
        cursor = connection.execute(sql)
        rows = tuple(tuple(plain(value) for value in row) for row in cursor.fetchall())
        names = tuple(str(item[0]) for item in cursor.description)
        result = QueryResult(columns=names, rows=rows, row_count=len(rows), sql=sql)
        results.append(with_columns(connection, query.model_copy(update={"sql": sql}), result))
    found = analysis.findings(over, with_statistics(analysis, over, tuple(results)))
    return found.summary or " ".join(fact.text for fact in found.facts[:3])
