"""Loops whose bounds are neighbours in an index array: ``do k = row(j), row(j+1) - 1`` in ``do j``.

Added up over ``j`` the bounds cancel; the total is one size, however many rows there are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.cfg.graph import LoopHead
from sad.ir import expr as ex
from sad.ir.expr import Operator, Type

if TYPE_CHECKING:
    from sad.analysis.cfg.graph import Cfg
    from sad.analysis.loops.natural import Region
    from sad.analysis.loops.trip_count import LoopInfo
    from sad.ir import stmt as st
    from sad.ir.expr import Expr


def row_array(loop: st.CountedLoop, around: st.CountedLoop) -> tuple[str, int] | None:
    """Return the array whose rows a loop goes through, None if it is another loop.

    Besides how much its subscript is more than ``around``'s variable.
    """
    if not _is_one(loop.step) or not _is_one(around.step):
        return None
    match loop.first, loop.last:
        case (
            ex.Element(array=first, subscripts=(low,), type=Type.INTEGER),
            ex.Binary(
                operator=Operator.SUB,
                left=ex.Element(array=second, subscripts=(high,)),
                right=ex.Constant(value=1),
            ),
        ) if first == second:
            start, end = _offset(low, around.variable.name), _offset(high, around.variable.name)
            return (first, start) if start is not None and end == start + 1 else None
        case _:
            return None


def _is_one(step: Expr) -> bool:
    return isinstance(step, ex.Constant) and step.value == 1


def _offset(subscript: Expr, variable: str) -> int | None:
    """How much a subscript is more than a variable, if that is a number."""
    match subscript:
        case ex.Variable(name=name) if name == variable:
            return 0
        case ex.Binary(operator=Operator.ADD, left=left, right=ex.Constant(value=int(number))):
            inner = _offset(left, variable)
            return None if inner is None else inner + number
        case ex.Binary(operator=Operator.ADD, left=ex.Constant(value=int(number)), right=right):
            inner = _offset(right, variable)
            return None if inner is None else inner + number
        case ex.Binary(operator=Operator.SUB, left=left, right=ex.Constant(value=int(number))):
            inner = _offset(left, variable)
            return None if inner is None else inner - number
        case _:
            return None


def loop_around(cfg: Cfg, region: Region) -> tuple[Region, LoopHead] | None:
    """Return the counted loop directly around a loop."""
    parent = region.parent
    if parent is None:
        return None
    head = cfg.blocks[parent.header].terminator
    return (parent, head) if isinstance(head, LoopHead) else None


def total_text(array: str, offset: int, around: LoopInfo) -> str:
    """Return the total as people write it, with the variable of the loop over the rows."""
    shown = around.name or "J"

    def element(shift: int) -> str:
        return f"{array}({shown}{f'{shift:+d}' if shift else ''})"

    return f"{element(offset + 1)} - {element(offset)} added up over {shown}"
