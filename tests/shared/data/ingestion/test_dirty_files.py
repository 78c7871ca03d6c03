"""Dirty files, one trouble each: what comes out, and what is said about it."""

import datetime as dt
from dataclasses import dataclass, field
from typing import Any

import pytest

D = dt.date


@dataclass(frozen=True)
class Case:
    """A file, its rows once read, and words that the profile must say (or, `silent`, no repair at all)."""

    content: str | bytes
    rows: list[tuple[Any, ...]]
    says: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    units: tuple[str | None, ...] = ()
    dropped: int = 0
    silent: bool = False
    types: tuple[str, ...] = field(default=())


CASES: dict[str, Case] = {
    # encodings
    "latin-1": Case(
        "n,c\nJosé,München\nAna,Köln\n".encode("latin-1"), [("José", "München"), ("Ana", "Köln")], ("Western European",)
    ),
    "cp1252 with euro and dash": Case(
        "n,c\nA,5 – 6\nB,“x”\n".encode("cp1252"), [("A", "5 – 6"), ("B", "“x”")], ("Western European",)
    ),
    "one byte that is not UTF-8": Case(b"a,b\n1,x\n2,\xa9\n", [(1, "x"), (2, "©")], ("Western European",)),
    "cyrillic": Case(
        "город,число\nМосква,1\nСанкт-Петербург,2\nНовосибирск,3\nЕкатеринбург,4\n".encode("cp1251"),
        [("Москва", 1), ("Санкт-Петербург", 2), ("Новосибирск", 3), ("Екатеринбург", 4)],
        ("not UTF-8",),
        names=("город", "число"),
    ),
    "utf-8 with a broken byte": Case(
        ("n,v\n" + "é,1\n" * 60).encode() + b"\xff,2\n", [("é", 1)] * 60 + [("\ufffd", 2)], ("not valid UTF-8",)
    ),
    "nul characters": Case(b"a,b\n1,x\x00y\n2,z\n", [(1, "xy"), (2, "z")], ("NUL",)),
    # quoting
    "quoted newline": Case('a,b\n1,"x\ny"\n2,z\n', [(1, "x\ny"), (2, "z")], silent=True),
    "doubled quotes": Case('a,b\n1,"he said ""hi"""\n2,z\n', [(1, 'he said "hi"'), (2, "z")], silent=True),
    "quoted delimiter": Case('a,b\n1,"Smith, J."\n2,z\n', [(1, "Smith, J."), (2, "z")], silent=True),
    "quote that never closes": Case('a,b\n1,"x\n2,y\n3,z\n', [(1, '"x'), (2, "y"), (3, "z")], ("never closed",)),
    "quote in the middle": Case('a,b\n1,5" pipe\n2,z\n', [(1, '5" pipe'), (2, "z")]),
    "quotes with a backslash": Case(
        'a,b\n"\\"Cold Lantern\\"","x, y"\n"\\"Two\\" (live)","z"\n',
        [('"Cold Lantern"', "x, y"), ('"Two" (live)', "z")],
        ("written with a backslash",),
    ),
    "line ends as a backslash and an n": Case(
        '"a","b\\n(m)"\n"1","Kuma\\nTino"\n"2","z"\n',
        [(1, "Kuma\nTino"), (2, "z")],
        ("line ends",),
        names=("a", "b (m)"),
    ),
    "paths with backslashes": Case(
        'a,b\n1,"C:\\new\\"\n2,"D:\\old\\"\n', [(1, "C:\\new\\"), (2, "D:\\old\\")], silent=True
    ),
    "header of two rows": Case(
        "Rank,Diver,Heat,Heat,Final\nRank,Diver,Points,Rank,Points\n1,Ana,40.5,2,41.0\n2,Bo,39.5,1,40.5\n",
        [(1, "Ana", 40.5, 2, 41.0), (2, "Bo", 39.5, 1, 40.5)],
        ("header has two rows",),
        names=("Rank", "Diver", "Heat Points", "Heat Rank", "Final Points"),
    ),
    "marks of footnotes behind numbers": Case(
        'date,crowd\nx,"4,500[a]"\ny,"6,210"\nz,—\nw,300†\n',
        [("x", 4500), ("y", 6210), ("z", None), ("w", 300)],
        ("mark of a footnote",),
    ),
    "flags behind numbers": Case(
        'c,a,b,d\nx,"1,234*",2 (p),13.4 p\ny,"2,345",3,14.0\nz,345,n/a (1),(2) n.a.\nw,998**,5 (e),1.5 e\n',
        [("x", 1234, 2, 13.4), ("y", 2345, 3, 14.0), ("z", 345, None, None), ("w", 998, 5, 1.5)],
        ("mark of a footnote", "In column b, 1 cell(s) that say there is no value"),
    ),
    "shorthand for what is missing": Case(
        "c,v\nx,12.5[r]\ny,[c]\nz,9.8\nw,[x]\n",
        [("x", 12.5), ("y", None), ("z", 9.8), ("w", None)],
        ("2 cell(s) that say",),
    ),
    "flags of Eurostat": Case(
        "geo\\time;2019 ;2020 \nAT;5.2 ;5.4 b\nBE;: ;4.9 \nDE;3.1 ;: c\n",
        [("AT", 5.2, 5.4), ("BE", None, 4.9), ("DE", 3.1, None)],
        names=("geo\\time", "2019", "2020"),
    ),
    "pence are no flags": Case("c,v\nx,12 p\ny,15 p\n", [("x", "12 p"), ("y", "15 p")]),
    "a second figure in brackets is no footnote": Case(
        "c,v\nx,12 (3)\ny,15 (4)\nz,16\n", [("x", "12 (3)"), ("y", "15 (4)"), ("z", "16")]
    ),
    "codes in brackets stay": Case("a,b\n1,A[1]\n2,7[x]\n3,B\n", [(1, "A[1]"), (2, "7[x]"), (3, "B")], silent=True),
    "a name that is only a sign": Case(
        "#,†,v\n1,x,4\n2,y,5\n", [(1, "x", 4), (2, "y", 5)], names=("#", "column_2", "v")
    ),
    "quotes after a backslash": Case(
        'a,b,c\n1,"he said \\"hi, you\\" ok",5\n2,x,6\n', [(1, 'he said "hi, you" ok', 5), (2, "x", 6)]
    ),
    "single quotes": Case("a,b\n1,'Smith, J.'\n2,'x'\n", [(1, "Smith, J."), (2, "x")]),
    "separators with a backslash": Case(
        "id,text,v\n1,a\\,b,5\n2,c\\,d,6\n3,e,7\n", [(1, "a,b", 5), (2, "c,d", 6), (3, "e", 7)], ("with a backslash",)
    ),
    "carets": Case("a^b^c\n1^2^x\n3^4^y\n", [(1, 2, "x"), (3, 4, "y")], ("separated by '^'",)),
    "powers are no columns": Case("v\n5^2\n6^2\n7^2\n", [("5^2",), ("6^2",), ("7^2",)], names=("v",)),
    "tildes": Case("a~b\n1~x y\n3~y, z\n", [(1, "x y"), (3, "y, z")]),
    "columns aligned by spaces": Case(
        "name      qty   price\n--------------------\n"
        "Apple      10    1.50\nBig plum    7   10.00\nPear            2.25\n",
        [("Apple", 10, 1.5), ("Big plum", 7, 10.0), ("Pear", None, 2.25)],
        ("aligned by spaces",),
        names=("name", "qty", "price"),
    ),
    "words apart by spaces": Case(
        "name qty price\nApple 10 1.50\nPear 5 2.25\n", [("Apple", 10, 1.5), ("Pear", 5, 2.25)], ("aligned by spaces",)
    ),
    "lines of text are no table": Case(
        "notes of today\nthe first one\nthe other two\nand 3 more\n",
        [("the first one",), ("the other two",), ("and 3 more",)],
    ),
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
        ("2 row(s) have more cells",),
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
        ("are the sums of others",),
        dropped=1,
    ),
    "the whole above its parts": Case(
        "area,a,b\nAll areas,600,660\nAsia,300,330\nEurope,200,220\nAfrica,100,110\n",
        [("Asia", 300, 330), ("Europe", 200, 220), ("Africa", 100, 110)],
        ("are the sums of others",),
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
        ("10 row(s) are the sums of others",),
        dropped=10,
    ),
    "a total in another language": Case(
        "Land;a;b\nBayern;1;3\nHessen;2;4\nInsgesamt;3;7\n",
        [("Bayern", 1, 3), ("Hessen", 2, 4)],
        ("1 total row",),
        dropped=1,
    ),
    "a sum without a label below all rows": Case(
        "r,v\nN,10\nS,25\nE,5\n,40\n", [("N", 10), ("S", 25), ("E", 5)], ("1 row(s) are the sums of others",), dropped=1
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
        ("look like data",),
    ),
    # headers
    "duplicate and empty names": Case(
        "a,a,,A\n1,2,3,4\n", [(1, 2, 3, 4)], ("not unique",), names=("a_1", "a_2", "column_3", "A_3")
    ),
    "columns that are all empty": Case(
        "id,v,note\n1,2,\n3,4,\n", [(1, 2, None), (3, 4, None)], names=("id", "v", "note"), silent=True
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
        ("say units",),
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
        ("say units",),
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
    "long rows": Case("a,b\n1,2\n3,4,5\n6,7\n", [(1, 2), (6, 7)], ("1 row(s) have more cells",), dropped=1),
    "empty cells too many": Case("a,b\n1,2,,\n3,4\n5,6,\n", [(1, 2), (3, 4), (5, 6)]),
    "blank rows": Case("a,b\n1,x\n,\n\n2,y\n", [(1, "x"), (2, "y")]),
    # numbers
    "thousands": Case('a,b\nx,"1,234.50"\ny,"12,000"\n', [("x", 1234.5), ("y", 12000.0)], ("decimal mark",)),
    "thousands of India": Case('a,b\nx,"12,34,567"\ny,"1,00,000"\nz,5\n', [("x", 1234567), ("y", 100000), ("z", 5)]),
    "european": Case("a;b\nx;1.234,50\ny;2,5\n", [("x", 1234.5), ("y", 2.5)], ("a comma as decimal mark",)),
    "spaces": Case("a;b\nx;1 234,5\ny;22\u00a0567,1\nz;1\u202f000,0\n", [("x", 1234.5), ("y", 22567.1), ("z", 1000.0)]),
    "swiss": Case("a;b\nx;1'234.5\ny;22’567.1\n", [("x", 1234.5), ("y", 22567.1)]),
    "dollars": Case(
        'a,b\nx,"$1,234.50"\ny,$5\nz,-$7.25\n', [("x", 1234.5), ("y", 5.0), ("z", -7.25)], units=(None, "$")
    ),
    "euros behind": Case("a;b\nx;1.234,50 €\ny;5,00 €\n", [("x", 1234.5), ("y", 5.0)], units=(None, "€")),
    "currency codes": Case("a,b\nx,USD 12.50\ny,USD 3\n", [("x", 12.5), ("y", 3.0)], units=(None, "USD")),
    "several currencies stay text": Case("a,b\nx,$5\ny,€6\n", [("x", "$5"), ("y", "€6")], ("mixes units",)),
    "percent": Case("a,b\nx,45%\ny,5.5 %\n", [("x", 45.0), ("y", 5.5)], units=(None, "%")),
    "percent and bare numbers stay text": Case(
        "a,b\nx,45%\ny,0.5\nz,12%\n", [("x", "45%"), ("y", "0.5"), ("z", "12%")], ("mixes units",)
    ),
    "parentheses and trailing minus": Case(
        'a,b\nx,(5.5)\ny,12-\nz,7\nq,"(1,000.0)"\n', [("x", -5.5), ("y", -12.0), ("z", 7.0), ("q", -1000.0)]
    ),
    "unicode minus": Case("a,b\nx,−5\ny,3\n", [("x", -5), ("y", 3)]),
    "magnitudes": Case("a,b\nx,1.2M\ny,3k\nz,500\n", [("x", 1200000.0), ("y", 3000.0), ("z", 500.0)]),
    "magnitudes before units and spaces": Case(
        "a,b,c\nx,$211 billion ,1.2M USD\ny,$180 billion ,800k USD\n",
        [("x", 211e9, 1.2e6), ("y", 180e9, 8e5)],
        units=(None, "$", "USD"),
    ),
    "prices with a dash for no cents": Case(
        'a,b,c\nx,"€ 50.000,-",12.-\ny,"€ 45.500,50",9.95\nz,"€ 300,--",100.-\n',
        [("x", 50000.0, 12.0), ("y", 45500.5, 9.95), ("z", 300.0, 100.0)],
        units=(None, "€", None),
    ),
    "kilograms": Case("a,b\nx,12 kg\ny,3.5 kg\n", [("x", 12.0), ("y", 3.5)], units=(None, "kg")),
    "letters before digits are codes": Case(
        "txn,sess,visit\nB800001,s700001,V-50001\nB800002,s700002,V-50002\n",
        [("B800001", "s700001", "V-50001"), ("B800002", "s700002", "V-50002")],
    ),
    "letters behind digits are codes": Case("flat,b\n12B,1\n14B,2\n3k,3\n", [("12B", 1), ("14B", 2), ("3k", 3)]),
    "scientific": Case("a\n1.5e3\n2.5E-4\n", [(1500.0,), (0.00025,)], silent=True),
    "leading zeros stay": Case("zip,v\n02134,1\n10001,2\n", [("02134", 1), ("10001", 2)]),
    "phones stay text": Case("phone,v\n5551234567,1\n5559876543,2\n", [("5551234567", 1), ("5559876543", 2)]),
    "long ids stay exact": Case(
        "a,v\n123456789012345678901,1\n223456789012345678902,2\n",
        [("123456789012345678901", 1), ("223456789012345678902", 2)],
    ),
    "large integers stay exact": Case("a\n9007199254740993\n1\n", [(9007199254740993,), (1,)], types=("integer",)),
    "infinity is no number": Case(
        "a,b\n" + "1.5,x\n" * 99 + "inf,x\n", [(1.5, "x")] * 99 + [(None, "x")], ("1 cell(s) are no number",)
    ),
    "underscores are no thousands": Case("a\n1_000\n2_000\n", [("1_000",), ("2_000",)], types=("text",)),
    "hexadecimal is a code": Case("a\n0x1F\n0x2A\n", [("0x1F",), ("0x2A",)], types=("text",)),
    "decimals beyond the sample": Case(
        "a,b\n" + "".join(f"{i},x\n" for i in range(1, 3000)) + "0.5,x\n",
        [(float(i), "x") for i in range(1, 3000)] + [(0.5, "x")],
        types=("number", "text"),
    ),
    "a code beyond the sample": Case(
        "a,b\n" + "".join(f"{i},x\n" for i in range(100, 3101)) + "007,x\n",
        [(str(i), "x") for i in range(100, 3101)] + [("007", "x")],
        ("are codes",),
    ),
    "a little junk": Case(
        "v,w\n" + "".join(f"{i},a\n" for i in range(99)) + "TBD,a\n",
        [(i, "a") for i in range(99)] + [(None, "a")],
        ("1 cell(s) are no number and count as empty",),
    ),
    "much junk": Case(
        "v,w\n" + "1,a\n" * 60 + "TBD,a\n" * 20, [("1", "a")] * 60 + [("TBD", "a")] * 20, ("kept as text",)
    ),
    # nulls
    "nulls written many ways": Case(
        "n,v\n"
        + "".join(
            f"{w},{i}\n" for i, w in enumerate(["N/A", "null", "None", "-", "--", "#N/A", "nan", "?", "", "NULL"])
        )
        + "Bob,10\nunknown,11\n",
        [(None, i) for i in range(10)] + [("Bob", 10), ("unknown", 11)],
        ("9 cell(s) that say there is no value",),
    ),
    "nulls among numbers": Case(
        "n,v\na,1.5\nb,N/A\nc,-\nd,\n",
        [("a", 1.5), ("b", None), ("c", None), ("d", None)],
        ("2 cell(s) that say there is no value",),
    ),
    "north america": Case("region,v\nNA,1\nEMEA,2\nAPAC,3\n", [("NA", 1), ("EMEA", 2), ("APAC", 3)], silent=True),
    "space": Case("a,b\n x ,1 \ny,2\n", [("x", 1), ("y", 2)]),
    "empty column": Case("a,b\n1,\n2,\n", [(1, None), (2, None)], types=("integer", "text")),
    # truth
    "yes and no": Case("a,b\n1,Yes\n2,no\n3,\n", [(1, True), (2, False), (3, None)], types=("integer", "boolean")),
    "true and false": Case("a,b\n1,TRUE\n2,False\n", [(1, True), (2, False)], types=("integer", "boolean")),
    "y and n": Case("a,b\n1,Y\n2,N\n", [(1, True), (2, False)]),
    "ones and zeros stay numbers": Case("a,b\nx,1\ny,0\n", [("x", 1), ("y", 0)], types=("text", "integer")),
    # dates
    "day first": Case(
        "d,v\n13/04/2025,1\n03/04/2025,2\n", [(D(2025, 4, 13), 1), (D(2025, 4, 3), 2)], ("day before the month",)
    ),
    "month first": Case(
        "d,v\n4/13/2025,1\n4/3/2025,2\n", [(D(2025, 4, 13), 1), (D(2025, 4, 3), 2)], ("month before the day",)
    ),
    "dots": Case("d,v\n13.04.2025,1\n1.5.2025,2\n", [(D(2025, 4, 13), 1), (D(2025, 5, 1), 2)]),
    "words": Case(
        'd,v\n5 Jan 2024,1\n"Feb 6, 2024",2\n7 March 2024,3\n',
        [(D(2024, 1, 5), 1), (D(2024, 2, 6), 2), (D(2024, 3, 7), 3)],
    ),
    "ordinals and weekdays": Case(
        "d,v\n5th January 2024,1\n2nd Sept 2024,2\n", [(D(2024, 1, 5), 1), (D(2024, 9, 2), 2)]
    ),
    "mixed with iso": Case("d,v\n2024-01-05,1\n6 Jan 2024,2\n", [(D(2024, 1, 5), 1), (D(2024, 1, 6), 2)]),
    "months": Case(
        "d,v\nJan-24,1\nFeb-24,2\n", [(D(2024, 1, 1), 1), (D(2024, 2, 1), 2)], ("a month stands for its first day",)
    ),
    "iso months": Case(
        "d,v\n2024-01,1\n2024-02,2\n", [(D(2024, 1, 1), 1), (D(2024, 2, 1), 2)], ("a month stands for its first day",)
    ),
    "two-digit years": Case("d,v\n12/31/99,1\n1/1/24,2\n", [(D(1999, 12, 31), 1), (D(2024, 1, 1), 2)], ("two digits",)),
    "times with am and pm": Case(
        "d,v\n4/13/2025 3:04 PM,1\n4/3/2025 11:00 AM,2\n",
        [(dt.datetime(2025, 4, 13, 15, 4), 1), (dt.datetime(2025, 4, 3, 11), 2)],
    ),
    "zones become utc": Case(
        "t,v\n2024-01-05T10:00:00+02:00,1\n2024-01-05T10:00:00Z,2\n2024-01-05 10:00:00+0530,3\n",
        [(dt.datetime(2024, 1, 5, 8), 1), (dt.datetime(2024, 1, 5, 10), 2), (dt.datetime(2024, 1, 5, 4, 30), 3)],
        ("UTC",),
    ),
    "midnights are dates": Case(
        "t,v\n2024-01-05 00:00:00,1\n2024-01-06 00:00:00,2\n", [(D(2024, 1, 5), 1), (D(2024, 1, 6), 2)]
    ),
    "epoch by name": Case(
        "created_at,v\n1700000000,1\n1700000100,2\n",
        [(dt.datetime(2023, 11, 14, 22, 13, 20), 1), (dt.datetime(2023, 11, 14, 22, 15), 2)],
    ),
    "no epoch without its name": Case("population,v\n1700000000,1\n1700000100,2\n", [(1700000000, 1), (1700000100, 2)]),
    "compact dates by name": Case("date,v\n20240105,1\n20240106,2\n", [(D(2024, 1, 5), 1), (D(2024, 1, 6), 2)]),
    "no compact dates without a name": Case("units,v\n20240105,1\n20240106,2\n", [(20240105, 1), (20240106, 2)]),
    "clock": Case("t,v\n9:30,1\n14:45,2\n", [(dt.time(9, 30), 1), (dt.time(14, 45), 2)], types=("time", "integer")),
    "impossible dates count as empty": Case(
        "d,v\n" + "2024-01-05,1\n" * 99 + "2024-02-30,2\n",
        [(D(2024, 1, 5), 1)] * 99 + [(None, 2)],
        ("1 cell(s) are no date",),
    ),
    "months in other languages": Case(
        "a;b;c;d\n5. Januar 2024;12 février 2024;1 de agosto de 2024;Okt-24\n"
        "12. März 2024;1er août 2023;2 de mayo de 2024;Mai-24\n",
        [
            (D(2024, 1, 5), D(2024, 2, 12), D(2024, 8, 1), D(2024, 10, 1)),
            (D(2024, 3, 12), D(2023, 8, 1), D(2024, 5, 2), D(2024, 5, 1)),
        ],
        ("names of months in another language",),
    ),
    "a month in another language beyond the sample": Case(
        "d;v\n"
        + "3. Mai 2024;1\n" * 2
        + "".join(f"{i}. März 2024;{i}\n" for i in range(1, 29)) * 40
        + "4. Dezember 2024;2\n",
        [(D(2024, 5, 3), 1)] * 2 + [(D(2024, 3, i), i) for i in range(1, 29)] * 40 + [(D(2024, 12, 4), 2)],
    ),
    "days and months with points below the months of a year": Case(
        "d;v\n03.01.2024;1\n04.01.2024;2\n09.01.2024;3\n", [(D(2024, 1, 3), 1), (D(2024, 1, 4), 2), (D(2024, 1, 9), 3)]
    ),
    "two-digit years before the month": Case(
        "d,v\n24/03/05,1\n24/03/06,2\n24/03/31,3\n",
        [(D(2024, 3, 5), 1), (D(2024, 3, 6), 2), (D(2024, 3, 31), 3)],
        ("year before the month",),
    ),
    "day numbers of a spreadsheet": Case(
        "OrderDate,date,candidate\n45292,45292.5,45292\n45293,45293.25,45293\n",
        [
            (D(2024, 1, 1), dt.datetime(2024, 1, 1, 12), 45292),
            (D(2024, 1, 2), dt.datetime(2024, 1, 2, 6), 45293),
        ],
        ("day numbers of a spreadsheet",),
    ),
    "business years are no months": Case(
        "y,v\n2008-09,1\n2009-10,2\n2010-11,3\n", [("2008-09", 1), ("2009-10", 2), ("2010-11", 3)]
    ),
    "year and month as one number": Case(
        "Period,v,w\n202401,202401,1\n202402,202402,2\n", [(D(2024, 1, 1), 202401, 1), (D(2024, 2, 1), 202402, 2)]
    ),
    "no date of a database": Case(
        "d,v\n0000-00-00,1\n2024-01-05,2\n2024-01-06,3\n", [(None, 1), (D(2024, 1, 5), 2), (D(2024, 1, 6), 3)]
    ),
    "contradicting orders stay text": Case(
        "d,v\n13/04/2025,1\n04/13/2025,2\n", [("13/04/2025", 1), ("04/13/2025", 2)], ("kept as text",)
    ),
    "quarters stay text": Case("q,v\nQ1 2024,1\nQ2 2024,2\n", [("Q1 2024", 1), ("Q2 2024", 2)]),
    "a code for a missing value": Case(
        "s,t\nA,20.5\nA,-999\nA,21.5\nB,-999\nB,22\n",
        [("A", 20.5), ("A", None), ("A", 21.5), ("B", None), ("B", 22.0)],
        ("-999 in 2 cell(s) was taken to stand for missing values",),
    ),
    "no code among values of its size": Case(
        "s,t\nA,-800\nA,-999\nB,-999\nB,2\n", [("A", -800), ("A", -999), ("B", -999), ("B", 2)]
    ),
    "yes and no elsewhere": Case(
        "a;b\nja;oui\nnein;non\n", [(True, True), (False, False)], types=("boolean", "boolean")
    ),
    # hostile
    "formulas": Case(
        "a,b\n\"=cmd|'/c calc'!A1\",1\n+HYPERLINK(1),2\n", [("=cmd|'/c calc'!A1", 1), ("+HYPERLINK(1)", 2)]
    ),
    "sql and html": Case(
        "a,b\n'; DROP TABLE raw;--,1\n<script>alert(1)</script>,2\n",
        [("'; DROP TABLE raw;--", 1), ("<script>alert(1)</script>", 2)],
    ),
    "hostile names": Case(
        '"x"" FROM raw; DROP TABLE raw; --",{c}\n1,2\n', [(1, 2)], names=('x" FROM raw; DROP TABLE raw; --', "{c}")
    ),
    "emoji and right to left": Case(
        "a,b\n😀 ok,1\nשלום,2\n\u202eabc,3\n", [("😀 ok", 1), ("שלום", 2), ("\u202eabc", 3)]
    ),
    "control characters": Case("a,b\nx\x07y,1\nz\x1b[31m,2\n", [("x\x07y", 1), ("z\x1b[31m", 2)]),
    "a cell of a megabyte": Case("a,b\n" + "x" * 1_000_000 + ",1\ny,2\n", [("x" * 1_000_000, 1), ("y", 2)]),
    "a cell of three megabytes": Case('a,b\n"' + "x" * 3_000_000 + '",1\ny,2\n', [("x" * 3_000_000, 1), ("y", 2)]),
    "braces": Case("a,b\n{x},1\n{c},2\n", [("{x}", 1), ("{c}", 2)]),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_a_dirty_file_is_read_right_and_its_repairs_are_told(read, case):
    ingested = read(case.content)
    assert ingested.rows == case.rows
    profile = ingested.profile
    assert (profile.row_count, profile.rows_dropped) == (len(case.rows), case.dropped)
    assert profile.rows_read == profile.row_count + profile.rows_dropped
    for repair in profile.repairs:
        assert repair.detail[0].isupper() or repair.detail[0].isdigit()
        assert repair.detail.endswith(".")
    for words in case.says:
        assert words in ingested.told()
    assert not (case.silent and profile.repairs), ingested.told()
    for expected, found in (
        (case.names, tuple(column.name for column in profile.columns)),
        (case.units, tuple(column.unit for column in profile.columns)),
        (case.types, tuple(ingested.types())),
    ):
        assert not expected or expected == found
