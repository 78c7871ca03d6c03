"""Running text holds no table and is refused; tables of texts, and tables beside text, are read."""

import random
import textwrap

import pytest

from shared.errors import UnreadableData

STORY = """The harbour was quiet in the morning.
Boats lay at the quay, and nobody was about, except for a man with a dog. He
said that 12 boats had left, and that 3 of them were late. The weather had turned, he thought, and it would be a hard
winter.
We walked on, past the church and the old school, until we came to the mill.""".replace("\n", " ")
LETTER = """Oslo, 12 March 2024

Dear Mr Hansen,

thank you for your letter of 2 March. We have looked at the matter,
and we are sorry to say that the goods, which you ordered in January,
have not been sent yet. The supplier, a firm in Bergen, has told us
that they will arrive in the first week of April, at the latest.

If this is too late for you, please let us know, and we will return
the amount of 1,250 kroner to your account within ten days.

Yours sincerely,

Kari Nordmann
Sales, Nordic Tools
"""
TABLE = "item,qty,price\nBolt,12,0.25\nNut,7,0.05\nPin,9,0.15\nTee,4,0.35\n"

PROSE = {
    "a letter": LETTER,
    "a letter without commas": LETTER.replace(",", ""),
    "a line of it": STORY,
    "paragraphs": f"Dear all,\n\n{STORY}\n\nAs ever.\n\n{STORY}\n\nBest,\nBob\n",
    **{
        f"broken at {width}": "\n\n".join(textwrap.fill(f"{STORY} " * k, width) for k in (1, 2, 1))
        for width in (40, 72, 100)
    },
}


@pytest.mark.parametrize("text", PROSE.values(), ids=list(PROSE))
def test_running_text_is_refused_with_what_it_is(read, text):
    with pytest.raises(UnreadableData, match="running text and no table"):
        read(text, name="letter.txt")


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("These are just some words\nand here come some more\n", True),
        ("remark\nall of it was late again\n", False),
        ("what did you like most here\nthe food\nthe people\n", False),
        ("what did you like most here,amount of it all\nthe food was good,5\n", False),
        ("one line of some words\n" * 5, False),
    ],
)
def test_two_or_three_lines_of_several_words_are_no_table(read, text, refused):
    if refused:
        with pytest.raises(UnreadableData, match="running text"):
            read(text, name="words.txt")
    else:
        assert read(text, name="words.txt").rows


def test_it_is_read_all_the_same_where_a_person_says_how(read):
    from shared.contracts import Overrides

    assert read(LETTER, overrides=Overrides(delimiter=",")).rows


@pytest.mark.parametrize("text", [f"{textwrap.fill(STORY, 70)}\n\n{TABLE}", f"{TABLE}\n{textwrap.fill(STORY, 70)}\n"])
def test_a_table_beside_running_text_is_read_without_it(read, text):
    found = read(text)
    assert found.values("qty") == [12, 7, 9, 4]
    assert "of running text beside the table were set aside" in found.told()


OPINIONS = ["so happy today", "i love it. Great stuff", "what a bad service, never again", "it broke. Sad, but true"]


def _opinions(count: int) -> str:
    rng = random.Random(count)
    return "".join(f"{' '.join(rng.sample(OPINIONS, rng.randint(1, 3)))}\n" for _ in range(count))


TEXTS = {
    "letters in cells": (
        "name,letter\n" + "".join(f'{n},"{textwrap.fill(STORY, 60)}"\n' for n in ("Al", "Bo", "Cy")),
        3,
    ),
    "letters alone": ("letter\n" + "".join(f'"{textwrap.fill(STORY, 60)}"\n' for _ in range(3)), 3),
    "texts behind tabs": ("who\ttext\n" + "".join(f"p{n}x\t{STORY[: 90 + n]}\n" for n in range(9)), 9),
    "opinions in lines": ("text\n" + _opinions(30), 30),
    "names": ("name\nBob\nAnn\nKim\nJoe\n", 4),
    "titles": ("title\nThe Sea and the Shore\nA Day in May\nOf Mice and Men\n", 3),
}


@pytest.mark.parametrize(("text", "rows"), TEXTS.values(), ids=list(TEXTS))
def test_tables_of_texts_are_read(read, text, rows):
    assert len(read(text).rows) == rows
