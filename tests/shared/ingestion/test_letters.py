"""Letters beyond ASCII are read as they were meant: of another system, encoded twice, or named as web pages do."""

import pytest

PEOPLE = ("Jörg Grüß", "Zoë Léger", "Ana Muñoz", "Åse Bæk", "François Tô")
PLACES = ("Nürnberg", "Besançon", "Córdoba", "Ålesund", "Évry")


def _text(names: tuple[str, ...], end: str = "\n") -> str:
    return f"Who;Where;Paid{end}" + "".join(f"{names[at % 5]};{PLACES[at % 5]};{at}{end}" for at in range(20))


@pytest.mark.parametrize("end", ["\r", "\n"])
@pytest.mark.parametrize("encoding", ["mac_roman", "cp850", "cp1252"])
@pytest.mark.parametrize("only", [range(5), (0,), (1, 4), (3, 0)], ids=["all", "German", "French", "Danish"])
def test_the_letters_say_whether_they_are_of_a_mac_of_dos_or_of_windows(read, encoding, end, only):
    if encoding == "cp850" and end == "\r":
        pytest.skip("DOS ends its lines otherwise")
    people = tuple(PEOPLE[only[at % len(only)]] for at in range(5))
    text = f"Who;Paid{end}" + "".join(f"{people[at % 5]};{at}{end}" for at in range(20))
    assert read(text.encode(encoding)).values("Who") == [people[at % 5] for at in range(20)]


def test_text_that_was_encoded_twice_is_read_once(read):
    found = read(_text(PEOPLE).encode().decode("latin-1").encode())
    assert found.values("Who")[:5] == list(PEOPLE)
    written = "Größe;n\nÄußerst groß – “ja”;1\nkühl;2\n".encode()
    shown = "".join(bytes([one]).decode("cp1252", "ignore") or chr(one) for one in written)
    found = read(shown.encode())
    assert found.values("Größe") == ["Äußerst groß – “ja”", "kühl"]
    assert "encoded twice" in found.told("encoding")


@pytest.mark.parametrize(
    "names",
    [("SÃO JOÃO", "PÃO"), ("Ângela", "Âme"), ("Ã¼ stands for ü", "ü"), ("„Ä“", "Ö!"), ("10 °C", "Ça")],
)
def test_letters_that_are_what_they_say_stay(read, names):
    assert read("name;n\n" + "".join(f"{name};{at}\n" for at, name in enumerate(names))).values("name") == list(names)


def test_names_of_signs_in_cells_are_the_signs(read):
    rows = [("K&ouml;rner &amp; Nüsse", "1.204,50&nbsp;&euro;"), ("M&#252;sli &lt;fein&gt;", "3,99&nbsp;&euro;")]
    found = read("Ware\tPreis\n" + "".join(f"{ware}\t{price}\n" for ware, price in rows))
    assert found.rows == [("Körner & Nüsse", 1204.5), ("Müsli <fein>", 3.99)]
    assert "as web pages do" in found.told("other")


@pytest.mark.parametrize("cell", ["/find?a=1&copy=2", "R&D; Sales", "AT&T", "&unknown;", "fish & chips;"])
def test_an_ampersand_that_names_no_sign_stays(read, cell):
    assert read(f'page,n\n"{cell}",1\n"x",2\n').values("page")[0] == cell


def test_signs_that_nobody_sees_keep_no_number_a_text(read):
    unseen = ("\u200b", "\ufeff")
    found = read("name\u200b,n\n" + "".join(f"a{at}\u200b,{at}{unseen[at % 2]}\n" for at in range(8)))
    assert found.values("n") == list(range(8))
