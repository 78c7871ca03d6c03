"""A survey whose codes another file explains: its figures are told with what that file says, and with no other note."""

import pytest

from infra.lab.messages_api import Brain, calls

SURVEY = "resp,site,wait_min,rating\n" + "".join(
    f"R{at},{('Moor', 'Celle', 'Lehrte')[at % 3]},{999 if at % 12 == 0 else 5 + at % 40},{1 + at % 5}\n"
    for at in range(240)
)
BOOK = "variable,code,meaning\nwait_min,999,not recorded\nrating,1,very poor\nrating,5,very good\nsite,,where it was\n"
SAID = "says of it: “not recorded”."
BY_SITE = [
    {"kind": "recode", "name": "town", "column": "site", "merged": [{"to": "Celle", "values": ["Celle", "Moor"]}]}
]


def _asked(candor, tmp_path, brain):
    for name, text in (("survey.csv", SURVEY), ("codebook.csv", BOOK)):
        (tmp_path / name).write_text(text)
    uploaded = [candor.cloud.upload(tmp_path / name) for name in ("survey.csv", "codebook.csv")]
    session = candor.cloud.session(tuple(one.dataset_id for one in uploaded))
    with candor.minded(brain) as server:
        reply = candor.ask("What is it on average?", session=session)
    return reply, [one for request in server.requests for one in request.results or ()]


def _mean(sql):
    def answering(request, content):
        return [calls("answer", {"text": "It is {r1.mean:1}."})] if request.results else content

    return Brain(sql=sql, purpose="Mean", then=answering)


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        ("SELECT avg(wait_min) AS mean FROM survey", True),
        ("SELECT avg(wait_min) AS mean FROM survey WHERE wait_min <> 999", False),
        ("WITH s AS (SELECT site, wait_min, rating FROM survey) SELECT avg(rating) AS mean FROM s", False),
    ],
)
def test_a_code_that_was_counted_is_told_with_the_words_of_the_code_book(candor, tmp_path, sql, told):
    reply, given = _asked(candor, tmp_path, _mean(sql))
    assert reply.status == "answered"
    assert (SAID in reply.text) is told
    assert "may stand for missing values" not in reply.text
    assert any(SAID in line for one in given for line in one.get("told_below_the_answer", ())) is told


def test_figures_by_a_derived_group_bring_no_note_on_another_column(candor, tmp_path):
    arguments = {"group": "town", "measure": "rating", "derived": BY_SITE, "relation": "survey"}
    reply, given = _asked(
        candor, tmp_path, Brain(agent="pattern_recognition", analysis=("group_difference", arguments))
    )
    assert reply.status == "answered"
    assert given[0]["tables"]
    assert "999" not in reply.text + str(given)
