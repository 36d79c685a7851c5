"""What calls in a unit do: which arguments they change, and which are compiled in place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.facts import written_names
from sad.analysis.work.operations_inlining import procedure_of
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.program import Storage
from sad.ir.walk import expressions, statements, walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.analysis.calls import CallSite
    from sad.analysis.unit import EntryAnalysis
    from sad.ir.expr import Expr
    from sad.ir.program import Unit


class Callees:
    """The procedures one unit calls. Optimised code has the body of an ``inlined`` one in its place.

    A callee changes a dummy that it assigns or passes on; what procedures outside the source do to
    their arguments is not known, and no chain is seen there.
    """

    def __init__(self, entry: EntryAnalysis) -> None:
        self._values = entry.values
        self._written: dict[int, frozenset[str]] = {}
        own = entry.unit
        units = {
            site.name: site.procedure.unit
            for sites in entry.values.calls.values()
            for site in sites
            if site.procedure is not None and site.through is None
        }
        self.inlined = frozenset(
            name
            for name, unit in units.items()
            if unit.span.file == own.span.file and unit is not own and procedure_of(unit).small
        )

    def changed_by(
        self, action: int, name: str, arguments: tuple[Expr, ...], hidden: tuple[Expr, ...]
    ) -> Iterator[str]:
        """Yield the variables that a call made by an action changes."""
        site = self._site(action, name)
        if site is None or site.procedure is None:
            return
        unit, dummies = site.procedure.unit, site.procedure.dummies
        own = dummies[: len(dummies) - len(unit.hidden)]
        written = self._dummies(unit)
        pairs = (*zip(own, arguments, strict=False), *zip(unit.hidden, hidden, strict=False))
        for dummy, argument in pairs:
            if isinstance(argument, ex.Variable) and dummy in written:
                yield argument.name

    def _site(self, action: int, name: str) -> CallSite | None:
        for site in self._values.calls.get(action, ()):
            if site.name == name:
                return site
        return None

    def _dummies(self, unit: Unit) -> frozenset[str]:
        known = self._written.get(id(unit))
        if known is None:
            known = self._written[id(unit)] = frozenset(_written_dummies(unit))
        return known


def _written_dummies(unit: Unit) -> Iterator[str]:
    for name in _changed_names(unit):
        symbol = unit.symbols.get(name)
        if symbol is not None and symbol.storage is Storage.DUMMY and not symbol.by_value:
            yield name


def _changed_names(unit: Unit) -> Iterator[str]:
    for statement in statements(unit.body):
        yield from written_names(statement)
        if isinstance(statement, st.Assign) and isinstance(statement.target, ex.Variable):
            yield statement.target.name
        passed = (
            statement.arguments + statement.hidden
            if isinstance(statement, st.CallStatement)
            else ()
        )
        for expression in expressions(statement):
            for part in walk(expression):
                if isinstance(part, ex.FunctionCall):
                    passed += part.arguments + part.hidden
        yield from (part.name for part in passed if isinstance(part, ex.Variable))
