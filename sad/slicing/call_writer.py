"""What writers of calls of the library that do one thing have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sad.ir.program import Unit
    from sad.slicing.expressions import Expressions
    from sad.slicing.library import Library
    from sad.slicing.names import UnitNames
    from sad.slicing.relevance import Slice
    from sad.slicing.signatures import Signatures


class CallWriter:
    """Writes calls in one unit, with what ``library`` knows of all of them."""

    def __init__(
        self,
        library: Library,
        unit: Unit,
        names: UnitNames,
        found: Slice,
        signatures: Signatures,
        write: Expressions,
    ) -> None:
        self._library = library
        self._unit = unit
        self._names = names
        self._slice = found
        self._signatures = signatures
        self._write = write
