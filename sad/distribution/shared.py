"""Names of arrays and scalars through calls and COMMON; procedures of which only costs are known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.bind import bind
from sad.algebra.poly import ONE
from sad.codemodel.reaching import Point, Reaching
from sad.diagnostics import Span
from sad.distribution import program
from sad.distribution.program import Array, Ref, has_unknown
from sad.ir import expr as ex
from sad.ir.expr import Type
from sad.ir.program import Storage, UnitKind
from sad.ir.walk import walk
from sad.model.nodes import Block, Both, Branch, Call, Loop, Message, Par, Seq, Use, Weighted
from sad.records import record
from sad.symbols import common_name, input_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sad.algebra.poly import Poly
    from sad.algebra.poly import Poly as Value
    from sad.analysis.calls.bindings import CallSite
    from sad.analysis.unit import EntryAnalysis
    from sad.codemodel.writes import ActualArgument
    from sad.ir.expr import Expr
    from sad.ir.program import Symbol
    from sad.model.nodes import Node, UnitDescription


_BYTES = {
    Type.DOUBLE: 8,
    Type.COMPLEX: 8,
    Type.DOUBLE_COMPLEX: 16,
    Type.QUAD: 16,
    Type.CHARACTER: 1,
}


@record
class Frame:
    """One activation of a unit: what its dummy arrays and scalars are, and its inputs' values.

    ``known`` collects the arrays of the program by key.
    """

    name: str
    entry: EntryAnalysis
    values: Reaching
    bindings: dict[str, Value]
    arrays: dict[str, str]
    scalars: dict[str, str]
    known: dict[str, Array]

    def symbol(self, name: str) -> Symbol | None:
        """Return the symbol of a name."""
        return self.entry.unit.symbols.get(name)

    def is_array(self, name: str) -> bool:
        """Whether a name is an array that can change."""
        symbol = self.symbol(name)
        return (
            symbol is not None
            and bool(symbol.dimensions)
            and symbol.storage is not Storage.CONSTANT
        )

    def key(self, name: str) -> str:
        """Return the key of an array, and note it."""
        found = self.arrays.get(name)
        if found is not None:
            return found
        symbol = self.symbol(name)
        assert symbol is not None
        key = f"{self.name}:{name}"
        if symbol.storage is Storage.COMMON and symbol.block is not None:
            key = common_name(symbol.block, name if symbol.offset is None else f"+{symbol.offset}")
        if key not in self.known:
            size = symbol.size_bytes or _BYTES.get(symbol.type, 4)
            bounds = tuple(self._bounds(symbol))
            self.known[key] = Array(key, symbol.spelling or name, size, bounds, symbol)
        return key

    def _bounds(self, symbol: Symbol) -> Iterator[tuple[Value, Value | None]]:
        point = Point(self.entry.forest.entry, 0)
        for item in symbol.dimensions:
            lower = ONE if item.lower is None else self._bound(item.lower, point)
            upper = None if item.upper is None else self._bound(item.upper, point)
            yield ONE if lower is None else lower, upper

    def _bound(self, expr: Expr, point: Point) -> Value | None:
        value = bind(self.values.value(expr, point), self.bindings)
        return None if has_unknown(value) else value

    def scalar(self, name: str) -> str:
        """Return the key of a scalar."""
        found = self.scalars.get(name)
        if found is not None:
            return found
        symbol = self.symbol(name)
        if symbol is not None and symbol.storage is Storage.COMMON and symbol.block is not None:
            return common_name(symbol.block, name if symbol.offset is None else f"+{symbol.offset}")
        return f"{self.name}:{name}"

    def reference(self, name: str, subscripts: tuple[Value, ...], span: Span) -> Ref:
        """Return a reference to an element."""
        key = self.key(name)
        symbol = self.symbol(name)
        text = name if symbol is None else symbol.spelling or name
        return Ref(key, subscripts, text, span)

    def all_of(self, key: str, span: Span) -> Ref | None:
        """Return a reference to a whole array."""
        array = self.known.get(key)
        return None if array is None else Ref(key, (None,) * len(array.bounds), array.name, span)

    def arrays_in(self, node: Expr) -> Iterator[str]:
        """Yield the keys of the arrays that an expression names."""
        for part in walk(node):
            if isinstance(part, ex.Element | ex.Section) and self.is_array(part.array):
                yield self.key(part.array)
            elif isinstance(part, ex.Variable) and self.is_array(part.name):
                yield self.key(part.name)

    def names_in(self, node: Expr) -> Iterator[str]:
        """Yield the keys of the arrays and scalars that an expression names."""
        yield from self.arrays_in(node)
        for part in walk(node):
            if isinstance(part, ex.Variable) and not self.is_array(part.name):
                yield self.scalar(part.name)

    def every_array(self) -> None:
        """Note all arrays of the unit, used or not: users may name them."""
        for name in self.entry.unit.symbols:
            if self.is_array(name):
                self.key(name)

    def outer_scalars(self) -> frozenset[str]:
        """Return the scalars somebody may look at when the entry has ended."""
        if self.entry.unit.kind is UnitKind.PROGRAM:
            return frozenset()
        found: set[str] = set()
        for name, symbol in self.entry.unit.symbols.items():
            kept = symbol.storage in (Storage.COMMON, Storage.RESULT) or symbol.saved
            if kept or (symbol.storage is Storage.DUMMY and not symbol.by_value):
                found.add(self.scalar(name))
        return frozenset(found)

    # --- calls -----------------------------------------------------------------------------------

    def inside(
        self,
        name: str,
        entry: EntryAnalysis,
        values: Reaching,
        site: CallSite,
        arguments: list[ActualArgument],
    ) -> Frame:
        """Return the frame of a callee. Arrays passed whole stay what they are; parts of arrays are
        arrays of their own, ``parts`` of which the key tells.
        """
        bindings = {item: bind(value, self.bindings) for item, value in site.bindings.items()}
        frame = Frame(name, entry, values, bindings, {}, {}, self.known)
        point = self._point(site.span)
        for argument in arguments:
            symbol = argument.symbol
            if symbol is None:
                continue
            value = argument.value
            if symbol.dimensions:
                whole = isinstance(value, ex.Variable) and self.is_array(value.name)
                if whole and self._is_alike(value, symbol):
                    assert isinstance(value, ex.Variable)
                    frame.arrays[argument.dummy] = self.key(value.name)
                else:
                    self._reshaped(frame, argument, site.span)
                continue
            if (
                isinstance(value, ex.Variable)
                and not symbol.by_value
                and not self.is_array(value.name)
            ):
                frame.scalars[argument.dummy] = self.scalar(value.name)
            own = input_name(entry.unit.name, argument.dummy)
            if own not in bindings and value.type is Type.INTEGER and point is not None:
                bindings[own] = bind(self.values.value(value, point), self.bindings)
        return frame

    def _is_alike(self, value: Expr, symbol: Symbol) -> bool:
        """Whether an actual array has as many dimensions as the dummy."""
        assert isinstance(value, ex.Variable)
        actual = self.symbol(value.name)
        return actual is not None and len(actual.dimensions) == len(symbol.dimensions)

    def _reshaped(self, frame: Frame, argument: ActualArgument, span: Span) -> None:
        """Part of an array, or one of another shape: an array that stands for all of it."""
        inside = list(self.arrays_in(argument.value))
        if not inside:
            return
        symbol = argument.symbol
        assert symbol is not None
        key = f"{inside[0]}>{span.file}:{span.line}:{argument.dummy}"
        bounds = tuple((ONE, None) for _ in symbol.dimensions)
        of = self.known[inside[0]]
        self.known.setdefault(
            key, Array(key, argument.dummy, of.bytes, bounds, symbol, inside[0], span)
        )
        frame.arrays[argument.dummy] = key

    def _point(self, span: Span) -> Point | None:
        for number in self.entry.forest.order:
            for position, action in enumerate(self.entry.cfg.blocks[number].actions):
                if action.span is span or (action.span.file, action.span.line) == (
                    span.file,
                    span.line,
                ):
                    return Point(number, position)
        return None


def array_names(arrays: dict[str, Array], entry: EntryAnalysis) -> dict[str, str]:
    """Return the keys of arrays by the names users may give them, in lower case.

    An array of the entry goes by its name, one of another unit by ``unit.name``, or by its name if it
    is the only one.
    """
    found: dict[str, str] = {}
    for key, array in reversed(arrays.items()):
        if array.part_of is None:
            names = [array.name, array.name.removesuffix("[]")]
            for name in names:
                found[name.lower()] = key
                if ":" in key:
                    found[f"{key.partition(':')[0]}.{name}".lower()] = key
    for name, symbol in entry.unit.symbols.items():
        for key, array in arrays.items():
            if array.symbol is symbol:
                found[name.lower()] = found[name.removesuffix("[]").lower()] = key
    return found


def is_written_out(unit: UnitDescription) -> bool:
    """Whether the source of a described procedure is there."""
    return unit.language in ("fortran", "c")


def described(unit: UnitDescription, values: Mapping[str, Poly]) -> program.Node:
    """Return the time of a procedure from its description, its inputs bound to ``values``."""
    return _Described(unit, values).node(unit.tree)


class _Described:
    def __init__(self, unit: UnitDescription, values: Mapping[str, Poly]) -> None:
        self._unit = unit
        self._values = values
        self._count = 0

    def node(self, node: Node) -> program.Node:
        values = self._values
        match node:
            case Block(lines):
                first = self._count
                self._count += len(lines)
                return program.Seq(
                    tuple(
                        program.Do((self._unit.name, first + n), line.span)
                        for n, line in enumerate(lines)
                    )
                )
            case Seq(parts):
                return program.Seq(tuple(self.node(part) for part in parts))
            case Weighted(weight, part):
                return program.When(bind(weight, values), self.node(part))
            case Branch(arms=arms):
                return program.Seq(
                    tuple(program.When(bind(w, values), self.node(part)) for _, w, part in arms)
                )
            case Loop():
                return program.When(bind(node.trips, values), self.node(node.body))
            case Call(name=name):
                return program.Do((f"call {name}", 0), Span.at(self._unit.file))
            case Message() | Use() | Par() | Both():  # a model with times is no source
                return program.Seq(())
