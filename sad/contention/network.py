"""A parallel model as a queueing network: its clients go round for ever, with exponential service."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.evaluate import MissingValue
from sad.contention.estimate import groups_of
from sad.contention.net import ParallelNet, missing, model_at, values_shown
from sad.diagnostics import Span
from sad.records import record, replace
from sad.stochastic.queueing.measures import measured
from sad.stochastic.queueing.network import JobClass, Network, Station
from sad.stochastic.solution import Measure

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.diagnostics import Diagnostics
    from sad.stochastic.models import Options
    from sad.stochastic.solution import Solution


@record
class ParallelModel(ParallelNet):
    """A PAMELA file whose model is a queueing network, if it is one, else its net."""

    def solve(
        self, given: Mapping[str, str], options: Options, diagnostics: Diagnostics
    ) -> Solution:
        """Return the measures of the network, of models that are none those of their net.

        Raises ``SadError``: SAD989 (a value is missing), as
        ``load_prediction``, ``measured`` and ``ParallelNet.solve``.
        """
        model, place = model_at(self.path, self.text, given, diagnostics), Span.at(self.path)
        assert model.entry is not None
        try:
            groups = groups_of(model.entry.tree, model.values)
        except MissingValue as error:
            raise missing(model, error) from None
        clients = [group for group in groups or () if group.seconds is None]
        if groups is None or len(clients) != 1 or clients[0].clients < 1:
            return ParallelNet.solve(self, given, options, diagnostics)
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
        network = Network(place, tuple(stations), (job,))
        solution = measured(model.entry.name, network, values_shown(model), options)
        rate = solution.measures[0].value or 0.0
        whole = group.times * group.cycles * group.clients / rate
        whole += sum(item.times * item.seconds for item in groups if item.seconds is not None)
        note = f"{group.cycles:,.0f} cycles of each client"
        measures = (*solution.measures, Measure("time", whole, "s", note))
        return replace(solution, measures=measures)


def read(text: str, path: str) -> ParallelModel:
    """Return the model in a file; it is looked at when it is solved."""
    return ParallelModel(path, text)
