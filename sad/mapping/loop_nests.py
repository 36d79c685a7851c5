"""The loops of a whole program as one tree: units hang in the loop that calls them.

A node is a loop of a unit, or the unit itself (empty path). A unit called from several places hangs in
the most deeply nested one: there it is called most often, and its data is used again soonest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.bind import bind
from sad.algebra.poly import ONE, Poly
from sad.model.nodes import Call, Loop
from sad.model.walks.parts import nodes_in_loops
from sad.records import field, mutable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.algebra.domains import Index
    from sad.model.expand import Expansion
    from sad.model.nodes import UnitDescription
    from sad.model.work import LoopWork, Reference

Key = tuple[str, str]
"""A unit's name and a loop's path; the path of the unit itself is empty."""


@mutable
class Nest:
    """A loop of a unit, with the number of the node around it (-1: none).

    ``reach`` is how many values its index has over all iterations of the loops around, in the unit's
    own terms; None where these are as many as the loop's trips. ``moved_by`` are the paths of the loops
    its bounds depend on.
    """

    key: Key
    parent: int
    work: LoopWork | None
    index: Index | None = None
    reach: Poly | None = None
    moved_by: frozenset[str] = field(default_factory=frozenset[str])


def nests_of(expansion: Expansion) -> list[Nest]:
    """Return the loops of all units reached, a loop after the one around it."""
    units = {unit.name: unit for unit in expansion.description.units}
    reached = [units[name] for name in expansion.activations if name in units]
    sites = _call_sites(reached)
    nests: list[Nest] = []
    numbers: dict[Key, int] = {}

    def add(unit: UnitDescription, open_units: frozenset[str]) -> None:
        if (unit.name, "") in numbers:
            return
        parent = -1
        site = sites.get(unit.name)
        if site is not None and site[0] not in open_units:
            add(units[site[0]], open_units | {unit.name})
            parent = numbers.get(site, -1)
        numbers[unit.name, ""] = len(nests)
        works = {work.path: work for work in unit.loops}
        nests.append(Nest((unit.name, ""), parent, works.get("")))
        for path, inside in _loops(unit).items():
            reach, moved = _reach([item.index for item in inside])
            outer = inside[-2].id if len(inside) > 1 else ""
            numbers[unit.name, path] = len(nests)
            names = {item.index.name: item.id for item in inside}
            by = frozenset(names[name] for name in moved if name in names)
            nests.append(
                Nest(
                    (unit.name, path),
                    numbers[unit.name, outer],
                    works.get(path),
                    inside[-1].index,
                    reach,
                    by,
                )
            )

    for unit in reached:
        add(unit, frozenset())
    return nests


def _loops(unit: UnitDescription) -> dict[str, list[Loop]]:
    """Every loop's path with the loops around it, itself last; outer loops first."""
    return {loop.id: [*outer, loop] for loop, outer in nodes_in_loops(unit.tree, Loop)}


def _call_sites(units: list[UnitDescription]) -> dict[str, Key]:
    """The most deeply nested place each unit is called from: the last one of its first caller."""
    found: dict[str, tuple[int, Key]] = {}
    for unit in units:
        for call, inside in reversed([*nodes_in_loops(unit.tree, Call)]):
            if call.target is not None and not call.recursive:
                known = found.get(call.target)
                if known is None or known[0] < len(inside):
                    path = inside[-1].id if inside else ""
                    found[call.target] = len(inside), (unit.name, path)
    return {name: key for name, (_, key) in found.items()}


def _reach(indices: list[Index]) -> tuple[Poly | None, frozenset[str]]:
    """How far the innermost index reaches while those around run, and which of them move its bounds."""
    *outer, inner = indices
    low, high = inner.first, inner.last
    moved: set[str] = set()
    for index in reversed(outer):
        name = index.name
        if atoms.depends_on(low, name) or atoms.depends_on(high, name):
            moved.add(name)
            least, most = _end(low, index, lowest=True), _end(high, index, lowest=False)
            if least is None or most is None:
                return None, frozenset()
            low, high = least, most
    if not moved:
        return None, frozenset()
    return high - low + ONE, frozenset(moved)


def _end(bound: Poly, index: Index, *, lowest: bool) -> Poly | None:
    """The least or greatest value of a bound while an index around runs, if that is plain."""
    if not atoms.depends_on(bound, index.name):
        return bound
    parts = bound.coefficients(index.name)
    slope = parts[1].as_constant if len(parts) == 2 else None
    if slope is None or atoms.depends_on(parts[0], index.name):
        return None
    at_first = (slope > 0) == lowest
    return bind(bound, {index.name: index.first if at_first else index.last})


def trips_of(unit: UnitDescription) -> dict[str, Poly]:
    """Return how many values the index of each loop has in all executions of the loops around it.

    In the unit's own terms, by the loop's path; loops of which that is not plain are left out.
    """
    found: dict[str, Poly] = {}
    for path, inside in _loops(unit).items():
        reach, moved = _reach([item.index for item in inside])
        trips = reach if moved and reach is not None else inside[-1].trips
        if not atoms.is_indexed(trips):
            found[path] = trips
    return found


def around(nests: list[Nest], number: int) -> list[int]:
    """Return the numbers of a node and of all nodes around it, innermost first."""
    found: list[int] = []
    while number >= 0:
        found.append(number)
        number = nests[number].parent
    return found


def bindings_of(expansion: Expansion, unit: str) -> Mapping[str, Poly]:
    """Return what a unit's inputs are bound to in its first instance, in the entry's terms."""
    instances = expansion.instances.get(unit, ())
    return instances[0].bindings if instances else {}


def passed_arrays(nests: list[Nest], expansion: Expansion) -> dict[Key, tuple[str, Reference]]:
    """Return what arrays the dummy arguments of units are where they are called, and the callers.

    Keys are a unit and its dummy. Of several calls in one loop the first counts.
    """
    entries = {unit.name: unit.entry for unit in expansion.description.units}
    found: dict[Key, tuple[str, Reference]] = {}
    for nest in nests:
        unit, path = nest.key
        work = None if path or nest.parent < 0 else nests[nest.parent].work
        for reference in () if work is None else work.references:
            if reference.passed is not None and reference.passed[0] == entries[unit]:
                caller = nests[nest.parent].key[0]
                found.setdefault((unit, reference.passed[1]), (caller, reference))
    return found
