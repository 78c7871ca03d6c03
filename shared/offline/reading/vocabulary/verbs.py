"""The verbs of questions, as data: those that point to a column, and those that add nothing."""

from typing import Final

from shared.offline.reading.vocabulary.words import word_set

VERBS: Final[dict[str, str]] = {
    "borrowed": "date borrowed",
    "lent": "date borrowed",
    "loaned": "date borrowed",
    "due": "due date",
    "sell": "sold",
    "sells": "sold",
    "earn": "salary",
    "earns": "salary",
    "earner": "salary",
    "earners": "salary",
    "earned": "salary",
    "earning": "salary",
    "cost": "price",
    "costs": "price",
    "costing": "price",
    "priced": "price",
    "weigh": "weight",
    "weighs": "weight",
    "weighing": "weight",
    "last": "duration",
    "lasted": "duration",
    "lasting": "duration",
    "lasts": "duration",
    "pay": "salary",
    "pays": "salary",
    "spend": "spending",
    "spent": "spending",
    "spends": "spending",
    "rained": "rainfall",
    "rain": "rainfall",
    "hired": "hire date",
    "joined": "hire date",
    "ordered": "order date",
    "shipped": "ship date",
    "born": "birth date",
    "registered": "signup date",
    "paid": "salary",
    "charge": "price",
    "charged": "price",
}
"""Verbs that point to a column by a concept; they are neutral words where the table has no such column only if listed
in NEUTRAL_VERBS."""

NEUTRAL_VERBS: Final[frozenset[str]] = word_set(
    "takes lists refereed "
    "sampled surveyed studied interviewed examined tested weighed-in "
    "needs needing doing stood stand show shows showing seated build charging handed hand hands stays "
    "staying travelled travelling traveling traveled boarded boarding embark embarks sailed sail ride rode rides "
    "drive drives driving drove serve served serves eat ate dine dined visited visiting fly flew flown flies "
    "depart departed arrive arrives weighs mentioned counting scheduled transported transport "
    "harvested produced grew growing grows elected hosted attract attracted attracts drew "
    "experienced experiencing suffer suffered reach reached reaches rack racked boast boasts "
    "enjoy enjoyed featured dropped-off owned manage managed operate operated operates "
    "played attend post filed submit raise raised handle processed "
    "called save saved keep keeps kept start starts began begin begins go goes going bear enter enters exit lie lies "
    "sit sits wear pick picked choose chose chosen prefer preferred select selected split break broken group grouped "
    "sort sorted add put summarise arrange pivot tabulate plot "
    "sold sell sells selling made make makes generate generated generates bring brought brings recorded registered "
    "placed "
    "happened occurred occur happen took take taken took-place place belong work works worked working live lives "
    "lived "
    "living listed appear appears appeared exist exists existed reported issued occurring received receive performed "
    "created produced produce produces logged entered earned observed measured held held given submitted ordered "
    "purchased bought documented seen found collected collect achieved achieve offer offered offers carried run "
    "ran done "
    "represented included include includes including involved involving taking occurring employ employed employs "
    "scored score scores shown fell falls handed noted leaves recruited lies sees moved grew grown cast "
    "carried based bases showed treated treat ended ends end resulted seen handled handle "
    "dealt still ever consumed consume deliver delivers yield yielded yields turn out need needed accumulated "
    "accumulate obtained raked "
    "booked transacted tracked contained counted captured present posted completed-by"
)
"""Verbs that say no more than that a row exists; dropping them cannot change a number."""
