"""Initialisers: constants, values at the start, assignments one by one; copies of structures."""

from __future__ import annotations

from itertools import repeat
from typing import TYPE_CHECKING

from pycparser import c_ast

from frontends.c.convert import fitting, in_bits
from frontends.c.fold import designated, wrapped
from frontends.c.image import Image, leaf_of
from frontends.c.literals import floating_constant, string_text
from frontends.c.program import global_block
from frontends.c.scope import Kind
from frontends.c.types import Array, Pointer, Record, Scalar, size_of
from frontends.c.unit import ZERO
from frontends.c.value import Value
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Operator, Type
from sad.records import replace

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from frontends.c.image import Loaded
    from frontends.c.lowering import Lowering
    from frontends.c.scope import Entity
    from frontends.c.types import CType
    from frontends.c.unit import Place

_MOST_ASSIGNED = 64
_MOST_KEPT = 1000
_MOST_PARTS = 16


class Initial:
    """Initialisers in one function."""

    def __init__(self, lowering: Lowering) -> None:
        self._lowering = lowering
        self._unit = lowering.unit

    # --- constants -------------------------------------------------------------------------------

    def constant(self, entity: Entity) -> Value | None:
        """Return the value of a variable that never changes."""
        kind = entity.type
        if not isinstance(kind, Scalar) or entity.volatile or not self._is_fixed(entity):
            return None
        node = entity.initial
        if node is None:
            node = self._lowering.program_initial(entity)
        if node is None:
            return None
        expr = self.literal_of(node, kind)
        return None if expr is None else Value(expr, kind)

    def of_global(self, entity: Entity) -> None:
        """Note what a global holds at the start, and whether it ever holds anything else."""
        unit = self._unit
        if entity.ir in unit.symbols or entity.ir in unit.loaded:
            return
        node = entity.initial or self._lowering.program_initial(entity)
        fixed = isinstance(entity.type, Array) and self._is_fixed(entity) and node is not None
        if unit.program.whole or fixed:
            unit.loaded[entity.ir] = self._at_load(entity, "")
            if fixed and unit.loaded[entity.ir] is not None:
                unit.fixed.add(entity.ir)
        if unit.program.whole:
            self._of_pointers(entity)

    def of_static(self, entity: Entity) -> None:
        """Note what a static variable of the function holds when the program starts."""
        self._unit.loaded[entity.ir] = self._at_load(entity, "")
        self._of_pointers(entity)

    def _of_pointers(self, entity: Entity) -> None:
        """Note what pointers in a structure hold that others may reach, though none is named here."""
        kind = entity.type
        if isinstance(kind, Record) and not kind.union and (entity.handed or entity.escapes):
            place = self._lowering.places.variable(entity)
            for name, item in (kind.members or {}).items():
                if isinstance(item.type, Pointer):
                    self._unit.whole(self._lowering.places.member(place, name))

    def of_member(self, entity: Entity, name: str) -> None:
        """Note what a member of a structure, or of all in an array, holds when the program starts."""
        unit = self._unit
        static = entity.kind is Kind.STATIC or (entity.kind is Kind.GLOBAL and unit.program.whole)
        if static and name.startswith(f"{entity.ir}.") and name not in unit.loaded:
            unit.loaded[name] = self._at_load(entity, name.removeprefix(entity.ir))

    def _is_fixed(self, entity: Entity) -> bool:
        if entity.kind is Kind.GLOBAL:
            block = global_block(entity, self._unit.file)
            program = self._unit.program
            unchanged = block not in program.written and block not in program.handed
            seen = entity.constant or entity.internal or (program.whole and program.closed)
            return unchanged and not entity.escapes and seen
        return entity.constant and not entity.escapes and not entity.handed

    def literal_of(self, node: c_ast.Node, kind: Scalar) -> ex.Expr | None:
        """Return the constant an initialiser is; None if it is none."""
        if kind.is_integer:
            number = self._lowering.constant(node)
            return None if number is None else ex.Constant(wrapped(number, kind), Type.INTEGER)
        inner, negative = node, False
        while isinstance(inner, c_ast.UnaryOp) and inner.op in "+-":
            negative ^= inner.op == "-"
            inner = inner.expr
        if not isinstance(inner, c_ast.Constant) or "'" in inner.value or '"' in inner.value:
            return None
        if "int" in inner.type:
            number = self._lowering.constant(inner)
            text = None if number is None else str(number)
        else:
            text = floating_constant(inner.value)[0]
        if text is None:
            return None
        value = ex.Constant(text, kind.kind)
        return ex.Unary(Operator.NEG, value, kind.kind) if negative else value

    # --- values at load time ---------------------------------------------------------------------

    def _at_load(self, entity: Entity, path: str) -> Loaded:
        """What a static object, or its members of one path, hold before the program runs."""
        program = self._unit.program
        node = entity.initial or self._lowering.program_initial(entity)
        leaf = leaf_of(entity.type, path)
        if leaf is None or entity.volatile or not isinstance(leaf.kind, Scalar | Pointer):
            return None
        if node is None:
            block = global_block(entity, self._unit.file)
            defined = entity.kind is Kind.STATIC or block in program.defined
            return leaf.held({}) if defined else None
        image = program.images.get(id(node))
        if image is None:
            image = Image(entity.type, node, self._literal_at_load, self._lowering.constant)
            program.images[id(node)] = image
        return image.held(leaf)

    def _literal_at_load(self, node: c_ast.Node, kind: CType, bits: int | None) -> ex.Expr | None:
        """The constant an initialiser of a scalar or pointer is; None if it is none."""
        if isinstance(kind, Pointer):
            while isinstance(node, c_ast.Cast):
                node = node.expr
            if isinstance(node, c_ast.Constant) and node.value.startswith('"'):
                text = ex.Constant(string_text(node.value), Type.CHARACTER)
                return ex.Intrinsic("loc", (text,), Type.INTEGER)
            function = self._function(node)
            if function is not None:
                return ex.Intrinsic("loc", (function,), Type.INTEGER)
            return ZERO if self._lowering.constant(node) == 0 else None
        value = self.literal_of(node, kind) if isinstance(kind, Scalar) else None
        if value is None or bits is None:
            return value
        held = in_bits(value, bits, signed=isinstance(kind, Scalar) and kind.signed)
        return None if isinstance(held, ex.OpaqueExpr) else held

    def _function(self, node: c_ast.Node) -> ex.Expr | None:
        """The function of the program that an initialiser is."""
        while isinstance(node, c_ast.UnaryOp) and node.op in "&*":
            node = node.expr
        entity = self._lowering.entity(node) if isinstance(node, c_ast.ID) else None
        if entity is None or entity.kind is not Kind.FUNCTION:
            return None
        record = self._unit.program.function(self._unit.file, entity.name)
        return None if record is None else ex.Variable(record.name, Type.DERIVED)

    def _positions(self, node: c_ast.Node) -> Iterator[tuple[int, c_ast.Node]]:
        """The elements an initialiser gives, with their places."""
        if isinstance(node, c_ast.Constant) and node.value.endswith('"'):
            for index, character in enumerate(string_text(node.value) + "\0"):
                yield index, c_ast.Constant("int", str(ord(character)))
            return
        position = 0
        for item in node.exprs if isinstance(node, c_ast.InitList) else (node,):
            value, last = item, position
            if isinstance(item, c_ast.NamedInitializer):
                value = _value_of(item)
                first, last = self._range(item.name[0], position)
                for index in range(first, min(last, first + _MOST_KEPT)):
                    yield index, value
            yield last, value
            position = last + 1

    def _range(self, node: c_ast.Node, position: int) -> tuple[int, int]:
        first, last = map(self._lowering.constant, designated(node))
        return (position, position) if first is None or last is None else (first, last)

    # --- values at run time ----------------------------------------------------------------------

    def declare(self, place: Place, node: c_ast.Node, *, filled: bool = False) -> None:
        """Emit the assignments that an initialiser stands for; ``filled`` if all is zero already."""
        kind = place.type
        is_list = isinstance(node, c_ast.InitList)
        match kind:
            case Array() if is_list or _is_text(node):
                self._array(place, kind, node, filled=filled)
            case Record() if is_list:
                self._record(place, kind, node, filled=filled)
            case Array():
                self._fill_with(place, [(0, node)])
            case _:
                value = node.exprs[0] if isinstance(node, c_ast.InitList) and node.exprs else node
                if isinstance(value, c_ast.InitList) or self._lowering.transfers.reads(
                    place, value
                ):
                    return
                self._lowering.values.store(place, self._lowering.values.value(value))

    def _array(self, place: Place, kind: Array, node: c_ast.Node, *, filled: bool) -> None:
        node = self._braced(node, kind)
        items = list(self._positions(node))
        if isinstance(kind.of, Array | Record) and not all(
            self._gives(item, kind.of) for _, item in items
        ):
            self._fill_with(place, items)
            return
        if not filled and (len(items) > _MOST_ASSIGNED or not self._is_complete(kind, node)):
            self.fill(place)
            filled = True
        if len(items) > _MOST_ASSIGNED:
            self._lose(place, items)
            return
        address = self._lowering.places.of_array(place)
        for index, item in items:
            inner = self._lowering.places.element(address, ex.Constant(index, Type.INTEGER))
            self.declare(inner, item, filled=filled)

    def _is_complete(self, kind: Array, node: c_ast.Node) -> bool:
        """Whether an initialiser gives every element, inner ones too."""
        items = list(self._positions(node))
        if len(items) < (kind.length or 0):
            return False
        inner = kind.of
        return not isinstance(inner, Array) or all(
            self._is_complete(inner, item) for _, item in items
        )

    def _record(self, place: Place, kind: Record, node: c_ast.Node, *, filled: bool) -> None:
        names = [name for name in kind.members or () if not name.startswith(".")]
        node = self._braced(node, kind)
        items = node.exprs if isinstance(node, c_ast.InitList) else []
        position = 0
        given: set[str] = set()
        for item in items:
            value = item
            if isinstance(item, c_ast.NamedInitializer):
                value, first = _value_of(item), item.name[0]
                if isinstance(first, c_ast.ID) and first.name in names:
                    position = names.index(first.name)
            if position >= len(names):
                break
            inner = self._lowering.places.member(place, names[position])
            whole = not isinstance(inner.type, Array | Record) or self._gives(value, inner.type)
            named = isinstance(item, c_ast.NamedInitializer)
            if not whole or (not named and len(names) < len(kind.members or ())):
                self._lose(place, list(enumerate(items)))  # it is not told what is for which part
                return
            given.add(names[position])
            self.declare(inner, value, filled=filled)
            position += 1
        for name in names:
            if name in given or kind.union or filled:
                continue
            self._clear(self._lowering.places.member(place, name))

    def _braced(self, node: c_ast.Node, kind: Array | Record) -> c_ast.Node:
        """Put what belongs to inner arrays and structures into braces of its own (C17 6.7.9).

        A list with designators stays as it is.
        """
        items = list(node.exprs or ()) if isinstance(node, c_ast.InitList) else []
        if not items or any(isinstance(item, c_ast.NamedInitializer) for item in items):
            return node
        items.reverse()
        return self._taken(items, kind)

    def _taken(self, waiting: list[c_ast.Node], kind: Array | Record) -> c_ast.InitList:
        """Take the list of one array or structure from the end of what waits."""
        found: list[c_ast.Node] = []
        for part in _parts(kind):
            if not waiting:
                break
            if isinstance(part, Array | Record) and not self._gives(waiting[-1], part):
                found.append(self._taken(waiting, part))
            else:
                found.append(waiting.pop())
        return c_ast.InitList(found)

    def _gives(self, node: c_ast.Node, kind: Array | Record) -> bool:
        """Whether an initialiser is one of a whole array or structure."""
        if isinstance(node, c_ast.InitList | c_ast.CompoundLiteral):
            return True
        if isinstance(kind, Array):
            return _is_text(node) and isinstance(kind.of, Scalar)
        return isinstance(self._lowering.type_of(node), Record)

    def _fill_with(self, place: Place, items: Sequence[tuple[int, c_ast.Node]]) -> None:
        """Set a whole array to what is not known, by initialisers whose places are not told."""
        self.fill(place)
        self._lose(place, items)

    def _lose(self, place: Place, items: Sequence[tuple[int, c_ast.Node]]) -> None:
        for _, item in items:
            if not isinstance(item, c_ast.InitList | c_ast.Constant):
                self._lowering.values.kept(self._lowering.values.value(item))
        self._lowering.members.lose(place)

    def _clear(self, place: Place) -> None:
        """Set numbers and pointers to zero, and those in arrays and structures."""
        match place.type:
            case Scalar(is_integer=False, kind=kind):
                self._unit.assign(self._unit.expression(place), ex.Constant("0.0", kind))
            case Scalar() | Pointer():
                self._unit.assign(self._unit.expression(place), ZERO)
            case Array():
                self.fill(place)
            case Record(members=members, union=False):
                for name in members or ():
                    if not name.startswith("."):
                        self._clear(self._lowering.places.member(place, name))
            case _:
                pass

    def fill(self, place: Place) -> None:
        """Set a whole array to zero: at once, as the run-time library does, small parts one by one."""
        if place.subscripts and isinstance(place.type, Array):
            many = place.type.length
            if many is not None and many <= _MOST_PARTS:
                address = self._lowering.places.of_array(place)
                for index in range(many):
                    number = ex.Constant(index, Type.INTEGER)
                    self._clear(self._lowering.places.element(address, number))
                return
        whole = self._unit.whole(replace(place, subscripts=(), bits=None, shares=None))
        first = whole
        if place.subscripts:
            first = self._unit.expression(self._lowering.places.first(place))
        bytes_set = size_of(place.type)
        size: ex.Expr = ex.OpaqueExpr("sizeof", "the size is not known", Type.INTEGER)
        if bytes_set is not None:
            size = ex.Constant(bytes_set, Type.INTEGER)
        self._unit.emit(st.CallStatement("memset", (first, ZERO, size), (), self._unit.span))

    def literal(self, node: c_ast.CompoundLiteral) -> Place:
        """Return the unnamed object of a compound literal."""
        kind = self._lowering.type_name(node.type)
        if isinstance(kind, Array) and kind.length is None:
            kind = Array(kind.of, len(list(self._positions(node.init))))
        place = self._unit.temporary(kind)
        self._unit.extents.setdefault(place.name, self._lowering.places.shape(kind))
        self.declare(place, node.init)
        return place

    # --- structures ------------------------------------------------------------------------------

    def copy(self, place: Place, value: Value) -> None:
        """Emit the assignment of a whole structure, and of its integer members one by one."""
        target = self._unit.expression(place)
        expr = self._lowering.values.pure(value)
        self._unit.assign(target, fitting(expr, target.type))
        if isinstance(place.type, Record):
            self._lowering.members.copy(place, value.place or value.members, place.type)


def _value_of(item: c_ast.NamedInitializer) -> c_ast.Node:
    """What a designator's first part is given: ``.v[2] = 1`` gives ``v`` the list ``[2] = 1``."""
    if len(item.name) == 1:
        return item.expr
    return c_ast.InitList([c_ast.NamedInitializer(item.name[1:], item.expr)], item.coord)


def _parts(kind: Array | Record) -> Iterator[CType]:
    """The types of what a list without designators gives, in order."""
    if isinstance(kind, Array):
        yield from repeat(kind.of) if kind.length is None else repeat(kind.of, kind.length)
        return
    members = [item.type for item in (kind.members or {}).values()]
    yield from members[:1] if kind.union else members


def _is_text(node: c_ast.Node) -> bool:
    return isinstance(node, c_ast.Constant) and node.value.endswith('"')
