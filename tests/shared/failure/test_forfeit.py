"""What an admission reads like."""

from shared.contracts import Forfeit
from shared.failure.forfeit import complete_event_data, forfeit_event_data, forfeit_message, merge_forfeits

PRICES = Forfeit(
    reason="The dataset doesn't contain pricing information needed to analyze cost trends",
    attempted_actions=(
        "Searched for price-related columns in the dataset",
        "Checked for alternative pricing metrics",
        "Looked for related financial data",
    ),
)


def test_the_message_is_word_for_word_the_specifications():
    assert forfeit_message(PRICES) == (
        "I apologize, but I'm unable to complete this request.\n\n"
        "**Reason:** The dataset doesn't contain pricing information needed to analyze cost trends\n\n"
        "**What I tried:**\n"
        "- Searched for price-related columns in the dataset\n"
        "- Checked for alternative pricing metrics\n"
        "- Looked for related financial data\n\n"
        "Please try rephrasing your question or ensure your data contains the necessary information."
    )


def test_what_would_help_follows_the_specified_form():
    helped = PRICES.model_copy(update={"would_help": "a column with prices"})
    assert forfeit_message(helped) == forfeit_message(PRICES) + "\n\n**What would help:** a column with prices"


def test_nothing_tried_leaves_no_empty_list():
    assert "What I tried" not in forfeit_message(Forfeit(reason="No datasets available for your account"))


def test_line_breaks_in_a_reason_do_not_break_the_form():
    assert "**Reason:** one two\n" in forfeit_message(Forfeit(reason="one\n\ntwo"))


def test_the_events_have_the_specified_shape():
    data = forfeit_event_data(PRICES)
    assert set(data) == {"reason", "attempted_actions", "message"}
    assert data["message"] == forfeit_message(PRICES)
    assert complete_event_data("forfeited", PRICES) == {
        "status": "forfeited",
        "forfeited": True,
        "metadata": {"forfeit_reason": PRICES.reason},
    }
    assert complete_event_data("answered") == {"status": "answered", "forfeited": False, "metadata": {}}


def test_a_part_answer_is_no_forfeit_but_keeps_the_reason():
    assert complete_event_data("partial", PRICES)["forfeited"] is False
    assert complete_event_data("partial", PRICES)["metadata"] == {"forfeit_reason": PRICES.reason}


def test_several_forfeits_are_told_once_each_in_order():
    other = Forfeit(reason="No dates.", attempted_actions=("Looked for related financial data", "Looked for dates"))
    merged = merge_forfeits([PRICES, other, other])
    assert merged.reason == f"{PRICES.reason}; No dates"
    assert merged.attempted_actions == (*PRICES.attempted_actions, "Looked for dates")
    assert merged.message == forfeit_message(merged)


def test_no_forfeits_merge_to_none():
    assert merge_forfeits([]) is None
