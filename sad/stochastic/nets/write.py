"""Nets as files ``*.net.yaml``, at values of their parameters."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING

from sad.stochastic.nets.bind import bind
from sad.stochastic.nets.net import ENDLESS, Kind
from sad.stochastic.nets.read import SPEEDS
from sad.stochastic.parameters import shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sad.algebra.runtime import Number
    from sad.stochastic.nets.net import Net, Transition
    from sad.stochastic.nets.read import NetModel

_KEYS = {kind: key for key, kind in SPEEDS.items()}


def write(model: NetModel, given: Mapping[str, str]) -> str:
    """Return a net as a file; parameters stand in it for measures. Raises ``SadError`` as ``bind``."""
    values = model.parameters.values(given)
    bound = bind(model, values)
    measures = {name: item.text() for name, item in model.measures.items()}
    return net_file(bound.net, bound.speeds, measures, values)


def net_file(
    net: Net,
    speeds: Sequence[Number],
    measures: Mapping[str, str],
    parameters: Mapping[str, Number] | None = None,
) -> str:
    """Return a net as the text of a file; ``speeds`` are rates [1/s], weights and delays [s]."""
    return "\n".join(_lines(net, speeds, measures, parameters or {})) + "\n"


def _lines(
    net: Net,
    speeds: Sequence[Number],
    measures: Mapping[str, str],
    parameters: Mapping[str, Number],
) -> Iterator[str]:
    yield "schema: 1"
    yield f"net: {_text(net.title)}"
    if parameters:
        listed = ", ".join(f"{name}: {shown(value)}" for name, value in parameters.items())
        yield f"parameters: {{{listed}}}"
    yield "places:"
    for place in net.places:
        yield f"  {_key(place.name)}: {place.tokens}"
    yield "transitions:"
    for item, speed in zip(net.transitions, speeds, strict=True):
        yield f"  {_key(item.name)}: {{{', '.join(_entries(net, item, speed))}}}"
    if measures:
        yield "measures:"
        for name, text in measures.items():
            yield f"  {_key(name)}: {_text(text)}"


def _entries(net: Net, item: Transition, speed: Number) -> Iterator[str]:
    if item.kind is not Kind.IMMEDIATE or speed != 1:
        yield f"{_KEYS[item.kind]}: {_number(speed)}"
    for key, arcs in (("takes", item.takes), ("gives", item.gives), ("unless", item.unless)):
        names = [_key(net.places[place].name) for place in arcs]
        if key != "unless" and all(count == 1 for count in arcs.values()):
            if names:
                yield f"{key}: {names[0] if len(names) == 1 else '[' + ', '.join(names) + ']'}"
        elif names:
            counted = zip(names, arcs.values(), strict=True)
            yield f"{key}: {{{', '.join(f'{name}: {count}' for name, count in counted)}}}"
    if item.servers != 1:
        yield f"servers: {'inf' if item.servers == ENDLESS else item.servers}"
    if item.priority != 1:
        yield f"priority: {item.priority}"


_WORDS = {"y", "n", "yes", "no", "on", "off", "true", "false", "null"}
"""What YAML takes for something else than a text."""


def _key(name: str) -> str:
    return json.dumps(name) if name.lower() in _WORDS or not name.isascii() else name


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _number(value: Number) -> str:
    return str(value) if isinstance(value, int | Fraction) else repr(float(value))
