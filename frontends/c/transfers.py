"""Input and output: ``printf``, ``scanf``, and numbers made of the command line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pycparser import c_ast

from frontends.c import library
from frontends.c.literals import integer_constant, string_text
from frontends.c.patterns import is_plain
from frontends.c.types import DOUBLE, INT, LONG, SIZE, Pointer, Scalar
from frontends.c.unit import ZERO, Place
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Type
from sad.records import replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from frontends.c.lowering import Lowering
    from frontends.c.value import Value

_BASES = {10: "d", 0: "i", 8: "o", 16: "x"}
"""The conversions of formats that read a number of a base."""
_COUNT = re.compile(r"%[-+ #0-9.*$']*(?:hh|h|ll|l|q|j|z|t|L)?n")


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
        items = node.args.exprs if node.args is not None else []
        self._read_number(name, items, place, self._arguments(items))
        return True

    def _read_number(
        self, name: str, items: Sequence[c_ast.Node], place: Place, text: ex.Expr | None
    ) -> None:
        """Emit the reading of a number that a library function makes of a text."""
        layout: str | None = library.NUMBERS[name]
        if len(items) > 2:
            base = self._lowering.constant(items[2])
            letter = None if base is None else _BASES.get(base)
            letter = layout[-1] if letter == "d" else letter
            layout = None if letter is None else layout[:-1] + letter
        argument = self._command_argument(items[0]) if items else None
        target = self._unit.expression(place)
        self._unit.emit(
            st.InputOutput(
                *("read", (), (target,), (), (), self._unit.span),
                layout=layout,
                argument=argument,
                text=text if argument is None else None,
                is_number=True,
            )
        )

    def _command_argument(self, node: c_ast.Node) -> int | None:
        """Which argument of the command line a text is; None if that cannot be told."""
        info = self._unit.info
        entity = info.entity
        if not isinstance(node, c_ast.ArrayRef) or not isinstance(node.name, c_ast.ID):
            return None
        if entity.name != "main" or entity.internal or len(info.parameters) < 2:
            return None
        array = info.parameters[1]
        if self._lowering.entity(node.name) is not array or array.assigned or array.walks:
            return None
        return self._lowering.constant(node.subscript)

    def _source(
        self, name: str, items: Sequence[c_ast.Node]
    ) -> tuple[bool, str | None, int | None]:
        """Whether a function reads standard input, its format, which argument it reads instead."""
        match items[library.READS[name] - 1 : library.READS[name]]:
            case [c_ast.Constant(type="string", value=text)]:
                layout = string_text(text)
            case _:
                layout = None
        if name == "sscanf":
            return False, layout, self._command_argument(items[0]) if items else None
        stream = items[0] if name == "fscanf" and items else None
        standard = name == "scanf" or (isinstance(stream, c_ast.ID) and stream.name == "stdin")
        return standard, layout, None

    def _arguments(self, items: Sequence[c_ast.Node]) -> ex.Expr | None:
        """Evaluate what is passed to a function that makes a number of a text; return the text.

        Through its second argument ``strtol`` says where the number ends.
        """
        unit = self._unit
        text: ex.Expr | None = None
        for position, item in enumerate(items):
            if position == 0:
                text = self._text(item)
                continue
            if not is_plain(item):
                self._lowering.values.discard(item)
            if position != 1 or self._lowering.constant(item) is not None:
                continue
            address = self._lowering.values.value(item).address
            if address is not None:
                end = unit.whole(self._lowering.places.element(address, None))
                where: ex.Expr = ex.OpaqueExpr("", "where a number ends", end.type)
                base = self._lowering.constant(items[2]) if len(items) > 2 else None
                if text is not None and len(items) > 2:
                    number = ex.Constant(-1 if base is None else base, Type.INTEGER)
                    where = ex.Intrinsic("number_end", (text, number), end.type)
                unit.assign(end, where, silent=True)
        return text

    def _text(self, node: c_ast.Node) -> ex.Expr | None:
        """Evaluate a pointer to a text, and return its first character; None if it has no name."""
        values = self._lowering.values
        value = values.value(node)
        if value.address is None:
            values.kept(value)
            return value.expr if isinstance(value.expr, ex.Constant) else None
        found = self._lowering.places.element(value.address, None)
        return self._unit.expression(values.once(found)) if _is_letter(found) else None

    def _letter(self, value: Value) -> ex.Expr | None:
        """The first character that a pointer leads to, or a number; None if it leads elsewhere."""
        if value.address is None:
            node = value.expr
            return ex.Copy(node, node.type) if isinstance(node, ex.Variable | ex.Element) else node
        found = self._lowering.places.element(value.address, None)
        return self._unit.expression(found) if _is_letter(found) else None

    def number(self, name: str, items: Sequence[c_ast.Node]) -> Value:
        """Return a number made of a text: an input, named by its command-line argument."""
        kind = DOUBLE if name in ("atof", "strtod", "strtof") else INT
        if kind is INT and name != "atoi":
            kind = SIZE if name.startswith("strtou") else LONG
        text = self._arguments(items)
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
        self._read_number(name, items, place, text)
        return self._lowering.values.load(place)

    def transfer(self, name: str, items: Sequence[c_ast.Node], status: Place | None) -> None:
        """Emit an input or output statement."""
        values, unit = self._lowering.values, self._unit
        reads = name in library.READS
        first = library.READS[name] if reads else library.WRITES[name]
        results: list[ex.Expr] = [] if status is None else [unit.expression(status)]
        written: list[ex.Expr] = []
        shown: list[ex.Expr | None] = []
        counts = not reads and _may_count(items[first - 1 : first])
        text: ex.Expr | None = None
        stream: ex.Expr | None = None
        passed = self._lowering.calls.evaluated(items[first:])
        for number, item in enumerate(items):
            if number < first:
                if number == 0 and name == "sscanf":
                    text = self._text(item)
                elif number == 0 and name == "fscanf":
                    stream = self._stream(item)
                elif not is_plain(item):
                    values.discard(item)
                continue
            value = passed[number - first]
            if name in library.FILLS:
                shown.append(self._letter(value))
            if reads and value.address is not None:
                place = self._lowering.places.element(value.address, None)
                results.append(unit.expression(place))
            elif counts and _is_number_place(value):  # %n
                place = self._lowering.places.element(self._lowering.values.address(value), None)
                results.append(unit.expression(place))
            elif value.address is not None:
                written.append(ex.OpaqueExpr("", "a text", Type.CHARACTER))
            else:
                expr = values.pure(value)
                if not isinstance(expr, ex.OpaqueExpr):
                    written.append(expr)
        if name in library.FILLS:
            length = self._filled(name, items, shown)
            if status is not None:
                unit.assign(unit.expression(status), length, silent=True)
                results, status = results[1:], None
        standard, layout, argument = self._source(name, items) if reads else (False, None, None)
        unit.emit(
            st.InputOutput(
                "read" if reads else "write",
                (),
                tuple(results),
                tuple(item for item in written if not isinstance(item, ex.OpaqueExpr)),
                (),
                unit.span,
                statuses=int(status is not None),
                standard=standard,
                layout=layout,
                argument=argument,
                text=text if argument is None else None,
                stream=None if standard else stream,
            )
        )

    def _stream(self, node: c_ast.Node) -> ex.Expr | None:
        """Evaluate a file; return its pointer if that is a variable, or what a parameter leads to."""
        value = self._lowering.values.value(node)
        self._lowering.values.kept(value)
        if value.expr is None and value.address is not None and value.address.value is None:
            pointer = self._lowering.places.value_of(value.address)
            return pointer if isinstance(pointer, ex.Intrinsic) else None
        return value.expr if isinstance(value.expr, ex.Variable | ex.Element) else None

    def _filled(
        self, name: str, items: Sequence[c_ast.Node], shown: Sequence[ex.Expr | None]
    ) -> ex.Expr:
        """Say what text a function makes of what is ``shown``; return that as its length."""
        values, unit, first = self._lowering.values, self._unit, library.WRITES[name]
        most = values.pure(values.value(items[1])) if first > 2 else ZERO
        parts = (self._text(items[0]), most, self._text(items[first - 1]), *shown)
        found = tuple(item for item in parts if item is not None)
        made: ex.Expr = ex.OpaqueExpr("", "a text that is put together", Type.INTEGER)
        if name[0] != "v" and len(found) == len(parts) and all(map(is_plain, items)):
            made = ex.Intrinsic("put_together", found, Type.INTEGER)
        address = values.value(items[0]).address
        if address is not None:
            whole = unit.whole(self._lowering.places.element(address, None))
            unit.assign(whole, replace(made, type=whole.type), silent=True)
        return made


def _may_count(form: Sequence[c_ast.Node]) -> bool:
    """Whether a format may have ``%n``, which stores how many characters there are so far."""
    match form:
        case [c_ast.Constant(type="string", value=text)]:
            return _COUNT.search(text) is not None
        case _:
            return bool(form)


def _is_number_place(value: Value) -> bool:
    kind = value.type
    return isinstance(kind, Pointer) and isinstance(kind.to, Scalar) and kind.to.is_integer


def _is_letter(place: Place) -> bool:
    return isinstance(place.type, Scalar) and place.type.size == 1
