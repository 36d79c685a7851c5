"""Which procedures a compiler puts in place of their calls, and what other calls may change.

gcc -O2 inlines a function of the same file if its body is about as small as the call. Its measure
counts statements of its own intermediate language; ``size_of`` counts the operations and memory
accesses of the source, and ``LARGEST`` was set with both at hand (docs in ``is_small``).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sad.analysis.calls.written import base_names
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.program import Storage, UnitKind
from sad.ir.walk import expressions, statements, walk

if TYPE_CHECKING:
    from sad.ir.program import Unit

LARGEST = 12
_CALLED_INTRINSICS = frozenset(
    {
        "exp", "log", "log10", "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh",
        "cosh", "tanh",
    }
)  # fmt: skip
_CALL = 4


@dataclass(slots=True)
class Procedure:
    """What matters of a procedure where it is called.

    ``dummies`` are in order, ``writes`` those it assigns, ``reaches`` is whether it calls others or
    writes what is not its own, ``size`` counts its operations, ``small`` is whether it is inlined.
    """

    dummies: tuple[str, ...] = ()
    writes: set[str] = field(default_factory=set[str])
    reaches: bool = False
    size: int = 0
    small: bool = False


def procedure_of(unit: Unit) -> Procedure:
    """Return what matters of a unit where it is called."""
    found = Procedure(unit.every_dummy)
    loops = False
    for statement in statements(unit.body):
        loops = loops or isinstance(
            statement, st.CountedLoop | st.While | st.Goto | st.InputOutput | st.Opaque
        )
        found.reaches |= isinstance(statement, st.CallStatement | st.InputOutput | st.Opaque)
        found.size += _size_of(statement)
        if isinstance(statement, st.CallStatement):
            found.size += _CALL
        for expression in expressions(statement):
            found.size += sum(map(_weight, walk(expression)))
            found.reaches |= any(isinstance(part, ex.FunctionCall) for part in walk(expression))
        for name in _written(statement):
            symbol = unit.symbols.get(name)
            if symbol is None:
                continue
            if symbol.storage is Storage.DUMMY:
                found.writes.add(name)
            elif symbol.storage is not Storage.RESULT and (
                symbol.storage is not Storage.LOCAL or symbol.memory is not None or symbol.reached
            ):
                found.reaches = True
    kinds = (UnitKind.FUNCTION, UnitKind.SUBROUTINE)
    found.small = unit.kind in kinds and not loops and found.size <= LARGEST
    return found


def _written(statement: st.Stmt) -> list[str]:
    match statement:
        case st.Assign(target=target):
            return list(base_names(target))
        case st.CountedLoop(variable=variable):
            return [variable.name]
        case st.InputOutput(results=results):
            return [name for item in results for name in base_names(item)]
        case _:
            return []


def _size_of(statement: st.Stmt) -> int:
    match statement:
        case st.If(arms=arms):
            return 2 * len(arms)
        case st.Select(cases=cases):
            return 2 * len(cases)
        case st.ArithmeticIf() | st.ComputedGoto():
            return 3
        case st.Assign(target=ex.Element()):
            return 0  # its target is among the expressions
        case _:
            return 0


def _weight(part: ex.Expr) -> int:
    match part:
        case ex.Element() | ex.Binary() | ex.Unary() | ex.Convert():
            return 1
        case ex.Intrinsic(name=name):
            return _CALL if name in _CALLED_INTRINSICS else 1
        case ex.FunctionCall():
            return _CALL
        case ex.Section() | ex.OpaqueExpr() | ex.ImpliedDo():
            return _CALL
        case _:
            return 0
