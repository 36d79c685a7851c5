"""Statements of C to IR statements, expressions and loops apart."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from pycparser import c_ast

from frontends.c.convert import fitting
from frontends.c.files import read_pragma
from frontends.c.loops import Loops
from frontends.c.scope import Kind
from frontends.c.switch import Switches
from frontends.c.types import VOID, Array, CType, Function, Pointer, Record
from frontends.c.value import NOTHING, Value
from frontends.directives import note_section
from frontends.openmp import Form
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Type
from sad.ir.program import Declaration

if TYPE_CHECKING:
    from frontends.c.lowering import Lowering
    from frontends.c.scope import Entity
    from frontends.openmp import Directive

_RESULT = "return"


class Statements:
    """Statements of one function; ``result`` is its type, and whether it gives a value back.

    ``breaks`` are where ``break`` leads, innermost last: a label, or None for the end of a loop;
    ``again`` are the places that functions which return twice come back to.
    """

    def __init__(self, lowering: Lowering) -> None:
        self._lowering = lowering
        self._unit = lowering.unit
        self.loops = Loops(lowering, self)
        self.switches = Switches(lowering, self)
        self.result: tuple[CType, bool] = (VOID, False)
        self.breaks: list[str | None] = []
        self.continues: list[str | None] = []
        self.again: list[str] = []

    def body(self, node: c_ast.Compound) -> tuple[st.Stmt, ...]:
        """Return the statements of a function's body."""
        before = self._unit.block()
        self.inside(node)
        self._come_back()
        return self._unit.close(before)

    def _come_back(self) -> None:
        if self.again:
            where = ex.OpaqueExpr("setjmp", "whether it returns again", Type.INTEGER)
            self._unit.emit(st.ComputedGoto(tuple(self.again), where, self._unit.span))

    def inside(self, node: c_ast.Node) -> None:
        """Emit what a statement stands for."""
        match node:
            case c_ast.Compound():
                rest = deque(node.block_items or ())
                while rest:
                    self._next(rest)
            case c_ast.Decl() | c_ast.DeclList() | c_ast.Typedef():
                self.declaration(node)
            case c_ast.If():
                self._if(node)
            case c_ast.For() | c_ast.While() | c_ast.DoWhile():
                self.loops.loop(node)
            case c_ast.Switch():
                self.switches.switch(node)
            case c_ast.Case() | c_ast.Default():
                self.switches.stray(node)
            case c_ast.Label():
                self._unit.emit(st.Continue(self._unit.at(node), node.name))
                self.inside(node.stmt)
            case c_ast.Goto():
                self._unit.emit(st.Goto(node.name, self._unit.at(node)))
            case c_ast.Break() | c_ast.Continue():
                self._leave(node)
            case c_ast.Return():
                self._return(node)
            case c_ast.Pragma():
                self._pragma(node, deque())
            case c_ast.StaticAssert():
                pass
            case c_ast.EmptyStatement():
                self._unit.emit(st.Continue(self._unit.at(node)))
            case _:
                self._simple(node)

    def _next(self, rest: deque[c_ast.Node]) -> None:
        """Emit the next statement of several, with the directives before it."""
        node = rest.popleft()
        if isinstance(node, c_ast.Pragma):
            self._pragma(node, rest)
        else:
            self.inside(node)

    def _pragma(self, node: c_ast.Pragma, rest: deque[c_ast.Node]) -> None:
        """Mark what a construct governs: the next of ``rest``, the statements that follow."""
        read = read_pragma(node, self._unit.file)
        if read is None or read.construct is None:
            if read is not None:
                note_section(self._unit.sequential, read)
            return
        construct, span = read.construct, read.span
        self._unit.sequential.append(construct)
        if read.directive is None or read.directive.form is Form.NOTHING:
            if construct.name == "barrier":
                self._unit.emit(st.Mark(construct, begins=True, span=span))
                self._unit.emit(st.Mark(construct, begins=False, span=span))
            return
        problem = self._misplaced(read.directive, rest)
        if problem:
            problems = (*construct.problems, problem)
            self._unit.sequential[-1] = construct._replace(problems=problems)
            return
        self._unit.emit(st.Mark(construct, begins=True, span=span))
        self._next(rest)
        self._unit.emit(st.Mark(construct, begins=False, span=span))

    def _misplaced(self, directive: Directive, rest: deque[c_ast.Node]) -> str:
        """Why a directive cannot govern what follows; empty if it can."""
        after = next((item for item in rest if not isinstance(item, c_ast.Pragma)), None)
        if after is None or isinstance(after, c_ast.Decl | c_ast.DeclList):
            return f"{directive.name} stands before no statement"
        if directive.form is Form.LOOP and not isinstance(after, c_ast.For):
            return f"{directive.name} stands before no for loop"
        return ""

    def nested(self, node: c_ast.Node | None) -> tuple[st.Stmt, ...]:
        """Return the statements that a nested statement stands for."""
        before = self._unit.block()
        if node is not None:
            self.inside(node)
        return self._unit.close(before)

    def _simple(self, node: c_ast.Node) -> None:
        span = self._unit.at(node)
        count = len(self._unit.out)
        self._lowering.values.discard(node)
        if len(self._unit.out) == count:
            self._unit.emit(st.Continue(span))

    def declaration(self, node: c_ast.Node) -> None:
        """Emit the initialisations of a declaration."""
        if isinstance(node, c_ast.DeclList):
            for item in node.decls:
                self.declaration(item)
            return
        span = self._unit.at(node)
        entity = self.declared(node)
        if isinstance(node, c_ast.Decl | c_ast.Typedef):
            self.lengths(node.type)
        if not isinstance(node, c_ast.Decl):
            return
        if entity is None or not entity.is_variable or isinstance(entity.type, Function):
            return
        place = self._lowering.places.variable(entity)
        if entity.kind is Kind.STATIC:
            self._lowering.initial.of_static(entity)
            return
        if node.init is None or entity.kind is Kind.GLOBAL:
            return
        if self._lowering.initial.constant(entity) is not None:
            # Its value stands wherever it is used; the declaration still executes.
            self._unit.emit(st.Continue(span))
            return
        self._unit.fresh = entity.ir
        self._lowering.initial.declare(
            place, self._lowering.calls.tables.numbered(entity, node.init)
        )
        self._unit.fresh = ""
        self._unit.flush()

    def declared(self, node: c_ast.Node) -> Entity | None:
        """Note a declaration; return what it declares."""
        entity = self._unit.info.declared.get(id(node))
        name = "" if entity is None else entity.ir
        found = Declaration("declaration", self._unit.at(node), name)
        self._lowering.declarations.append(found)
        return entity

    def lengths(self, node: c_ast.Node) -> None:
        """Evaluate the lengths of an array that are not constant: they stay what they are here."""
        values = self._lowering.values
        while isinstance(node, c_ast.ArrayDecl | c_ast.PtrDecl | c_ast.TypeDecl):
            length = node.dim if isinstance(node, c_ast.ArrayDecl) else None
            if (
                length is not None
                and self._lowering.constant(length) is None
                and not self._is_stable(length)
            ):
                values.lengths[id(length)] = values.held(values.value(length))
                self._unit.flush()
            node = node.type

    def _is_stable(self, node: c_ast.Node) -> bool:
        """Whether an expression has no side effect and means the same wherever it is seen."""
        if isinstance(node, c_ast.ID):
            entity = self._lowering.entity(node)
            if entity is None or entity.kind is Kind.ENUMERATOR:
                return entity is not None
            once = int(entity.kind is not Kind.PARAMETER)
            loose = entity.handed or entity.escapes or entity.volatile
            return entity.kind is not Kind.GLOBAL and entity.assigned <= once and not loose
        plain = c_ast.Constant | c_ast.BinaryOp | c_ast.Cast | c_ast.Typename
        if isinstance(node, c_ast.UnaryOp) and node.op in ("+", "-", "~", "sizeof"):
            return all(self._is_stable(item) for item in node)
        if isinstance(node, c_ast.Typename):
            return True
        return isinstance(node, plain) and all(self._is_stable(item) for item in node)

    def _if(self, node: c_ast.If) -> None:
        span = self._unit.at(node)
        condition = self._lowering.conditions.condition(node.cond)
        arms = [st.Arm(condition, self.nested(node.iftrue), span)]
        otherwise = node.iffalse
        while isinstance(otherwise, c_ast.If):
            inner = self._unit.at(otherwise)
            before = self._unit.block()
            condition = self._lowering.conditions.condition(otherwise.cond)
            work = self._unit.close(before)
            if work:
                break
            arms.append(st.Arm(condition, self.nested(otherwise.iftrue), inner))
            otherwise = otherwise.iffalse
        rest = self.nested(otherwise)
        self._unit.emit(st.If(tuple(arms), rest, span))

    def _leave(self, node: c_ast.Break | c_ast.Continue) -> None:
        span = self._unit.at(node)
        stack = self.breaks if isinstance(node, c_ast.Break) else self.continues
        target = stack[-1] if stack else None
        if target is not None:
            self._unit.emit(st.Goto(target, span))
            self.loops.used.add(target)
        elif isinstance(node, c_ast.Break):
            self._unit.emit(st.Exit(None, span))
        else:
            self._unit.emit(st.Cycle(None, span))

    def _return(self, node: c_ast.Return) -> None:
        span = self._unit.at(node)
        kind, gives = self.result
        if not gives and node.expr is not None and self._lowering.constant(node.expr):
            self._unit.emit(
                st.Stop(span)
            )  # the main program ends with a status that says it failed
            return
        if node.expr is not None:
            value = self._lowering.values.value(node.expr)
            if gives:
                self._set_result(kind, value)
            elif value.expr is not None and not isinstance(value.expr, ex.Constant):
                self._lowering.values.kept(value)
            self._unit.flush()
        self._come_back()
        self._unit.emit(st.Return(None, span))

    def _set_result(self, kind: CType, value: Value) -> None:
        target = ex.Variable(_RESULT, self._unit.symbols[_RESULT].type)
        if (
            isinstance(kind, Record)
            and value.address is None
            and isinstance(value.expr, ex.Variable)
        ):
            expr: ex.Expr = value.expr
        elif isinstance(kind, Array | Pointer) and value.address is not None:
            expr = self._lowering.values.pure(value)
        else:
            expr = self._lowering.values.converted(value, kind)
        self._unit.assign(target, fitting(expr, target.type))
        self._lowering.members.give_back(value)

    def expression(self, node: c_ast.Compound) -> Value:
        """Return the value of a statement expression: that of its last statement."""
        items = list(node.block_items or ())
        for item in items[:-1]:
            self.inside(item)
        if not items or isinstance(items[-1], c_ast.Decl | c_ast.Compound | c_ast.If):
            for item in items[-1:]:
                self.inside(item)
            return NOTHING
        if isinstance(items[-1], c_ast.For | c_ast.While | c_ast.DoWhile | c_ast.Switch):
            self.inside(items[-1])
            return NOTHING
        return self._lowering.values.value(items[-1])
