"""Loops without a counter: how often they run, where their exit tests something that changes steadily.

An exit that depends on an induction variable is a comparison in the number of the iteration. The first
iteration for which it holds follows for linear variables by division, for ones that are multiplied or
divided each time by a logarithm.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.conditions import alternatives
from sad.algebra.poly import ZERO, Poly
from sad.analysis.cfg.graph import LoopHead, Split
from sad.analysis.loops.exits import exits_of, share_by_target
from sad.analysis.loops.natural import Region, RegionKind
from sad.ir import stmt as st
from sad.records import record
from sad.symbols import is_unresolved

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sad.analysis.cfg.graph import Cfg
    from sad.analysis.loops.natural import LoopForest
    from sad.analysis.values.findings import UnitValues


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
    """The number (from 0) of the iteration in which a loop is left; whether its head tests for that.

    ``shares`` are, by block it is left to, the truth values of its being left to that one.
    """

    left: Poly
    at_head: bool
    shares: Mapping[int, Poly]


def loop_ends(cfg: Cfg, forest: LoopForest, values: UnitValues) -> dict[int, LoopEnd]:
    """Return, by header, where loops without a counter end, if that follows from ``values``.

    Only loops whose exits every iteration passes.
    """
    found: dict[int, LoopEnd] = {}
    for region in _regions(forest.root):
        info = values.loops.get(region.header)
        if info is None or region.kind is not RegionKind.LOOP:
            continue
        if isinstance(cfg.blocks[region.header].terminator, LoopHead):
            continue
        exits = exits_of(cfg, forest, region, values.truths)
        if exits is None:
            continue
        alone = len(exits) == 1
        times = [first_time(item.leaves, info.index.name, alone=alone) for item in exits]
        known = [time for time in times if time is not None and _is_steady(time, values, region)]
        if len(known) == len(exits):
            at_head = alone and head_test(cfg, region, values.truths) is not None
            shares = share_by_target(exits, known)
            found[region.header] = LoopEnd(atoms.min_of(known), at_head, shares)
    return found


def _is_steady(poly: Poly, values: UnitValues, region: Region) -> bool:
    """Whether a value is the same each time a loop is entered, as far as only a run can tell."""
    around: set[int] = set()
    outer: Region | None = region
    while outer is not None:
        if outer.kind is not RegionKind.UNIT:
            around.add(id(outer))
        outer = outer.parent
    for symbol in atoms.free_symbols(poly):
        unknown = values.unknowns.get(symbol)
        if is_unresolved(symbol) and (unknown is None or id(unknown.region) in around):
            return False
    return True


def _regions(region: Region) -> Iterator[Region]:
    for child in region.children:
        yield child
        yield from _regions(child)


# --- the first iteration for which a condition holds ---------------------------------------------


def first_time(condition: Poly, iteration: str, *, alone: bool) -> Poly | None:
    """Return the least value >= 0 of ``iteration`` for which a condition holds; None if unclear.

    ``alone`` is whether the loop ends in no other way.
    """
    options = alternatives(condition)
    if options is None:
        return None
    times = [_first_of(guards, iteration, alone=alone) for guards in options]
    known = [time for time in times if time is not None]
    return atoms.min_of(known) if len(known) == len(times) else None


def _first_of(guards: tuple[Poly, ...], iteration: str, *, alone: bool) -> Poly | None:
    """The first iteration in which no guard is negative."""
    if len(guards) == 2 and guards[0] == -guards[1]:
        # An equality: a loop that ends comes to it exactly, so to "at least" at the same time.
        if not alone:
            return None
        vanishing = _vanishing(guards[0], iteration)
        if vanishing is not None:
            return vanishing
        rising = _crossing(guards[0], iteration, equal=True)
        return _crossing(guards[1], iteration, equal=True) if rising is None else rising
    times = [_crossing(guard, iteration) for guard in guards]  # from then on they hold for good
    known = [time for time in times if time is not None]
    return atoms.max_of(known) if known and len(known) == len(times) else None


def _vanishing(form: Poly, iteration: str) -> Poly | None:
    """The first iteration in which a number divided each time is 0, from either side."""
    symbol = (form if form.as_symbol is not None else -form).as_symbol
    atom = None if symbol is None else atoms.definition(symbol)
    if not isinstance(atom, atoms.Trunc | atoms.Floor):
        return None
    start = atom.numerator
    # Divided down a negative number never comes to 0: such a loop does not end.
    number = start.as_integer
    if isinstance(atom, atoms.Floor) and number is not None and number < 0:
        return None
    size = atoms.max_of((start, -start)) if isinstance(atom, atoms.Trunc) else start
    return _shrinking(size, atom.denominator, ZERO, -1, iteration)


def _crossing(form: Poly, iteration: str, *, equal: bool = False) -> Poly | None:
    """The first iteration with ``form >= 0`` (``== 0``), for a form that grows in each iteration."""
    changing = [
        symbol for symbol in form.symbols() if atoms.depends_on(Poly.symbol(symbol), iteration)
    ]
    if len(changing) != 1 or form.den != 1:
        return None
    (symbol,) = changing
    coefficients = form.coefficients(symbol)
    factor = coefficients[1].as_integer if len(coefficients) == 2 else None
    if factor is None:
        return None
    rest = coefficients[0]
    if equal and _is_missed(symbol, factor, rest, iteration):
        return None
    if symbol == iteration:
        if factor <= 0:
            return None
        return atoms.clamp(atoms.floor_of(-rest + (factor - 1), factor))
    match atoms.definition(symbol):
        case atoms.Power(base, exponent) if _is_scale(base, exponent, iteration) and factor > 0:
            # factor*base**t + rest >= 0  <=>  base**t > needed - 1
            needed = atoms.floor_of(-rest + (factor - 1), factor)
            return atoms.log_of(base, needed - 1) + 1
        case atoms.Trunc(numerator, denominator) | atoms.Floor(numerator, denominator) if not equal:
            return _shrinking(numerator, denominator, rest, factor, iteration)
        case _:
            return None


def _is_missed(symbol: str, factor: int, rest: Poly, iteration: str) -> bool:
    """Whether ``factor*symbol + rest`` is never 0, as far as numbers tell: such a loop wraps around."""
    number = rest.as_integer
    if number is None:
        return False
    value, remainder = divmod(-number, factor)
    atom = atoms.definition(symbol)
    if isinstance(atom, atoms.Power):
        base = atom.base.as_integer
        exact = base is not None and value >= 1 and base ** atoms.integer_log(base, value) == value
        return remainder != 0 or not exact
    return symbol == iteration and (remainder != 0 or value < 0)


def _shrinking(
    numerator: Poly, denominator: Poly, rest: Poly, factor: int, iteration: str
) -> Poly | None:
    """The first iteration with ``rest >= numerator / base**t``, rounded; the bound at least 0."""
    symbol = denominator.as_symbol
    power = None if symbol is None else atoms.definition(symbol)
    bound = rest.as_integer
    if (
        factor != -1
        or bound is None
        or bound < 0
        or atoms.depends_on(numerator, iteration)
        or not isinstance(power, atoms.Power)
        or not _is_scale(power.base, power.exponent, iteration)
    ):
        return None
    # It goes on while numerator/base**t >= bound + 1, that is base**t <= numerator/(bound + 1).
    return atoms.log_of(power.base, atoms.floor_of(numerator, bound + 1)) + 1


def _is_scale(base: Poly, exponent: Poly, iteration: str) -> bool:
    number = base.as_integer
    return number is not None and number >= 2 and exponent == Poly.symbol(iteration)
