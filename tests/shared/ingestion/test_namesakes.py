"""People who share a name are not one: a figure by that name is told as such."""

import pytest

from shared.contracts import ExecutedQuery
from shared.engine.doubts import doubts

MEMBERS = "Member ID,Name,Plan,Fee\n" + "".join(
    f"M{at:03d},{('Ann Lee', 'Bo Ray', 'Cy Fox', 'Dee Orr')[at % 4 if at else 3]},{'AB'[at % 2]},{at * 7 % 31}.50\n"
    for at in range(1, 25)
).replace("M024,Ann Lee", "M024,Zed Poe")
VISITS = "Member ID,Minutes\n" + "".join(f"M{at % 24 + 1:03d},{30 + at % 9}\n" for at in range(60))
ORDERS = "order_id,customer_id,customer_name,amount\n" + "".join(
    f"{at},C{at % 10},{'Ann' if at % 10 < 2 else f'Bea {at % 10}'},{at * 3 % 17}\n" for at in range(1, 41)
)
TOLD = (
    "There are 24 different values of Member ID, but only 5 of Name: a figure for one Name may combine several of them."
)


def _told(sql, *profiles):
    return tuple(one for one in doubts((ExecutedQuery(sql=sql, purpose="x"),), profiles) if "different values" in one)


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        ('SELECT "Name", sum("Fee") FROM data GROUP BY 1', True),
        ('SELECT sum("Fee") FROM data WHERE "Name" = \'Bo Ray\'', True),
        ('SELECT sum("Fee") FROM data WHERE "Name" = \'Zed Poe\'', False),
        ('SELECT count(DISTINCT "Name") FROM data', True),
        ('SELECT "Member ID", "Name", sum("Fee") FROM data GROUP BY 1, 2', False),
        ('SELECT "Plan", sum("Fee") FROM data GROUP BY 1', False),
        ('SELECT "Name", "Fee" FROM data ORDER BY 2 DESC LIMIT 3', False),
    ],
)
def test_a_figure_by_a_name_that_several_rows_share_is_told_as_such(read, sql, told):
    profile = read(MEMBERS, "members.csv").profile
    assert _told(sql, profile) == ((TOLD,) if told else ())


@pytest.mark.parametrize(("by", "told"), [("", True), (', m."Member ID"', False), (', v."Member ID"', False)])
def test_it_is_told_of_figures_of_a_linked_table_unless_the_id_is_a_group_too(read, by, told):
    members = read(MEMBERS, "members.csv").profile.model_copy(update={"relation": "members"})
    visits = read(VISITS, "visits.csv").profile.model_copy(update={"relation": "visits", "dataset_id": "d2"})
    sql = f'SELECT m."Name", count(*) FROM visits AS v JOIN members AS m USING ("Member ID") GROUP BY m."Name"{by}'
    assert _told(sql, visits, members) == ((TOLD,) if told else ())


def test_names_beside_their_ids_count_where_there_are_fewer_of_them(read):
    orders = read(ORDERS, "orders.csv").profile
    sql = "SELECT customer_name, sum(amount) FROM data GROUP BY 1"
    assert any("10 different values of customer id, but only 9 of customer name" in one for one in _told(sql, orders))
    assert not _told(sql, read(ORDERS.replace(",Ann,", ",Ann 1,", 1).replace("C1,Ann", "C0,Ann"), "orders.csv").profile)


def test_who_pays_again_and_again_is_no_namesake(read):
    payments = MEMBERS.replace("Member ID", "Payment ID").replace(",Plan", ",Branch ID").replace(",A,", ",B1,")
    assert not _told('SELECT "Name", sum("Fee") FROM data GROUP BY 1', read(payments, "payments.csv").profile)
