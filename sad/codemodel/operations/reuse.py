"""Loads that a loop does not repeat: the iteration before has read, or stored, the same element.

gcc -O2 keeps ``A(I)`` in a register for the next iteration's ``A(I-1)`` (partial redundancy
elimination), in chains of neighbours, if every iteration does both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.loops.natural import RegionKind
from sad.codemodel.operations.register_values import difference
from sad.records import record

if TYPE_CHECKING:
    from sad.analysis.loops.natural import Region
    from sad.codemodel.operations.memory import Memory
    from sad.codemodel.operations.regions import Regions
    from sad.codemodel.operations.register_values import Value
    from sad.codemodel.operations.versions import Version

    Address = tuple[Value, ...]


@record
class Load:
    """A load: its value, the element and the versions it depends on, and a block that does it."""

    value: Value
    name: str
    address: Address
    versions: tuple[Version, ...]
    block: int


@record
class Store:
    """A store to an element, or (no name) a call that changes the memory of some keys.

    ``value`` is what it stores.
    """

    name: str
    address: Address
    keys: frozenset[str]
    block: int
    value: Value | None = None


def drop_repeated(loads: list[Load], stores: list[Store], memory: Memory, regions: Regions) -> None:
    """Take the cost from loads whose element the iteration before had in a register."""
    groups: dict[tuple[int, str], list[Load]] = {}
    for load in loads:
        region = load.value.region
        if region.kind is RegionKind.LOOP and regions.always(load.block, region):
            groups.setdefault((id(region), load.name), []).append(load)
    changing: dict[str, list[Store]] = {}
    for store in stores:
        for key in store.keys:
            changing.setdefault(key, []).append(store)
    for group in groups.values():
        region = group[0].value.region
        for load in group:
            if any(_is_next(load, other, region) for other in group if other is not load):
                load.value.cost = {}
        _drop_stored(group, region, memory, regions, changing)


def _is_next(load: Load, other: Load, region: Region) -> bool:
    """Whether a load reads what another one read an iteration before."""
    if load.versions != other.versions:
        return False
    if any(version.region is region for version in load.versions):
        return False
    return load.address != other.address and _moved(load.address, other.address, region)


def _moved(address: Address, other: Address, region: Region) -> bool:
    """Whether an address is another one's of the iteration before."""
    if len(address) != len(other):
        return False
    for mine, theirs in zip(address, other, strict=True):
        step = step_of(theirs, region)
        if step is None or difference(theirs, mine) != step:
            return False
    return True


def step_of(value: Value, region: Region) -> int | None:
    """Return by how much a value grows per iteration of its loop; None where that is not known."""
    total = 0
    for term, factor in value.as_linear[0].items():
        if term.region is region:
            if not term.induction or term.step is None:
                return None
            total += factor * term.step
    return total


def _drop_stored(
    group: list[Load],
    region: Region,
    memory: Memory,
    regions: Regions,
    changing: dict[str, list[Store]],
) -> None:
    """Drop loads of what the iteration before stored, if nothing else in the loop stores there."""
    place = memory.of(group[0].name)
    keys = (group[0].name,) if place is None else place.loads
    inside = {
        id(store): store
        for key in keys
        for store in changing.get(key, ())
        if store.block in region.blocks
    }
    if len(inside) != 1:
        return
    store = next(iter(inside.values()))
    if store.name != group[0].name or not regions.always(store.block, region):
        return
    if regions.of(store.block) is not region:
        return
    known = [store.address]
    waiting = [item for item in group if any(v.region is region for v in item.versions)]
    while waiting:
        found = [item for item in waiting if any(_moved(item.address, a, region) for a in known)]
        if not found:
            return
        for load in found:
            load.value.cost = {}
        known = [load.address for load in found]
        waiting = [load for load in waiting if load not in found]
