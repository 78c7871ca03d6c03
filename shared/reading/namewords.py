"""The words that columns are named with, as data: units, abbreviations, what adds up, what rows are called."""

from typing import Final

from shared.reading.words import word_set

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

ABBREVIATIONS: Final[dict[str, str]] = {
    "qty": "quantity",
    "amt": "amount",
    "dept": "department",
    "temp": "temperature",
    "dob": "birth date",
    "pct": "percent",
    "num": "number",
    "nbr": "number",
    "no": "number",
    "cust": "customer",
    "prod": "product",
    "prop": "property",
    "emp": "employee",
    "cat": "category",
    "desc": "description",
    "addr": "address",
    "mgr": "manager",
    "rev": "revenue",
    "disc": "discount",
    "avg": "average",
    "yr": "year",
    "mth": "month",
    "mo": "month",
    "dt": "date",
    "ts": "timestamp",
    "lat": "latitude",
    "lon": "longitude",
    "lng": "longitude",
    "pop": "population",
    "hp": "horsepower",
    "mpg": "miles per gallon",
    "gdp": "gross domestic product",
    "dist": "distance",
    "dur": "duration",
    "tel": "telephone",
    "org": "organisation",
    "acct": "account",
    "txn": "transaction",
    "trx": "transaction",
    "inv": "invoice",
    "tot": "total",
    "med": "medication",
    "exp": "experience",
    "sal": "salary",
    "hum": "humidity",
    "precip": "precipitation",
    "wt": "weight",
    "ht": "height",
    "bal": "balance",
    "mfr": "manufacturer",
    "ref": "reference",
    "loc": "location",
    "tmax": "maximum temperature",
    "tmin": "minimum temperature",
    "tavg": "average temperature",
    "rh": "relative humidity",
    "prcp": "precipitation",
    "wspd": "wind speed",
    "wdir": "wind direction",
    "pres": "pressure",
    "obs": "observation",
    "stn": "station",
    "batt": "battery",
    "flg": "flag",
    "yc": "yellow cards",
    "rc": "red cards",
    "gls": "goals",
    "gl": "goals",
    "res": "result",
    "nbhd": "neighborhood",
    "lst": "listing",
    "sess": "session",
    "secs": "seconds",
    "mins": "minutes",
    "hrs": "hours",
    "hq": "headquarters",
    "sqm": "square meters",
    "sqft": "square feet",
    "beds": "bedrooms",
    "baths": "bathrooms",
    "opp": "opponent",
    "pos": "position",
    "tkt": "ticket",
    "svc": "service",
    "cnt": "count",
    "ttl": "total",
    "vol": "volume",
    "wk": "week",
    "curr": "currency",
    "bldg": "building",
    "apt": "apartment",
    "min": "minimum",
    "max": "maximum",
    "nat": "nationality",
    "cyl": "cylinders",
    "disp": "displacement",
    "ctry": "country",
    "reg": "region",
    "sub": "subject",
    "attn": "attendance",
    "att": "attendance",
    "pts": "points",
    "reb": "rebounds",
    "ast": "assists",
    "gp": "games played",
}

NON_ADDITIVE: Final[frozenset[str]] = word_set(
    "rating score rate ratio percent percentage pct price age temperature latitude longitude lat lon lng year month "
    "day "
    "index grade speed height bmi humidity margin average avg mean median per share gpa level rank version zip "
    "zipcode "
    "postcode pressure density ph stars probability yield efficiency mpg tenure wage hourly fee-rate altitude "
    "elevation depth width length size capacity intensity concentration performance satisfaction nps quality "
    "growth interest quarter week hour minute code phone salary weight experience temp dob stock inventory balance "
    "battery batt v volts voltage horsepower cylinders displacement acceleration horse power oxygen glucose "
    "cholesterol heart pulse bp systolic "
    "diastolic blood velocity voltage frequency minimum maximum min max seniority aqi magnitude mark marks exam test "
    "percentile fahrenheit celsius wind visibility uv popularity"
)
"""Words in a column's name that make its plain total meaningless or misleading unless it is asked for by name."""

ROW_NOUNS: Final[dict[str, str]] = {
    "order": "order; orders; purchase; purchases; sale; sales; transaction; transactions; invoice; invoices",
    "person": "person; people; folks; persons; individuals; employee; employees; staff; worker; workers; member;"
    "members;"
    "personnel; staff members; team members; colleagues",
    "trip": "trip; trips; ride; rides; journey; journeys",
    "flight": "flight; flights",
    "participant": (
        "participant; participants; subject; subjects; patient; patients; volunteer; volunteers; person; people"
    ),
    "booking": "booking; bookings; reservation; reservations; stay; stays",
    "loan": "loan; loans; borrowing; borrowings",
    "passenger": "passenger; passengers; traveller; travellers; traveler; travelers; person; people",
    "batch": "batch; batches; lot; lots; run; runs",
    "payment": "payment; payments; booking; bookings; transaction; transactions",
    "match": "match; matches; game; games; fixture; fixtures",
    "home": "home; homes; house; houses; property; properties; listing; listings",
    "pupil": "pupil; pupils; student; students; kid; kids; child; children; learner; learners",
    "session": "session; sessions; visit; visits",
    "account": "account; accounts; subscription; subscriptions; customer; customers; client; clients",
    "review": "review; reviews; rating; ratings",
    "car": "car; cars; vehicle; vehicles; automobile; automobiles",
    "movie": "movie; movies; film; films; title; titles",
    "product": "product; products; item; items; article; articles",
    "ticket": "ticket; tickets; case; cases; issue; issues; request; requests",
    "visit": "visit; visits; stay; stays; appointment; appointments; admission; admissions",
    "incident": "incident; incidents; accident; accidents; event; events",
}
"""Families of nouns that a table's rows may be called by;"
"one is accepted where the table's own noun is in its family."""
