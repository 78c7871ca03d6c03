"""Dirty tables, one trouble each: what stands above, below and between the rows, and headers of all kinds."""

import datetime as dt

import pytest
from dirty import Case

D = dt.date

CASES: dict[str, Case] = {
    # above the table
    "title and blank line": Case("Sales 2024\n\nid,v\n1,2\n2,3\n", [(1, 2), (2, 3)], ("1 line(s) above the header",)),
    "title padded by a spreadsheet": Case(
        "Sales;;\n;;\na;b;c\n1;2;3\n4;5;6\n", [(1, 2, 3), (4, 5, 6)], ("above the header",)
    ),
    "exported on": Case("Exported on 2024-05-01 10:00\nBy: x\na,b\n1,2\n", [(1, 2)], ("2 line(s) above the header",)),
    "comments": Case("# made by x\n# y\na,b\n1,2\n", [(1, 2)], ("above the header",)),
    "prose with commas above the header": Case(
        "Sales report, North region\nFrom 2024-01-01, to 2024-03-31\nStore,Units,Revenue\nLeeds,12,24.5\nYork,9,18.0\n",
        [("Leeds", 12, 24.5), ("York", 9, 18.0)],
        ("2 line(s) above the header",),
        names=("Store", "Units", "Revenue"),
    ),
    "a header with spaces behind its commas is no prose": Case(
        "name, amount\nA,5\nB,6\nC,7\n", [("A", 5), ("B", 6), ("C", 7)], names=("name", "amount"), silent=True
    ),
    "nor is one above texts": Case(
        "name, city\nAnn,Rome\nBob,Paris\nCy,Oslo\n",
        [("Ann", "Rome"), ("Bob", "Paris"), ("Cy", "Oslo")],
        names=("name", "city"),
        silent=True,
    ),
    "facts of the report above a wider table": Case(
        '"Konto:";"DE12 / Giro";\n\n"Von:";"01.01.2024";\n"Stand:";"1.234,56 EUR";\n\n"Tag";"Text";"An";"Betrag";\n'
        '"28.03.2024";"Einkauf";"A";"-45,67";\n"27.03.2024";"Gehalt";"B";"2.845,00";\n',
        [(D(2024, 3, 28), "Einkauf", "A", -45.67), (D(2024, 3, 27), "Gehalt", "B", 2845.0)],
        ("3 line(s) above the header",),
        names=("Tag", "Text", "An", "Betrag"),
    ),
    "a smaller table above": Case(
        "a,b\n1,2\n\nc,d,e\n3,4,5\n6,7,8\n", [(3, 4, 5), (6, 7, 8)], ("above the header",), names=("c", "d", "e")
    ),
    "a larger table above": Case(
        "a,b\n1,2\n3,4\n5,6\n7,8\nc,d,e\n3,4,5\n",
        [(1, 2), (3, 4), (5, 6), (7, 8)],
        ("2 rows have more cells",),
        names=("a", "b"),
        dropped=2,
    ),
    # below the table
    "total row": Case("r,q,v\nN,1,10\nS,2,20\nTotal,3,30\n", [("N", 1, 10), ("S", 2, 20)], ("1 total row",), dropped=1),
    "grand total with colon": Case(
        "r,v\nN,1\nS,2\nGrand Total:,3\n", [("N", 1), ("S", 2)], ("1 total row",), dropped=1
    ),
    "total in the second column": Case(
        "r,c,v\nN,a,1\nS,b,2\n,Total,3\n", [("N", "a", 1), ("S", "b", 2)], ("total row",), dropped=1
    ),
    "a footnote that its comma cut in two, its mark behind a number": Case(
        "r,q,v\nN,1*,10\nS,2,20\nW,3,30\n* estimated, the counter broke\n",
        [("N", 1, 10), ("S", 2, 20), ("W", 3, 30)],
        ("1 note(s)", "mark of a footnote"),
        dropped=1,
    ),
    "a name that begins with a sign which no number carries": Case(
        "r,q,v\nN,1,10\nS,2,20\n*Star,3,30\n", [("N", 1, 10), ("S", 2, 20), ("*Star", 3, 30)]
    ),
    "a row whose name has the mark that numbers have, too": Case(
        "r,q,v\nN,1*,10\nS,2,20\nE,4,40\n*Star,3*,30\n",
        [("N", 1, 10), ("S", 2, 20), ("E", 4, 40), ("*Star", 3, 30)],
        ("mark of a footnote",),
    ),
    "lines that number the pages": Case(
        "r;q;v\nN;1;10\nS;2;20\nPage 1 of 2;;\nr;q;v\nE;3;30\nW;4;40\nPage 2 of 2;;\n",
        [("N", 1, 10), ("S", 2, 20), ("E", 3, 30), ("W", 4, 40)],
        ("2 lines that number pages", "repeat the header"),
        dropped=3,
    ),
    "headings that number weeks are no pages": Case(
        "r;q;v\nWeek 1;;\nN;1;10\nS;2;20\nWeek 2;;\nE;3;30\nW;4;40\n",
        [("N", 1, 10, "Week 1"), ("S", 2, 20, "Week 1"), ("E", 3, 30, "Week 2"), ("W", 4, 40, "Week 2")],
        dropped=2,
    ),
    "units below the header, a column without one, dates by their pattern": Case(
        "w;day;level;no3;ph\n;yyyy-mm-dd;m below ground;mg/l;-\n"
        + "".join(f"W{n};2025-01-0{n};{n}.5;{n}.25;7.{n}\n" for n in range(1, 6)),
        [(f"W{n}", D(2025, 1, n), n + 0.5, n + 0.25, float(f"7.{n}")) for n in range(1, 6)],
        ("1 row(s) right below the header",),
    ),
    "source note": Case(
        "r,q,v\nN,1,10\nS,2,20\n\nSource: Acme\n", [("N", 1, 10), ("S", 2, 20)], ("1 note(s)",), dropped=1
    ),
    "note with a comma": Case(
        'r,q,v\nN,1,1\nS,2,2\n"Source: Acme, Inc."\n2 rows\n', [("N", 1, 1), ("S", 2, 2)], ("2 note(s)",), dropped=2
    ),
    "note that a comma cuts in two": Case(
        "r,v\nN,1\nS,2\n\nSource: Ministry of X, 2024\n* provisional\n", [("N", 1), ("S", 2)], ("2 note(s)",), dropped=2
    ),
    "the frame of a table": Case(
        "+----+---+\n| n  | q |\n+----+---+\n| A  | 5 |\n| B  | 6 |\n+----+---+\n",
        [("A", 5), ("B", 6)],
        ("2 line(s) of the table's frame",),
        names=("n", "q"),
        dropped=2,
    ),
    "a lone delimiter of another kind among ragged rows": Case(
        "a,b,c,d\n1,x,2,y,,,\n3,z,4\n;\n5,x,6,y\n7,z\n",
        [(1, "x", 2, "y"), (3, "z", 4, None), (5, "x", 6, "y"), (7, "z", None, None)],
        ("1 line that holds nothing but signs was left out",),
        dropped=1,
    ),
    "one above the header": Case(
        ";\na,b,c,d\n1,x,2,y,,\n3,z,4\n5,x,6,y\n",
        [(1, "x", 2, "y"), (3, "z", 4, None), (5, "x", 6, "y")],
        ("1 line(s) above the header",),
    ),
    "a sign beside a value is a value": Case(
        "a,b\n*,1\nx,2\n-,3\n", [("*", 1), ("x", 2), (None, 3)], ("1 placeholder cell(s) count as empty",)
    ),
    "line of dashes": Case("id|n\n---|---\n1|a\n2|b\n", [(1, "a"), (2, "b")], ("line of dashes",), dropped=1),
    "summe": Case("Region;Wert\nN;1,5\nS;2,5\nSumme;4,0\n", [("N", 1.5), ("S", 2.5)], ("total row",), dropped=1),
    "totals between the rows": Case(
        "r,c,v\nN,a,1\nN,b,2\nN Total,,3\nS,c,4\nS,d,4\nTotal,,7\n",
        [("N", "a", 1), ("N", "b", 2), ("S", "c", 4), ("S", "d", 4)],
        ("between the data",),
        dropped=2,
    ),
    "totals below labels that are written once": Case(
        "r,c,v\nNorth,a,1\n,b,2\nNorth Total,,3\nSouth,c,4\n,d,5\nSouth Total,,9\nTotal,,12\n",
        [("North", "a", 1), ("North", "b", 2), ("South", "c", 4), ("South", "d", 5)],
        ("between the data", "2 row(s) got the label of their group"),
        dropped=3,
    ),
    "empty labels that no total proves stay empty": Case(
        "r,c,v\nNorth,a,1\n,b,2\nTotal north,,3\nSouth,c,4\n",
        [("North", "a", 1), (None, "b", 2), ("South", "c", 4)],
        dropped=1,
    ),
    "a sum in the middle": Case(
        "i,a,b\nRent,100,90\nPower,20,25\nTotal costs,120,115\nIncome,500,510\n",
        [("Rent", 100, 90), ("Power", 20, 25), ("Income", 500, 510)],
        ("is the sum of others",),
        dropped=1,
    ),
    "sums above the rows that are indented below them": Case(
        "a,v,w\nIncome,300,360\n  Goods,200,250\n  Services,100,110\nCosts,180,200\n  Staff,120,130\n  Rent,60,70\n",
        [("Goods", 200, 250), ("Services", 100, 110), ("Staff", 120, 130), ("Rent", 60, 70)],
        ("2 rows of the file are sums of others",),
        dropped=2,
    ),
    "indented rows that add up to nothing stay": Case(
        "a,v\nIncome,310\n  Goods,200\n  Services,100\nCosts,170\n  Staff,120\n  Rent,60\n",
        [("Income", 310), ("Goods", 200), ("Services", 100), ("Costs", 170), ("Staff", 120), ("Rent", 60)],
    ),
    "the whole above its parts": Case(
        "area,a,b\nAll areas,600,660\nAsia,300,330\nEurope,200,220\nAfrica,100,110\n",
        [("Asia", 300, 330), ("Europe", 200, 220), ("Africa", 100, 110)],
        ("is the sum of others",),
        dropped=1,
    ),
    "totals of every dimension": Case(
        "year,sex,age,n\n"
        + "".join(
            f"{y},{s},{a},{n}\n"
            for y in (2020, 2021)
            for s, a, n in (
                *(("M", "old", 10), ("M", "young", 30), ("M", "All ages", 40), ("F", "old", 8), ("F", "young", 20)),
                *(("F", "All ages", 28), ("Both", "old", 18), ("Both", "young", 50), ("Both", "All ages", 68)),
            )
        ),
        [
            (y, s, a, n)
            for y in (2020, 2021)
            for s, a, n in (("M", "old", 10), ("M", "young", 30), ("F", "old", 8), ("F", "young", 20))
        ],
        ("10 rows of the file are sums of others",),
        dropped=10,
    ),
    "a total in another language": Case(
        "Land;a;b\nBayern;1;3\nHessen;2;4\nInsgesamt;3;7\n",
        [("Bayern", 1, 3), ("Hessen", 2, 4)],
        ("1 total row",),
        dropped=1,
    ),
    "a sum without a label below all rows": Case(
        "r,v\nN,10\nS,25\nE,5\n,40\n",
        [("N", 10), ("S", 25), ("E", 5)],
        ("1 row of the file is the sum of others",),
        dropped=1,
    ),
    "a trailer with its count and sum": Case(
        "ID|Amount|Name\n1|10.5|A\n2|20|B\n3|5|C\nTRAILER|35.5|\n",
        [(1, 10.5, "A"), (2, 20.0, "B"), (3, 5.0, "C")],
        dropped=1,
    ),
    "All good is no total": Case("k,v\nAll good,5\nB,2\nC,3\n", [("All good", 5), ("B", 2), ("C", 3)], silent=True),
    "All Saints is no total": Case(
        "k,v\nAll Saints,5\nB,2\nC,3\n", [("All Saints", 5), ("B", 2), ("C", 3)], silent=True
    ),
    "a company called Total stays": Case(
        "k,v\nTotal,200\nBP,150\nShell,250\n", [("Total", 200), ("BP", 150), ("Shell", 250)]
    ),
    "a person called Total stays": Case(
        "n,c,v\nTotal,FR,1\nBP,UK,2\nShell,UK,3\n",
        [("Total", "FR", 1), ("BP", "UK", 2), ("Shell", "UK", 3)],
        ("looks like data",),
    ),
    # headers
    "duplicate and empty names": Case(
        "a,a,,A\n1,2,3,4\n", [(1, 2, 3, 4)], ("not unique",), names=("a_1", "a_2", "column_3", "A_3")
    ),
    "columns that are all empty": Case(
        "id,v,note\n1,2,\n3,4,\n", [(1, 2, None), (3, 4, None)], names=("id", "v", "note"), silent=True
    ),
    "values beside their names in each line": Case(
        'ts=2024-05-01 level=info ms=12 msg="all \\"is\\" well"\nts=2024-05-02 level=error ms=340 msg=\n',
        [(D(2024, 5, 1), "info", 12, 'all "is" well'), (D(2024, 5, 2), "error", 340, None)],
        ("beside its name",),
        names=("ts", "level", "ms", "msg"),
    ),
    "values beside their names, records apart": Case(
        "Name: Ann\nCity: Rome\nFee: 120\n\nName: Bob\nFee: 80\n",
        [("Ann", "Rome", 120), ("Bob", None, 80)],
        ("beside its name",),
        names=("Name", "City", "Fee"),
    ),
    "a list of records": Case("- name: Ann\n  age: 31\n- name: Bob\n  age: 45\n", [("Ann", 31), ("Bob", 45)]),
    "what people say to each other is no table of theirs": Case(
        "Ann: hello\nBob: hi\nAnn: how are you\nBob: fine\n", [("Bob: hi",), ("Ann: how are you",), ("Bob: fine",)]
    ),
    "a log without a header": Case(
        "".join(f"[app-1{n}] 10:00:0{n} - /p{n} took 10{n} ms\n" for n in range(3)),
        [(f"[app-1{n}] 10:00:0{n} - /p{n} took 10{n} ms",) for n in range(3)],
        ("no header",),
        names=("column_1",),
    ),
    "lines that name the rows below them": Case(
        "Sales,,\nProduct,Units,Revenue\nNorth,,\nBolt,3,30\nNut,5,10\nSouth,,\nBolt,2,20\nTotal,10,60\n",
        [("Bolt", 3, 30, "North"), ("Nut", 5, 10, "North"), ("Bolt", 2, 20, "South")],
        ("2 lines name the rows below them (North, South); they became column section",),
        names=("Product", "Units", "Revenue", "section"),
        dropped=3,
    ),
    "rows that lack all but a name stay rows": Case(
        "n,u,v\nBolt,,\nNut,5,10\nBolt,2,20\nRing,,\n",
        [("Bolt", None, None), ("Nut", 5, 10), ("Bolt", 2, 20), ("Ring", None, None)],
    ),
    "a date of the report below it": Case(
        "Ort;Plan;Ist\nNord;10;12\nSüd;20;18\nΣ;30;30\nStand: 31.12.2023;;\n",
        [("Nord", 10, 12), ("Süd", 20, 18)],
        ("1 total row", "1 note(s) below"),
        dropped=2,
    ),
    "pages of a report": Case(
        "Code  Name      Qty\n----  --------  ---\nA1    Bolt       12\nA2    Nut         7\n"
        "\x0cCode  Name      Qty\n----  --------  ---\nA3    Washer     30\nA4    Screw       4\n",
        [("A1", "Bolt", 12), ("A2", "Nut", 7), ("A3", "Washer", 30), ("A4", "Screw", 4)],
        ("repeat the header",),
        dropped=1,
    ),
    "a note below a table of Markdown": Case(
        "# Report\n\n| Team | Points |\n|------|-------:|\n| Red | 12 |\n| Blue | 9 |\n\nThanks\n",
        [("Red", 12), ("Blue", 9)],
        ("1 note(s) below",),
        names=("Team", "Points"),
        dropped=2,
    ),
    "no header": Case(
        "1,foo,2024-01-02\n2,bar,2024-01-03\n", [(1, "foo", D(2024, 1, 2)), (2, "bar", D(2024, 1, 3))], ("no header",)
    ),
    "years as header": Case(
        "country,2000,2001\nFR,1.5,2.5\nDE,2.5,3.5\n",
        [("FR", 1.5, 2.5), ("DE", 2.5, 3.5)],
        names=("country", "2000", "2001"),
    ),
    "one year as header": Case("country,2013\nFR,650\nDE,810\n", [("FR", 650), ("DE", 810)], names=("country", "2013")),
    "months as header": Case(
        "country,Jan 2023,Feb 2023\nFR,1,2\nDE,3,4\n",
        [("FR", 1, 2), ("DE", 3, 4)],
        names=("country", "Jan 2023", "Feb 2023"),
    ),
    "names that span columns above": Case(
        ",Revenue,,Cost,\nRegion,Q1,Q2,Q1,Q2\nN,1,2,3,4\nS,5,6,7,8\n",
        [("N", 1, 2, 3, 4), ("S", 5, 6, 7, 8)],
        ("header has two rows",),
        names=("Region", "Revenue Q1", "Revenue Q2", "Cost Q1", "Cost Q2"),
    ),
    "years that span columns": Case(
        "Region,2022,,2023,\n,Men,Women,Men,Women\nN,1,2,3,4\nS,5,6,7,8\n",
        [("N", 1, 2, 3, 4), ("S", 5, 6, 7, 8)],
        ("header has two rows",),
        names=("Region", "2022 Men", "2022 Women", "2023 Men", "2023 Women"),
    ),
    "years below names": Case(
        "Area,People,People,Births\nArea,2011,2021,2021\nA,751,812,9\nB,198,202,1\n",
        [("A", 751, 812, 9), ("B", 198, 202, 1)],
        ("header has two rows",),
        names=("Area", "People 2011", "People 2021", "Births 2021"),
    ),
    "a row of units": Case(
        "Station,Temp,Wind\n,°C,km/h\nOslo,5.2,14\nBergen,7.1,22\n",
        [("Oslo", 5.2, 14), ("Bergen", 7.1, 22)],
        ("units or kinds",),
        names=("Station", "Temp", "Wind"),
        units=(None, "°C", "km/h"),
    ),
    "units and kinds of a logger": Case(
        '"TIMESTAMP","AirTC_Avg","RH"\n"TS","Deg C","%"\n"","Avg","Smp"\n"2024-01-01 00:30:00",-3.4,88\n'
        '"2024-01-01 01:00:00",-3.5,"NAN"\n',
        [(dt.datetime(2024, 1, 1, 0, 30), -3.4, 88), (dt.datetime(2024, 1, 1, 1), -3.5, None)],
        ("2 row(s) right below the header",),
        units=(None, "Deg C", "%"),
    ),
    "widths of fields below the header": Case(
        "site\tdatetime\tflow\n15s\t20d\t14n\n0164\t2024-01-01\t8120\n0165\t2024-01-02\t7900\n",
        [("0164", D(2024, 1, 1), 8120), ("0165", D(2024, 1, 2), 7900)],
        ("units or kinds",),
    ),
    "words among numbers are no units": Case(
        "k,v,w\na,TBD,soon\nb,2,3\nc,4,5\n", [("a", "TBD", "soon"), ("b", "2", "3"), ("c", "4", "5")], ("kept as text",)
    ),
    "only text": Case("name,city\nBob,Paris\nAnn,Rome\n", [("Bob", "Paris"), ("Ann", "Rome")], names=("name", "city")),
    "space around names": Case(" a , b\n1, 2\n3, 4\n", [(1, 2), (3, 4)], names=("a", "b")),
    "newline in a name": Case('"unit\nprice",b\n1,2\n', [(1, 2)], names=("unit price", "b")),
    "repeated header": Case("a,b\n1,x\na,b\n2,y\n", [(1, "x"), (2, "y")], ("repeat the header",), dropped=1),
    "row names of R": Case(
        'a,b\n"r1",2,3\n"r2",4,5\n', [("r1", 2, 3), ("r2", 4, 5)], ("row names",), names=("column_1", "a", "b")
    ),
    "numbers above row names": Case(
        '"","1","2"\n"a",50,19\n"b",16,40\n',
        [("a", 50, 19), ("b", 16, 40)],
        ("empty or not unique",),
        names=("column_1", "1", "2"),
    ),
    "a key and one column": Case(
        '"","Content"\n"V1","Yes"\n"V2","No way"\n', [("V1", "Yes"), ("V2", "No way")], names=("column_1", "Content")
    ),
    "empty last column": Case("a,b,\n1,2,\n3,4,\n", [(1, 2), (3, 4)], names=("a", "b")),
    "one column": Case("name\nBob\nAnn, Jr\nX\n", [("Bob",), ("Ann, Jr",), ("X",)]),
    # rows
    "short rows": Case(
        "a,b,c\n1,2,3\n4,5\n6,7,8\n", [(1, 2, 3), (4, 5, None), (6, 7, 8)], ("1 row(s) have fewer cells",)
    ),
    "a delimiter inside of the last text": Case(
        "a,b,c\nx,1,fine\ny,2,well, not so\nz,3,good\n",
        [("x", 1, "fine"), ("y", 2, "well, not so"), ("z", 3, "good")],
        ("1 row has the sign between cells inside of the last one",),
    ),
    "one inside of another text, and half a number": Case(
        "a,b,c\nx,1,fine\ny, z,2,well\nz,3,5,good\nw,4,good\n",
        [("x", 1, "fine"), ("w", 4, "good")],
        ("2 rows have more cells",),
        dropped=2,
    ),
    "long rows": Case("a,b\n1,2\n3,4,5\n6,7\n", [(1, 2), (6, 7)], ("1 row has more cells",), dropped=1),
    "empty cells too many": Case("a,b\n1,2,,\n3,4\n5,6,\n", [(1, 2), (3, 4), (5, 6)]),
    "blank rows": Case("a,b\n1,x\n,\n\n2,y\n", [(1, "x"), (2, "y")]),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_a_table_among_other_lines_is_read_right_and_what_was_left_out_is_told(read, case):
    case.holds(read(case.content))
