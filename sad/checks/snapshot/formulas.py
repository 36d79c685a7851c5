"""Formulas in snapshots: written by ``FormulaWriter``, read back by ``FormulaReader``.

Over 400 lines: a writer and a reader for every kind of atom.
"""

from __future__ import annotations

import re
from fractions import Fraction
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, cast

from sad.algebra import atoms
from sad.algebra.canonical_text import monomial_order
from sad.algebra.kinds import Work
from sad.algebra.poly import Poly
from sad.algebra.structure import decoded, encoded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from sad.algebra.poly import Monomial

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
            case atoms.Sum(index, first, last, body) | atoms.Greatest(index, first, last, body):
                kind = "sum" if isinstance(atom, atoms.Sum) else "greatest"
                span = f"{self.name(index)} = {self.poly(first)} : {self.poly(last)}"
                return f"{kind}({span}, {self.poly(body)})"
            case atoms.Guard(name, meaning) | atoms.Alias(name, meaning):
                kind = "guard" if isinstance(atom, atoms.Guard) else "alias"
                return f"{kind}({self.name(name)}, {self.poly(meaning)})"
            case atoms.Busiest(parts):
                return f"busiest({'; '.join(map(self._work, parts))})"
            case atoms.Rows(index, total, mean):
                return f"rows({self.name(index)}, {self.name(total)}, {self.name(mean)})"
            case atoms.Group(inner):
                return f"({self.poly(inner)})"
            case atoms.Recurrence():
                return f"recurrence({self._listed(encoded(atom, lambda poly: poly))})"
            case _:
                shown = ", ".join(map(self.poly, atoms.operands(atom)))
                return f"{type(atom).__name__.lower()}({shown})"

    def _listed(self, part: Any) -> str:
        """The parts of a record: formulas, names and numbers in lists."""
        if isinstance(part, list):
            return f"[{', '.join(self._listed(item) for item in cast('list[Any]', part))}]"
        if isinstance(part, str):
            return self.name(part)
        return str(part) if isinstance(part, int) else self.poly(part)

    def _work(self, part: Work) -> str:
        spans = [
            f"{self.name(index)} = {self.poly(first)} : {self.poly(last)}"
            for index, first, last in part.ranges
        ]
        shown = [str(len(spans)), *spans, self.poly(part.member), self.poly(part.amount)]
        return ", ".join(shown)

    def _guards(self, guards: Sequence[Poly]) -> str:
        return " and ".join(f"{self.poly(guard)} >= 0" for guard in guards)

    def _operand(self, poly: Poly) -> str:
        text = self.poly(poly)
        simple = poly.as_symbol is not None and not text.startswith("(")
        return text if simple or text.isdecimal() else f"({text})"


_TOKEN = re.compile(
    r"\s*(?:(?P<call>[a-z]+\([^()`]*\))|(?P<int>\d+)|(?P<index>@\d+)|(?P<part>[#%][0-9a-f]+)|`(?P<quoted>[^`]*)`"
    r"|(?P<name>[A-Za-z_$][\w$@.]*)|(?P<sign>\*\*|>=|[-+*/(),;:=[\]]))"
)
_PAIRS: Mapping[str, Callable[[Poly, Poly], atoms.Atom]] = {
    "mod": atoms.Mod,
    "power": atoms.Power,
    "log": atoms.Log,
    "gcd": atoms.Gcd,
}
_ALONE: Mapping[str, Callable[[Poly], atoms.Atom]] = {
    "not": atoms.Not,
    "root": atoms.Root,
    "inverse": atoms.Inverse,
}
_RANGED: Mapping[str, type[atoms.Ranged]] = {"sum": atoms.Sum, "greatest": atoms.Greatest}
_QUOTIENTS: Mapping[str, Callable[[Poly, Poly], atoms.Atom]] = {
    "floor": atoms.Floor,
    "trunc": atoms.Trunc,
}


_SIGNS = {"+": 1, "-": -1}


class NoFormula(Exception):
    """A text is not one that ``FormulaWriter`` writes; the message tells why."""


class FormulaReader:
    """Reads the formulas of one unit; ``parts`` are the texts of named parts."""

    def __init__(self, unit: str, parts: Mapping[str, str]) -> None:
        self._prefix = f"{unit}."
        self._parts = parts
        self._known: dict[str, Poly] = {}
        self._products: dict[str, Poly] = {}
        self._busy: set[str] = set()

    def poly(self, text: str) -> Poly:
        """Return the formula a text stands for; raises ``NoFormula``."""
        if "`" in text:  # a name in these may hold anything
            return self._scanned(text)
        return Poly.weighted_sum(self._terms(text))

    def _scanned(self, text: str) -> Poly:
        scanner = _Scanner(text, self)
        found = scanner.poly()
        scanner.finish()
        return found

    def _terms(self, text: str) -> Iterator[tuple[Poly, int]]:
        """Products with their coefficients: most of a unit's formulas have the same products."""
        sign, words, opened = 1, "", 0
        for word in text.split(" "):
            if not opened and words and word in _SIGNS:
                yield self._term(words, sign)
                sign, words = _SIGNS[word], ""
            else:
                words = f"{words} {word}" if words else word
                opened += word.count("(") - word.count(")")
        yield self._term(words, sign)

    def _term(self, text: str, sign: int) -> tuple[Poly, int]:
        number, _, product = text.partition("*")
        if not number.isdecimal() or product[:1] in "*-0123456789":  # or nothing
            number, product = "1", text
        known = self._products.get(product)
        if known is None:
            known = self._products[product] = self._scanned(product)
        return known, sign * int(number)

    def call(self, text: str) -> Poly:
        """Return the function that a text without other functions stands for."""
        known = self._known.get(text)
        if known is None:
            name, _, operands = text[:-1].partition("(")
            scanner = _Scanner(operands, self)
            known = self._known[text] = atoms.intern_atom(scanner.function(name))
            scanner.finish()
        return known

    def symbol(self, name: str) -> str:
        """Return the symbol that a name without backquotes stands for."""
        return self._prefix + name

    def part(self, name: str) -> Poly:
        """Return a named part: ``#`` one atom, ``%`` a sum."""
        known = self._known.get(name)
        if known is None:
            if name not in self._parts or name in self._busy:
                raise NoFormula(f"no part {name}")
            self._busy.add(name)
            text = self._parts[name]
            if name.startswith("%"):
                known = self.poly(text)
            else:
                scanner = _Scanner(text, self)
                known = scanner.factor()
                scanner.finish()
            self._known[name] = known
        return known


class _Scanner:
    def __init__(self, text: str, reader: FormulaReader) -> None:
        self._text = text.rstrip()
        self._reader = reader
        self._at = 0
        self._kind, self._token = "", ""
        self._next()

    def _next(self) -> str:
        token = self._token
        if self._at == len(self._text):
            self._kind, self._token = "end", ""
            return token
        match = _TOKEN.match(self._text, self._at)
        if match is None:
            raise NoFormula(f"unexpected {self._text[self._at : self._at + 12]!r}")
        self._at = match.end()
        self._kind = match.lastgroup or ""
        self._token = match[self._kind]
        return token

    def _take(self, sign: str) -> None:
        if not self._is(sign):
            raise NoFormula(f"{sign!r} expected, found {self._token or 'the end'!r}")
        self._next()

    def _is(self, sign: str) -> bool:
        return self._kind == "sign" and self._token == sign

    def _word(self, word: str) -> bool:
        if self._kind != "name" or self._token != word:
            return False
        self._next()
        return True

    def finish(self) -> None:
        """Raise ``NoFormula`` unless the text ends here."""
        if self._kind != "end":
            raise NoFormula(f"unexpected {self._token!r}")

    def poly(self) -> Poly:
        """Return a sum of terms."""
        sign = -1 if self._is("-") else 1
        if sign < 0:
            self._next()
        found = self._term() * sign
        while self._is("+") or self._is("-"):
            sign = 1 if self._next() == "+" else -1
            found = found + self._term() * sign
        return found

    def _term(self) -> Poly:
        found = self._number() if self._kind == "int" else self._power()
        while self._is("*"):
            self._next()
            found = found * self._power()
        return found

    def _number(self) -> Poly:
        value = Fraction(int(self._next()))
        if self._is("/"):
            self._next()
            below = int(self._next()) if self._kind == "int" else 0
            if not below:
                raise NoFormula("a number is expected after '/'")
            value /= below
        return Poly.constant(value)

    def _power(self) -> Poly:
        found = self.factor()
        if self._is("**"):
            self._next()
            if self._kind != "int":
                raise NoFormula("a number is expected after '**'")
            found = found ** int(self._next())
        return found

    def factor(self) -> Poly:
        """Return a symbol, or an atom."""
        kind = self._kind
        if self._is("("):
            self._next()
            inner = self.poly()
            self._take(")")
            return atoms.intern_atom(atoms.Group(inner))
        if kind not in ("name", "quoted", "index", "part", "call"):
            raise NoFormula(f"a name is expected, found {self._token or 'the end'!r}")
        if kind == "part":
            return self._reader.part(self._next())
        if kind == "call":
            return self._reader.call(self._next())
        if kind == "name":
            name = self._next()
            if not self._is("("):
                return Poly.symbol(self._reader.symbol(name))
            self._next()
            atom = self.function(name)
            self._take(")")
            return atoms.intern_atom(atom)
        return Poly.symbol(self._name())

    def _name(self) -> str:
        kind, text = self._kind, self._next()
        if kind == "quoted":
            return unescaped(text)
        if kind == "name":
            return self._reader.symbol(text)
        if kind == "index":
            return text
        raise NoFormula(f"a name is expected, found {text!r}")

    def function(self, name: str) -> atoms.Atom:
        """Return a function of what comes next."""
        if name in _QUOTIENTS:
            first = self._operand()
            self._take("/")
            return _QUOTIENTS[name](first, self._operand())
        match name:
            case "pieces":
                return atoms.Pieces(tuple(self._pieces()))
            case "sum" | "greatest":
                return self._ranged(_RANGED[name])
            case "busiest":
                return atoms.Busiest(self._works())
            case "guard" | "alias":
                label = self._name()
                self._take(",")
                meaning = self.poly()
                return (
                    atoms.Guard(label, meaning) if name == "guard" else atoms.Alias(label, meaning)
                )
            case "recurrence":
                return decoded(atoms.Recurrence, self._part(), lambda poly: poly)
            case "rows":
                names = [self._name()]
                while self._is(","):
                    self._next()
                    names.append(self._name())
                if len(names) != 3:
                    raise NoFormula("rows has three names")
                return atoms.Rows(*names)
            case "not" | "root" | "inverse":
                return _ALONE[name](self.poly())
            case "max" | "min":
                items = tuple(self._list())
                return atoms.Max(items) if name == "max" else atoms.Min(items)
            case _:
                items = tuple(self._list())
                if name not in _PAIRS or len(items) != 2:
                    raise NoFormula(f"no function {name} of {len(items)}")
                return _PAIRS[name](*items)

    def _list(self) -> list[Poly]:
        found = [self.poly()]
        while self._is(","):
            self._next()
            found.append(self.poly())
        return found

    def _part(self) -> Any:
        """Return a list of parts, or a formula: a name and a number are formulas, too."""
        if not self._is("["):
            return self.poly()
        self._next()
        found: list[Any] = []
        while not self._is("]"):
            found.append(self._part())
            if not self._is("]"):
                self._take(",")
        self._next()
        return found

    def _operand(self) -> Poly:
        if self._is("("):
            self._next()
            found = self.poly()
            self._take(")")
            return found
        return Poly.constant(int(self._next())) if self._kind == "int" else self.factor()

    def _span(self) -> tuple[str, Poly, Poly]:
        """Return an index and the ends of its range, with the comma after them."""
        index = self._name()
        self._take("=")
        first = self.poly()
        self._take(":")
        last = self.poly()
        self._take(",")
        return index, first, last

    def _ranged(self, kind: type[atoms.Ranged]) -> atoms.Atom:
        return kind(*self._span(), self.poly())

    def _works(self) -> tuple[Work, ...]:
        found: list[Work] = []
        while True:
            number = int(self._next()) if self._kind == "int" else 0
            self._take(",")
            ranges = tuple(self._span() for _ in range(number))
            member = self.poly()
            self._take(",")
            found.append(Work(ranges, member, self.poly()))
            if not self._is(";"):
                return tuple(found)
            self._next()

    def _pieces(self) -> list[tuple[tuple[Poly, ...], Poly]]:
        found: list[tuple[tuple[Poly, ...], Poly]] = []
        while True:
            poly = self.poly()
            if not self._word("if"):
                raise NoFormula("'if' expected")
            guards = [self._guard()]
            while self._word("and"):
                guards.append(self._guard())
            found.append((tuple(guards), poly))
            if not self._is(";"):
                return found
            self._next()

    def _guard(self) -> Poly:
        found = self.poly()
        self._take(">=")
        if self._next() != "0":
            raise NoFormula("'>= 0' expected")
        return found
