"""Why a net has no end of markings: firings that may be repeated for ever and leave tokens behind."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sad.diagnostics import SadError, input_error
from sad.stochastic.nets.net import Kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.stochastic.nets.net import Net
    from sad.stochastic.nets.reach import Ints

_SHOWN = 8


def growth(net: Net, markings: Ints, ancestors: Sequence[int], *, sure: bool) -> SadError | None:
    """Return the error about a marking that has more than an ancestor everywhere, if there is one.

    ``ancestors`` starts with the marking itself, each the parent of the one before. If ``sure``, tokens
    may only have been added where no transition is stopped or started by them ahead of others: then
    what led from the ancestor to the marking leads on for ever.
    """
    columns = markings[:, list(ancestors)]
    more = columns[:, :1] - columns[:, 1:]
    grown = np.flatnonzero((more >= 0).all(axis=0) & (more > 0).any(axis=0))
    sensitive = {place for item in net.transitions for place in item.unless}
    for item in net.transitions:
        if item.kind is Kind.IMMEDIATE:
            sensitive |= item.takes.keys()
    for number in grown:
        places = np.flatnonzero(more[:, number] > 0)
        if sure and sensitive.intersection(map(int, places)):
            continue
        way = _firings(net, columns[:, number + 1 :: -1])
        if way is None:
            continue
        name = net.places[int(places[0])].name
        steps = ", ".join(way[:_SHOWN]) + (f" and {len(way) - _SHOWN} more" * (len(way) > _SHOWN))
        message = f"place {name} is unbounded: {steps} can be repeated and adds tokens"
        if not sure:
            message = f"no end of markings: {steps} adds tokens to {name} and takes none away"
        hint = f"limit what comes to {name}, for instance by a place with its free room"
        return input_error("SAD616", message, net.places[int(places[0])].span, hint)
    return None


def _firings(net: Net, columns: Ints) -> list[str] | None:
    """The transitions that lead from each column to the next."""
    changes = [item.change for item in net.transitions]
    found: list[str] = []
    for before, after in zip(columns.T, columns.T[1:], strict=False):
        step = {
            int(place): int(after[place] - before[place])
            for place in np.flatnonzero(after - before)
        }
        names = [
            item.name
            for item, change in zip(net.transitions, changes, strict=True)
            if change == step and all(before[place] >= count for place, count in item.takes.items())
        ]
        if not names:
            return None
        found.append(names[0])
    return found
