"""A parallel model as a queueing network: its clients go round for ever, with exponential service."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sad.algebra.evaluate import MissingValue
from sad.contention.estimate import groups_of
from sad.diagnostics import Span, input_error
from sad.loading.prediction import load_prediction
from sad.profiles.settings import settings_from_arguments
from sad.reading.options import Choice, Reading
from sad.records import record
from sad.stochastic.parameters import Parameters, shown
from sad.stochastic.queueing.measures import measured
from sad.stochastic.queueing.network import JobClass, Network, Station
from sad.stochastic.solution import Measure

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.diagnostics import Diagnostics
    from sad.stochastic.models import Options
    from sad.stochastic.solution import Solution

_HINT = "sad contention has bounds, and --estimate simulate, of any model"


@record
class ParallelModel:
    """A PAMELA file, read again at each point."""

    path: str
    text: str

    @property
    def title(self) -> str:
        """The file says no more."""
        return "parallel model"

    @property
    def parameters(self) -> Parameters:
        """Its parameters are those of its equations, which the reader of such files knows."""
        return Parameters({})

    def solve(
        self, given: Mapping[str, str], options: Options, diagnostics: Diagnostics
    ) -> Solution:
        """Return the measures of the network.

        Raises ``SadError``: SAD989 (a value is missing; no one group of equal clients), as
        ``load_prediction`` and ``solved``.
        """
        settings = settings_from_arguments(f"{name}={text}" for name, text in given.items())
        reading = Reading((self.path,), texts={self.path: self.text})
        prediction, found = load_prediction(reading, Choice(settings=settings))
        diagnostics.items += [item for item in found.items if item not in diagnostics.items]
        model, place = prediction.model, Span.at(self.path)
        assert model.entry is not None
        try:
            groups = groups_of(model.entry.tree, model.values)
        except MissingValue as error:
            names = ", ".join(map(model.names.label, error.names))
            hint = "give all parameters values: --set NAME=VALUE"
            raise input_error("SAD989", f"a value is missing: {names}", place, hint) from None
        clients = [group for group in groups or () if group.seconds is None]
        if groups is None or len(clients) != 1 or clients[0].clients < 1:
            message = "this is no one group of equal clients that repeat a cycle"
            raise input_error("SAD989", message, place, _HINT)
        (group,) = clients
        stations = [
            Station(name, place, False, (demand,), servers)
            for name, (demand, servers) in group.stations.items()
            if demand > 0
        ]
        if group.think > 0:
            stations.insert(0, Station("delays", place, True, (group.think,)))
        once = (1.0,) * len(stations)
        job = JobClass("", place, group.clients, (0.0,) * len(stations), (), once)
        values = {
            model.names.label(symbol): shown(model.values[symbol])
            for symbol in sorted(model.used)
            if symbol in model.values
        }
        network = Network(place, tuple(stations), (job,))
        solution = measured(model.entry.name, network, values, options)
        rate = solution.measures[0].value or 0.0
        whole = group.cycles * group.clients / rate
        note = f"{group.cycles:,.0f} cycles of each client"
        measures = (*solution.measures, Measure("time", whole, "s", note))
        return replace(solution, measures=measures)


def read(text: str, path: str) -> ParallelModel:
    """Return the model in a file; it is looked at when it is solved."""
    return ParallelModel(path, text)
