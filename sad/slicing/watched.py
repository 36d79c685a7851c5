"""The values that decide where control goes at one line: what they were when a slice ran."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sad.ir import expr as ex
from sad.ir.walk import walk
from sad.records import record
from sad.slicing.runtime import NO_NUMBER, Sign, Unknown

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sad.diagnostics import Span
    from sad.ir.expr import Expr
    from sad.ir.program import Unit

_FIRST = 3


@record
class Watched:
    """What a value was each time at its place: ``name`` is its text in the program."""

    span: Span
    name: str
    text: str


class Values:
    """Keeps of a value its first ones, the least and the greatest.

    Of a loop that runs once for all iterations they are the same in each.
    """

    def __init__(self, span: Span, name: str) -> None:
        self._span = span
        self._name = name
        self._first: list[Any] = []
        self._least: Any = None
        self._most: Any = None
        self._many = 0
        self._unknown: Unknown | None = None

    def see(self, value: Any) -> None:
        """Take one more value."""
        if value.__class__ in (Unknown, Sign):
            self._unknown = self._unknown or (NO_NUMBER if value.__class__ is Sign else value)
            return
        self._many += 1
        if len(self._first) < _FIRST:
            self._first.append(value)
        if self._many == 1:
            self._least = self._most = value
        elif value.__class__ is not complex:
            self._least, self._most = min(self._least, value), max(self._most, value)

    def found(self) -> Watched | None:
        """Return what was seen; None if it was nothing."""
        if self._unknown is not None:
            source = f" ({self._unknown.line})" if self._unknown.line else ""
            return Watched(self._span, self._name, f"not known: {self._unknown.why}{source}")
        if not self._many:
            return None
        if self._least == self._most:
            return Watched(self._span, self._name, f"= {_text(self._least)}")
        first = ", ".join(map(_text, self._first))
        shown = f"from {_text(self._least)} to {_text(self._most)}: {first}"
        return Watched(self._span, self._name, shown + (", ..." if self._many > _FIRST else ""))


def named_values(nodes: Iterable[Expr], unit: Unit) -> dict[str, Expr]:
    """Return the variables and elements in expressions by their texts."""
    found: dict[str, Expr] = {}
    for node in (inner for item in nodes for inner in walk(item)):
        symbol = unit.symbols.get(_base(node))
        if symbol is None or (isinstance(node, ex.Variable) and symbol.dimensions):
            continue
        name = symbol.spelling or symbol.name
        if isinstance(node, ex.Element):
            subscripts = [_subscript(item, unit) for item in node.subscripts]
            if None in subscripts:
                continue
            name += f"({', '.join(map(str, subscripts))})"
        found.setdefault(name, node)
    return found


def _base(node: Expr) -> str:
    match node:
        case ex.Variable(name=name) | ex.Element(array=name):
            return name
        case _:
            return ""


def _subscript(node: Expr, unit: Unit) -> str | None:
    if isinstance(node, ex.Variable) and node.name in unit.symbols:
        return unit.symbols[node.name].spelling or node.name
    return str(node.value) if isinstance(node, ex.Constant) else None


def _text(value: Any) -> str:
    return f"{value:.6g}" if isinstance(value, float) else repr(value)
