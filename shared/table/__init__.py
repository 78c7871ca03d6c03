"""What a table means: found once, when its file is read, and kept in its profile (`shared/ingestion/profile.py` has the
figures of it).

roles        what a column is used for, from how its values lie
names        a name in words; abbreviations.py and nouns.py beside it
additivity   whether a column's values may be added, and what is meant where nobody says
units        the unit that a name states, money, and the column that says which unit each row is in
flags        the value that means yes; lists: cells that hold several things; tally: rows that stand for many
grain        what a row is: its noun, what tells rows apart, what comes again, what names it
semantics    the subject of a table, and a few words for each column
understood   all of that, put into a profile
doubts       what a reply must say of the data that it was computed from
"""
