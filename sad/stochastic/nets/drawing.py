"""Nets as pictures: DOT for Graphviz."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.stochastic.nets.bind import net_of
from sad.stochastic.nets.net import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sad.stochastic.nets.read import NetModel

_BARS = {
    Kind.EXPONENTIAL: "width=0.12 height=0.5 style=solid",
    Kind.IMMEDIATE: "width=0.04 height=0.5 style=filled fillcolor=black",
    Kind.DETERMINISTIC: "width=0.12 height=0.5 style=filled fillcolor=black",
}
"""As usual: open bars take random time, black ones a fixed time, thin ones none."""


def write(model: NetModel, given: Mapping[str, str]) -> str:
    """Return a net as DOT: places are circles with their tokens; ``unless`` ends in a circle."""
    return "\n".join(_lines(model, given)) + "\n"


def _lines(model: NetModel, given: Mapping[str, str]) -> Iterator[str]:
    net = net_of(model, model.parameters.values(given))
    title = net.title.replace("\\", "\\\\").replace('"', '\\"')
    yield f'digraph "{title}" {{'
    yield "  rankdir=LR"
    for place in net.places:
        tokens = str(place.tokens) if place.tokens else ""
        yield f'  "p {place.name}" [shape=circle label="{tokens}" xlabel="{place.name}"]'
    for item in net.transitions:
        yield f'  "t {item.name}" [shape=box label="" xlabel="{item.name}" {_BARS[item.kind]}]'
        ends = [(f"p {net.places[p].name}", f"t {item.name}", n, "") for p, n in item.takes.items()]
        ends += [
            (f"t {item.name}", f"p {net.places[p].name}", n, "") for p, n in item.gives.items()
        ]
        ends += [
            (f"p {net.places[p].name}", f"t {item.name}", n, "arrowhead=odot")
            for p, n in item.unless.items()
        ]
        for source, target, count, form in ends:
            label = f'label="{count}"' if count > 1 else ""
            yield f'  "{source}" -> "{target}" [{" ".join(filter(None, (label, form)))}]'
    yield "}"
