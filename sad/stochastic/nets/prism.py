"""Nets for PRISM and Storm: a ``ctmc`` module, or the chain itself as ``.tra`` and its ``.sta``.

A module has a variable for each place, bounded by the most tokens that come there, and a command for
each transition. Nets in which something takes no time or a fixed time have no such module; the chain
of the tangible markings has immediate transitions taken out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.diagnostics import input_error
from sad.stochastic.nets.bind import bind
from sad.stochastic.nets.net import ENDLESS, Kind
from sad.stochastic.nets.reach import reachable
from sad.stochastic.nets.tangible import tangible

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sad.stochastic.nets.bind import Bound
    from sad.stochastic.nets.net import Net, Transition
    from sad.stochastic.nets.read import NetModel
    from sad.stochastic.nets.tangible import Tangible


def write(model: NetModel, given: Mapping[str, str]) -> str:
    """Return a module of PRISM; raises ``SadError`` SAD625 for immediate and fixed transitions."""
    return "\n".join(_module(bind(model, model.parameters.values(given)))) + "\n"


def write_chain(model: NetModel, given: Mapping[str, str]) -> str:
    """Return the arcs of the chain: a line ``states arcs``, then ``from to rate`` [1/s].

    Raises ``SadError`` SAD625 for fixed delays, and as ``reachable`` and ``tangible``.
    """
    arcs = _chain(model, given).chain.rates.tocoo()
    lines = [f"{arcs.shape[0]} {arcs.nnz}"]
    for source, target, rate in zip(arcs.row, arcs.col, arcs.data, strict=True):
        lines.append(f"{source} {target} {float(rate)!r}")
    return "\n".join(lines) + "\n"


def write_states(model: NetModel, given: Mapping[str, str]) -> str:
    """Return the markings of the states of ``write_chain``: places, then ``0:(1,0,2)``."""
    found = _chain(model, given)
    names = ",".join(place.name for place in found.graph.net.places)
    lines = [f"({names})"]
    columns = found.graph.markings[:, found.states].T
    lines += [f"{number}:({','.join(map(str, row))})" for number, row in enumerate(columns)]
    return "\n".join(lines) + "\n"


def _chain(model: NetModel, given: Mapping[str, str]) -> Tangible:
    bound = bind(model, model.parameters.values(given))
    for item in bound.net.transitions:
        if item.kind is Kind.DETERMINISTIC:
            raise _not_written(item, "a chain", "give it a rate_per_s")
    return tangible(reachable(bound.net), [float(speed) for speed in bound.speeds])


def _not_written(item: Transition, what: str, hint: str) -> Exception:
    kind = "a fixed delay" if item.kind is Kind.DETERMINISTIC else "no time"
    return input_error(
        "SAD625", f"{item.name} takes {kind}: that is no part of {what}", item.span, hint
    )


def _module(bound: Bound) -> Iterator[str]:
    net = bound.net
    for item in net.transitions:
        if item.kind is not Kind.EXPONENTIAL:
            raise _not_written(item, "a ctmc module", "--to tra writes the chain of the net")
    most = reachable(net).markings.max(axis=1)
    yield "ctmc"
    yield ""
    yield "module net"
    for place, bound_of in zip(net.places, most, strict=True):
        yield f"  {place.name} : [0..{max(int(bound_of), 1)}] init {place.tokens};"
    yield ""
    for item, speed in zip(net.transitions, bound.speeds, strict=True):
        tests = [f"{net.places[place].name}>={count}" for place, count in item.takes.items()]
        tests += [f"{net.places[place].name}<{count}" for place, count in item.unless.items()]
        changes = [
            f"({net.places[place].name}'={net.places[place].name}{count:+d})"
            for place, count in item.change.items()
        ]
        guard = " & ".join(tests) or "true"
        update = " & ".join(changes) or "true"
        yield f"  [{item.name}] {guard} -> {_rate(net, item, float(speed))} : {update};"
    yield "endmodule"


def _rate(net: Net, item: Transition, speed: float) -> str:
    if item.servers == 1 or not item.takes:
        return repr(speed)
    times = [
        net.places[place].name if count == 1 else f"floor({net.places[place].name}/{count})"
        for place, count in item.takes.items()
    ]
    if item.servers != ENDLESS:
        times.append(str(item.servers))
    least = times[0] if len(times) == 1 else f"min({','.join(times)})"
    return f"{speed!r}*{least}"
