"""Where values live: variables, array elements, members, and what pointers lead to.

Every place has a flattened name: ``s.n``, ``m->n`` is ``m.n``, ``a[i].v[j]`` is ``a.v`` with two
subscripts. What a pointer ``p`` leads to is ``p[]``, with subscripts counted from where it points; of
a parameter that is never assigned it is ``p`` itself, an array, or a scalar passed by reference.

Over 400 lines: a place is reached through an address, and an address is that of a place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pycparser import c_ast

from frontends.c.patterns import is_plain
from frontends.c.program import global_block
from frontends.c.scope import Kind
from frontends.c.types import (
    UNKNOWN,
    Array,
    Member,
    Pointer,
    Record,
    Scalar,
    Unknown,
    Void,
    has_bits,
    member,
    size_of,
)
from frontends.c.unit import ONE, ZERO, Place, ir_type
from sad.ir import expr as ex
from sad.ir.expr import Operator, Type
from sad.ir.program import ANY_MEMORY, Dimension
from sad.records import record, replace

if TYPE_CHECKING:
    from frontends.c.lowering import Lowering
    from frontends.c.scope import Entity
    from frontends.c.types import CType


@record
class Address:
    """The value of a pointer: element ``index`` of an array, by name.

    ``index`` is None where the pointer leads to a single object. ``value`` is the pointer's own value,
    without ``index`` [elements]; None for what has no variable of its own.
    """

    name: str
    subscripts: tuple[ex.Expr, ...]
    index: ex.Expr | None
    type: CType
    entity: Entity | None
    reached: tuple[str, ...] = ()
    memory: str | None = None
    offset: int | None = 0
    value: ex.Expr | None = None
    declared: bool = False
    shares: str | None = None


def memory_class(kind: CType) -> str:
    """Return the class of memory that objects of a type belong to, as far as pointers can tell."""
    match kind:
        case Scalar(kind=number, size=size):
            return f"{number}{size}"
        case Pointer():
            return "pointer"
        case Array(of=of):
            return memory_class(of)
        case Record(tag=tag):
            return tag
        case _:
            return ANY_MEMORY


def added(left: ex.Expr, right: ex.Expr | None, operator: Operator = Operator.ADD) -> ex.Expr:
    """Return the sum of two integers, constants folded."""
    if right is None or right == ZERO:
        return left
    first = left.value if isinstance(left, ex.Constant) else None
    second = right.value if isinstance(right, ex.Constant) else None
    if isinstance(first, int) and isinstance(second, int):
        return ex.Constant(
            first + second if operator is Operator.ADD else first - second, Type.INTEGER
        )
    if left == ZERO:
        return right if operator is Operator.ADD else ex.Unary(Operator.NEG, right, Type.INTEGER)
    if isinstance(second, int) and second < 0:
        other = Operator.SUB if operator is Operator.ADD else Operator.ADD
        return added(left, ex.Constant(-second, Type.INTEGER), other)
    return ex.Binary(operator, left, right, Type.INTEGER)


_MOST_MEMBERS = 32
"""Structures in each other whose members are entered."""


class Places:
    """Places and addresses in one function."""

    def __init__(self, lowering: Lowering) -> None:
        self._lowering = lowering
        self._unit = lowering.unit

    # --- places ----------------------------------------------------------------------------------

    def place(self, node: c_ast.Node) -> Place:
        """Return the place an expression names."""
        match node:
            case c_ast.ID():
                entity = self._lowering.entity(node)
                if entity is not None and entity.is_variable:
                    return self.variable(entity)
            case c_ast.ArrayRef(name=name, subscript=subscript):
                base = self._lowering.values.value(name)
                if not isinstance(base.type, Pointer):  # 2[a] is a[2]
                    name, subscript = subscript, name
                    base = self._lowering.values.value(name)
                index = self._lowering.values.integer(subscript)
                return self.element(self._lowering.values.address(base), index)
            case c_ast.UnaryOp(op="*", expr=inner):
                return self.element(self.address(inner), None)
            case c_ast.StructRef(name=name, type=".", field=field):
                return self.member(self.place(name), field.name)
            case c_ast.StructRef(name=name, field=field):
                return self.member(self.element(self.address(name), None), field.name)
            case c_ast.ExprList(exprs=items) if items:
                for item in items[:-1]:
                    self._lowering.values.discard(item)
                return self.place(items[-1])
            case c_ast.CompoundLiteral():
                return self._lowering.initial.literal(node)
            case _:
                pass
        return self._lowering.values.held(self._lowering.values.value(node))

    def address(self, node: c_ast.Node) -> Address:
        """Return the value of an expression that is a pointer."""
        return self._lowering.values.address(self._lowering.values.value(node))

    def variable(self, entity: Entity) -> Place:
        """Return the place of a variable."""
        memory = None
        if self._is_shared(entity):
            memory = memory_class(entity.type)
        kind: CType = entity.type
        if entity.kind is Kind.GLOBAL:
            self._lowering.initial.of_global(entity)
        if isinstance(kind, Array):
            self._shape(entity.ir, (), kind)
        return Place(entity.ir, (), kind, entity, (), memory)

    def _is_shared(self, entity: Entity) -> bool:
        """Whether pointers may lead to a variable."""
        if entity.volatile or entity.escapes:
            return True
        if entity.kind is not Kind.GLOBAL:
            return False
        return global_block(entity, self._unit.file) in self._unit.program.handed

    def member(self, place: Place, name: str) -> Place:
        """Return a member of a structure."""
        record = place.type
        found = member(record, name) if isinstance(record, Record) else None
        if isinstance(record, Record) and found is not None and len(found) > 1:
            return self._unnamed(place, record, found[0], name)
        offset, kind, bits = place.offset, UNKNOWN, None
        for item in found or ():
            offset = None if offset is None or place.subscripts else offset + item.offset
            kind, bits = item.type, item.bits
            if bits is not None:
                offset = None  # bits of one byte are members of their own
        entity = place.entity
        memory = place.memory
        if isinstance(record, Record):
            shared = bool(place.reached) or (
                entity is not None and (entity.handed or entity.passed or self._is_shared(entity))
            )
            hidden = (
                entity is not None
                and entity.kind is Kind.PARAMETER
                and not isinstance(entity.type, Record)  # a copy: nobody else reaches it
            )
            if name in self._unit.program.escaped:
                memory = memory_class(kind)
            elif place.shares is not None and place.memory is not None and not record.union:
                memory = place.memory  # of the union around it
            elif record.union and (shared or hidden or memory is not None):
                memory = f"union {record.tag}"
            elif shared or hidden or memory is not None:
                memory = f"{record.tag}.{name}"
            else:
                memory = None
        full = f"{place.name}.{name}"
        if entity is not None and not place.reached:
            self._lowering.initial.of_member(entity, full)
            if entity.kind is Kind.GLOBAL and memory is not None:
                self._unit.whole(self.variable(entity))  # its address tells where the member is
        self._shape(full, self._around(place), kind)
        union = isinstance(record, Record) and record.union
        shares = place.shares or (place.name if union else None)
        if isinstance(record, Record) and union and shares is not None and has_bits(record):
            self._unit.torn.add(shares)
        at = place.reached, memory, offset, bits, shares
        return Place(full, place.subscripts, kind, entity, *at)

    def _unnamed(self, place: Place, record: Record, part: Member, name: str) -> Place:
        """Return a member of an unnamed structure or union inside; it goes by its own name alone."""
        offset = None if place.offset is None or place.subscripts else place.offset + part.offset
        inner = replace(place, type=part.type, offset=offset)
        shares = place.shares
        if record.union:
            shares = shares or place.name
        elif isinstance(part.type, Record) and part.type.union:
            shares = shares or f"{place.name}.{part.offset}"
        return self.member(replace(inner, shares=shares), name)

    def shape(self, kind: CType) -> tuple[Dimension, ...]:
        """Return the dimensions of an array type of constant size."""
        shape: list[Dimension] = []
        while isinstance(kind, Array):
            length = kind.length
            upper = None if length is None else ex.Constant(length - 1, Type.INTEGER)
            shape.append(Dimension(ZERO, upper))
            kind = kind.of
        return tuple(shape)

    def _around(self, place: Place) -> tuple[Dimension, ...]:
        """The dimensions of the array whose elements are structures, of which ``place`` is one."""
        known = () if place.reached else self._unit.extents.get(place.name, ())
        if len(known) == len(place.subscripts):
            return known
        return tuple(Dimension(ZERO, None) for _ in place.subscripts)

    def _shape(self, name: str, before: tuple[Dimension, ...], kind: CType) -> None:
        """Remember the declared dimensions of an array."""
        if name in self._unit.extents or not (before or isinstance(kind, Array)):
            return
        shape = list(before)
        self._unit.extents[name] = ()
        while isinstance(kind, Array):
            length = self._length(kind)
            upper = None if length is None else added(length, ONE, Operator.SUB)
            shape.append(Dimension(ZERO, upper))
            kind = kind.of
        self._unit.extents[name] = tuple(shape)

    def _length(self, kind: Array) -> ex.Expr | None:
        """Return how many elements an array has; None if that is not known."""
        if kind.length is not None:
            return ex.Constant(kind.length, Type.INTEGER)
        if kind.extent is not None and id(kind.extent) in self._lowering.values.lengths:
            return self._unit.expression(self._lowering.values.lengths[id(kind.extent)])
        if kind.extent is not None and is_plain(kind.extent):
            return self._lowering.values.integer(kind.extent)
        return None

    def rows(self, number: ex.Expr, kind: CType) -> ex.Expr:
        """Return a number of objects of a type as one of elements: addresses count those of arrays."""
        while isinstance(kind, Array):
            length = self._length(kind)
            if number == ZERO:
                return ZERO
            if length is None:
                return ex.OpaqueExpr("", "an array whose length is not known", Type.INTEGER)
            if isinstance(length, ex.Constant):
                number = _times(number, int(length.value))
            else:
                number = ex.Binary(Operator.MUL, number, length, Type.INTEGER)
            kind = kind.of
        return number

    # --- pointers --------------------------------------------------------------------------------

    def first(self, place: Place) -> Place:
        """Return the first element of an array, of arrays in it, too; anything else as it is."""
        while isinstance(place.type, Array):
            place = self.element(self.of_array(place), ZERO)
        return place

    def element(self, address: Address, index: ex.Expr | None) -> Place:
        """Return the object ``index`` elements after an address."""
        if address.index is not None:
            subscripts = (*address.subscripts, added(address.index, index))
        elif index is None or index == ZERO:
            subscripts = address.subscripts
        else:
            subscripts = (*address.subscripts, index)
        return Place(
            address.name,
            subscripts,
            address.type,
            address.entity,
            address.reached,
            address.memory,
            address.offset,
            shares=address.shares,
        )

    def declare(self, entity: Entity) -> None:
        """Enter all members of static structures that a pointer gets the address of.

        What they hold at load is seen through that pointer even if no unit names them.
        """
        kind: CType = entity.type
        while isinstance(kind, Array):
            kind = kind.of
        if entity.kind not in (Kind.GLOBAL, Kind.STATIC) or not isinstance(kind, Record):
            return
        waiting = [self.first(self.variable(entity))]
        for _ in range(_MOST_MEMBERS):
            if not waiting:
                return
            place = waiting.pop()
            record = place.type
            for name in (record.members or ()) if isinstance(record, Record) else ():
                inner = self.member(place, name)
                if isinstance(self.first(inner).type, Record):
                    waiting.append(self.first(inner))
                elif isinstance(record, Record) and not record.union:
                    self._unit.whole(inner)

    def of_array(self, place: Place) -> Address:
        """Return the address of an array's first element."""
        assert isinstance(place.type, Array)
        return _address(place, place.subscripts, ZERO, place.type.of)

    def of_object(self, place: Place) -> Address:
        """Return ``&place``."""
        if isinstance(place.type, Array) and not place.subscripts:
            return _address(place, place.subscripts, None, place.type)
        index = place.subscripts[-1] if place.subscripts else None
        return _address(place, place.subscripts[:-1], index, place.type)

    def of_pointer(self, place: Place) -> Address:
        """Return where the pointer in a place points."""
        kind = place.type.to if isinstance(place.type, Pointer) else UNKNOWN
        entity = place.entity
        is_own = entity is not None and place.name == entity.ir and not place.subscripts
        # What a parameter leads to goes by its name, too, but has another type.
        direct = is_own and entity is not None and place.type == entity.type
        record = isinstance(kind, Record)
        if direct and entity is not None and entity.kind is Kind.PARAMETER and not entity.assigned:
            single = not entity.subscripted and not entity.walks
            scalar = isinstance(kind, Scalar | Pointer) and (entity.dereferenced or entity.passed)
            index = None if single and (record or scalar) else ZERO
            memory = None
            if (
                entity.leaks
                or entity.meets
                or (index is None and self._unit.program.handed and not record)
            ):
                memory = memory_class(kind)
            self._dimensions(place.name, kind, index)
            return Address(place.name, (), index, kind, entity, (), memory)
        memory = memory_class(kind)
        if direct and entity is not None and _holds_fresh_memory(entity):
            memory = memory if entity.leaks or entity.kind is Kind.GLOBAL else None
        single = record and not (direct and entity is not None and entity.subscripted)
        value = self._unit.expression(place)
        reached = (*place.reached, place.name)
        name = place.name if record else f"{place.name}[]"
        if not record:
            self._dimensions(name, kind, ZERO, len(place.subscripts))
        return Address(
            name,
            place.subscripts,
            None if single else ZERO,
            kind,
            entity,
            reached,
            memory,
            None,
            value,
        )

    def _dimensions(self, name: str, kind: CType, index: ex.Expr | None, before: int = 0) -> None:
        """The shape of what a pointer leads to: any number of elements, each as declared."""
        if isinstance(kind, Array) and name not in self._unit.extents:
            leading = (Dimension(ZERO, None),) * (before + (index is not None))
            self._shape(name, leading, kind)

    def value_of(self, address: Address) -> ex.Expr:
        """Return an address as a number [elements]; differences of such numbers mean something."""
        index = ZERO if address.index is None else address.index
        if address.value is not None:
            return added(address.value, self.rows(index, address.type))
        base = self.element(replace(address, subscripts=(), index=None), None)
        known = self._unit.extents.get(address.name, ())
        if address.subscripts and len(known) <= len(address.subscripts):
            return ex.OpaqueExpr(address.name, "an address", Type.INTEGER)
        if address.subscripts:
            offset = self._linear(address.subscripts, known)
            if offset is None:
                return ex.OpaqueExpr(address.name, "an address", Type.INTEGER)
            index = added(offset, index)
        if address.index is not None and not self._unit.extents.get(address.name):
            self._unit.extents[address.name] = (Dimension(ZERO, None),)
        if base.entity is not None and not base.reached:
            self.declare(base.entity)
        location = ex.Intrinsic("loc", (self._unit.whole(base),), Type.INTEGER)
        return added(location, self.rows(index, address.type))

    def _linear(
        self, subscripts: tuple[ex.Expr, ...], shape: tuple[Dimension, ...]
    ) -> ex.Expr | None:
        """How many elements of the last dimension come before ``subscripts``, where it is constant."""
        offset: ex.Expr = ZERO
        for number, subscript in enumerate(subscripts):
            offset = added(_times(offset, 1) if number == 0 else offset, subscript)
            upper = shape[number + 1].upper if number + 1 < len(shape) else None
            if not isinstance(upper, ex.Constant):
                return None
            offset = _times(offset, int(upper.value) + 1)
        return offset

    def cast(self, address: Address, kind: CType) -> Address:
        """Return an address taken for one of another type."""
        before, after = address.type, kind
        if isinstance(before, Void | Unknown) or isinstance(after, Void | Unknown):
            # Memory without a type yet takes the name's next one.
            if isinstance(after, Void | Unknown):
                return address
            memory = None if address.memory is None else memory_class(after)
            return replace(address, type=after, memory=memory)
        same = ir_type(before) is ir_type(after) and size_of(before) == size_of(after)
        if same or isinstance(after, Record):
            return replace(address, type=after)
        name = f"{address.name}.as.{memory_class(after)}"
        memory = address.memory or memory_class(before)
        index = None if address.index is None else ZERO
        if address.index is not None and address.index != ZERO:
            index = ex.OpaqueExpr(address.name, "an address of another type", Type.INTEGER)
        shares = address.shares or address.name  # the same place by another name
        return replace(
            address, name=name, type=after, memory=memory, index=index, value=None, shares=shares
        )


def _address(
    place: Place, subscripts: tuple[ex.Expr, ...], index: ex.Expr | None, kind: CType
) -> Address:
    where = (place.name, subscripts, index, kind, place.entity, place.reached, place.memory)
    return Address(*where, place.offset, declared=True, shares=place.shares)


def _holds_fresh_memory(entity: Entity) -> bool:
    """Whether nothing but allocations ever sets a pointer."""
    return entity.assigned == entity.allocated and not entity.handed and not entity.escapes


def _times(left: ex.Expr, factor: int) -> ex.Expr:
    if factor == 1 or left == ZERO:
        return left
    if isinstance(left, ex.Constant):
        return ex.Constant(int(left.value) * factor, Type.INTEGER)
    return ex.Binary(Operator.MUL, left, ex.Constant(factor, Type.INTEGER), Type.INTEGER)
