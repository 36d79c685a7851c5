"""The keys ``topology`` and ``nodes`` of a network."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from sad.machine.networks.model import Topology
from sad.machine.values import one_of, positive_number, require

if TYPE_CHECKING:
    from sad.document import Item

TOPOLOGIES = (
    *("mesh", "torus", "hypercube", "fat_tree", "ring", "bus", "crossbar", "multistage"),
    "dragonfly",
)
_WITH_DIMENSIONS = ("mesh", "torus", "ring", "dragonfly")
_OF_SWITCHES = ("fat_tree", "multistage")


def read_topology(item: Item) -> Topology:
    """Return a topology; SAD407 for numbers, SAD421 for dimensions that its kind cannot have."""
    entries = item.mapping(("kind", "dimensions", "arity"))
    require(item, entries, ("kind",))
    kind = one_of(entries["kind"], TOPOLOGIES)
    dimensions: tuple[int, ...] = ()
    if "dimensions" in entries:
        if kind not in _WITH_DIMENSIONS:
            hint = f"{', '.join(_WITH_DIMENSIONS)} have dimensions"
            entries["dimensions"].fail("SAD407", f"a {kind} has no dimensions", hint)
        dimensions = tuple(_whole(entry) for entry in entries["dimensions"].sequence())
        _check_dimensions(entries["dimensions"], kind, len(dimensions))
    elif kind == "dragonfly":
        hint = "dimensions: [groups, routers of a group, nodes of a router]"
        item.fail("SAD421", "a dragonfly without dimensions", hint)
    arity = _whole(entries["arity"]) if "arity" in entries else None
    if arity is not None and kind in _OF_SWITCHES and arity < 2:
        entries["arity"].fail("SAD421", f"a {kind} of degree {arity}", "2 or more")
    return Topology(kind, dimensions, arity)


def _check_dimensions(item: Item, kind: str, count: int) -> None:
    if kind == "ring" and count != 1:
        item.fail("SAD421", f"a ring has one dimension, not {count}", "a torus has more")
    if kind == "dragonfly" and count != 3:
        hint = "dimensions: [groups, routers of a group, nodes of a router]"
        item.fail("SAD421", f"a dragonfly has three dimensions, not {count}", hint)
    if not 1 <= count <= 6:
        item.fail("SAD421", f"{count} dimensions", "one to six")


def check_nodes(item: Item, topology: Topology, nodes: float) -> None:
    """SAD421 for more nodes than the dimensions have room for, or a fraction of one."""
    if not nodes.is_integer():
        item.fail("SAD407", f"{nodes:g} cannot be", "a whole number is expected")
    room = math.prod(topology.dimensions)
    if topology.dimensions and nodes > room:
        shape = " x ".join(map(str, topology.dimensions))
        item.fail("SAD421", f"{nodes:g} nodes, but {shape} is {room}", "correct one of the two")


def _whole(item: Item) -> int:
    value = positive_number(item)
    if not value.is_integer():
        item.fail("SAD407", f"{value:g} cannot be", "a whole number is expected")
    return int(value)
