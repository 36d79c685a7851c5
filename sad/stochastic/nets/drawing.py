"""Nets as pictures: DOT for Graphviz, and SVG."""

from __future__ import annotations

import math
from importlib import import_module
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

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


# SVG: where things are, networkx says; what they look like is the same as in DOT.

_STEP, _MARGIN = 110.0, 60.0
_ENDS = (
    '<defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" '
    'markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z"/></marker>'
    '<marker id="circle" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" '
    'markerHeight="8" orient="auto"><circle cx="4" cy="4" r="3" fill="white" stroke="black"/>'
    "</marker></defs>"
)


def write_svg(model: NetModel, given: Mapping[str, str]) -> str:
    """Return a net as a picture; places lie where networkx's layout by distances puts them."""
    net = net_of(model, model.parameters.values(given))
    networkx: Any = import_module("networkx")
    graph = networkx.Graph()
    ends: list[tuple[str, str, int, str]] = []
    for place in net.places:
        graph.add_node(f"p {place.name}")
    for item in net.transitions:
        name = f"t {item.name}"
        graph.add_node(name)
        for place, count in item.takes.items():
            ends.append((f"p {net.places[place].name}", name, count, "arrow"))
        for place, count in item.gives.items():
            ends.append((name, f"p {net.places[place].name}", count, "arrow"))
        for place, count in item.unless.items():
            ends.append((f"p {net.places[place].name}", name, count, "circle"))
    graph.add_edges_from((source, target) for source, target, _, _ in ends)
    found = _layout(networkx, graph)
    width = max(x for x, _ in found.values()) + _MARGIN
    height = max(y for _, y in found.values()) + _MARGIN
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}" font-family="sans-serif" font-size="11">'
    )
    lines = [head, f"<title>{escape(net.title)}</title>", _ENDS]
    lines += [_arc(found, *end) for end in ends]
    for place in net.places:
        x, y = found[f"p {place.name}"]
        lines.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="16" fill="white" stroke="black"/>')
        if place.tokens:
            lines.append(
                f'<text x="{x:.1f}" y="{y + 4:.1f}" text-anchor="middle">{place.tokens}</text>'
            )
        lines.append(_name(x, y + 30, place.name))
    for item in net.transitions:
        x, y = found[f"t {item.name}"]
        half = 2 if item.kind is Kind.IMMEDIATE else 5
        fill = "white" if item.kind is Kind.EXPONENTIAL else "black"
        lines.append(
            f'<rect x="{x - half:.1f}" y="{y - 14:.1f}" width="{2 * half}" height="28" '
            f'fill="{fill}" stroke="black"/>'
        )
        lines.append(_name(x, y + 28, item.name))
    return "\n".join([*lines, "</svg>"]) + "\n"


def _layout(networkx: Any, graph: Any) -> dict[str, tuple[float, float]]:
    """Points by node: each part of the net by itself, one below the other."""
    found: dict[str, tuple[float, float]] = {}
    top = _MARGIN
    for part in networkx.connected_components(graph):
        own = graph.subgraph(sorted(part))
        points = networkx.kamada_kawai_layout(own)
        size = _STEP * max(1.0, math.sqrt(len(part)) / 1.4)
        left = min(float(x) for x, _ in points.values())
        low = min(float(y) for _, y in points.values())
        placed = {
            node: (_MARGIN + (float(x) - left) * size, top + (float(y) - low) * size)
            for node, (x, y) in points.items()
        }
        found |= placed
        top = max(y for _, y in placed.values()) + _STEP
    return found


def _arc(
    found: Mapping[str, tuple[float, float]], source: str, target: str, count: int, form: str
) -> str:
    (x, y), (u, v) = found[source], found[target]
    length = math.hypot(u - x, v - y) or 1.0
    dx, dy = (u - x) / length, (v - y) / length
    shift = 3.0  # there and back lie beside each other
    bar = 7 + 9 * abs(dy)  # a bar is higher than wide
    starts, ends = (17 if name.startswith("p ") else bar for name in (source, target))
    x, y = x + dx * starts - dy * shift, y + dy * starts + dx * shift
    u, v = u - dx * ends - dy * shift, v - dy * ends + dx * shift
    line = (
        f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{u:.1f}" y2="{v:.1f}" stroke="black" '
        f'marker-end="url(#{form})"/>'
    )
    if count == 1:
        return line
    return f"{line}{_name((x + u) / 2, (y + v) / 2 - 3, str(count))}"


def _name(x: float, y: float, text: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="middle">{escape(text)}</text>'
