"""A cell of a draft's table that is another row's: its writer is asked once, and then a judge, without whom it goes;
words are for a judge; a number that nothing gives never goes out."""

import pytest

from infra.lab.messages_api import Brain, Fails, Says, calls
from shared.contracts import PlannedQuery

BY_REGION = PlannedQuery(
    sql='SELECT region, sum(revenue) AS revenue FROM "data" GROUP BY 1 ORDER BY 2 DESC', purpose="Revenue by region"
)
QUESTION = "Which region sells most?"
TRUE = "West leads with {r1.revenue}."
TABLE = "\n\n| Region | Revenue |\n|---|---|\n| East | {{{}.revenue}} |"
DOUBTED = TABLE.format("r1")
NOWHERE = "Next year it will be 987,654."
UNDECIDED = "Customers of the North came back."
UNSUPPORTED = "Its lead has grown since last year."
DERIVED = "That is 17.25 more than its runner-up."


class Insisting:
    """A model that gives these drafts one after the other, the last again and again, and a judge who finds this in the
    first, and nothing in those that put it right."""

    def __init__(
        self,
        *drafts,
        contradicted=(),
        unsupported=(),
        reasons=(),
        missing=(),
        judge_fails=False,
        fails_after=99,
        replaced="",
        again=(),
        sql=BY_REGION.sql,
    ):
        self.drafts, self.judge_fails, self.fails_after = list(drafts), judge_fails, fails_after
        self.again, self.sql = list(again), sql
        self.failed, self.replaced = 0, replaced
        self.found = {"contradicted": [*contradicted], "unsupported": [*unsupported], "reasons": [*reasons]}
        self.found |= {"missing": [*missing]} if missing else {}
        self.put_right = len(drafts) > 1
        self.handed_back, self.claims = [], []

    def __call__(self, request, wire):
        if "score" in str(request.body.get("output_config")):
            self.claims.append(request.everything)
            answer = Says.json(score=0.95, category=None, **self.found)
            again = [*range(1, 1 + sum(len(found) for kind, found in self.found.items() if kind[0] in "cu"))]
            kept = ("missing", "reasons") if self.replaced else ("missing",)
            lacks = {name: self.found[name] for name in kept if name in self.found}
            self.found = {} if self.put_right else {"contradicted": again, **lacks}
            fails = self.judge_fails or len(self.claims) > self.fails_after
            self.failed += fails
            (Fails(500) if fails else answer)(request, wire)
            return
        if self.replaced and "found_instead" in request.text:
            self.found = {"contradicted": self.again}
            Says.json(text=self.replaced, language="en")(request, wire)
            return
        Brain(sql=self.sql, then=self._answer)(request, wire)

    def _answer(self, request, content):
        blocks = request.body["messages"][-1]["content"]
        asked = [str(block["content"]) for block in blocks if block["type"] == "tool_result" and block.get("is_error")]
        if not request.results and not asked:
            return content
        self.handed_back += asked
        answer = self.drafts.pop(0) if len(self.drafts) > 1 else self.drafts[0]
        return [calls("answer", {"text": answer})]


@pytest.fixture
def told(candor):
    def ask(*drafts, **judge):
        model = Insisting(*drafts, **judge)
        with candor.minded(model):
            return candor.ask(QUESTION), model

    return ask


def test_a_cell_that_is_said_again_after_being_asked_about_goes_out_and_to_a_judge(told):
    reply, model = told(f"{TRUE} {DOUBTED}")
    assert "| East | 52.50 |" in reply.text
    assert len(model.handed_back) == 1
    assert "| East | 52.50 |" in model.claims[0]
    assert "this is the figure of west, and the table says east" in model.claims[0]


def test_what_is_asked_back_names_the_clause_and_the_reason(told):
    asked = told(f"{TRUE} {DOUBTED}")[1].handed_back[0]
    assert "“| East | 52.50 |”" in asked
    assert "this is the figure of west" in asked
    assert TRUE.partition(" with")[0] not in asked


def test_a_cell_that_a_judge_finds_contradicted_too_goes(told):
    reply, _ = told(f"{TRUE} {DOUBTED}", contradicted=[3])
    assert reply.text.startswith("West leads with 52.50.")
    assert "East" not in reply.text


ORDERS = "\n\n| Region | Orders |\n|---|---|\n| West | {r1.revenue} |"


@pytest.mark.parametrize("doubted", [DOUBTED, ORDERS], ids=["another row", "another head"])
def test_without_a_judge_what_is_said_again_goes_and_the_reply_says_that_nobody_checked_the_rest(candor, doubted):
    sql = 'SELECT region, sum(revenue) AS revenue, count(*) AS orders FROM "data" GROUP BY 1 ORDER BY 2 DESC'
    model = Insisting(f"{TRUE}{doubted}", judge_fails=True, sql=sql)
    with candor.minded(model):
        reply = candor.ask(QUESTION)
    assert reply.text.startswith("West leads with 52.50.")
    assert (len(model.handed_back), "|" in reply.text) == (1, False)
    assert reply.text.count("I could not check how sure this is") == 1
    assert (reply.status, reply.assessment.judged) == ("partial", False)


def test_a_cell_that_is_said_again_is_out_of_an_answer_that_has_nothing_else(told):
    reply, model = told(DOUBTED.strip(), judge_fails=True)
    assert (model.failed > 0, "| East |" in reply.text, reply.status) == (True, False, "partial")


@pytest.mark.parametrize(
    "draft", ["East leads with {r1.revenue}.", "West has the lowest revenue.", f"{TRUE} {UNDECIDED}"]
)
def test_what_a_judge_was_to_see_and_did_not_is_answered_in_part_by_the_rule_score(told, draft):
    reply, model = told(draft, judge_fails=True)
    assert (reply.status, reply.source, bool(model.claims)) == ("partial", "claude", True)
    assert reply.assessment.confidence_score == reply.assessment.rule_score
    assert "I could not check how sure this is" in reply.text


def test_what_no_judge_needs_to_see_is_answered_whole_where_none_answers(candor):
    model = Insisting("West has the highest revenue: {r1.revenue}.", judge_fails=True)
    with candor.minded(model):
        reply = candor.ask("Which region has the highest revenue?")
    assert (reply.status, model.claims) == ("answered", [])


def test_a_cell_that_is_put_right_is_handed_back_once_and_judged_once(told):
    reply, model = told(f"{TRUE} {DOUBTED}", f"{TRUE}{TABLE.format('r2')}")
    assert "| East | 35.25 |" in reply.text
    assert (len(model.handed_back), len(model.claims)) == (1, 1)


def test_a_number_that_nothing_gives_goes_however_often_it_is_said(told):
    reply, model = told(f"{TRUE} {NOWHERE}")
    assert "987,654" not in reply.text
    assert len(model.handed_back) > 1


def test_what_nothing_decides_is_never_handed_back(told):
    reply, model = told(f"{TRUE} {UNDECIDED}")
    assert UNDECIDED in reply.text
    assert model.handed_back == []


def test_what_a_judge_finds_false_is_put_right_by_its_writer(told):
    reason = "no result has last year's lead"
    better = "West leads with {r1.revenue}, ahead of East."
    reply, model = told(f"{TRUE} {UNSUPPORTED}", better, unsupported=[2], reasons=[reason])
    assert reply.text.startswith("West leads with 52.50, ahead of East.")
    assert f"“{UNSUPPORTED}” ({reason})" in model.handed_back[0]
    assert reason not in reply.text
    assert (reply.status, UNSUPPORTED in reply.text) == ("answered", False)


@pytest.mark.parametrize(("drafts", "status"), [((TRUE, f"{TRUE} {UNDECIDED}"), "answered"), ((TRUE,), "partial")])
def test_what_was_asked_and_is_missing_goes_back_once_and_is_told_where_it_stays_so(told, drafts, status):
    reply, model = told(*(f"{one} It leads." for one in drafts), missing=["sells most", "and why?"])
    assert "“sells most”" in model.handed_back[0]
    assert "why" not in model.handed_back[0], "the question does not ask that"
    assert reply.status == status
    assert ("**Not answered**: “sells most”." in reply.text) is (status == "partial")


def test_an_answer_of_which_a_judge_finds_nothing_false_is_judged_once(told):
    reply, model = told(f"{TRUE} {UNDECIDED}")
    assert UNDECIDED in reply.text
    assert len(model.claims) == 1


def test_every_statement_of_an_answer_is_put_to_the_judge_with_the_rows(told):
    _, model = told(f"{TRUE} {UNDECIDED} {DERIVED}")
    seen = model.claims[0]
    assert all(part in seen for part in ("West leads with 52.50.", UNDECIDED, DERIVED, "figures", "35.25"))


def test_a_typed_figure_that_arithmetic_gives_is_not_handed_back_and_needs_a_judge(told):
    reply, model = told(f"{TRUE} {DERIVED}")
    assert (DERIVED in reply.text, model.handed_back) == (True, [])
    alone, model = told(f"{TRUE} {DERIVED}", judge_fails=True)
    assert (DERIVED in alone.text, model.handed_back) == (False, [])


@pytest.mark.parametrize(
    "draft",
    [
        "West leads with {r1.revenue}, 47.3 % of the total.",
        "West leads with {r1.revenue}, which is 17.25 more than East.",
        "West leads with 52.50, 17.25 more than East.",
        "West leads with {r1.revenue}. That is 1.49 times what East has.",
    ],
)
def test_what_one_step_from_its_own_figures_gives_stands_without_a_judge_and_is_told_as_unjudged(told, draft):
    reply, model = told(draft, judge_fails=True)
    assert reply.text.startswith(draft.replace("{r1.revenue}", "52.50"))
    assert (bool(model.claims), reply.status) == (True, "partial")
    assert "I could not check how sure this is" in reply.text


@pytest.mark.parametrize("drafts", [["West has the least revenue: {r1.revenue}."], ["It is West.", "West is last."]])
def test_an_answer_of_which_a_judge_finds_everything_false_is_replaced_by_the_facts(candor, drafts):
    model = Insisting(*drafts, contradicted=[1])
    model.put_right = False
    with candor.minded(model):
        reply = candor.ask(QUESTION)
    assert (reply.status, reply.assessment.verdict) == ("partial", "FAILSAFE_TRIGGERED")
    assert not any(draft.partition("{")[0] in reply.text for draft in drafts)
    assert "52.50" in reply.text


def test_who_insists_on_what_is_false_may_say_what_the_judge_found_instead(candor):
    instead = "West has the most: 52.50 against 35.25"
    model = Insisting(
        "West has the least revenue: {r1.revenue}.", contradicted=[1], reasons=[instead], replaced=instead
    )
    model.put_right = False
    with candor.minded(model):
        reply = candor.ask(QUESTION)
    assert (reply.text.startswith(instead), "the least" in reply.text, reply.source) == (True, False, "claude")
    assert (reply.status, reply.assessment.verdict) == ("partial", "FAILSAFE_TRIGGERED")
    assert "found_instead" not in reply.model_dump_json()


def test_what_a_judge_found_false_and_is_said_again_goes_where_no_judge_answers_and_what_it_let_stand_stays(told):
    ahead = "West is 17.25 ahead of its runner-up."
    reply, model = told(f"{TRUE} {ahead} {UNSUPPORTED}", unsupported=[3], fails_after=1)
    assert model.failed
    assert (ahead in reply.text, UNSUPPORTED in reply.text) == (True, False)


def test_what_is_said_in_place_of_what_a_judge_found_false_goes_where_no_judge_answers(told):
    reworded = "It was not as far ahead a year ago."
    reply, model = told(f"{TRUE} {UNSUPPORTED}", f"{TRUE} {reworded}", unsupported=[2], fails_after=1)
    assert (bool(model.failed), reworded in reply.text) == (True, False)
    assert (reply.status, reply.text.startswith("West leads with 52.50.")) == ("partial", True)
    borne, _ = told(f"{TRUE} {UNSUPPORTED}", f"{TRUE} {reworded}", unsupported=[2])
    assert reworded in borne.text


def test_what_a_judge_let_stand_is_not_judged_again(told):
    reply, model = told(f"{TRUE} {UNDECIDED} {UNSUPPORTED}", f"{TRUE} {UNDECIDED}", unsupported=[3])
    assert (reply.status, len(model.claims)) == ("answered", 1)
    assert "could not check" not in reply.text


def test_a_reply_whose_assessment_breaks_off_says_that_nobody_checked_it(candor):
    model = Insisting(f"{TRUE} {UNDECIDED}", judge_fails=True)
    candor.cloud.faults.broken |= {"Assess": "raises"}
    with candor.minded(model):
        reply = candor.ask(QUESTION)
    assert UNDECIDED in reply.text
    assert "I could not check how sure this is" in reply.text


def test_an_answer_that_nobody_could_check_is_told_as_that_and_not_as_false(told):
    reply, _ = told("West makes up 47.30 % of the revenue.", judge_fails=True)
    assert reply.text.startswith("I had worded an answer, but could not check it against your data just now")
    assert (reply.status, reply.assessment.refuted, "none of its statements" in reply.text) == ("partial", False, False)
    assert "52.50" in reply.text


RIGHT = "West sells most: 52.50 against 35.25."
REST = "Together they come to {sum(t1.revenue)}."
LOST = "the sentence that was to answer “Which region sells most” is left out"


def _without_its_answer(told, **judge):
    """The reply to a draft whose first sentence is found false and said again, and the model."""
    return told(f"West has the least revenue: {{r1.revenue}}.\n\n{REST}", contradicted=[1], reasons=["52.50"], **judge)


@pytest.mark.parametrize("right", [RIGHT, "No: West has the most of it."], ids=["with a figure", "without one"])
def test_an_answer_that_is_false_is_said_anew_before_what_is_left(told, right):
    reply, _ = _without_its_answer(told, replaced=right)
    assert reply.text.startswith(f"{right}\n\nTogether they come to 111.")
    assert (reply.status, reply.source, "left out" in reply.text) == ("answered", "claude", False)
    assert reply.assessment.findings == ()


def test_where_what_is_said_anew_has_a_figure_from_nowhere_a_sentence_of_the_judges_stands_there(told):
    draft = f"West has the least revenue: {{r1.revenue}}.\n\n{REST}"
    found = "West has the most revenue, 52.50, and not the least"
    reply, _ = told(draft, contradicted=[1], reasons=[found], replaced="West sells most: 77.70.", again=[])
    assert reply.text.startswith(f"{found}.\n\nTogether they come to 111.")
    assert reply.status == "partial"


@pytest.mark.parametrize(
    ("replaced", "again"),
    [("East sells most: 52.50.", [1]), ("West sells most: 77.70.", []), ("", [])],
    ids=["false again", "a figure from nowhere", "nobody writes it"],
)
def test_where_it_is_not_borne_out_either_what_is_left_stands_and_says_what_is_not_in_it(told, replaced, again):
    reply, _ = _without_its_answer(told, replaced=replaced, again=again)
    assert "Together they come to 111." in reply.text
    assert not replaced or replaced not in reply.text
    assert LOST in reply.text
    assert reply.status == "partial"
    assert reply.assessment.confidence_score <= 0.7
    assert "a part of the answer was left out" in reply.assessment.findings
