"""Which registers and memory each block of a unit reads and writes, before any value is known.

A scalar is in a register if nobody else can see it. Everything else has *versions*: a store makes a
new version of all that may be the same place, and a load of the same address and version has the
same value. Two Fortran dummy arguments never overlap; two pointers of C may if they lead to the same
type and neither is ``restrict``, and a name behind a pointer may be any object of its type whose
address is known outside.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.cfg.graph import Part
from sad.codemodel.operations.inlining import formula_of
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Type
from sad.ir.program import Storage
from sad.ir.walk import children, expressions, statements, walk
from sad.records import field, mutable, record

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping

    from sad.analysis.cfg.graph import Action
    from sad.codemodel.operations.inlining import Procedure
    from sad.ir.expr import Expr
    from sad.ir.program import Symbol, Unit


Element = tuple[str, tuple["Expr", ...]]
"""A memory scalar (no subscripts) or one element of an array, as the source writes it."""
ANYTHING = "any memory"
"""The versions of what may be anything: characters may overlap all other types."""
_BYTE = 1


@record
class Access:
    """A use of memory. ``subscripts`` is None where it is not known which element is meant."""

    name: str
    subscripts: tuple[Expr, ...] | None
    writes: bool
    block: int


@mutable
class Accesses:
    """What a block does: ``registers`` it writes, memory it uses, versions calls may change."""

    registers: set[str] = field(default_factory=set[str])
    memory: list[Access] = field(default_factory=list[Access])
    clobbered: set[str] = field(default_factory=set[str])


class Scanner:
    """Collects the accesses of blocks."""

    def __init__(self, memory: Memory, procedures: Mapping[str, Procedure]) -> None:
        self._memory = memory
        self._procedures = procedures

    def block(self, number: int, actions: Iterable[Action]) -> Accesses:
        """Return what the actions of a block access."""
        found = Accesses()
        for action in actions:
            self._action(action, number, found)
        return found

    def _action(self, action: Action, block: int, found: Accesses) -> None:
        statement = action.statement
        match action.part:
            case Part.LOOP_ENTRY | Part.LOOP_STEP if isinstance(statement, st.CountedLoop):
                self._target(statement.variable, block, found)
                if action.part is Part.LOOP_ENTRY:
                    for bound in (statement.first, statement.last, statement.step):
                        self._value(bound, block, found)
            case Part.CONDITION | Part.OPERAND:
                if action.condition is not None:
                    self._value(action.condition, block, found)
            case Part.WHOLE:
                self._statement(statement, block, found)
            case _:
                pass

    def _statement(self, statement: st.Stmt, block: int, found: Accesses) -> None:
        match statement:
            case st.Assign(silent=True):
                pass
            case st.Assign(target=target, value=value):
                self._value(value, block, found)
                self._target(target, block, found)
            case st.CallStatement(name=name, arguments=arguments, hidden=hidden):
                self._call(name, (*arguments, *hidden), block, found)
            case st.AssignLabel(variable=variable):
                found.registers.add(variable)
            case st.InputOutput(controls=controls, results=results, items=items):
                for item in (*controls, *items):
                    self._value(item, block, found)
                for item in results:
                    self._target(item, block, found)
            case st.Opaque():
                found.clobbered.update(every_version(self._memory))
            case _:
                for expression in expressions(statement):
                    self._value(expression, block, found)

    def _value(self, node: Expr, block: int, found: Accesses) -> None:
        match node:
            case ex.Variable(name=name):
                if self._memory.of(name) is not None:
                    found.memory.append(Access(name, (), False, block))
            case ex.Element() | ex.Section():
                self._array(node, block, found, writes=False)
            case ex.FunctionCall(name=name, arguments=arguments, hidden=hidden):
                formula = formula_of(node, self._procedures)
                if formula is None:
                    self._call(name, (*arguments, *hidden), block, found)
                else:
                    self._value(formula, block, found)
            case ex.ImpliedDo(variable=variable):
                found.registers.add(variable)
                for part in children(node):
                    self._value(part, block, found)
            case _:
                for part in children(node):
                    self._value(part, block, found)

    def _target(self, target: Expr, block: int, found: Accesses) -> None:
        match target:
            case ex.Variable(name=name):
                if self._memory.of(name) is None:
                    found.registers.add(name)
                else:
                    found.memory.append(Access(name, (), True, block))
            case ex.Element() | ex.Section():
                self._array(target, block, found, writes=True)
            case ex.Substring(base=base) | ex.Field(base=base):
                self._target(base, block, found)
            case ex.ImpliedDo(items=items, variable=variable):
                found.registers.add(variable)
                for item in items:
                    self._target(item, block, found)
            case _:
                pass

    def _array(
        self, node: ex.Element | ex.Section, block: int, found: Accesses, *, writes: bool
    ) -> None:
        """Keep an access to an array and what its subscripts read."""
        subscripts = node.subscripts if isinstance(node, ex.Element) else None
        for part in subscripts or ():
            self._value(part, block, found)
        found.memory.append(Access(node.array, subscripts, writes, block))

    def _call(self, name: str, arguments: tuple[Expr, ...], block: int, found: Accesses) -> None:
        procedure = self._procedures.get(name)
        for argument in arguments:
            if not isinstance(argument, ex.Variable):
                self._value(argument, block, found)
            elif self._memory.of(argument.name) is not None:
                found.memory.append(Access(argument.name, None, False, block))
        if procedure is not None and procedure.small:
            for target in arguments_written(procedure, arguments):
                self._target(target, block, found)
            if not procedure.reaches:
                return
        found.clobbered.update(self._memory.shared)
        for argument in arguments:
            name = argument.name if isinstance(argument, ex.Variable) else ""
            name = argument.array if isinstance(argument, ex.Element | ex.Section) else name
            place = self._memory.of(name)
            if place is not None:
                found.clobbered.update(place.stores)


def arguments_written(
    procedure: Procedure, arguments: tuple[Expr, ...]
) -> Iterable[ex.Variable | ex.Element]:
    """Yield the actual arguments that a procedure assigns."""
    for dummy, argument in zip(procedure.dummies, arguments, strict=False):
        if dummy in procedure.writes and isinstance(argument, ex.Variable | ex.Element):
            yield argument


def every_version(memory: Memory) -> set[str]:
    """Return all versions of memory there are in a unit."""
    return {version for place in memory.places.values() for version in place.stores}


@record
class MemoryPlace:
    """Memory by a name: which versions a load of it depends on and which a store of it changes.

    ``shared`` memory can be changed by procedures that are called, ``risky`` one may not be touched
    where the program does not (an address that comes from outside).
    """

    loads: tuple[str, ...]
    stores: tuple[str, ...]
    shared: bool
    risky: bool


@mutable
class Memory:
    """The names of a unit that live in memory; all others are in registers.

    ``shared`` are the versions that calls may change; ``pointers`` is whether arguments may overlap.
    """

    places: dict[str, MemoryPlace] = field(default_factory=dict[str, MemoryPlace])
    shared: tuple[str, ...] = ()
    pointers: bool = False

    def of(self, name: str) -> MemoryPlace | None:
        """Return the place of a name, None for a register."""
        return self.places.get(name)


def memory_of(unit: Unit, *, inlined: bool, without: Container[str] = ()) -> Memory:
    """Return what lives in memory; ``inlined`` units have their scalar dummies in registers.

    Procedures ``without`` calls of their own leave what they are given in registers.
    """
    handed = frozenset(_handed(unit, without))
    pointers = _has_pointers(unit)
    memory = Memory(pointers=pointers)
    for name, symbol in unit.symbols.items():
        if symbol.storage in (Storage.CONSTANT, Storage.PROCEDURE):
            continue
        place = _place(symbol, pointers=pointers, handed=name in handed, inlined=inlined)
        if place is not None:
            memory.places[name] = place
    shared = {
        version for place in memory.places.values() if place.shared for version in place.stores
    }
    memory.shared = tuple(sorted(shared))
    return memory


def _place(symbol: Symbol, *, pointers: bool, handed: bool, inlined: bool) -> MemoryPlace | None:
    name = symbol.name
    array = bool(symbol.dimensions)
    dummy = symbol.storage is Storage.DUMMY
    visible = symbol.storage in (Storage.COMMON, Storage.HOST)
    if dummy and not array and (symbol.by_value or inlined):
        return None
    kept = symbol.saved or symbol.shares is not None or symbol.volatile or handed
    if not (array or dummy or visible or kept or symbol.memory is not None or symbol.reached):
        return None
    if not pointers:
        own = f"shared {symbol.shares}" if symbol.shares is not None else name
        return MemoryPlace((own,), (own,), visible or dummy or handed, dummy)
    kind = f"pointed {symbol.type}{symbol.size_bytes}"
    private = not visible and not dummy and symbol.memory is None and not symbol.reached
    if private and symbol.shares is None:
        return MemoryPlace((name,), (name,), handed, risky=False)
    risky = dummy or bool(symbol.reached)
    if symbol.alone and array:
        return MemoryPlace((f"own {name}",), (f"own {name}",), True, risky)
    group = symbol.memory or ""
    member = "." in group or group.startswith("union")
    if symbol.shares is not None or symbol.size_bytes == _BYTE:
        return MemoryPlace(
            (ANYTHING,), (ANYTHING, f"any {kind}", f"by pointer {kind}"), True, risky
        )
    if visible or symbol.declared or member:
        own = group if member else name
        loads = (f"own {own}", f"by pointer {kind}")
        return MemoryPlace(loads, (f"own {own}", f"any {kind}", ANYTHING), True, risky)
    every = (f"any {kind}", f"by pointer {kind}", ANYTHING)
    return MemoryPlace((f"any {kind}",), every, True, risky)


def _has_pointers(unit: Unit) -> bool:
    """Whether arguments by reference may be the same place, as pointers may."""
    if unit.name != unit.name.upper():
        return True
    return any(
        symbol.by_value or symbol.memory is not None or symbol.row_major
        for symbol in unit.symbols.values()
    )


def _handed(unit: Unit, without: Container[str]) -> Iterator[str]:
    """The names whose address is given to procedures, or that a statement not modelled mentions."""
    for statement in statements(unit.body):
        if isinstance(statement, st.CallStatement) and statement.name not in without:
            yield from _names((*statement.arguments, *statement.hidden))
        for expression in expressions(statement):
            for part in walk(expression):
                if isinstance(part, ex.FunctionCall) and part.name not in without:
                    yield from _names((*part.arguments, *part.hidden))
        if isinstance(statement, st.InputOutput):
            yield from _names(statement.results)


def _names(arguments: tuple[ex.Expr, ...]) -> Iterator[str]:
    for argument in arguments:
        if isinstance(argument, ex.Variable):
            yield argument.name


def element_type(kind: Type) -> tuple[Type, int]:
    """Return the type of the parts a value of a type consists of, and how many they are."""
    match kind:
        case Type.COMPLEX:
            return Type.REAL, 2
        case Type.DOUBLE_COMPLEX:
            return Type.DOUBLE, 2
        case Type.LOGICAL:
            return Type.INTEGER, 1
        case _:
            return kind, 1
