"""Build the third set: see `real_tables.py`.

python -m tests.evaluation.honesty.building.third            write third_development.json and third_held_out.json
python -m tests.evaluation.honesty.building.third --check    write nothing; fail where a file differs
"""

import sys

from tests.evaluation.honesty.building import third_machines, third_nature, third_people
from tests.evaluation.honesty.building.real_tables import Tables, main

TABLES: Tables = {
    "titanic.csv": (third_people.titanic, third_people.titanic_questions),
    "gapminder.tsv": (third_people.gapminder, third_people.gapminder_questions),
    "state_crime.csv": (third_people.state_crime, third_people.state_crime_questions),
    "us_marriages.csv": (third_people.us_marriages, third_people.us_marriages_questions),
    "mtcars.csv": (third_machines.mtcars, third_machines.mtcars_questions),
    "cars.json": (third_machines.cars, third_machines.cars_questions),
    "flights.csv": (third_machines.flights, third_machines.flights_questions),
    "airports.csv": (third_machines.airports, third_machines.airports_questions),
    "penguins_raw.csv": (third_nature.penguins, third_nature.penguins_questions),
    "mammal_sleep.xlsx": (third_nature.sleep, third_nature.sleep_questions),
    "seattle_weather.csv": (third_nature.seattle, third_nature.seattle_questions),
    "iowa_electricity.csv": (third_nature.iowa, third_nature.iowa_questions),
    "elements.csv": (third_nature.elements, third_nature.elements_questions),
    "diamonds.csv": (third_nature.diamonds, third_nature.diamonds_questions),
}

if __name__ == "__main__":
    sys.exit(main("third", TABLES, __doc__))
