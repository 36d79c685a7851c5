"""Loads that a loop does not repeat: the iteration before has read, or stored, the same element.

gcc -O2 keeps ``A(I)`` in a register for the next iteration's ``A(I-1)`` (partial redundancy
elimination), in chains of neighbours, if every iteration does both.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sad.analysis.loops.natural import RegionKind
from sad.codemodel.operations.value_graph import ValueNode, difference
from sad.records import mutable, record

if TYPE_CHECKING:
    from collections.abc import Hashable

    from sad.analysis.loops.natural import Region
    from sad.codemodel.operations.accesses import Element, Memory
    from sad.codemodel.operations.regions import Regions

    Address = tuple[ValueNode, ...]

_MOST_STORES = 16


@record
class Load:
    """A load: its value, the element and the versions it depends on, and a block that does it."""

    value: ValueNode
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
    value: ValueNode | None = None


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


def step_of(value: ValueNode, region: Region) -> int | None:
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


@dataclass(slots=True, eq=False)
class Version:
    """Memory from one store to the next: ``kind`` is ``entry``, ``phi``, ``clobber`` or ``store``.

    It changes in ``region``. A store has the ``name`` and subscripts (``address``) it went to, the
    value that went there, and the version before. ``serial`` numbers grow as versions are made.
    """

    kind: str
    region: Region
    name: str = ""
    address: tuple[ValueNode, ...] = ()
    value: ValueNode | None = None
    previous: Version | None = None
    serial: int = 0


def seen_by(version: Version, name: str, address: tuple[ValueNode, ...]) -> tuple[Version, bool]:
    """Return the latest version that a load of an element cannot see past.

    The second result is whether that is a store to the very element.
    """
    for _ in range(_MOST_STORES):
        if version.kind != "store" or version.name != name or version.previous is None:
            return version, False
        same = same_element(version.address, address)
        if same is None:
            return version, False
        if same:
            return version, True
        version = version.previous
    return version, False


def same_element(first: tuple[ValueNode, ...], second: tuple[ValueNode, ...]) -> bool | None:
    """Whether two addresses in one array are the same; None if that is not known."""
    if len(first) != len(second):
        return None
    every = True
    for one, other in zip(first, second, strict=True):
        distance = difference(one, other)
        if distance:
            return False
        every = every and distance == 0
    return True if every else None


def address_key(address: tuple[ValueNode, ...]) -> tuple[Hashable, ...]:
    """Return what two spellings of one address have in common."""
    result: list[Hashable] = []
    for value in address:
        terms, constant = value.as_linear
        result.append((frozenset((id(item), factor) for item, factor in terms.items()), constant))
    return tuple(result)


@mutable
class State:
    """What registers (by name or promoted element) and memory (by key) hold at a point."""

    registers: dict[str | Element, ValueNode] = field(
        default_factory=dict["str | Element", ValueNode]
    )
    versions: dict[str, Version] = field(default_factory=dict[str, Version])

    def copy(self) -> State:
        """Return a state that can be changed without this one."""
        return State(dict(self.registers), dict(self.versions))


class History:
    """Makes versions."""

    def __init__(self, root: Region) -> None:
        self._root = root
        self._entries: dict[str, Version] = {}
        self._serial = 0

    def of(self, key: str, state: State) -> Version:
        """Return the version of some memory in a state."""
        version = state.versions.get(key)
        if version is None:
            version = self._entries.get(key)
            if version is None:
                version = self._entries[key] = Version("entry", self._root)
        return version

    def new(self, kind: str, region: Region) -> Version:
        """Return a version nothing is known of."""
        self._serial += 1
        return Version(kind, region, serial=self._serial)

    def store(
        self,
        keys: tuple[str, ...],
        state: State,
        region: Region,
        target: tuple[str, tuple[ValueNode, ...]],
        value: ValueNode | None,
    ) -> None:
        """Note a store to an element (a name and its subscripts)."""
        self._serial += 1
        for key in keys:
            before = self.of(key, state)
            name, address = target
            state.versions[key] = Version(
                "store", region, name, address, value, before, self._serial
            )
