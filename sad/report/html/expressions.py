"""Values given as formulas of other values, as JavaScript: they follow the sliders of the others."""

from __future__ import annotations

import re
from graphlib import TopologicalSorter
from typing import TYPE_CHECKING

from sad.algebra.codes import Coding
from sad.expr.javascript import helpers, javascript
from sad.profiles.distribution_text import distribution_name

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from sad.evaluation.names import Names
    from sad.profiles.settings import Setting, Settings

_NUMBER = re.compile(r"\s*[-+]?[\d.]+(?:[eE][-+]?\d+)?\s*")


class Follower:
    """Finds values that are formulas of other values; ``places`` are those of symbols in ``p``."""

    def __init__(self, settings: Settings, names: Names, places: Mapping[str, int]) -> None:
        self._names = names
        self._places = places
        self._settings: dict[str, Setting] = {
            names.same(name): setting for name, setting in settings.items.items()
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
        return "\n".join([*helpers(rows), f"const follow = [{rows}];"])

    def _written(self, text: str, used: dict[str, None]) -> str:
        """A text as JavaScript; names that no formula needs are replaced by what they were given."""

        def lookup(name: str) -> str:
            symbol = self._names.same(name)
            place = self._places.get(symbol)
            if place is not None and self._names.coding(symbol) is Coding.INTEGER:
                used[symbol] = None
                return f"p[{place}]"
            return self._written(self._settings[symbol].text, used)

        return javascript(text, lookup)
