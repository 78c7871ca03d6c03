"""What holds for a turn: the session's settings over the operator's over those that the deployment was made with."""

import json
import subprocess
import sys

from shared.confidence.rules import rule_score
from shared.contracts import FailsafeOptions, SessionSettings
from shared.settings import Settings
from shared.turn.intake.effective_settings import effective

LONG = "North leads with 4,210 units, followed by South with 3,100."
TEXT = "I would rather ask the finance team than guess."
OTHER = "I would rather say nothing at all than guess."


def test_the_nearest_setting_holds_field_by_field():
    options = FailsafeOptions(confidence_threshold=0.8, failsafe_enabled=False)
    held = effective(Settings(confidence_threshold=0.6), options, SessionSettings(failsafe_enabled=True))
    assert (held.confidence_threshold, held.failsafe_enabled) == (0.8, True)
    assert effective(Settings(confidence_threshold=0.6)).confidence_threshold == 0.6


def test_texts_are_nearest_by_category():
    made_with = Settings(category_texts={"TIMEOUT": TEXT, "UNCERTAINTY": TEXT})
    held = effective(made_with, None, SessionSettings(category_texts={"UNCERTAINTY": OTHER}))
    assert held.category_texts == {"TIMEOUT": TEXT, "UNCERTAINTY": OTHER}


def test_every_list_of_words_is_extended_by_the_environment():
    environ = {
        "CANDOR_UNCERTAINTY_WORDS": "To be confirmed",
        "CANDOR_PARTIAL_WORDS": "preliminary,excerpt",
        "CANDOR_ERROR_WORDS": "halted",
        "CANDOR_CATEGORY_WORDS": json.dumps({"TOOL_FAILURE": ["SAP is down"]}),
        "CANDOR_CATEGORY_TEXTS": json.dumps({"TOOL_FAILURE": TEXT}),
    }
    held = effective(Settings.from_env(environ))
    assert rule_score(f"To be confirmed. {LONG}", held.words) == 0.9
    assert rule_score(f"A preliminary excerpt. {LONG}", held.words) == 0.8
    assert rule_score(f"It halted. {LONG}", held.words) == 0.85
    assert held.words.keywords("TOOL_FAILURE")[-1] == "sap is down"
    assert held.category_texts["TOOL_FAILURE"] == TEXT
    assert rule_score(f"A preliminary excerpt. {LONG}") == 1.0


def test_a_reply_is_written_without_loading_the_network():
    loaded = "import sys, functions.turn.respond; print({'numpy', 'phonenumbers', 'stdnum'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
