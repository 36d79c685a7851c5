"""What the writers of the code of one unit have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from sad.ir.program import Unit
    from sad.slicing.expressions import Expressions
    from sad.slicing.library import Library
    from sad.slicing.names import UnitNames
    from sad.slicing.relevance import Slice
    from sad.slicing.signatures import Signatures


class Parts(NamedTuple):
    """What a unit's code is made with: ``write`` writes values."""

    unit: Unit
    names: UnitNames
    found: Slice
    signatures: Signatures
    write: Expressions


class Writer:
    """Writes a part of the code of one unit."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._unit, self._names, self._slice, self._signatures, self._write = parts


class CallWriter(Writer):
    """Writes calls in one unit, with what ``library`` knows of all of them."""

    def __init__(self, library: Library, parts: Parts) -> None:
        super().__init__(parts)
        self._library = library
