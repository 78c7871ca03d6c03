"""How well the failsafe does on replies that nobody tuned it on."""

from tests.evaluation.confidence.run import apart, reliability, report

LEAST = 0.941
HELD_OUT = ("held_out", "second_held_out")


def test_the_held_out_halves_are_told_apart():
    assert apart([report(half, failures=False) for half in HELD_OUT])["share"] >= LEAST


def test_the_probability_is_about_what_comes_true():
    rows = reliability(HELD_OUT)
    replies = sum(row["replies"] for row in rows)
    off = sum(row["replies"] * abs(row["mean"] - row["confident"]) for row in rows) / replies
    assert off <= 0.06, rows
