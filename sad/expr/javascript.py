"""Expressions as JavaScript, for the page: every operation in parentheses, conditions as 1 or 0."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.targets import JAVASCRIPT
from sad.expr.evaluator import Evaluator, nothing
from sad.expr.functions import ALL
from sad.expr.parse import parse

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.expr.tree import Call, Number

_HELPERS = {
    "table": """\
function table(place, ...points) {
    for (let at = 2; at < points.length; at += 2) {
        const [left, low, right, high] = points.slice(at - 2, at + 2);
        if (place >= left && place <= right)
            return low + (high - low)*(place - left)/(right - left);
    }
    return NaN;
}""",
    "steps": """\
function steps(place, ...pairs) {
    let value = pairs[1];
    for (let at = 0; at < pairs.length; at += 2)
        if (pairs[at] <= place) value = pairs[at + 1];
    return value;
}""",
    "whole_gcd": "\n".join(JAVASCRIPT.functions["whole_gcd"] or ()),
    "sum": """\
function sum(first, last, term) {
    let total = 0;
    for (let place = first; place <= last; ++place) total += term(place);
    return total;
}""",
}


def javascript(text: str, lookup: Callable[[str], str]) -> str:
    """Return ``text`` as JavaScript; ``lookup`` gives that of a name. Raises ``ExpressionError``."""
    return _Writer(lookup).value(parse(text, elements=True))


def helpers(source: str) -> list[str]:
    """Return the functions that a source calls and JavaScript does not have."""
    return [text for name, text in _HELPERS.items() if f"{name}(" in source.replace("Math.", "")]


class _Writer(Evaluator[str]):
    def number(self, node: Number) -> str:
        return repr(float(node.value))

    def form(self, node: Call) -> str:
        first, last = self.value(node.arguments[1]), self.value(node.arguments[2])
        index = f"i{len(self.bound)}"
        return f"sum({first}, {last}, ({index}) => {self.term(node, index)})"

    def apply(self, node: Call, values: list[str]) -> str:
        function = ALL.get(node.name)
        if function is None or not function.javascript:
            raise nothing(node)
        return function.javascript.replace("(*)", f"({', '.join(values)})").format(*values)
