"""Dirty text, one trouble each: encodings, quotation marks, signs between cells."""

import pytest
from dirty import Case

CASES: dict[str, Case] = {
    # encodings
    "latin-1": Case(
        "n,c\nJosé,München\nAna,Köln\n".encode("latin-1"), [("José", "München"), ("Ana", "Köln")], ("Western European",)
    ),
    "cp1252 with euro and dash": Case(
        "n,c\nA,5 – 6\nB,“x”\n".encode("cp1252"), [("A", "5 – 6"), ("B", "“x”")], ("Western European",)
    ),
    "letters of DOS": Case(
        "vare;pris\nSøm;12,50\nMøtrik;4,75\nSkæve på stang;1,25\n".encode("cp850"),
        [("Søm", 12.5), ("Møtrik", 4.75), ("Skæve på stang", 1.25)],
        ("that of DOS",),
    ),
    "a frame of DOS": Case(
        "┌──────┬─────┐\n│ Name │ Qty │\n├──────┼─────┤\n│ Bolt │  12 │\n│ Nut  │   7 │\n└──────┴─────┘\n".encode(
            "cp850"
        ),
        [("Bolt", 12), ("Nut", 7)],
        ("that of DOS",),
        dropped=2,
    ),
    "marks of Windows inside of words": Case(
        "n,c\n1,don’t\n2,east–west\n3,word—word\n4,wait…what\n5,José\n".encode("cp1252"),
        [(1, "don’t"), (2, "east–west"), (3, "word—word"), (4, "wait…what"), (5, "José")],
        ("Western European",),
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
    "quote that never closes": Case('a,b\n1,"x\n2,y\n3,z\n', [(1, '"x'), (2, "y"), (3, "z")], ("does not end it",)),
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
        ("mark of a footnote", "In column b, 1 placeholder cell(s)"),
    ),
    "shorthand for what is missing": Case(
        "c,v\nx,12.5[r]\ny,[c]\nz,9.8\nw,[x]\n",
        [("x", 12.5), ("y", None), ("z", 9.8), ("w", None)],
        ("2 placeholder cell(s)",),
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
    "single quotes in the first column": Case("a,b\n'x, y',1\n'z',2\n'w, v',3\n", [("x, y", 1), ("z", 2), ("w, v", 3)]),
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
    "columns aligned by spaces, with cells of two words": Case(
        "id name     qty\n1  Plum 10   7\n2  Pear 11  12\n3  Kiwi 12   9\n",
        [(1, "Plum 10", 7), (2, "Pear 11", 12), (3, "Kiwi 12", 9)],
        ("aligned by spaces",),
        names=("id", "name", "qty"),
    ),
    "a quotation mark in the header that is never closed": Case(
        'fruit,"colour,qty\nApple,red,10\nPear,green,5\nPlum,blue,7\n',
        [("Apple", "red", 10), ("Pear", "green", 5), ("Plum", "blue", 7)],
        ("taken out of the header line",),
        names=("fruit", "colour", "qty"),
    ),
    "a header line that is quoted as a whole": Case(
        '"fruit,colour,qty"\nApple,red,10\nPear,green,5\nPlum,blue,7\n',
        [("Apple", "red", 10), ("Pear", "green", 5), ("Plum", "blue", 7)],
        ("taken out of the header line",),
        names=("fruit", "colour", "qty"),
    ),
    "words apart by spaces": Case(
        "name qty price\nApple 10 1.50\nPear 5 2.25\n", [("Apple", 10, 1.5), ("Pear", 5, 2.25)], ("aligned by spaces",)
    ),
    "lines of text are no table": Case(
        "notes of today\nthe first one\nthe other two\nand 3 more\n",
        [("the first one",), ("the other two",), ("and 3 more",)],
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_text_in_any_encoding_and_quotation_is_read_right_and_its_repairs_are_told(read, case):
    case.holds(read(case.content))


def test_bytes_of_katakana_beside_letters_are_no_text_of_dos(read):
    text = "name,n\nテストTest,1\nカタカナkana,2\nデータdata,3\n"
    assert "DOS" not in read(text.encode("shift_jis")).told()
