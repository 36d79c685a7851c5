"""A file at given values of its parameters: the net, and how fast its transitions are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sad.records import record
from sad.stochastic.nets.net import ENDLESS, Kind, Net, Place, Transition
from sad.stochastic.parameters import number, shown, whole

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.algebra.runtime import Number
    from sad.stochastic.nets.read import Arcs, NetModel, TransitionEntry

    Values = Mapping[str, Number]

_SPEED = {
    Kind.EXPONENTIAL: "a rate",
    Kind.IMMEDIATE: "a weight",
    Kind.DETERMINISTIC: "a delay",
}


@record
class Bound:
    """A net in numbers; ``speeds`` are rates [1/s], weights [1] and delays [s] by transition."""

    net: Net
    speeds: tuple[Any, ...]


def bind(model: NetModel, values: Values, *, exact: bool = False) -> Bound:
    """Return the net of a file; speeds are fractions if ``exact``.

    Raises ``SadError``: SAD980 (no value), SAD981 (a number that cannot be).
    """
    net = net_of(model, values)
    speeds = tuple(_speed(entry, values, exact) for entry in model.transitions)
    return Bound(net, speeds)


def net_of(model: NetModel, values: Values) -> Net:
    """Return the places and transitions; speeds need no values. Raises as ``bind``."""
    numbers = {name: place for place, name in enumerate(model.places)}
    places = tuple(
        Place(name, item.span, whole(item, values, "tokens", least=0))
        for name, item in model.places.items()
    )

    def arcs(found: Arcs) -> dict[int, int]:
        return {
            numbers[name]: 1 if count is None else whole(count, values, "tokens")
            for _, name, count in found
        }

    transitions = tuple(
        Transition(
            entry.name,
            entry.place.span,
            entry.kind,
            arcs(entry.takes),
            arcs(entry.gives),
            arcs(entry.unless),
            _servers(entry, values),
            whole(entry.priority, values, "priority", least=0) if entry.priority else 1,
        )
        for entry in model.transitions
    )
    return Net(model.title, model.root.span, places, transitions)


def _servers(entry: TransitionEntry, values: Values) -> int:
    if entry.servers is None:
        return 1
    if entry.servers.text() == "inf":
        if not entry.takes:
            hint = "give it a place to take from, or servers: 1"
            entry.servers.fail("SAD981", f"{entry.name} takes nothing: no limit at all", hint)
        return ENDLESS
    return whole(entry.servers, values, "servers")


def _speed(entry: TransitionEntry, values: Values, exact: bool) -> Number:
    if entry.speed is None:
        return 1
    found = number(entry.speed, values, exact=exact)
    if found <= 0:
        message = f"{_SPEED[entry.kind]} of {shown(found)}"
        entry.speed.fail("SAD981", message, "a number above 0 is expected")
    return found
