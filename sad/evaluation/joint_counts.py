"""Counts with a function of the sizes of their own, where parameters that vary together were measured.

A product of functions that were fitted one by one is no count away from the runs. So at other sizes
than those of a run such a count is a symbol, J1, J2, ..., whose value is the function that was fitted
to the count itself, with its uncertainty.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.known import with_known
from sad.algebra.poly import ONE, Poly
from sad.diagnostics import Span
from sad.expr.numbers import evaluate_expression
from sad.expr.tree import ExpressionError
from sad.model.parameters import Class, Kind, Parameter, with_parameters
from sad.profiles.settings import Origin, Setting
from sad.records import record
from sad.symbols import site_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.algebra.evaluate import Number
    from sad.evaluation.at_run import Places
    from sad.evaluation.names import Names
    from sad.model.expand import BlockCount, Expansion
    from sad.model.nodes import Description
    from sad.profiles.settings import Settings

_LETTER = "J"


@record
class JointCounts:
    """Counts by the blocks' identity, of symbols, and what these are: a parameter and a value each."""

    counts: Mapping[int, Poly]
    parameters: tuple[Parameter, ...]
    settings: Settings

    @property
    def functions(self) -> dict[str, str]:
        """The functions of sizes by symbol."""
        return {item.symbol: self.settings.items[item.symbol].text for item in self.parameters}

    def values(self, known: Mapping[str, Number], names: Names) -> dict[str, Number]:
        """Return the symbols' values where sizes have those that are ``known``, as far as that goes."""

        def value(name: str) -> Number:
            return known[names.same(name)]

        found: dict[str, Number] = {}
        for symbol, text in self.functions.items():
            try:
                found[symbol] = evaluate_expression(text, value)
            except (ExpressionError, KeyError, ArithmeticError):
                continue
        return found

    def declared(self, description: Description) -> Description:
        """Return the description with the symbols among the parameters of its last unit."""
        return with_parameters(description, {description.units[-1].name: self.parameters})


def joint_counts(
    expansion: Expansion, places: Places, settings: Settings, names: Names, entry: str
) -> JointCounts | None:
    """Return the counts that have functions of their own and may be taken for these settings; or None.

    They hold for the entry that was measured, and where no user changes a parameter, or a size that all
    runs had alike: then the products of means tell what that does.
    """
    if not settings.together or any(run.entry != entry for run in settings.runs):
        return None
    given = {
        symbol: item
        for item in settings.items.values()
        if (symbol := names.find(item.name)) is not None
    }
    had = _had(settings, names)
    counts: dict[int, Poly] = {}
    by_text: dict[tuple[str, str], str] = {}
    parameters: list[Parameter] = []
    found = settings.copy()
    for block in expansion.blocks:
        name, number = places.blocks.get(id(block.block), ("", 0))
        together = settings.together.get(f"{name}.b{number}")
        if together is None or not together.function or not block.count:
            continue
        if not is_unchanged(name, places, settings) or not _may_be(block, given, had, names):
            continue
        key = together.function, together.spread
        symbol = by_text.get(key)
        if symbol is None:
            symbol = by_text[key] = site_name(name, "count", f"b{number}")
            label = f"{_LETTER}{len(by_text)}"
            span = next((line.span for line in block.block.lines), Span.at("<profile>"))
            reason = f"{together.of} measured together"
            parameters.append(
                Parameter(
                    symbol, label, Kind.TRIP_COUNT, Class.INDIRECT, block.unit.unit, span, reason
                )
            )
            place = Span.at("<profile>")
            found.add(
                Setting(symbol, together.function, Origin.PROFILE, place, spread=together.spread)
            )
        times = without_measured(block.count, names) if together.is_mean else ONE
        counts[id(block.block)] = Poly.symbol(symbol) * times
    return JointCounts(counts, tuple(parameters), found) if counts else None


def is_unchanged(unit: str, places: Places, settings: Settings) -> bool:
    """Whether a unit has the statements that it had in some run."""
    return any(
        unit in run.units and places.shapes.get(unit) == run.units[unit].shape
        for run in settings.runs
    )


def _had(settings: Settings, names: Names) -> dict[str, set[float]]:
    """The values of sizes in the runs, by symbol."""
    found: dict[str, set[float]] = {}
    for run in settings.runs:
        for name, value in run.at.items():
            symbol = names.find(name)
            if symbol is not None:
                found.setdefault(symbol, set()).add(value)
    return found


def _may_be(
    block: BlockCount, given: Mapping[str, Setting], had: Mapping[str, set[float]], names: Names
) -> bool:
    """Whether what a count depends on is as it was measured, or what the runs varied."""
    for symbol in atoms.free_symbols(block.count):
        item = given.get(symbol)
        if item is None:
            continue
        if is_measured(symbol, names):
            if item.origin is Origin.USER:
                return False
        elif len(had.get(symbol, ())) == 1 and not _is(item.text, next(iter(had[symbol]))):
            return False
    return True


def _is(text: str, value: float) -> bool:
    try:
        return float(evaluate_expression(text)) == value
    except (ExpressionError, ArithmeticError):
        return False


def without_measured(count: Poly, names: Names) -> Poly:
    """Return a count with 1 for all that only a run can tell: how often the rest of it happens."""
    symbols = atoms.free_symbols(count)
    return with_known({symbol: 1 for symbol in symbols if is_measured(symbol, names)})(count)


def is_measured(symbol: str, names: Names) -> bool:
    """Whether a symbol is a parameter that counts of a run tell."""
    parameter = names.parameters.get(symbol)
    return parameter is not None and parameter.shows_in_counts
