"""A described program seen from one entry, with the values given so far."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

from sad.counting import atoms
from sad.counting.codes import Coding
from sad.counting.evaluate import evaluate
from sad.counting.poly import ONE, ZERO, Poly
from sad.description.expand import Expansion, default_entry, expand
from sad.description.parameters import Class, Kind
from sad.description.specialise import specialise
from sad.diagnostics import Diagnostic, ExitCode, SadError, Severity, argument_error
from sad.evaluation.assume import Assumed
from sad.evaluation.assume import assume as put_in
from sad.evaluation.names import Names
from sad.mapping.bind import unknown_calls
from sad.profiles.expression import ExpressionError, evaluate_expression
from sad.profiles.options import HINTS, OptionError, option_code, real_value
from sad.symbols import is_unresolved

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from sad.counting.evaluate import Number
    from sad.description.parameters import Parameter
    from sad.description.tree import Description, UnitDescription
    from sad.profiles.settings import Origin, Setting, Settings


@dataclass(frozen=True, slots=True)
class Model:
    """Counts of a program from ``entry``, names of what they depend on, and given values.

    ``values`` and ``origins`` are keyed by symbol, ``used`` are the symbols in any count, ``unused``
    given names of inputs on which no count depends. Without an entry every unit is described by
    itself, its calls left open. ``assumed`` are the probabilities an assumption has decided.
    """

    description: Description
    entry: UnitDescription | None
    expansion: Expansion
    names: Names
    values: Mapping[str, Number]
    origins: Mapping[str, Origin]
    unused: tuple[str, ...]
    used: frozenset[str]
    assumed: tuple[Assumed, ...] = ()

    @property
    def missing(self) -> list[str]:
        """Symbols the counts need that have no value, in source order."""
        return [symbol for symbol in self.symbols if symbol not in self.values]

    @property
    def symbols(self) -> list[str]:
        """Symbols the counts depend on: parameters in source order, then times of unknown calls."""
        known = [symbol for symbol in self.names.parameters if symbol in self.used]
        return [*known, *sorted(self.used.difference(known))]

    def is_exact(self, count: Poly) -> bool:
        """Whether a count depends on nothing but the program's inputs."""
        return all(self.is_determined(symbol) for symbol in atoms.free_symbols(count))

    def is_determined(self, symbol: str) -> bool:
        """Whether a symbol is fixed by the program's input."""
        parameter = self.names.parameters.get(symbol)
        if parameter is not None and parameter.kind is Kind.TRIP_COUNT:  # rows of an array
            is_input = self.entry is not None and self.entry.unit.upper() == parameter.unit.upper()
            return is_input and parameter.cls is Class.DIRECT
        if parameter is None:
            return not is_unresolved(symbol)
        return parameter.cls is not Class.INDETERMINATE


def build_model(
    description: Description,
    entry: str | None,
    settings: Settings,
    assume: Collection[str] = (),
) -> Model:
    """Return the model of a description under assumptions (names in ``assume.SENTENCES``).

    Raises ``SadError``: SAD505 (no such entry), SAD501 (unknown name), SAD502 (bad expression),
    SAD503 (a value that cannot be).
    """
    assumed: tuple[Assumed, ...] = ()
    if assume:
        given = {name.lower() for name in settings.items}
        description, assumed = put_in(description, assume, given)
    start = find_entry(description, entry)
    first = expand(description, start)
    assumed = tuple(item for item in assumed if _is_reached(item.parameter, first))
    used = used_symbols(first)
    limits = _limit_symbols(description, used)
    names = Names(description, used | _call_symbols(first), limits)
    values, origins, unused = _resolve(settings, names)
    decided = {
        symbol: ONE if value == 1 else ZERO
        for symbol, value in values.items()
        if value in (0, 1) and _kind(names, symbol) is Kind.PROBABILITY
    }
    if not decided:
        return Model(description, start, first, names, values, origins, unused, used, assumed)
    special = specialise(description, decided, frozenset(values))
    start = None if start is None else special.unit(start.name)
    second = expand(special, start)
    used = used_symbols(second)
    return Model(special, start, second, names, values, origins, unused, used, assumed)


def _is_reached(parameter: Parameter, expansion: Expansion) -> bool:
    """Whether a parameter is one of a unit that starts at all."""
    return any(
        unit.unit.upper() == parameter.unit.upper() and expansion.activations.get(unit.name)
        for unit in expansion.description.units
    )


def find_entry(description: Description, name: str | None) -> UnitDescription | None:
    """Return the unit to start from; raise SAD505 if ``name`` is none."""
    if name is None:
        return default_entry(description)
    for unit in description.units:
        if name in (unit.name, unit.unit):
            return unit
    for unit in description.units:
        if name.lower() in (unit.name.lower(), unit.unit.lower()):
            return unit
    known = [unit.name for unit in description.units]
    close = get_close_matches(name, known, 1) or get_close_matches(name.upper(), known, 1)
    hint = f"did you mean {close[0]}?" if close else f"units: {', '.join(known[:8])}"
    raise argument_error("SAD505", f"no unit {name!r} to start from", hint)


def used_symbols(expansion: Expansion) -> frozenset[str]:
    """Return the symbols that occur in any count."""
    found: set[str] = set()
    for count in {block.count for block in expansion.blocks}:
        found |= atoms.free_symbols(count)
    for count in expansion.externals.values():
        found |= atoms.free_symbols(count)
    return frozenset(found)


def _limit_symbols(description: Description, used: frozenset[str]) -> frozenset[str]:
    """Return what the limits of used trip counts depend on: counts may not, but values must fit."""
    limits = [
        parameter.limit
        for unit in description.units
        for parameter in unit.parameters
        if parameter.symbol in used and parameter.limit is not None
    ]
    return frozenset[str]().union(*map(atoms.free_symbols, limits))


def _call_symbols(expansion: Expansion) -> frozenset[str]:
    return frozenset(call.symbol for call in unknown_calls(expansion))


def _kind(names: Names, symbol: str) -> Kind | None:
    parameter = names.parameters.get(symbol)
    return None if parameter is None else parameter.kind


def _resolve(
    settings: Settings, names: Names
) -> tuple[dict[str, Number], dict[str, Origin], tuple[str, ...]]:
    """Evaluate the given expressions, each name once, and check what they may be.

    Names of the program that no count needs are given back; names it does not have are an error.
    """
    by_name = {names.key(name): setting for name, setting in settings.items.items()}
    values: dict[str, Number] = {}
    helpers: dict[str, Number] = {}
    busy: set[str] = set()
    used_helpers: set[str] = set()

    def value_of(setting: Setting) -> Number:
        key = names.key(setting.name)
        known = helpers.get(key)
        if known is not None:
            return known
        if key in busy:
            raise _error(
                "SAD502",
                setting,
                "the value depends on itself",
                "give a number for one of the names",
            )
        busy.add(key)

        def lookup(name: str) -> Number:
            other = by_name.get(names.key(name))
            if other is None:
                hint = f"give it a value, too: --set {name}=..."
                raise _error("SAD502", setting, f"{name} has no value", hint)
            used_helpers.add(names.key(name))
            value = value_of(other)
            return value if _is_number(setting, name, names) else real_value(other.text, lookup)

        helpers[key] = _number(setting, names, lookup)
        busy.discard(key)
        return helpers[key]

    origins: dict[str, Origin] = {}
    unused: list[Setting] = []
    for setting in by_name.values():
        symbol = names.find(setting.name)
        number = value_of(setting)
        if symbol is None:
            unused.append(setting)
            continue
        _check(setting, number, names.parameters.get(symbol))
        values[symbol] = number
        origins[symbol] = setting.origin
    for setting in by_name.values():
        _check_limit(setting, names, values)
    unused = [item for item in unused if names.key(item.name) not in used_helpers]
    for setting in unused:
        if not names.is_input(setting.name):
            message = f"nothing depends on {setting.name!r}"
            raise _error("SAD501", setting, message, names.suggestion(setting.name))
    return values, origins, tuple(setting.name for setting in unused)


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
        message = f"{setting.name}={setting.text}: {error}"
        raise _error("SAD502", setting, message, "for instance n=1000 or m=2*n+1") from None
    except OptionError as error:
        message = f"{setting.name}={setting.text}: {error}"
        raise _error("SAD503", setting, message, HINTS[coding]) from None


def _length(setting: Setting, names: Names) -> int | None:
    """How many characters a text parameter has."""
    symbol = names.find(setting.name)
    parameter = None if symbol is None else names.parameters.get(symbol)
    return None if parameter is None else parameter.length


def _check(setting: Setting, number: Number, parameter: Parameter | None) -> None:
    if parameter is None:
        return
    shown = f"{setting.name}={setting.text}"
    if parameter.kind is Kind.PROBABILITY and not 0 <= number <= 1:
        hint = "how often the branch is taken, of the times it is reached"
        raise _error("SAD503", setting, f"{shown}: a probability is between 0 and 1", hint)
    if parameter.kind is Kind.TRIP_COUNT and number < parameter.least:
        hint = f"give the mean number of iterations, {parameter.least} or more"
        message = f"{shown}: this loop cannot run less than {parameter.least} times"
        raise _error("SAD503", setting, message, hint)
    if parameter.kind is Kind.SIZE and not isinstance(number, int):
        hint = "use // to divide and round down"
        raise _error("SAD503", setting, f"{shown}: a whole number is expected, not {number}", hint)


def _check_limit(setting: Setting, names: Names, values: Mapping[str, Number]) -> None:
    """A loop that may be left early runs at most as often as its own bounds say."""
    symbol = names.find(setting.name)
    if symbol is None or symbol not in values:
        return
    parameter = names.parameters.get(symbol)
    if parameter is None or parameter.limit is None:
        return
    if atoms.free_symbols(parameter.limit) <= values.keys():
        most = evaluate(parameter.limit, values)
        if values[symbol] > most:
            message = f"{setting.name}={setting.text}: the loop's bounds allow {most} iterations"
            raise _error("SAD503", setting, message, f"give at most {most}")


def _error(code: str, setting: Setting, message: str, hint: str) -> SadError:
    diagnostic = Diagnostic(code, Severity.ERROR, message, setting.span, hint)
    from_file = setting.span.file != "<arguments>"
    return SadError(diagnostic, ExitCode.BAD_INPUT if from_file else ExitCode.USAGE)
