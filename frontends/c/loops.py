"""``for``, ``while`` and ``do``. A ``for`` that counts becomes a counted loop where its bound stays.

C tests the condition before every iteration, so a ``for`` is only a counted loop if nothing in its body
changes the counter or what the bound is made of.

Over 400 lines: what makes a `for` a counted loop is one decision.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from pycparser import c_ast

from frontends.c.conditions import TRUE, negated
from frontends.c.convert import convert, narrowed
from frontends.c.invariant import Changes
from frontends.c.patterns import is_plain
from frontends.c.places import added
from frontends.c.scope import Entity, Kind
from frontends.c.types import Scalar
from frontends.c.unit import ONE
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Operator, Type
from sad.records import record, replace

if TYPE_CHECKING:
    from frontends.c.invariant import Changed
    from frontends.c.lowering import Lowering
    from frontends.c.statements import Statements

_MIRROR = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "!=": "!="}
_INT_BYTES = 4


@record
class _Counter:
    """A counting ``for``: its variable, what it is compared with, its step."""

    entity: Entity
    operator: str
    bound: c_ast.Node
    step: c_ast.Node | int
    down: bool
    first: c_ast.Node | None
    others: tuple[c_ast.Node, ...]


class Loops:
    """Loops of one function; ``used`` are the labels that something jumps to."""

    def __init__(self, lowering: Lowering, statements: Statements) -> None:
        self._lowering = lowering
        self._unit = lowering.unit
        self._statements = statements
        self.used: set[str] = set()
        self._unclear = False
        self._rising: list[str] = []
        self._changes = Changes(lowering.unit.symbols)
        self._changing: set[int] = set()  # found out once: in nests, finding out doubles the work

    def loop(self, node: c_ast.For | c_ast.While | c_ast.DoWhile) -> None:
        """Emit a loop."""
        match node:
            case c_ast.For():
                self._for(node)
            case c_ast.While():
                self._unit.at(node)
                self._tested(node.cond, node.stmt, None)
            case c_ast.DoWhile():
                self._do(node)

    # --- for -------------------------------------------------------------------------------------

    def _for(self, node: c_ast.For) -> None:
        span = self._unit.at(node)
        counter = self._counter(node)
        if counter is not None and id(node) not in self._changing and self._counted(node, counter):
            return
        if node.init is not None:
            self._initialise(node.init)
        self._unit.place = span
        if self._unclear:  # a negative number that is compared as an unsigned one
            self._unclear = False
            test = ex.OpaqueExpr("for", "a negative number compared as unsigned", Type.LOGICAL)
            before = self._unit.span
            body = self._body(node.stmt, () if node.next is None else (node.next,))
            self._unit.emit(st.While(test, body, before))
            return
        self._tested(node.cond, node.stmt, node.next)

    def _initialise(self, node: c_ast.Node) -> None:
        if isinstance(node, c_ast.DeclList | c_ast.Decl):
            self._statements.declaration(node)
        else:
            self._lowering.values.discard(node)

    def _counter(self, node: c_ast.For) -> _Counter | None:
        """What a ``for`` counts, if it has the form of one that does."""
        condition = node.cond
        if not isinstance(condition, c_ast.BinaryOp) or condition.op not in _MIRROR:
            return None
        steps = node.next.exprs if isinstance(node.next, c_ast.ExprList) else [node.next]
        for side, bound, operator in (
            (condition.left, condition.right, condition.op),
            (condition.right, condition.left, _MIRROR[condition.op]),
        ):
            entity = self._lowering.entity(side) if isinstance(side, c_ast.ID) else None
            if entity is None or not _can_count(entity):
                continue
            found = [item for item in steps if item is not None and self._step(item, entity)]
            if len(found) != 1:
                continue
            step = self._step(found[0], entity)
            assert step is not None
            size, down = step
            others = tuple(item for item in steps if item is not None and item is not found[0])
            first = _first(node.init, entity, self._lowering)
            return _Counter(entity, operator, bound, size, down, first, others)
        return None

    def _step(self, node: c_ast.Node, entity: Entity) -> tuple[c_ast.Node | int, bool] | None:
        """The step of ``i++``, ``i += c`` and ``i = i + c``; whether it goes down."""

        def is_counter(item: c_ast.Node) -> bool:
            return isinstance(item, c_ast.ID) and self._lowering.entity(item) is entity

        match node:
            case c_ast.UnaryOp(op="++" | "p++" | "--" | "p--", expr=target) if is_counter(target):
                return 1, "-" in node.op
            case c_ast.Assignment(op="+=" | "-=", lvalue=target, rvalue=step) if is_counter(target):
                return step, node.op == "-="
            case c_ast.Assignment(
                op="=", lvalue=target, rvalue=c_ast.BinaryOp(op="+" | "-") as sum_
            ) if is_counter(target):
                if is_counter(sum_.left):
                    return sum_.right, sum_.op == "-"
                if is_counter(sum_.right) and sum_.op == "+":
                    return sum_.left, False
                return None
            case _:
                return None

    def _counted(self, node: c_ast.For, counter: _Counter) -> bool:
        """Emit a counted loop; return False, with nothing emitted, if it is none."""
        unit, lowering = self._unit, self._lowering
        kind = counter.entity.type
        assert isinstance(kind, Scalar)
        step = self._step_value(counter)
        if step is None:
            return False
        size, down = step
        before = unit.block()
        header = unit.span
        self._others_first(node.init, counter)
        if counter.first is not None:
            first = lowering.values.scalar(counter.first, kind)
        else:
            first = unit.expression(lowering.places.variable(counter.entity))
        unit.flush()
        prologue = len(unit.out)
        bound = lowering.values.integer(counter.bound)
        pure = len(unit.out) == prologue and not unit.pending
        bound_type = lowering.values.value(counter.bound).type if pure else None
        last = None
        if pure and isinstance(bound_type, Scalar) and bound.type is Type.INTEGER:
            last = _last(counter.operator, bound, first, kind, down=down)
        if isinstance(bound_type, Scalar) and _is_mixed(kind, bound_type):
            known = isinstance(first, ex.Constant) and not _is_negative(first)
            if not known and not (_declares(node.init) and not _is_negative(first)):
                unit.pending.clear()
                unit.close(before)
                self._unclear = _is_negative(first)
                return False
            if not self.is_no_less_than_0(first):
                first = convert(first, kind, bound_type)
        if last is None or not _fits(kind, bound_type, bound):
            unit.pending.clear()
            unit.close(before)
            return False
        lowest = first if not down else last
        self._rising.append(counter.entity.ir if self.is_no_less_than_0(lowest) else "")
        body = self._body(node.stmt, counter.others)
        self._rising.pop()
        variable = unit.expression(lowering.places.variable(counter.entity))
        assert isinstance(variable, ex.Variable)
        prologue_statements = unit.close(before)
        unit.place = header
        changed = self._if_it_counts(node, variable, (bound, size), body)
        if changed is None:
            return False
        signed = ex.Unary(Operator.NEG, size, Type.INTEGER) if down else size
        if down and isinstance(size, ex.Constant):
            signed = ex.Constant(-int(size.value), Type.INTEGER)
        unit.out.extend(prologue_statements)
        loop = st.CountedLoop(
            variable,
            first,
            last,
            signed,
            body,
            header,
            written=(first, bound, size),
            direction=-1 if down else 1,
        )
        self._changes.keep(loop, changed)
        unit.emit(loop)
        return True

    def _if_it_counts(
        self,
        node: c_ast.For,
        variable: ex.Variable,
        ends: tuple[ex.Expr, ...],
        body: tuple[st.Stmt, ...],
    ) -> Changed | None:
        """What a counted loop changes; None if it changes its counter in ``body`` or its ends."""
        symbols = self._unit.symbols
        changed = self._changes.of(body)
        steady = changed.leaves((variable,), symbols)
        changed.write(variable.name, symbols)
        if steady and changed.leaves(ends, symbols):
            return changed
        self._changing.add(id(node))
        return None

    def is_no_less_than_0(self, value: ex.Expr) -> bool:
        """Whether a value is made of numbers that are not negative, by the loops around it."""
        match value:
            case ex.Constant(value=int(number)):
                return number >= 0
            case ex.Variable(name=name):
                return name in self._rising or name in self._never_negative
            case ex.Binary(operator=Operator.ADD | Operator.MUL, left=left, right=right):
                return self.is_no_less_than_0(left) and self.is_no_less_than_0(right)
            case ex.Intrinsic(name=name):
                return name.startswith("u")  # made unsigned
            case _:
                return False

    @cached_property
    def _never_negative(self) -> frozenset[str]:
        """The local variables that only get constants and are only raised."""
        return frozenset(
            entity.ir
            for entity in self._unit.info.locals
            if _can_count(entity) and entity.kind is Kind.LOCAL and not entity.falls
        )

    def _others_first(self, init: c_ast.Node | None, counter: _Counter) -> None:
        """The initialisations of a ``for`` besides its counter's."""
        match init:
            case c_ast.DeclList(decls=items):
                for item in items:
                    entity = self._unit.info.declared.get(id(item))
                    if entity is not counter.entity:
                        self._statements.declaration(item)
                    else:
                        self._statements.declared(item)
            case c_ast.ExprList(exprs=items):
                for item in items:
                    if not (isinstance(item, c_ast.Assignment) and item.rvalue is counter.first):
                        self._lowering.values.discard(item)
            case None | c_ast.Assignment() | c_ast.Decl():
                pass
            case _:
                self._lowering.values.discard(init)

    def _step_value(self, counter: _Counter) -> tuple[ex.Expr, bool] | None:
        """The step as a positive number, or as a variable that must be one."""
        if isinstance(counter.step, int):
            return ONE, counter.down
        known = self._lowering.constant(counter.step)
        if known is not None:
            down = counter.down != (known < 0)
            return (ex.Constant(abs(known), Type.INTEGER), down) if known else None
        rising = counter.operator in ("<", "<=")
        if rising == counter.down or counter.operator == "!=" or not is_plain(counter.step):
            return None
        before = self._unit.block()
        value = self._lowering.values.value(counter.step)
        work = self._unit.close(before)
        if work or not isinstance(value.type, Scalar) or not value.type.is_integer:
            return None
        return self._lowering.values.pure(value), counter.down

    def _body(self, node: c_ast.Node, steps: tuple[c_ast.Node, ...]) -> tuple[st.Stmt, ...]:
        """The statements of a loop's body; ``steps`` follow at the end of each iteration."""
        target = self._unit.label()
        before = self._unit.block()
        self._statements.breaks.append(None)
        self._statements.continues.append(target if steps else None)
        self._statements.inside(node)
        self._statements.breaks.pop()
        self._statements.continues.pop()
        if target in self.used:
            self._unit.emit(st.Continue(self._unit.span, target))
        for item in steps:
            self._unit.at(item)
            self._lowering.values.discard(item)
        return self._unit.close(before)

    # --- while and do ----------------------------------------------------------------------------

    def _tested(
        self,
        condition: c_ast.Node | None,
        stmt: c_ast.Node,
        step: c_ast.Node | None,
    ) -> None:
        """Emit a loop that tests first; what the condition does besides happens in the loop."""
        unit = self._unit
        header = unit.span
        before = unit.block()
        test: ex.Expr = TRUE
        if condition is not None:
            test = self._lowering.conditions.condition(condition)
        work = unit.close(before)
        body = self._body(stmt, () if step is None else (step,))
        if work:
            span = replace(header)
            leave = st.If(
                (st.Arm(negated(test), (st.Exit(None, replace(header)),), span),), (), span
            )
            body, test = (*work, leave, *body), TRUE
        unit.emit(st.While(test, body, header))

    def _do(self, node: c_ast.DoWhile) -> None:
        unit = self._unit
        header = unit.at(node)
        end = unit.at(node.cond)
        before = unit.block()
        test = self._lowering.conditions.condition(node.cond)
        work = unit.close(before)
        unit.place = header
        once = isinstance(test, ex.Constant) and not test.value
        target = unit.label() if work or once else None
        before = unit.block()
        self._statements.breaks.append(target if once else None)
        self._statements.continues.append(target)
        self._statements.inside(node.stmt)
        self._statements.breaks.pop()
        self._statements.continues.pop()
        unit.place = end
        if target in self.used:
            unit.emit(st.Continue(unit.span, target))
        if once:  # do { ... } while (0) is a block
            body = unit.close(before)
            unit.out.extend((st.Continue(header), *body, *work))
            return
        if not work:
            body = unit.close(before)
            unit.emit(st.While(test, body, header, end, at_end=True))
            return
        unit.out.extend(work)
        span = unit.span
        leave = (st.Exit(None, unit.span),)
        unit.emit(st.If((st.Arm(negated(test), leave, span),), (), span))
        body = unit.close(before)
        unit.emit(st.While(TRUE, body, header))


def _can_count(entity: Entity) -> bool:
    """Whether a variable can be a counter: an integer that no pointer leads to."""
    kind = entity.type
    return (
        entity.kind in (Kind.LOCAL, Kind.PARAMETER)
        and isinstance(kind, Scalar)
        and kind.is_integer
        and not kind.truth
        and not entity.handed
        and not entity.escapes
        and not entity.volatile
        and not entity.constant
    )


def _first(init: c_ast.Node | None, entity: Entity, lowering: Lowering) -> c_ast.Node | None:
    """The counter's first value, if the ``for`` sets it."""
    items: list[c_ast.Node] = []
    match init:
        case c_ast.DeclList(decls=found):
            items = found
        case c_ast.ExprList(exprs=found):
            items = found
        case None:
            pass
        case _:
            items = [init]
    for item in items:
        match item:
            case c_ast.Decl(init=value) if value is not None:
                if lowering.unit.info.declared.get(id(item)) is entity:
                    return value
            case c_ast.Assignment(op="=", lvalue=c_ast.ID() as target, rvalue=value):
                if lowering.entity(target) is entity:
                    return value
            case _:
                pass
    return None


def _last(
    operator: str, bound: ex.Expr, first: ex.Expr, kind: Scalar, *, down: bool
) -> ex.Expr | None:
    """The last value of a counter, by the condition for going on."""
    match operator:
        case "<" if not down:
            return added(bound, ONE, Operator.SUB)
        case "<=" if not down:
            return bound
        case ">" if down:
            return added(bound, ONE)
        case ">=" if down:
            zero = isinstance(bound, ex.Constant) and bound.value == 0
            return None if zero and not kind.signed else bound
        case "!=" if not down:
            # Counting up to a number it is already past would go on until it overflows.
            start = isinstance(first, ex.Constant) and first.value == 0
            return added(bound, ONE, Operator.SUB) if kind.signed or start else None
        case "!=":
            return added(bound, ONE) if kind.signed else None
        case _:
            return None


def _is_mixed(kind: Scalar, bound: Scalar) -> bool:
    """Whether a negative first value would be compared as a large unsigned one."""
    unsigned = not bound.signed and bound.size >= max(kind.size, _INT_BYTES)
    return unsigned and kind.signed


def _is_negative(first: ex.Expr) -> bool:
    constant = isinstance(first, ex.Constant)
    return isinstance(first, ex.Unary) or (constant and int(first.value) < 0)


def _declares(init: c_ast.Node | None) -> bool:
    """Whether a ``for`` declares its counter: nobody sees what it is after the loop."""
    return isinstance(init, c_ast.DeclList)


def _fits(kind: Scalar, bound_type: object, bound: ex.Expr) -> bool:
    """Whether the counter can pass the bound without wrapping."""
    if kind.size >= _INT_BYTES:
        return True
    number = bound.value if isinstance(bound, ex.Constant) else None
    if not isinstance(number, int) or not isinstance(bound_type, Scalar):
        return False
    limit = ex.Constant(number + 1, Type.INTEGER)
    return narrowed(limit, bound_type, kind) == limit
