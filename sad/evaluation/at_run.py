"""A model at the inputs of a run that was measured: the counts of that run, as they were.

Means of trip counts and probabilities give the counts of a run only where nothing varies together, and
a size that was read may not be known at all. So a run's own counts come first at its inputs.
"""

from __future__ import annotations

from fractions import Fraction
from math import inf, isclose
from typing import TYPE_CHECKING

from sad.algebra.poly import Poly
from sad.diagnostics import SadError, Span
from sad.evaluation.evaluated import Evaluated, times_in_unit
from sad.evaluation.joint_counts import is_unchanged
from sad.evaluation.predict import values_of
from sad.expr.numbers import evaluate_expression
from sad.expr.tree import ExpressionError
from sad.model.parameters import Kind
from sad.model.walks.fingerprint import fingerprint
from sad.model.walks.terms import Term, all_terms
from sad.profiles.settings import Origin, Setting, Settings
from sad.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.algebra.evaluate import Number
    from sad.evaluation.joint_counts import JointCounts
    from sad.evaluation.model import Model
    from sad.evaluation.names import Names
    from sad.model.expand import BlockCount, Expansion
    from sad.model.nodes import Description
    from sad.profiles.run_counts import RunCounts, Together

_MOST_PARTS = 1_000_000
_CLOSE = 1e-9  # relatively: means are rounded to floating-point numbers


@record
class Places:
    """The unit and number of blocks, by identity, and digests of units' structure."""

    blocks: Mapping[int, tuple[str, int]]
    shapes: Mapping[str, str]


def places_of(description: Description, settings: Settings) -> Places | None:
    """Return where blocks are, as counts of runs name them; None if there are no such counts."""
    if not settings.runs:
        return None
    counted = {name for run in settings.runs for name in run.units}
    units = [unit for unit in description.units if unit.name in counted]
    blocks = {
        id(term.block): (unit.name, term.number)
        for unit in units
        for term in all_terms(unit.tree)
        if isinstance(term, Term)
    }
    return Places(blocks, {unit.name: fingerprint(unit) for unit in units})


def run_and_settings(
    settings: Settings, names: Names, entry: str
) -> tuple[RunCounts | None, Settings]:
    """Return the run that a user's values are of, if any, and the settings with what runs tell."""
    run = run_at(settings, names, entry)
    if run is None:
        return None, with_sizes_of_all(settings, names, entry)
    return run, settings_at(settings, run, names)


def run_at(settings: Settings, names: Names, entry: str) -> RunCounts | None:
    """Return the last run that had all values that a user gives; None if there is none.

    A value that a user gives for something else than a size of the runs is not one they had.
    """
    given = {
        names.same(item.name): item.text
        for item in settings.items.values()
        if item.origin is Origin.USER
    }
    for run in reversed(settings.runs):
        had = {names.same(name): value for name, value in run.at.items()}
        if run.entry == entry and all(_is(text, had.get(name)) for name, text in given.items()):
            return run
    return None


def _is(text: str, value: float | None) -> bool:
    try:
        return value is not None and isclose(evaluate_expression(text), value)
    except (ExpressionError, OverflowError):
        return False


def settings_at(settings: Settings, run: RunCounts, names: Names) -> Settings:
    """Return the settings with the sizes and means that a run had; measured values are certain there.

    Its own means go together; values that were fitted to several runs may contradict each other. A
    function that was fitted to other runs says nothing of what this one never came to.
    """
    found = settings.copy()
    for name, item in settings.items.items():
        if item.origin is Origin.PROFILE:
            symbol = names.find(item.name) or ""
            mean, parameter = run.values.get(symbol), names.parameters.get(symbol)
            if mean is not None and parameter is not None and parameter.kind is Kind.TRIP_COUNT:
                mean = max(mean, Fraction(parameter.least))  # 0 is that of a loop never come to
            text = item.text if mean is None else str(mean)
            found.items[name] = replace(item, text=text, spread="")
            if mean is None and run.values and not _is_number(item.text):
                del found.items[name]
    given = {names.same(item.name) for item in found.items.values()}
    for name, value in run.at.items():
        if names.same(name) not in given:
            found.add(_size(name, value))
    return found


def with_sizes_of_all(settings: Settings, names: Names, entry: str) -> Settings:
    """Return the settings with the sizes that were the same in several runs and that nobody gives."""
    runs = [run for run in settings.runs if run.entry == entry]
    given = {names.same(item.name) for item in settings.items.values()}
    found = settings.copy()
    for name, value in runs[0].at.items() if len(runs) > 1 else ():
        is_one = all(run.at.get(name) == value for run in runs)
        if is_one and names.same(name) not in given:
            found.add(_size(name, value))
    return found


def _size(name: str, value: float) -> Setting:
    text = str(int(value)) if value == int(value) else repr(value)
    return Setting(name, text, Origin.PROFILE, Span.at("<profile>"), is_optional=True)


def _is_number(text: str) -> bool:
    try:
        evaluate_expression(text)
    except (ExpressionError, ArithmeticError):
        return False
    return True


def corrected(
    expansion: Expansion,
    places: Places,
    settings: Settings,
    names: Names,
    joint: JointCounts | None,
) -> tuple[Expansion, Mapping[str, Together]]:
    """Return the expansion with what was measured together in its counts, and that by block id.

    Counts that are ``joint`` are those. A function of sizes without a value is taken as it was
    in the last run.
    """
    counts: Mapping[int, Poly] = {} if joint is None else joint.counts
    found: dict[str, Together] = {}
    blocks: list[BlockCount] = []
    for block in expansion.blocks:
        name, number = places.blocks.get(id(block.block), ("", 0))
        together = settings.together.get(f"{name}.b{number}")
        if together is None or not block.count or not is_unchanged(name, places, settings):
            blocks.append(block)
            continue
        count = counts.get(id(block.block))
        if count is not None:
            found[block.id] = together
            blocks.append(replace(block, count=count))
            continue
        if together.value == "1":
            blocks.append(block)
            continue
        factor = _factor(together, settings, names)
        found[block.id] = replace(together, last=factor, function="")
        exact = Fraction(factor).limit_denominator(_MOST_PARTS)
        blocks.append(replace(block, count=block.count * Poly.constant(exact)))
    return replace(expansion, blocks=blocks), found


def _factor(together: Together, settings: Settings, names: Names) -> float:
    given = {names.same(item.name): item.text for item in settings.items.values()}

    def value(name: str) -> Number:
        return evaluate_expression(given[names.same(name)], value)

    try:
        found = float(evaluate_expression(together.value, value))
    except (ExpressionError, KeyError, ArithmeticError, ValueError, RecursionError):
        return together.last
    return found if 0 < found < inf else together.last


def with_run(model: Model, run: RunCounts, places: Places) -> Model:
    """Return the model with the counts of a run where its formulas do not give the same."""
    blocks = model.expansion.blocks
    own = _own_counts(model)
    counts: dict[str, int | Fraction] = {}
    loops: set[tuple[str, str]] = set()
    for block in blocks:
        measured = _measured(block, model, run, places, own[block.id])
        value = own[block.id]
        if measured is None or (value is not None and _same(value, measured)):
            continue
        counts[block.id] = int(measured) if measured.denominator == 1 else measured
        loops.update((block.unit.name, loop.id) for loop in block.loops)
    externals = {name: run.calls[name] for name in model.expansion.externals if name in run.calls}
    found = Evaluated(counts, externals, len(loops), 0, (), run=run.name)
    return replace(model, evaluated=found)


def _own_counts(model: Model) -> Mapping[str, Number | None]:
    """What the formulas give; nothing if the means contradict each other."""
    try:
        return values_of(model, {block.id: block.count for block in model.expansion.blocks})
    except SadError:
        return {block.id: None for block in model.expansion.blocks}


def _measured(
    block: BlockCount, model: Model, run: RunCounts, places: Places, own: Number | None
) -> Fraction | None:
    name, number = places.blocks.get(id(block.block), ("", 0))
    unit = run.units.get(name)
    if unit is not None and unit.shape == places.shapes[name] and number <= len(unit.blocks):
        return unit.blocks[number - 1]
    calls = run.calls.get(block.unit.name)
    if calls is None or own is not None:
        return None
    times = times_in_unit(block.count, model.expansion.activations.get(block.unit.name))
    return None if times is None else calls * times


def _same(value: Number, measured: Fraction) -> bool:
    return value == measured or isclose(float(value), float(measured), rel_tol=_CLOSE)
