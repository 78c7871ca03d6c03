"""What is changed of a module, and which tests are asked whether they see it."""

from pathlib import Path

import pytest

from tests.mutation.copy import Project
from tests.mutation.modules import UNSEEN, Effort, chosen, modules, outcome
from tests.mutation.mutants import mutants
from tests.mutation.nearest import nearest


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("found = a < b", {"found = a >= b", "found = a <= b"}),
        ("found = a and b", {"found = a or b"}),
        ("found = a + b", {"found = a - b"}),
        ("found = a if b else c", {"found = a if not b else c"}),
        ("found = a(b, c=d)", {"found = a(b)"}),
        ("a(b)", {"None"}),
        ("found = (a, b)", {"found = (a,)"}),
        ("found = {a: b, c: d}", {"found = {a: b}"}),
        ("found = 1", {"found = 2"}),
        ("found = True", {"found = False"}),
        ("found = 'a'", {"found = 'ax'"}),
        ("def f():\n    return a", {"def f():\n    return None"}),
        ("class A:\n    a: int\n    b: int", {"class A:\n    pass\n    b: int", "class A:\n    a: int\n    pass"}),
    ],
)
def test_what_a_module_does_is_changed_in_one_place_at_a_time(source: str, expected: set[str]) -> None:
    assert {one.text for one in mutants(source)} == expected


@pytest.mark.parametrize(
    "source",
    [
        '"""What it is for."""',
        "from a import b",
        "if TYPE_CHECKING:\n    from a import b",
        "if __name__ == '__main__':\n    main()",
        "__all__ = ['a', 'b']",
        "a: Annotated[int, Field(ge=1)] = b",
        "Told = Callable[[a, b], c]",
        "(a, b) = c",
        "def f():\n    return None",
        "T = TypeVar('T', bound=a)",
        "@dataclass(frozen=True)\nclass A:\n    a = b",
        "found = zip(a, b, strict=False)",
        "class A:\n    a: ClassVar[int]",
        "class A(Protocol):\n    a: int",
    ],
)
def test_what_only_readers_and_type_checkers_see_is_not_changed(source: str) -> None:
    assert not list(mutants(source))


def test_the_mutants_of_a_seed_are_the_same_and_slight_ones_come_last() -> None:
    source = "told = 'a'\nfound = 1\nother = a == b"
    drawn = chosen(source, 3, "a seed")
    assert drawn == chosen(source, 3, "a seed")
    assert [one.change for one in drawn] == [
        "a comparison is turned round",
        "a number is one more",
        "a text is another one",
    ]


def test_the_nearest_test_is_the_one_of_the_modules_name_and_a_whole_turns_where_none_is_near() -> None:
    assert nearest("shared/table/tally.py", 1) == ["tests/shared/table/test_tally.py"]
    assert "tests/shared/reports/test_pages.py" not in nearest(
        "shared/ingestion/formats/pages.py", 1
    )  # of its name alone
    assert nearest("nowhere/near.py", 1) == ["tests/e2e/test_turn.py"]


def test_a_module_of_a_base_class_is_near_to_the_tests_of_what_inherits_it() -> None:
    assert "tests/shared/analysis/test_patterns.py" in nearest("shared/analysis/distributions/values_analysis.py", 6)


def test_of_tests_that_import_no_module_the_one_that_speaks_of_the_same_is_asked() -> None:
    assert any(one.startswith("tests/functions/agents/") for one in nearest("functions/agents/benchmark.py", 6))


@pytest.mark.nightly
@pytest.mark.parametrize(("then", "seen"), [("pass", True), ("assert False", False)])
def test_tests_that_do_not_end_with_a_change_have_seen_it_if_they_pass_without_it(
    tmp_path: Path, then: str, seen: bool
) -> None:
    module = "shared/clock.py"
    (test,) = nearest(module, 1)
    waiting = (
        "from time import sleep\nfrom shared.clock import done\ndef test_it():\n    while not done(): sleep(0.1)\n"
    )
    package = module.replace("clock", "__init__")
    texts = {package: "", module: "def done():\n    return True\n", test: f"{waiting}    {then}\n"}
    for file, text in texts.items():
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text(text, encoding="utf-8")
    with Project(tmp_path) as project:
        found = outcome(project, module, Effort(tries=1, files=1, longest=30, seed=0))
    assert found.tried == ("2 true becomes false",)
    assert found.seen_by == (test if seen else "")


def test_every_module_of_which_something_can_be_changed_is_tried_and_the_frozen_wing_is_not() -> None:
    tried = modules()
    assert {"shared/contracts/__init__.py", "candor/client.py", "infra/cli.py"} <= set(tried)
    assert not any(one.startswith("shared/offline/reading/") for one in tried)
    assert set(UNSEEN) <= set(tried)
