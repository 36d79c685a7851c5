"""Which statements can be nested Python, and which need jumps between blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.ir import stmt as st
from sad.ir.walk import bodies, jump_targets, statements

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.ir.program import Unit
    from sad.ir.stmt import Stmt

_JUMPS = (
    st.Goto
    | st.ComputedGoto
    | st.AssignedGoto
    | st.ArithmeticIf
    | st.Exit
    | st.Cycle
    | st.EntryPoint
    | st.Select
)


def targets(unit: Unit) -> set[str]:
    """Return the labels of a unit that some statement can jump to."""
    return {label for item in statements(unit.body) for label in jump_targets(item)}


def is_nested(body: Sequence[Stmt], labels: set[str]) -> bool:
    """Whether control enters ``body`` only at its start and leaves it only at its end or by RETURN."""
    return all(_is_nested(item, labels) for item in body)


def _is_nested(item: Stmt, labels: set[str]) -> bool:
    if isinstance(item, st.While) and item.at_end:
        return False
    if isinstance(item, _JUMPS) or item.label in labels or jump_targets(item):
        return False
    return all(is_nested(body, labels) for body in bodies(item))
