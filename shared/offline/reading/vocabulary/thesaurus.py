"""Words that mean the same column or the same cell value, as data; a line is a group, "!" marks those whose members
only share the meaning of the first, and "@" those that are things, which no column of amounts holds."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from shared.offline.reading.meanings.tokens import stem

_COLUMN_GROUPS: Final = """
height; how tall
temperature; how hot; how warm; how cold
weight; how heavy
distance; how far
duration; how long; time on site; seconds on site
price; how expensive
speed; how fast
order total; order value; order amount; total amount; total order value; sale amount; purchase amount; basket value;
basket size
!sales; total amount; order total; order value; order amount; sale amount; total value; total price; net amount;
line total; amount
!turnover; total amount; order total; order value; order amount; sale amount; total value; total price; line total
!income; total amount; order total; revenue; salary; sales
!takings; order total; total amount; sales; revenue
!tenure; hire date; start date; join date
list price; asking price; listing price; listed price; offer price
!sale price; sold price; selling price; sold for
@!club; team; side; home team; away team
@referee; ref; official
seconds on site; time on site; time spent; session length; session duration
crowd; attendance; spectators; attendees; audience
nights; nights stayed; stay; length of stay; los; length
landing page; entry page; first page
@agent; handled by; handler; representative; assignee; assigned to
revenue; sales; turnover; sales amount; total sales; sales revenue; net sales; takings; income from sales; sales value
!revenue; total amount; order total; order value; amount; total price; order amount; sale amount; total value
!revenue; gross; box office; receipts
salary; pay; wage; wages; compensation; earnings; remuneration; income; annual salary; base salary; payroll
!cost; expense; expenses; expenditure; spend; costs; spending; outlay
!price; unit price; cost; list price; asking price; sale price; price each; selling price; retail price; fare;
rate charged
!spending; amount; purchase amount; total spent; spend; order total; total; amount spent; expenses; expenditure;
revenue; sales
!quantity; units; pieces; units sold; number of units; quantity sold; items; volume; item count; quantity ordered
!sold; units sold; quantity; quantity sold; units; sold units; unit sales; sales volume
!sold; sales; revenue; sales amount; total sales
@customer; client; buyer; shopper; purchaser; customer name; patron
@employee; staff; worker; employee name; staff member; personnel; colleague; team member
@city; town; municipality
@country; nation
@region; area; territory; zone; sales region
@!state; province
@!product; item; product name; item name; article; goods; merchandise
@!category; type; kind; class; group; product category
rating; score; stars; review score; star rating; customer rating; user rating
!score; points; marks; mark; grade; result; test score; exam score
@gender; sex
temperature; temp; heat; degrees
rainfall; rain; precipitation; rain amount
pressure; atmospheric pressure; air pressure; barometric pressure
wind; wind speed
@department; dept; division; team; unit
@job; role; position; title; job title; occupation; profession; designation
@manager; boss; supervisor; line manager
!name; full name; title
hire date; start date; joined; join date; joining date; hired; date hired; hired on; date of hire; date joined
birth date; date of birth; birthday; birthdate; born
order date; date ordered; purchase date; ordered; ordered at; ordered on; date of purchase; order placed
ship date; shipped; shipping date; dispatch date; shipped at; shipment date; shipped on; date shipped
delivery date; delivered; delivered at; delivered on
signup date; registered; registration date; sign up date; signed up; joined; created; created at; registered at
!date; day; order date; sale date; transaction date; timestamp; created at
!duration; length; time; seconds; secs; seconds on site; minutes; runtime; running time; hours; duration minutes;
time taken
!distance; miles; kilometers; km; kilometres; trip distance; mileage
weight; mass; body weight
!weight; carat; carats
height; body height; altitude; elevation
!height; stature; body height
age; years old; age years; how old
life exp; life expectancy; life expectancy at birth; lifespan; life span
gross domestic product per capita; gdp percap; gdppercap; gdp per capita; gdp per head; gdp per person;
per capita gdp; income per person; income per head; per capita income
population; inhabitants; residents; pop; number of inhabitants; people
!profit; net profit; gain; earnings; profit amount; net income
discount; rebate; markdown; reduction; price reduction
@payment method; payment type; payment; method of payment; pay method; paid with
@channel; sales channel; source
@store; shop; branch; outlet; location
@supplier; vendor; provider; manufacturer
@brand; make; manufacturer; producer
@author; writer; novelist
@director; film maker; filmmaker
@movie; film; title; movie title; film title; picture
@book; title; book title; publication
@song; track; title; song title
@student; pupil; learner; student name; kid; kids; child
@teacher; instructor; professor; tutor
@school; institution; college; university
@doctor; physician; clinician; attending physician
@patient; patient name
@diagnosis; condition; disease; illness
!stay; length of stay; days stayed; stay days; los
speed; velocity
horsepower; power; engine power; hp
fuel economy; mileage; mpg; miles per gallon; fuel efficiency; fuel consumption
@!segment; customer segment; customer type; tier; market segment; market
!status; state; order status; outcome
@priority; urgency; severity
@language; original language; tongue
@!genre; category; type
@!origin; origin city; departure; from; origin airport; departure airport; source
@!destination; destination city; arrival; to; destination airport; arrival airport
@airline; carrier; air carrier
delay; lateness; minutes late; delay minutes; late
passengers; travelers; travellers; riders; passenger count
visitors; visits; sessions; traffic; visitor count
clicks; click count
attendance; crowd; spectators; attendees
@!team; club; side; squad
@player; athlete; player name; sportsman
goals; goal count; goals scored
!points; score; points scored; pts
experience; years of experience; seniority; years experience; tenure
@education; degree; qualification; education level; schooling
@contract; contract type; plan
plan; subscription; subscription plan; plan type; package; tier
@ticket; issue; case; request; support ticket
@agent; representative; rep; assignee; sales rep; salesperson; sales person; salesman; seller; assigned to; handler
resolution time; time to resolve; resolution hours; time to close; hours to resolve
response time; first response time; time to respond; latency
!amount; value; payment amount; transaction amount
balance; account balance
fee; charge; charges; fees
tip; gratuity; tips; tip amount
!fare; ticket price; trip fare; price; fare amount
bedrooms; beds; number of bedrooms
bathrooms; baths; number of bathrooms
@neighborhood; neighbourhood; district; area; suburb
!area; square feet; size; floor area; living area; surface; sqft; surface area; square footage; square meters
stock; inventory; stock level; units in stock; in stock; on hand
emissions; co2; carbon emissions; co2 emissions; carbon dioxide emissions; carbon dioxide
fuel economy; gas mileage; mileage; mpg; miles per gallon; fuel efficiency; fuel mileage
!size; party; group size; party size; group size; number of people; guests; people; number of guests
!fare; ticket; ticket fare; ticket cost; passage
sib sp; siblings or spouses; siblings and spouses; siblings spouses
par ch; parents or children; parents and children; parents children
embarked; port of embarkation; embarkation port; port; boarded; boarding port; embarkation
pclass; class; passenger class; ticket class; travel class
!class; passenger class; ticket class; travel class; cabin class; pclass
booked via; booking channel; channel; booked through
bill; total bill; bill amount; check; check amount; bill total
bill length mm; bill length; beak length; culmen length
bill depth mm; bill depth; beak depth; culmen depth
body mass g; body mass; weight; mass
flipper length mm; flipper length; wing length
accel sec; acceleration; time to accelerate; seconds to accelerate; 0 60 time
displacement; engine size; engine displacement
cylinders; cyl; number of cylinders
yield; yield per hectare; crop yield
area; hectares; acreage; land
tonnes; tonnage; tons; production; harvest; output
!output; units made; units produced; production; produced
units made; units produced; output; production
units scrapped; scrap; scrapped; rejects; scrapped units; defective units
defect; fault; main defect; problem
downtime; standstill; stoppage; idle time
air time; flying time; flight time; time in the air
distance; flight distance; route length
@carrier; airline; air carrier; airlines; carriers
delay; lateness
median house value; house value; home value; property value
median income; income
ocean proximity; proximity to the ocean; closeness to the ocean
total rooms; rooms
year built; built; construction year; year of construction
sale price; sold price; selling price
lot area; lot size; plot size; land area
living area; floor space; living space
weather condition; weather; conditions; condition
sepal length; length of the sepal
max temperature; high; daily high; highest temperature
min temperature; low; daily low; lowest temperature
unit cost; cost per unit
!late fee; fine; fines; penalty; overdue fee
renewals; times renewed; renewed
@title; book; book title; name
@member; reader; borrower; member card; card
turnout; voter turnout; participation
majority; margin; winning margin; lead
winner; winning candidate; elected
spoilt ballots; spoiled ballots; invalid votes; spoilt votes
doses missed; missed doses; skipped doses
dropout reason; reason for dropping out; reason for leaving; why they dropped out; dropping out
adverse event; side effect; adverse reaction; side effects
arm; treatment arm; group; treatment group; dose group; trial arm
energy; consumption; energy use; usage; energy consumption; electricity; electricity consumption; power consumption;
kwh
humidity; moisture; relative humidity
yield; harvest; output; crop yield; production
@crop; plant; crop type
@!species; animal; type; kind
@hospital; clinic; ward; facility
@medication; drug; medicine; treatment
@!vehicle; car; model; automobile
!model; car model; version
!year; model year; release year; year released; year of release; released; release date
return; returned; refund; refunded; sent back
churn; churned; left; cancelled; exited; attrition
survived; survivors; alive; lived
attrition; left; quit; turnover; resigned
email; e mail; email address; mail
phone; telephone; phone number; telephone number; mobile
postcode; zip; zip code; postal code
@nationality; country; citizenship
votes; vote count; number of votes
budget; production budget; production cost; cost
@publisher; publishing house
pages; page count; length; number of pages
@warehouse; depot; storage; distribution center
@carrier; shipping company; courier; shipper
shipping cost; freight; shipping; delivery cost; shipping fee; postage; delivery fee; freight cost
marital status; married; marital
smoker; smokes; smoking; smoking status
!cost; charges; bill; total cost; treatment cost; billing amount; total charges; bill amount
"""

_VALUE_GROUPS: Final = """
in; incoming; inflow; money in; income; coming in; came in; credit
out; outgoing; outflow; money out; going out; went out; spent; spending; expenditure; spend; spends; expense;
expenses; outgoings; debit
mobile; smartphone; cell phone; mobile phone; cellphone; phones
desktop; computer; pc
portuguese; portugal
france; french
spain; spanish
italy; italian
netherlands; dutch; holland
canada; canadian
brazil; brazilian
poland; polish
japan; japanese
china; chinese
india; indian
mexico; mexican
sweden; swedish
norway; norwegian
australia; australian
ireland; irish
switzerland; swiss
austria; austrian
belgium; belgian
europe; european; eu
asia; asian
africa; african
first; 1st; first class; 1; upper class
second; 2nd; second class; 2; middle class
third; 3rd; third class; 3; lower class
automatic; auto
manual; stick; stick shift
electric; ev
gasoline; petrol; gas
adult; adults; grown up; grown ups
senior; seniors; pensioner; pensioners; elderly
single; unmarried
e book; ebook; e books
hardcover; hardback
walk in; walkin
no show; noshow; no shows
annual; yearly; annually; per year
monthly; per month; every month
paid search; paid; paid ads; ads
home; h; home win
draw; d; drawn
away; a; away win
female; woman; f; lady; girl
male; man; m; boy; gentleman
usa; united states; us; united states of america; america; u s; u s a; american
uk; united kingdom; great britain; britain; gb; british
uae; united arab emirates
germany; de; german
canceled; cancelled; cancellation
refunded; refund
returned; return; sent back
delivered; delivery
shipped; dispatched
online; web; internet; website; ecommerce; e commerce
in store; store; retail; offline; instore; physical store
credit card; credit; card
debit card; debit
finished; completed; complete; done
open; unresolved
closed; resolved
high; urgent
yes; y; true; t; 1
no; n; false; f; 0
hr; human resources
it; information technology; tech
r d; rd; research and development; research development
sci fi; science fiction; scifi
ny; new york; nyc; new york city
la; los angeles; l a
sf; san francisco
monday; mon
tuesday; tue; tues
wednesday; wed
thursday; thu; thurs
friday; fri
saturday; sat
sunday; sun
january; jan
february; feb
march; mar
april; apr
june; jun
july; jul
august; aug
september; sep; sept
october; oct
november; nov
december; dec
full time; fulltime; ft
part time; parttime; pt
phd; doctorate; doctoral
bachelor; bachelors; bachelor degree
master; masters; master degree
north; northern
south; southern
east; eastern
west; western
child; kid
sun; sunny
fog; foggy; misty
snow; snowy; snowing
rain; rainy; raining
cloud; cloudy; clouds
storm; stormy
drizzle; drizzly
wind; windy
premium; pro
"""


def _stems(phrase: str) -> tuple[str, ...]:
    return tuple(stem(word) for word in phrase.split())


class _Group(NamedTuple):
    """Phrases that mean alike: each other, or ("!") only their head; ("@") of things rather than of amounts."""

    mutual: bool
    things: bool
    phrases: tuple[tuple[str, ...], ...]


def _lines(text: str) -> Iterator[_Group]:
    for line in filter(None, text.strip().replace(";\n", "; ").splitlines()):
        marks, phrases = line[: len(line) - len(line.lstrip("@!"))], line.lstrip("@!").split(";")
        yield _Group("!" not in marks, "@" in marks, tuple(_stems(phrase) for phrase in phrases))


@lru_cache(maxsize=3)
def _index(text: str, *, things: bool = True) -> dict[tuple[str, ...], frozenset[tuple[str, ...]]]:
    index: dict[tuple[str, ...], frozenset[tuple[str, ...]]] = {}
    for group in _lines(text):
        for phrase in group.phrases if things or not group.things else ():
            meant = group.phrases if group.mutual or phrase == group.phrases[0] else group.phrases[:1]
            index[phrase] = index.get(phrase, frozenset()) | frozenset(meant) - {phrase}
    return index


@lru_cache(maxsize=2)
def _heads(text: str) -> dict[tuple[str, ...], frozenset[tuple[str, ...]]]:
    """Only the head of a group is known by all its members: the others need not mean each other."""
    index: dict[tuple[str, ...], frozenset[tuple[str, ...]]] = {}
    for _, _, phrases in _lines(text):
        index[phrases[0]] = index.get(phrases[0], frozenset()) | frozenset(phrases[1:])
        for phrase in phrases[1:]:
            index[phrase] = index.get(phrase, frozenset()) | {phrases[0]}
    return index


def column_synonyms(stems: tuple[str, ...], *, of_amounts: bool = False) -> frozenset[tuple[str, ...]]:
    """Stemmed phrases that a column may be named by where a question says these stems; "districts" are in no column
    of amounts called Area."""
    return _index(_COLUMN_GROUPS, things=not of_amounts).get(stems, frozenset())


def concept_names(concept: str) -> tuple[tuple[str, ...], ...]:
    """Stemmed names of columns that hold a concept, the concept itself first."""
    own = _stems(concept)
    return (own, *sorted(_heads(_COLUMN_GROUPS).get(own, frozenset())))


def value_synonyms(stems: tuple[str, ...]) -> frozenset[tuple[str, ...]]:
    """Stemmed cell values that mean the same as these stems."""
    return _index(_VALUE_GROUPS).get(stems, frozenset())
