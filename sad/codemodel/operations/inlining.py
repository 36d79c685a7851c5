"""Which procedures a compiler puts in place of their calls, and what other calls may change.

gcc -O2 inlines a function of the same file if its body is about as small as the call. Its measure
counts statements of its own intermediate language; ``size_of`` counts the operations and memory
accesses of the source, and ``LARGEST`` was set with both at hand (docs in ``is_small``).
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from sad.analysis.calls.written import base_names
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.program import Storage, UnitKind
from sad.ir.walk import expressions, statements, walk
from sad.records import field, mutable, replace

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.ir.program import Unit

LARGEST = 12
_CALLED_INTRINSICS = frozenset(
    {
        "exp", "log", "log10", "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh",
        "cosh", "tanh",
    }
)  # fmt: skip
_CALL = 4


@mutable
class Procedure:
    """What matters of a procedure where it is called.

    ``dummies`` are in order, ``writes`` those it assigns, ``reaches`` is whether it calls others or
    writes what is not its own, ``size`` counts its operations, ``small`` is whether it is inlined.
    ``formula`` is the result of a small function that does nothing but compute it, ``calls`` are the
    functions it calls.
    """

    dummies: tuple[str, ...] = ()
    writes: set[str] = field(default_factory=set[str])
    reaches: bool = False
    size: int = 0
    small: bool = False
    formula: ex.Expr | None = None
    calls: set[str] = field(default_factory=set[str])

    def expanded(self, call: ex.FunctionCall) -> ex.Inline | None:
        """Return what a call computes, in the caller's arrays; None if that is no plain formula."""
        if self.formula is None:
            return None
        actual = dict(zip(self.dummies, (*call.arguments, *call.hidden), strict=False))
        parts = [*walk(self.formula)]
        arrays = {part.array for part in parts if isinstance(part, ex.Element)}
        names = [name for name in actual if any(is_named(part, name) for part in parts)]
        body = _put(self.formula, {name: actual[name] for name in arrays & actual.keys()})
        values = tuple(actual[name] for name in names)
        return None if body is None else ex.Inline(call.name, tuple(names), values, body, call.type)


def formula_of(call: ex.FunctionCall, known: Mapping[str, Procedure]) -> ex.Inline | None:
    """Return what a call of one of the ``known`` procedures computes; None if that is no formula."""
    procedure = known.get(call.name)
    return None if procedure is None else procedure.expanded(call)


def is_named(part: ex.Expr, name: str) -> bool:
    """Whether an expression is the variable of a name."""
    return isinstance(part, ex.Variable) and part.name == name


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
            called = {part.name for part in walk(expression) if isinstance(part, ex.FunctionCall)}
            found.calls |= called
            found.reaches |= bool(called)
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
    if found.small and not found.writes and unit.kind is UnitKind.FUNCTION:
        found.formula = _formula(unit)
    return found


def _formula(unit: Unit) -> ex.Expr | None:
    """The result of a function whose statements give values to locals and to it, once each."""
    known: dict[str, ex.Expr] = {}
    result = unit.result
    for statement in unit.body:
        match statement:
            case st.Assign(target=ex.Variable(name=name), value=value, silent=False):
                symbol = unit.symbols.get(name)
                own = symbol is not None and symbol.storage in (Storage.LOCAL, Storage.RESULT)
                put = _put(value, known) if own and name not in known else None
                if symbol is None or put is None or symbol.saved or symbol.memory is not None:
                    return None
                known[name] = put
            case st.Return(alternate=None) | st.Continue():
                pass
            case _:
                return None
    dummies = {*unit.every_dummy}
    found = known.get("return" if result is None else result)
    names = {
        part.name if isinstance(part, ex.Variable) else part.array
        for part in (() if found is None else walk(found))
        if isinstance(part, ex.Variable | ex.Element)
    }
    return found if names <= dummies else None


def with_formulas(procedures: dict[str, Procedure]) -> dict[str, Procedure]:
    """Return procedures whose formulas have those of others in them, where all of these are known."""
    ready: dict[str, Procedure] = {}
    left = {name: item for name, item in procedures.items() if item.formula is not None}
    while left:
        more = [name for name, item in left.items() if item.calls <= ready.keys()]
        if not more:
            break
        for name in more:
            ready[name] = left.pop(name)
            formula = ready[name].formula
            ready[name].formula = None if formula is None else _put(formula, {}, ready)
    for item in left.values():
        item.formula = None
    return procedures


def _put(
    node: ex.Expr,
    actual: Mapping[str, ex.Expr],
    known: Mapping[str, Procedure] = MappingProxyType({}),
) -> ex.Expr | None:
    """An expression with others in the place of names, and with the formulas of ``known`` functions.

    None if it has anything but plain operations.
    """

    def several(nodes: tuple[ex.Expr, ...]) -> tuple[ex.Expr, ...] | None:
        found = [part for item in nodes if (part := _put(item, actual, known)) is not None]
        return tuple(found) if len(found) == len(nodes) else None

    match node:
        case ex.Variable(name=name):
            return actual.get(name, node)
        case ex.Constant():
            return node
        case ex.Element(array=name, subscripts=subscripts):
            array, inner = actual.get(name, ex.Variable(name, node.type)), several(subscripts)
            if inner is None or not isinstance(array, ex.Variable):
                return None
            return replace(node, array=array.name, subscripts=inner)
        case ex.Binary(left=left, right=right):
            sides = several((left, right))
            return None if sides is None else replace(node, left=sides[0], right=sides[1])
        case ex.Unary(operand=operand) | ex.Convert(operand=operand) | ex.Copy(operand=operand):
            inside = _put(operand, actual, known)
            return None if inside is None else replace(node, operand=inside)
        case ex.Intrinsic(arguments=arguments):
            inner = several(arguments)
            return None if inner is None else replace(node, arguments=inner)
        case ex.Inline(arguments=arguments, body=body):
            inner, inside = several(arguments), _put(body, actual, known)
            if inner is None or inside is None:
                return None
            return replace(node, arguments=inner, body=inside)
        case ex.FunctionCall(name=name, arguments=arguments, hidden=hidden):
            inner, more = several(arguments), several(hidden)
            if inner is None or more is None:
                return None
            call = replace(node, arguments=inner, hidden=more)
            return known[name].expanded(call) if name in known else call
        case _:
            return None


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
