"""Scalars that each iteration of a loop sets before it uses them: every rank has its own."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from sad.distribution.program import Loop
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.distribution.program import Do, Leaf, Whole


@record
class Own:
    """A scalar and the loops up to the one whose iterations have it for themselves.

    ``writers`` and ``users`` are orders of actions.
    """

    scalar: str
    loops: tuple[Loop, ...]
    writers: tuple[int, ...]
    users: tuple[int, ...]


def own_scalars(whole: Whole, found: Sequence[Leaf]) -> list[Own]:
    """Return the scalars that live within iterations, once per loop."""
    touching: dict[str, list[Leaf]] = defaultdict(list)
    for leaf in found:
        target = leaf.do.target
        for name in {
            *leaf.do.uses,
            *leaf.do.also_writes,
            target if isinstance(target, str) else "",
        }:
            if name:
                touching[name].append(leaf)
    result: list[Own] = []
    for name, items in touching.items():
        if name not in whole.scalars:
            result.extend(_of_scalar(name, items))
    return result


def _of_scalar(name: str, items: Sequence[Leaf]) -> list[Own]:
    """The loops that have a scalar for themselves; none if its value gets out of one of them."""
    writers: dict[int, list[Leaf]] = defaultdict(list)
    users: dict[int, list[Leaf]] = defaultdict(list)
    homes: dict[int, Leaf] = {}
    for leaf in items:
        do = leaf.do
        sets = do.target == name and do.combine is None and name not in do.uses
        home = _home(leaf, list(homes.values()))
        if sets and home is None and leaf.around and isinstance(leaf.around[-1], Loop):
            homes[leaf.order] = home = leaf
        if home is None or name in do.also_writes:
            return []
        if do.target == name:
            writers[home.order].append(leaf)
        if _reads(do, name) and do.target != name:
            users[home.order].append(leaf)
    return [
        Own(
            name,
            home.loops,
            tuple(leaf.order for leaf in writers[order]),
            tuple(leaf.order for leaf in users[order]),
        )
        for order, home in homes.items()
        if users[order]
    ]


def _home(leaf: Leaf, homes: Sequence[Leaf]) -> Leaf | None:
    """The action that set the scalar for the iteration an action is in."""
    for home in reversed(homes):
        if home.loops[-1] in leaf.loops:
            return home
    return None


def _reads(do: Do, name: str) -> bool:
    return name in do.uses or (do.target == name and do.combine is not None)
