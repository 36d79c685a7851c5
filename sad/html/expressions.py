"""Values given as formulas of other values, as JavaScript: they follow the sliders of the others."""

from __future__ import annotations

import re
from graphlib import TopologicalSorter
from typing import TYPE_CHECKING

from sad.algebra.codes import Coding
from sad.arithmetic import Reader
from sad.profiles.distribution_text import distribution_name
from sad.profiles.expression import TOKEN

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from sad.evaluation.names import Names
    from sad.profiles.settings import Setting, Settings

_NUMBER = re.compile(r"\s*[-+]?[\d.]+(?:[eE][-+]?\d+)?\s*")
_FUNCTIONS = ("min", "max", "abs", "floor", "ceil", "trunc", "sqrt", "log2", "log")
_TABLE = (
    "function table(place, ...points) {",
    "    for (let at = 2; at < points.length; at += 2) {",
    "        const [left, low, right, high] = points.slice(at - 2, at + 2);",
    "        if (place >= left && place <= right)",
    "            return low + (high - low)*(place - left)/(right - left);",
    "    }",
    "    return NaN;",
    "}",
)


class _Writer(Reader[str]):
    """Writes a text that has been read before; every operation in parentheses."""

    def __init__(self, text: str, lookup: Callable[[str], str]) -> None:
        self._lookup = lookup
        super().__init__(text, TOKEN)

    def error(self, message: str) -> Exception:
        return AssertionError(message)

    def number(self, token: str) -> str:
        return repr(float(token))

    def name(self, token: str) -> str:
        return self._lookup(token)

    def negative(self, operand: str) -> str:
        return f"(-{operand})"

    def apply(self, operator: str, left: str, right: str) -> str:
        match operator:
            case "//":
                return f"Math.floor({left}/{right})"
            case "%":
                return f"({left} - {right}*Math.floor({left}/{right}))"
            case "**":
                return f"Math.pow({left}, {right})"
            case _:
                return f"({left} {operator} {right})"

    def call(self, name: str) -> str:
        function = name.lower()
        if function != "table":
            assert function in _FUNCTIONS
            return f"Math.{function}({', '.join(self.arguments())})"
        self.take()
        parts = [self.expression(0)]
        while self.token == ",":
            self.take()
            parts.append(self.expression(0))
            self.expect(":")
            parts.append(self.expression(0))
        self.expect(")")
        return f"table({', '.join(parts)})"


class Follower:
    """Finds values that are formulas of other values; ``places`` are those of symbols in ``p``."""

    def __init__(self, settings: Settings, names: Names, places: Mapping[str, int]) -> None:
        self._names = names
        self._places = places
        self._settings: dict[str, Setting] = {
            names.find(name) or names.key(name): setting for name, setting in settings.items.items()
        }
        self._functions: list[str] = []

    def found(self, given: Collection[str]) -> list[tuple[str, str, list[int]]]:
        """Return symbol, text and the places used, in an order in which they can be computed.

        ``given`` are the symbols that were given a value. Distributions stay as they are.
        """
        self._functions = []
        texts: dict[str, str] = {}
        needs: dict[str, list[str]] = {}
        for symbol, setting in self._settings.items():
            if symbol not in self._places or symbol not in given:
                continue
            is_number = self._names.coding(symbol) is Coding.INTEGER
            if not is_number or _NUMBER.fullmatch(setting.text) or distribution_name(setting.text):
                continue
            used: dict[str, None] = {}
            texts[symbol] = self._written(setting.text, used)
            if used:
                needs[symbol] = list(used)
        rows: list[tuple[str, str, list[int]]] = []
        for symbol in TopologicalSorter(needs).static_order():
            if symbol in needs:
                self._functions.append(texts[symbol])
                places = [self._places[item] for item in needs[symbol]]
                rows.append((symbol, self._settings[symbol].text, places))
        return rows

    def source(self) -> str:
        """Return the JavaScript of what ``found`` returned last."""
        rows = ",\n".join(f"(p) => {text}" for text in self._functions)
        carried = _TABLE if "table(" in rows else ()
        return "\n".join([*carried, f"const follow = [{rows}];"])

    def _written(self, text: str, used: dict[str, None]) -> str:
        """A text as JavaScript; names that no formula needs are replaced by what they were given."""

        def lookup(name: str) -> str:
            symbol = self._names.find(name) or self._names.key(name)
            place = self._places.get(symbol)
            if place is not None and self._names.coding(symbol) is Coding.INTEGER:
                used[symbol] = None
                return f"p[{place}]"
            return self._written(self._settings[symbol].text, used)

        return _Writer(text, lookup).whole()
