"""Input and output: ``printf``, ``scanf``, and numbers made of the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pycparser import c_ast

from frontends.c import library
from frontends.c.literals import integer_constant
from frontends.c.types import DOUBLE, INT, Scalar
from frontends.c.unit import Place
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Type

if TYPE_CHECKING:
    from collections.abc import Sequence

    from frontends.c.lowering import Lowering
    from frontends.c.value import Value


class Transfers:
    """Input and output of one function."""

    def __init__(self, lowering: Lowering) -> None:
        self._lowering = lowering
        self._unit = lowering.unit

    def reads(self, place: Place, node: c_ast.Node) -> bool:
        """Emit ``n = atoi(...)`` as reading ``n``; return whether it was that."""
        while isinstance(node, c_ast.Cast):
            node = node.expr
        if not isinstance(node, c_ast.FuncCall) or not isinstance(place.type, Scalar):
            return False
        name = self._lowering.calls.library_name(node)
        if name not in library.NUMBERS or place.subscripts:
            return False
        target = self._unit.expression(place)
        self._unit.emit(st.InputOutput("read", (), (target,), (), (), self._unit.span))
        return True

    def number(self, name: str, items: Sequence[c_ast.Node]) -> Value:
        """Return a number made of a text: an input, named by its command-line argument."""
        kind = DOUBLE if name in ("atof", "strtod", "strtof") else INT
        place = self._unit.temporary(kind)
        match items:
            case [
                c_ast.ArrayRef(name=c_ast.ID(name=array), subscript=c_ast.Constant() as number),
                *_,
            ] if number.type == "int":
                named = f"{array}{integer_constant(number.value)[0]}"
                if named not in self._unit.symbols:
                    place = Place(named, (), kind, None)
            case _:
                pass
        target = self._unit.expression(place)
        self._unit.emit(st.InputOutput("read", (), (target,), (), (), self._unit.span))
        return self._lowering.values.load(place)

    def transfer(self, name: str, items: Sequence[c_ast.Node], status: Place | None) -> None:
        """Emit an input or output statement."""
        values, unit = self._lowering.values, self._unit
        reads = name in library.READS
        first = library.READS[name] if reads else library.WRITES[name]
        results: list[ex.Expr] = [] if status is None else [unit.expression(status)]
        written: list[ex.Expr] = []
        for number, item in enumerate(items):
            if number < first:
                continue
            value = values.value(item)
            if reads and value.address is not None:
                place = self._lowering.places.element(value.address, None)
                results.append(unit.expression(place))
            elif value.address is not None:
                written.append(ex.OpaqueExpr("", "a text", Type.CHARACTER))
            else:
                expr = values.pure(value)
                if not isinstance(expr, ex.OpaqueExpr):
                    written.append(expr)
        unit.emit(
            st.InputOutput(
                "read" if reads else "write",
                (),
                tuple(results),
                tuple(item for item in written if not isinstance(item, ex.OpaqueExpr)),
                (),
                unit.span,
                statuses=int(status is not None),
            )
        )
