"""Whether two names of a unit may stand for one place of memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.ir.program import ANY_MEMORY, Storage, may_meet
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.ir.program import Symbol

HELD = "held "
"""Begins the names of classes of global variables that pointers may lead to."""
_CLASSES = ("memory ", HELD)


@record
class Overlaps:
    """What may overlap in a unit with these symbols.

    ``no_alias``: names that pointers lead to are taken to be of different places. ``pointers``: what
    parameters of C lead to may overlap, because no call of the source says that it does not.
    """

    symbols: Mapping[str, Symbol]
    no_alias: bool = False
    pointers: bool = False

    def may_be_one(self, first: str, second: str) -> bool:
        """Whether two names may stand for one place of memory."""
        if first == second:
            return True
        one, other = self.symbols.get(first), self.symbols.get(second)
        if one is None or other is None:
            handed = one or other
            classes = first.startswith(_CLASSES) or second.startswith(_CLASSES)
            if handed is not None and self._is_open(handed) and classes:
                return True  # what pointers lead to that a call follows
            return _with_class(first, second, other) or _with_class(second, first, one)
        if (one.shares or first) == (other.shares or second):
            return True
        if self.no_alias or (one.declared and other.declared) or one.alone or other.alone:
            return False
        if self._is_open(one) or self._is_open(other):
            alike = one.type is other.type and one.size_bytes == other.size_bytes
            if alike and all(_is_handed(item) or _is_elsewhere(item) for item in (one, other)):
                return True
        return may_meet(one.memory, other.memory)

    def _is_open(self, symbol: Symbol) -> bool:
        """Whether a name is what a parameter of C leads to, and no call says that it lies apart."""
        return self.pointers and not self.no_alias and not symbol.alone and _is_handed(symbol)

    def chosen(self, name: str) -> tuple[str, slice] | None:
        """Return the array of pointers of which one leads to a name, and the subscripts that say which.

        None if there is none, or no two of them are taken to lead to one place.
        """
        symbol = self.symbols.get(name)
        if self.no_alias or symbol is None:
            return None
        pointer = self.symbols.get(symbol.reached[-1]) if symbol.reached else None
        if pointer is None or not pointer.dimensions:
            return None
        many = len(pointer.dimensions)
        array, _, is_beside = pointer.name.partition("$")  # of Fortran: subscripts around come last
        return array, slice(-many, None) if is_beside else slice(many)


def _is_handed(symbol: Symbol) -> bool:
    """Whether a name is what a parameter of C leads to."""
    return symbol.storage is Storage.DUMMY and not symbol.by_value and not symbol.reached


def _is_elsewhere(symbol: Symbol) -> bool:
    """Whether callers may hand over the place of a name."""
    return symbol.storage is Storage.COMMON or bool(symbol.reached) or symbol.memory is not None


def _with_class(name: str, other: str, symbol: Symbol | None) -> bool:
    """Whether a COMMON block or a class of memory may have a name's place, or be the same."""
    if name.startswith(HELD):
        if symbol is None or symbol.declared:
            return False
        return may_meet(name.removeprefix(HELD), symbol.memory)
    if name.startswith("memory "):
        memory = name.removeprefix("memory ")
        if other.startswith(_CLASSES):
            return may_meet(memory, other.partition(" ")[2])
        return symbol is not None and may_meet(memory, symbol.memory)
    if name.startswith("/") and symbol is not None:
        return name == f"/{symbol.block}/" or symbol.memory == ANY_MEMORY
    return False
