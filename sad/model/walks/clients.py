"""Parallel parts that are equal clients of shared resources: what closed queueing networks are."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from sad.algebra.poly import ONE, Poly
from sad.model.nodes import Block, Both, Branch, Call, Loop, Message, Node, Par, Seq, Use, Weighted
from sad.model.walks.formulas import used_symbols
from sad.model.walks.parallel import Demand, bounds
from sad.model.walks.parts import nodes_of
from sad.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Iterator


@record
class Stage:
    """A part of a run that comes ``times`` times: ``seconds`` long, or ``clients`` that share things.

    Each client repeats a cycle ``cycles`` times, in which it works for ``work`` [s], ``demands`` of
    resources included. Without clients nobody waits.
    """

    times: Poly
    seconds: Poly | None = None
    clients: Poly | None = None
    cycles: Poly = ONE
    work: Poly = ONE
    demands: tuple[Demand, ...] = ()


def stages_of(node: Node) -> tuple[Stage, ...] | None:
    """Return a model as stages, one after the other; None where a part is no group of equal clients."""
    found: list[Stage] = []
    for stage in _stages(node, ONE):
        if stage is None:
            return None
        found.append(stage)
    return tuple(found)


def _stages(node: Node, times: Poly) -> Iterator[Stage | None]:
    match node:
        case Block() | Call() | Message():
            yield None
        case Use(seconds=seconds):
            yield Stage(times, seconds)
        case Seq(parts):
            for part in parts:
                yield from _stages(part, times)
        case Weighted(weight, part):
            yield from _stages(part, times * weight)
        case Branch(arms=arms):
            for _, weight, part in arms:
                yield from _stages(part, times * weight)
        case Loop(index=index, body=body):
            same = index.name not in used_symbols(body)
            yield from _stages(body, times * index.trips) if same else (None,)
        case Par() | Both():
            found = bounds(node)
            if not found.demands:
                yield Stage(times, found.critical)
            elif isinstance(node, Par):
                yield _group(node, times)
            else:
                yield None
        case _:
            assert_never(node)


def _group(node: Par, times: Poly) -> Stage | None:
    """Clients that do the same: each repeats a cycle through resources, with no fork inside."""
    cycle, index = node.body, node.index
    if any(nodes_of(cycle, Par, Both)) or index.name in used_symbols(cycle):
        return None
    while isinstance(cycle, Seq) and len(cycle.parts) == 1:
        cycle = cycle.parts[0]
    if not isinstance(cycle, Loop) or cycle.index.name in used_symbols(cycle.body):
        return None
    inside = bounds(cycle.body)
    if any(item.indices for item in inside.demands):
        return None
    group = Stage(times, None, index.trips, cycle.index.trips)
    return replace(group, work=inside.work, demands=inside.demands)
