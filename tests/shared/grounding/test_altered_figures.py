"""Figures in the forms that people write them in, altered: none passes for what the data gave."""

import random
import re

import pytest

from shared.contracts import Fact, ResultPreview
from tests.shared.grounding.texts import ground

SALES = {"Aldo": 8412.0, "Brixa": 4203.5, "Corvo": 1950.0, "Dune": 421.0}
SHARES = {name: value / sum(SALES.values()) * 100 for name, value in SALES.items()}
FACTS = (
    *(Fact(id=f"s{n}", name=f"sales of {n}", value=v, text=f"{n} sold {v:,.2f}") for n, v in SALES.items()),
    *(Fact(id=f"p{n}", name=f"share of {n}", value=v, unit="%", text=f"{n} has {v:.1f} %") for n, v in SHARES.items()),
    Fact(id="t", name="lowest temperature", value=-20.4, text="the lowest temperature is -20.4"),
)
RESULTS = (
    ResultPreview(
        purpose="orders",
        data=({"product": "Model 42-B", "orders": 1967}, {"product": "7Up 330ml", "orders": 2011}),
        row_count=2,
    ),
)


def seen(grounding):
    """Whether something is found against it, or a number in it is one that a judge must bear out."""
    return not grounding.ok or any(claim.figures for claim in grounding.unchecked)


@pytest.mark.parametrize(
    ("said", "altered"),
    [
        ("Aldo sold 8.412,00.", "Aldo sold 8.612,00."),
        ("Aldo sold 8'412.", "Aldo sold 8'612."),
        ("Aldo sold 8.41e3.", "Aldo sold 8.61e3."),
        ("Aldo sold 8.4 × 10^3.", "Aldo sold 8.6 × 10^3."),
        ("Aldo sold `8,412`.", "Aldo sold `8,612`."),
        ('The answer is "8,412 for Aldo".', 'The answer is "8,612 for Aldo".'),
        ("```\nAldo: 8,412\n```", "```\nAldo: 8,612\n```"),
        ("Aldo's share is 56 %.", "Aldo's share is 57 %."),
        ("Aldo is 28.1 points ahead of Brixa.", "Aldo is 29.1 points ahead of Brixa."),
        ("Dune sold four hundred and twenty-one.", "Dune sold four hundred and twenty-two."),
        ("Together, all of them sold 14,987.", "Together, all of them sold 14,887."),
        ("The lowest temperature was minus 20.4.", "The lowest temperature was 20.4."),
        ("The lowest temperature was −20.4.", "The lowest temperature was −20.9."),
        ("Aldo sold 1,898.1 % more than Dune.", "Aldo sold 1998.1 % more than Dune."),
        ("Aldo and Brixa account for 84.2 % of sales.", "Aldo and Brixa account for 85.2 % of sales."),
        ("The gap between the best and the worst is 7,991.", "The gap between the best and the worst is 7,981."),
        ("Compared with Brixa, Aldo earned 4,208.50 more.", "Compared with Brixa, Aldo earned 4,308.50 more."),
    ],
)
def test_a_figure_passes_as_given_and_is_caught_as_altered(said, altered):
    assert ground(said, facts=FACTS, judged=True).ok
    assert seen(ground(altered, facts=FACTS, judged=True))


@pytest.mark.parametrize(
    "form",
    ["Model 42-B has {n} orders.", "Orders of Model 42-B: {n}", "| Model 42-B | {n} |", "A total of {n}.",
     "Its orders number {n}.", "Model 42-B ({n})"],
)  # fmt: skip
def test_a_count_that_looks_like_a_year_is_checked_like_any_other(form):
    assert ground(form.format(n=1967), results=RESULTS).ok
    assert not ground(form.format(n=1968), results=RESULTS).ok


def test_digits_in_names_from_the_data_are_no_figures():
    text = "In Q3 2023, Model 42-B came 2nd with 1,967.\n\n1. 7Up 330ml\n2. Model 42-B"
    assert ground(text, results=RESULTS).text == text
    assert not ground("Model 43-B came 2nd, with 43 stores.", results=RESULTS).ok


@pytest.mark.parametrize(
    ("part", "wrong"),
    [
        ("three quarters", "four out of five"),
        ("a quarter", "one tenth"),
        ("3/4", "2/3"),
        ("one in five", "one in four"),
    ],
)
def test_a_part_is_what_it_says(part, wrong):
    share = {"three quarters": 75.2, "a quarter": 24.9, "3/4": 74.8, "one in five": 20.1}[part]
    facts = (Fact(id="1", name="share of Aldo", value=share, unit="%", text=f"Aldo has {share} %"),)
    assert ground(f"About {part} of sales came from Aldo.", facts=facts).ok
    doubted = ground(f"About {wrong} of sales came from Aldo.", facts=facts)
    assert not doubted.ok or doubted.unchecked


VALUE_FORMS = {
    "plain": lambda v: f"{v:,.0f}",
    "bold": lambda v: f"**{v:,.2f}**",
    "thin": lambda v: f"{v:,.0f}".replace(",", "\u202f"),
    "swiss": lambda v: f"{v:,.0f}".replace(",", "'"),
    "k": lambda v: f"{v / 1e3:,.1f}k",
    "words": lambda v: f"{v / 1e3:,.2f} thousand",
    "exponent": lambda v: f"{v:.2e}",
}
SENTENCES = (
    "{n} sold {x}.", "Sales of {n} came to {x}.", "With {x}, {n} did well.", "- {n}: {x}", "| {n} | {x} |",
    "In 2023, {n} sold {x}.", "{n} is on the list with {x}.",
)  # fmt: skip


def altered(figure: str, rng: random.Random) -> str:
    """One digit of the figure changed; that of an exponent never."""
    places = [match.start() for match in re.finditer(r"(?<!e\+)(?<!e\+0)\d", figure)]
    place = rng.choice(places)
    digit = rng.choice([d for d in "123456789" if d != figure[place]])
    return figure[:place] + digit + figure[place + 1 :]


def test_altered_digits_are_caught_in_every_form():
    rng = random.Random(5)
    told = flagged = changed = missed = 0
    for _ in range(400):
        sales = {name: round(rng.uniform(1.1, 9.9) * 10 ** rng.randint(3, 6), 2) for name in SALES}
        facts = [Fact(id=n, name=f"sales of {n}", value=v, text=f"{n} sold {v:,.2f}") for n, v in sales.items()]
        name = rng.choice(sorted(sales))
        form, sentence = rng.choice(list(VALUE_FORMS.values())), rng.choice(SENTENCES)
        told += 1
        flagged += not ground(sentence.format(n=name, x=form(sales[name])), facts=facts).ok
        for wrong in (altered(form(sales[name]), rng), altered(form(sales[name]), rng)):
            changed += 1
            missed += ground(sentence.format(n=name, x=wrong), facts=facts).ok
    assert flagged / told <= 0.01, f"{flagged} of {told} good texts were flagged"
    assert missed / changed <= 0.01, f"{missed} of {changed} wrong figures were missed"
