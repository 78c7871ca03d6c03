"""The operations page says what the code does: costs and settings are written by it."""

from pathlib import Path

import pytest

from infra.docs.operations import MEANINGS, PAGE, PART, page, settings_table, variable
from shared.settings import Settings


def test_every_setting_has_its_meaning_and_no_other_has_one() -> None:
    assert set(MEANINGS) == set(Settings.model_fields)


@pytest.mark.parametrize("setting", Settings.model_fields)
def test_every_setting_is_on_the_page(setting: str) -> None:
    assert f"`{variable(setting)}`" in PAGE.read_text(encoding="utf-8")


def test_the_variables_are_those_that_are_read() -> None:
    told = {variable(name): "0.5" for name in ("confidence_threshold", "anthropic_api_key")}
    settings = Settings.from_env(told)
    assert (settings.confidence_threshold, settings.anthropic_api_key) == (0.5, "0.5")


def test_the_page_is_as_make_docs_would_write_it() -> None:
    assert PAGE.read_text(encoding="utf-8") == page()


def test_what_people_wrote_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "page.md"
    file.write_text("Before.\n<!-- settings: written by make docs -->\nOUTDATED\n<!-- end -->\nAfter.\n")
    assert PART.search(page(file))
    assert page(file).startswith("Before.\n")
    assert page(file).endswith("<!-- end -->\nAfter.\n")
    assert settings_table() in page(file)
    assert "OUTDATED" not in page(file)
