"""Statement labels of a unit: every jump must find its target, once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.ir.stmt import AssignLabel
from sad.ir.walk import jump_targets, statements

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.diagnostics import Diagnostics, Span
    from sad.ir.stmt import Stmt


def check_labels(
    body: Sequence[Stmt], other_labels: dict[str, Span], diagnostics: Diagnostics
) -> bool:
    """Report duplicate labels (SAD205) and jumps to nowhere (SAD206).

    ``other_labels`` are those of FORMAT and other non-executable statements. Returns whether every
    jump has exactly one target; if not, the unit's control flow is not known.
    """
    places: dict[str, Span] = {}
    duplicate: set[str] = set()
    every = statements(body)
    for statement in every:
        label = statement.label
        if label is None:
            continue
        first = places.get(label) or other_labels.get(label)
        if first is not None:
            duplicate.add(label)
            hint = f"first used at line {first.line}; renumber one of them"
            diagnostics.error("SAD205", f"duplicate label {label}", statement.span, hint)
        places.setdefault(label, statement.span)
    sound = True
    for statement in every:
        for target in jump_targets(statement):
            if target in duplicate:
                sound = False
            elif isinstance(statement, AssignLabel) and target in other_labels:
                continue  # the label of a FORMAT
            elif target not in places:
                sound = False
                what = "a label that is no executable statement"
                known = what if target in other_labels else "a label that does not exist"
                diagnostics.error(
                    "SAD206",
                    f"jump to {target}, {known}",
                    statement.span,
                    "labels are local to their program unit",
                )
    return sound
