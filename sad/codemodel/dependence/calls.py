"""Calls in a dependence graph: which arguments they change, and what the results wait for.

Of a small procedure whose source is there, each way from an argument to a result is followed through
its body; a value that does not enter a result is not waited for. Others are one step, ``call.chain``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.calls.written import written_names
from sad.codemodel.operations.inlining import procedure_of
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.program import Storage
from sad.ir.walk import expressions, statements, walk
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from sad.analysis.calls.bindings import CallSite
    from sad.analysis.values.findings import UnitValues
    from sad.ir.program import Unit

    Way = tuple[tuple[str, float], ...]

RESULT = ""
LARGEST_BODY = 60
"""Statements of the largest procedure whose body is followed."""


@record
class Body:
    """What a procedure does. ``ways`` are the steps from a dummy argument to a result.

    The results are the dummies that it changes, and ``RESULT`` for its value; a way that does not exist
    is not in there. Without ``ways`` nobody looked: all that is changed depends on all arguments.
    Arguments are put into memory but for those ``by_value``.
    """

    dummies: tuple[str, ...]
    changed: frozenset[str]
    by_value: frozenset[str] = frozenset()
    ways: Mapping[tuple[str, str], Way] | None = None


_OUTSIDE = Body((), frozenset())


@record
class Interface:
    """A procedure from outside: whether it is so ``small`` that compilers inline it, or ``short``."""

    small: bool
    short: bool
    changed: frozenset[str]
    by_value: frozenset[str]


class Callees:
    """The procedures that one unit calls; ``inlined`` ones are compiled in place of optimised calls.

    What procedures outside the source do to their arguments is not known, and no chain is seen there.
    ``look`` gives the ways through a unit; ``known`` collects interfaces by the unit's identity.
    """

    def __init__(
        self,
        unit: Unit,
        values: UnitValues,
        known: dict[int, Interface],
        look: Callable[[Unit], Mapping[tuple[str, str], Way]] | None,
    ) -> None:
        self._unit = unit
        self._values = values
        self._known = known
        self._look = look
        self._bodies: dict[int, Body] = {}
        units = {
            site.name: site.procedure.unit
            for sites in values.calls.values()
            for site in sites
            if site.procedure is not None and site.through is None
        }
        self.inlined = frozenset(
            name
            for name, other in units.items()
            if other.span.file == unit.span.file
            and other is not unit
            and self._interface(other).small
        )

    def body(self, action: int, name: str) -> Body:
        """Return what the procedure of that name does that an action calls."""
        site = self._site(action, name)
        if site is None or site.procedure is None:
            return _OUTSIDE
        unit = site.procedure.unit
        found = self._bodies.get(id(unit))
        if found is None:
            found = self._bodies[id(unit)] = self._find(unit, site.procedure.dummies)
        return found

    def _site(self, action: int, name: str) -> CallSite | None:
        for site in self._values.calls.get(action, ()):
            if site.name == name:
                return site
        return None

    def _find(self, unit: Unit, dummies: tuple[str, ...]) -> Body:
        interface = self._interface(unit)
        looked = self._look is not None and interface.short and unit is not self._unit
        ways = self._look(unit) if looked and self._look is not None else None
        return Body(dummies, interface.changed, interface.by_value, ways)

    def _interface(self, unit: Unit) -> Interface:
        found = self._known.get(id(unit))
        if found is None:
            found = self._known[id(unit)] = Interface(
                procedure_of(unit).small,
                len(statements(unit.body)) <= LARGEST_BODY,
                frozenset(_written_dummies(unit)),
                frozenset(name for name in unit.every_dummy if _is_by_value(unit, name)),
            )
        return found


def _is_by_value(unit: Unit, name: str) -> bool:
    symbol = unit.symbols.get(name)
    return symbol is None or symbol.by_value


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
