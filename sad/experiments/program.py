"""A program whose parameters change from point to point."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from sad.algebra.codes import Coding
from sad.diagnostics import SadError, Span, argument_error
from sad.evaluation.evaluated import concrete
from sad.evaluation.given import resolve
from sad.evaluation.model import counted, is_decisive, kind_of, model_of
from sad.evaluation.open_values import names_in
from sad.experiments.number_points import NumberPoints, values_are_apart
from sad.loading.evaluating import Evaluator, is_open
from sad.loading.prediction import compile_options, model_for
from sad.model.parameters import Kind
from sad.profiles.settings import Origin, Setting, Settings
from sad.records import replace
from sad.symbols import NTHREADS

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from sad.algebra.evaluate import Number
    from sad.diagnostics import Diagnostics
    from sad.evaluation.model import Model
    from sad.experiments.axes import Axis, Value
    from sad.reading.loaded import Loaded
    from sad.reading.options import Choice, Reading

Point = dict[str, "Value"]
"""The values of the varied parameters, by name."""


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Shape:
    """What is the same at all points at which the same parts of the program run: the counts.

    ``model`` is that of one of these points.
    """

    model: Model


class Program:
    """A description with an entry and values for all but the varied parameters.

    ``label`` tells it from others, ``source`` is where it comes from, ``model`` has the counts before
    any value is put in. The machine of the choice does not matter here.
    """

    def __init__(
        self,
        loaded: Loaded,
        reading: Reading,
        choice: Choice,
        axes: Sequence[Axis],
        label: str,
        evaluator: Evaluator | None = None,
    ) -> None:
        """Raises ``SadError``: SAD505 (no such entry), SAD851 (a parameter that cannot be varied)."""
        self.label = label
        self.source = " ".join(reading.sources)
        self.loaded = loaded
        self.axes = tuple(axes)
        given = dict(loaded.description.given)
        constructs = (item for unit in loaded.description.units for item in unit.directives)
        if any(item.team and item.language == "OpenMP" for item in constructs):
            given.setdefault(NTHREADS, "1")
        settings = choice.settings.after(given, loaded.description.files[0])
        self.choice = replace(choice, settings=settings) if given else choice
        self.reading = reading
        first = {axis.name: axis.values[0] for axis in axes}
        settings = self.settings(first)
        self._counted = counted(loaded.description, choice.entry, settings, choice.assume)
        self._evaluator = evaluator or Evaluator(loaded)
        self._evaluates = self._is_run(settings)
        self.model = model_of(self._counted, Settings())
        self.names = self.model.names
        self._shapes: dict[object, Shape] = {}
        self._check_axes()

    def _is_run(self, settings: Settings) -> bool:
        """Whether the slice is to be run: counts are open at the first point."""
        if self.loaded.source is None or self.choice.defaults is not None:
            return False
        try:
            return self.choice.evaluate_steps > 0 and is_open(model_of(self._counted, settings))
        except SadError:  # told with its point once that is evaluated
            return False

    @property
    def diagnostics(self) -> Diagnostics:
        """The messages from reading the program, and since."""
        return self.loaded.diagnostics

    @property
    def entry(self) -> str:
        """The name of the unit to start from; empty if there is none."""
        start = self._counted.entry
        return "" if start is None else start.entry

    @property
    def compile_options(self) -> tuple[str, ...]:
        """The options a compiler of the sources gets."""
        return compile_options(self.reading)

    @property
    def is_counted_anew(self) -> bool:
        """Whether counts are made for each point: heuristics fill in what has no value, which depends
        on all values, the slice is run, or counts of runs were measured.
        """
        runs = self.choice.settings.runs
        return self.choice.defaults is not None or self._evaluates or bool(runs)

    def settings(self, point: Mapping[str, Value]) -> Settings:
        """Return all values at a point; varied ones win over a parameter file."""
        found = self.choice.settings.copy()
        for name, value in point.items():
            found.add(Setting(name, value.text, Origin.USER, Span.at("<arguments>")))
        return found

    def without(self, names: Collection[str]) -> Program:
        """Return the program with some given or varied names left out."""
        if not names:
            return self
        given = {n: item for n, item in self.choice.settings.items.items() if n not in names}
        settings = replace(self.choice.settings, items=given)
        axes = [axis for axis in self.axes if axis.name not in names]
        choice = replace(self.choice, settings=settings)
        return Program(self.loaded, self.reading, choice, axes, self.label, self._evaluator)

    def foreign_names(self) -> set[str]:
        """Return the given and varied names that mean nothing here, as those of another program."""
        settings = self.settings({axis.name: axis.values[0] for axis in self.axes}).items
        known = {
            name
            for name in settings
            if self.names.find(name) is not None or self.names.is_input(name)
        }
        left = list(known)
        while left:
            used = {self.names.same(name) for name in names_in(settings[left.pop()], self.names)}
            found = {name for name in settings if self.names.same(name) in used} - known
            known |= found
            left.extend(found)
        return settings.keys() - known

    def given(self) -> list[tuple[str, str]]:
        """Return names and texts of the values that stay the same."""
        varied = {self.names.same(axis.name) for axis in self.axes}
        items = self.choice.settings.items.values()
        return [
            (item.name, item.text) for item in items if self.names.same(item.name) not in varied
        ]

    def is_whole(self, axis: Axis) -> bool:
        """Whether an axis has whole numbers only: a size, or what sizes are calculated from."""
        parameter = self.names.parameters.get(self.names.find(axis.name) or "")
        if parameter is not None:
            return parameter.kind is Kind.SIZE
        return all(isinstance(value.number, int) for value in axis.values)

    def at(self, point: Mapping[str, Value], *, with_means: bool = False) -> tuple[Shape, Model]:
        """Return the model at a point, and what it shares with others; raises as ``build_model``.

        ``with_means``: what a run of the slice tells of symbols without a value is among the values.
        """
        own = {axis.name: point[axis.name] for axis in self.axes}
        settings = self.settings(own)
        if self.is_counted_anew:
            choice = replace(self.choice, settings=settings)
            model = model_for(self.loaded, choice)
            if self._evaluates:
                model = self._evaluator.model(model, choice)
                means: Mapping[str, Number] = self._evaluator.means(model) if with_means else {}
                model = replace(model, values={**model.values, **means}) if means else model
            model = concrete(model)
            return Shape(model), model
        given = resolve(settings, self.names, only_numbers=True)
        values, random, origins, unused = given.values, given.random, given.origins, given.unused
        key = frozenset(
            (symbol, value)
            for symbol, value in values.items()
            if is_decisive(kind_of(self.names, symbol), value) and symbol not in random
        )
        shape = self._shapes.get(key)
        if shape is None:
            shape = self._shapes[key] = Shape(model_of(self._counted, settings))
            self._tell_unused(unused)
            return shape, shape.model
        model = replace(shape.model, values=values, random=random, origins=origins, unused=unused)
        return shape, model

    @property
    def has_number_points(self) -> bool:
        """Whether there may be a quick way to points of plain numbers."""
        return self._number_points is not None

    @cached_property
    def _number_points(self) -> NumberPoints | None:
        if not values_are_apart(self):
            return None
        try:
            return NumberPoints(self)
        except SadError:  # told with its point
            return None

    def at_numbers(self, numbers: Sequence[object]) -> tuple[Shape, Mapping[str, Number]] | None:
        """Return what ``at`` shares with other points, and the values; ``numbers`` are of the axes.

        None where there is no quick way: no point of that shape was asked for so far, a value is not
        possible or no plain number, or one that stays the same is calculated from one that varies.
        """
        found = None if self._number_points is None else self._number_points.at(numbers)
        shape = None if found is None else self._shapes.get(found[0])
        return None if found is None or shape is None else (shape, found[1])

    def _check_axes(self) -> None:
        given = {
            self.names.same(item.name): item
            for item in self.choice.settings.items.values()
            if item.span.file == "<arguments>"
        }
        seen: dict[str, str] = {}
        for axis in self.axes:
            key = self.names.same(axis.name)
            if key in given:
                message = f"{axis.name} is varied, and has a value"
                hint = f"leave out --set {given[key].name}={given[key].text}, or --vary {axis.name}"
                raise argument_error("SAD851", message, hint)
            if key in seen:
                message = f"{seen[key]} and {axis.name} are the same parameter"
                raise argument_error("SAD851", message, "vary it once")
            seen[key] = axis.name
            texts = axis.texts
            if texts and self.names.coding_of(axis.name) is Coding.INTEGER:
                message = f"{axis.name}: {texts[0]!r} is no number"
                raise argument_error("SAD851", message, "names have no values in a range")

    def _tell_unused(self, unused: Sequence[str]) -> None:
        """Warn of parameters that are varied to no effect."""
        for axis in self.axes if len(self._shapes) == 1 else ():
            if axis.name in unused:
                self.diagnostics.warning(
                    "SAD853",
                    f"nothing in {self.label} depends on {axis.name}",
                    Span.at("<arguments>"),
                    "leave it out: all its values give the same",
                )


def shown_point(point: Mapping[str, Value]) -> str:
    """Return a point as text: ``N = 100, P1 = 0.5``."""
    return ", ".join(f"{name} = {value.text}" for name, value in point.items())
