"""Networks of several classes of jobs: closed, open, or some of each, with delays and single servers.

Open classes keep station i busy for a share rho_i of time; closed ones see it slower by 1/(1 - rho_i),
and open jobs find the closed ones there: R_ci = D_ci (1 + Q_i of closed ones) / (1 - rho_i) (Lazowska,
Zahorjan, Graham and Sevcik 1984, chapter 7). That is exact where a station
shares its time among its jobs, and where it serves them as they come if all classes have the same mean
time there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.diagnostics import input_error
from sad.stochastic.queueing.mva import ClassMeans, class_means
from sad.stochastic.queueing.open_network import unstable
from sad.stochastic.queueing.solve import ClassTotals, Solved, StationMeans

if TYPE_CHECKING:
    from sad.stochastic.queueing.network import Network

_EXACT = "exact mean value analysis of all populations"
_SERVED = "A queue serves all classes at once, each job an equal share of it"


def several_means(network: Network) -> Solved:
    """Return the means of a network.

    Raises ``SadError``: SAD985 (not stable), SAD986 (several servers or load-dependent rates), SAD987
    (the approximation does not come to an end).
    """
    for station in network.stations:
        if not station.is_plain:
            message = f"{station.name}: several classes at several servers or rates by load"
            hint = "one server of a constant rate, a delay, or one class"
            raise input_error("SAD986", message, station.span, hint)
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
