"""Values that come from outside: variables that are read, or that the user declares inputs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.poly import Poly
from sad.analysis.calls.written import base_names, target_name
from sad.analysis.values.findings import Read
from sad.ir import expr as ex
from sad.ir.program import Storage
from sad.symbols import input_name

if TYPE_CHECKING:
    from sad.analysis.calls.facts import UnitFacts
    from sad.analysis.cfg.graph import Action
    from sad.analysis.values.lookup import Environment, Lookup
    from sad.ir import stmt as st

_COMMAND_LINE = frozenset(("GETARG", "GET_COMMAND_ARGUMENT"))
_GIVEN = frozenset(
    (
        *(ex.Type.INTEGER, ex.Type.LOGICAL, ex.Type.CHARACTER),
        *(ex.Type.REAL, ex.Type.DOUBLE),
    )
)
"""The types of variables that may get a value although no formula needs them."""
_REASON = "declared an input (--input)"


class InputValues:
    """Sets the inputs of one unit; ``reads`` takes up the parameters this makes."""

    def __init__(self, facts: UnitFacts, lookup: Lookup, reads: dict[str, Read]) -> None:
        self._facts = facts
        self._declared = facts.declared
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

    def read(self, statement: st.InputOutput, environment: Environment) -> None:
        """Make the variables that a READ sets, once in a run, parameters of their own names."""
        if statement.keyword != "read" or self._is_internal(statement):
            return
        for item in statement.results[statement.statuses :]:
            name = target_name(item)
            cell = None if name is None else self._lookup.cells.by_name.get(name)
            if cell is not None and name is not None:
                symbol = self._lookup.unknowns.unique(input_name(self._lookup.unit.name, name))
                inside = self._is_of_own_text(statement)
                self._reads[symbol] = Read(name, statement.span, inside=inside)
                environment[cell] = Poly.symbol(symbol)
            elif name is not None and self._may_be_given(name):
                # No formula can need it, but a value may be given for what is evaluated.
                symbol = input_name(self._lookup.unit.name, name)
                self._reads.setdefault(symbol, Read(name, statement.span))

    def _may_be_given(self, name: str) -> bool:
        symbol = self._lookup.unit.symbols.get(name)
        if symbol is None or symbol.dimensions:
            return False
        return symbol.type in _GIVEN

    def _is_internal(self, statement: st.InputOutput) -> bool:
        """Whether a READ takes what the program made itself; an argument of the command is no such."""
        if not statement.controls or statement.controls[0].type is not ex.Type.CHARACTER:
            return False
        text = statement.controls[0]
        return not (isinstance(text, ex.Variable) and self._is_argument(text.name))

    def _is_of_own_text(self, statement: st.InputOutput) -> bool:
        """Whether C reads a text that no caller hands over, such as the words of the command line."""
        if statement.text is None or statement.argument is not None:
            return False
        symbols = self._lookup.unit.symbols
        texts = [symbols[name] for name in base_names(statement.text) if name in symbols]
        names = {name for text in texts for name in (text.name, *text.reached)}
        return not any(symbols[n].storage is Storage.DUMMY for n in names if n in symbols)

    def _is_argument(self, text: str) -> bool:
        """Whether a text only ever holds arguments of the command line."""
        if any(text in names for names in self._facts.writes.values()):
            return False
        passing = [
            call.name
            for calls in self._facts.calls.values()
            for call in calls
            if any(text in base_names(argument) for argument in call.arguments)
        ]
        return bool(passing) and _COMMAND_LINE.issuperset(passing)
