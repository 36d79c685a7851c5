"""Networks of several classes of jobs: closed, open, or some of each.

Open classes keep station i busy for a share rho_i of time; closed ones see it slower by 1/(1 - rho_i),
and open jobs find the closed ones there: R_ci = D_ci (1 + Q_i of closed ones) / (1 - rho_i) (Lazowska,
Zahorjan, Graham and Sevcik 1984, chapter 7). That is exact where a station
shares its time among its jobs, and where it serves them as they come if all classes have the same mean
time there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.diagnostics import input_error
from sad.stochastic.queueing.lattice import (
    MOST_POPULATIONS,
    LatticeStation,
    is_small,
    lattice_means,
)
from sad.stochastic.queueing.mva import ClassMeans, class_means
from sad.stochastic.queueing.open_network import unstable
from sad.stochastic.queueing.solve import ClassTotals, Solved, StationMeans

if TYPE_CHECKING:
    from sad.stochastic.queueing.network import Network, Station

_EXACT = "exact mean value analysis of all populations"
_SERVED = "A queue serves all classes at once, each job an equal share of it"


def several_means(network: Network) -> Solved:
    """Return the means of a network.

    Raises ``SadError``: SAD985 (not stable), SAD986 (several servers or load-dependent rates in a large
    or open network), SAD987 (the approximation does not come to an end).
    """
    loaded = [station for station in network.stations if not station.is_plain]
    if loaded:
        jobs = [of.jobs or 0 for of in network.classes]
        is_closed = all(of.jobs is not None for of in network.classes)
        if is_closed and is_small(jobs):
            return _convolved(network, jobs)
        message = f"{loaded[0].name}: several classes at several servers or rates by load"
        hint = f"closed classes with at most {MOST_POPULATIONS:,} populations, or one class"
        raise input_error("SAD986", message, loaded[0].span, hint)
    places = range(len(network.stations))
    queues = [place for place in places if not network.stations[place].is_delay]
    opened = [of for of, item in enumerate(network.classes) if item.jobs is None]
    closed = [of for of, item in enumerate(network.classes) if item.jobs is not None]
    rates = [item.rate for item in network.classes]
    busy = [sum(rates[of] * network.demand(place, of) for of in opened) for place in places]
    for place in queues:
        if busy[place] >= 1:
            raise unstable(network.stations[place], busy[place])
    means = ClassMeans((), ())
    if closed:
        means = _closed(network, closed, queues, busy)
    jobs = [[0.0] * len(places) for _ in network.classes]
    for row, of in enumerate(closed):
        rates[of] = means.throughputs[row]
        for column, place in enumerate(queues):
            jobs[of][place] = means.queues[row][column]
    found = [sum(jobs[of][place] for of in closed) for place in places]
    for of, item in enumerate(network.classes):
        for place in places:
            need = network.demand(place, of) * rates[of]
            if network.stations[place].is_delay:
                jobs[of][place] = need
            elif item.jobs is None:
                jobs[of][place] = need * (1 + found[place]) / (1 - busy[place])
    stations = tuple(_station(network, place, rates, jobs) for place in places)
    totals = tuple(ClassTotals(rate, tuple(own)) for rate, own in zip(rates, jobs, strict=True))
    method = "exact, station by station" if not closed else _EXACT
    if means.rounds:
        method = f"Bard-Schweitzer approximation, {means.rounds} rounds"
    return Solved(method, stations, totals, None, _remarks(network, queues))


def _convolved(network: Network, jobs: list[int]) -> Solved:
    """A closed network with several servers or rates by load."""
    most = sum(jobs)
    found = lattice_means(
        [
            LatticeStation(
                tuple(network.demand(place, of) for of in range(len(jobs))),
                () if item.is_delay else _speeds(item, most),
            )
            for place, item in enumerate(network.stations)
        ],
        jobs,
    )
    stations: list[StationMeans] = []
    for place, (item, chances) in enumerate(zip(network.stations, found.chances, strict=True)):
        through = sum(
            rate * of.visits[place]
            for rate, of in zip(found.throughputs, network.classes, strict=True)
        )
        busy = sum(item.busy(count) * chance for count, chance in enumerate(chances))
        own = sum(queues[place] for queues in found.queues)
        stations.append(StationMeans(busy, through, own, chances))
    totals = [
        ClassTotals(rate, queues)
        for rate, queues in zip(found.throughputs, found.queues, strict=True)
    ]
    queues = [place for place, item in enumerate(network.stations) if not item.is_delay]
    remarks = _remarks(network, queues)
    return Solved("exact, by convolution", tuple(stations), tuple(totals), None, remarks)


def _speeds(station: Station, most: int) -> tuple[float, ...]:
    """How much faster than one job alone 1, 2, ... jobs are served."""
    if station.rates:
        return tuple(rate / station.rates[0] for rate in station.rates)
    return tuple(float(count) for count in range(1, min(most, station.servers) + 1))


def _closed(
    network: Network, closed: list[int], queues: list[int], busy: list[float]
) -> ClassMeans:
    delays = [place for place, item in enumerate(network.stations) if item.is_delay]
    demands = [[network.demand(place, of) / (1 - busy[place]) for place in queues] for of in closed]
    thinks = [sum(network.demand(place, of) for place in delays) for of in closed]
    try:
        return class_means(demands, thinks, [network.classes[of].jobs or 0 for of in closed])
    except ArithmeticError:
        message = "the approximation of Bard and Schweitzer does not come to an end"
        hint = "fewer jobs, or classes put together"
        raise input_error("SAD987", message, network.span, hint) from None


def _station(
    network: Network, place: int, rates: list[float], jobs: list[list[float]]
) -> StationMeans:
    item = network.stations[place]
    through = sum(rate * of.visits[place] for rate, of in zip(rates, network.classes, strict=True))
    busy = sum(rate * network.demand(place, of) for of, rate in enumerate(rates))
    return StationMeans(0.0 if item.is_delay else busy, through, sum(own[place] for own in jobs))


def _remarks(network: Network, queues: list[int]) -> tuple[str, ...]:
    """What is taken for granted where classes differ at a queue."""
    unlike = [
        network.stations[place].name
        for place in queues
        if len(set(network.stations[place].times)) > 1
    ]
    if not unlike:
        return ()
    return (f"{_SERVED} (here {', '.join(unlike)}): in order of arrival nothing is exact there.",)
