"""What counts depend on: the program's inputs, and what only a run can tell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sad.library.rows import Rows
from sad.model.parameters import Class

if TYPE_CHECKING:
    from sad.report.view import View


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter. ``name`` is its short name, ``full_name`` stays when code elsewhere is edited.

    ``kind`` is ``size``, ``trip_count``, ``probability``, ``value`` or ``seconds``; ``resolved`` is
    whether the program's input determines it. ``value`` is what was given, as text, None without.
    """

    name: str
    full_name: str
    kind: str
    resolved: bool
    place: str
    source: str
    reason: str
    value: str | None


class Parameters(Rows[Parameter]):
    """The parameters in source order.

    >>> import sad
    >>> for parameter in sad.analyze("solve.f").parameters:
    ...     print(parameter.name, parameter.kind, parameter.resolved)
    N size True
    X1 trip_count False
    P1 probability False
    """

    def __init__(self, view: View) -> None:
        super().__init__(Parameter, _rows(view))

    @property
    def missing(self) -> tuple[str, ...]:
        """Short names of parameters without a value."""
        return tuple(row.name for row in self if row.value is None)


def _rows(view: View) -> list[Parameter]:
    found: list[Parameter] = []
    model = view.model
    shown = {*model.symbols, *model.open}
    order = [symbol for symbol in model.names.parameters if symbol in shown]
    for symbol in (*order, *sorted(shown.difference(order))):
        item = view.model.names.parameters.get(symbol)
        value = view.given(symbol)
        shown = None if value == "?" else value
        if item is None:
            found.append(
                Parameter(view.own_name(symbol), symbol, "value", False, "", "", "", shown)
            )
            continue
        row = view.parameter_row(item)
        found.append(
            Parameter(
                view.own_name(symbol),
                symbol,
                str(item.kind),
                item.cls is not Class.INDETERMINATE,
                f"{item.span.file}:{item.span.line}",
                row.source,
                item.reason,
                shown,
            )
        )
    found.extend(
        Parameter(
            symbol,
            symbol,
            "seconds",
            False,
            "",
            "",
            "time of one call that is not in the source",
            None,
        )
        for symbol in view.missing_calls()
    )
    return found
