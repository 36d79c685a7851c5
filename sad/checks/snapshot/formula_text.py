"""Formulas as text that reads back to the very same formula (``formula_reader``).

Names of a unit's own symbols stand without the unit, others whole in backquotes. Large parts get a
name that comes from what they are, ``#3fa2c1``, and are written once.
"""

from __future__ import annotations

import re
from hashlib import blake2b
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.canonical_text import monomial_order

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from fractions import Fraction

    from sad.algebra.poly import Monomial, Poly

_PLAIN = re.compile(r"[A-Za-z_$][\w$@.]*")
_INDEX = re.compile(r"@\d+")
_WORDS = frozenset(("if", "and"))
_LONGEST = 48  # characters of a part that is written where it stands


def escaped(name: str) -> str:
    """Return a name in backquotes."""
    return f"`{name.replace('%', '%25').replace('`', '%60').replace(chr(10), '%0A')}`"


def unescaped(name: str) -> str:
    """Return the name that ``escaped`` has written between its backquotes."""
    return name.replace("%0A", "\n").replace("%60", "`").replace("%25", "%")


class FormulaWriter:
    """Writes the formulas of one unit; ``parts`` are the named parts written so far, by name."""

    def __init__(self, unit: str) -> None:
        self._prefix = f"{unit}."
        self._texts: dict[str, str] = {}
        self.parts: dict[str, str] = {}

    def poly(self, poly: Poly) -> str:
        """Return the text of a formula."""
        items = sorted(poly.items(), key=lambda item: monomial_order(item[0]))
        return self.signed((self.product(monomial), value) for monomial, value in items)

    @staticmethod
    def signed(terms: Iterable[tuple[str, Fraction]]) -> str:
        """Return the text of a sum of products, each with its coefficient."""
        text = ""
        for product, value in terms:
            size = abs(value)
            term = str(size) if not product else product if size == 1 else f"{size}*{product}"
            if not text:
                text = f"-{term}" if value < 0 else term
            else:
                text += f" - {term}" if value < 0 else f" + {term}"
        return text or "0"

    def name(self, symbol: str) -> str:
        """Return the text of a symbol that is no atom."""
        short = symbol.removeprefix(self._prefix)
        if short != symbol and _PLAIN.fullmatch(short) and short not in _WORDS:
            return short
        return symbol if _INDEX.fullmatch(symbol) else escaped(symbol)

    def product(self, monomial: Monomial) -> str:
        """Return the text of a product of symbols; empty for 1."""
        powers: dict[str, int] = {}
        for symbol in monomial:
            powers[symbol] = powers.get(symbol, 0) + 1
        return "*".join(
            self._symbol(symbol) if power == 1 else f"{self._symbol(symbol)}**{power}"
            for symbol, power in powers.items()
        )

    @staticmethod
    def digest(mark: str, text: str) -> str:
        """Return the name of a part, which comes from what it is."""
        return f"{mark}{blake2b(text.encode(), digest_size=4).hexdigest()}"

    def _symbol(self, symbol: str) -> str:
        known = self._texts.get(symbol)
        if known is None:
            atom = atoms.definition(symbol)
            known = self.name(symbol) if atom is None else self._part(self._atom(atom))
            self._texts[symbol] = known
        return known

    def _part(self, text: str) -> str:
        if len(text) <= _LONGEST:
            return text
        name = self.digest("#", text)
        self.parts[name] = text
        return name

    def _atom(self, atom: atoms.Atom) -> str:
        match atom:
            case atoms.Floor(first, second) | atoms.Trunc(first, second):
                kind = "floor" if isinstance(atom, atoms.Floor) else "trunc"
                return f"{kind}({self._operand(first)}/{self._operand(second)})"
            case atoms.Pieces(pieces):
                shown = [f"{self.poly(poly)} if {self._guards(guards)}" for guards, poly in pieces]
                return f"pieces({'; '.join(shown)})"
            case atoms.Sum(index, first, last, body):
                span = f"{self.name(index)} = {self.poly(first)} : {self.poly(last)}"
                return f"sum({span}, {self.poly(body)})"
            case atoms.Guard(name, meaning) | atoms.Alias(name, meaning):
                kind = "guard" if isinstance(atom, atoms.Guard) else "alias"
                return f"{kind}({self.name(name)}, {self.poly(meaning)})"
            case atoms.Rows(index, total, mean):
                return f"rows({self.name(index)}, {self.name(total)}, {self.name(mean)})"
            case atoms.Group(inner):
                return f"({self.poly(inner)})"
            case _:
                shown = ", ".join(map(self.poly, atoms.operands(atom)))
                return f"{type(atom).__name__.lower()}({shown})"

    def _guards(self, guards: Sequence[Poly]) -> str:
        return " and ".join(f"{self.poly(guard)} >= 0" for guard in guards)

    def _operand(self, poly: Poly) -> str:
        text = self.poly(poly)
        simple = poly.as_symbol is not None and not text.startswith("(")
        return text if simple or text.isdecimal() else f"({text})"
