"""Values that are calculated from sizes that have none yet: as polynomials, or under their own text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.codes import Coding
from sad.algebra.known import exact
from sad.algebra.poly import Poly
from sad.expr.exact import NotExact, count_of
from sad.expr.numbers import evaluate_expression
from sad.expr.parse import as_factor, check, parse
from sad.expr.parse import names_in as names_of
from sad.expr.tree import ExpressionError, free_names
from sad.model.parameters import Kind
from sad.profiles.distribution_text import distribution_name, parse_distribution
from sad.profiles.distributions import DistributionError
from sad.profiles.settings import Settings
from sad.records import record
from sad.symbols import is_unresolved

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sad.algebra.evaluate import Number
    from sad.evaluation.names import Names
    from sad.profiles.settings import Setting


@record
class OpenValue:
    """A value given as a formula of names that have no value: ``parts`` are texts and symbols in turn.

    ``needs`` are the symbols without a value, those inside other open values included. ``poly`` is the
    same as a polynomial in them, None if it is none: then the symbol stays in the counts, and its
    value is calculated once the others are known.
    """

    parts: tuple[str, ...]
    needs: frozenset[str]
    poly: Poly | None

    def text(self, name: Callable[[str], str]) -> str:
        """Return the formula as text; ``name`` says how symbols are shown."""
        return "".join(name(part) if place % 2 else part for place, part in enumerate(self.parts))

    def factor(self, name: Callable[[str], str]) -> str:
        """Return the formula as text that may stand in a product."""
        return as_factor(self.text(name))

    def at(self, values: Mapping[str, Number]) -> Number | None:
        """Return the value at values of its symbols, of a distribution the mean; None without one."""
        places = {symbol: f"v{place}" for place, symbol in enumerate(self.parts[1::2])}
        symbols = {place: symbol for symbol, place in places.items()}
        text = self.text(places.__getitem__)
        try:
            if distribution_name(text) is not None:
                return float(parse_distribution(text, lambda name: values[symbols[name]]).mean)
            return evaluate_expression(text, lambda name: values[symbols[name]])
        except (KeyError, ExpressionError, DistributionError):
            return None


class OpenValues:
    """Which of the values given are open, and what they are.

    ``by_key`` are the settings by key (``Names.find``, else ``Names.key``), ``number`` gives the value
    of one that is not open, ``check`` raises for a name that is no number, and ``missing`` is the error
    about one that nothing can be made of.
    """

    def __init__(
        self,
        by_key: Mapping[str, Setting],
        names: Names,
        number: Callable[[Setting, str], Number],
        check: Callable[[Setting, str], object],
        missing: Callable[[Setting, str], Exception],
    ) -> None:
        self._by_key = by_key
        self._names = names
        self._number = number
        self._check = check
        self._missing = missing
        self._open: dict[str, bool] = {}
        self._found: dict[str, OpenValue] = {}
        self.looked_up: set[str] = set()

    def is_open(self, setting: Setting) -> bool:
        """Whether a value needs a name that has none; one that needs itself is not open."""
        key = self._names.same(setting.name)
        if key not in self._open:
            self._open[key] = False  # while it is looked at: of a circle nothing is open
            self._open[key] = any(map(self._is_open_name, names_in(setting, self._names)))
        return self._open[key]

    def _is_open_name(self, name: str) -> bool:
        other = self._by_key.get(self._names.same(name))
        if other is None:
            return self._names.meant(name) is not None
        return self.is_open(other)

    def of(self, setting: Setting) -> OpenValue:
        """Return what an open value is; raises ``ExpressionError`` for a text that is none."""
        key = self._names.same(setting.name)
        found = self._found.get(key)
        if found is None:
            is_random = distribution_name(setting.text) is not None
            if not is_random:
                check(parse(setting.text, elements=True))
            parts, needs = self._parts(setting)
            poly = None
            if not is_random and self._names.coding_of(setting.name) is Coding.INTEGER:
                poly = self._poly(setting)
            found = self._found[key] = OpenValue(parts, needs, poly)
        return found

    def _parts(self, setting: Setting) -> tuple[tuple[str, ...], frozenset[str]]:
        parts, needs, end = [""], set[str](), 0
        for node in free_names(parse(setting.text, elements=True)):
            name = node.name
            parts[-1] += setting.text[end : node.at]
            end = node.at + len(name)
            self._check(setting, name)
            other = self._by_key.get(self._names.same(name))
            self.looked_up.add(self._names.same(name))
            if other is None:
                symbol = self._names.meant(name)
                if symbol is None:
                    raise self._missing(setting, name)
                parts.extend((symbol, ""))
                needs.add(symbol)
            elif self.is_open(other):
                inner = self.of(other)
                parts[-1] += f"({inner.parts[0]}"
                parts.extend(inner.parts[1:])
                parts[-1] += ")"
                needs |= inner.needs
            else:
                value = self._number(setting, name)
                parts[-1] += str(value) if value >= 0 and isinstance(value, int) else f"({value})"
        parts[-1] += setting.text[end:]
        return tuple(parts), frozenset(needs)

    def _poly(self, setting: Setting) -> Poly | None:
        def lookup(name: str) -> Poly:
            other = self._by_key.get(self._names.same(name))
            if other is None:
                symbol = self._names.meant(name)
                if symbol is None or self._names.coding(symbol) is not Coding.INTEGER:
                    raise NotExact(f"{name} is no whole number")
                return Poly.symbol(symbol)
            is_open = self.is_open(other)
            poly = self.of(other).poly if is_open else exact(self._number(setting, name))
            if poly is None:
                raise NotExact(f"{name} is no whole number")
            return poly

        try:
            return count_of(setting.text, lookup, self.is_whole)
        except NotExact:
            return None

    def is_whole(self, symbol: str) -> bool:
        """Whether a symbol's values are whole numbers."""
        return is_whole(symbol, self._names)


def is_whole(symbol: str, names: Names) -> bool:
    """Whether a symbol's values are whole numbers: not those of averages and probabilities."""
    parameter = names.parameters.get(symbol)
    return not is_unresolved(symbol) if parameter is None else parameter.kind is Kind.SIZE


# Values that cannot be calculated yet, because names in them have none.


def without_open(
    settings: Settings, names: Names, *, with_formulas: bool = False
) -> tuple[Settings, list[str]]:
    """Return the settings that can be calculated, and the names without a value in the others.

    ``X1 = 2*N`` and ``X2 = X1 + 1`` cannot be while ``N`` has no value: the names are ``N`` alone.
    ``with_formulas`` keeps those that are formulas of the program's own parameters.
    """

    given = {names.same(name) for name in settings.items}
    kept = dict(settings.items)
    missing: dict[str, str] = {}
    while True:
        known = {names.same(name) for name in kept}

        def left(setting: Setting) -> list[str]:
            open_ = [item for item in names_in(setting, names) if names.same(item) not in known]  # noqa: B023
            if not with_formulas:
                return open_
            return [
                item for item in open_ if names.same(item) in given or names.meant(item) is None
            ]

        found = {name: open_ for name, setting in kept.items() if (open_ := left(setting))}
        if not found:
            return Settings(kept, dict(settings.misses)), list(missing.values())
        for name, open_ in found.items():
            del kept[name]
            missing.update(
                (names.same(item), item) for item in open_ if names.same(item) not in given
            )


def names_in(setting: Setting, names: Names) -> list[str]:
    """Return the names in a value; texts and logical values are no expressions."""
    if names.coding_of(setting.name) in (Coding.TEXT, Coding.TRUTH):
        return []
    return [*names_of(setting.text), *names_of(setting.spread)]
