"""Few labels that recur, some with a letter, are no column of numbers that could not be read."""

ROUTES = ("1", "1A", "22", "7", "X5")


def _trips(routes: tuple[str, ...]) -> str:
    rows = [f"{route},{month},{100 + month}" for month in range(1, 13) for route in routes]
    return "\n".join(["Route,Month,Trips", *rows])


def test_numbers_among_such_labels_are_labels_and_nothing_is_told_of_them(read):
    found = read(_trips(ROUTES))
    assert found.types()[0] == "text"
    assert "Route" not in found.told("number")


def test_numbers_that_hardly_recur_are_told_as_kept_where_letters_stand_beside_some(read):
    rows = [f"{at},{at * 7 if at % 4 else f'{at}A'}" for at in range(1, 41)]
    assert "Column amount was kept as text" in read("\n".join(["day,amount", *rows])).told("number")


def test_words_among_numbers_are_told_as_no_numbers(read):
    found = read(_trips(("1", "fault", "22", "7", "9")))
    assert "Column Route was kept as text" in found.told("number")
