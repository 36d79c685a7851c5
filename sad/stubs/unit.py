"""A stub as a unit of the IR: what it reads and writes, so that it is analysed as any procedure.

Its statements only say what a call may look at and change; what it costs comes from the stub.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Operator, Type
from sad.ir.program import Dimension, Storage, Symbol, Unit, UnitKind
from sad.stubs.values import value_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.diagnostics import Span
    from sad.ir.expr import Expr
    from sad.stubs.schema import Argument, Stub


def unit_of(stub: Stub) -> Unit:
    """Return the unit that stands for a stub."""
    place = stub.place.span
    span = type(place).at(place.file, place.line)
    symbols = {argument.name: _symbol(argument) for argument in stub.inputs}
    result = None
    kind = UnitKind.SUBROUTINE
    if stub.result is not None:
        kind, result = UnitKind.FUNCTION, stub.name
        symbols[result] = Symbol(result, stub.result, Storage.RESULT, spelling=result)
    dummies = tuple(argument.name for argument in stub.arguments)
    hidden = tuple(argument.name for argument in stub.hidden)
    body = tuple(_body(stub, span))
    return Unit(
        stub.name,
        kind,
        dummies,
        result,
        symbols,
        (),
        body,
        span,
        span,
        span,
        spelling=stub.name,
        hidden=hidden,
    )


def _symbol(argument: Argument) -> Symbol:
    dimensions = (Dimension(None, None),) if argument.is_array else ()
    name = argument.name
    return Symbol(name, argument.type, Storage.DUMMY, dimensions, argument.length, spelling=name)


def _body(stub: Stub, span: Span) -> Iterator[st.Stmt]:
    for argument in stub.inputs:
        if argument.name in stub.calls:
            call = st.CallStatement(argument.name, (), (), span)
            yield st.While(_anything(Type.LOGICAL), (call,), span)
        elif not argument.is_array and not argument.is_procedure:
            yield st.If((st.Arm(_looked_at(argument), (), span),), (), span)
    for argument in stub.arguments:
        if argument.name in stub.leaves:
            value = value_of(stub, stub.leaves[argument.name], argument.type)
            yield st.Assign(ex.Variable(argument.name, argument.type), value, span)
        elif argument.name in stub.written:
            target = ex.Variable(argument.name, argument.type)
            yield st.Assign(target, _anything(argument.type), span)
    if stub.writes_common:
        yield st.CallStatement(f"{stub.name}@", (), (), span)  # not in any program: writes COMMON
    if stub.result is not None:
        value = _anything(stub.result)
        if stub.value is not None:
            value = value_of(stub, stub.value, stub.result)
        yield st.Assign(ex.Variable(stub.name, stub.result), value, span)
    if stub.stops:
        yield st.Stop(span)


def _looked_at(argument: Argument) -> Expr:
    """A condition on an argument: what decides something is traced by callers."""
    variable = ex.Variable(argument.name, argument.type)
    match argument.type:
        case Type.LOGICAL:
            return variable
        case Type.CHARACTER:
            other = ex.Constant(" " * (argument.length or 1), Type.CHARACTER)
        case Type.INTEGER:
            other = ex.Constant(0, Type.INTEGER)
        case kind:
            other = ex.Constant("0", kind)
    return ex.Binary(Operator.EQ, variable, other, Type.LOGICAL)


def _anything(kind: Type) -> Expr:
    return ex.OpaqueExpr("", "not in the source", kind)
