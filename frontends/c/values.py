"""Expressions as values. Side effects become statements: before the value, or after it (``p++``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pycparser import c_ast

from frontends.c import arithmetic
from frontends.c.convert import as_integer, as_truth, convert, fitting, held, in_bits
from frontends.c.scope import Kind
from frontends.c.signs import may_be_resigned, with_own_sign
from frontends.c.types import (
    INT,
    LONG,
    SIZE,
    UNKNOWN,
    VOID,
    Array,
    Function,
    Pointer,
    Record,
    Scalar,
    Void,
    of_bits,
    promoted,
    size_of,
)
from frontends.c.unit import ONE, Place, ir_type
from frontends.c.value import Value, literal, opaque
from sad.ir import expr as ex
from sad.ir.expr import Operator, Type
from sad.ir.walk import walk
from sad.records import replace

if TYPE_CHECKING:
    from frontends.c.lowering import Lowering
    from frontends.c.places import Address
    from frontends.c.types import CType


class Values:
    """Values of expressions in one function. ``lengths`` are those of arrays that are not constant.

    They were evaluated where the arrays were declared; keys are identities of syntax nodes.
    """

    def __init__(self, lowering: Lowering) -> None:
        self._lowering = lowering
        self._unit = lowering.unit
        self._places = lowering.places
        self.lengths: dict[int, Place] = {}

    # --- what callers ask for --------------------------------------------------------------------

    def value(self, node: c_ast.Node) -> Value:
        """Return the value of an expression."""
        match node:
            case c_ast.Constant():
                return literal(node)
            case c_ast.ID():
                return self._identifier(node)
            case c_ast.BinaryOp(op="&&" | "||"):
                return self._lowering.conditions.as_value(node)
            case c_ast.BinaryOp():
                return arithmetic.binary(self._lowering, node)
            case c_ast.UnaryOp():
                return self._unary(node)
            case c_ast.Assignment():
                return self._assignment(node)
            case c_ast.ArrayRef() | c_ast.StructRef() | c_ast.CompoundLiteral():
                return self.load(self._places.place(node))
            case c_ast.FuncCall():
                return self._lowering.calls.value(node)
            case c_ast.TernaryOp():
                return self._lowering.conditions.choice(node)
            case c_ast.Cast():
                return self._cast(node)
            case c_ast.ExprList(exprs=items) if items:
                for item in items[:-1]:
                    self.discard(item)
                return self.value(items[-1])
            case c_ast.Compound():
                return self._lowering.statements.expression(node)
            case _:
                return opaque(type(node).__name__, "this expression is not modelled")

    def scalar(self, node: c_ast.Node, kind: CType) -> ex.Expr:
        """Return the value of an expression, converted to a type."""
        return self.converted(self.value(node), kind)

    def integer(self, node: c_ast.Node) -> ex.Expr:
        """Return the value of an integer expression as it is; anything else is not modelled."""
        value = self.value(node)
        expr = self.pure(value)
        if isinstance(value.type, Scalar) and not value.type.is_integer:
            return ex.OpaqueExpr("", "a number that is no integer", Type.INTEGER)
        return expr

    def pure(self, value: Value) -> ex.Expr:
        """Return a value as an IR expression; addresses as numbers."""
        if value.expr is not None:
            return value.expr
        assert value.address is not None
        return self._places.value_of(value.address)

    def converted(self, value: Value, kind: CType) -> ex.Expr:
        """Return a value as an IR expression of a C type."""
        expr = self.pure(value)
        source = value.type
        if isinstance(source, Scalar) and isinstance(kind, Scalar) and not _is_opaque(expr):
            rising = not kind.signed and kind.is_integer and kind.size >= INT.size
            if rising and self._lowering.statements.loops.is_no_less_than_0(expr):
                return expr if not isinstance(expr, ex.Constant) else convert(expr, source, kind)
            return convert(expr, source, kind)
        if isinstance(source, Pointer) and isinstance(kind, Scalar) and kind.truth:
            return as_integer(as_truth(expr))
        return expr

    def rows(self, number: ex.Expr, kind: CType) -> ex.Expr:
        """Return by how many elements a pointer moves that is moved by a number of what it leads to."""
        return self._places.rows(number, kind.to) if isinstance(kind, Pointer) else number

    def address(self, value: Value) -> Address:
        """Return a pointer value as an address; one without a name gets a variable."""
        if value.address is not None:
            return value.address
        kind = value.type if isinstance(value.type, Pointer) else Pointer(UNKNOWN)
        place = self._unit.temporary(kind)
        self.store(place, value)
        return self._places.of_pointer(place)

    def held(self, value: Value) -> Place:
        """Return a new variable that holds a value."""
        place = self._unit.temporary(value.type)
        self._unit.assign(self._unit.expression(place), self.pure(value))
        if value.members is not None and isinstance(value.type, Record):
            self._lowering.members.copy(place, value.members, value.type)
        return place

    def kept(self, value: Value) -> None:
        """Evaluate a value that is not used: calls in it still happen."""
        if value.expr is not None and _has_call(value.expr):
            self.held(value)

    def load(self, place: Place) -> Value:
        """Return the value in a place."""
        match place.type:
            case Array(of=of):
                return Value(None, Pointer(of), self._places.of_array(place))
            case Pointer():
                address = self._places.of_pointer(place)
                return Value(address.value, place.type, address)
            case Function():
                return Value(self._unit.procedure(place.name, Type.DERIVED), place.type)
            case Record():
                place = self.once(place)  # its members are read one by one
                return Value(self._unit.expression(place), place.type, place=place)
            case _:
                expr: ex.Expr = self._unit.expression(place)
                if may_be_resigned(place, self._unit.program):
                    expr = with_own_sign(expr, place)
                return Value(expr, of_bits(place.type, place.bits))

    def discard(self, node: c_ast.Node) -> None:
        """Evaluate an expression for its side effects, all of which take place now."""
        match node:
            case c_ast.FuncCall():
                self._lowering.calls.statement(node)
            case c_ast.Assignment() | c_ast.UnaryOp(op="++" | "--" | "p++" | "p--"):
                self._change(node)
            case c_ast.Cast(expr=inner):
                self.discard(inner)
            case c_ast.ExprList(exprs=items):
                for item in items:
                    self.discard(item)
            case c_ast.TernaryOp():
                self._lowering.conditions.choose(node)
            case c_ast.BinaryOp(op="&&" | "||"):
                self._lowering.conditions.evaluate(node)
            case c_ast.Constant() | c_ast.ID():
                pass
            case c_ast.Compound():
                self._lowering.statements.inside(node)
            case _:
                self.kept(self.value(node))
        self._unit.flush()

    # --- identifiers and constants ---------------------------------------------------------------

    def _identifier(self, node: c_ast.ID) -> Value:
        if node.name == "__sad_same__":
            return self._lowering.conditions.same()
        entity = self._lowering.entity(node)
        if entity is None:
            return self._unknown(node.name)
        match entity.kind:
            case Kind.ENUMERATOR:
                if entity.value is None:
                    return opaque(node.name, "an enumerator whose value is not known", INT)
                return Value(ex.Constant(entity.value, Type.INTEGER), INT)
            case Kind.FUNCTION:
                name = self._lowering.calls.unit_name(entity.name)
                kind = entity.type.result if isinstance(entity.type, Function) else UNKNOWN
                return Value(self._unit.procedure(name, ir_type(kind)), Pointer(entity.type))
            case Kind.TYPE:
                return opaque(node.name, "a type is no value")
            case _:
                known = self._lowering.initial.constant(entity)
                return known or self.load(self._places.variable(entity))

    def _unknown(self, name: str) -> Value:
        if self._lowering.is_function(name):
            unit = self._lowering.calls.unit_name(name)
            return Value(self._unit.procedure(unit, Type.INTEGER), Pointer(UNKNOWN))
        return opaque(name, f"{name} is not declared")

    # --- operators -------------------------------------------------------------------------------

    def _unary(self, node: c_ast.UnaryOp) -> Value:
        match node.op:
            case "*":
                return self.load(self._places.place(node))
            case "&":
                return self._address_of(node.expr)
            case "++" | "--" | "p++" | "p--":
                return self._step(node)
            case "!":
                return self._lowering.conditions.as_value(node)
            case "sizeof" | "_Alignof":
                return self._size(node)
            case "+" | "-" | "~":
                return self._sign(node)
            case _:
                return opaque(node.op, "this operator is not modelled")

    def _sign(self, node: c_ast.UnaryOp) -> Value:
        known = self._lowering.constant(node)
        operand = self.value(node.expr)
        kind = promoted(operand.type)
        if not isinstance(kind, Scalar):
            return opaque(node.op, "this operand is not modelled")
        if known is not None and kind.is_integer:
            return Value(held(ex.Constant(known, Type.INTEGER), kind), kind)
        expr = self.converted(operand, kind)
        if node.op == "+":
            return Value(expr, kind)
        if node.op == "~":
            return Value(held(ex.Intrinsic("not", (expr,), Type.INTEGER), kind), kind)
        return Value(held(ex.Unary(Operator.NEG, expr, kind.kind), kind, below=True), kind)

    def _address_of(self, node: c_ast.Node) -> Value:
        if isinstance(node, c_ast.ID):
            entity = self._lowering.entity(node)
            if entity is None or entity.kind is Kind.FUNCTION:
                return self._identifier(node)
        if isinstance(node, c_ast.UnaryOp) and node.op == "*":
            return self.value(node.expr)
        if isinstance(node, c_ast.ArrayRef):
            base = self.value(node.name)
            if isinstance(base.type, Pointer) and base.address is not None:
                index = self.integer(node.subscript)
                return Value(None, base.type, arithmetic.moved(base.address, index))
        place = self._places.place(node)
        return Value(None, Pointer(place.type), self._places.of_object(place))

    def _size(self, node: c_ast.UnaryOp) -> Value:
        known = self._lowering.constant(node)
        if known is not None:
            return Value(ex.Constant(known, Type.INTEGER), SIZE)
        if node.op == "_Alignof":
            return opaque("_Alignof", "the alignment is not known", SIZE)
        kind = self._lowering.type_of(node.expr)
        extent: ex.Expr = ONE
        while isinstance(kind, Array):
            length: ex.Expr | None = None
            if kind.length is not None:
                length = ex.Constant(kind.length, Type.INTEGER)
            elif kind.extent is not None:
                held = self.lengths.get(id(kind.extent))
                length = self.integer(kind.extent) if held is None else self._unit.expression(held)
            if length is None:
                return opaque("sizeof", "the size is not known", SIZE)
            extent = ex.Binary(Operator.MUL, extent, length, Type.INTEGER)
            kind = kind.of
        size = None if kind is None else size_of(kind)
        if size is None:
            return opaque("sizeof", "the size is not known", SIZE)
        unit = ex.Constant(size, Type.INTEGER)
        return Value(ex.Binary(Operator.MUL, extent, unit, Type.INTEGER), SIZE)

    def _cast(self, node: c_ast.Cast) -> Value:
        kind = self._lowering.type_name(node.to_type)
        value = self.value(node.expr)
        match kind, value.type:
            case Void(), _:
                return Value(value.expr, VOID, value.address)
            case Pointer(to=to), Pointer() if value.address is not None:
                address = self._places.cast(value.address, to)
                return Value(value.expr, kind, address)
            case Scalar(), Scalar():
                return Value(self.converted(value, kind), kind)
            case Scalar(), Pointer():
                return Value(self.pure(value), kind)
            case Pointer(), _:
                return Value(self.pure(value), kind)
            case _:
                return Value(value.expr, kind, value.address)

    # --- assignment ------------------------------------------------------------------------------

    def _assignment(self, node: c_ast.Assignment) -> Value:
        """An assignment used as a value: the value is what the target then holds."""
        return self.load(self._change(node, used=True))

    def _change(self, node: c_ast.Assignment | c_ast.UnaryOp, *, used: bool = False) -> Place:
        """Emit an assignment, or a step by one; return what was changed, ``used`` if it is read."""
        if isinstance(node, c_ast.UnaryOp):
            place = self.once(self._places.place(node.expr))
            self.store(place, arithmetic.stepped(self._lowering, place, node.op))
            return place
        if node.op == "=":
            return self._assign(node, used=used)
        place = self.once(self._places.place(node.lvalue))
        right = self.value(node.rvalue)
        result = arithmetic.combined(self._lowering, node.op[:-1], self.load(place), right)
        self.store(place, result)
        return place

    def once(self, place: Place) -> Place:
        """Return a place that is read and written: calls in its subscripts happen once, here."""
        if not any(map(_has_call, place.subscripts)):
            return place
        subscripts = [
            self._unit.expression(self.held(Value(item, LONG))) if _has_call(item) else item
            for item in place.subscripts
        ]
        return replace(place, subscripts=tuple(subscripts))

    def _assign(self, node: c_ast.Assignment, *, used: bool) -> Place:
        place = self._places.place(node.lvalue)
        if used or not isinstance(place.type, Scalar | Pointer):
            place = self.once(place)
        if self._lowering.transfers.reads(place, node.rvalue):
            return place
        right = node.rvalue
        if isinstance(node.lvalue, c_ast.ID):
            right = self._lowering.calls.tables.numbered(place.entity, right)
        if isinstance(right, c_ast.TernaryOp):
            value = self._lowering.conditions.choice(right)
        else:
            value = self.value(right)
        self.store(place, value)
        return place

    def store(self, place: Place, value: Value) -> None:
        """Emit the assignment of a value to a place."""
        if not isinstance(place.type, Scalar | Pointer):
            self._lowering.initial.copy(place, value)
            return
        expr = self.converted(value, place.type)
        if place.bits is not None and isinstance(place.type, Scalar):
            expr = in_bits(expr, place.bits, signed=place.type.signed)
        target = self._unit.expression(place)
        self._unit.assign(target, fitting(expr, target.type))
        if isinstance(place.type, Pointer):
            self._lowering.members.point(place, value)

    def _step(self, node: c_ast.UnaryOp) -> Value:
        """``++`` and ``--`` as values."""
        if node.op in ("++", "--"):
            return self.load(self._change(node))
        place = self.once(self._places.place(node.expr))
        after = arithmetic.stepped(self._lowering, place, node.op)
        before = self.load(place)
        if not self._unit.immediate:
            waiting = self._unit.block()
            self.store(place, after)
            self._unit.pending.extend(self._unit.close(waiting))
            return before
        if before.address is not None and before.address.index is not None:
            # The pointer moves on at once: what it pointed to is then one element back.
            self.store(place, after)
            back = -1 if node.op == "p++" else 1
            moved = arithmetic.moved(before.address, ex.Constant(back, Type.INTEGER))
            return Value(None, before.type, moved)
        kept = self.held(before)
        self.store(place, after)
        return self.load(kept)


def _has_call(expr: ex.Expr) -> bool:
    return any(isinstance(item, ex.FunctionCall) for item in walk(expr))


def _is_opaque(expr: ex.Expr) -> bool:
    return isinstance(expr, ex.OpaqueExpr) and not expr.type.is_numeric
