"""Compares two sides unit by unit, but for what only calls what changed.

A unit is *steady* if it costs by itself what it did and calls the same in the same way. Its cost has
changed only where that of a unit it calls has, and its order has not increased where theirs have not:
calls happen as often as before. So steady units that call nothing that changed are not looked at. Where
many others call what changed, no rule needs each, and what changed is told, these are only named.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.checks.compare.changes import compare
from sad.checks.compare.measure import OPERATIONS
from sad.checks.costs.record import UnitPlace
from sad.checks.outcome import Change, Verdict
from sad.checks.rules import is_error, needs_difference

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Set

    from sad.checks.costs.record import State
    from sad.checks.costs.timing import Timing
    from sad.checks.settings.project import Project

MOST_CALLERS = 20
_MOST_NAMED = 6
_BOUNDED = frozenset((Verdict.CHEAPER, Verdict.LOWER, Verdict.LEADING))
"""What such a unit costs now is at most a constant times what it did, and so is what calls it."""


def changes(
    old: State,
    new: State,
    timing: Timing | None,
    project: Project,
    most: float = MOST_CALLERS,
) -> tuple[Change, ...]:
    """Return what changed of the units of a project, by name; identical ones have their place alone.

    Up to ``most`` steady units whose callees changed are compared one by one.
    With machines, or a snapshot that is text alone, all are compared: each has times of its own.
    """
    has_unit = project.has_unit
    if (timing is not None and timing.machines) or old.shorts is not None:
        return compare(old.only(has_unit), new.only(has_unit), timing)
    before = set(old.units)
    outlines = new.outlines()
    steady = {
        name: outline.calls
        for name, outline in outlines.items()
        if outline.itself and name in before and outline.itself == old.outline(name).itself
    }
    edited = set(filter(has_unit, (before | outlines.keys()) - steady.keys()))
    found = _compared(old, new, edited, frozenset(), timing)
    differing = {name for name, item in found.items() if item.verdict is not Verdict.IDENTICAL}
    hidden = outlines.keys() - steady.keys() - edited  # who knows what they cost: not compared
    callers = _Callers(steady)
    reached = set(filter(has_unit, callers.of(differing | hidden)))
    untold = {name for name in differing if not _is_told(found[name], project)}
    open_ = callers.of(untold | hidden)
    check = project.check
    whole = {name for name in reached if needs_difference(check.of_unit(name), name in open_)}
    if len(reached) <= most:
        whole = reached
    found |= _compared(old, new, whole, edited, timing)
    for name in set(filter(has_unit, steady)) - whole:
        place = UnitPlace(name, outlines[name].span)
        if name in reached:
            called = sorted({*steady[name]} & (differing | reached | hidden))
            found[name] = _through(place, called)
        else:
            found[name] = Change(None, None, Verdict.IDENTICAL, OPERATIONS, place=place)
    return tuple(found[name] for name in sorted(found))


def _compared(
    old: State, new: State, names: Set[str], others: Set[str], timing: Timing | None
) -> dict[str, Change]:
    """What changed of some units; of ``others`` are symbols that these may have from them."""
    if not names:
        return {}
    every = (names | others).__contains__
    found = compare(old.only(every), new.only(every), timing, others)
    return {item.unit.name: item for item in found}


def _is_told(change: Change, project: Project) -> bool:
    """Whether no caller can break a rule about orders that this change does not break."""
    limits = project.check.of_unit(change.unit.name)
    return change.verdict in _BOUNDED or is_error(change.verdict, limits)


def _through(place: UnitPlace, called: list[str]) -> Change:
    named = ", ".join(called[:_MOST_NAMED])
    return Change(
        None,
        None,
        Verdict.CALLEES,
        OPERATIONS,
        headline="only callees changed",
        reason=f"unchanged itself; through what it calls: {named}",
        place=place,
    )


class _Callers:
    """Who calls whom of some units: ``calls`` are the names of what each calls."""

    def __init__(self, calls: Mapping[str, Iterable[str]]) -> None:
        self._callers: dict[str, list[str]] = {}
        for name, called in calls.items():
            for item in called:
                self._callers.setdefault(item, []).append(name)

    def of(self, names: Iterable[str]) -> set[str]:
        """Return the units from which calls lead to some others, through these units alone."""
        found: set[str] = set()
        left = list(names)
        while left:
            new = [item for item in self._callers.get(left.pop(), ()) if item not in found]
            found.update(new)
            left.extend(new)
        return found
