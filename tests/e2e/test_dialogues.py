"""Short conversations without a model: talk is no follow-up, a follow-up after talk is one, no figure comes unasked."""

import json
import re
from pathlib import Path

import pytest

from tests.conftest import SALES
from tests.sampled import sampled

GIVEN = json.loads((Path(__file__).parent / "dialogues.json").read_text())
TABLES = {"sales.csv": SALES, **GIVEN["tables"]}


def _figures(text):
    """The figures of a text; the numbers of the questions that it offers are none."""
    text = re.sub(r"(?m)^\d\. ", "", text)
    return set(re.findall(r"\d[\d,]*(?:\.\d+)?", text))


def _named(dialogue):
    return " | ".join(turn["say"] for turn in dialogue["turns"])


@pytest.mark.parametrize("dialogue", sampled(GIVEN["dialogues"]), ids=_named)
def test_each_message_of_a_dialogue_gets_what_it_asks_for_and_no_figure_more(candor, dialogue):
    session = candor.session(TABLES[dialogue["table"]], name=dialogue["table"])
    before = set()
    for turn in dialogue["turns"]:
        reply = candor.ask(turn["say"], session=session)
        asked = turn.get("figures", [])
        assert reply.status == turn["status"], (turn["say"], reply.text)
        for told in (*turn["told"], *asked):
            assert told in reply.text, (turn["say"], reply.text)
        if not asked:
            assert reply.facts == (), (turn["say"], reply.text)
            assert _figures(reply.text) <= _figures(turn["say"]), (turn["say"], reply.text)
        elif before - set(asked):
            assert not (before - set(asked)) & _figures(reply.text), (turn["say"], reply.text)
        before = set(asked) if asked else before


def test_there_are_forty_dialogues_and_no_two_alike():
    assert len({_named(dialogue) for dialogue in GIVEN["dialogues"]}) == len(GIVEN["dialogues"]) >= 40
