"""What PVM programs pack into the send buffer and unpack, as variables that count the bytes.

PVM puts a message together call by call: ``pvm_initsend`` empties the send buffer, each ``pvm_pk*``
adds to it, and ``pvm_send`` passes what is there. Before any analysis, silent assignments are put
behind these calls: ``pvm_packed = pvm_packed + 8*n``. They do nothing when the program runs, and are
followed through loops, branches and procedures like every other variable in COMMON. In the same way
``pvm_received`` holds before each receive the bytes that are unpacked behind it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.messages.datatypes import pvm_size
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Operator, Type
from sad.ir.fold import constant_integer
from sad.ir.program import Storage, Symbol, Unit
from sad.ir.walk import function_calls, statements, walk
from sad.records import replace

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sad.ir.expr import Expr
    from sad.ir.program import Program
    from sad.ir.stmt import Stmt

PACKED, RECEIVED = "pvm_packed", "pvm_received"
"""Variables that hold the bytes in the send buffer, and those of the message received next."""

_SIZES = {
    "byte": 1, "cplx": 8, "dcplx": 16, "double": 8, "float": 4, "int": 4, "long": 8, "short": 2,
    "uint": 4, "ulong": 8, "ushort": 2,
}  # fmt: skip
_LENGTH = 4  # bytes in which pvm_pkstr packs how long a text is
_RECEIVES = frozenset(("recv", "nrecv", "trecv"))
_EMPTIES = frozenset(("initsend",))
_OTHER_BUFFER = frozenset(("setsbuf", "freebuf"))


def with_packing(program: Program) -> Program:
    """Return a program with assignments for the bytes that its calls of PVM pack and unpack."""
    files = tuple(
        replace(file, units=units)
        if (units := tuple(map(packing_of, file.units))) != file.units
        else file
        for file in program.files
    )
    return replace(program, files=files) if files != program.files else program


def packing_of(unit: Unit) -> Unit:
    """Return a unit with assignments for the bytes that its calls of PVM pack and unpack."""
    if not any(map(_calls, _statements_with_calls(unit))) or PACKED in unit.symbols:
        return unit
    symbols = {
        name: Symbol(
            name, Type.INTEGER, Storage.COMMON, (), 8, name, 0, spelling=name, declared=True
        )
        for name in (PACKED, RECEIVED)
    }
    changed = replace(unit, symbols={**unit.symbols, **symbols})
    return replace(changed, body=_Packing(changed).body(unit.body))


class _Packing:
    def __init__(self, unit: Unit) -> None:
        self._unit = unit

    def body(self, body: Sequence[Stmt]) -> tuple[Stmt, ...]:
        """Statements with assignments among them, nested ones too."""
        found: list[Stmt] = []
        for place, statement in enumerate(body):
            before, after = self._around(statement, body[place + 1 :])
            inside = self._inside(statement)
            if before and statement.label is not None:  # jumps lead to what is put before
                found.append(st.Continue(statement.span, statement.label))
                inside = replace(inside, label=None)
            found += [*before, inside, *after]
        return tuple(found)

    def _inside(self, statement: Stmt) -> Stmt:
        match statement:
            case st.If(arms=arms, otherwise=otherwise):
                inner = tuple(replace(arm, body=self.body(arm.body)) for arm in arms)
                return replace(statement, arms=inner, otherwise=self.body(otherwise))
            case st.CountedLoop(body=body) | st.While(body=body):
                return replace(statement, body=self.body(body))
            case st.Select(cases=cases):
                parts = tuple(replace(case, body=self.body(case.body)) for case in cases)
                return replace(statement, cases=parts)
            case _:
                return statement

    def _around(self, statement: Stmt, rest: Sequence[Stmt]) -> tuple[list[Stmt], list[Stmt]]:
        """The assignments before and after a statement; tests of loops pack nothing."""
        before: list[Stmt] = []
        after: list[Stmt] = []
        packed = ex.Variable(PACKED, Type.INTEGER)
        calls = [] if isinstance(statement, st.While) else _calls(statement)
        for name, arguments in calls:
            if name in _EMPTIES:
                after.append(_silent(packed, _number(0), statement))
            elif name in _OTHER_BUFFER:
                after.append(_silent(packed, _opaque("another buffer"), statement))
            elif name in _RECEIVES:
                received = ex.Variable(RECEIVED, Type.INTEGER)
                before.append(_silent(received, self._unpacked(rest), statement))
            else:
                nbytes = self._bytes(name, arguments, "pk", "pack")
                if nbytes is not None:
                    total = ex.Binary(Operator.ADD, packed, nbytes, Type.INTEGER)
                    after.append(_silent(packed, total, statement))
        return (before + after, []) if isinstance(statement, st.If) else (before, after)

    def _bytes(self, name: str, arguments: Sequence[Expr], in_c: str, general: str) -> Expr | None:
        """The bytes that a call packs (or unpacks); None if it does not."""
        if name == general and len(arguments) > 2:  # Fortran: datatype, buf, count, stride, info
            code = constant_integer(arguments[0], self._unit.symbols)
            size = None if code is None else pvm_size(code)
            return _opaque("a type of PVM") if size is None else _times(arguments[2], size)
        if name == f"{in_c}str" and arguments:
            text = arguments[0]
            if isinstance(text, ex.Constant) and isinstance(text.value, str):
                return _number(len(text.value) + 1 + _LENGTH)
            return _opaque("the length of a text")
        size = _SIZES.get(name.removeprefix(in_c)) if name.startswith(in_c) else None
        if size is None or len(arguments) < 2:
            return None
        return _times(arguments[1], size)

    def _unpacked(self, rest: Sequence[Stmt]) -> Expr:
        """The bytes unpacked after a receive, as far as they are known when it is called."""
        total: Expr | None = None
        changed: set[str] = set()
        for statement in rest:
            names = {name for name, _ in _calls(statement)}
            if names & _RECEIVES or isinstance(statement, st.Return | st.Goto | st.Stop):
                break
            nested = isinstance(statement, st.If | st.CountedLoop | st.While | st.Select)
            inner = statements((statement,)) if nested else [statement]
            for name, arguments in (call for item in inner for call in _calls(item)):
                nbytes = self._bytes(name, arguments, "upk", "unpack")
                if nbytes is None:
                    continue
                if nested or any(part in changed for part in map(_name, walk(nbytes))):
                    return _opaque("how much is unpacked")
                added = ex.Binary(Operator.ADD, nbytes, nbytes, Type.INTEGER)
                total = nbytes if total is None else replace(added, left=total)
            for item in inner:
                changed.update(_changed(item))
        return _opaque("how much is unpacked") if total is None else total


def _statements_with_calls(unit: Unit) -> Iterator[Stmt]:
    """The statements that may call PVM: in Fortran, its routines are subroutines."""
    for statement in statements(unit.body):
        if isinstance(statement, st.CallStatement) or not unit.name.isupper():
            yield statement


def _calls(statement: Stmt) -> list[tuple[str, tuple[Expr, ...]]]:
    """The calls of PVM in a statement: names without the library's prefix, in lower case."""
    found: list[tuple[str, tuple[Expr, ...]]] = []
    if isinstance(statement, st.CallStatement):
        found.append((statement.name, statement.arguments))
    elif isinstance(statement, st.Assign | st.If | st.While):
        found += [(item.name, item.arguments) for item in function_calls(statement)]
    return [
        (name.lower().removeprefix("pvm_").removeprefix("pvmf"), arguments)
        for name, arguments in found
        if name.startswith(("pvm_", "PVMF"))
    ]


def _changed(statement: Stmt) -> Iterator[str]:
    """The variables and arrays that a statement may change."""
    passed: list[Expr] = []
    match statement:
        case st.CallStatement(arguments=arguments):
            passed = list(arguments)
        case st.InputOutput(results=results):
            passed = list(results)
        case st.CountedLoop(variable=variable):
            yield variable.name
        case st.Assign(target=target, value=value):
            calls = [part for part in walk(value) if isinstance(part, ex.FunctionCall)]
            passed = [target, *(item for call in calls for item in call.arguments)]
        case _:
            pass
    yield from filter(None, map(_name, passed))


def _name(expression: Expr) -> str:
    if isinstance(expression, ex.Variable):
        return expression.name
    return expression.array if isinstance(expression, ex.Element) else ""


def _silent(target: ex.Variable, value: Expr, statement: Stmt) -> st.Assign:
    return st.Assign(target, value, statement.span, silent=True, apart=True)


def _times(count: Expr, size: int) -> Expr:
    while isinstance(count, ex.Copy):
        count = count.operand
    return ex.Binary(Operator.MUL, count, _number(size), Type.INTEGER)


def _number(value: int) -> ex.Constant:
    return ex.Constant(value, Type.INTEGER)


def _opaque(reason: str) -> ex.OpaqueExpr:
    return ex.OpaqueExpr(PACKED, reason, Type.INTEGER)
