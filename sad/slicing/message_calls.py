"""Calls of MPI as a slice sees them: which arguments it needs, which it sets, and what data they carry.

What the arguments of one call are stands in the tables of ``sad.analysis.messages``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.messages.datatypes import MPI_DATATYPES
from sad.ir import expr as ex
from sad.ir.expr import Type
from sad.slicing.calls import base_name, calls_in, outer_calls
from sad.slicing.storage import elements, number_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.analysis.messages.tables import Argument, Routine
    from sad.ir import stmt as st
    from sad.ir.expr import Expr
    from sad.ir.program import Unit
    from sad.slicing.expressions import Expressions

MESSAGES: tuple[str, ...] = ("messages",)
"""The cell of all data that is under way between ranks."""
_DATA = frozenset(("buf", "sendbuf", "recvbuf", "buffer", "inbuf", "outbuf"))
_UNREAD = frozenset(("status", "statuses", "argc", "argv", "errorcode", "function", "info"))
_ROWS = frozenset(
    (
        *("dims", "periods", "coords", "remain_dims", "sizes", "subsizes", "ranks", "ranks1"),
        *("sendcounts", "recvcounts", "blocklengths", "types", "requests"),
    )
)
"""Arguments that are arrays."""
_REALS = frozenset(
    MPI_DATATYPES[f"MPI_{name}"].code
    for name in (
        *(
            "FLOAT",
            "DOUBLE",
            "LONG_DOUBLE",
            "REAL",
            "DOUBLE_PRECISION",
            "COMPLEX",
            "DOUBLE_COMPLEX",
        ),
        *("REAL4", "REAL8", "REAL16", "COMPLEX8", "COMPLEX16"),
    )
)
_REQUESTS = frozenset(("request", "requests"))
_IN_PLACE = "MPI_IN_PLACE"


def arguments_of(
    call: ex.FunctionCall | st.CallStatement, routine: Routine
) -> list[tuple[Argument, Expr]]:
    """Return the arguments of a call by what they are in the standard."""
    return list(zip(routine.arguments, call.arguments, strict=False))


def parameters(call: ex.FunctionCall | st.CallStatement, routine: Routine) -> Iterator[Expr]:
    """Yield what tells how much goes to whom, and what a call sets."""
    for argument, node in arguments_of(call, routine):
        is_waited = argument.name in _REQUESTS and argument.writes
        if argument.reads and argument.name not in _DATA | _UNREAD and not is_waited:
            yield node


def sent(call: ex.FunctionCall | st.CallStatement, routine: Routine) -> Iterator[Expr]:
    """Yield the data that a call passes on, and requests for data to come."""
    for argument, node in arguments_of(call, routine):
        is_waited = argument.name in _REQUESTS and argument.writes
        is_data = argument.name in _DATA and not is_in_place(node)
        if argument.reads and (is_waited or is_data):
            yield node


def written(
    call: ex.FunctionCall | st.CallStatement, routine: Routine
) -> Iterator[tuple[Expr, bool]]:
    """Yield what a call sets, and whether that is data of messages."""
    for argument, node in arguments_of(call, routine):
        if argument.writes:
            yield node, argument.name in _DATA


def carries(
    call: ex.FunctionCall | st.CallStatement, routine: Routine, unit: Unit, *, reals: bool
) -> bool:
    """Whether a call may pass data that is followed: other than reals, if these are not.

    Both ends of a message have the same type, so messages of reals can be left out in their order.
    """
    if reals:
        return True
    kinds = [
        number_of(node, unit)
        for argument, node in arguments_of(call, routine)
        if argument.name in ("datatype", "sendtype", "recvtype")
    ]
    return not kinds or any(kind not in _REALS for kind in kinds)


def is_in_place(node: Expr) -> bool:
    """Whether an argument is ``MPI_IN_PLACE``."""
    return (base_name(node) or "").upper() == _IN_PLACE


def call_text(
    write: Expressions,
    call: ex.FunctionCall | st.CallStatement,
    routine: Routine,
    place: int,
    *,
    follows: bool,
) -> str:
    """Return the text of a call: what the ranks' side of a run is told."""
    items: list[str] = []
    for argument, node in arguments_of(call, routine):
        if is_in_place(node):
            items.append(f"{argument.name!r}: {_IN_PLACE!r}")
        elif argument.writes or argument.name in _DATA | _ROWS:
            text = place_text(write, node)
            if text is None and argument.reads and argument.name not in _DATA | _UNREAD:
                text = f"(of_value({write.value(node)}), 0, 1, {kind_of(node.type, None)!r})"
            elif text is None:
                text = ", ".join([*map(write.call, outer_calls(node)), "None"])
                text = f"({text})[-1]" if text != "None" else text
            items.append(f"{argument.name!r}: {text}")
        elif argument.name not in _UNREAD or any(calls_in(node)):
            items.append(f"{argument.name!r}: {_first(write, node)}")
    name = routine.name.removeprefix("mpi_")
    return f"MPI.call({name!r}, {place}, w, {{{', '.join(items)}}}, follows={follows})"


def _first(write: Expressions, node: Expr) -> str:
    """The value of an argument, of an array that is passed its first element's."""
    found = write.place(node) if isinstance(node, ex.Variable) else None
    if found is None or not found[1].dimensions:
        return write.value(node)
    return f"{found[0].memory}[{found[0].place}]"


def place_text(write: Expressions, node: Expr) -> str | None:
    """Return memory, first place, number and kind of what an argument leads to; None: not followed."""
    if isinstance(node, ex.Copy):  # the address of something that is only read
        node = node.operand
    if base_name(node) is None and node.type in (Type.INTEGER, Type.REAL, Type.DOUBLE):
        size = write.width(node) if node.type is Type.INTEGER else None
        return f"(of_value({write.value(node)}), 0, 1, {kind_of(node.type, size)!r})"
    found = write.place(node)
    if found is None:
        symbol = write.unit.symbols.get(node.name) if isinstance(node, ex.Variable) else None
        if symbol is None or symbol.dimensions or not write.is_followed(symbol.name):
            return None
        value = write.value(node)
        return f"(of_value({value}), 0, 1, {kind_of(symbol.type, symbol.size_bytes)!r})"
    spot, symbol = found
    count = 1
    if symbol.dimensions:
        whole = elements(symbol, write.unit)
        count = None if whole is None or isinstance(node, ex.Element) else whole
    return f"({spot.memory}, {spot.place}, {count}, {kind_of(symbol.type, symbol.size_bytes)!r})"


def kind_of(kind: Type, size: int | None) -> str:
    """Return a name of a kind of element: ``integer4``."""
    return f"{kind.value}{size or (8 if kind is Type.DOUBLE else 4)}"
