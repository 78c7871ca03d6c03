"""Dirty cells, one trouble each: numbers, dates, truth, what is missing, and what is hostile."""

import datetime as dt

import pytest
from dirty import Case

D = dt.date

CASES: dict[str, Case] = {
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
    "several currencies are numbers with their currency beside them": Case(
        "a;b\nx;$1,205.50\ny;6,20 €\nz;($3)\nq;-CHF 1'200.00\nw;n/a\nv;A$7\nu;1.205,5 EUR\n",
        [
            *(("x", 1205.5, "$"), ("y", 6.2, "€"), ("z", -3.0, "$"), ("q", -1200.0, "CHF")),
            *(("w", None, None), ("v", 7.0, "A$"), ("u", 1205.5, "€")),
        ],
        ("states a currency in each cell", "b currency holds these"),
    ),
    "several currencies, one of them open, stay text": Case(
        "a;b\nx;$5\ny;€1.205\n", [("x", "$5"), ("y", "€1.205")], ("mixes units",)
    ),
    "several currencies and a bare number stay text": Case(
        "a,b\nx,$5\ny,€6\nz,7\n", [("x", "$5"), ("y", "€6"), ("z", "7")], ("mixes units",)
    ),
    "currencies and percents stay text": Case(
        "a,b\nx,$5\ny,6%\nz,€7\n", [("x", "$5"), ("y", "6%"), ("z", "€7")], ("mixes units",)
    ),
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
    "one unit in several spellings": Case(
        "a,b,c,d\nx,5kg,US$ 3.50,2 lb\ny,7 KG,$4,3 lbs\nz,3.5Kg,12 usd,1 lb\n",
        [("x", 5.0, 3.5, 2), ("y", 7.0, 4.0, 3), ("z", 3.5, 12.0, 1)],
        units=(None, "kg", "US$", "lb"),
    ),
    "thousands and millions in German": Case(
        "a;b\nx;12 Tsd. €\ny;1,5 Mio. €\nz;2 Mrd. €\n", [("x", 12e3), ("y", 1.5e6), ("z", 2e9)], units=(None, "€")
    ),
    "footnotes above the line, and estimates": Case(
        "a,b,c\nx,1200¹,12 (est.)\ny,900,15\nz,450²,9\n",
        [("x", 1200, 12), ("y", 900, 15), ("z", 450, 9)],
        ("footnote",),
    ),
    "texts that are guarded against spreadsheets": Case(
        "a,b,c\n=\"00123\",'0123,it's\n=\"00124\",'0456,'so'\n",
        [("00123", "0123", "it's"), ("00124", "0456", "'so'")],
        ("In column a, 2 cell(s) are marked as text", "In column b, 2 cell(s)"),
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
    "integers of unlike lengths beyond 64 bits stay exact too": Case(
        "a,v\n1234567890123456789012,1\n5,2\n",
        [("1234567890123456789012", 1), ("5", 2)],
        ("whole numbers of more than 18 digits",),
    ),
    "barcodes that a spreadsheet shortened": Case(
        "ean,article,v\n4.00638E+12,4.00638E+12,1\n8.71E+12,7.1E+13,2\n",
        [("4.00638E+12", 4006380000000.0, 1), ("8.71E+12", 7.1e13, 2)],
        ("In column ean, 2 cells are long numbers as a", "In column article, 2 cells are long numbers as a"),
    ),
    "numbers of a science are not shortened": Case(
        "a,v\n1.5E-7,1\n3.2E+12,2\n", [(1.5e-7, 1), (3.2e12, 2)], silent=True
    ),
    "large integers stay exact": Case("a\n9007199254740993\n1\n", [(9007199254740993,), (1,)], types=("integer",)),
    "infinity is no number": Case(
        "a,b\n" + "1.5,x\n" * 99 + "inf,x\n", [(1.5, "x")] * 99 + [(None, "x")], ("1 cell(s) are not numbers",)
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
        ("1 cell(s) are not numbers and count as empty",),
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
        ("9 placeholder cell(s)",),
    ),
    "nulls among numbers": Case(
        "n,v\na,1.5\nb,N/A\nc,-\nd,\n",
        [("a", 1.5), ("b", None), ("c", None), ("d", None)],
        ("2 placeholder cell(s)",),
    ),
    "north america": Case("region,v\nNA,1\nEMEA,2\nAPAC,3\n", [("NA", 1), ("EMEA", 2), ("APAC", 3)], silent=True),
    "none among plain words": Case(
        "job,v\nnone,1\nwriter,2\nstudent,3\n", [("none", 1), ("writer", 2), ("student", 3)], silent=True
    ),
    "none among names": Case(
        "who,v\nnone,1\nBob,2\nSue,3\n", [(None, 1), ("Bob", 2), ("Sue", 3)], ("1 placeholder cell(s)",)
    ),
    "space": Case("a,b\n x ,1 \ny,2\n", [("x", 1), ("y", 2)]),
    "empty column": Case("a,b\n1,\n2,\n", [(1, None), (2, None)], types=("integer", "text")),
    # truth
    "yes and no in many words": Case(
        "a,b\n1,Yes\n2,no\n3,Y\n4,N\n5,TRUE\n",
        [(1, True), (2, False), (3, True), (4, False), (5, True)],
        types=("integer", "boolean"),
    ),
    "dates with points beside written ones": Case(
        "a,day\n1,13.05.2025\n2,April 7 2025\n3,25/04/2025\n",
        [(1, dt.date(2025, 5, 13)), (2, dt.date(2025, 4, 7)), (3, dt.date(2025, 4, 25))],
        types=("integer", "date"),
    ),
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
    "lengths of time in words": Case(
        "a,b,c\n2h 15m,PT1H30M,1 day 2 hrs\n45m,PT45S,90 min\n1 hr 20 min,PT2H,3 hours and 5 minutes\n",
        [(8100, 5400, 93600), (2700, 45, 5400), (4800, 7200, 11100)],
        ("Column a holds durations; they were read in seconds.",),
        units=("s", "s", "s"),
    ),
    "lengths of time by the clock": Case(
        "a,b,duration,d\n26:10:00,0 days 00:00:07,00:03:45,45:10\n1:02:03,1 day 2:00:00,01:00:00,1:00:05\n",
        [(94200, 7, 225, 2710), (3723, 93600, 3600, 3605)],
        units=("s", "s", "s", "s"),
    ),
    "lengths of time below zero": Case(
        "a,b\nx,00:12:30\ny,-00:01:00\n",
        [("x", 750), ("y", -60)],
        units=(None, "s"),
    ),
    "lengths of time in two sizes stay as they are": Case(
        "song,duration\nA,3:45\nB,14:02\n",
        [("A", "3:45"), ("B", "14:02")],
        ("minutes and seconds or hours and minutes",),
    ),
    "days of a spreadsheet that are none": Case(
        "d,v\n1900-01-00,1\n2024-01-05,2\n2024-01-06,3\n", [(None, 1), (D(2024, 1, 5), 2), (D(2024, 1, 6), 3)]
    ),
    "lengths of time that could be times of day": Case(
        "run,time\na,1:12:15\nb,0:19:29\n", [("a", 4335), ("b", 1169)], ("could be a time of day too",)
    ),
    "times of day stay what they are": Case(
        "run,time,start\na,11:12:15,0:05:00\nb,8:19:29,1:05:00\n",
        [("a", dt.time(11, 12, 15), dt.time(0, 5)), ("b", dt.time(8, 19, 29), dt.time(1, 5))],
        silent=True,
    ),
    "scores are no times of day": Case("a,b\nx,12:3\ny,7:7\nz,2:14\n", [("x", "12:3"), ("y", "7:7"), ("z", "2:14")]),
    "so do those beside a date": Case(
        "day,time\n2024-01-05,1:12:15\n2024-01-06,0:19:29\n",
        [(D(2024, 1, 5), dt.time(1, 12, 15)), (D(2024, 1, 6), dt.time(0, 19, 29))],
        silent=True,
    ),
    "letters that are no units of time": Case(
        "film,shoe\n2D,8D\n3D,9H\n2D,10S\n", [("2D", "8D"), ("3D", "9H"), ("2D", "10S")], silent=True
    ),
    "impossible dates count as empty": Case(
        "d,v\n" + "2024-01-05,1\n" * 99 + "2024-02-30,2\n",
        [(D(2024, 1, 5), 1)] * 99 + [(None, 2)],
        ("1 cell(s) are not dates",),
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
    "weekdays before days": Case(
        "d;e;f\nMon 01/07/2024;Monday, 1.7.24;Mon 1/7/2024 9:30\n"
        "Wed 17/07/2024;Wednesday, 17.7.24;Wed 17/7/2024 10:15\n",
        [
            (D(2024, 7, 1), D(2024, 7, 1), dt.datetime(2024, 7, 1, 9, 30)),
            (D(2024, 7, 17), D(2024, 7, 17), dt.datetime(2024, 7, 17, 10, 15)),
        ],
    ),
    "quarters": Case(
        "q;r;s;t;u\nQ1 2024;2024-Q1;2024Q1;Q1/24;1Q99\nQ4 2023;2023-Q4;2023Q4;Q4'23;4Q 2023\n",
        [(*[D(2024, 1, 1)] * 4, D(1999, 1, 1)), (D(2023, 10, 1),) * 5],
        ("q was read as dates where a quarter of the calendar year stands for its first day",),
    ),
    "quarters of no calendar year stay text": Case(
        "fiscal_quarter,which,what\nQ1 2024,Q1,Q1 2024\nQ2 2024,Q2,2024\n",
        [("Q1 2024", "Q1", "Q1 2024"), ("Q2 2024", "Q2", "2024")],
    ),
    "a code for a missing value": Case(
        "s,t\nA,20.5\nA,-999\nA,21.5\nB,-999\nB,22\n",
        [("A", 20.5), ("A", None), ("A", 21.5), ("B", None), ("B", 22.0)],
        ("-999 in 2 cells was taken to stand for missing values",),
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
def test_cells_are_read_right_and_their_repairs_are_told(read, case):
    case.holds(read(case.content))
