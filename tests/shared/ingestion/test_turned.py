"""Tables that lie on their side are turned where that is proved, and no other table is."""

import random

import pytest

MONTHS = ["Jan 2024", "Feb 2024", "Mar 2024", "Apr 2024", "May 2024"]
TOLD = "The table lies on its side"


def _text(rows: list[list[str]]) -> str:
    return "".join(",".join(f'"{cell}"' for cell in row) + "\n" for row in rows)


def _measures(rng: random.Random) -> dict[str, list[str]]:
    """Columns of several kinds, as a table that stands upright has them."""
    return {
        "Revenue": [f"${rng.randint(1_000, 9_999):,}" for _ in MONTHS],
        "Orders": [str(rng.randint(10, 99)) for _ in MONTHS],
        "Return rate": [f"{rng.randint(10, 99) / 10}%" for _ in MONTHS],
        "Best seller": [rng.choice(["Bolt", "Nut", "Pin"]) for _ in MONTHS],
        "Closed on": [f"2024-0{at}-28" for at in range(1, 6)],
    }


@pytest.mark.parametrize("seed", range(8))
def test_a_table_on_its_side_is_read_as_the_same_one_upright(read, seed):
    rng = random.Random(seed)
    measures = _measures(rng)
    names = rng.sample(list(measures), rng.randint(4, 5))
    rows = [["Metric", *MONTHS], *([name, *measures[name]] for name in names)]
    upright = read(_text([list(row) for row in zip(*rows, strict=True)]))
    found = read(_text(rows))
    assert (found.rows, found.types()) == (upright.rows, upright.types())
    assert [column.name for column in found.profile.columns] == ["period", *names]
    assert any(TOLD in one.detail and one.doubt for one in found.profile.repairs)
    assert TOLD not in upright.told()


@pytest.mark.parametrize("seed", range(12))
def test_a_table_that_stands_upright_is_left_so(read, seed):
    rng = random.Random(seed)
    measures = _measures(rng)
    names = rng.sample(list(measures), rng.randint(2, 5))
    for name in names:
        if rng.random() < 0.3:
            measures[name][rng.randrange(5)] = rng.choice(["", "n/a", "offline", "5%"])
    rows = [["Shop", *names], *([f"Shop {at}", *(measures[name][at] for name in names)] for at in range(5))]
    assert TOLD not in read(_text(rows)).told()


SIDES = {
    "units of labels": (
        "Indicator,2019,2020,2021\nHeight (cm),170,171,172\nWeight (kg),70,71,72\nShare (%),1.2,1.3,1.4\n",
        "year",
    ),
    "things": (",A,B,C\nPrice,$5,$6,$9\nWeight,2 kg,3 kg,4 kg\nColour,red,blue,red\n", "name"),
    "a share between": (
        "item,2021,2022,2023\nRevenue,500,610,720\nProfit,200,260,310\nMargin,40%,42%,43%\nStaff,5,6,7\n",
        "year",
    ),
    "gaps": ("KPI,Jan 2024,Feb 2024,Mar 2024\nRevenue,$1,,$3\nRate,1%,2%,3%\nBest,Nut,Pin,Nut\n", "period"),
}


@pytest.mark.parametrize(("text", "first"), SIDES.values(), ids=list(SIDES))
def test_kinds_and_units_of_rows_prove_it(read, text, first):
    found = read(text)
    assert TOLD in found.told()
    assert found.profile.columns[0].name == first
    assert len(found.rows) == 3


UPRIGHT = {
    "countries by year": "country,2019,2020,2021\nChina,1400000,1410000,1412000\nMalta,500,510,515\nFrance,67,68,69\n",
    "a row of words": "station,jan,feb,mar\nA,1,2,3\nB,offline,broken,offline\nC,4,5,6\nD,7,8,9\n",
    "two rows of one word": "station,jan,feb,mar\nA,1,2,3\nB,off,off,off\nC,4,5,6\nD,bad,bad,bad\nE,1,2,3\n",
    "a row of units": "name,a,b,c\nunit,foo,bar,baz\nx,1,2,3\ny,4,5,6\nz,7,8,9\n",
    "a change below": "country,2019,2020,2021\nA,10,20,30\nB,11,21,31\nC,12,22,32\nchange,5%,6%,7%\n",
    "currencies of rows": "item,old,new,next\nBolt,$5,$6,$7\nNut,€5,€6,€8\nPin,$5,$6,$1\nTee,€5,€6,€8\n",
    "labels that come again": "k,a,b,c\nx,1%,2%,3%\nx,p,q,r\ny,1,2,3\ny,s,t,u\n",
    "tables on one another": "who,time,team\nA,160:30,x\nB,92:45,y\nC,100:50,x\nhall,load,line\nM,3.5,2\nN,4.5,1\n",
    "texts": "a,b,c,d\nx,p,q,r\ny,s,t,u\nz,v,w,x\n",
}


@pytest.mark.parametrize("text", UPRIGHT.values(), ids=list(UPRIGHT))
def test_what_only_resembles_such_a_table_is_not_turned(read, text):
    assert TOLD not in read(text).told()


def test_a_long_table_is_not_looked_at(read):
    rows = "".join(f"r{at},{at}%,{at}%,{at}%\ns{at},p{at},q{at},r{at}\n" for at in range(60))
    assert TOLD not in read(f"k,a,b,c\n{rows}").told()
