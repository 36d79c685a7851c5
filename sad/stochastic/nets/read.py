"""Files ``*.net.yaml``: strictly read, every error at its line and column."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.diagnostics import did_you_mean
from sad.document import Item, parse_document
from sad.records import record
from sad.stochastic.nets.measures import check_measure
from sad.stochastic.nets.net import Kind
from sad.stochastic.parameters import Parameters, check_expression, read_parameters

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.diagnostics import Diagnostics
    from sad.stochastic.models import Options
    from sad.stochastic.solution import Solution

_TOP = ("schema", "net", "description", "parameters", "places", "transitions", "measures")
SPEEDS = {
    "rate_per_s": Kind.EXPONENTIAL,
    "weight": Kind.IMMEDIATE,
    "delay_s": Kind.DETERMINISTIC,
}
_TRANSITION = (*SPEEDS, "takes", "gives", "unless", "servers", "priority")
Arcs = tuple[tuple[Item, str, Item | None], ...]
"""Places, and how many tokens of each: one where nothing tells."""


@record
class TransitionEntry:
    """A transition of a file; ``speed`` is its rate, weight or delay."""

    name: str
    place: Item
    kind: Kind
    speed: Item | None
    takes: Arcs
    gives: Arcs
    unless: Arcs
    servers: Item | None
    priority: Item | None


@record
class NetModel:
    """A file, before its parameters have values."""

    path: str
    title: str
    root: Item
    parameters: Parameters
    places: Mapping[str, Item]
    transitions: tuple[TransitionEntry, ...]
    measures: Mapping[str, Item]
    remarks: tuple[str, ...] = ()

    def solve(
        self, given: Mapping[str, str], options: Options, diagnostics: Diagnostics
    ) -> Solution:
        """Return the measures; raises as ``Parameters.values``, ``bind`` and ``solution_of``."""
        from sad.stochastic.nets.solve import solution_of  # noqa: PLC0415 - it needs this

        return solution_of(self, given, options, diagnostics)


def read(text: str, path: str) -> NetModel:
    """Return the net in a file.

    Raises ``SadError``: SAD402 to SAD407 (no YAML, unknown or missing keys), SAD620 (no such place or
    transition), SAD980 (no expression).
    """
    root = parse_document(text, path)
    entries = root.mapping(_TOP)
    if "schema" not in entries:
        root.fail("SAD403", "the key schema is missing", "add the line: schema: 1")
    if entries["schema"].number() != 1:
        message = f"schema {entries['schema'].text()} is not known"
        entries["schema"].fail("SAD407", message, "this version reads schema 1")
    for key in ("places", "transitions"):
        if key not in entries or not entries[key].mapping():
            where = entries.get(key, root)
            where.fail("SAD403", f"the key {key} is missing or empty", "name at least one")
    parameters = read_parameters(entries.get("parameters"))
    places = entries["places"].mapping()
    _check_names(places, "place")
    for item in places.values():
        check_expression(item, parameters.items)
    read_transitions = entries["transitions"].mapping()
    _check_names(read_transitions, "transition")
    transitions = tuple(
        _transition(name, item, places, parameters) for name, item in read_transitions.items()
    )
    measures = entries["measures"].mapping() if "measures" in entries else {}
    model = NetModel(
        path,
        entries["net"].text() if "net" in entries else path.rpartition("/")[2],
        root,
        parameters,
        places,
        transitions,
        measures,
    )
    for item in measures.values():
        check_measure(item, model)
    return model


def _check_names(items: Mapping[str, Item], what: str) -> None:
    for name, item in items.items():
        if not name.isidentifier():
            message = f"{name!r} is no name of a {what}"
            item.fail("SAD404", message, "letters, digits and _, so that measures can name it")


def _transition(
    name: str, item: Item, places: Mapping[str, Item], parameters: Parameters
) -> TransitionEntry:
    entries = item.mapping(_TRANSITION)
    told = [key for key in SPEEDS if key in entries]
    if len(told) > 1:
        message = f"{' and '.join(told)} together"
        item.fail("SAD403", message, "a transition has one of them, or none: immediate")
    kind = SPEEDS[told[0]] if told else Kind.IMMEDIATE
    if "servers" in entries and kind is not Kind.EXPONENTIAL:
        hint = f"a transition with {told[0] if told else 'no rate'} fires once at a time"
        entries["servers"].fail("SAD403", "servers are of transitions with a rate", hint)
    if "priority" in entries and kind is not Kind.IMMEDIATE:
        entries["priority"].fail("SAD403", "only immediate transitions have one", "leave it out")
    for key in (*told, "priority"):
        if key in entries:
            check_expression(entries[key], parameters.items)
    servers = entries.get("servers")
    if servers is not None and servers.text() != "inf":
        check_expression(servers, parameters.items)
    takes, gives, unless = (
        _arcs(entries[key], places, parameters) if key in entries else ()
        for key in ("takes", "gives", "unless")
    )
    speed = entries[told[0]] if told else None
    arcs = (takes, gives, unless)
    return TransitionEntry(name, item, kind, speed, *arcs, servers, entries.get("priority"))


def _arcs(item: Item, places: Mapping[str, Item], parameters: Parameters) -> Arcs:
    """The places in a text, a list or a mapping, each with the tokens that stand there."""
    if item.is_mapping:
        found = [
            (Item(key, count.path, count.file), name, count)
            for (name, count), (key, _) in zip(item.mapping().items(), item.node.value, strict=True)
        ]
    else:
        parts = item.sequence() if item.is_sequence else [item]
        found = [(part, part.text(), None) for part in parts]
    seen: set[str] = set()
    for where, name, count in found:
        if name not in places:
            known = list(places)
            hint = did_you_mean(name, known, f"there are: {', '.join(known)}")
            where.fail("SAD620", f"there is no place {name}", hint)
        if name in seen:
            where.fail("SAD406", f"{name} stands twice", f"write {{{name}: 2}} for two tokens")
        seen.add(name)
        if count is not None:
            check_expression(count, parameters.items)
    return tuple(found)
