"""A file at given values of its parameters: the network in numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.diagnostics import input_error
from sad.stochastic.parameters import above_zero, chance, not_below_zero, whole
from sad.stochastic.queueing.network import RANDOM, JobClass, Network, Passive, Station
from sad.stochastic.queueing.read import OUT, by_class, listed, shares
from sad.stochastic.queueing.traffic import closed_visits, open_visits, reached, trapped

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sad.algebra.runtime import Number
    from sad.diagnostics import Span
    from sad.document import Item
    from sad.stochastic.queueing.read import ClassEntry, NetworkModel, StationEntry

    Values = Mapping[str, Number]
    Rates = Callable[[NetworkModel, Values, int, Span], tuple[float, ...]]

_ROUNDING = 1e-9


def bind(model: NetworkModel, values: Values, rates_of: Rates) -> Network:
    """Return the network; ``rates_of`` gives the rates of a part with 1, 2, ... jobs [1/s].

    Raises ``SadError``: SAD980 (no value), SAD981 (a number that cannot be), SAD983 (routing: not 1,
    never left, never reached), SAD984 (jobs and arrivals).
    """
    names = list(model.stations)
    capacity = _capacity(model, values)
    choose = "" if model.choose is None else model.choose.text()
    classes: list[JobClass] = []
    choices: tuple[int, ...] = ()
    for name, of in model.classes.items():
        found, at = _class(name, of, model, values)
        classes.append(found)
        choices = at
    if choose:
        assert model.choose is not None
        if len(classes) > 1 or classes[0].jobs is not None:
            hint = "leave choose out, or give arrivals"
            model.choose.fail("SAD984", "only jobs that arrive choose, of one class", hint)
    jobs = sum(of.jobs or 0 for of in classes) or capacity
    stations = tuple(
        _station(name, entry, model, values, jobs, rates_of)
        for name, entry in model.stations.items()
    )
    passive = tuple(
        Passive(
            name,
            entry.place.span,
            whole(entry.entries["tokens"], values, "tokens"),
            tuple(names.index(item.text()) for item in listed(entry.entries["holds"])),
        )
        for name, entry in model.passive.items()
    )
    cost = {key: not_below_zero(item, values, key) for key, item in model.cost.items()}
    return Network(
        model.root.span,
        stations,
        tuple(classes),
        passive,
        "" if choose == RANDOM else choose,
        choices if choose else (),
        capacity,
        cost.get("per_s", 0.0) if cost else None,
        cost.get("revenue_per_job", 0.0) if cost else None,
    )


def _capacity(model: NetworkModel, values: Values) -> int | None:
    found: int | None = None
    for of in model.classes.values():
        arrivals = of.entries["arrivals"].mapping() if "arrivals" in of.entries else {}
        if "capacity" in arrivals:
            found = whole(arrivals["capacity"], values, "capacity")
            if len(model.classes) > 1:
                message = "a capacity is for one class of jobs"
                arrivals["capacity"].fail("SAD986", message, "leave it out")
    return found


def _station(
    name: str,
    entry: StationEntry,
    model: NetworkModel,
    values: Values,
    jobs: int | None,
    rates_of: Rates,
) -> Station:
    entries, span = entry.entries, entry.place.span
    servers = whole(entries["servers"], values, "servers") if "servers" in entries else 1
    capacity = whole(entries["capacity"], values, "capacity") if "capacity" in entries else None
    if "aggregate" in entries:
        assert entry.aggregate is not None
        if jobs is None:
            hint = "give arrivals a capacity, or replace the part"
            message = "a part is solved for each number of jobs, and here there is no limit"
            entries["aggregate"].fail("SAD984", message, hint)
        return Station(name, span, False, (), 1, rates_of(entry.aggregate, values, jobs, span))
    if "rates_per_s" in entries:
        items = entries["rates_per_s"].sequence()
        rates = tuple(above_zero(item, values, "a rate") for item in items)
        return Station(name, span, False, (), 1, rates, capacity)
    is_rate = "rate_per_s" in entries
    items_by_class = by_class(entries["rate_per_s" if is_rate else "mean_s"], model)
    what = "a rate" if is_rate else "a time"
    numbers = [above_zero(items_by_class[of], values, what) for of in model.classes]
    times = tuple(1 / found if is_rate else found for found in numbers)
    return Station(name, span, entry.is_delay, times, servers, (), capacity)


def _class(
    name: str, of: ClassEntry, model: NetworkModel, values: Values
) -> tuple[JobClass, tuple[int, ...]]:
    """The jobs of a class, and the stations at which they may arrive."""
    names = list(model.stations)
    span = of.place.span
    is_open = "arrivals" in of.entries
    at, choices = [0.0] * len(names), ()
    if is_open:
        at, choices = _arrivals(of.entries["arrivals"], model, values)
    least = 0 if len(model.classes) > 1 else 1
    jobs = None if is_open else whole(of.entries["jobs"], values, "jobs", least)
    if "visits" in of.entries:
        items = of.entries["visits"].mapping()
        for missing in names:
            if missing not in items:
                message = f"nothing is told of {missing}"
                of.entries["visits"].fail("SAD983", message, f"{missing}: 0 if no job comes there")
        visits = tuple(not_below_zero(items[place], values, "visits") for place in names)
        if not any(visits):
            of.entries["visits"].fail("SAD983", "no station is visited", "give one visits")
        return JobClass(name, span, jobs, tuple(at), (), visits), choices
    routing, items = _routing(of, model, values, is_open, bool(model.choose))
    if is_open:
        starts = [place for place, rate in enumerate(at) if rate > 0]
        leave = {place for place, row in enumerate(routing) if sum(row) < 1 - _ROUNDING}
        _check_ways(names, routing, starts, leave, span, items, "never leave the network")
        return JobClass(name, span, None, tuple(at), routing, open_visits(routing, at)), choices
    delays = [place for place, item in enumerate(model.stations.values()) if item.is_delay]
    reference = (delays or [0])[0]
    if "reference" in of.entries:
        reference = names.index(of.entries["reference"].text())
    _check_ways(
        names, routing, [reference], {reference}, span, items, f"never come to {names[reference]}"
    )
    return JobClass(name, span, jobs, tuple(at), routing, closed_visits(routing, reference)), ()


def _arrivals(
    item: Item, model: NetworkModel, values: Values
) -> tuple[list[float], tuple[int, ...]]:
    """Jobs per second that arrive at each station, and the stations where any do."""
    names, entries = list(model.stations), item.mapping()
    rate = above_zero(entries["rate_per_s"], values, "a rate of arrivals")
    if "at" not in entries:
        places = list(range(len(names))) if model.choose is not None else [0]
        told = dict.fromkeys(places, 1 / len(places))
    else:
        found = shares(entries["at"])
        told = {
            names.index(name): 1 / len(found) if share is None else chance(share, values)
            for name, (_, share) in found.items()
        }
        if len(found) > 1 and not entries["at"].is_mapping and model.choose is None:
            hint = "choose: random, or at: {NAME: 0.5, ...}"
            entries["at"].fail("SAD983", "nothing tells where a job arrives", hint)
        _check_sum(list(told.values()), entries["at"], "arrivals")
    return [rate * told.get(place, 0.0) for place in range(len(names))], tuple(sorted(told))


def _routing(
    of: ClassEntry, model: NetworkModel, values: Values, is_open: bool, is_chosen: bool
) -> tuple[tuple[tuple[float, ...], ...], dict[str, Item]]:
    """A row of probabilities for each station, and where the file tells it."""
    names = list(model.stations)
    size = len(names)
    if "routing" not in of.entries:  # from one to the next; those that are chosen between end there
        following = [[0.0] * size for _ in names]
        for place in range(size):
            if not is_open or (place + 1 < size and not is_chosen):
                following[place][(place + 1) % size] = 1.0
        return tuple(map(tuple, following)), {}
    items = of.entries["routing"].mapping()
    rows: list[list[float]] = []
    for name in names:
        if name not in items:
            hint = f"{name}: {OUT if is_open else 'the station that is next'}"
            of.entries["routing"].fail("SAD983", f"nothing tells where jobs go from {name}", hint)
        row, told, left = [0.0] * size, shares(items[name]), 0.0
        if len(told) > 1 and not items[name].is_mapping:
            hint = (
                f"for instance {name}: {{{', '.join(f'{goal}: 0.5' for goal in list(told)[:2])}}}"
            )
            items[name].fail("SAD983", "no probabilities", hint)
        for goal, (place, share) in told.items():
            probability = 1.0 if share is None else chance(share, values)
            if goal != OUT:
                row[names.index(goal)] = probability
                continue
            left = probability
            if not is_open:
                place.fail("SAD983", "jobs of a closed network never leave", "name a station")
        _check_sum([*row, left], items[name], f"routing from {name}")
        rows.append(row)
    return tuple(map(tuple, rows)), items


def _check_sum(numbers: Sequence[float], item: Item, what: str) -> None:
    total = sum(numbers)
    if abs(total - 1) > _ROUNDING:
        message = f"the probabilities of {what} sum to {total:.6g}"
        item.fail("SAD983", message, f"they must sum to 1; jobs that leave go to {OUT}")


def _check_ways(
    names: list[str],
    routing: Sequence[Sequence[float]],
    starts: list[int],
    ends: set[int],
    span: Span,
    items: Mapping[str, Item],
    never: str,
) -> None:
    """Raise SAD983 for a station that no job comes to, and for one that is never left."""
    among = reached(routing, starts)
    lost = [place for place in range(len(names)) if place not in among]
    caught = trapped(routing, among, ends & among)
    if lost:
        message, hint = f"no job comes to {names[lost[0]]}", "route jobs there, or leave it out"
    elif caught:
        message, hint = f"jobs at {names[caught[0]]} {never}", "route some of them away"
    else:
        return
    name = names[(lost or caught)[0]]
    if name in items:
        items[name].fail("SAD983", message, hint)
    raise input_error("SAD983", message, span, hint)
