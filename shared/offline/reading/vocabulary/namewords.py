"""The words that columns are named with, as data: units, abbreviations, what adds up, what rows are called."""

from typing import Final

from shared.offline.reading.vocabulary.words import word_set

UNIT_WORDS: Final[frozenset[str]] = word_set(
    "v volts volt meters meter square feet foot usd eur gbp chf jpy inr cad aud "
    "dollar dollars euro euros pound pounds kg g h lb lbs km mi m cm mm ft hr hrs hour hours "
    "min mins minute minutes sec secs s second seconds day days pct percent percentage c f celsius fahrenheit "
    "kwh mwh "
    "ms kb mb gb mph kmh kph l ml litre litres liters liter oz inches inch in deg degrees mg units cents k thousand "
    "millions million bn years months weeks local sqm sqft sq mm2 km2 m2 per of the"
)
"""Words at the end of a column's name that give its unit rather than its meaning."""

IMPLIED: Final[dict[str, str]] = {
    "sqm": "area size space",
    "sqft": "area size space footage",
    "m2": "area size",
    "km": "distance length",
    "miles": "distance length",
    "mi": "distance length",
    "kg": "weight mass",
    "lb": "weight mass",
    "lbs": "weight mass",
    "secs": "time duration length",
    "seconds": "time duration length",
    "min": "time duration length",
    "mins": "time duration length",
    "minutes": "time duration length",
    "hrs": "time duration length",
    "hours": "time duration length",
    "days": "time duration length",
    "c": "temperature",
    "f": "temperature",
    "kmh": "speed",
    "mph": "speed",
    "eur": "amount value sum",
    "usd": "amount value sum",
    "gbp": "amount value sum",
    "v": "voltage",
    "pct": "percentage rate share percent",
    "percent": "percentage rate share",
    "kwh": "consumption energy usage use electricity power",
    "mm": "amount",
    "cm": "length height",
}
"""What the unit at the end of a column's name implies that the column measures."""

ROW_NOUNS: Final[dict[str, str]] = {
    "order": "order; orders; purchase; purchases; sale; sales; transaction; transactions; invoice; invoices",
    "person": "person; people; folks; persons; individuals; employee; employees; staff; worker; workers; member;"
    "members;"
    "personnel; staff members; team members; colleagues",
    "trip": "trip; trips; ride; rides; journey; journeys",
    "flight": "flight; flights",
    "item": "loan; loans; item; items; book; books; checkout; checkouts",
    "participant": (
        "subj; participant; participants; subject; subjects; patient; patients; volunteer; volunteers; person; people"
    ),
    "booking": "booking; bookings; reservation; reservations; stay; stays",
    "loan": "loan; loans; borrowing; borrowings",
    "passenger": "titanic; passenger; passengers; traveller; travellers; traveler; travelers; person; people",
    "batch": "batch; batches; lot; lots; run; runs",
    "payment": "payment; payments; booking; bookings; transaction; transactions",
    "match": "match; matches; game; games; fixture; fixtures",
    "home": "housing; home; homes; house; houses; property; properties; listing; listings",
    "pupil": "pupil; pupils; student; students; kid; kids; child; children; learner; learners",
    "session": "session; sessions; visit; visits",
    "table": "tip; tips; table; tables; party; parties; bill; bills; check; checks; meal; meals; visit; visits;"
    "order; orders",
    "seat": "seat; seats; constituency; constituencies; district; districts",
    "flower": "iris; flower; flowers; plant; plants; sample; samples; specimen; specimens; iris flowers",
    "mammal": "mammal; mammals; animal; animals; species",
    "penguin": "penguin; penguins; bird; birds; animal; animals; individual; individuals; specimen; specimens",
    "field": "crop; crops; harvest; harvests",
    "reading": "weather; day; days; reading; readings; measurement; measurements",
    "diamond": "diamond; diamonds; stone; stones; gem; gems",
    "country": "country; countries; nation; nations; state; states",
    "account": "account; accounts; subscription; subscriptions; customer; customers; client; clients",
    "review": "review; reviews; rating; ratings",
    "car": "mpg; mtcars; auto; autos; model; models; car; cars; vehicle; vehicles; automobile; automobiles",
    "movie": "movie; movies; film; films; title; titles",
    "product": "product; products; item; items; article; articles",
    "ticket": "ticket; tickets; case; cases; issue; issues; request; requests",
    "visit": "visit; visits; stay; stays; appointment; appointments; admission; admissions",
    "incident": "incident; incidents; accident; accidents; event; events",
}
"""Families of nouns that a table's rows may be called by;"
"one is accepted where the table's own noun is in its family."""
