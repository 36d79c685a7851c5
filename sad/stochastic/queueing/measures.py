"""What is shown of a solved network: measures of the whole and of its stations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.stochastic.parameters import shown
from sad.stochastic.queueing.bounds import closed_bounds
from sad.stochastic.queueing.solve import is_product_form, network_of, solved
from sad.stochastic.solution import Measure, Part, PartTable, Solution

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sad.algebra.runtime import Number
    from sad.diagnostics import Diagnostics
    from sad.stochastic.models import Options
    from sad.stochastic.queueing.network import Network, Station
    from sad.stochastic.queueing.read import NetworkModel
    from sad.stochastic.queueing.solve import Solved, StationMeans

_COLUMNS = (
    ("utilisation", "1"),
    ("throughput", "1/s"),
    ("jobs", "1"),
    ("response", "s"),
    ("waiting", "s"),
)
_MOST_BOUNDED = 100_000
_LEAST_CHANCE = 1e-6


def solution_of(
    model: NetworkModel, values: Mapping[str, Number], options: Options, diagnostics: Diagnostics
) -> Solution:
    """Return the measures of a file at given values; raises as ``bind`` and ``solved``."""
    del diagnostics  # all that is wrong with a network is an error
    texts = {name: shown(value) for name, value in values.items()}
    return measured(model.title, network_of(model, values), texts, options)


def measured(title: str, network: Network, values: Mapping[str, str], options: Options) -> Solution:
    """Return the measures of a network at ``values``; raises as ``solved``."""
    found = solved(network, chances=options.states)
    tables = [_stations(network, found)]
    if found.queues:
        tables.append(_queues(found))
    if len(network.classes) > 1:
        tables.append(_classes(network, found))
    if options.states:
        tables.append(_chances(network, found))
    method = f"{_kind(network)}; {found.method}"
    measures = tuple(_measures(network, found, options))
    return Solution(title, method, values, measures, tuple(tables), found.remarks)


def _kind(network: Network) -> str:
    closed = [of.jobs for of in network.classes if of.jobs is not None]
    jobs = f"{sum(closed):,} job{'s' * (sum(closed) != 1)}"
    if not closed:
        room = network.capacity
        return "open network" if room is None else f"open network, at most {room:,} jobs"
    if len(closed) < len(network.classes):
        return f"mixed network, {jobs} that stay"
    return f"closed network, {jobs}"


def _measures(network: Network, found: Solved, options: Options) -> Iterator[Measure]:
    """Measures of the whole: of all classes together, but for what only one class has."""
    only = network.classes[0] if len(network.classes) == 1 else None
    rate = sum(of.throughput for of in found.classes)
    outside = [place for place, item in enumerate(network.stations) if item.is_delay]
    jobs = sum(item.jobs for item in (*found.stations, *found.queues))
    inside = jobs - sum(found.stations[place].jobs for place in outside)
    is_open = only is not None and only.jobs is None
    if options.half_throughput and network.choices:
        rate /= len(network.choices)
    yield _throughput(network, rate)
    if found.lost is not None:
        yield Measure("lost", found.lost, "1", "of the jobs that arrive")
    if only is not None and only.jobs is not None and outside:
        yield Measure("cycle", only.jobs / rate, "s")
    shown_jobs = jobs if is_open else inside
    if is_open or outside:
        note = "" if is_open or not outside else "not at delays"
        yield Measure("jobs", shown_jobs, "1", note)
    if only is not None:
        response = shown_jobs / rate
        yield Measure("response", response, "s", "" if is_open or not outside else "without delays")
        if is_open:
            yield Measure("waiting", max(0.0, response - _service(network, found)), "s")
    if network.revenue_per_job is not None and network.cost_per_s is not None:
        revenue = network.revenue_per_job * rate
        yield Measure("revenue", revenue, "per s")
        yield Measure("cost", network.cost_per_s, "per s")
        yield Measure("profit", revenue - network.cost_per_s, "per s")
    if only is not None and is_open and network.capacity is None:
        yield from _most(network)
    if only is not None and is_product_form(network) and 0 < (only.jobs or 0) <= _MOST_BOUNDED:
        bounds = closed_bounds(network, only.jobs or 0)
        if bounds.saturates_at is not None and bounds.busiest is not None:
            name = network.stations[bounds.busiest].name
            yield Measure("saturation", bounds.saturates_at, "jobs", f"{name} is the bottleneck")


def _most(network: Network) -> Iterator[Measure]:
    """The rate of arrivals at which the first station is not stable any more."""
    rates = [
        (item.rate(max(len(item.rates), item.servers)) / visits, item.name)
        for item, visits in zip(network.stations, network.only.visits, strict=True)
        if visits and not item.is_delay
    ]
    if rates:
        most, name = min(rates)
        yield Measure("saturation", most, "1/s", f"{name} is the bottleneck")


def _throughput(network: Network, rate: float) -> Measure:
    only = network.classes[0]
    if len(network.classes) > 1 or only.jobs is None or only.jobs > _MOST_BOUNDED:
        return Measure("throughput", rate, "1/s")
    if not is_product_form(network):
        return Measure("throughput", rate, "1/s")
    bounds = closed_bounds(network, only.jobs)
    note = "balanced-job bounds" if bounds.is_balanced else "asymptotic bounds"
    return Measure("throughput", rate, "1/s", note, bounds.low, bounds.high)


def _service(network: Network, found: Solved) -> float:
    """The service of a job at all stations [s]."""
    rate = found.classes[0].throughput
    return sum(
        _service_at(item, means) * means.throughput / rate
        for item, means in zip(network.stations, found.stations, strict=True)
    )


def _service_at(station: Station, means: StationMeans) -> float:
    """The mean service of a visit [s]; of all classes, or of load-dependent rates, the time per job."""
    if len(station.times) == 1:
        return station.times[0]
    return means.utilisation * station.servers / means.throughput if means.throughput else 0.0


def _stations(network: Network, found: Solved) -> PartTable:
    parts: list[Part] = []
    for item, means in zip(network.stations, found.stations, strict=True):
        through = means.throughput
        response = means.jobs / through if through else None
        waiting = None
        if response is not None:
            waiting = 0.0 if item.is_delay else max(0.0, response - _service_at(item, means))
        utilisation = None if item.is_delay else means.utilisation
        parts.append(Part(item.name, (utilisation, through, means.jobs, response, waiting)))
    return PartTable("station", _COLUMNS, tuple(parts))


def _queues(found: Solved) -> PartTable:
    columns = (("held", "1"), ("throughput", "1/s"), ("jobs waiting", "1"), ("waiting", "s"))
    parts = [
        Part(item.name, (item.utilisation, item.throughput, item.jobs, item.jobs / item.throughput))
        for item in found.queues
    ]
    return PartTable("waiting for", columns, tuple(parts))


def _classes(network: Network, found: Solved) -> PartTable:
    parts: list[Part] = []
    delays = [item.is_delay for item in network.stations]
    for of, totals in zip(network.classes, found.classes, strict=True):
        inside = sum(jobs for jobs, outside in zip(totals.jobs, delays, strict=True) if not outside)
        response = inside / totals.throughput if totals.throughput else None
        parts.append(Part(of.name, (totals.throughput, inside, response)))
    columns = (("throughput", "1/s"), ("jobs", "1"), ("response", "s"))
    return PartTable("class", columns, tuple(parts))


def _chances(network: Network, found: Solved) -> PartTable:
    """How likely each number of jobs is at each station that is no delay."""
    known = [
        (item, means.chances)
        for item, means in zip(network.stations, found.stations, strict=True)
        if means.chances
    ]
    most = max((_length(chances) for _, chances in known), default=0)
    parts = [
        Part(
            f"{count}",
            tuple(chances[count] if count < len(chances) else 0.0 for _, chances in known),
        )
        for count in range(most)
    ]
    columns = tuple((item.name, "1") for item, _ in known)
    return PartTable("jobs there", columns, tuple(parts))


def _length(chances: Sequence[float]) -> int:
    """How many chances are worth showing."""
    last = len(chances)
    while last > 1 and chances[last - 1] < _LEAST_CHANCE:
        last -= 1
    return last
