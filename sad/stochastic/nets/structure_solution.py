"""The structure of a net as measures, tables and sentences (``sad solve --structure``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.diagnostics import SadError
from sad.stochastic.nets.bind import net_of
from sad.stochastic.nets.reach import reachable
from sad.stochastic.nets.structure import (
    behaviour,
    marked_trap_inside,
    place_invariants,
    siphons,
    transition_invariants,
    traps,
)
from sad.stochastic.parameters import shown
from sad.stochastic.solution import Measure, Part, PartTable, Solution

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sad.stochastic.nets.net import Net
    from sad.stochastic.nets.reach import Graph
    from sad.stochastic.nets.read import NetModel

_SHOWN = 12


def structure_of(model: NetModel, given: Mapping[str, str], most: int) -> Solution:
    """Return the invariants, bounds, dead markings and live transitions; times need no values.

    Raises ``SadError``: SAD617 (too many markings), and as ``net_of``. A place without a bound is no
    error here.
    """
    values = model.parameters.values(given)
    net = net_of(model, values)
    texts = {name: shown(value) for name, value in values.items()}
    remarks = list(_algebra(net))
    try:
        graph = reachable(net, most)
    except SadError as error:
        if error.diagnostic.code != "SAD616":
            raise
        message = error.diagnostic.message
        remarks.insert(0, f"{message[0].upper()}{message[1:]}.")
        method = "structure; there is no end of markings"
        return Solution(model.title, method, texts, (), _bounds_by_invariants(net), tuple(remarks))
    found = behaviour(graph)
    vanishing = int(graph.vanishing.sum())
    measures = (
        Measure("markings", graph.size, "1", f"{graph.size - vanishing:,} of them tangible"),
        Measure("dead markings", len(found.dead), "1"),
        Measure("live", len(found.live), "1", f"of {len(net.transitions)} transitions"),
    )
    places = tuple(
        Part(place.name, (float(bound),))
        for place, bound in zip(net.places, found.bounds, strict=True)
    )
    tables = (PartTable("place", (("at most", "1"),), places),)
    lines = list(_behaviour_lines(graph))
    return Solution(
        model.title,
        "structure; immediate transitions before timed ones, whatever the times are",
        texts,
        measures,
        tables,
        (*lines, *remarks),
    )


def _behaviour_lines(graph: Graph) -> Iterator[str]:
    net, found = graph.net, behaviour(graph)
    if found.dead:
        yield f"Dead markings: {_some(map(graph.text, found.dead))}."
    names = [item.name for item in net.transitions]
    stuck = [n for n in range(len(names)) if n not in found.live and n not in found.never]
    if found.never:
        yield f"Transitions that never fire: {_some(names[n] for n in sorted(found.never))}."
    if stuck:
        yield f"Transitions that cannot fire any more at some point: {_some(names[n] for n in stuck)}."
    if found.returns:
        yield "The initial marking can always be reached again."


def _bounds_by_invariants(net: Net) -> tuple[PartTable, ...]:
    """Bounds of the places that an invariant limits; None for the others."""
    bounds: list[float | None] = [None] * len(net.places)
    for weights in place_invariants(net) or ():
        total = _tokens(net, weights)
        for place, weight in enumerate(weights):
            if weight:
                bound = float(total // weight)
                known = bounds[place]
                bounds[place] = bound if known is None else min(known, bound)
    parts = tuple(
        Part(place.name, (bound,)) for place, bound in zip(net.places, bounds, strict=True)
    )
    return (PartTable("place", (("at most", "1"),), parts),)


def _tokens(net: Net, weights: Sequence[int]) -> int:
    return sum(weight * place.tokens for weight, place in zip(weights, net.places, strict=True))


def _algebra(net: Net) -> Iterator[str]:
    places = [place.name for place in net.places]
    names = [item.name for item in net.transitions]
    invariants = place_invariants(net)
    if invariants is None:
        yield "There are too many place invariants to list."
    else:
        found = [f"{_sum(places, item)} = {_tokens(net, item)}" for item in invariants]
        yield _listed("Place invariants", found)
        free = [
            name for place, name in enumerate(places) if not any(item[place] for item in invariants)
        ]
        if free:
            yield f"No place invariant limits {_some(free)}."
    rounds = transition_invariants(net)
    if rounds is None:
        yield "There are too many transition invariants to list."
    else:
        yield _listed("Transition invariants", [_sum(names, item) for item in rounds])
    closed = siphons(net)
    if closed is None:
        yield "There are too many siphons to list."
    else:
        yield _listed("Siphons", [_set(places, item) for item in closed])
        empty = [_set(places, item) for item in closed if not marked_trap_inside(net, item)]
        if empty:
            yield f"Siphons that may run empty, as no marked trap is in them: {_some(empty)}."
    kept = traps(net)
    if kept is None:
        yield "There are too many traps to list."
    else:
        yield _listed("Traps", [_set(places, item) for item in kept])


def _listed(title: str, items: Sequence[str]) -> str:
    return f"{title}: {_some(items)}." if items else f"{title}: none."


def _some(items: Iterable[str]) -> str:
    found = list(items)
    more = f", and {len(found) - _SHOWN:,} more" if len(found) > _SHOWN else ""
    return ", ".join(found[:_SHOWN]) + more


def _sum(names: Sequence[str], weights: Sequence[int]) -> str:
    terms = [
        name if weight == 1 else f"{weight}*{name}"
        for name, weight in zip(names, weights, strict=True)
        if weight
    ]
    return " + ".join(terms)


def _set(names: Sequence[str], places: frozenset[int]) -> str:
    return "{" + ", ".join(names[place] for place in sorted(places)) + "}"
