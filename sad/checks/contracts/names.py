"""What the names in a contract mean, and how a unit's formulas are shown."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.codes import Coding
from sad.algebra.text import Printer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sad.algebra.poly import Poly
    from sad.checks.costs.record import UnitCost

_SMALL_ROLES = ("probability",)


class UnitNames:
    """The symbols of one unit by what users call them: in any case, unless the unit is C."""

    def __init__(self, cost: UnitCost) -> None:
        self._folds = cost.language != "c"
        self._labels = {item.name: item.label for item in cost.symbols}
        self._codings = {item.name: Coding(item.coding) for item in cost.symbols}
        self._small = {item.name for item in cost.symbols if item.role in _SMALL_ROLES}
        self._small |= {name for name, most in cost.most.items() if most <= 1}
        used = free_symbols((cost.total or cost.own).values())
        self._known: dict[str, str] = {}
        self._shown: list[str] = []
        for symbol in (*self._labels, *sorted(used - self._labels.keys())):
            label = self._labels.get(symbol, symbol)
            self._shown.append(label)
            for name in (label, symbol, symbol.removeprefix(f"{cost.name}.")):
                self._known.setdefault(name, symbol)
                self._known.setdefault(self._key(name), symbol)
        self.printer = Printer(self.label, self.weight, coding=self.coding)

    def _key(self, name: str) -> str:
        return name.lower() if self._folds else name

    def find(self, name: str) -> str | None:
        """Return the symbol of a name; None if there is none."""
        return self._known.get(name) or self._known.get(self._key(name))

    def suggestion(self, name: str) -> str:
        """Return what was probably meant, or what names there are."""
        by_key = {self._key(item): item for item in self._shown}
        close = get_close_matches(self._key(name), by_key, 1, 0.5)
        if close:
            return f"did you mean {by_key[close[0]]}?"
        if not self._shown:
            return "the cost of this unit depends on no name"
        return f"known: {', '.join(sorted(self._shown)[:8])}"

    def label(self, symbol: str) -> str:
        """Return the name to show for a symbol."""
        return self._labels.get(symbol, symbol)

    def coding(self, symbol: str) -> Coding:
        """Return what a symbol's values stand for."""
        return self._codings.get(symbol, Coding.INTEGER)

    def weight(self, symbol: str) -> int:
        """Return 1 for what makes a term leading, 0 for probabilities."""
        return int(not self.is_small(symbol))

    def is_small(self, symbol: str) -> bool:
        """Whether a symbol is never above 1."""
        return symbol in self._small or self.coding(symbol) is Coding.TRUTH


def free_symbols(polys: Iterable[Poly]) -> frozenset[str]:
    """Return all symbols in formulas."""
    return frozenset[str]().union(*map(atoms.free_symbols, polys))
