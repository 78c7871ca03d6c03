"""The same subjects in every group: the test is of their own differences."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from statsmodels.stats.weightstats import DescrStatsW

from shared.statistics.requests import CompareGroups
from tests.shared.statistics.handing import answered, handed


def _tested(frame: pd.DataFrame) -> dict[str, object]:
    columns = handed(g=frame["g"].tolist(), x=frame["x"].tolist(), who=frame["who"].tolist())
    return answered(CompareGroups(), columns)[0][0]


def _long(rng: np.random.Generator, subjects: int, groups: str, apart: float = 0.0) -> pd.DataFrame:
    """A value of each subject in each group, in any order; subjects differ by far more than groups do."""
    own = rng.normal(50, 15, subjects)
    made = [
        (name, f"s{at}", own[at] + apart * (name == "b") + rng.normal()) for name in groups for at in range(subjects)
    ]
    return pd.DataFrame(made, columns=["g", "who", "x"]).sample(frac=1, random_state=1)


@pytest.mark.parametrize("skewed", [False, True])
def test_two_groups_of_the_same_subjects_are_compared_by_a_paired_test(skewed):
    frame = _long(np.random.default_rng(3), 12, "ab", 2)
    frame["x"] = np.exp(frame["x"] / 8) if skewed else frame["x"]
    wide = frame.pivot(index="who", columns="g", values="x")
    one, other = wide["b"], wide["a"]
    found = _tested(frame)
    expected = stats.wilcoxon(one - other) if skewed else stats.ttest_rel(one, other)
    assert found["test"] == ("Wilcoxon signed-rank" if skewed else "paired t")
    assert found["p"] == pytest.approx(expected.pvalue)
    assert abs(found["difference"]) == pytest.approx(abs((one - other).mean()))
    assert (found["subject"], found["subjects"], found["subjects_left_out"]) == ("who", 12, 0)
    low, high = DescrStatsW((one - other).to_numpy()).tconfint_mean()
    assert sorted(abs(found[name]) for name in ("difference_low", "difference_high")) == pytest.approx(
        sorted((abs(low), abs(high)))
    )


def test_several_groups_of_the_same_subjects_are_compared_by_friedmans_test():
    frame = _long(np.random.default_rng(4), 15, "abc", 2)
    wide = frame.pivot(index="who", columns="g", values="x")
    found = _tested(frame)
    assert found["test"] == "Friedman"
    assert found["p"] == pytest.approx(stats.friedmanchisquare(*wide.to_numpy().T).pvalue)


def test_subjects_without_a_value_in_every_group_take_no_part_and_are_counted():
    frame = _long(np.random.default_rng(5), 12, "ab", 2)
    frame.loc[(frame["who"] == "s3") & (frame["g"] == "b"), "x"] = np.nan
    wide = frame.pivot(index="who", columns="g", values="x").dropna()
    found = _tested(frame)
    assert found["p"] == pytest.approx(stats.ttest_rel(wide["a"], wide["b"]).pvalue)
    assert (found["subjects"], found["subjects_left_out"]) == (11, 1)


def test_a_paired_test_finds_what_rows_taken_as_independent_hide_and_no_more_than_that():
    rng = np.random.default_rng(6)
    alike = [_tested(_long(rng, 12, "ab")) for _ in range(200)]
    moved = [_tested(_long(rng, 12, "ab", 2)) for _ in range(50)]
    assert np.mean([one["welch_p"] < 0.05 for one in moved]) == 0
    assert np.mean([one["p"] < 0.05 for one in moved]) > 0.9
    assert 0.01 < np.mean([one["p"] < 0.05 for one in alike]) < 0.09


@pytest.mark.parametrize(
    ("who", "repeated", "balanced"),
    [
        ([f"s{at}" for at in range(24)], None, None),  # another one in each row
        ([f"s{at // 3}" for at in range(24)], "who", "who"),  # three trials of each, in one group
        ([f"s{at % 4}" for at in range(24)], "who", "who"),  # three trials of each in each group
        (["s0"] * 5 + [f"s{at}" for at in range(19)], "who", None),
    ],
)
def test_subjects_that_come_again_are_named_where_no_paired_test_applies(who, repeated, balanced):
    x = np.random.default_rng(7).normal(size=24)
    found = _tested(pd.DataFrame({"g": ["a"] * 12 + ["b"] * 12, "x": x, "who": who}))
    assert (found["subject"], found["repeated"], found["balanced"]) == (None, repeated, balanced)
    assert found["p"] == pytest.approx(stats.ttest_ind(x[:12], x[12:], equal_var=False).pvalue)


def test_subjects_who_are_the_same_in_both_groups_have_nothing_to_test():
    x = [1.0, 2.0, 5.0, 7.0]
    found = _tested(pd.DataFrame({"g": ["a"] * 4 + ["b"] * 4, "x": x * 2, "who": list("wxyz") * 2}))
    assert (found["p"], found["why"]) == (None, "each subject has the same value in both groups")


def test_groups_that_take_no_part_are_named_with_their_number_of_values():
    frame = {"g": ["a"] * 5 + ["b"] * 5 + ["few"] * 2 + ["none"] * 2, "x": [*range(12), np.nan, np.nan]}
    (row,), _, left_out = answered(CompareGroups(), handed(**frame))
    assert (row["groups"], row["left_out"], row["of_groups"], row["count"]) == (2, 2, 4, 10)
    assert left_out == [{"group": "few", "count": 2}, {"group": "none", "count": 0}]
