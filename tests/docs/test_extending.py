"""The reader and the evaluator of docs/extending.md, registered as the page says, do what it shows."""

from __future__ import annotations

import runpy
from typing import TYPE_CHECKING

from sad.reading import readers
from sad.reading.loaded import ModelReader
from sad.report import evaluators
from sad.report.section import Evaluator
from tests.docs import test_commands_in_docs as pages
from tests.support.command import sad

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

PAGE = pages.ROOT / "docs" / "extending.md"


def _register(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Do what the page tells to do with a file: a line in the registry for what it makes."""
    if path.suffix != ".py":
        return
    for value in runpy.run_path(str(path)).values():
        match value:
            case ModelReader():
                monkeypatch.setattr(readers, "READERS", (value, *readers.READERS))
            case Evaluator():
                monkeypatch.setattr(evaluators, "EVALUATORS", (*evaluators.EVALUATORS, value))
            case _:
                pass


def test_the_examples_do_what_the_page_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, update_goldens: bool
):
    monkeypatch.chdir(tmp_path)
    pages.check_page(PAGE, tmp_path, update_goldens, lambda path: _register(path, monkeypatch))
    assert len(readers.READERS) == 5
    assert len(evaluators.EVALUATORS) == 3
    swept = sad("sweep", "saxpy.loops", "--vary", "n=1:3", "--set", "m=0", "--format", "csv")
    assert swept.code == 0, swept.err
    (tmp_path / "bad.loops").write_text("kernel bad\nno loop\n")
    bad = sad("analyze", "bad.loops")
    assert bad.code == 3
    assert bad.err.startswith("bad.loops:2: error[SAD999]: SIZE: OPERATIONS is expected")
    shown = sad("analyze", "saxpy.loops", "--demand", "--comm")
    assert "SAD927" in shown.err


def test_its_links_lead_somewhere():
    pages.test_links_lead_somewhere(PAGE)
