"""Conditions, and expressions that choose: ``&&``, ``||``, ``!``, ``?:``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pycparser import c_ast

from frontends.c import arithmetic
from frontends.c.convert import as_integer, as_truth, fitting
from frontends.c.patterns import is_plain, same_text
from frontends.c.types import INT, Pointer, Scalar, Void, common_type, promoted
from frontends.c.unit import ONE, ZERO
from frontends.c.value import Value, opaque
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Operator, Type

if TYPE_CHECKING:
    from frontends.c.lowering import Lowering
    from frontends.c.types import CType

TRUE = ex.Constant(value=True, type=Type.LOGICAL)
_EXPECT = ("__builtin_expect", "__builtin_expect_with_probability")


class Conditions:
    """Conditions of one function."""

    def __init__(self, lowering: Lowering) -> None:
        self._lowering = lowering
        self._unit = lowering.unit
        self._same: list[Value] = []

    def condition(self, node: c_ast.Node) -> ex.Expr:
        """Return a condition as a truth value; its side effects take place before."""
        self._unit.immediate += 1
        try:
            return self._condition(node)
        finally:
            self._unit.immediate -= 1
            self._unit.flush()

    def _condition(self, node: c_ast.Node) -> ex.Expr:
        match node:
            case c_ast.UnaryOp(op="!", expr=inner):
                return negated(self._condition(inner))
            case c_ast.BinaryOp(op="&&" | "||"):
                return self._both(node)
            case c_ast.BinaryOp(op=operator) if operator in arithmetic.COMPARE:
                known = self._lowering.constant(node)
                if known is not None:
                    return ex.Constant(bool(known), Type.LOGICAL)
                left, right = arithmetic.operands(self._lowering, node)
                return arithmetic.comparison(self._lowering, operator, left, right)
            case c_ast.FuncCall(name=c_ast.ID(name=name), args=c_ast.ExprList(exprs=items)) if (
                name in _EXPECT
            ):
                return self._condition(items[0])
            case c_ast.ExprList(exprs=items) if items:
                for item in items[:-1]:
                    self._lowering.values.discard(item)
                return self._condition(items[-1])
            case _:
                value = self._lowering.values.value(node)
                return self._truth(value)

    def _truth(self, value: Value) -> ex.Expr:
        address = value.address
        if address is not None and address.declared:
            return TRUE  # an object has an address
        expr = self._lowering.values.pure(value)
        if expr.type is Type.CHARACTER:
            return TRUE
        if isinstance(expr, ex.OpaqueExpr) or not expr.type.is_numeric:
            if expr.type is Type.LOGICAL:
                return expr
            text = expr.text if isinstance(expr, ex.OpaqueExpr) else ""
            return ex.OpaqueExpr(text, "a condition that is not modelled", Type.LOGICAL)
        return as_truth(expr)

    def _both(self, node: c_ast.BinaryOp) -> ex.Expr:
        left = self._condition(node.left)
        decided = isinstance(left, ex.Constant)
        if isinstance(left, ex.Constant) and bool(left.value) is (node.op == "||"):
            return left
        before = self._unit.block()
        right = self._condition(node.right)
        work = self._unit.close(before)
        if decided:
            self._unit.out.extend(work)
            return right
        operator = Operator.AND_THEN if node.op == "&&" else Operator.OR_ELSE
        if not work:
            return ex.Binary(operator, left, right, Type.LOGICAL)
        return self._with_work(node.op, left, right, work)

    def _with_work(
        self, operator: str, left: ex.Expr, right: ex.Expr, work: tuple[st.Stmt, ...]
    ) -> ex.Expr:
        """Statements belong to the right side: they run if the left side does not decide."""
        place = self._unit.temporary(INT)
        target = self._unit.expression(place)
        span = self._unit.span
        decided = st.Assign(target, ZERO if operator == "&&" else ONE, self._unit.span)
        run, skip = (*work, self._kept(right, target)), (decided,)
        body, otherwise = (run, skip) if operator == "&&" else (skip, run)
        self._unit.emit(st.If((st.Arm(left, body, span),), otherwise, span))
        return ex.Binary(Operator.NE, self._unit.expression(place), ZERO, Type.LOGICAL)

    def as_value(self, node: c_ast.Node) -> Value:
        """Return a condition as a number: 0 or 1."""
        known = self._lowering.constant(node)
        if known is not None:
            return Value(ex.Constant(known, Type.INTEGER), INT)
        condition = self._condition_now(node)
        if not _is_sequential(condition):
            return Value(as_integer(condition), INT)
        place = self._unit.temporary(INT)
        self._unit.emit(self._kept(condition, self._unit.expression(place)))
        return Value(self._unit.expression(place), INT)

    def _kept(self, condition: ex.Expr, target: ex.Variable | ex.Element) -> st.Stmt:
        """Set a variable to a condition's truth, 0 or 1."""
        span = self._unit.span
        if not _is_sequential(condition):
            return st.Assign(target, as_integer(condition), span)
        yes, no = (st.Assign(target, value, self._unit.span) for value in (ONE, ZERO))
        return st.If((st.Arm(condition, (yes,), span),), (no,), span)

    def _condition_now(self, node: c_ast.Node) -> ex.Expr:
        self._unit.immediate += 1
        try:
            return self._condition(node)
        finally:
            self._unit.immediate -= 1

    def evaluate(self, node: c_ast.BinaryOp) -> None:
        """Emit ``a && b;``: the right side runs if the left side does not decide."""
        left = self.condition(node.left)
        before = self._unit.block()
        self._lowering.values.discard(node.right)
        body = self._unit.close(before)
        if not body:
            return
        condition = left if node.op == "&&" else negated(left)
        span = self._unit.span
        self._unit.emit(st.If((st.Arm(condition, body, span),), (), span))

    # --- ?: --------------------------------------------------------------------------------------

    def same(self) -> Value:
        """Return the condition's own value, for ``a ?: b``."""
        return self._same[-1] if self._same else opaque("?:", "no value")

    def choice(self, node: c_ast.TernaryOp) -> Value:
        """Return the value of ``?:``: a variable that the arms of an IF set, or a maximum."""
        pattern = self._extreme(node) or self._magnitude(node)
        if pattern is not None:
            return pattern
        same = isinstance(node.iftrue, c_ast.ID) and node.iftrue.name == "__sad_same__"
        if same:
            value = self._lowering.values.value(node.cond)
            held = self._lowering.values.load(self._lowering.values.held(value))
            self._same.append(held)
            condition = self._truth(held)
        else:
            condition = self._condition_now(node.cond)
        try:
            return self._arms(node, condition)
        finally:
            if same:
                self._same.pop()

    def _arms(self, node: c_ast.TernaryOp, condition: ex.Expr) -> Value:
        if isinstance(condition, ex.Constant):
            return self._lowering.values.value(node.iftrue if condition.value else node.iffalse)
        unit, values = self._unit, self._lowering.values
        parts: list[tuple[Value, tuple[st.Stmt, ...]]] = []
        for item in (node.iftrue, node.iffalse):
            before = unit.block()
            unit.immediate += 1
            value = values.value(item)
            unit.immediate -= 1
            unit.flush()
            parts.append((value, unit.close(before)))
        kind = _joint_type(parts[0][0].type, parts[1][0].type)
        span = unit.span
        if isinstance(kind, Void):
            unit.emit(st.If((st.Arm(condition, parts[0][1], span),), parts[1][1], span))
            return Value(ex.OpaqueExpr("", "no value"), kind)
        place = unit.temporary(kind)
        target = unit.expression(place)
        bodies = [self._arm(work, target, value, kind) for value, work in parts]
        unit.emit(st.If((st.Arm(condition, bodies[0], span),), bodies[1], span))
        return values.load(place)

    def _arm(
        self, work: tuple[st.Stmt, ...], target: ex.Expr, value: Value, kind: CType
    ) -> tuple[st.Stmt, ...]:
        before = self._unit.block()
        self._unit.out.extend(work)
        expr = self._lowering.values.converted(value, kind)
        self._unit.assign(target, fitting(expr, target.type))
        return self._unit.close(before)

    def choose(self, node: c_ast.TernaryOp) -> None:
        """Emit ``a ? b : c;`` whose value nobody wants."""
        condition = self.condition(node.cond)
        bodies: list[tuple[st.Stmt, ...]] = []
        for item in (node.iftrue, node.iffalse):
            before = self._unit.block()
            self._lowering.values.discard(item)
            bodies.append(self._unit.close(before))
        span = self._unit.span
        if isinstance(condition, ex.Constant):
            self._unit.out.extend(bodies[0] if condition.value else bodies[1])
        elif bodies[0]:
            self._unit.emit(st.If((st.Arm(condition, bodies[0], span),), bodies[1], span))
        elif bodies[1]:
            self._unit.emit(st.If((st.Arm(negated(condition), bodies[1], span),), (), span))

    def _extreme(self, node: c_ast.TernaryOp) -> Value | None:
        """``a < b ? a : b`` of integers is their minimum."""
        condition = node.cond
        if not isinstance(condition, c_ast.BinaryOp) or condition.op not in ("<", "<=", ">", ">="):
            return None
        if not (is_plain(node.iftrue) and is_plain(node.iffalse)):
            return None
        straight = same_text(condition.left, node.iftrue) and same_text(
            condition.right, node.iffalse
        )
        crossed = same_text(condition.left, node.iffalse) and same_text(
            condition.right, node.iftrue
        )
        if not (straight or crossed):
            return None
        values = self._lowering.values
        left, right = values.value(condition.left), values.value(condition.right)
        kind = common_type(left.type, right.type)
        if not isinstance(kind, Scalar) or not kind.is_integer:
            return None
        least = straight == (condition.op in ("<", "<="))
        items = (values.converted(left, kind), values.converted(right, kind))
        return Value(ex.Intrinsic("min" if least else "max", items, Type.INTEGER), kind)

    def _magnitude(self, node: c_ast.TernaryOp) -> Value | None:
        """``a < 0 ? -a : a`` of integers is their magnitude: no branch even at -O0 of gcc."""
        condition, arms = node.cond, (node.iftrue, node.iffalse)
        if not isinstance(condition, c_ast.BinaryOp) or condition.op not in ("<", "<=", ">", ">="):
            return None
        if self._lowering.constant(condition.right) != 0 or not all(map(is_plain, arms)):
            return None
        negative = arms[condition.op in (">", ">=")]
        positive = arms[condition.op in ("<", "<=")]
        if not same_text(condition.left, positive):
            return None
        if not isinstance(negative, c_ast.UnaryOp) or negative.op != "-":
            return None
        if not same_text(negative.expr, positive):
            return None
        value = self._lowering.values.value(positive)
        kind = promoted(value.type)
        if not isinstance(kind, Scalar) or not (kind.is_integer and kind.signed):
            return None
        items = (self._lowering.values.converted(value, kind),)
        return Value(ex.Intrinsic("abs", items, Type.INTEGER), kind)


def negated(condition: ex.Expr) -> ex.Expr:
    """Return the opposite of a condition."""
    match condition:
        case ex.Constant(value=value):
            return ex.Constant(not value, Type.LOGICAL)
        case ex.Unary(operator=Operator.NOT, operand=operand):
            return operand
        case ex.Binary(operator=Operator.NE, left=left, right=right):
            return ex.Binary(Operator.EQ, left, right, Type.LOGICAL)
        case _:
            return ex.Unary(Operator.NOT, condition, Type.LOGICAL)


def _is_sequential(condition: ex.Expr) -> bool:
    match condition:
        case ex.Binary(operator=Operator.AND_THEN | Operator.OR_ELSE):
            return True
        case ex.Unary(operand=operand):
            return _is_sequential(operand)
        case _:
            return False


def _joint_type(left: CType, right: CType) -> CType:
    """The type of ``?:`` with arms of two types."""
    if isinstance(left, Scalar) and isinstance(right, Scalar):
        return common_type(left, right)
    if isinstance(left, Pointer):
        return left if not isinstance(left.to, Void) or not isinstance(right, Pointer) else right
    return right if isinstance(right, Pointer) else left
