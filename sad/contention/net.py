"""A parallel model as a Petri net in which every use and delay takes an exponential time.

Processes are tokens: a ``par`` is a fork and a join, a use takes a server, is served and gives the
server back, a ``seq`` has the places of its body once for each iteration. Processes that do the same
and do not fork are tokens of the same places. When the model has ended it begins again, so its mean
time is that between two ends. Equal clients that repeat one cycle go round for ever instead, as in
``sad.contention.network``: the time is that of all their cycles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.evaluate import MissingValue
from sad.contention.net_writer import Writer
from sad.diagnostics import Diagnostics, SadError, Span, input_error
from sad.loading.prediction import load_prediction
from sad.profiles.settings import settings_from_arguments
from sad.reading.options import Choice, Reading
from sad.records import record, replace
from sad.stochastic.chains import ChainError, steady_state
from sad.stochastic.models import model_text
from sad.stochastic.nets.bind import bind
from sad.stochastic.nets.bind import net_of as net_at
from sad.stochastic.nets.reach import reachable
from sad.stochastic.nets.read import read as read_net
from sad.stochastic.nets.tangible import tangible, throughputs
from sad.stochastic.nets.write import net_file
from sad.stochastic.parameters import Parameters, shown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.evaluation.model import Model
    from sad.stochastic.models import Options
    from sad.stochastic.nets.net import Net
    from sad.stochastic.nets.read import NetModel
    from sad.stochastic.solution import Solution

MOST_MARKINGS = 1_000_000
_MOST_TOKENS = 100_000_000
"""Markings times places: 400 MB."""


@record
class ParallelNet:
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
        """Return the measures of the net; raises ``SadError`` as ``model_at``, ``net_of``, nets."""
        model = model_at(self.path, self.text, given, diagnostics)
        net = net_of(model)
        most = options.most_markings or most_markings(net_at(net, {}))
        found = net.solve({}, replace(options, most_markings=most), diagnostics)
        return replace(found, values=values_shown(model))


def read(text: str, path: str) -> ParallelNet:
    """Return the model in a file; it is looked at when it is solved."""
    return ParallelNet(path, text)


def read_parallel(path: str, given: Mapping[str, str]) -> Model:
    """Return the parallel model in a file with values; raises as ``model_text`` and ``model_at``."""
    return model_at(path, model_text(path), given, Diagnostics())


def model_at(path: str, text: str, given: Mapping[str, str], diagnostics: Diagnostics) -> Model:
    """Return a parallel model with values for its parameters.

    Raises ``SadError``: SAD989 (a value is missing), and as ``load_prediction``.
    """
    settings = settings_from_arguments(f"{name}={value}" for name, value in given.items())
    reading = Reading((path,), texts={path: text})
    prediction, found = load_prediction(reading, Choice(settings=settings))
    diagnostics.items += [item for item in found.items if item not in diagnostics.items]
    model = prediction.model
    assert model.entry is not None
    return model


def values_shown(model: Model) -> dict[str, str]:
    """Return the values of the parameters that a model uses, as headings have them."""
    return {
        model.names.label(symbol): shown(model.values[symbol])
        for symbol in sorted(model.used)
        if symbol in model.values
    }


def missing(model: Model, error: MissingValue) -> Exception:
    """Return the error about parameters without values, SAD989."""
    assert model.entry is not None
    names = ", ".join(map(model.names.label, error.names))
    hint = "give all parameters values: --set NAME=VALUE"
    place = Span.at(model.entry.file)
    return input_error("SAD989", f"a value is missing: {names}", place, hint)


def net_of(model: Model) -> NetModel:
    """Return the net of a parallel model at its values.

    Raises ``SadError``: SAD989 (a value is missing, more than ``MOST_PLACES`` places, nothing takes
    time), SAD961 (a value that cannot be).
    """
    assert model.entry is not None
    writer = Writer(model.values, Span.at(model.entry.file))
    try:
        measures = writer.whole(model.entry.tree)
    except MissingValue as error:
        raise missing(model, error) from None
    net = writer.net(model.entry.name)
    measures |= writer.utilisations(net)
    found = read_net(net_file(net, writer.speeds[::-1], measures), model.entry.file)
    return replace(found, remarks=tuple(writer.remarks()))


def chain_time(model: Model) -> tuple[float, int]:
    """Return the mean time of a model [s] by the chain of its net, and the states of the chain.

    The model is none of equal clients that repeat one cycle. Raises ``SadError`` as ``net_of``, and
    SAD617 (too many markings), SAD613 (not solved).
    """
    bound = bind(net_of(model), {})
    try:
        graph = reachable(bound.net, most_markings(bound.net))
        found = tangible(graph, [float(speed) for speed in bound.speeds])
        steady = steady_state(found.chain)
    except (SadError, ChainError) as error:
        told = (
            error.diagnostic if isinstance(error, SadError) else error.at(bound.net.span).diagnostic
        )
        hint = "--estimate simulate is of any model"
        raise input_error(told.code, told.message, bound.net.span, hint) from None
    rates = throughputs(found, steady.probabilities, None)
    again = [item.name for item in bound.net.transitions].index("again")
    return 1 / float(rates[again]), found.chain.size


def most_markings(net: Net) -> int:
    """Return how many markings of a net of this kind are looked at."""
    return min(MOST_MARKINGS, _MOST_TOKENS // len(net.places))
