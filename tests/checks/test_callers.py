"""What only calls what changed is not compared one by one, and nothing is lost by that."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

import pytest

from sad.checks.costs.states import load_state
from sad.checks.outcome import Verdict
from sad.checks.snapshot.format import check_line
from sad.checks.snapshot.write import snapshot_text
from sad.diagnostics import SadError
from sad.reading.options import Reading
from tests.checks.claims import wrong_claims
from tests.incremental.made import MADE, made
from tests.support.command import sad

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.command import Result

LEAF = """      SUBROUTINE LEAF(N, A)
      INTEGER N, I
      REAL A(N)
      DO 10 I = 1, N
   10 A(I) = A(I) + 1.0
{more}
      END
"""
CALLER = """      SUBROUTINE UNIT{number:02}(N, A)
      INTEGER N
      REAL A(N)
      A(1) = 0.0
      CALL {called}(N, A)
      END
"""
TWICE = "      A(1) = 2.0"
SQUARE = """      DO 30 I = 1, N
      DO 20 J = 1, N
   20 A(I) = A(J)
   30 CONTINUE"""
FIRST = """      A(1) = A(1)*A(2)*A(1)*A(2)*A(1)"""
EITHER = """      IF (A(1) .GT. 0.0) THEN
         A(1) = A(1)*A(2)*A(1)*A(2)*A(1)*A(2)*A(1)*A(2)*A(1)
      ENDIF"""


def program(callers: int, more: str = "", extra: str = "") -> str:
    """Return a unit that others call, every other one by way of the one before."""
    units = [
        CALLER.format(number=n, called="LEAF" if n % 2 else f"UNIT{n - 1:02}")
        for n in range(1, callers + 1)
    ]
    return "".join((LEAF.format(more=more), *units, extra))


def check(folder: Path, old: str, new: str, settings: str, *words: object) -> Result:
    """Check the new text against a snapshot of the old one."""
    source = folder / "solve.f"
    (folder / "sad.toml").write_text(f'sources = ["solve.f"]\n{settings}')
    source.write_text(old)
    assert sad("snapshot", "-o", folder / "sad.snapshot").code == 0
    source.write_text(new)
    both = [sad("check", *words, *way) for way in (("--no-cache",), ("--cache", folder / "kept"))]
    assert both[0] == both[1]
    return both[0]


def verdicts(result: Result) -> dict[str, str]:
    """Return the verdicts by unit."""
    return {item["unit"]: item["verdict"] for item in json.loads(result.out)["changes"]}


JSON = ("--format", "json")
GROUPED = dict.fromkeys((f"UNIT{n:02}" for n in range(1, 31)), "only callees changed")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_many_callers_are_named(folder: Path) -> None:
    alone = CALLER.format(number=99, called="OTHER")
    old, new = (program(30, more, alone) for more in ("", TWICE))
    result = check(folder, old, new, "")
    assert result.code == 0
    told = " ".join(result.out.split())
    first = ", ".join(list(GROUPED)[:12])
    assert f"30 units in which only callees changed: {first} and 18 more; sad diff tells" in told
    assert "1 other unit is as it was" in told
    assert "1 identical, 30 only callees changed, 1 dearer lower-order term; 0 errors" in told
    found = check(folder, old, new, "", *JSON)
    assert verdicts(found) == {**GROUPED, "LEAF": "dearer lower-order term", "UNIT99": "identical"}
    reasons = {item["unit"]: item["reason"] for item in json.loads(found.out)["changes"]}
    assert reasons["UNIT02"] == "unchanged itself; through what it calls: UNIT01"
    table = check(folder, old, new, "", "--format", "markdown").out
    assert "30 units in which only callees changed: UNIT01" in table
    assert "| `UNIT01` |" not in table


def test_few_callers_are_compared(folder: Path) -> None:
    found = verdicts(check(folder, program(20), program(20, TWICE), "", *JSON))
    assert set(found.values()) == {"dearer lower-order term"}


@pytest.mark.parametrize(
    "settings",
    [
        '[check]\nforbid = "any"',
        '[check]\nmax_increase = "5%"\n[sizes]\nn = 100',
        '[check.unit."UNIT*"]\nforbid = "leading"',
    ],
)
def test_where_a_rule_needs_each_difference_each_is_compared(folder: Path, settings: str) -> None:
    found = check(folder, program(30), program(30, TWICE), settings, *JSON)
    assert set(verdicts(found).values()) == {"dearer lower-order term"}


def test_an_order_is_told_where_it_increased(folder: Path) -> None:
    """Each of the callers would be an error as well, of which the first one says all."""
    found = check(folder, program(30), program(30, SQUARE), "", *JSON)
    assert found.code == 1
    assert [item["unit"] for item in json.loads(found.out)["findings"]] == ["LEAF"]
    assert verdicts(found) == {**GROUPED, "LEAF": "order increased"}


def test_an_order_that_is_allowed_there_is_told_of_callers(folder: Path) -> None:
    settings = '[check.unit.LEAF]\nforbid = "none"'
    found = check(folder, program(30), program(30, SQUARE), settings, *JSON)
    assert found.code == 1
    assert {item["unit"] for item in json.loads(found.out)["findings"]} == set(GROUPED)


def test_what_is_not_known_of_a_callee_is_asked_of_callers(folder: Path) -> None:
    found = verdicts(check(folder, program(30, FIRST), program(30, EITHER), "", *JSON))
    assert set(found.values()) == {"incomparable"}


def test_callers_of_what_is_not_kept_are_compared(folder: Path) -> None:
    settings = 'units = ["UNIT*"]'
    found = check(folder, program(30), program(30, SQUARE), settings, *JSON)
    assert verdicts(found) == dict.fromkeys(GROUPED, "order increased")
    found = check(folder, program(30), program(30), settings, *JSON)
    assert verdicts(found) == dict.fromkeys(GROUPED, "identical")


def test_what_others_see_of_a_callee_may_stay_as_it_was(folder: Path) -> None:
    old, new = (program(30, f"      A({n}) = 2.0") for n in (1, 2))
    assert set(verdicts(check(folder, old, new, "", *JSON)).values()) == {"identical"}


def test_a_snapshot_of_an_older_version_is_compared_unit_by_unit(folder: Path) -> None:
    """It has no digests of what units cost by themselves."""
    source = folder / "solve.f"
    source.write_text(program(30))
    whole = snapshot_text(load_state(Reading(("solve.f",)), "", folder)[0])
    head, *blocks = whole.removesuffix("\n\nend\n").split("\n\nunit ")
    older = [f"unit {block}".split("\n")[:-1] for block in blocks]
    for lines in older:
        lines[1], _, rest = lines[1].partition(", itself ")
        assert rest
        lines.append(check_line(lines))
    (folder / "older.snapshot").write_text("\n\n".join((head, *map("\n".join, older), "end\n")))
    source.write_text(program(30, TWICE))
    found = sad(
        "check", "solve.f", "--baseline", "older.snapshot", *JSON, "--cache", folder / "kept"
    )
    assert set(verdicts(found).values()) == {str(Verdict.LOWER)}


@pytest.mark.parametrize("name", MADE)
def test_claims_after_random_edits(name: str, tmp_path: Path) -> None:
    edited = made(name, tmp_path / name)
    old, _ = load_state(edited.reading, "", edited.folder)
    seen: set[Verdict] = set()
    for number in range(12):
        said = edited.edit(random.Random(number))
        try:
            new, _ = load_state(edited.reading, "", edited.folder)
        except SadError:
            continue  # the edit broke the program
        wrong, found = wrong_claims(old, new)
        assert not wrong, f"edit {number}: {said}"
        seen |= found
        old = new
    assert {Verdict.IDENTICAL, Verdict.CALLEES} <= seen
