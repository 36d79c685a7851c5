"""Versions of memory: what a load may still know from before, past stores to other elements."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sad.codemodel.operations.register_values import Value, difference

if TYPE_CHECKING:
    from collections.abc import Hashable

    from sad.analysis.loops.natural import Region
    from sad.codemodel.operations.accesses import Element

_MOST_STORES = 16


@dataclass(slots=True, eq=False)
class Version:
    """Memory from one store to the next: ``kind`` is ``entry``, ``phi``, ``clobber`` or ``store``.

    It changes in ``region``. A store has the ``name`` and subscripts (``address``) it went to, the
    value that went there, and the version before. ``serial`` numbers grow as versions are made.
    """

    kind: str
    region: Region
    name: str = ""
    address: tuple[Value, ...] = ()
    value: Value | None = None
    previous: Version | None = None
    serial: int = 0


def seen_by(version: Version, name: str, address: tuple[Value, ...]) -> tuple[Version, bool]:
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


def same_element(first: tuple[Value, ...], second: tuple[Value, ...]) -> bool | None:
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


def address_key(address: tuple[Value, ...]) -> tuple[Hashable, ...]:
    """Return what two spellings of one address have in common."""
    result: list[Hashable] = []
    for value in address:
        terms, constant = value.as_linear
        result.append((frozenset((id(item), factor) for item, factor in terms.items()), constant))
    return tuple(result)


@dataclass(slots=True)
class State:
    """What registers (by name or promoted element) and memory (by key) hold at a point."""

    registers: dict[str | Element, Value] = field(default_factory=dict["str | Element", Value])
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
        target: tuple[str, tuple[Value, ...]],
        value: Value | None,
    ) -> None:
        """Note a store to an element (a name and its subscripts)."""
        self._serial += 1
        for key in keys:
            before = self.of(key, state)
            name, address = target
            state.versions[key] = Version(
                "store", region, name, address, value, before, self._serial
            )
