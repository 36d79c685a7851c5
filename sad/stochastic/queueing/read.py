"""Files ``*.qn.yaml``: strictly read, every error at its line and column."""

from __future__ import annotations

from os.path import realpath
from pathlib import Path
from typing import TYPE_CHECKING

from sad.diagnostics import did_you_mean
from sad.document import Item, parse_document
from sad.records import record
from sad.stochastic.models import model_text
from sad.stochastic.parameters import Parameters, check_expression, read_parameters
from sad.stochastic.queueing.network import CHOICES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.diagnostics import Diagnostics
    from sad.stochastic.models import Options
    from sad.stochastic.solution import Solution

OUT = "out"
"""Where jobs go that leave an open network."""
_TOP = (
    "schema", "queueing", "description", "parameters", "stations", "routing", "visits", "reference",
    "jobs", "arrivals", "classes", "choose", "cost",
)  # fmt: skip
_STATION = ("kind", "mean_s", "rate_per_s", "rates_per_s", "aggregate", "servers", "capacity")
_SERVICE = ("mean_s", "rate_per_s", "rates_per_s", "aggregate")
_PASSIVE = ("tokens", "holds")
_CLASS = ("jobs", "arrivals", "routing", "visits", "reference")
_ARRIVALS = ("rate_per_s", "at", "capacity")
_COST = ("per_s", "revenue_per_job")


@record
class StationEntry:
    """A station of a file; ``aggregate`` is the network it stands for."""

    place: Item
    entries: Mapping[str, Item]
    aggregate: NetworkModel | None

    @property
    def is_delay(self) -> bool:
        """Whether jobs never wait there."""
        return "kind" in self.entries and self.entries["kind"].text() == "delay"


@record
class ClassEntry:
    """The jobs of a class: all jobs of a file without classes."""

    place: Item
    entries: Mapping[str, Item]


@record
class NetworkModel:
    """A file, before its parameters have values."""

    path: str
    title: str
    root: Item
    parameters: Parameters
    stations: Mapping[str, StationEntry]
    passive: Mapping[str, StationEntry]
    classes: Mapping[str, ClassEntry]
    choose: Item | None
    cost: Mapping[str, Item]

    def solve(
        self, given: Mapping[str, str], options: Options, diagnostics: Diagnostics
    ) -> Solution:
        """Return the measures; raises as ``Parameters.values``, ``bind`` and ``solve``."""
        from sad.stochastic.queueing.measures import solution_of  # noqa: PLC0415 - it needs this

        return solution_of(self, self.parameters.values(given), options, diagnostics)


def read(text: str, path: str, above: tuple[str, ...] = ()) -> NetworkModel:
    """Return the network in a file, which files ``above`` have as a part.

    Raises ``SadError``: SAD101 (an aggregate cannot be read), SAD402 to SAD407 (no YAML, unknown or
    missing keys), SAD980 (no expression), SAD983 (a name that is no station), SAD984 (jobs).
    """
    root = parse_document(text, path)
    entries = root.mapping(_TOP)
    _check_schema(entries, root)
    parameters = read_parameters(entries.get("parameters"))
    stations: dict[str, StationEntry] = {}
    passive: dict[str, StationEntry] = {}
    if "stations" not in entries:
        root.fail("SAD403", "the key stations is missing", "name at least one station")
    for name, item in entries["stations"].mapping().items():
        if name == OUT:
            item.fail("SAD404", f"{OUT} is no name of a station", "jobs that leave go there")
        found = _station(item, path, above)
        (passive if "tokens" in found.entries else stations)[name] = found
    if not stations:
        entries["stations"].fail("SAD404", "no station serves jobs", "name at least one")
    model = NetworkModel(
        path,
        entries["queueing"].text() if "queueing" in entries else Path(path).name,
        root,
        parameters,
        stations,
        passive,
        _classes(entries, root, stations),
        _choose(entries),
        entries["cost"].mapping(_COST) if "cost" in entries else {},
    )
    _check(model)
    return model


def _check_schema(entries: Mapping[str, Item], root: Item) -> None:
    if "schema" not in entries:
        root.fail("SAD403", "the key schema is missing", "add the line: schema: 1")
    if entries["schema"].number() != 1:
        message = f"schema {entries['schema'].text()} is not known"
        entries["schema"].fail("SAD407", message, "this version reads schema 1")


def _station(item: Item, path: str, above: tuple[str, ...]) -> StationEntry:
    keys = [str(key.value) for key, _ in item.node.value] if item.is_mapping else []
    if "tokens" in keys or "holds" in keys:
        entries = item.mapping(_PASSIVE)
        for key in _PASSIVE:
            if key not in entries:
                item.fail("SAD403", f"the key {key} is missing", "tokens: how many, holds: where")
        return StationEntry(item, entries, None)
    entries = item.mapping(_STATION)
    if "kind" in entries and entries["kind"].text() not in ("delay", "queue"):
        entries["kind"].fail("SAD404", "no kind of station", "kind: delay or kind: queue")
    told = [key for key in _SERVICE if key in entries]
    if len(told) != 1:
        message = (
            f"{' and '.join(told)} together" if told else "nothing tells how long service takes"
        )
        item.fail("SAD403", message, f"one of {', '.join(_SERVICE)} is expected")
    found = StationEntry(item, entries, None)
    if told[0] in ("rates_per_s", "aggregate") and ("servers" in entries or found.is_delay):
        item.fail("SAD403", f"{told[0]} says it all", "leave out kind and servers")
    if found.is_delay and ("servers" in entries or "capacity" in entries):
        item.fail("SAD403", "a delay has room for all jobs", "leave out servers and capacity")
    if told[0] != "aggregate":
        return found
    name = entries["aggregate"].text()
    part = str(Path(path).parent / name)
    if realpath(part) in map(realpath, (*above, path)):
        entries["aggregate"].fail("SAD983", f"{name} has itself as a part", "name another file")
    text = model_text(part, entries["aggregate"].span)
    return StationEntry(item, entries, read(text, part, (*above, path)))


def _classes(
    entries: Mapping[str, Item], root: Item, stations: Mapping[str, StationEntry]
) -> Mapping[str, ClassEntry]:
    if "classes" not in entries:
        own = {key: entries[key] for key in _CLASS if key in entries}
        return {"": _with_jobs(ClassEntry(root, own))}
    for key in ("jobs", "arrivals"):
        if key in entries:
            entries[key].fail("SAD984", f"{key} beside classes", "give each class its own")
    shared = {key: entries[key] for key in ("routing", "visits", "reference") if key in entries}
    found: dict[str, ClassEntry] = {}
    for name, item in entries["classes"].mapping().items():
        if name in stations:
            item.fail("SAD984", f"a station has the name of class {name}", "rename one of the two")
        found[name] = _with_jobs(ClassEntry(item, {**shared, **item.mapping(_CLASS)}))
    if not found:
        entries["classes"].fail("SAD984", "there is no class", "name one, or leave classes out")
    return found


def _with_jobs(found: ClassEntry) -> ClassEntry:
    told = [key for key in ("jobs", "arrivals") if key in found.entries]
    if len(told) != 1:
        what = "both jobs and arrivals" if told else "neither jobs nor arrivals"
        hint = "jobs: N for a closed network, arrivals: {rate_per_s: R} for an open one"
        found.place.fail("SAD984", what, hint)
    if "routing" in found.entries and "visits" in found.entries:
        found.entries["visits"].fail("SAD983", "visits beside routing", "one tells the other")
    return found


def _choose(entries: Mapping[str, Item]) -> Item | None:
    item = entries.get("choose")
    if item is not None and item.text() not in CHOICES:
        hint = did_you_mean(item.text(), CHOICES, f"one of {', '.join(CHOICES)}")
        item.fail("SAD404", f"{item.text()!r} is no way to choose", hint)
    return item


# Names and expressions, before values are known.


def _check(model: NetworkModel) -> None:
    names = model.parameters.items
    for station in model.stations.values():
        for key in ("mean_s", "rate_per_s"):
            if key in station.entries:
                for item in by_class(station.entries[key], model).values():
                    check_expression(item, names)
        for key in ("servers", "capacity"):
            if key in station.entries:
                check_expression(station.entries[key], names)
        if "rates_per_s" in station.entries:
            rates = station.entries["rates_per_s"].sequence()
            if not rates:
                station.entries["rates_per_s"].fail("SAD404", "no rate", "give one or more")
            for item in rates:
                check_expression(item, names)
    for holder in model.passive.values():
        check_expression(holder.entries["tokens"], names)
        for item in listed(holder.entries["holds"]):
            check_station(item, model)
    for of in model.classes.values():
        _check_class(of, model)
    for item in model.cost.values():
        check_expression(item, names)


def _check_class(of: ClassEntry, model: NetworkModel) -> None:
    names = model.parameters.items
    if "jobs" in of.entries:
        check_expression(of.entries["jobs"], names)
    if "arrivals" in of.entries:
        arrivals = of.entries["arrivals"].mapping(_ARRIVALS)
        if "rate_per_s" not in arrivals:
            of.entries["arrivals"].fail(
                "SAD403", "the key rate_per_s is missing", "jobs per second"
            )
        for key in ("rate_per_s", "capacity"):
            if key in arrivals:
                check_expression(arrivals[key], names)
        if "at" in arrivals:
            for item in shares(arrivals["at"]).values():
                check_station(item[0], model)
                if item[1] is not None:
                    check_expression(item[1], names)
    if "reference" in of.entries:
        check_station(of.entries["reference"], model)
    for key in ("routing", "visits"):
        for name, item in of.entries[key].mapping().items() if key in of.entries else ():
            if name not in model.stations:
                _no_station(item, name, model)
            if key == "visits":
                check_expression(item, names)
                continue
            for place, share in shares(item).values():
                if place.node is not item.node or place.text() != OUT:
                    check_station(place, model, with_out=True)
                if share is not None:
                    check_expression(share, names)


def check_station(item: Item, model: NetworkModel, *, with_out: bool = False) -> None:
    """Raise SAD983 if a text is no name of a station; ``out`` may be allowed as well."""
    name = item.text()
    if name not in model.stations and not (with_out and name == OUT):
        _no_station(item, name, model)


def _no_station(item: Item, name: str, model: NetworkModel) -> None:
    known = list(model.stations)
    hint = did_you_mean(name, known, f"there are: {', '.join(known)}")
    item.fail("SAD983", f"there is no station {name}", hint)


def shares(item: Item) -> dict[str, tuple[Item, Item | None]]:
    """Return the places in a text, list or mapping, each with its probability if one is told."""
    if item.is_mapping:
        return {
            name: (Item(key, share.path, share.file), share)
            for (name, share), (key, _) in zip(item.mapping().items(), item.node.value, strict=True)
        }
    return {place.text(): (place, None) for place in listed(item)}


def listed(item: Item) -> list[Item]:
    """Return the items of a list, or the one item that stands in place of a list."""
    return item.sequence() if item.is_sequence else [item]


def by_class(item: Item, model: NetworkModel) -> dict[str, Item]:
    """Return a value for each class: one for all, or a mapping; raises SAD984."""
    if not item.is_mapping:
        return dict.fromkeys(model.classes, item)
    found = item.mapping()
    for name, entry in found.items():
        if name not in model.classes:
            known = [name for name in model.classes if name]
            hint = f"there are: {', '.join(known)}" if known else "the file has no classes"
            entry.fail("SAD984", f"there is no class {name}", did_you_mean(name, known, hint))
    for name in model.classes:
        if name not in found:
            item.fail("SAD984", f"nothing is told of class {name}", "give every class a value")
    return found
