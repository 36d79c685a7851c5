"""Predicted times of units at given sizes, each run by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.checks.costs.source_text import called, unit_names
from sad.checks.costs.timing import WORD, check_sizes, is_alias
from sad.diagnostics import SadError
from sad.evaluation.bind_model import bind_model
from sad.evaluation.model import build_model, names_of
from sad.evaluation.predict import predict
from sad.loading.evaluating import Evaluator, is_open
from sad.loading.machines import languages_of
from sad.loading.prediction import compile_options
from sad.model.expand import default_entry, expand
from sad.model.walks.terms import CallTerm, terms
from sad.profiles.settings import Settings
from sad.reading.options import Choice
from sad.records import replace
from sad.slicing import EVALUATE_STEPS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sad.checks.costs.record import State, UnitCost
    from sad.checks.costs.source_text import SourceText
    from sad.checks.costs.timing import Timing
    from sad.evaluation.model import Model
    from sad.model.nodes import Description, UnitDescription
    from sad.reading.loaded import Loaded
    from sad.reading.options import Reading


def with_seconds(
    state: State, loaded: Loaded, reading: Reading, source: SourceText, timing: Timing
) -> State:
    """Return the state with the time [s] of every unit for which the sizes say all that is needed.

    Raises as ``check_sizes``, ``build_model`` and ``bind_model``.
    """
    timing = in_full(timing, loaded.description)
    timer = _Timer(loaded, reading, timing)
    names = unit_names(loaded.description.units, source)
    seconds = {
        names[unit.name]: timer.seconds(unit, state.units[names[unit.name]])
        for unit in loaded.description.units
    }
    check_sizes(state, timing)
    units = {name: replace(unit, seconds=seconds[name]) for name, unit in state.units.items()}
    texts = {name: item.text for name, item in timing.sizes.items.items()}
    machines = tuple(machine.name for machine, _ in timing.machines)
    return replace(state, units=units, machines=machines, sizes=texts)


def in_full(timing: Timing, description: Description) -> Timing:
    """Return the same with short names of a report on the program replaced: units by themselves have
    others.
    """
    entry = default_entry(description)
    if entry is None or not any(map(is_alias, timing.sizes.items)):
        return timing
    return replace(timing, sizes=names_of(expand(description, entry)).in_full(timing.sizes))


_DECIDED = ("trip_count", "probability", "value")
"""What no input says, but the program."""


class _Timer:
    def __init__(self, loaded: Loaded, reading: Reading, timing: Timing) -> None:
        self._loaded = loaded
        self._units = {unit.name: unit for unit in loaded.description.units}
        self._options = compile_options(reading)
        self._machines = timing.machines
        self._sizes = timing.sizes
        self._steps = EVALUATE_STEPS  # of all units together
        self._evaluator = Evaluator(loaded)
        self._given = {name.lower() for name in timing.sizes.items}

    def seconds(self, unit: UnitDescription, cost: UnitCost) -> dict[str, float | None]:
        """Return the time of one run of a unit [s] by machine."""
        unknown: dict[str, float | None] = {machine.name: None for machine, _ in self._machines}
        if cost.total is None or cost.externals is None or not self._machines:
            return unknown
        polys = [*cost.total.values(), *cost.externals.values()]
        used = frozenset[str]().union(*map(atoms.free_symbols, polys))
        used |= {f"{name}.seconds" for name in cost.externals}
        labels = {item.name: item.label for item in cost.symbols}
        roles = {item.name: item.role for item in cost.symbols}
        left = {name for name in used if not self._is_given(name, labels.get(name, name))}
        if any(roles.get(name) not in _DECIDED for name in left):
            return unknown
        names = {name.lower() for item in used for name in (item, labels.get(item, item))}
        sizes = self._sizes_for(names)
        try:
            model = build_model(self._reached(unit), unit.name, sizes)
            if left:
                model = self._evaluated(model, unit, sizes)
            found: dict[str, float | None] = {}
            for machine, toolchain in self._machines:
                chosen = toolchain or machine.toolchain_for(languages_of(model))
                bound = bind_model(
                    model, machine, chosen, None, self._options, self._loaded.diagnostics
                )
                found[machine.name] = predict(model, bound).total
        except SadError as error:
            if error.diagnostic.code != "SAD503":
                raise
            return unknown  # sizes that are none for this unit
        return found

    def _evaluated(self, model: Model, unit: UnitDescription, sizes: Settings) -> Model:
        """The model with counts without a formula found by running what decides them, if they are."""
        if not is_open(model) or not self._steps or self._evaluator.whole() is None:
            return model
        self._loaded = self._evaluator.whole() or self._loaded
        self._units = {unit.name: unit for unit in self._loaded.description.units}
        model = build_model(self._reached(self._units[unit.name]), unit.name, sizes)
        model = self._evaluator.model(model, Choice(unit.name, sizes, evaluate_steps=self._steps))
        if model.evaluated is not None:
            self._steps = max(self._steps - model.evaluated.steps, 0)
        return model

    def _is_given(self, symbol: str, label: str) -> bool:
        return symbol.lower() in self._given or label.lower() in self._given

    def _sizes_for(self, names: set[str]) -> Settings:
        """The sizes a unit needs, and those that these are made of."""
        kept: dict[str, None] = {}
        pending = [name for name in self._sizes.items if name.lower() in names]
        while pending:
            name = pending.pop()
            if name in kept:
                continue
            kept[name] = None
            words = WORD.findall(self._sizes.items[name].text)
            pending.extend(word for word in words if word in self._sizes.items)
        return Settings({n: item for n, item in self._sizes.items.items() if n in kept})

    def _reached(self, unit: UnitDescription) -> Description:
        """The description of what a unit calls, itself included."""
        seen = {unit.name}
        pending = [unit]
        while pending:
            for name in _named(pending.pop()):
                if name not in seen and name in self._units:
                    seen.add(name)
                    pending.append(self._units[name])
        whole = self._loaded.description
        return replace(whole, units=tuple(item for item in whole.units if item.name in seen))


def _named(unit: UnitDescription) -> Iterable[str]:
    """The units that a unit calls or passes, those it is recursive with included."""
    yield from called(unit)
    yield from unit.hands
    if unit.recursion is not None:
        yield from unit.recursion.members
    for term in terms(unit.tree):
        if isinstance(term, CallTerm):
            yield from (item.target for item in term.call.procedures.values() if item.target)
