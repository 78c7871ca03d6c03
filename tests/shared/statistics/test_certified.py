"""Data sets whose results NIST certifies (Statistical Reference Datasets)."""

import numpy as np
import pytest
from statsmodels.datasets import longley

from shared.statistics.requests import CompareGroups, Describe, Regress
from tests.shared.statistics.handing import answered, figures, handed

NORRIS = """
0.2 0.1 337.4 338.8 118.2 118.1 884.6 888.0 10.1 9.2 226.5 228.1 666.3 668.5 996.3 998.5 448.6 449.1 777.0 778.9
558.2 559.2 0.4 0.3 0.6 0.1 775.5 778.1 666.9 668.8 338.0 339.3 447.5 448.9 11.6 10.8 556.0 557.7 228.1 228.3
995.8 998.0 887.6 888.8 120.2 119.6 0.3 0.3 0.3 0.6 556.8 557.6 339.1 339.3 887.2 888.0 999.0 998.5 779.0 778.9
11.1 10.2 118.3 117.6 229.2 228.9 669.1 668.4 448.9 449.2 0.5 0.2
"""
RESISTIVITY = """
196.3052 196.1240 196.1890 196.2569 196.3403 196.3042 196.3825 196.1669 196.3257 196.0422 196.1303 196.2005 196.2889
196.0343 196.1811 196.2795 196.1748 196.1494 196.1485 195.9885 196.2119 196.1051 196.1850 196.0052 196.2090
"""


def test_the_moments_of_numacc1_and_3():
    one = figures(Describe(), handed(x=[10000001.0, 10000003.0, 10000002.0]))
    assert (one["mean"], one["deviation"]) == (10000002.0, 1.0)
    three = figures(Describe(), handed(x=[1000000.2, *([1000000.1, 1000000.3] * 500)]))
    assert three["mean"] == pytest.approx(1000000.2, rel=1e-14)
    assert three["deviation"] == pytest.approx(0.1, rel=1e-8)


def test_the_line_through_norris():
    x, y = np.array(NORRIS.split(), dtype=float).reshape(-1, 2).T
    (summary,), (line,) = answered(Regress(), handed(y=y, x=x))
    assert summary["count"] == 36
    assert line["coefficient"] == pytest.approx(1.00211681802045, rel=1e-12)
    assert summary["r_squared"] == pytest.approx(0.999993745883712, rel=1e-12)


def test_the_six_predictors_of_longley():
    data = longley.load_pandas()
    _, few = answered(Regress(), handed(y=data.endog, **{name: data.exog[name] for name in data.exog}))
    assert few == []  # sixteen rows are too few for seven coefficients here: the same, three times over
    thrice = {name: [*data.exog[name]] * 3 for name in data.exog}
    (summary,), rows = answered(Regress(), handed(y=[*data.endog] * 3, **thrice))
    found = {row["predictor"]: row["coefficient"] for row in rows}
    certified = {
        "GNPDEFL": 15.0618722713733,
        "GNP": -0.358191792925910e-01,
        "UNEMP": -2.02022980381683,
        "ARMED": -1.03322686717359,
        "POP": -0.511041056535807e-01,
        "YEAR": 1829.15146461355,
    }
    assert found == pytest.approx(certified, rel=1e-7)
    assert summary["r_squared"] == pytest.approx(0.995479004577296, rel=1e-10)


def test_the_analysis_of_variance_of_sirstv():
    values = [float(one) for one in RESISTIVITY.split()]
    instruments = [f"instrument {at // 5 + 1}" for at in range(25)]
    (summary,), rows, _ = answered(CompareGroups(), handed(instrument=instruments, resistivity=values))
    assert (summary["test"], len(rows)) == ("ANOVA", 5)
    assert summary["statistic"] == pytest.approx(1.18046237440255, rel=1e-8)
    assert summary["effect"] == pytest.approx(19.0999039051129, rel=1e-8)


def test_the_moments_of_numacc4():
    four = figures(Describe(), handed(x=[10000000.2, *([10000000.1, 10000000.3] * 500)]))
    assert four["mean"] == pytest.approx(10000000.2, rel=1e-14)
    assert four["deviation"] == pytest.approx(0.1, rel=1e-7)


SMLS = {
    f"SmLs0{at}": (replicates, offset)
    for at, (offset, replicates) in enumerate(
        [(offset, replicates) for offset in (1.0, 1e6, 1e12) for replicates in (21, 201, 2001)], start=1
    )
}
"""Simulated by NIST: nine treatments, each one value and then two in turn around it, 0.1 apart from it."""


@pytest.mark.parametrize("name", SMLS)
def test_the_analysis_of_variance_of_simons_and_lesages_data(name):
    replicates, offset = SMLS[name]
    middles = [0.4, *([0.3, 0.5] * 4)]
    values = [offset + (middle + apart) for middle in middles for apart in [0, *([-0.1, 0.1] * (replicates // 2))]]
    treatments = [f"{at + 1}" for at in range(9) for _ in range(replicates)]
    (summary,), rows, _ = answered(CompareGroups(), handed(treatment=treatments, response=values))
    assert len(rows) == 9
    digits = {1.0: 1e-9, 1e6: 1e-6, 1e12: 0.02}[offset]  # of 0.1 beside 1e12 a double holds three digits
    assert summary["anova_statistic"] == pytest.approx(replicates, rel=digits)
    shares = replicates * 0.08, 9 * (replicates - 1) * 0.01
    assert summary["effect"] == pytest.approx(100 * shares[0] / sum(shares), rel=digits)


@pytest.mark.parametrize(("name", "step"), [("Wampler1", 1.0), ("Wampler2", 0.1)])
def test_the_polynomials_of_wampler(name, step):
    x = np.tile(np.arange(21.0), 3)  # three times over, since it takes five rows for a coefficient
    powers = {f"x{at}": x**at for at in range(1, 6)}
    y = 1 + sum(step**at * power for at, power in enumerate(powers.values(), start=1))
    (summary,), rows = answered(Regress(), handed(y=y, **powers))
    assert summary["r_squared"] == pytest.approx(1, abs=1e-12)
    found = {row["predictor"]: row["coefficient"] for row in rows}
    assert found == pytest.approx({f"x{at}": step**at for at in range(1, 6)}, rel=1e-6)
