"""Given values: expressions evaluated, distributions read, both held against what is possible."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from math import inf
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.codes import Coding
from sad.algebra.evaluate import evaluate
from sad.diagnostics import Diagnostic, ExitCode, SadError, Severity
from sad.evaluation.open_values import OpenValues, without_open
from sad.expr.functions import DISTRIBUTIONS, no_function
from sad.expr.numbers import evaluate_expression
from sad.expr.tree import ExpressionError
from sad.model.parameters import Kind
from sad.profiles.distribution_text import distribution_name, parse_distribution
from sad.profiles.distributions import DistributionError
from sad.profiles.settings import (
    HINTS,
    OptionError,
    Origin,
    Settings,
    option_code,
    real_value,
)
from sad.profiles.truncated import within
from sad.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sad.algebra.evaluate import Number
    from sad.algebra.poly import Poly
    from sad.evaluation.names import Names
    from sad.evaluation.open_values import OpenValue
    from sad.model.parameters import Parameter
    from sad.profiles.distributions import Distribution
    from sad.profiles.settings import Setting

_MOST_NAMES = 6


@record
class Given:
    """Values given, by symbol: ``values`` are numbers, of distributions (``random``) their means.

    ``open`` are formulas of names that have no value yet. ``unused`` are names of the program that no
    count needs.
    """

    values: Mapping[str, Number]
    random: Mapping[str, Distribution]
    origins: Mapping[str, Origin]
    unused: tuple[str, ...]
    open: Mapping[str, OpenValue]


def resolve(settings: Settings, names: Names, *, only_numbers: bool = False) -> Given:
    """Evaluate the given expressions, each name once, and check what they may be.

    Names that the program does not have are an error; so is a name without a value in a value, if
    there may be ``only_numbers``.
    """
    resolver = _Resolver(settings, names, only_numbers=only_numbers)
    origins: dict[str, Origin] = {}
    unused: list[Setting] = []
    for setting in resolver.settings:
        symbol = names.find(setting.name)
        if symbol is None:
            resolver.look_at(setting)
            unused.append(setting)
            continue
        resolver.give(symbol, setting)
        origins[symbol] = setting.origin
    for setting in resolver.settings:
        resolver.limit(setting)
    unused = [item for item in unused if names.same(item.name) not in resolver.looked_up]
    for setting in unused:
        if not setting.is_optional and not names.is_input(setting.name):
            message = f"nothing depends on {setting.name!r}"
            raise _error("SAD501", setting, message, names.suggestion(setting.name))
    left = tuple(item.name for item in unused if not item.is_optional)
    return Given(resolver.values, resolver.random, origins, left, resolver.open)


class _Resolver:
    """Values and distributions by symbol, as they are found."""

    def __init__(self, settings: Settings, names: Names, *, only_numbers: bool) -> None:
        self._names = names
        self._only_numbers = only_numbers
        self._by_name = {
            self._names.same(name): setting for name, setting in settings.items.items()
        }
        self._numbers: dict[str, Number] = {}
        self._busy: set[str] = set()
        self._open = OpenValues(
            *(self._by_name, names, self._number_in),
            lambda setting, name: _is_number(setting, name, names),
            self._missing,
        )
        self.looked_up = self._open.looked_up
        self.values: dict[str, Number] = {}
        self.random: dict[str, Distribution] = {}
        self.open: dict[str, OpenValue] = {}

    @property
    def settings(self) -> list[Setting]:
        """The settings, the last one for each name."""
        return list(self._by_name.values())

    def look_at(self, setting: Setting) -> None:
        """Evaluate a setting that no count needs."""
        if self._is_open(setting):
            self._open_value(setting)
        elif self._is_random(setting):
            _distribution(setting, self._lookup(setting))
        else:
            self._number(setting)

    def give(self, symbol: str, setting: Setting) -> None:
        """Give a symbol its value."""
        parameter = self._names.parameters.get(symbol)
        is_open = self._is_open(setting)
        if is_open and not self._is_random(setting):
            self.open[symbol] = self._open_value(setting)
            return
        if not self._is_random(setting):
            number = _as_whole(self._number(setting), parameter)
            wrong = wrong_value(number, parameter)
            if wrong is not None:
                message = f"{setting.name}={setting.text}: {wrong[0]}"
                raise _error("SAD503", setting, message, wrong[1])
            if setting.spread:
                around = replace(setting, text=setting.spread, spread="")
                self.give(symbol, around)
            self.values[symbol] = number
            return
        coding = self._names.coding_of(setting.name)
        possible = _possible(symbol, parameter)
        if coding is not Coding.INTEGER or possible is None:
            what = "a size" if coding is Coding.INTEGER else f"a {coding} variable"
            message = f"{setting.name}={setting.text}: {what} has no distribution"
            hint = "trip counts, probabilities, values and times of calls have; give it one value"
            raise _error("SAD512", setting, message, hint)
        if is_open:
            self.open[symbol] = self._open_value(setting)
            return
        found = _distribution(setting, self._lookup(setting))
        self._draw(symbol, setting, found, *possible)

    def limit(self, setting: Setting) -> None:
        """Hold a loop that may be left early to its bounds: it runs at most as often as they say."""
        symbol = self._names.find(setting.name)
        if symbol is None or symbol not in self.values:
            return
        parameter = self._names.parameters.get(symbol)
        if parameter is None or parameter.limit is None:
            return
        needed = atoms.free_symbols(parameter.limit)
        if not needed <= self.values.keys():
            return
        if setting.origin is Origin.PROFILE or setting.spread:
            self._hold(symbol, parameter.least, self._most(parameter.limit))
            return
        drawn = sorted(needed & self.random.keys())
        if drawn:
            name = self._names.label(drawn[0])
            message = f"{setting.name}: the loop's bounds depend on {name}, which is random"
            raise _error("SAD512", setting, message, f"give {name} one value")
        most = self._most(parameter.limit)
        if symbol in self.random:
            self._draw(symbol, setting, self.random[symbol], parameter.least, most)
        elif self.values[symbol] > most:
            message = f"{setting.name}={setting.text}: the loop's bounds allow {most} iterations"
            raise _error("SAD503", setting, message, f"give at most {most}")

    def _most(self, limit: Poly) -> Number:
        """The most iterations that a loop's bounds allow; infinity where they have no value."""
        try:
            return evaluate(limit, self.values)
        except ZeroDivisionError:
            return inf

    def _hold(self, symbol: str, least: Number, most: Number) -> None:
        """Hold what was measured to a loop's bounds, those of the means where the bounds are random.

        Functions that were fitted to runs one by one may contradict each other at another size.
        """
        drawn = self.random.pop(symbol, None)
        self.values[symbol] = min(self.values[symbol], max(least, most))
        if drawn is not None and least < most:
            with suppress(DistributionError):  # nearly all of it is beyond: then it is at its bound
                self.random[symbol] = within(drawn, float(least), float(most))

    def _is_open(self, setting: Setting) -> bool:
        return not self._only_numbers and self._open.is_open(setting)

    def _open_value(self, setting: Setting) -> OpenValue:
        try:
            return self._open.of(setting)
        except ExpressionError as error:
            raise _malformed(setting, error) from None

    def _number_in(self, setting: Setting, name: str) -> Number:
        """The value of a name in an open value; it has one."""
        return self._lookup(setting)(name)

    def _missing(self, setting: Setting, name: str) -> SadError:
        function = name.partition("(")[0]
        if function != name and self._names.find(name) is None and not self._names.is_input(name):
            return _malformed(setting, no_function(function))
        return _error("SAD502", setting, f"{name} has no value", self._too(setting, name))

    def _is_random(self, setting: Setting) -> bool:
        """Whether a setting is a distribution; a text variable may have such a text as its value."""
        is_text = self._names.coding_of(setting.name) is Coding.TEXT
        return not is_text and distribution_name(setting.text) is not None

    def _draw(
        self, symbol: str, setting: Setting, found: Distribution, low: float, high: Number
    ) -> None:
        """Let a symbol be random, of values from ``low`` to ``high``; its value is the mean."""
        try:
            cut = within(found, low, Fraction(high) if isinstance(high, int) else high)
            mean = cut.mean
        except DistributionError as error:
            message = f"{setting.name}={setting.text}: {error}"
            hint = "give a narrower distribution, or uniform(low, high) or beta(a, b, low, high)"
            raise _error("SAD511", setting, message, hint) from None
        self.random[symbol] = cut
        self.values[symbol] = int(mean) if mean == int(mean) else float(mean)

    def _number(self, setting: Setting) -> Number:
        key = self._names.same(setting.name)
        known = self._numbers.get(key)
        if known is not None:
            return known
        if key in self._busy:
            hint = "give a number for one of the names"
            raise _error("SAD502", setting, "the value depends on itself", hint)
        self._busy.add(key)
        self._numbers[key] = _number(setting, self._names, self._lookup(setting))
        self._busy.discard(key)
        return self._numbers[key]

    def _too(self, setting: Setting, name: str) -> str:
        """What to give besides: all names without a value in the values given, ``name`` first."""
        _, missing = without_open(Settings(self._by_name), self._names)
        others = [other for other in missing if self._names.same(other) != self._names.same(name)]
        shown = [name, *others][:_MOST_NAMES]
        if setting.span.file.endswith(".toml"):
            wanted = ", in sizes: " + ", ".join(f"{each} = ..." for each in shown)
        else:
            wanted = ": " + " ".join(f"--set {each}=..." for each in shown)
        if not others:
            return f"give it a value, too{wanted}"
        more = f" and {len(others) + 1 - _MOST_NAMES} more" if len(others) >= _MOST_NAMES else ""
        return f"give them values, too{wanted}{more}"

    def _lookup(self, setting: Setting) -> Callable[[str], Number]:
        """How names in the value of a setting get theirs."""

        def lookup(name: str) -> Number:
            other = self._by_name.get(self._names.same(name))
            if other is None:
                raise self._missing(setting, name)
            if self._is_random(other):
                message = f"{setting.name}={setting.text}: {name} is random"
                hint = "values are independent of each other; give one of the two a number"
                raise _error("SAD512", setting, message, hint)
            self.looked_up.add(self._names.same(name))
            value = self._number(other)
            is_number = _is_number(setting, name, self._names)
            return value if is_number else real_value(other.text, lookup)

        return lookup


def _possible(symbol: str, parameter: Parameter | None) -> tuple[float, float] | None:
    """The least and the greatest value of what may be random, limits of loops left out."""
    if parameter is None:
        return (0, inf) if symbol.endswith(".seconds") else None
    match parameter.kind:
        case Kind.PROBABILITY:
            return 0, 1
        case Kind.TRIP_COUNT:
            return parameter.least, inf
        case Kind.SECONDS:
            return 0, inf
        case Kind.VALUE:
            return -inf, inf
        case Kind.SIZE:
            return None


def _distribution(setting: Setting, lookup: Callable[[str], Number]) -> Distribution:
    """The distribution a setting describes."""
    try:
        return parse_distribution(setting.text, lookup)
    except (DistributionError, ExpressionError) as error:
        message = f"{setting.name}={setting.text}: {error}"
        hint = "for instance normal(10, 2), uniform(0, 0.5) or empirical(3, 4, 4, 7)"
        raise _error("SAD510", setting, message, hint) from None


def _is_number(setting: Setting, name: str, names: Names) -> bool:
    """Whether a name's value is a number as it is, not the code of a real one; raise if it is none."""
    coding = names.coding_of(name)
    if coding in (Coding.TEXT, Coding.TRUTH):
        hint = "only numbers can be calculated with"
        raise _error("SAD502", setting, f"{name} is a {coding} variable", hint)
    return coding is not Coding.REAL


def _number(setting: Setting, names: Names, lookup: Callable[[str], Number]) -> Number:
    """The value of a setting; of an option its code."""
    coding = names.coding_of(setting.name)
    try:
        if coding is Coding.INTEGER:
            return evaluate_expression(setting.text, lookup)
        return option_code(setting.text, coding, _length(setting, names), lookup)
    except ExpressionError as error:
        raise _malformed(setting, error) from None
    except OptionError as error:
        message = f"{setting.name}={setting.text}: {error}"
        raise _error("SAD503", setting, message, HINTS[coding]) from None


def _malformed(setting: Setting, error: ExpressionError) -> SadError:
    """An expression that is none."""
    message = f"{setting.name}={setting.text}: {error}"
    hint = error.hint or "for instance n=1000 or m=2*n+1"
    if "the table goes" in str(error):
        hint = "add a point there, or give another value with --set"
    elif "no function" in str(error):
        hint = f"distributions are {', '.join(sorted(DISTRIBUTIONS))}"
    return _error("SAD502", setting, message, hint)


def _as_whole(number: Number, parameter: Parameter | None) -> Number:
    """A size that came out whole, as an integer."""
    is_size = parameter is not None and parameter.kind is Kind.SIZE
    return int(number) if is_size and isinstance(number, float) and number.is_integer() else number


def _length(setting: Setting, names: Names) -> int | None:
    """How many characters a text parameter has."""
    symbol = names.find(setting.name)
    parameter = None if symbol is None else names.parameters.get(symbol)
    return None if parameter is None else parameter.length


def wrong_value(number: Number, parameter: Parameter | None) -> tuple[str, str] | None:
    """Return what is wrong with a number as the value of a parameter, and a hint; None if nothing."""
    if parameter is None:
        return None
    kind = parameter.kind
    if kind is Kind.PROBABILITY and not 0 <= number <= 1:
        hint = "how often the branch is taken, of the times it is reached"
        return "a probability is between 0 and 1", hint
    if kind is Kind.TRIP_COUNT and number < parameter.least:
        hint = f"give the mean number of iterations, {parameter.least} or more"
        return f"this loop cannot run less than {parameter.least} times", hint
    if kind is Kind.SIZE and not isinstance(number, int):
        return f"a whole number is expected, not {number}", "use // to divide and round down"
    return None


def _error(code: str, setting: Setting, message: str, hint: str) -> SadError:
    diagnostic = Diagnostic(code, Severity.ERROR, message, setting.span, hint)
    from_file = setting.span.file != "<arguments>"
    return SadError(diagnostic, ExitCode.BAD_INPUT if from_file else ExitCode.USAGE)
