"""Regions of a program: the statements of one unit whose innermost loop is the same."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from sad.algebra import atoms
from sad.algebra.piecewise import added, by_pieces, is_nowhere, least, most
from sad.model.nodes import Call
from sad.model.walks.parts import nodes_in_loops
from sad.model.work import LoopWork
from sad.records import mutable, record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.algebra.evaluate import Number
    from sad.model.expand import BlockCount, Expansion
    from sad.model.nodes import Line, UnitDescription
    from sad.model.work import Vector

PLAIN, OPTIMISED = "plain", "optimised"
Amounts: TypeAlias = tuple[dict[str, float], dict[int, dict[str, float]]]
"""Operations, and the steps of each chain by its number."""
_CHAIN = "chain."
_FEW_TRIPS = 100  # present-day predictors know where a loop ends that always runs as long


@dataclass(frozen=True)
class Region:
    """Blocks of one loop of a unit (``path`` empty: outside of loops) and what is known of its code.

    ``copied`` are loops inside that compiled code has copies of the bodies of: they count as part of
    this one. Optimised code has what is ``inlined`` in its callers.
    """

    unit: UnitDescription
    path: str
    work: LoopWork
    blocks: tuple[BlockCount, ...]
    copied: frozenset[str] = frozenset()
    inlined: bool = False

    @cached_property
    def own(self) -> tuple[BlockCount, ...]:
        """The blocks of the loop itself; all, if there is none."""
        return tuple(b for b in self.blocks if _path(b) not in self.copied) or self.blocks

    @cached_property
    def vector(self) -> Vector | None:
        """What is known of the loop's vector code, if all loops inside are copied."""
        vector = self.work.vector
        return None if vector is None or vector.copies != len(self.copied) else vector

    @cached_property
    def by_id(self) -> Mapping[str, BlockCount]:
        """The blocks by id."""
        return {block.id: block for block in self.blocks}

    @cached_property
    def tests(self) -> tuple[tuple[str, int, Line, str], ...]:
        """The lines that branch: id of the block, place in it, the line, and the branch's path."""
        return tuple(
            (block.id, number, line, line.work.branch)
            for block in self.blocks
            for number, line in enumerate(block.block.lines)
            if line.work is not None and line.work.branch
        )

    @cached_property
    def steady(self) -> bool:
        """Whether the loop's trip count depends on the program's inputs alone."""
        trips = [b.loops[-1].value for b in self.own if b.loops]
        return not any(atoms.has_unresolved(value) for value in trips)

    def iterations(self, counts: Mapping[str, float]) -> float:
        """Return how often the loop's body runs: as often as its most frequent block."""
        return most([counts[block.id] for block in self.own])

    def amounts(self, block: BlockCount, line: Line, view: str) -> Amounts:
        """Return the work of a line as ``amounts_of``; copies of a body need no loop around them."""
        if self.inlined and view == OPTIMISED:
            return {}, {}
        operations, chains = amounts_of(line, view)
        if _path(block) in self.copied:
            operations.pop("loop.iteration", None)
        if line.work is not None and line.work.enters in self.copied:
            operations.pop("loop.entry", None)
        return operations, chains


def _path(block: BlockCount) -> str:
    return block.loops[-1].id if block.loops else ""


@record
class Sums:
    """Work of a region in a whole run: amounts by key, and those of each chain's steps by latency key.

    ``iterations`` is how often the loop's body runs, ``entries`` how often the loop is started.
    """

    operations: Mapping[str, float]
    chains: Mapping[int, Mapping[str, float]]
    iterations: float
    entries: float


def regions_of(expansion: Expansion, most_copies: float = 0) -> tuple[Region, ...]:
    """Return the regions of every unit reached, in source order.

    Loops of up to ``most_copies`` constant trips that can be copied are part of the loop around them.
    """
    known = {
        (unit.name, loop.path): loop for unit in expansion.description.units for loop in unit.loops
    }
    copied: set[tuple[str, str]] = set()
    for block in expansion.blocks:
        key = block.unit.name, _path(block)
        if most_copies and block.loops and known.get(key, LoopWork("")).unrolled:
            trips = block.loops[-1].value.as_integer
            if trips is not None and trips <= most_copies:
                copied.add(key)
    inlined = _inlined(expansion)
    found: dict[tuple[str, str], list[BlockCount]] = {}
    inside: dict[tuple[str, str], set[str]] = {}
    for block in expansion.blocks:
        unit, path = block.unit.name, _path(block)
        within: set[str] = set()
        while (unit, path) in copied:
            within.add(path)
            path = known[unit, path].parent
        found.setdefault((unit, path), []).append(block)
        inside.setdefault((unit, path), set()).update(within)
    return tuple(
        Region(
            blocks[0].unit,
            key[1],
            known.get(key, LoopWork(key[1])),
            tuple(blocks),
            frozenset(inside[key]),
            key[0] in inlined,
        )
        for key, blocks in found.items()
    )


def _inlined(expansion: Expansion) -> set[str]:
    """The units that all callers reached have in place of the calls."""
    found: set[str] = set()
    others: set[str] = set()
    for unit in expansion.description.units:
        if unit.name in expansion.activations:
            inlines = {name for loop in unit.loops for name in loop.inlines}
            for call, _ in nodes_in_loops(unit.tree, Call):
                if call.target is not None:
                    (found if call.name in inlines else others).add(call.target)
    entry = expansion.entry
    return set() if entry is None else found - others - {entry.name}


class LoopEntries:
    """How often each loop of a program is started in a run."""

    def __init__(self, expansion: Expansion) -> None:
        self._bodies: dict[tuple[str, str], list[str]] = {}
        self._entered: list[tuple[tuple[str, str], str]] = []
        for block in expansion.blocks:
            unit = block.unit.name
            self._bodies.setdefault((unit, _path(block)), []).append(block.id)
            for line in block.block.lines:
                if line.work is not None and line.work.enters:
                    self._entered.append(((unit, line.work.enters), block.id))
        entered = {key for key, _ in self._entered}
        self._others: list[tuple[tuple[str, str], tuple[str, str]]] = []
        for unit in expansion.description.units:
            for loop in unit.loops:
                key, around = (unit.name, loop.path), (unit.name, loop.parent)
                if key in self._bodies and key not in entered:
                    self._others.append((key, around if around in self._bodies else key))

    def at(self, counts: Mapping[str, float]) -> dict[tuple[str, str], float]:
        """Return the starts by unit and path, from the count of every block; an empty path is the unit.

        Of a counted loop that is its entry's count. Of others it is at most that of the loop around it.
        """
        found: dict[tuple[str, str], float] = {}
        for key, block in self._entered:
            found[key] = found.get(key, 0.0) + counts[block]
        for key, around in self._others:
            outer = self._most(around, counts)
            found[key] = least(self._most(key, counts), outer) if key[1] else outer
        return found

    def _most(self, key: tuple[str, str], counts: Mapping[str, float]) -> float:
        """The count of a loop's most frequent block."""
        return most([counts[block] for block in self._bodies[key]])


def amounts_of(line: Line, view: str) -> Amounts:
    """Return the work of one execution of a line in a view: operations, and steps of each chain."""
    operations: dict[str, float] = dict(line.operations) if view == PLAIN else {}
    chains: dict[int, dict[str, float]] = {}
    work = line.work
    if work is None:
        return dict(line.operations), chains
    for key, amount in (work.plain if view == PLAIN else work.optimised).items():
        if key.startswith(_CHAIN):
            number, _, step = key.removeprefix(_CHAIN).partition(".")
            chains.setdefault(int(number), {})[step] = amount
        else:
            operations[key] = amount
    return operations, chains


def sums_of(
    region: Region, view: str, counts: Mapping[str, float], entries: Mapping[tuple[str, str], float]
) -> Sums:
    """Return the work of a region in a whole run, given every block's count."""
    operations: dict[str, float] = {}
    chains: dict[int, dict[str, float]] = {
        chain.number: {} for chain in region.work.chains if chain.view == view
    }
    for block in region.blocks:
        count = counts[block.id]
        if not count:
            continue
        for line in block.block.lines:
            done, steps = region.amounts(block, line, view)
            _add(operations, done, count)
            for number, step in steps.items():
                if number in chains:
                    _add(chains[number], step, count)
    iterations = region.iterations(counts)
    entered = entries.get((region.unit.name, region.path), iterations)
    return Sums(operations, chains, iterations, entered)


def misses_of(
    regions: Sequence[Region],
    counts: Mapping[str, float],
    entries: Mapping[tuple[str, str], float],
    rates: Mapping[tuple[str, str], float],
    view: str = PLAIN,
) -> dict[tuple[str, str], dict[str, float]]:
    """Return how often branches are mispredicted, by region and by the branch's path.

    What optimised code decides without a branch is never mispredicted there, and a loop's own test
    counts as the loop.
    ``rates`` are recorded ones by unit and path: per execution of a test, for a loop per start of it.
    Without one, a branch whose condition only a run can tell is missed min(p, 1-p) of the times, one
    that the program's inputs decide never; the end of a loop whose trip count only a run can tell is
    missed once per start, that of others never up to 100 iterations.
    """
    found: dict[tuple[str, str], dict[str, float]] = {}
    arms = _arms(regions, counts)
    for region in regions:
        unit = region.unit.name
        missed: dict[str, float] = {}
        own_rate = rates.get((region.unit.unit, region.path)) if region.path else None
        for block, _, line, path in region.tests:
            count = counts[block]
            if path != region.path and not is_nowhere(count) and _branches(line, view):
                rate = rates.get((region.unit.unit, path))
                if rate is None and _part(path, region.path) and own_rate is not None:
                    continue  # recorded with the loop
                if rate is None:
                    own = arms.get((unit, region.path, path))
                    open_arms = own.counts if own is not None and own.unknown else {}
                    rate = _fallback([*open_arms.values()], count) if open_arms else 0.0
                missed[path] = missed.get(path, 0.0) + rate * count
        if region.path:
            started = entries.get((unit, region.path), 0.0)
            rate = own_rate
            if rate is None:
                rate = _end_missed(region.iterations(counts), started) if region.steady else 1.0
            missed[region.path] = missed.get(region.path, 0.0) + rate * started
        found[unit, region.path] = missed
    return found


def _part(path: str, loop: str) -> bool:
    """Whether a path is that of an operand of a loop's own condition."""
    last = path.removeprefix(f"{loop}.")
    return last != path and last.rstrip("0123456789") in ("and", "or")


def _branches(line: Line, view: str) -> bool:
    return view == PLAIN or (line.work is not None and "branch" in line.work.optimised)


@mutable
class _Arms:
    counts: dict[str, float]
    unknown: bool


def _arms(
    regions: Sequence[Region], counts: Mapping[str, float]
) -> dict[tuple[str, str, str], _Arms]:
    """How often each arm of each branch is taken: as often as its most frequent block outside of loops.

    Keys are the unit, the region's path and the branch's.
    """
    found: dict[tuple[str, str, str], _Arms] = {}
    for region in regions:
        for name, block in region.by_id.items():
            if not block.branches:
                continue
            last = block.branches[-1]
            key = region.unit.name, region.path, last.id
            arms = found.setdefault(key, _Arms({}, unknown=False))
            before = arms.counts.get(last.label, 0.0)
            arms.counts[last.label] = most((before, counts[name]))
            arms.unknown = arms.unknown or atoms.has_unresolved(last.value)
    return found


@by_pieces
def _fallback(arms: Sequence[float], count: float) -> float:
    """How often a test is missed of whose outcome nothing is known but how often arms are taken."""
    if not count:
        return 0.0
    taken = [least(1.0, arm / count) for arm in arms]
    return 1.0 - most((*taken, 1.0 - added(taken), 0.0))


@by_pieces
def _end_missed(iterations: float, started: float) -> float:
    return 1.0 if started and iterations / started > _FEW_TRIPS else 0.0


def _add(totals: dict[str, float], amounts: Mapping[str, float], count: Number) -> None:
    for key, amount in amounts.items():
        totals[key] = totals.get(key, 0.0) + amount * float(count)
