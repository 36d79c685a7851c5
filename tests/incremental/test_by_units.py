"""Descriptions made unit by unit are those of an analysis of the whole program."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from sad.description.serialize import to_json
from sad.loading.describe import load_description
from sad.loading.means import Means
from sad.reading.options import Reading
from tests.support.command import CORPUS

if TYPE_CHECKING:
    from pathlib import Path

PROGRAMS = sorted(
    path
    for path in CORPUS.rglob("*")
    if path.suffix in (".f", ".f90", ".c")
    and "tables" not in str(path)
    and "mgrid" not in str(path)
)


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: str(path.relative_to(CORPUS)))
def test_by_units_as_a_whole(path: Path, tmp_path: Path):
    reading = Reading((str(path),))
    whole = load_description(reading)
    assert whole.analysis is not None
    expected = json.dumps(to_json(whole.description))
    said = [str(item) for item in whole.diagnostics.items]
    for _ in range(2):  # from nothing, and from the cache
        found = load_description(reading, means=Means(cache=tmp_path / "cache"))
        assert found.analysis is None
        assert json.dumps(to_json(found.description)) == expected
        assert [str(item) for item in found.diagnostics.items] == said


PLAIN = "      PROGRAM M\n      REAL X(10)\n      CALL F (10, X)\n      CALL F (9, X)\n      END\n"
HANDED = PLAIN.replace("      REAL X(10)\n", "      EXTERNAL F\n      REAL X(10)\n").replace(
    "      END\n", "      CALL OUTER (F, X)\n      END\n"
)


def test_a_unit_that_is_passed_as_an_argument_since(tmp_path: Path):
    """Its own source is the same, but it may start more often than the source calls it."""
    unit, main = tmp_path / "f.f", tmp_path / "m.f"
    unit.write_text(
        "      SUBROUTINE F (N, X)\n      REAL X(N)\n"
        "      DO 10 I = 1, N\n   10 X(I) = 0.0\n      END\n"
    )
    reading = Reading((str(unit), str(main)))
    handed: list[bool] = []
    for text in (PLAIN, HANDED, PLAIN):
        main.write_text(text)
        whole = load_description(reading).description
        found = load_description(reading, means=Means(cache=tmp_path / "cache")).description
        assert json.dumps(to_json(found)) == json.dumps(to_json(whole))
        handed.append(found.units[0].handed is not None)
    assert handed == [False, True, False]
