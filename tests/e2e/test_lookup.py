"""A value that the profile does not list is looked up in the data before a question about it is given up."""

from itertools import product

import pytest

SYLLABLES = ("ba", "do", "fi", "gu", "ke", "lo", "mi", "nu", "ra")
NAMES = ["".join(parts).capitalize() for parts in product(SYLLABLES, repeat=3)]
"""More than a profile lists."""
TOWNS = "town,visitors\n" + "".join(f"{name},{number}\n" for number, name in enumerate(NAMES, start=100))
LAST = NAMES[-1]


def test_a_value_that_no_profile_lists_is_found_in_the_data(candor):
    reply = candor.ask(f"total visitors in {LAST}", TOWNS)
    assert (reply.status, reply.facts[0].value) == ("answered", 99 + len(NAMES))


def test_the_value_is_found_in_whatever_case_it_is_written(candor):
    assert candor.ask(f"total visitors in {LAST.lower()}", TOWNS).facts[0].value == 99 + len(NAMES)


def test_a_value_that_is_not_in_the_data_is_given_up_as_not_in_it(candor):
    reply = candor.ask("total visitors in Atlantis", TOWNS)
    assert reply.forfeit is not None
    assert (reply.forfeit.code, reply.forfeit.unknown) == ("not_in_data", ("Atlantis",))


@pytest.mark.parametrize("name", ["o'hara\"; drop", "100%", "a_b", "x' OR '1'='1"])
def test_a_name_is_looked_up_as_it_is_written(candor, name):
    reply = candor.ask(f"total visitors in {name}", TOWNS)
    assert reply.status == "forfeited"


TICKETS = "ticket,minutes\n" + "".join(f"TCK-2024-{number},{number}\n" for number in range(1000, 1729))


@pytest.mark.parametrize(("ticket", "minutes"), [("TCK-2024-1250", 1250), ("TCK-2024-1728", 1728)])
def test_a_code_that_hyphens_join_is_looked_up_whole(candor, ticket, minutes):
    assert candor.ask(f"total minutes of {ticket}", TICKETS).facts[0].value == minutes


def test_a_code_that_is_not_there_is_told_whole(candor):
    reply = candor.ask("total minutes of TCK-2024-9999", TICKETS)
    assert reply.forfeit is not None
    assert reply.forfeit.unknown == ("TCK-2024-9999",)
