"""Which loop of the source a machine loop is, and how many of its iterations it does at once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sad.objectcode.steps import LoopSteps

if TYPE_CHECKING:
    from sad.mapping.combine import Key
    from sad.objectcode.blocks import Graph, MachineLoop
    from sad.objectcode.instruction import Instruction
    from sad.objectcode.places import Places

_LATCH_SCORE = 1000.0


@dataclass(slots=True)
class Context:
    """A machine loop (or the function) with the region of the source it belongs to.

    ``at_once`` is how many iterations of the source one of the machine does. ``copies`` are all
    loops that share the same region under the same parent, in the order the iterations go: the ones
    with more at once first; ``rank`` is the place among them. ``alternative`` is whether it runs
    instead of the first. ``owns`` are the blocks it has, those of loops merged into it included.
    """

    loop: MachineLoop
    region: Key | None
    parent: Context | None
    owns: tuple[int, ...]
    at_once: int = 1
    told: bool = True
    alternative: bool = False
    rank: int = 0
    copies: list[Context] = field(default_factory=list["Context"])
    children: list[Context] = field(default_factory=list["Context"])


def contexts_of(graph: Graph, places: Places, root: Key | None) -> tuple[Context, ...]:
    """Return the contexts of a function, outer ones first; ``root`` is the unit it was made from."""
    found: dict[int, Context] = {}
    kept: list[Context] = []
    for loop in graph.loops:
        if loop.parent is None:
            context = Context(loop, root, None, loop.own)
        else:
            parent = found[loop.parent.number]
            region = _region_of(graph, loop, places, parent.region)
            if region is not None and region == parent.region and loop.parent.header >= 0:
                parent.owns = (*parent.owns, *loop.own)  # one loop of the source, two headers
                found[loop.number] = parent
                continue
            context = Context(loop, region, parent, loop.own)
            parent.children.append(context)
        found[loop.number] = context
        kept.append(context)
    for context in kept:
        if context.parent is not None and context.region is not None:
            context.at_once, context.told = _at_once(graph, context, places)
    for context in kept:
        _group(graph, context)
    return tuple(kept)


def _instructions(graph: Graph, blocks: tuple[int, ...]) -> list[Instruction]:
    return [item for number in blocks for item in graph.blocks[number].instructions]


def _region_of(graph: Graph, loop: MachineLoop, places: Places, parent: Key | None) -> Key | None:
    """The source loop: the one whose first line its tests name, else the one most code is from."""
    scores: dict[Key, float] = {}
    for number in loop.own:
        block = graph.blocks[number]
        leaves = any(n not in loop.blocks or n == loop.header for n in block.successors)
        for item in block.instructions:
            for key in {s.region for s in places.at(item.place) if s.region[1]}:
                scores[key] = scores.get(key, 0.0) + 1.0
        if leaves:
            for key in places.headed(block.instructions[-1].place):
                scores[key] = scores.get(key, 0.0) + _LATCH_SCORE
    inside = {
        key: score
        for key, score in scores.items()
        if parent is None or key[0] != parent[0] or not parent[1] or _within(key, parent, places)
    }
    scores = inside or scores
    if not scores:
        return None
    return max(scores, key=lambda key: (scores[key], key[1].count(".")))


def _within(key: Key, parent: Key, places: Places) -> bool:
    loop = places.loops.get(key)
    return key == parent or (loop is not None and parent in loop.around)


def _at_once(graph: Graph, context: Context, places: Places) -> tuple[int, bool]:
    """How many source iterations one of the machine's does, and whether that could be told."""
    assert context.region is not None
    source = places.loops.get(context.region)
    steps = LoopSteps(graph, context.loop)
    moved = [step for _, step in steps.accesses(context.owns) if step]
    packed = any(
        item.operation.lanes > 1 and not item.operation.key.startswith(("load", "store", "zero"))
        for item in _instructions(graph, context.owns)
    )
    strides: set[int] = set()
    if source is not None and source.work is not None:
        for reference in source.work.references:
            for path, stride in reference.strides:
                value = None if stride is None else stride.as_integer
                if path == context.region[1] and value:
                    strides.add(int(value))
    best, most = 1, 0
    for candidate in (1, 2, 3, 4, 5, 6, 7, 8, 16, 32, 64):
        fits = sum(step % candidate == 0 and step // candidate in strides for step in moved)
        if fits > most:
            best, most = candidate, fits
    return best, bool(most) or not packed


def _group(graph: Graph, context: Context) -> None:
    """Order the loops that share a region under one parent: main, then what is left over."""
    by_region: dict[Key, list[Context]] = {}
    for child in context.children:
        if child.region is not None:
            by_region.setdefault(child.region, []).append(child)
    for group in by_region.values():
        main = max(group, key=lambda item: item.at_once)
        after = _reachable(graph, main, context)
        copies = sorted(group, key=lambda item: -item.at_once)
        for rank, item in enumerate(copies):
            item.copies = copies
            item.rank = rank
            follows = item.loop.header in after
            if item is not main and main.at_once > 1:
                item.alternative = not follows


def _reachable(graph: Graph, start: Context, around: Context) -> set[int]:
    """Blocks control can get to after a loop without a new iteration of the one around."""
    rank = {number: n for n, number in enumerate(graph.order)}
    inside = around.loop.blocks
    stack = list(start.loop.blocks)
    seen: set[int] = set(stack)
    while stack:
        number = stack.pop()
        for following in graph.blocks[number].successors:
            back = following in rank and rank[following] <= rank[number]
            if following in inside and following not in seen and not back:
                seen.add(following)
                stack.append(following)
    return seen - start.loop.blocks
