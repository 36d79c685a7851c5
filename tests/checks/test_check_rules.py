"""Which changes break which rule."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sad.checks.outcome import Change, Verdict
from sad.checks.rules import RULES, findings_of
from sad.checks.settings.project import Check, Limits
from tests.checks.made_outcome import unit


def told(change: Change, *, forbid: str | None = None, most: float | None = None) -> list[str]:
    """The rules that findings about a change name, with their severities."""
    found = findings_of([change], Check(Limits(forbid, most)))
    return [f"{item.severity} {item.rule}" for item in found]


def changed(verdict: Verdict, relative: float | None = 0.1, difference: str = "N") -> Change:
    return Change(unit("A"), unit("A"), verdict, difference=difference, relative=relative)


@pytest.mark.parametrize(
    ("verdict", "by_level"),
    [
        (Verdict.IDENTICAL, ["", "", "", ""]),
        (Verdict.CHEAPER, ["", "", "", ""]),
        (Verdict.LOWER, ["", "", "", "error forbid.lower"]),
        (Verdict.LEADING, ["", "", "error forbid.leading", "error forbid.leading"]),
        (Verdict.ORDER, ["", *["error forbid.order"] * 3]),
        (
            Verdict.INCOMPARABLE,
            ["", "warning forbid.incomparable", *["error forbid.incomparable"] * 2],
        ),
    ],
)
def test_what_each_level_forbids(verdict: Verdict, by_level: list[str]):
    levels = ("none", "order", "leading", "any")
    assert [" ".join(told(changed(verdict), forbid=level)) for level in levels] == by_level
    assert told(changed(verdict)) == told(changed(verdict), forbid="order")


def test_an_increase_is_held_against_its_limit():
    lower = changed(Verdict.LOWER, 0.05)
    assert told(lower, forbid="none", most=0.05) == []
    assert told(lower, forbid="none", most=0.04) == ["error max-increase"]
    assert told(changed(Verdict.CHEAPER, 0.5), forbid="none", most=0.0) == []


@pytest.mark.parametrize(
    "change",
    [
        changed(Verdict.LOWER, None),
        changed(Verdict.LEADING, 0.0, "N calls of X"),
        changed(Verdict.ORDER, float("inf")),
    ],
)
def test_an_increase_without_a_value_is_no_pass(change: Change):
    assert told(change, forbid="none", most=0.05) == ["error max-increase"]


def test_units_that_came_went_or_moved_are_notes():
    assert told(Change(None, unit("A"), Verdict.ADDED), forbid="any", most=0.0) == ["note unit.new"]
    gone = Change(unit("A"), None, Verdict.REMOVED)
    assert told(gone, forbid="any", most=0.0) == ["note unit.removed"]
    moved = replace(changed(Verdict.IDENTICAL), new=unit("B"))
    assert told(moved, forbid="any", most=0.0) == ["note unit.renamed"]


def test_a_unit_has_limits_of_its_own():
    check = Check(Limits("any"), {"B*": Limits("none"), "BC": Limits("order")})
    names = ("A", "B1", "bc")
    changes = [Change(unit(name), unit(name), Verdict.LOWER) for name in names]
    assert [item.unit for item in findings_of(changes, check)] == ["A"]
    changes = [Change(unit(name), unit(name), Verdict.ORDER) for name in names]
    assert [item.unit for item in findings_of(changes, check)] == ["A", "bc"]


def test_every_rule_that_is_told_of_is_in_the_catalogue():
    for verdict in Verdict:
        for item in findings_of([changed(verdict, None)], Check(Limits("any", 0.0))):
            assert item.rule in RULES
