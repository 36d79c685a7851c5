"""Values of variables that the user declares inputs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.findings import Read
from sad.counting.poly import Poly
from sad.symbols import input_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.analysis.cfg import Action
    from sad.analysis.lookup import Environment, Lookup

_REASON = "declared an input (--input)"


class InputValues:
    """Sets declared variables of one unit; ``reads`` takes up the parameters this makes."""

    def __init__(
        self,
        declared: Mapping[tuple[str, int], Sequence[str]],
        lookup: Lookup,
        reads: dict[str, Read],
    ) -> None:
        self._declared = declared
        self._lookup = lookup
        self._reads = reads
        self._symbols: dict[tuple[str, int, str], str] = {}

    def declare(self, action: Action, environment: Environment) -> None:
        """Make the variables declared at an action's line parameters of their own names."""
        if not self._declared:
            return
        file, line = action.span.file, action.span.line
        for name in self._declared.get((file, line), ()):
            cell = self._lookup.cells.by_name.get(name)
            if cell is None:
                continue
            symbol = self._symbols.get((file, line, name))
            if symbol is None:
                symbol = self._lookup.unknowns.unique(input_name(self._lookup.unit.name, name))
                self._symbols[file, line, name] = symbol
                self._reads[symbol] = Read(name, action.span, _REASON)
            environment[cell] = Poly.symbol(symbol)
