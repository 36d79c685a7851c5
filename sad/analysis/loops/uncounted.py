"""When loops end that their body leaves: loops without a counter, and counted ones left early.

Each exit has a first iteration in which its condition holds, if that is a comparison with something
that changes steadily (``first_times``). The loop is left at the first of these times.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.bind import bind
from sad.algebra.conditions import alternatives, opposite
from sad.algebra.first_times import Time, earliest, first_taken, first_time
from sad.algebra.poly import ONE, ZERO, Poly
from sad.analysis.cfg.graph import LoopHead, Split
from sad.analysis.loops.exits import exits_of
from sad.analysis.loops.natural import Region, RegionKind
from sad.ir import stmt as st
from sad.records import record, replace
from sad.symbols import is_unresolved

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sad.analysis.cfg.graph import Cfg
    from sad.analysis.loops.exits import LoopExit
    from sad.analysis.loops.natural import LoopForest
    from sad.analysis.values.findings import UnitValues


_MOST_EXITS = 16
"""Exits whose order is no number: each is compared with all others, and the truths get long."""


@record
class HeadTest:
    """A loop's test at its head: the ``blocks`` that make it, the ``body`` and what comes ``after``."""

    blocks: frozenset[int]
    body: int
    after: int


def head_test(cfg: Cfg, region: Region, truths: Mapping[int, tuple[Poly, ...]]) -> HeadTest | None:
    """Return how the header of a loop tests for the end; None if it does not.

    The operands of a sequential condition test together, if they stand in the loop themselves.
    """
    header = region.header
    match cfg.blocks[header].terminator:
        case LoopHead(body=body, after=after):
            return (
                HeadTest(frozenset((header,)), body, after) if after not in region.blocks else None
            )
        case Split(chain=chain, labels=labels) if len(labels) == 2:
            together = header in chain[:1] and region.own.issuperset(chain)
            blocks = frozenset(chain) if together else frozenset((header,))
            ways = _ways(cfg, region, blocks, truths)
            inside = [way for way in ways if way in region.blocks]
            if len(ways) == 2 and len(inside) == 1 and _has_work(cfg, region, blocks):
                (after,) = ways - {inside[0]}
                return HeadTest(blocks, inside[0], after)
            return None
        case _:
            return None


def _ways(
    cfg: Cfg, region: Region, blocks: frozenset[int], truths: Mapping[int, tuple[Poly, ...]]
) -> set[int]:
    """Where the tests at a loop's header lead to, arms never taken left out; nothing if to itself."""
    found: set[int] = set()
    pending = [region.header]
    while pending:
        number = pending.pop()
        split = cfg.blocks[number].terminator
        assert isinstance(split, Split)
        known = truths.get(number)
        for arm, target in enumerate(split.targets):
            if is_decided(known) and known is not None and not known[arm]:
                continue
            if target in blocks and target != region.header:
                pending.append(target)
            else:
                found.add(target)
    return set() if region.header in found else found


def is_decided(truths: tuple[Poly, ...] | None) -> bool:
    """Whether a branch always goes the same way."""
    return truths is not None and all(truth.as_constant is not None for truth in truths)


def _has_work(cfg: Cfg, region: Region, tests: frozenset[int]) -> bool:
    """Whether anything but jumps stands after the tests; else these are the whole loop."""
    return bool(region.children) or any(
        not isinstance(action.statement, st.Goto | st.Continue)
        for block in region.own - tests
        for action in cfg.blocks[block].actions
    )


@record
class LoopEnd:
    """When a loop is left that every iteration may leave.

    ``trips`` is how often its body starts, or what is before the test at its end; ``at_head`` whether
    its head tests for all of that. ``times`` are the numbers of the iterations (from 0) in which it is
    left, by the block from which; ``taken`` the truth values of its being left along each edge;
    ``shares`` the same by target; ``by_head`` the share of the head's own test. ``tests`` are
    the conditions on which exits are taken, by block, as conditions on the iteration's number.
    """

    trips: Poly
    at_head: bool
    times: Mapping[int, Poly]
    taken: Mapping[tuple[int, int], Poly]
    shares: Mapping[int, Poly]
    by_head: Poly
    tests: Mapping[int, Poly]


def loop_ends(cfg: Cfg, forest: LoopForest, values: UnitValues) -> dict[int, LoopEnd]:
    """Return, by header, where loops end that their body may leave, if that follows from ``values``.

    Only loops whose exits every iteration passes.
    """
    found: dict[int, LoopEnd] = {}
    for region in _regions(forest.root):
        info = values.loops.get(region.header)
        if info is None or region.kind is not RegionKind.LOOP:
            continue
        exits = exits_of(cfg, forest, region, values)
        if not exits:
            continue
        head = cfg.blocks[region.header].terminator
        counted = isinstance(head, LoopHead)
        if counted and info.limit is None:
            continue
        alone = len(exits) == 1 and not counted
        shift = {info.index.name: Poly.symbol(info.index.name) + info.index.first}
        least = _least_around(region, values)
        times = [
            first_time(bind(item.leaves, shift), info.index.name, alone=alone, least=least)
            for item in exits
        ]
        known = [time for time in times if time is not None and _is_steady(time, values, region)]
        if len(known) < len(exits) or sum(not time.is_constant for time in known) > _MOST_EXITS:
            continue
        limit = Time(info.limit) if counted and info.limit is not None else None
        end = _ending(exits, known, limit, info.iteration)
        if end is not None:
            if alone and head_test(cfg, region, values.truths) is not None:
                end = replace(end, trips=end.trips - 1, at_head=True, by_head=ONE)
            if isinstance(head, LoopHead):
                shares = dict(end.shares)
                shares[head.after] = shares.get(head.after, ZERO) + end.by_head
                edge = region.header, head.after
                end = replace(
                    end, at_head=True, shares=shares, taken={**end.taken, edge: end.by_head}
                )
            found[region.header] = end
    return found


def _least_around(region: Region, values: UnitValues) -> dict[str, int]:
    """The least values of the indices of the loops around a loop, where these are from 0 on."""
    found: dict[str, int] = {}
    outer = region.parent
    while outer is not None:
        info = values.loops.get(outer.header)
        first = None if info is None else info.index.first.as_integer
        if info is not None and first is not None and first >= 0:
            found[info.index.name] = first
        outer = outer.parent
    return found


def _ending(
    exits: Sequence[LoopExit], times: list[Time], limit: Time | None, iteration: Poly
) -> LoopEnd | None:
    """How a loop is left, by the times of its exits; ``limit`` is that of a counted loop's test."""
    after = [Time(time.at + 1, time.comes) for time in times]
    left = earliest(after if limit is None else [limit, *after])
    if left is None or left.comes != ONE:
        return None
    ways = times if limit is None else [*times, limit]
    taken = first_taken(ways, last_first=limit is not None)
    by_head = ZERO if limit is None else taken[-1]
    found: dict[tuple[int, int], Poly] = {}
    shares: dict[int, Poly] = {}
    for item, share in zip(exits, taken, strict=False):
        shares[item.target] = shares.get(item.target, ZERO) + share
        if len(item.edges) == 1:
            found[item.edges[0]] = share
    ended = {
        block: time.at for item, time in zip(exits, times, strict=True) for block, _ in item.edges
    }
    tests = {
        item.edges[0][0]: time.truth_from_then(iteration)
        for item, time in zip(exits, times, strict=True)
        if len(item.edges) == 1 and item.block == item.edges[0][0]
    }
    return LoopEnd(left.at, False, ended, found, shares, by_head, tests)


def _is_steady(time: Time, values: UnitValues, region: Region) -> bool:
    """Whether a time is the same each time a loop is entered, as far as only a run can tell."""
    for symbol in atoms.free_symbols(time.at) | atoms.free_symbols(time.comes):
        unknown = values.unknowns.get(symbol)
        if not is_unresolved(symbol):
            continue
        if unknown is None:
            return False
        if unknown.region.kind is not RegionKind.UNIT and unknown.region.encloses(region):
            return False
    return True


def in_iterations(
    cfg: Cfg, values: UnitValues, ends: Mapping[int, LoopEnd]
) -> dict[int, tuple[Poly, ...]]:
    """Return conditions of exits that are not linear as linear ones in the iteration's number.

    Both hold in the same of the iterations that are begun; sums over iterations need linear ones.
    """
    found: dict[int, tuple[Poly, ...]] = {}
    for header, end in ends.items():
        index = values.loops[header].index.name
        for block, test in end.tests.items():
            split, truths = cfg.blocks[block].terminator, values.truths.get(block)
            if isinstance(split, Split) and truths is not None and len(truths) == 2:
                if all(map(partial(_is_linear, index), truths)):
                    continue
                leaves = [(block, to) in end.taken for to in split.targets]
                found[block] = tuple(test if out else opposite(test) for out in leaves)
    return found


def _is_linear(index: str, truth: Poly) -> bool:
    """Whether a condition is made of comparisons linear in an index."""
    for guards in alternatives(truth) or ():
        for guard in guards:
            rest = guard.coefficients(index)
            if len(rest) > 2 or any(atoms.depends_on(item, index) for item in rest):
                return False
            if any(item.as_integer is None for item in rest[1:]):
                return False
    return True


def _regions(region: Region) -> Iterator[Region]:
    stack = region.children[::-1]
    while stack:
        inner = stack.pop()
        yield inner
        stack.extend(reversed(inner.children))
