"""What the memory accesses of an innermost loop let vector code do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.codemodel.operations.reuse import step_of
from sad.codemodel.operations.value_graph import difference
from sad.records import field, mutable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.analysis.loops.natural import Region
    from sad.codemodel.operations.accesses import Memory
    from sad.codemodel.operations.reuse import Load, Store
    from sad.codemodel.operations.value_graph import ValueNode
    from sad.ir.program import Symbol

    Address = tuple[ValueNode, ...]

ONE_PLACE = "it stores to one place again and again"
SCATTERED = "it stores through an index that is computed or read"
READ_AFTER = "an iteration reads what one before has stored"
UNKNOWN = "an iteration may read what one before has stored"


@mutable
class Walks:
    """How the accesses of a loop move: how many by one element, by more, through an index, not at all.
    ``reversed`` of the contiguous ones go downwards, ``far`` of the strided ones from column to column.

    ``checks`` are pairs of names that may be the same memory, ``distance`` the fewest iterations
    after which a stored element is read, ``reason`` says why vectors are impossible.
    """

    contiguous: int = 0
    reversed: int = 0
    strided: int = 0
    far: int = 0
    gathered: int = 0
    invariant: int = 0
    checks: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    distance: int | None = None
    reason: str = ""


def walks_of(
    loads: Sequence[Load],
    stores: Sequence[Store],
    region: Region,
    memory: Memory,
    symbols: dict[str, Symbol],
) -> Walks:
    """Return how a loop's accesses move and depend on each other."""
    walks = Walks()
    for access in (*loads, *stores):
        _count(walks, access.name, access.address, region, symbols)
    for store in stores:
        if any(_step(item, region) is None for item in store.address):
            walks.reason = walks.reason or SCATTERED
        elif all(_step(item, region) == 0 for item in store.address):
            walks.reason = walks.reason or ONE_PLACE
        for load in loads:
            _compare(walks, store, load.name, load.address, region, memory, reads=True)
        for other in stores:
            if other is not store and other.name != store.name:
                _compare(walks, store, other.name, other.address, region, memory, reads=False)
    return walks


def _count(
    walks: Walks, name: str, address: Address, region: Region, symbols: dict[str, Symbol]
) -> None:
    steps = [_step(item, region) for item in address]
    symbol = symbols.get(name)
    place = -1 if symbol is not None and symbol.row_major else 0
    moving = [v for item in address for v in item.as_linear[0] if v.region is region]
    if not all(value.affine for value in moving):
        walks.gathered += 1
    elif not any(step is None or step for step in steps):
        walks.invariant += 1
    elif steps[place] in (1, -1) and steps.count(0) == len(steps) - 1 and not _is_wide(symbol):
        walks.contiguous += 1
        walks.reversed += steps[place] == -1
    else:
        walks.strided += 1
        walks.far += not steps[place] or steps.count(0) < len(steps) - 1


def _is_wide(symbol: Symbol | None) -> bool:
    """Whether elements are members of structures, which are further apart than their own size."""
    if symbol is None or not symbol.dimensions or symbol.name.endswith("[]"):
        return False
    return "." in symbol.name


def _step(value: ValueNode, region: Region) -> int | None:
    """By how much a subscript moves per iteration; None if that is no constant."""
    return step_of(value, region)


def _compare(
    walks: Walks,
    store: Store,
    name: str,
    address: Address,
    region: Region,
    memory: Memory,
    *,
    reads: bool,
) -> None:
    """Note what a store and another access mean for each other."""
    if name != store.name:
        place, own = memory.of(name), memory.of(store.name)
        into = () if place is None or own is None else set(place.stores).intersection(own.loads)
        if place is not None and (into or store.keys.intersection(place.loads)):
            first, second = sorted((name, store.name))
            walks.checks.add((first, second))
        return
    if len(address) != len(store.address):
        walks.reason = walks.reason or UNKNOWN
        return
    distances: set[int] = set()
    for mine, theirs in zip(store.address, address, strict=True):
        apart = difference(theirs, mine)
        step = _step(mine, region)
        if step is None or _step(theirs, region) is None:
            walks.reason = walks.reason or UNKNOWN
            return
        if apart is None:
            if step or _step(theirs, region):
                walks.reason = walks.reason or (UNKNOWN if reads else "")
            walks.checks.add((name, name))
            return
        if step == 0:
            if apart:
                return
        elif apart % step:
            return
        else:
            distances.add(apart // step)
    if len(distances) == 1 and reads:
        distance = -distances.pop()
        if distance > 0:
            known = walks.distance
            walks.distance = distance if known is None else min(known, distance)
