"""Which solver takes which network."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.diagnostics import Span, input_error
from sad.records import record, replace
from sad.stochastic.queueing.bind import bind
from sad.stochastic.queueing.mva import populations
from sad.stochastic.queueing.network import JobClass, Network, Station
from sad.stochastic.queueing.open_network import open_means

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.algebra.runtime import Number
    from sad.stochastic.queueing.read import NetworkModel

MOST_JOBS, MOST_LOADED = 5_000_000, 20_000
"""The most jobs, and of a network with load-dependent rates: convolutions take the square of it."""


@record
class StationMeans:
    """A station: share of servers that work, jobs per second, mean jobs, chances of 0, 1, ... jobs."""

    utilisation: float
    throughput: float
    jobs: float
    chances: tuple[float, ...] = ()


@record
class ClassTotals:
    """A class: cycles or jobs per second, and mean jobs at each station."""

    throughput: float
    jobs: tuple[float, ...]


@record
class Queue:
    """What waits outside of stations: share of tokens held, jobs per second, mean jobs that wait."""

    name: str
    utilisation: float | None
    throughput: float
    jobs: float


@record
class Solved:
    """The means of a network.

    ``method`` says how they were found; they are exact unless it says how they are not. ``lost`` is the
    share of arriving jobs that find no room, None where all are let in.
    """

    method: str
    stations: tuple[StationMeans, ...]
    classes: tuple[ClassTotals, ...]
    lost: float | None = None
    remarks: tuple[str, ...] = ()
    queues: tuple[Queue, ...] = ()


def network_of(model: NetworkModel, values: Mapping[str, Number]) -> Network:
    """Return the network of a file in numbers; raises as ``bind`` and ``solved``."""
    return bind(model, values, rates_of_part)


def rates_of_part(
    model: NetworkModel, values: Mapping[str, Number], jobs: int, span: Span
) -> tuple[float, ...]:
    """Return the jobs per second that pass a part with 1, 2, ... jobs in it.

    The part is closed for it: jobs that leave come again at once. Names that ``values`` has too take
    those; raises as ``bind``, and SAD984 for a part with several classes.
    """
    own = {name: str(values[name]) for name in model.parameters.items if name in values}
    network = bind(model, model.parameters.values(own), rates_of_part)
    if len(network.classes) > 1 or network.choose or network.passive or network.capacity:
        hint = "one class, and neither choose nor tokens nor capacity"
        raise input_error("SAD984", f"{model.path} is no part of a network", span, hint)
    of = network.only
    if not is_product_form(network):
        hint = "leave out the capacity of its stations"
        raise input_error("SAD984", f"{model.path} is no part of a network", span, hint)
    closed = replace(network, classes=(replace(of, jobs=jobs),))
    return throughputs(closed, jobs)


def is_product_form(network: Network) -> bool:
    """Whether stations are independent but for the number of jobs."""
    limited = any(station.capacity is not None for station in network.stations)
    return not (limited or network.choose or network.passive)


def solved(network: Network, *, chances: bool = False) -> Solved:
    """Return the means of a network, with the chances of numbers of jobs if they are asked for.

    Raises ``SadError``: SAD985 (not stable), SAD986 (nothing solves this), SAD987 (too large).
    """
    if not is_product_form(network):
        from sad.stochastic.queueing.states import chain_means  # noqa: PLC0415 - it needs this

        return chain_means(network)
    if len(network.classes) > 1:
        from sad.stochastic.queueing.several import several_means  # noqa: PLC0415 - needs this

        return several_means(network)
    of = network.only
    if of.jobs is not None:
        return _closed(network, of.jobs, chances=chances)
    return _open(network) if network.capacity is None else _limited(network, chances=chances)


def _closed(network: Network, jobs: int, *, chances: bool) -> Solved:
    """A closed network of one class."""
    if jobs > MOST_JOBS:
        message, hint = f"{jobs:,} jobs are too many", f"at most {MOST_JOBS:,}"
        raise input_error("SAD987", message, network.span, hint)
    visits = network.only.visits
    think = sum(
        network.demand(place) for place, item in enumerate(network.stations) if item.is_delay
    )
    queues = [place for place, item in enumerate(network.stations) if not item.is_delay]
    demands = [network.demand(place) for place in queues]
    if not chances and all(network.stations[place].is_plain for place in queues):
        means = _last(demands, think, jobs)
        found = dict(zip(queues, means.queues, strict=True))
        rate, method = means.throughput, "exact mean value analysis"
        stations = [
            StationMeans(
                0.0 if item.is_delay else network.demand(place) * rate,
                visits[place] * rate,
                rate * network.demand(place) if item.is_delay else found[place],
            )
            for place, item in enumerate(network.stations)
        ]
    else:
        rate, stations = _convolved(network, queues, think, jobs, chances=chances)
        method = "exact, by convolution"
    total = ClassTotals(rate, tuple(item.jobs for item in stations))
    return Solved(method, tuple(stations), (total,))


def _last(demands: Sequence[float], think: float, jobs: int) -> Means[float]:
    *_, means = populations(demands, think, jobs)
    return means


def _convolved(
    network: Network, queues: Sequence[int], think: float, jobs: int, *, chances: bool
) -> tuple[float, list[StationMeans]]:
    constants, loaded, plain = _constants(network, queues, think, jobs, chances=chances)
    rate = constants.throughput(jobs)
    visits = network.only.visits
    stations: list[StationMeans] = []
    for place, item in enumerate(network.stations):
        through = visits[place] * rate
        if item.is_delay:
            stations.append(StationMeans(0.0, through, rate * network.demand(place)))
        elif place in plain:
            demand = network.demand(place)
            stations.append(StationMeans(demand * rate, through, constants.queue(demand)))
        else:
            found = constants.chances(loaded.index(place)).tolist()
            mean = sum(count * chance for count, chance in enumerate(found))
            busy = sum(item.busy(count) * chance for count, chance in enumerate(found))
            stations.append(StationMeans(busy, through, mean, tuple(found)))
    return rate, stations


def _constants(
    network: Network, queues: Sequence[int], think: float, jobs: int, *, chances: bool = False
) -> tuple[Constants, list[int], list[int]]:
    """Constants, the places of stations with a rate of their own, and those of the others."""
    from sad.stochastic.queueing.convolution import Loaded, constants  # noqa: PLC0415 - numpy

    if jobs > MOST_LOADED:
        message = f"{jobs:,} jobs are too many for stations with several servers or rates by load"
        hint = f"at most {MOST_LOADED:,}"
        raise input_error("SAD987", message, network.span, hint)
    visits = network.only.visits
    plain = [place for place in queues if network.stations[place].is_plain and not chances]
    plain += [place for place in queues if visits[place] == 0 and place not in plain]
    loaded = [place for place in queues if place not in plain]
    found = constants(
        [network.demand(place) for place in plain],
        think,
        [Loaded(visits[place], network.stations[place].rate) for place in loaded],
        jobs,
    )
    return found, loaded, plain


def throughputs(network: Network, jobs: int) -> tuple[float, ...]:
    """Return the cycles per second of a closed network of one class with 1, 2, ... jobs."""
    queues = [place for place, item in enumerate(network.stations) if not item.is_delay]
    think = sum(
        network.demand(place) for place, item in enumerate(network.stations) if item.is_delay
    )
    if all(network.stations[place].is_plain for place in queues):
        demands = [network.demand(place) for place in queues]
        return tuple(means.throughput for means in populations(demands, think, jobs))
    constants, *_ = _constants(network, queues, think, jobs)
    return tuple(constants.throughput(number) for number in range(1, jobs + 1))


def _open(network: Network) -> Solved:
    """An open network of one class: every station by itself."""
    of = network.only
    stations: list[StationMeans] = []
    for item, visits in zip(network.stations, of.visits, strict=True):
        rate = of.rate * visits
        means = open_means(item, rate)
        stations.append(StationMeans(means.utilisation, rate, means.jobs, means.chances))
    total = ClassTotals(of.rate, tuple(item.jobs for item in stations))
    return Solved("exact, station by station", tuple(stations), (total,))


def _limited(network: Network, *, chances: bool) -> Solved:
    """An open network that lets in so many jobs: a closed one with a source that serves at the rate.

    A job that may not come in is lost; the source is idle then, as it has no job.
    """
    of = network.only
    assert network.capacity is not None
    source = Station("", network.span, False, (1 / of.rate,))
    visits = (*of.visits, 1.0)
    closed = JobClass(of.name, of.span, network.capacity, (), (), visits)
    whole = replace(network, stations=(*network.stations, source), classes=(closed,), capacity=None)
    found = _closed(whole, network.capacity, chances=chances)
    stations = found.stations[:-1]
    rate = found.classes[0].throughput
    total = ClassTotals(rate, tuple(item.jobs for item in stations))
    return Solved(found.method, stations, (total,), 1 - rate / of.rate)


if TYPE_CHECKING:
    from sad.stochastic.queueing.convolution import Constants
    from sad.stochastic.queueing.mva import Means
