"""What public objects share: a description, how it was read, and values given as Python has them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from sad.diagnostics import Span
from sad.evaluation.model import build_model
from sad.evaluation.open_values import without_open
from sad.evaluation.predict import predict
from sad.experiments.arrays import ArrayCurve
from sad.experiments.axes import Axis, Value, axis_of
from sad.experiments.curve import Curves
from sad.experiments.program import Program
from sad.loading.evaluating import Evaluator
from sad.loading.prediction import model_for, predict_for
from sad.profiles.settings import Origin, Setting, Settings
from sad.records import replace
from sad.report.view import View

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sad.algebra.evaluate import Number
    from sad.evaluation.model import Model
    from sad.evaluation.predict import Prediction
    from sad.experiments.curve import Target
    from sad.experiments.quantity import Quantity
    from sad.reading.loaded import Loaded
    from sad.reading.options import Choice, Reading


Values = "Mapping[str, object]"


class State:
    """One program with values for some parameters; immutable."""

    def __init__(
        self,
        loaded: Loaded,
        reading: Reading,
        choice: Choice,
        evaluator: Evaluator | None = None,
    ) -> None:
        self.loaded = loaded
        self.reading = reading
        self.choice = choice
        self._evaluator = evaluator or Evaluator(loaded)
        self._curves: dict[tuple[Quantity, Target | None], CurveOf] = {}

    @cached_property
    def model(self) -> Model:
        """The counts with the values given; raises as ``build_model``."""
        return model_for(self.loaded, self._known)

    @cached_property
    def _known(self) -> Choice:
        """The choice without values that need a name of one's own which has none yet."""
        choice = self.choice
        names = build_model(self.loaded.description, choice.entry, Settings(), choice.assume).names
        settings, missing = without_open(choice.settings, names, with_formulas=True)
        return replace(choice, settings=settings) if missing else choice

    @cached_property
    def view(self) -> View:
        """How formulas are shown."""
        return View(predict(self.model, None), aliases=self.model.entry is not None)

    @cached_property
    def special_view(self) -> View:
        """How formulas are shown that have the values given put in."""
        special = self.view.prediction.specialised
        return View(special, aliases=self.model.entry is not None)

    @property
    def label(self) -> str:
        """The sources in short."""
        sources = self.reading.sources
        return sources[0] if len(sources) == 1 else f"{len(sources)} files"

    def with_values(self, values: Mapping[str, object]) -> State:
        """Return the program with further values."""
        settings = with_values(self.choice.settings, values)
        choice = replace(self.choice, settings=settings)
        return State(self.loaded, self.reading, choice, self._evaluator)

    def prediction(self, target: Target | None) -> Prediction:
        """Return the prediction for the values given; raises as ``predict_for``."""
        if target is None:
            return predict_for(self.loaded, self.reading, self._known, None, self._evaluator)
        choice = replace(
            self._known,
            toolchain=None if target.toolchain is None else target.toolchain.name,
            cost_model=target.cost_model,
        )
        machine = target.machine, target.toolchain or target.machine.default_toolchain
        return predict_for(self.loaded, self.reading, choice, machine, self._evaluator)

    def curves(self, quantity: Quantity, target: Target | None) -> CurveOf:
        """Return one quantity as a function of values; the same one each time."""
        key = quantity, target
        if key not in self._curves:
            self._curves[key] = CurveOf(self, quantity, target)
        return self._curves[key]

    def program(self, axes: Iterable[Axis]) -> Program:
        """Return the program with some parameters varied, whatever value they have here."""
        axes = tuple(axes)
        names = self.model.names
        varied = {names.same(axis.name) for axis in axes}
        kept = {
            name: item
            for name, item in self.choice.settings.items.items()
            if names.same(name) not in varied
        }
        settings = replace(self.choice.settings, items=kept)
        choice = replace(self.choice, settings=settings)
        return Program(self.loaded, self.reading, choice, axes, self.label, self._evaluator)


class CurveOf:
    """One quantity of a program as a function of values by name."""

    def __init__(self, state: State, quantity: Quantity, target: Target | None) -> None:
        self._state = state
        self._column = quantity, target
        self._by_names: dict[tuple[str, ...], Curves] = {}
        self._asked: set[tuple[str, ...]] = set()

    def value(self, values: Mapping[str, object]) -> Number:
        """Return the value at a point; raises as ``Curves.at``."""
        point = {
            name: Value(value, None) if isinstance(value, str) else axis_of(name, [value]).values[0]
            for name, value in values.items()
        }
        return self._curves(tuple(point)).at(point)[0]

    def quick_value(self, values: Mapping[str, object]) -> Number | None:
        """Return the value at a point of plain numbers as ``value`` does, without recursion.

        None where ``value`` has to be asked (``Curves.at_numbers``).
        """
        curves = self._by_names.get(tuple(values))
        found = None if curves is None else curves.at_numbers(tuple(values.values()))
        return None if found is None else found[0]

    def asked(self, values: Mapping[str, object]) -> None:
        """Make ``quick_value`` ready where values of the same names are asked for a second time."""
        names = tuple(values)
        if names not in self._asked:
            self._asked.add(names)
        elif all(type(value) in (int, float) for value in values.values()):
            curves = self._curves(names)
            if curves.program.has_number_points and not curves.is_compiled(0):
                self.value(values)

    def of(self, names: tuple[str, ...]) -> ArrayCurve:
        """Return the quantity as a function of arrays for some names."""
        return ArrayCurve(self._curves(names), 0)

    def _curves(self, names: tuple[str, ...]) -> Curves:
        known = self._by_names.get(names)
        if known is None:
            axes = [Axis(name, (Value("1", 1),)) for name in names]
            known = self._by_names[names] = Curves(self._state.program(axes), [self._column])
        return known


def merged(mapping: Mapping[str, object] | None, named: Mapping[str, object]) -> dict[str, object]:
    """Return values from a mapping, for names that are no Python names, and from keywords."""
    return {**(mapping or {}), **named}


def with_values(settings: Settings, values: Mapping[str, object]) -> Settings:
    """Return settings with further values; later ones win.

    Raises ``SadError`` SAD851 for what is neither a number nor a text.
    """
    found = settings.copy()
    for name, value in values.items():
        text = value if isinstance(value, str) else axis_of(name, [value]).values[0].text
        found.add(Setting(name, text, Origin.USER, Span.at("<arguments>")))
    return found
