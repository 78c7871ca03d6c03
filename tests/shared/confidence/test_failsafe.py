"""Whether a draft is confident enough to be sent."""

from datetime import UTC, datetime

import pytest

from shared.confidence.assessment import refine
from shared.confidence.failsafe import assess, first, preview
from shared.confidence.failsafe_words import ERROR, KEYWORDS, PARTIAL, TEMPLATES, UNCERTAINTY, FailsafeWords
from shared.confidence.rules import SWITCHED_OFF, categorise, not_assessed, rule_score, scored, unanswered
from shared.contracts import Forfeit, Reply
from shared.model.port import Opinion
from shared.settings import Settings

NOW = datetime(2026, 5, 1, tzinfo=UTC)
LONG = " North leads with 4,210 units, followed by South with 3,100."


@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("North leads with 4,210 units, followed by South with 3,100.", 1.0),
        ("Too short.", 0.8),
        ("It is maybe so." + LONG, 0.9),
        ("Maybe, possibly, uncertain." + LONG, 0.7),
        ("maybe maybe maybe maybe" + LONG, 0.9),
        (" ".join(UNCERTAINTY[:10]) + LONG, 0.5),
        ("partial" + LONG, 0.9),
        ("partially" + LONG, 0.8),
        (" ".join(PARTIAL) + LONG, 0.7),
        ("an error" + LONG, 0.85),
        (" ".join(ERROR) + LONG, 0.6),
        ("error, failed, exception" + LONG, 0.6),
        (" ".join((*UNCERTAINTY, *PARTIAL, *ERROR)), 0.0),
        ("I’m not sure." + LONG, 0.9),
        ("I'M NOT SURE." + LONG, 0.9),
        ("Tool execution failed, unable to complete the requested operation", 0.6),
        ("I'm not sure about the best solution for this programming problem...", 0.9),
        ("", 0.8),
    ],
)
def test_the_rule_score_is_the_specifications(text, score):
    assert rule_score(text) == score


def test_a_deployments_own_words_count_and_the_specified_ones_still_do():
    words = FailsafeWords(extra_uncertainty=("to be confirmed",), extra_error=("halted",))
    assert rule_score("To be confirmed, halted, maybe." + LONG, words) == 0.65
    assert rule_score("To be confirmed, halted, maybe." + LONG) == 0.9


@pytest.mark.parametrize("given", ["Don’t quote me", "don't quote me"])
@pytest.mark.parametrize("said", ["Don’t quote me on that.", "Don't quote me on that."])
def test_an_indicator_with_an_apostrophe_is_found_whichever_way_either_is_written(given, said):
    words = FailsafeWords(extra_uncertainty=Settings(uncertainty_words=given).uncertainty_words)
    assert rule_score(said + LONG, words) == 0.9
    assert "UNCERTAINTY: don't quote me" in refine(said + LONG, words=words).findings


@pytest.mark.parametrize(("category", "keyword"), [(name, word) for name, words in KEYWORDS.items() for word in words])
def test_every_keyword_leads_to_its_category(category, keyword):
    assert categorise(f"Well, {keyword.upper()} it is") == category


def test_the_first_category_by_precedence_is_told():
    texts = [words[0] for words in KEYWORDS.values()]
    for place, category in enumerate(KEYWORDS):
        assert categorise(" / ".join(texts[place:])) == category
    order = ["TIMEOUT", "TOOL_FAILURE", "TECHNICAL_LIMITATION", "AMBIGUOUS_QUERY", "INSUFFICIENT_INFO", "UNCERTAINTY"]
    assert list(KEYWORDS) == order
    assert categorise("North leads.") is None


def test_of_what_is_understood_and_what_is_said_the_first_category_by_precedence_is_told():
    assert first("UNCERTAINTY", None, "TIMEOUT") == "TIMEOUT"
    assert first("TECHNICAL_LIMITATION", "TOOL_FAILURE") == "TOOL_FAILURE"
    assert first(None, None) is None


def test_a_preview_holds_a_hundred_characters_on_one_line():
    assert preview("a\n" * 50) == " ".join("a" * 50)
    assert preview("b" * 100) == "b" * 100
    assert preview("b" * 101) == "b" * 100 + "..."


def test_every_category_has_its_template_and_the_three_given_are_as_given():
    assert set(TEMPLATES) == set(KEYWORDS)
    assert TEMPLATES["UNCERTAINTY"].startswith("I understand there's uncertainty about this question. Let me honestly")
    assert TEMPLATES["INSUFFICIENT_INFO"].endswith("specific requirements, context, or constraints?")
    assert TEMPLATES["TECHNICAL_LIMITATION"].endswith("or break it down into smaller parts.")


def test_a_confident_answer_passes():
    told = assess(LONG, now=NOW)
    assert (told.assessment, told.verdict, told.error_category) == ("PASSED", "PASSED", None)
    assert told.original_response_preview is None
    assert told.timestamp == NOW


def test_a_doubting_answer_triggers_with_its_metadata():
    text = "I'm not sure about this." + LONG * 3
    told = assess(text, now=NOW)
    assert told.verdict == "FAILSAFE_TRIGGERED"
    assert told.error_category == "UNCERTAINTY"
    assert told.original_response_preview == preview(text)
    assert len(told.original_response_preview) <= 103
    assert told.rule_score == 0.9


def test_the_specifications_scenarios_trigger_with_their_categories():
    told = [
        assess(text, now=NOW).error_category
        for text in (
            "I'm not sure about the best solution for this programming problem...",
            "Need more details to accurately answer this question",
            "Tool execution failed, unable to complete the requested operation",
        )
    ]
    assert told == ["UNCERTAINTY", "INSUFFICIENT_INFO", "TOOL_FAILURE"]


def test_the_threshold_is_strict_and_higher_is_stricter():
    text = "Failed, limited, error, exception: 3, 4, 5 and 6 units." + LONG
    opinions = [
        assess(text, now=NOW, threshold=t, second_opinion=lambda: Opinion(score=0.7)).verdict for t in (0.7, 0.71)
    ]
    assert opinions == ["PASSED", "FAILSAFE_TRIGGERED"]


def test_a_second_opinion_is_asked_only_under_the_limit():
    def never():
        raise AssertionError("asked")

    assert assess(LONG, now=NOW, second_opinion=never).model_score is None
    assert rule_score("Revenue is 4,210.") == 0.8
    assert assess("Revenue is 4,210.", now=NOW, second_opinion=never, verified=True).verdict == "PASSED"
    doubtful = "Failed, limited, error, exception: 3, 4, 5 and 6 units." + LONG
    assert rule_score(doubtful) < 0.8
    told = assess(doubtful, now=NOW, second_opinion=lambda: Opinion(score=0.4, category="TOOL_FAILURE"))
    assert (told.error_category, told.model_score, told.judged) == ("TOOL_FAILURE", 0.4, True)


def test_of_a_text_that_nobody_doubts_a_judge_is_asked_about_its_claims_alone():
    told = assess(LONG, now=NOW, second_opinion=lambda: Opinion(score=0.1, contradicted=(1,)), claims=True)
    assert (told.verdict, told.model_score, told.contradicted) == ("PASSED", None, (1,))


def test_without_a_second_opinion_the_rules_stand():
    doubtful = "Failed, limited, error, exception: 3, 4, 5 and 6 units." + LONG
    told = assess(doubtful, now=NOW, second_opinion=lambda: None)
    assert told.confidence_score == told.rule_score
    assert told.model_score is None
    assert told.verdict == "FAILSAFE_TRIGGERED"


def test_a_text_whose_figures_are_verified_is_not_replaced_before_somebody_else_agrees():
    doubtful = "I'm not sure, maybe; I don't know, it could be anything, I think it is unclear." + LONG
    alone = assess(doubtful, now=NOW, second_opinion=lambda: None, verified=True)
    agreed = assess(doubtful, now=NOW, second_opinion=lambda: Opinion(score=0.2), verified=True)
    contradicted = assess(doubtful, now=NOW, second_opinion=lambda: Opinion(score=0.9), verified=True)
    assert (alone.assessment, alone.verdict) == ("FAILSAFE_TRIGGERED", "PASSED")
    assert (agreed.assessment, agreed.verdict) == ("FAILSAFE_TRIGGERED", "FAILSAFE_TRIGGERED")
    assert (contradicted.assessment, contradicted.verdict) == ("PASSED", "PASSED")


@pytest.mark.parametrize(("score", "verdict"), [(0.83, "PASSED"), (0.6, "FAILSAFE_TRIGGERED")])
def test_verified_figures_stand_where_a_judge_is_sure_of_them_and_says_what_the_answer_lacks(score, verdict):
    part = "Sales per hour were €47.35 at Rathaus. Which city that is in is unclear, I don't know." + LONG
    opinion = Opinion(score=score, category="INSUFFICIENT_INFO")
    told = assess(part, now=NOW, second_opinion=lambda: opinion, verified=True)
    assert (told.assessment, told.verdict) == ("FAILSAFE_TRIGGERED", verdict)
    assert told.error_category == "INSUFFICIENT_INFO"


def test_a_second_opinion_decides_both_ways():
    hedged = "I'm not sure, maybe; I don't know." + LONG
    assert assess(hedged, now=NOW, second_opinion=lambda: Opinion(score=0.95)).verdict == "PASSED"
    assert assess(hedged, now=NOW, second_opinion=lambda: Opinion(score=0.2)).confidence_score == 0.2
    told = assess(hedged, now=NOW, second_opinion=lambda: Opinion(score=0.95, category="TIMEOUT"))
    assert (told.verdict, told.error_category) == ("FAILSAFE_TRIGGERED", "TIMEOUT")


def test_a_forfeit_is_scored_but_never_replaced():
    told = assess("I apologize, but I'm unable to complete this request.", now=NOW, replaceable=False)
    assert (told.assessment, told.verdict) == ("FAILSAFE_TRIGGERED", "PASSED")


def test_what_was_not_assessed_is_never_confident():
    told = not_assessed(LONG, now=NOW, why=SWITCHED_OFF)
    assert (told.verdict, told.confidence_score) == ("NOT_ASSESSED", 0.0)


@pytest.mark.parametrize(("category", "keyword"), [(name, word) for name, words in KEYWORDS.items() for word in words])
def test_a_keyword_of_the_table_decides_the_category_that_is_told(category, keyword):
    told = assess(f"Well, {keyword}.", now=NOW, threshold=1.0)
    assert list(KEYWORDS).index(told.error_category) <= list(KEYWORDS).index(category)
    assert assess(f"Well, {keyword}.", now=NOW, threshold=1.0, second_opinion=lambda: None).error_category


def test_a_doubt_with_a_figure_is_told_as_the_table_tells_it():
    text = "The answer is maybe 4,210 units in the North region, possibly a few more or less than that."
    assert assess(text, now=NOW, threshold=0.9).error_category == "UNCERTAINTY"


def test_a_keyword_within_a_quoted_cell_decides_nothing():
    text = 'I am not sure which of them leads: 12 orders carry the note "execution failed".'
    assert assess(text, now=NOW).error_category == "UNCERTAINTY"


@pytest.mark.parametrize(
    ("fields", "category"),
    [
        ({"status": "failed"}, "TOOL_FAILURE"),
        (
            {"status": "forfeited", "forfeit": Forfeit(code="no_dataset", reason="There is no data")},
            "INSUFFICIENT_INFO",
        ),
        ({"status": "forfeited", "forfeit": Forfeit(code="out_of_scope", reason="No poems")}, "TECHNICAL_LIMITATION"),
    ],
)
def test_a_reply_that_is_no_answer_is_scored_and_stands(fields, category):
    told = scored(Reply(turn_id="t", session_id="s", text="I can't, and say so.", **fields), NOW).assessment
    assert (told.confidence_score, told.rule_score, told.error_category) == (0.0, 0.7, category)
    assert (told.assessment, told.verdict) == ("FAILSAFE_TRIGGERED", "PASSED")


def test_an_answer_whose_assessment_broke_off_is_not_called_confident():
    told = scored(Reply(turn_id="t", session_id="s", status="answered", text=LONG), NOW).assessment
    assert (told.verdict, told.confidence_score, told.rule_score) == ("NOT_ASSESSED", 0.0, 1.0)


@pytest.mark.parametrize(("opinion", "found"), [(Opinion(score=0.9), False), (Opinion(score=0.3), True), (None, True)])
def test_how_a_text_reads_is_no_finding_where_a_judge_finds_it_an_answer(opinion, found):
    unsure = "I could not complete this: more details are needed, and the data is missing."
    told = assess(unsure, now=NOW, second_opinion=lambda: opinion)
    assert any("reads like" in one for one in told.findings) is found


@pytest.mark.parametrize(
    ("sure", "told"),
    [(None, (0.0, "FAILSAFE_TRIGGERED")), (0.4, (0.4, "FAILSAFE_TRIGGERED")), (0.95, (0.95, "PASSED"))],
)
def test_a_forfeit_is_as_sure_as_the_judge_of_its_reason(sure, told):
    assessed = unanswered("There is no fuel.", "INSUFFICIENT_INFO", now=NOW, sure=sure, threshold=0.7)
    assert (assessed.confidence_score, assessed.assessment) == told
    assert (assessed.verdict, assessed.judged, assessed.model_score) == ("PASSED", sure is not None, sure)
