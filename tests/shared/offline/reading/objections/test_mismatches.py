"""Questions whose every word is explained, where the nearest figure is one of another thing, unit or list."""

from collections.abc import Iterator
from datetime import datetime

import pytest

from shared.contracts import Scalar
from shared.errors import ForfeitException
from tests.shared.model.answering import found, planned
from tests.shared.offline.reading.ingested import Tables, ingested

NOW = datetime(2025, 1, 15, 10)
TABLES = {
    "stops": """Stop,Opened,Platforms,Connections
Norrby,1962,2,"Bus, Tram"
Hallen,1962,3,Bus
Kvarn,1964,1,
Centrum,1951,6,"Rail, Bus, Tram"
Hamnen,1958,4,"Rail, Ferry"
Docks,1987,2,Ferry
Expo,2000,5,Bus
""",
    "games": """Week,Opponent,Result,Crowd
1,at Larkton Foxes,L 6-36,54648
2,Marl Steelers,W 27-0,50229
3,at Ebb Giants,L 10-20,76213
4,Larkton Foxes,L 0-13,37073
5,Ebb Giants,W 21-14,40000
""",
    "prizes": """Year,Prize,Work,Result
2004,Lynx Prize,Lighthouse,Nominated
2005,Critics Circle,Red Clay,Won
2007,National Prize,Monsoon,Won
2008,Lynx Prize,Monsoon,Won
2011,Lynx Prize,Ivory,Won
2012,Critics Circle,Ivory,Won
2014,Critics Circle,Night Shift,Nominated
""",
    "race": """Pos,No,Driver,Team,Laps,Time/Retired,Grid,Points
1,5,Mara Kell,Arden,72,1:36:45.9,1,10
2,6,Ola Brandt,Arden,72,+ 24.360,4,6
3,19,Ian Rook,Novo,71,+ 1 lap,3,4
4,20,Per Sund,Holt,70,+ 2 laps,6,3
Ret,1,Ana Lima,Kuro,37,Electrical,2,
Ret,2,Gus Berg,Kuro,22,Gearbox,5,
""",
    "albums": """Year,Title,Peak US,Label
1977,Blue Harbor,41,Crown
1979,Paper Lanterns,3,Crown
1981,The Long Room,1,Epos
1983,Salt,8,Epos
2002,Glass,120,Solo
""",
    "towers": """Name,City,Height m (ft),Floors
Meridian,Ellis,312 m (1024 ft),70
Harbour,Ellis,287 m (942 ft),64
Union,Stanton,220 m (722 ft),50
Park View,Lakewood,201 m (659 ft),58
""",
    "shows": """No,Title,Director,Viewers (millions)
1,Return,Mark Dan,9.14
2,Cold Water,Lisa Gran,8.72
3,Ghost Light,Mark Dan,7.95
4,Winter,Lisa Gran,10.02
""",
    "films": """Year,Film,Director,Box office,Notes
1994,Small Hours,Pratt,$2.1 million,Debut
1996,Dry Season,Pratt,$800 thousand,
1998,Alley,Stein,$121.4 million,
1999,Alley 2,Stein,$98.0 million,
2001,Orchard,Doyle,$22.3 million,Also producer
2006,Legacy,Torres,$143.9 million,Also producer
""",
    "boats": """No,Berth,Boat_m,Nights
1,B2,5.0,3
2,B16,10.8,1
3,C29,14.1,12
4,A27,5.8,5
""",
    "branches": """Branch,Loans,Visitors
Central,about 400,19780
Eastfield,few,23876
Oak Hill,closed in May,8295
Harbour,12131 or so,8534
""",
    "kennel": """Customer,Bookings
Gus 13,"[{""dog"": ""Bo"", ""size"": ""large"", ""nights"": 3, ""price"": {""value"": 72, ""currency"": ""EUR""}}]"
Ines 4,"[{""dog"": ""Lu"", ""size"": ""small"", ""nights"": 4, ""price"": {""value"": 96, ""currency"": ""EUR""}}]"
""",
    "votes": """Party,Candidate,Votes,%,Murder rate
Labour,Anna Holm,412331,34.1,5.1
Liberal,Eva Strand,151404,12.5,4.2
Green,Mia Berg,60210,5.0,3.3
""",
}


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    with ingested(TABLES, tmp_path_factory.mktemp("mismatches")) as made:
        yield made


ANSWERED: list[tuple[str, str, list[Scalar]]] = [
    ("prizes", "how many different prizes are there?", [3]),
    ("stops", "average platforms of stops with bus connections?", [4.0]),
]


@pytest.mark.parametrize(("table", "question", "values"), ANSWERED, ids=[question for _, question, _ in ANSWERED])
def test_the_figure_is_of_the_thing_that_is_asked_about(
    tables: Tables, table: str, question: str, values: list[Scalar]
) -> None:
    facts = found(question, *tables[table], NOW).facts
    assert [fact.value for fact in facts][: len(values)] == values


FORFEITED = [
    ("race", "how many drivers retired?", "only count rows"),
    ("race", "what was the fastest lap?", "fastest"),
    ("race", "how many drivers scored points?", "could not read"),
    ("shows", "how many titles had more than 9 million viewers?", "another unit"),
    ("films", "how much more did Alley earn than Alley 2?", "earn"),
    ("films", "what film did she produce first?", ""),
    ("boats", "how many boats are longer than 12 m?", "another unit"),
    ("branches", "total loans?", "“total”"),
    ("kennel", "how many bookings?", ""),
    ("votes", "what percentage did Eva Strand get?", "always the same share"),
    ("votes", "how many murders were there for Labour?", ""),
    ("votes", "is Labour higher than Green?", "higher"),
]


@pytest.mark.parametrize(("table", "question", "why"), FORFEITED, ids=[question for _, question, _ in FORFEITED])
def test_a_figure_of_another_thing_is_no_answer(tables: Tables, table: str, question: str, why: str) -> None:
    profile, _ = tables[table]
    plan = planned(question, NOW, profile)
    if plan.forfeit:
        assert why in plan.forfeit.reason
        return
    with pytest.raises(ForfeitException) as refused:
        found(question, *tables[table], NOW)
    assert why in refused.value.forfeit.reason
