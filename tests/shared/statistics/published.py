"""Small published tables: data sets of R, and tables that textbooks print. Values as they are published."""

from typing import Final

import pandas as pd


def _numbers(text: str) -> list[float]:
    return [float(one) for one in text.split()]


def grouped(group: str, value: str, **samples: str) -> pd.DataFrame:
    """A table of one row for each value, with the name of its sample."""
    rows = [(name, one) for name, told in samples.items() for one in _numbers(told)]
    return pd.DataFrame(rows, columns=[group, value])


def columns(**told: str) -> pd.DataFrame:
    """A table of columns of numbers."""
    return pd.DataFrame({name: _numbers(text) for name, text in told.items()})


def counted(one: str, other: str, counts: dict[tuple[str, str], int]) -> pd.DataFrame:
    """A row for each that was counted."""
    rows = [pair for pair, many in counts.items() for _ in range(many)]
    return pd.DataFrame(rows, columns=[one, other])


SLEEP: Final = grouped(
    "drug", "extra", first="0.7 -1.6 -0.2 -1.2 -0.1 3.4 3.7 0.8 0.0 2.0", second="1.9 0.8 1.1 0.1 -0.1 4.4 5.5 "
    "1.6 4.6 3.4"
)  # fmt: skip
SLEEPERS: Final = columns(
    first_drug="0.7 -1.6 -0.2 -1.2 -0.1 3.4 3.7 0.8 0.0 2.0", second_drug="1.9 0.8 1.1 0.1 -0.1 4.4 5.5 1.6 4.6 3.4"
)  # fmt: skip
PLANTS: Final = grouped(
    "treatment", "weight",
    control="4.17 5.58 5.18 6.11 4.50 4.61 5.17 4.53 5.33 5.14",
    one="4.81 4.17 4.41 3.59 5.87 3.83 6.03 4.89 4.32 4.69",
    two="6.31 5.12 5.54 5.50 5.37 5.29 4.92 6.15 5.80 5.26",
)  # fmt: skip
SPRAYS: Final = grouped(
    "spray", "insects",
    A="10 7 20 14 14 12 10 23 17 20 14 13", B="11 17 21 11 16 14 17 17 19 21 7 13", C="0 1 7 2 3 1 2 1 3 0 1 4",
    D="3 5 12 6 4 3 5 5 5 5 2 4", E="3 5 3 5 3 6 1 1 3 2 6 4", F="11 9 15 22 15 16 13 10 26 26 24 13",
)  # fmt: skip
CHICKS: Final = grouped(
    "feed", "weight",
    horsebean="179 160 136 227 217 168 108 124 143 140",
    linseed="309 229 181 141 260 203 148 169 213 257 244 271",
    soybean="243 230 248 327 329 250 193 271 316 267 199 171 158 248",
    sunflower="423 340 392 339 341 226 320 295 334 322 297 318",
    meatmeal="325 257 303 315 380 153 263 242 206 344 258",
    casein="368 390 379 260 404 318 352 359 216 222 283 332",
)  # fmt: skip
TEETH: Final = grouped(
    "supplement", "length",
    acid="4.2 11.5 7.3 5.8 6.4 10 11.2 11.2 5.2 7 16.5 16.5 15.2 17.3 22.5 17.3 13.6 14.5 18.8 15.5 23.6 18.5 "
    "33.9 25.5 "
    "26.4 32.5 26.7 21.5 23.3 29.5",
    juice="15.2 21.5 17.6 9.7 14.5 10 8.2 9.4 16.5 9.7 19.7 23.3 23.6 26.4 20 25.2 25.8 21.2 14.5 27.3 25.5 "
    "26.4 22.4 "
    "24.5 24.8 30.9 26.4 27.3 29.4 23",
)  # fmt: skip
CARS: Final = columns(
    speed="4 4 7 7 8 9 10 10 10 11 11 12 12 12 12 13 13 13 13 14 14 14 14 15 15 15 16 16 17 17 17 18 18 18 18 "
    "19 19 19 "
    "20 20 20 20 20 22 23 24 24 24 24 25",
    distance="2 10 4 22 16 10 18 26 34 17 28 14 20 24 28 26 34 34 46 26 36 60 80 20 26 54 32 40 32 40 50 42 56 "
    "76 84 36 "
    "46 68 32 48 52 56 64 66 54 70 92 93 120 85",
)
WOMEN: Final = columns(
    height="58 59 60 61 62 63 64 65 66 67 68 69 70 71 72",
    weight="115 117 120 123 126 129 132 135 139 142 146 "
    "150 154 159 164"
)  # fmt: skip
MOTORS: Final = columns(
    mileage="21 21 22.8 21.4 18.7 18.1 14.3 24.4 22.8 19.2 17.8 16.4 17.3 15.2 10.4 10.4 14.7 32.4 30.4 33.9 "
    "21.5 15.5 "
    "15.2 13.3 19.2 27.3 26 30.4 15.8 19.7 15 21.4",
    weight="2.62 2.875 2.32 3.215 3.44 3.46 3.57 3.19 3.15 3.44 3.44 4.07 3.73 3.78 5.25 5.424 5.345 2.2 1.615 "
    "1.835 2.465 "
    "3.52 3.435 3.84 3.845 1.935 2.14 1.513 3.17 2.77 3.57 2.78",
).assign(
    gearbox=["manual" if one == "1" else "automatic" for one in "11100000000000000111000001111111"],
    engine=[{"4": "four", "6": "six", "8": "eight"}[one] for one in "66468684466888888444488884448684"],
)
HAIR: Final = counted(
    "hair", "eye",
    {
        (hair, eye): many
        for hair, told in {
            "black": "68 20 15 5", "brown": "119 84 54 29", "red": "26 17 14 14", "blond": "7 94 10 16"
        }.items()
        for eye, many in zip(("brown", "blue", "hazel", "green"), map(int, told.split()), strict=True)
    },
)  # fmt: skip
BERKELEY: Final = counted(
    "admission", "gender",
    {("yes", "male"): 1198, ("no", "male"): 1493, ("yes", "female"): 557, ("no", "female"): 1278},
)  # fmt: skip
TITANIC: Final = counted(
    "survival", "gender", {("yes", "male"): 367, ("no", "male"): 1364, ("yes", "female"): 344, ("no", "female"): 126}
)  # fmt: skip
ANSCOMBE: Final = columns(
    x="10 8 13 9 11 14 6 4 12 7 5",
    first="8.04 6.95 7.58 8.81 8.33 9.96 7.24 4.26 10.84 4.82 5.68",
    second="9.14 8.14 8.74 8.77 9.26 8.1 6.13 3.1 9.13 7.26 4.74",
    third="7.46 6.77 12.74 7.11 7.81 8.84 6.08 5.39 8.15 6.42 5.73",
)
TREES: Final = columns(
    girth="8.3 8.6 8.8 10.5 10.7 10.8 11 11 11.1 11.2 11.3 11.4 11.4 11.7 12 12.9 12.9 13.3 13.7 13.8 14 14.2 "
    "14.5 16 16.3 "
    "17.3 17.5 17.9 18 18 20.6",
    height="70 65 63 72 81 83 66 75 80 75 79 76 76 69 75 74 85 86 71 64 78 80 74 72 77 81 82 80 80 80 87",
    volume="10.3 10.3 10.2 16.4 18.8 19.7 15.6 18.2 22.6 19.9 24.2 21 21.4 21.3 19.1 22.2 33.8 27.4 25.7 24.9 "
    "34.5 31.7 "
    "36.3 38.3 42.6 55.4 55.7 58.3 51.5 51 77",
)
