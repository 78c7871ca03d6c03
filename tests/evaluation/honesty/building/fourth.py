"""Build the fourth set: see `real_tables.py`.

python -m tests.evaluation.honesty.building.fourth            write fourth_development.json and fourth_held_out.json
python -m tests.evaluation.honesty.building.fourth --check    write nothing; fail where a file differs
"""

import sys

from tests.evaluation.honesty.building import fourth_fame, fourth_public, fourth_sport, fourth_trade
from tests.evaluation.honesty.building.real_tables import Tables, main

TABLES: Tables = {
    "decathlon.csv": (fourth_sport.decathlon, fourth_sport.decathlon_questions),
    "premier_league.csv": (fourth_sport.premier_league, fourth_sport.premier_league_questions),
    "sochi_medals.csv": (fourth_sport.medals, fourth_sport.medals_questions),
    "bakers.csv": (fourth_sport.bakers, fourth_sport.bakers_questions),
    "superstore.csv": (fourth_trade.superstore, fourth_trade.superstore_questions),
    "pizza_sales.csv": (fourth_trade.pizza, fourth_trade.pizza_questions),
    "credit.csv": (fourth_trade.credit, fourth_trade.credit_questions),
    "attrition.csv": (fourth_trade.attrition, fourth_trade.attrition_questions),
    "sacramento_homes.csv": (fourth_trade.homes, fourth_trade.homes_questions),
    "us_election_2016.csv": (fourth_public.election, fourth_public.election_questions),
    "canadian_senators.csv": (fourth_public.senators, fourth_public.senators_questions),
    "unemployment.csv": (fourth_public.jobless, fourth_public.jobless_questions),
    "us_macro.csv": (fourth_public.macro, fourth_public.macro_questions),
    "air_passengers.csv": (fourth_public.air, fourth_public.air_questions),
    "starwars.csv": (fourth_fame.starwars, fourth_fame.starwars_questions),
    "mpg.csv": (fourth_fame.mpg, fourth_fame.mpg_questions),
}

if __name__ == "__main__":
    sys.exit(main("fourth", TABLES, __doc__))
