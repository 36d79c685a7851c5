"""One function of C to an IR unit: ties places, values, conditions, calls and statements together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pycparser import c_ast

from frontends.c.calls import Calls
from frontends.c.conditions import Conditions
from frontends.c.fold import Folder
from frontends.c.initial import Initial
from frontends.c.members import Members
from frontends.c.places import Places
from frontends.c.program import global_block
from frontends.c.scope import Kind
from frontends.c.statements import Statements
from frontends.c.transfers import Transfers
from frontends.c.typer import type_of
from frontends.c.types import FLOAT, INT, UNKNOWN, Pointer, Record, Scalar, Void, promoted
from frontends.c.unit import UnitBuilder, ir_type
from frontends.c.value import Value
from frontends.c.values import Values
from frontends.directives import with_copies
from sad.diagnostics import Span
from sad.ir import expr as ex
from sad.ir.program import Declaration, Dimension, Storage, Symbol, Unit, UnitKind
from sad.records import field, mutable

if TYPE_CHECKING:
    from frontends.c.program import FunctionRecord, ProgramFacts
    from frontends.c.scope import Entity
    from frontends.c.types import CType
    from sad.ir.stmt import Stmt

RESULT = "return"


class Lowering:
    """The parts that work on one function, and what they all need to know."""

    def __init__(self, unit: UnitBuilder) -> None:
        self.unit = unit
        self.places = Places(self)
        self.values = Values(self)
        self.conditions = Conditions(self)
        self.calls = Calls(self)
        self.initial = Initial(self)
        self.transfers = Transfers(self)
        self.members = Members(self)
        self.statements = Statements(self)
        self.declarations: list[Declaration] = []
        self._folder = Folder(self.entity, self.type_name, self.type_of, settled=True)

    def entity(self, node: c_ast.ID) -> Entity | None:
        """Return what an identifier means."""
        return self.unit.info.entities.get(id(node)) or self.unit.program.names.get(id(node))

    def constant(self, node: c_ast.Node) -> int | None:
        """Return the value of an integer constant expression, None if it is none."""
        return self._folder.value(node)

    def type_name(self, node: c_ast.Typename) -> CType:
        """Return the type a type name stands for."""
        return self.unit.info.types.get(id(node), UNKNOWN)

    def type_of(self, node: c_ast.Node) -> CType | None:
        """Return the type of an expression that is not evaluated."""
        return type_of(node, self.entity, self.type_name)

    def is_function(self, name: str) -> bool:
        """Whether an undeclared name is a function of the program."""
        return self.unit.program.function(self.unit.file, name) is not None

    def record_of(self, unit_name: str) -> FunctionRecord | None:
        """Return the function of that IR name."""
        return self.unit.program.by_unit.get(unit_name)

    def pointed_function(self, node: c_ast.Node) -> str | None:
        """Return the one function that a pointer can hold, if the source shows only one."""
        key = node.field.name if isinstance(node, c_ast.StructRef) else ""
        if isinstance(node, c_ast.ID):
            entity = self.entity(node)
            if entity is not None and entity.kind is Kind.GLOBAL:
                key = entity.name
        return self.unit.program.pointed(key) if key else None

    def program_initial(self, entity: Entity) -> c_ast.Node | None:
        """Return the initialiser of a global that is defined in another file."""
        if entity.kind is not Kind.GLOBAL:
            return None
        return self.unit.program.initials.get(global_block(entity, self.unit.file))


@mutable
class _Header:
    """The interface of a unit."""

    dummies: list[str] = field(default_factory=list[str])
    hidden: list[str] = field(default_factory=list[str])


def lower_function(record: FunctionRecord, program: ProgramFacts) -> Unit:
    """Return the IR unit of a function."""
    info = record.info
    builder = UnitBuilder(record.file, info, program)
    start = builder.at(info.node.decl)
    lowering = Lowering(builder)
    header = _header(lowering, record)
    kind = info.entity.type
    result_type: CType = getattr(kind, "result", UNKNOWN)
    is_main = info.entity.name == "main" and not info.entity.internal
    has_result = not isinstance(result_type, Void) and not is_main
    if has_result:
        builder.symbols[RESULT] = Symbol(
            RESULT, ir_type(result_type), Storage.RESULT, spelling=record.info.entity.name
        )
    lowering.statements.result = (result_type, has_result)
    before = (*(_before if is_main else _old_style)(lowering), *_lengths(lowering))
    body = (*before, *lowering.statements.body(info.node.body))
    _dummy_symbols(lowering)
    if is_main:
        unit_kind = UnitKind.PROGRAM
    else:
        unit_kind = UnitKind.FUNCTION if has_result else UnitKind.SUBROUTINE
    end = max(builder.last_line, start.line)
    unit = Unit(
        record.name,
        unit_kind,
        tuple(header.dummies),
        RESULT if has_result else None,
        builder.symbols,
        tuple(lowering.declarations),
        body,
        Span(start.file, start.line, end),
        header=start,
        spelling=info.entity.name,
        hidden=tuple(header.hidden),
    )
    return with_copies(unit, tuple(builder.sequential)) if builder.sequential else unit


def _before(lowering: Lowering) -> tuple[Stmt, ...]:
    """What runs before the main program or at unknown times: constructors, functions of two names.

    A main program that is called goes back to its start an unknown number of times.
    """
    unit = lowering.unit
    before = unit.block()
    for record in unit.program.starts.values():
        lowering.calls.start(record)
    if unit.program.main_is_called:
        lowering.calls.start_again("main", "that main may be called by the program")
    return unit.close(before)


def _lengths(lowering: Lowering) -> tuple[Stmt, ...]:
    """The lengths in parameters' types, which are evaluated when the function starts."""
    unit = lowering.unit
    before = unit.block()
    declared = unit.info.node.decl.type
    if isinstance(declared, c_ast.FuncDecl) and declared.args is not None:
        for item in declared.args.params:
            if isinstance(item, c_ast.Decl):
                lowering.statements.lengths(item.type)
    return unit.close(before)


def _old_style(lowering: Lowering) -> tuple[Stmt, ...]:
    """The conversions of what a K&R function gets, which comes promoted, to its parameters' types."""
    unit = lowering.unit
    before = unit.block()
    for entity in unit.info.parameters if unit.info.node.param_decls else ():
        kind = entity.type
        if not isinstance(kind, Scalar) or (promoted(kind) == kind and kind != FLOAT):
            continue
        target = unit.expression(lowering.places.variable(entity))
        value: ex.Expr = ex.OpaqueExpr(entity.name, "a promoted argument cut", target.type)
        if kind.is_integer and not kind.truth:
            value = lowering.values.converted(Value(target, INT), kind)
        unit.assign(target, value, silent=True, apart=True)
    return unit.close(before)


def _header(lowering: Lowering, record: FunctionRecord) -> _Header:
    header = _Header([item.ir for item in record.info.parameters])
    unit = lowering.unit
    for item in record.hidden:
        entity = record.info.parameters[item.position]
        name = ".".join((entity.ir, *item.path))
        header.hidden.append(name)
        unit.hidden[name] = None
    for item in record.hidden:
        entity = record.info.parameters[item.position]
        place = lowering.places.variable(entity)
        if isinstance(place.type, Pointer):
            place = lowering.places.element(lowering.places.of_pointer(place), None)
        for name in item.path:
            if isinstance(place.type, Pointer):
                place = lowering.places.element(lowering.places.of_pointer(place), None)
            if isinstance(place.type, Record):
                place = lowering.places.member(place, name)
        unit.passed(place)
    header.hidden += lowering.members.declare_results(record.results)
    return header


def _dummy_symbols(lowering: Lowering) -> None:
    """Enter the parameters that the function does not use, as far as their types tell."""
    unit = lowering.unit
    for entity in unit.info.parameters:
        known = unit.symbols.get(entity.ir)
        if known is not None:
            continue
        kind = entity.type.to if isinstance(entity.type, Pointer) else entity.type
        array = isinstance(entity.type, Pointer) and entity.subscripted
        unit.symbols[entity.ir] = Symbol(
            entity.ir,
            ir_type(kind),
            Storage.DUMMY,
            (Dimension(None, None),) if array else (),
            spelling=entity.name,
        )
