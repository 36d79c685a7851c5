"""Arguments of MPI calls as they are written: counts that are no integers, datatypes that are none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.messages.catalogue import lookup
from sad.analysis.messages.datatypes import MPI_DATATYPES, mpi_size
from sad.diagnostics import Diagnostic, Severity
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Type
from sad.ir.fold import constant_integer
from sad.ir.walk import expressions, statements, walk

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sad.analysis.messages.tables import Routine
    from sad.diagnostics import Span
    from sad.ir.expr import Expr
    from sad.ir.program import Program, Unit

_NUMBERS = frozenset(
    ("count", "sendcount", "recvcount", "incount", "dest", "source", "root", "tag", "sendtag")
) | {"recvtag"}
_DATATYPES = frozenset(("datatype", "sendtype", "recvtype", "oldtype"))
_BUFFERS = {"buf": "datatype", "buffer": "datatype", "sendbuf": "sendtype", "recvbuf": "recvtype"}
_DERIVED = 10**11
_TYPES = {
    **dict.fromkeys(("INTEGER", "INTEGER1", "INTEGER2", "INTEGER4", "INTEGER8"), Type.INTEGER),
    **dict.fromkeys(("REAL", "REAL4"), Type.REAL),
    **dict.fromkeys(("DOUBLE_PRECISION", "REAL8"), Type.DOUBLE),
    **dict.fromkeys(("COMPLEX", "COMPLEX8"), Type.COMPLEX),
    **dict.fromkeys(("DOUBLE_COMPLEX", "COMPLEX16"), Type.DOUBLE_COMPLEX),
    "LOGICAL": Type.LOGICAL,
    "CHARACTER": Type.CHARACTER,
}
_NAMES = {item.code: name for name, item in MPI_DATATYPES.items()}


def wrong_arguments(program: Program) -> list[Diagnostic]:
    """Return SAD923 for each argument of an MPI call that cannot be right, in source order.

    Procedures of the program that have a routine's name are not MPI's.
    """
    own = {unit.name.upper() for source in program.files for unit in source.units}
    return [
        item
        for source in program.files
        for unit in source.units
        for statement in statements(unit.body)
        for name, arguments, span in _calls(statement)
        if name.upper() not in own
        for item in _wrong(unit, source.language, name, arguments, span)
    ]


def _calls(statement: st.Stmt) -> Iterator[tuple[str, Sequence[Expr], Span]]:
    if isinstance(statement, st.CallStatement):
        yield statement.name, statement.arguments, statement.span
    for expression in expressions(statement):
        for node in walk(expression):
            if isinstance(node, ex.FunctionCall):
                yield node.name, node.arguments, statement.span


def _wrong(
    unit: Unit, language: str, name: str, arguments: Sequence[Expr], span: Span
) -> Iterator[Diagnostic]:
    routine = lookup(name, "c" if language == "c" else "fortran")
    if routine is None or routine.model != "mpi":
        return
    given = {item.name: value for item, value in zip(routine.arguments, arguments, strict=False)}
    for what, value in given.items():
        if what in _NUMBERS and language != "c" and value.type is not Type.INTEGER:
            text = f"{what} of {routine.name} is {value.type}: an integer is expected"
            yield _error(span, text, "declare it INTEGER")
        elif what in _DATATYPES:
            text = _no_datatype(unit, value)
            if text:
                hint = "use a datatype of mpif.h, or one that the program makes"
                yield _error(span, f"{what} of {routine.name}: {text}", hint)
    if language != "c":
        yield from _buffers(unit, routine, given, span)


def _no_datatype(unit: Unit, value: Expr) -> str:
    """Why a value is no datatype; empty if it may be one."""
    number = constant_integer(value, unit.symbols)
    if number is not None:
        known = mpi_size(number) is not None or number > _DERIVED
        shown = _NAMES.get(number, str(number))
        return "" if known else f"{shown} is no datatype that can be sent"
    if isinstance(value, ex.Variable) and value.name.upper().startswith("MPI_"):
        return f"{value.name} is no datatype of MPI here"
    return ""


def _buffers(
    unit: Unit, routine: Routine, given: dict[str, Expr], span: Span
) -> Iterator[Diagnostic]:
    for buffer, datatype in _BUFFERS.items():
        place, kind = given.get(buffer), given.get(datatype, given.get("datatype"))
        if not isinstance(place, ex.Variable | ex.Element) or kind is None:
            continue
        name = place.name if isinstance(place, ex.Variable) else place.array
        number = constant_integer(kind, unit.symbols)
        shown = "" if number is None else _NAMES.get(number, "")
        wanted = _TYPES.get(shown.removeprefix("MPI_"))
        if wanted is None or name.upper().startswith("MPI_") or place.type is wanted:
            continue
        text = (
            f"{buffer} of {routine.name} is {name}, which is {place.type}; {shown} is another type"
        )
        hint = "a count in items of one type moves another number of bytes of another"
        yield Diagnostic("SAD923", Severity.WARNING, text, span, hint)


def _error(span: Span, message: str, hint: str) -> Diagnostic:
    return Diagnostic("SAD923", Severity.ERROR, message, span, hint)
