"""Descriptions made unit by unit are those of an analysis of the whole program."""

from __future__ import annotations

import gc
import json
import weakref
from typing import TYPE_CHECKING, Any

import pytest

from sad.incremental.analyst import Analyst
from sad.loading.describe import load_description
from sad.loading.means import Means
from sad.model.saved import to_json
from sad.reading.options import Reading
from tests.incremental.made import made
from tests.support.command import CORPUS

if TYPE_CHECKING:
    from pathlib import Path

    from sad.analysis.calls.results import Exits
    from sad.incremental.analyst import Found
    from sad.incremental.group import Group

PROGRAMS = sorted(
    path
    for path in CORPUS.rglob("*")
    if path.suffix in (".f", ".f90", ".c")
    and "tables" not in str(path)
    and "mgrid" not in str(path)
)


@pytest.mark.sampled(7)
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: str(path.relative_to(CORPUS)))
@pytest.mark.parametrize("work", [False, True], ids=["counts", "compiled"])
def test_by_units_as_a_whole(path: Path, work: bool, tmp_path: Path):
    reading = Reading((str(path),))
    whole = load_description(reading, with_work=work)
    assert whole.analysis is not None
    expected = json.dumps(to_json(whole.description))
    said = [str(item) for item in whole.diagnostics.items]
    for _ in range(2):  # from nothing, and from the cache
        means = Means(cache=tmp_path / "cache")
        found = load_description(reading, with_work=work, means=means)
        assert found.source is not None
        assert {"linked", "analysed"}.isdisjoint(vars(found.source))  # neither read nor analysed
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


def test_values_by_heuristics_come_with_those_who_ask_for_them(tmp_path: Path):
    """Who does not need them does not wait for them, and keeps nobody else from them."""
    reading, means = Reading((str(CORPUS / "md1" / "md1.f"),)), Means(cache=tmp_path / "cache")

    def guesses(*, wanted: bool) -> list[object]:
        found = load_description(reading, with_guesses=wanted, means=means).description
        return [item.guess for unit in found.units for item in unit.parameters]

    whole = load_description(reading).description
    expected = [item.guess for unit in whole.units for item in unit.parameters]
    assert any(expected)
    assert guesses(wanted=False) == [None] * len(expected)
    for _ in range(2):
        assert guesses(wanted=True) == expected
    assert guesses(wanted=False) == [None] * len(expected)


def test_analysed_units_are_let_go_of_without_the_collector(tmp_path: Path):
    """It is off while sad runs, and looking for circles of objects takes time.

    Only functions that may be asked for values are kept for that.
    """
    program = made("fortran", tmp_path / "program")
    groups: list[weakref.ref[Group]] = []
    shared: list[weakref.ref[Exits]] = []
    alive = Analyst._live

    def noted(self: Analyst, found: Found, *others: Any) -> Group:
        group = alive(self, found, *others)
        groups.append(weakref.ref(group))
        shared.append(weakref.ref(group._exits))
        return group

    gc.collect()
    gc.disable()
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Analyst, "_live", noted)
            load_description(program.reading, means=Means(cache=tmp_path / "cache"))
        kept = [group is not None and group.may_be_asked for group in (item() for item in groups)]
        assert [item() is not None for item in groups] == kept
        assert [item() is not None for item in shared] == kept
        assert len(kept) - sum(kept) >= 10
    finally:
        gc.enable()
