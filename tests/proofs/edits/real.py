"""Edits that cost something, with the verdict that follows from how each is made.

They are made in units that call no other unit of the program, in loops whose nest is the deepest of
the unit and runs from numbers, arguments and outer loop variables to such: how often they run is then
a leading part of the unit's cost.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sad.checks.outcome import Verdict
from tests.proofs.edits.fixed import Source, Statement, Unit
from tests.proofs.edits.loops import Loop, full_loops, loops_of, sizes_of
from tests.proofs.edits.names import declared, dummies, is_executable

if TYPE_CHECKING:
    from collections.abc import Callable

_EXTRA = "SADX = SADX + 1.0"


@dataclass(frozen=True, slots=True)
class Place:
    """One loop of one unit of one file."""

    file: str
    unit: Unit
    loop: Loop
    sizes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Real:
    """An edit: the unit it changes, what that unit is to be judged, and all files with it made.

    ``undone`` is the verdict of taking it back.
    """

    unit: str
    verdict: Verdict
    undone: Verdict
    files: dict[str, str]


Change = tuple[list[Statement], Verdict, Verdict]
"""The statements after an edit, its verdict, and that of taking it back."""


def places(source: Source) -> list[Place]:
    """Return where edits may be made."""
    every = {unit.name for name in source.files for unit in source.units(name)}
    found: list[Place] = []
    for file in sorted(source.files):
        for unit in source.units(file):
            text = " ".join(item.text for item in unit.statements[1:]).upper()
            calls = (every - {unit.name}) & set(re.findall(r"[A-Z]\w*", text))
            if calls - {"LSAME", "XERBLA", "DISNAN"}:
                continue
            kinds = declared(unit)
            sizes = tuple(
                name
                for name in dummies(unit)
                if name in sizes_of(unit) and kinds.get(name) == ("INTEGER", False)
            )
            found += [
                Place(file, unit, loop, sizes)
                for loop in full_loops(unit)
                if not unit.statements[loop.start].label
            ]
    return found


def statement_in_loop(place: Place) -> Change | None:
    """One more statement in the innermost loop."""
    found = list(place.unit.statements)
    found.insert(place.loop.start + 1, Statement("", _EXTRA))
    return found, Verdict.LEADING, Verdict.CHEAPER


def loop_around(place: Place) -> Change | None:
    """The innermost loop, n times."""
    found = list(place.unit.statements)
    used = [name for name in place.sizes if _is_bound(place.unit, name)]
    if not used:
        return None
    found.insert(place.loop.end + 1, Statement("99998", "CONTINUE"))
    found.insert(place.loop.start, Statement("", f"DO 99998 ISADX = 1, {used[0]}"))
    return found, Verdict.ORDER, Verdict.CHEAPER


def loop_before(place: Place) -> Change | None:
    """A loop of its own, of 10 iterations, before anything else."""
    found = list(place.unit.statements)
    first = next(k for k, item in enumerate(found) if is_executable(item.text))
    found[first:first] = [
        Statement("", "DO 99998 ISADX = 1, 10"),
        Statement("", _EXTRA),
        Statement("99998", "CONTINUE"),
    ]
    return found, Verdict.LOWER, Verdict.CHEAPER


def one_less(place: Place) -> Change | None:
    """A loop up to n - 1 rather than n."""
    return _other_bound(place, "{} - 1", Verdict.CHEAPER, Verdict.LOWER)


def twice(place: Place) -> Change | None:
    """A loop up to 2*n rather than n."""
    return _other_bound(place, "2*{}", Verdict.LEADING, Verdict.CHEAPER)


def moved_out(place: Place) -> Change | None:
    """An assignment of the innermost loop moved before it."""
    found = list(place.unit.statements)
    item = found[place.loop.start + 1]
    assigned = re.match(r"(\w+)\s*(?:\(.*\))?\s*=[^=]", item.text.upper())
    kinds = declared(place.unit)
    if item.label or assigned is None or not _is_real(kinds.get(assigned[1])):
        return None
    found.insert(place.loop.start, found.pop(place.loop.start + 1))
    return found, Verdict.CHEAPER, Verdict.LEADING


def call_in_loop(place: Place) -> Change | None:
    """A call of a procedure that is not in the program, in the innermost loop."""
    found = list(place.unit.statements)
    found.insert(place.loop.start + 1, Statement("", "CALL SADEXT( SADX )"))
    return found, Verdict.ORDER, Verdict.CHEAPER


def second_loop(place: Place) -> Change | None:
    """The innermost loop a second time after itself."""
    found = list(place.unit.statements)
    start, end = place.loop.start, place.loop.end
    label = found[end].label
    copy: list[Statement] = []
    for item in found[start : end + 1]:
        if item.label and item.label != label:
            return None
        text = re.sub(rf"(?i)^DO\s+{label}\b", "DO 99998", item.text) if label else item.text
        copy.append(Statement("99998" if item.label else "", text))
    if any(re.search(r"(?i)\bGO\s?TO\b", item.text) for item in copy):
        return None
    found[end + 1 : end + 1] = copy
    return found, Verdict.LEADING, Verdict.CHEAPER


def _other_bound(place: Place, form: str, verdict: Verdict, undone: Verdict) -> Change | None:
    found = list(place.unit.statements)
    first, last = place.loop.bounds
    if first != "1" or last not in place.sizes:
        return None
    item = found[place.loop.start]
    text = re.sub(r"\w+\s*$", lambda name: form.format(name[0].strip()), item.text)
    found[place.loop.start] = replace(item, text=text)
    return found, verdict, undone


def _is_bound(unit: Unit, name: str) -> bool:
    return any(re.search(rf"\b{name}\b", " ".join(loop.bounds)) for loop in loops_of(unit))


def _is_real(kind: tuple[str, bool] | None) -> bool:
    return kind is not None and kind[0].split()[0] in ("DOUBLE", "REAL", "COMPLEX", "COMPLEX*16")


REAL: dict[str, Callable[[Place], Change | None]] = {
    "statement added in the inner loop": statement_in_loop,
    "loop put around the inner loop": loop_around,
    "short loop added before all": loop_before,
    "bound n to n - 1": one_less,
    "bound n to 2*n": twice,
    "statement moved out of the inner loop": moved_out,
    "call added in the inner loop": call_in_loop,
    "inner loop doubled": second_loop,
}


def made(kind: str, source: Source) -> Real | None:
    """Return an edit of a kind at a place drawn at random; None if it fits nowhere."""
    candidates = places(source)
    source.rng.shuffle(candidates)
    for place in candidates:
        change = REAL[kind](place)
        if change is None:
            continue
        statements, verdict, undone = change
        after = Source(dict(source.files), source.rng)
        after.put(
            place.file,
            [
                place.unit.with_statements(statements) if unit == place.unit else unit
                for unit in source.units(place.file)
            ],
        )
        return Real(place.unit.name, verdict, undone, after.files)
    return None
