"""Flow of control as weights: how often targets are reached per execution of a part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.complements import joined
from sad.algebra.poly import ONE, ZERO, Poly

if TYPE_CHECKING:
    from collections.abc import Callable

Flow = dict[int, Poly]
"""From target block to the weight that flows there; the weights of one part add up to 1."""

_MAX_TERMS = 12
_MAX_FACTORS = 60  # of all terms together: ways out of loops that nest deeply have few terms


def add_flow(flow: Flow, inner: Flow, weight: Poly) -> None:
    """Add ``inner``, reached with ``weight``, to ``flow``."""
    for target, share in inner.items():
        add_edge(flow, target, weight * share)


def add_edge(flow: Flow, target: int, weight: Poly) -> None:
    """Add flow to one target."""
    known = flow.get(target)
    flow[target] = weight if known is None else joined(known + weight)


def take(flow: Flow, target: int) -> Poly:
    """Remove ``target`` from ``flow`` and return its weight; 1 if everything flows there."""
    if len(flow) == 1 and target in flow:
        flow.clear()
        return ONE
    return flow.pop(target, ZERO)


def complement(weight: Poly) -> Poly:
    """Return ``1 - weight`` as one factor."""
    return atoms.not_of(weight)


def rest_of(weights: list[Poly]) -> Poly:
    """Return what is left to 1."""
    rest = ZERO
    for weight in weights:
        rest = rest + weight
    return complement(rest)


def shorten_flow(flow: Flow, label: Callable[[int], str]) -> None:
    """Give long weights of a flow names of their own, so that weights around it do not multiply out.

    The last long one becomes the rest to 1: where the ways meet again, their sum cancels.
    """
    long = [target for target, weight in flow.items() if _is_long(weight)]
    if not long:
        return
    last = long[-1]
    for target in long[:-1]:
        flow[target] = shortened(flow[target], label(target))
    flow[last] = rest_of([weight for target, weight in flow.items() if target != last])


def shortened(weight: Poly, label: str) -> Poly:
    """Return a long weight under a name of its own, to keep the formulas it enters short."""
    return atoms.alias_of(label, weight) if _is_long(weight) else weight


def _is_long(weight: Poly) -> bool:
    if len(weight.terms) == 1:  # a product stands in no way of what it is multiplied with
        return False
    return len(weight.terms) > _MAX_TERMS or sum(map(len, weight.terms)) > _MAX_FACTORS
