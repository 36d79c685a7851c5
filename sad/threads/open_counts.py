"""What formulas of a threaded program leave open, from runs of its slice: means, by the values given.

The slice is that of one thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sad.diagnostics import Span, argument_error
from sad.evaluation.model import build_model
from sad.loading.evaluating import Evaluator, is_open
from sad.loading.input_sizes import input_sizes
from sad.model.parameters import Class
from sad.profiles.settings import Origin, Setting
from sad.symbols import is_unresolved

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sad.diagnostics import SadError
    from sad.evaluation.evaluated import Evaluated
    from sad.evaluation.names import Names
    from sad.reading.loaded import Loaded
    from sad.reading.options import Choice
    from sad.spmd.rows import Rows


class OpenCounts:
    """Values of symbols that only a run tells.

    ``symbols`` are these, ``optional`` names of inputs that no formula needs, but a run may.
    """

    def __init__(
        self,
        loaded: Loaded,
        choice: Choice,
        names: Names,
        needed: Iterable[str],
    ) -> None:
        self._evaluator = Evaluator(loaded)
        self._loaded, self._choice, self._names = loaded, choice, names
        unused = [name for name in choice.settings.items if names.find(name) is None]
        self.optional = tuple(name for name in unused if names.is_input(name))
        given = {names.find(name) for name in choice.settings.items}
        self._read: dict[str, float] = {}
        if choice.stdin is not None and loaded.program is not None:
            units = loaded.description.units
            for name, text in input_sizes(loaded.program, units, choice.stdin).items():
                symbol = names.find(name)
                if symbol is not None and symbol not in given:
                    self._read[symbol] = float(text)
        self._has_input = choice.has_input
        can_run = loaded.source is not None and choice.evaluate_steps > 0
        self.symbols = tuple(
            symbol
            for symbol in needed
            if symbol in self._read or (can_run and symbol not in given and self._is_told(symbol))
        )
        self._shown = [f"{names.label(name)} = {value:g}" for name, value in self._read.items()]
        self._known: dict[tuple[tuple[str, float], ...], dict[str, float]] = {}
        self._steps = 0

    def _is_told(self, symbol: str) -> bool:
        parameter = self._names.parameters.get(symbol)
        if is_unresolved(symbol):
            return parameter is None or parameter.cls is Class.INDETERMINATE
        return self._has_input and parameter is not None

    @property
    def origin(self) -> str:
        """Where the values come from, once there are some; empty if there are none."""
        if not self._steps:
            return f"sizes: {', '.join(self._shown)} as --stdin has them" if self._read else ""
        number = f"{len(self.symbols)} parameter{'s' * (len(self.symbols) != 1)}"
        steps = f"{self._steps:,} steps"
        return f"counts: means of {number}, by {steps} of what decides control flow"

    def filled(self, values: Mapping[str, float]) -> Mapping[str, float]:
        """Return values by symbol with those of ``symbols``; raises SAD891 where no run tells them."""
        if not self.symbols:
            return values
        key = tuple(sorted(values.items()))
        if key not in self._known:
            self._known[key] = self._at(values)
        return {**values, **self._known[key]}

    def filled_rows(self, values: Rows, points: int) -> Rows:
        """Return ``filled`` at points, arrays of one length."""
        found = [
            self.filled({name: float(array[place]) for name, array in values.items()})
            for place in range(points)
        ]
        return {name: np.array([item[name] for item in found]) for name in found[0]}

    def _at(self, values: Mapping[str, float]) -> dict[str, float]:
        if self._read.keys() >= {*self.symbols}:
            return self._read
        settings = self._choice.settings.copy()
        for symbol, value in {**self._read, **values}.items():
            text = str(int(value)) if value == int(value) else repr(value)
            place = Span.at("<arguments>")
            settings.add(Setting(self._names.label(symbol), text, Origin.USER, place))
        choice = self._choice
        model = build_model(self._loaded.description, choice.entry, settings, choice.assume)
        if not is_open(model, has_input=self._has_input):
            raise self._not_told(self.symbols, None)
        model = self._evaluator.model(model, choice)
        means = self._evaluator.means(model)
        missing = [name for name in self.symbols if name not in means and name not in model.values]
        if missing:
            raise self._not_told(missing, model.evaluated)
        self._steps = 0 if model.evaluated is None else model.evaluated.steps
        return {name: float(means.get(name, model.values.get(name, 0))) for name in self.symbols}

    def _not_told(self, missing: Iterable[str], found: Evaluated | None) -> SadError:
        names = ", ".join(map(self._names.label, missing))
        message = f"no value for {names}: no run of what decides control flow tells"
        hint = "give values with --set"
        if found is not None and found.obstacles:
            first = found.obstacles[0]
            hint = f"{first.span.file}:{first.span.line} was not followed: {first.why}; {hint}"
        elif found is not None and found.limit:
            hint = f"{found.limit}; {hint}, or more --evaluate-steps"
        return argument_error("SAD891", message, hint)
