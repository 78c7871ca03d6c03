"""Questions about single rows of small tables, as people copy them from the web."""

from collections.abc import Iterator
from datetime import datetime

import pytest

from shared.analysis.base import Findings
from shared.errors import ForfeitException
from shared.offline.reading.rows.understand import understood
from tests.shared.model.answering import found, planned
from tests.shared.offline.reading.ingested import Tables, ingested

NOW = datetime(2025, 1, 15, 10)
RACE = """Pos,No,Driver,Team,Laps,Time/Retired,Grid,Points
1,3,Marco Vell,Arden Racing,80,1:45:12.3,2,25
2,9,Scott Larkin,Team Novo,80,+4.2,1,20
3,27,Pierre Aubry,Arden Racing,80,+9.9,5,16
4,11,Ken Ito,Kuro Motorsport,79,+1 lap,3,13
5,6,Luis Prado,Team Novo,79,+1 lap,8,11
6,14,Dan Foster,Holt-Beck,78,+2 laps,4,10
Ret,5,Jan Novak,Holt-Beck,51,Gearbox,6,
Ret,22,Tomas Reyes[1],Kuro Motorsport,33,Accident,7,
"""
MEDALS = """Rank,Nation,Gold,Silver,Bronze,Total
1,Italy,7,5,3,15
2,Australia,5,4,6,15
3,Switzerland,4,0,2,6
4,Peru,2,3,2,7
5,Kenya,2,1,2,5
6,Chile,1,6,2,9
7,Japan,1,0,0,1
,World,22,19,17,58
"""
WRECKS = """Ship,Type of Vessel,Lake,Location,Lives lost
Argus,Steamer,Lake Huron,off Kincardine,25 lost
Hydrus,Steamer,Lake Huron,near Lexington,28 lost
Leafield,Steamer,Lake Superior,Angus Island,all hands
Plymouth,Barge,Lake Michigan,St. Martin Island,7 lost
Wexford,Steamer,Lake Huron,north of Grand Bend,all hands
Regina,Steamer,Lake Huron,near Harbor Beach,
Henry Smith,Steamer,Lake Superior,,all hands
"""
MEETS = """Year,Competition,Venue,Position,Event
1998,African Championships,"Dakar, Senegal",3rd,Discus
2001,Universiade,"Beijing, China",8th (q),Shot put
2002,Commonwealth Games,"Manchester, England",1st,Discus
2003,World Championships,"Paris, France",NM,Discus
2004,African Championships,"Brazzaville, Congo",1st,Discus
2004,Olympic Games,"Athens, Greece",21st,Shot put
"""
GAMES = """Date,Opponent,Location,Result,Attendance
September 4,Ridgeview State,Home Field,W 28-10,4500
September 11,at Milton,"Milton, OH",L 14-21,6210
September 18,Carver Tech*,Home Field,W 35-0,5120
October 9,Easton*,Home Field,T 7-7,5300
October 16,at Lakeside*,"Lakeside, IN",L 3-24,8000
November 6,Bell University,Home Field,W 42-14,4100
"""
STAYS = """Season,Club,Country,Started,Games
2003,Orly,France,2003-07-01,12
2001,Basel,Switzerland,2001-07-01,30
2002,Lugano,Switzerland,2002-07-01,25
"""
SONGS = """Year,Title,US,UK,Album
1986,Cold Lantern,,54,First Light
1987,Harbour Song,12,8,First Light
1987,Two Rivers,40,,First Light
1989,Glass Parade,3,1,Paper Moons
1996,Home Again,,70,single only
1997,Last Bus,,80,singles only
"""
ISLES = """Name,Area (km²),Area (sq miles),Crew,Title of tour,Translation of title
Rask,10.5,4.1,12,Resan,The Journey
Vill,20.5,7.9,8,Hem,Home
Holm,31.0,12.0,25,Bort,Away
"""
COUNTIES = """Mainland,Area,People
Aldshire,70,2228
Bern,24,2530
Total mainland,94,4758
Islands,,
Rask,39,214
Vill,56,232
Total islands,95,446
"""
PAIRS = """Stage,Nation,Riders,Penalties
1,Austria,"Huber, Wolf",0
2,Denmark,"Sund, Dahl",4
3,Norway,"Berg, Lie",2
4,Poland,"Nowak, Mazur",1
5,Latvia,"Ozols, Kalns",9
6,Finland,"Laine, Salo",3
"""
SQUAD = """No,Name,Height,School,Reach
1,Ladd,6'5",Rain High,198 cm / 78 in
2,Wills,6'10",Mayfair High,205 cm / 81 in
3,Kell,6'2",Norby High,187 cm / 74 in
4,Sand,6'2",Elk High,187 cm / 74 in
"""
HIRES = """Player,Position,Date signed,Contract ends,Province
Lunt,QB,2013-03-29,2015-06-01,Ulm
Pell,RB,2013-08-11,4 May 2013,Bern
Orr,OG,2013-03-27,2016-06-01,Chur
Vey,SS,2013-05-02,2014-06-01,Genf
"""
FINALS = """Athlete,Event,Maps,Rank
Lunt,Hard,1822,12
Pell,Hard (i),1901,3
Orr,Slalom,1843,23
Vey,Slalom,1866,9
Kell,Hard,1860,4
"""
TABLES = {
    "hires": HIRES, "finals": FINALS,
    "race": RACE, "medals": MEDALS, "wrecks": WRECKS, "meets": MEETS, "games": GAMES, "stays": STAYS, "songs": SONGS,
    "pairs": PAIRS, "squad": SQUAD, "isles": ISLES, "counties": COUNTIES,
}  # fmt: skip


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    with ingested(TABLES, tmp_path_factory.mktemp("tables")) as made:
        yield made


def ask(tables: Tables, name: str, question: str) -> Findings:
    profile, connection = tables[name]
    return found(question, profile, connection, NOW)


ANSWERED = [
    ("race", "who is the next driver listed after scott larkin?", "Pierre Aubry"),
    ("race", "which driver came immediately before luis prado?", "Ken Ito"),
    ("race", "what team did ken ito drive for?", "Kuro Motorsport"),
    ("race", "how many drivers completed 80 laps?", 3),
    ("race", "who completed more laps, dan foster or luis prado?", "Luis Prado"),
    ("race", "what is the difference in points between marco vell and ken ito?", 12),
    ("race", "who was the last driver to complete 80 laps?", "Pierre Aubry"),
    ("race", "what driver had the fewest laps?", "Tomas Reyes[1]"),
    ("medals", "how many gold medals did australia and switzerland win in total?", 9),
    ("medals", "did italy or peru win more silver medals?", "Italy"),
    ("medals", "is the total of italy more than the total of peru?", "yes"),
    ("medals", "how many more bronze medals did australia win than chile?", 4),
    ("medals", "which nation won the most silver medals?", "Chile"),
    ("medals", "how many nations won at least 5 gold medals?", 2),
    ("wrecks", "which ship is listed right after the regina?", "Henry Smith"),
    ("wrecks", "what was the only barge?", "Plymouth"),
    ("wrecks", "how many ships were lost in lake superior?", 2),
    ("wrecks", "besides the leafield, what ship was lost in lake superior?", "Henry Smith"),
    ("wrecks", "which lake had the most ships lost?", "Lake Huron"),
    ("meets", "how many times did he finish first?", 2),
    ("meets", "what competition came after the universiade?", "Commonwealth Games"),
    ("meets", "what year did he compete in athens?", 2004),
    ("meets", "how many competitions took place between 2002 and 2004?", 4),
    ("games", "how many games did they win?", 3),
    ("games", "who was the last opponent?", "Bell University"),
    ("games", "what was the attendance on september 18?", 5120),
    ("games", "who did they play on october 9?", "Easton*"),
    ("stays", "which club was the last?", "Orly"),
    ("stays", "what is the last club on the list?", "Lugano"),
    ("songs", "how many songs are on first light?", 3),
    ("songs", "what year was harbour song released?", 1987),
    ("songs", "the only song from 1989", "Glass Parade"),
    ("songs", "the last year on the list", 1997),
    ("songs", "after 1987 how many entries are there?", 3),
    ("isles", "which company had the most crew?", "Holm"),
    ("isles", "what is the area sq miles of vill?", 7.9),
    ("isles", "which is larger in area, rask or vill?", "Vill"),
    ("squad", "the player at the top of the list", "Ladd"),
    ("songs", "what was the album of the last song?", "singles only"),
    ("squad", "who is taller, ladd or wills?", "Wills"),
    ("squad", "who has the greatest reach?", "Wills"),
    ("pairs", "how many stages are there in total?", 6),
    ("pairs", "who rode next after austria?", "Denmark"),
    ("pairs", "which riders rode next after austria?", "Sund, Dahl"),
]  # fmt: skip


@pytest.mark.parametrize(("table", "question", "answer"), ANSWERED, ids=[question for _, question, _ in ANSWERED])
def test_a_question_about_rows_gets_its_cell_or_its_count(
    tables: Tables, table: str, question: str, answer: str | int
) -> None:
    assert ask(tables, table, question).facts[0].value == answer


FORFEITED = [
    ("race", "ken ito finished immediately after who?", ""),
    ("songs", "how many songs were released only once?", ""),
    ("songs", "what other song is on first light?", ""),
    ("isles", "what is the area of vill?", "another unit"),
    ("isles", "what is the total area of rask and vill?", "another unit"),
    ("isles", "which has a crew of less than 10 crew?", ""),
    ("isles", "what tour number had the most crew?", ""),
    ("isles", "which title of tour was titled home?", ""),
    ("counties", "which mainland has the fewest people?", "total"),
    ("counties", "how many mainlands have an area under 60?", "total"),
    ("wrecks", "how many ships were only steamers?", ""),
    ("squad", "which school has the most high?", ""),
    ("squad", "how many more high did ladd have than wills?", ""),
    ("pairs", "who was the first to get penalties?", ""),
    ("pairs", "what is the total stage?", "means nothing"),
    ("race", "who won the race in 1994?", "1994"),
    ("race", "which driver had the highest position?", ""),
    ("race", "how many drivers were injured?", "injured"),
    ("wrecks", "how many lives were lost on the hydrus?", ""),
    ("meets", "which venue came before the african championships?", "apart from each other"),
    ("stays", "which club came after orly?", "different rows"),
    ("medals", "how many points did kenya win?", "points"),
    ("race", "who was the first driver to die?", "die"),
    ("songs", "how many singles were sold in 1987?", "singles"),
    ("games", "how many goals did easton score?", "goals"),
    ("hires", "who was the previous player signed before pell?", ""),
    ("hires", "which date is below 4 may 2013?", ""),
    ("hires", "the top played position according to this chart", ""),
    ("hires", "how many clubs are in the province of ulm?", ""),
    ("finals", "who was last in the slalom overall?", ""),
    ("finals", "which athlete has the most maps?", ""),
    ("finals", "what is the number of times the hard event was used?", "two ways"),
]  # fmt: skip


@pytest.mark.parametrize(("table", "question", "why"), FORFEITED, ids=[question for _, question, _ in FORFEITED])
def test_a_question_about_rows_that_the_table_does_not_settle_is_forfeited(
    tables: Tables, table: str, question: str, why: str
) -> None:
    profile, _ = tables[table]
    plan = planned(question, NOW, profile)
    if plan.forfeit:
        assert why in plan.forfeit.reason
        return
    with pytest.raises(ForfeitException) as refused:
        ask(tables, table, question)
    assert why in refused.value.forfeit.reason


def test_a_neighbour_says_that_it_goes_by_the_order_of_the_file(tables: Tables) -> None:
    assert "n the order of the file" in ask(tables, "race", "who is listed after ken ito?").summary


def test_the_last_by_date_is_told_apart_from_the_last_of_the_file(tables: Tables) -> None:
    assert ask(tables, "stays", "which club was the last?").facts[0].value == "Orly"
    assert ask(tables, "stays", "which club is listed last?").facts[0].value == "Lugano"


def test_a_row_that_is_the_total_of_the_others_is_left_out_and_told(tables: Tables) -> None:
    read = understood("which nation won the most gold medals?", tables["medals"][0])
    assert read is not None
    assert any("World" in told for told in read.told)


def test_cells_that_differ_in_an_ending_count_as_the_same(tables: Tables) -> None:
    values = [fact.value for fact in ask(tables, "songs", "which songs were singles only?").facts]
    assert values == ["Home Again", "Last Bus"]


def test_whoever_the_table_is_about_may_be_named_and_the_answer_says_so(tables: Tables) -> None:
    plan = planned("how many times did marlow finish first?", NOW, tables["meets"][0])
    assert plan.forfeit is None
    assert any("does not name “marlow”" in reading for reading in plan.readings)


def test_what_is_at_the_top_must_be_in_the_table(tables: Tables) -> None:
    assert understood("who had the top score for arden racing?", tables["race"][0]) is None
    assert understood("who is at the top of the list?", tables["race"][0]) is not None


def test_large_tables_are_not_read_row_by_row(tables: Tables) -> None:
    large = tables["race"][0].model_copy(update={"row_count": 5000})
    assert understood("who is the next driver listed after scott larkin?", large) is None


def test_what_several_rows_share_is_added_up_before_the_most_is_found(tables: Tables) -> None:
    assert "Arden Racing" in ask(tables, "race", "which team had the most points?").summary
    assert ask(tables, "race", "which team had the most points?").facts[0].value == 25 + 16
