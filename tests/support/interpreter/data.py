"""DATA statements and initial values to lines that set them before the run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frontends.fortran import syntax as sx
from frontends.fortran.resolve import Resolver, convert
from sad.ir import expr as ex
from sad.ir.expr import Type
from sad.ir.runs import Run
from tests.support.interpreter import arithmetic, intrinsics
from tests.support.interpreter.assign import assign
from tests.support.interpreter.errors import NotInterpreted
from tests.support.interpreter.layout import Home

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from frontends.fortran.symbols import Table
    from sad.ir.program import Unit
    from tests.support.interpreter.expressions import Expressions


def initial_lines(
    unit: Unit, expressions: Expressions, only: Container[str] | None = None
) -> Iterator[str]:
    """Yield the lines that give a unit's variables, or some, the load-time values the IR says."""
    names = expressions.names
    for name, slot in names.slots.items():
        if only is not None and name not in only:
            continue
        if slot.home not in (Home.STATIC, Home.BYTES):
            continue
        runs = slot.symbol.runs or (Run((slot.symbol.initial,)),)
        items = [item for run in runs for item in run.items * run.times]
        for number, item in enumerate(items):
            if item is not None:
                yield f"{names.store(name)}[{number}] = {expressions.value(item)}"


class Data:
    """Writes the initial values of one unit."""

    def __init__(self, table: Table, expressions: Expressions) -> None:
        self._table = table
        self._resolver = Resolver(table)
        self._expressions = expressions
        self._names = expressions.names

    def lines(self) -> Iterator[str]:
        """Yield the lines, for execution once the unit's stores exist."""
        for entry in list(self._table.entries.values()):
            if entry.initial:
                values = entry.initial
                if entry.is_array and not isinstance(values[0], sx.Repeat) and len(values) == 1:
                    count = sx.Number(str(self._names.element_count(entry.name) or 0))
                    single = sx.Repeat(count, values[0])
                    values = values[0].items if isinstance(values[0], sx.Array) else (single,)
                yield from self._group((sx.Name(entry.name),), values)
        for objects, values in self._table.data:
            yield from self._group(objects, values)

    def _group(
        self, objects: tuple[sx.Node, ...], values: tuple[sx.Node | sx.Repeat, ...]
    ) -> Iterator[str]:
        waiting = self._expanded(values)
        for item in objects:
            for target in self._targets(item):
                node = next(waiting, None)
                if node is None:
                    return
                value = convert(self._resolver.expression(node), target.type)
                mixed = Type.CHARACTER in (value.type, target.type)
                if mixed and value.type is not target.type:
                    continue  # Hollerith data in a number: left undefined, so its use is an error
                yield from assign(self._expressions, target, self._expressions.value(value))

    def _expanded(self, values: tuple[sx.Node | sx.Repeat, ...]) -> Iterator[sx.Node]:
        for value in values:
            if isinstance(value, sx.Repeat):
                for _ in range(self._number(value.count)):
                    yield value.value
            else:
                yield value

    def _number(self, node: sx.Node) -> int:
        """Return the value of an integer constant expression; implied DO variables are bound."""
        text = self._expressions.value(self._resolver.expression(node))
        return int(eval(text, vars(arithmetic) | intrinsics.FUNCTIONS))

    def _targets(self, node: sx.Node) -> Iterator[ex.Variable | ex.Element | ex.Substring]:
        if isinstance(node, sx.Implied):
            step = 1 if node.step is None else self._number(node.step)
            first, last = self._number(node.first), self._number(node.last)
            for value in range(first, last + (1 if step > 0 else -1), step):
                with self._expressions.binding({node.variable: f"({value})"}):
                    for item in node.items:
                        yield from self._targets(item)
            return
        if isinstance(node, sx.Name) and self._names.slots[node.name].symbol.dimensions:
            yield from self._whole(node.name)
            return
        target = self._resolver.target(node)
        if not isinstance(target, ex.Variable | ex.Element | ex.Substring):
            raise NotInterpreted("an object of DATA that is no variable, element or substring")
        yield target

    def _whole(self, name: str) -> Iterator[ex.Element]:
        """Yield the elements of an array in storage order."""
        kind = self._names.slots[name].kind
        shape = self._names.constant_shape(name)
        count = self._names.element_count(name)
        if shape is None or count is None:
            raise NotInterpreted(f"DATA for {name}, whose shape is not constant")
        for number in range(count):
            subscripts: list[ex.Expr] = []
            rest = number
            for lower, extent in shape:
                subscripts.append(ex.Constant(rest % extent + lower, Type.INTEGER))
                rest //= extent
            yield ex.Element(name, tuple(subscripts), kind)
