"""Fortran names in generated code, and how a variable's place is written there."""

from __future__ import annotations

import re
from math import prod
from typing import TYPE_CHECKING

from sad.ir.program import Storage
from tests.support.interpreter.layout import Home, Slot, constant_of, extents, is_open

if TYPE_CHECKING:
    from sad.ir.expr import Type
    from sad.ir.program import Unit


_OTHER = re.compile(r"\W")
MEMORY = "[]"
"""Ends the name of the array that a pointer leads to."""
CLEAR = "memset"
"""The function that C's partial initialisers call. A call ends with the bytes of an element here."""


def identifier(name: str) -> str:
    """Return a name of the source as part of a Python one."""
    return _OTHER.sub(lambda match: f"_{ord(match[0]):x}_", name)


class Names:
    """The variables of one unit in generated code. ``number`` tells units apart."""

    def __init__(self, unit: Unit, slots: dict[str, Slot], number: int) -> None:
        self.unit = unit
        self.slots = slots
        self.number = number
        # The results of all entries of one type share their storage (Fortran 77, 15.7.3).
        first: dict[Type, str] = {}
        self._alias = {
            symbol.name: first.setdefault(symbol.type, symbol.name)
            for symbol in unit.symbols.values()
            if symbol.storage is Storage.RESULT
        }

    def store(self, name: str) -> str:
        """Return the Python name of a variable: its value (REGISTER) or its store."""
        slot = self.slots[name]
        name = identifier(self._alias.get(name, name))
        static = slot.home in (Home.STATIC, Home.BYTES)
        return f"s{self.number}_{name}" if static else f"v_{name}"

    def start(self, name: str) -> str:
        """Return the index of a variable's first element in its store."""
        return f"o_{identifier(name)}" if self.slots[name].home is Home.DUMMY else "0"

    def scalar(self, name: str) -> str:
        """Return the Python expression for the value of a scalar; it can be assigned to."""
        if self.slots[name].home is Home.REGISTER:
            return self.store(name)
        return f"{self.store(name)}[{self.start(name)}]"

    def lower(self, name: str) -> list[int | None]:
        """Return the constant lower bounds of an array's dimensions (None: not constant)."""
        return [
            1 if item.lower is None else constant_of(self.unit, item.lower)
            for item in self.slots[name].symbol.dimensions
        ]

    def strides(self, name: str) -> list[int | None]:
        """Return the constant distances between neighbours in each dimension [elements]."""
        found: list[int | None] = [1]
        for lower, item in zip(
            self.lower(name)[:-1], self.slots[name].symbol.dimensions, strict=False
        ):
            upper = constant_of(self.unit, item.upper)
            known = found[-1]
            constant = known is not None and lower is not None and upper is not None
            found.append(known * (upper - lower + 1) if constant else None)  # type: ignore[operator]
        return found

    def constant_shape(self, name: str) -> list[tuple[int, int]] | None:
        """Return (lower bound, extent) of each dimension if all are constant."""
        return extents(self.slots[name].symbol, self.unit)

    def element_count(self, name: str) -> int | None:
        """Return how many elements an array of constant shape has."""
        shape = self.constant_shape(name)
        return None if shape is None else prod(max(0, extent) for _, extent in shape)

    @staticmethod
    def stride_name(name: str, dimension: int) -> str:
        """Return the local that holds a stride that is not constant; ``dimension`` from 0."""
        return f"d{dimension}_{identifier(name)}"

    @staticmethod
    def zero_name(name: str) -> str:
        """Return the local that holds the index at which all subscripts are zero."""
        return f"z_{identifier(name)}"

    def is_open(self, name: str) -> bool:
        """Whether the bounds of an array are set while the unit runs (``A$U1``)."""
        return is_open(self.slots[name].symbol)

    def is_fixed(self, name: str) -> bool:
        """Whether every subscript of an array becomes an index without run-time bounds."""
        bounds = [*self.lower(name), *self.strides(name)]
        return self.slots[name].home is not Home.DUMMY and None not in bounds
