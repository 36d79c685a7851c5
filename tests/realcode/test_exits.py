"""How well error exits are told from others, in real code labelled by hand: the numbers published."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.realcode.exits import ROOT, Label, labels, says, score

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.realcode
_ROW = re.compile(r"^\| part (\d) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|", re.MULTILINE)


def published() -> dict[int, tuple[int, ...]]:
    """Return the page's rows: branches, called errors rightly, wrongly, and missed, by part."""
    text = (ROOT / "docs" / "error-exits.md").read_text(encoding="utf-8")
    rows = [tuple(map(int, row)) for row in _ROW.findall(text)]
    return {part: tuple(numbers) for part, *numbers in rows}


@pytest.mark.proof
def test_the_page_has_the_numbers_of_the_sample(
    lapack: Path, scipy_sources: Path, c_sources: Path
) -> None:
    parts: dict[int, list[tuple[Label, str]]] = {}
    for label in labels():
        parts.setdefault(label.part, []).append((label, says(label)))
    found = {part: score(judged) for part, judged in parts.items()}
    assert published() == {
        part: (item.branches, item.right, item.wrong, item.missed) for part, item in found.items()
    }
    assert min(item.branches for item in found.values()) > 0
