"""Input and output lists: how often repeated items are transferred, and the calls in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.op_mix import is_repeated
from sad.ir import expr as ex
from sad.ir.expr import Constant, Type
from sad.lowering.build import item_place
from sad.slicing.calls import calls_in, outer_calls
from sad.slicing.storage import elements

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.ir import stmt as st
    from sad.ir.expr import Expr
    from sad.ir.program import Unit
    from sad.slicing.expressions import Expressions

_ONE = Constant(1, Type.INTEGER)


class Lists:
    """Writes what transferring the items of a list does to counts.

    ``site`` gives the number of a repeated item's count, ``store`` the lines that set a variable, and
    ``opened`` the text of a call of what an expression calls, no one knows how often.
    """

    def __init__(
        self,
        unit: Unit,
        write: Expressions,
        site: Callable[[int], int],
        store: Callable[[str, str], list[str]],
        opened: Callable[[Expr, str], list[str]],
    ) -> None:
        self._unit = unit
        self._write = write
        self._site = site
        self._store = store
        self._opened = opened
        self._loops = 0
        self._item = 0
        self._action = 0

    def lines(self, statement: st.InputOutput, action: int) -> list[str]:
        """Return the lines for all items of a statement, the given action of its block."""
        self._action, self._item = action, 0
        found: list[str] = []
        for node in statement.controls:
            found += [self._write.call(call) for call in outer_calls(node)]
        for item in (*statement.results, *statement.items):
            if is_repeated(item, self._unit.symbols):
                found += self._repeated(item)
            else:
                found += [self._write.call(call) for call in outer_calls(item)]
        return found

    def _repeated(self, item: Expr) -> list[str]:
        if not isinstance(item, ex.ImpliedDo):
            return self._leaf(item, "w")
        self._loops += 1
        number = self._loops
        value = self._write.value
        step = _ONE if item.step is None else item.step
        lines = [
            f"from{number} = {value(item.first)}",
            f"by{number} = {value(step)}",
            f"times{number} = trips(from{number}, {value(item.last)}, by{number})",
            f"if times{number}.__class__ is Unknown:",
        ]
        first = self._item
        plain = not any(isinstance(part, ex.ImpliedDo) or _has_call(part) for part in item.items)
        inner: list[str] = []
        for part in item.items:
            if plain:
                inner += self._leaf(part, f"w * times{number}")
            else:
                inner += self._repeated(part)
        lost = [f"LOST.add({self._at(place)})" for place in range(first, self._item)]
        lost += self._opened(item, f"times{number}") if _has_call(item) else []
        lost += self._store(item.variable, f"times{number}")
        lines += [f"    {line}" for line in lost or ["pass"]]
        lines.append("else:")
        if plain:
            lines += [f"    {line}" for line in inner]
        else:
            lines.append(f"    BUDGET[0] -= times{number}")
            lines.append("    if BUDGET[0] < 0: refill()")
            lines.append(f"    for at{number} in range(times{number}):")
            here = self._store(item.variable, f"from{number} + at{number} * by{number}")
            lines += [f"        {line}" for line in [*here, *inner] or ["pass"]]
        after = self._store(item.variable, f"from{number} + times{number} * by{number}")
        return [*lines, *(f"    {line}" for line in after or ["pass"])]

    def _at(self, place: int) -> int:
        return self._site(item_place(self._action, place))

    def _leaf(self, item: Expr, weight: str) -> list[str]:
        site = self._at(self._item)
        self._item += 1
        calls = [self._write.call(call) for call in outer_calls(item)]
        count = self._elements(item)
        if count is None:
            return [*calls, f"LOST.add({site})"]
        times = "" if count == 1 else f" * {count}"
        return [*calls, f"COUNTS[{site}] += {weight}{times}"]

    def _elements(self, item: Expr) -> int | None:
        """How many elements a whole array has; one for anything else, None if that is no number."""
        if isinstance(item, ex.Section):
            return None
        if isinstance(item, ex.Variable) and item.name in self._unit.symbols:
            return elements(self._unit.symbols[item.name], self._unit)
        return 1


def _has_call(item: Expr) -> bool:
    return any(True for _ in calls_in(item))
