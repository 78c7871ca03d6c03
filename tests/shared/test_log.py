"""An entry of the log: how grave it is, what it says and where it was written."""

import pytest

from shared.log import logger


@pytest.mark.parametrize("level", ["info", "warning", "error"])
def test_an_entry_names_its_level_its_turn_and_the_place_that_wrote_it(
    caplog: pytest.LogCaptureFixture, level: str
) -> None:
    getattr(logger, level)("it went on", extra={"turn_id": "t1"})
    (entry,) = caplog.records
    told = vars(entry)
    assert (entry.levelname, entry.getMessage(), told["turn_id"]) == (level.upper(), "it went on", "t1")
    assert entry.funcName == "test_an_entry_names_its_level_its_turn_and_the_place_that_wrote_it"
