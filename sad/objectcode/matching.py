"""Which loop of the source a machine loop is, and how many of its iterations it does at once."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import log
from typing import TYPE_CHECKING

from sad.objectcode.blocks import LoopSteps

if TYPE_CHECKING:
    from sad.algebra.poly import Poly
    from sad.mapping.combine import Key
    from sad.model.work import Reference
    from sad.objectcode.blocks import Graph, MachineLoop
    from sad.objectcode.places import Counts, LineStatements

_HEADER, _LATCH, _MISFIT = 2.0, 1.0, 2.0
"""How much it counts which line a loop's tests are from, and how far its arithmetic is off."""
_CLOSE = 0.25  # of a logarithm: arithmetic is shared and moved out of loops
_AT_ONCE = (1, 2, 3, 4, 5, 6, 7, 8, 16, 32, 64)
_REALS = ("add.", "multiply.double", "multiply.real", "divide.double", "divide.real", "fma.")
_SOURCE_REALS = ("add", "sub", "mul", "div")
_COMPLEX = {"add": 2.0, "sub": 2.0, "mul": 6.0, "div": 11.0}


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


def contexts_of(
    graph: Graph,
    places: LineStatements,
    counts: Counts,
    root: Key | None,
    *,
    overlapping: bool = False,
) -> tuple[Context, ...]:
    """Return the contexts of a function, outer ones first; ``root`` is the unit it was made from.

    Of loops in two versions the one for arrays that overlap runs if they are ``overlapping``.
    """
    found: dict[int, Context] = {}
    kept: list[Context] = []
    for loop in graph.loops:
        if loop.parent is None:
            context = Context(loop, root, None, loop.own)
        else:
            parent = found[loop.parent.number]
            region = _region_of(graph, loop, places, counts, parent.region)
            if region is not None and region == parent.region and parent.parent is not None:
                _interchanged(parent, region, places)
            if region is not None and region == parent.region and parent.parent is not None:
                parent.owns = (*parent.owns, *loop.own)  # one loop of the source, two headers
                found[loop.number] = parent
                continue
            context = Context(loop, region, parent, loop.own)
            parent.children.append(context)
        found[loop.number] = context
        kept.append(context)
    for context in kept:
        if context.parent is not None and context.region is not None:
            context.at_once, context.told = _at_once(graph, context, places, counts)
    for context in kept:
        _group(graph, context, places, counts, overlapping=overlapping)
    return tuple(kept)


def _interchanged(parent: Context, region: Key, places: LineStatements) -> None:
    """Make the outer of two nested loops of one region the loop around, if that is none of them yet.

    Compilers swap nested loops, whose bodies are both the inner one's; the order does not matter for
    how often the inner one's code runs.
    """
    loop = places.loops.get(region)
    around = loop.around[-1] if loop is not None else region
    taken: set[Key | None] = set()
    at = parent.parent
    while at is not None:
        taken.add(at.region)
        at = at.parent
    if around[1] and around not in taken:
        parent.region = around


def _region_of(
    graph: Graph, loop: MachineLoop, places: LineStatements, counts: Counts, parent: Key | None
) -> Key | None:
    """The source loop: the one its tests name and its code is from, whose arithmetic it does."""
    scores: dict[Key, float] = {}
    named: set[Key] = set()
    total = 0
    for number in loop.own:
        block = graph.blocks[number]
        for item in block.instructions:
            total += 1
            for key in places.regions_of(item.place):
                scores[key] = scores.get(key, 0.0) + 1.0
    scores = {key: score / total for key, score in scores.items() if key[1]}
    for key in list(scores):
        for above in places.loops[key].around if key in places.loops else ():
            if above[1]:
                scores.setdefault(above, 0.0)
    for number in loop.own:
        block = graph.blocks[number]
        last = block.instructions[-1].place
        if any(n not in loop.blocks or n == loop.header for n in block.successors):
            for key in places.headed(last):
                scores[key] = max(scores.get(key, 0.0), 0.0) + _HEADER
                if number in loop.latches:
                    named.add(key)
        if number in loop.latches:
            for key in {s.region for s in places.at(last) if s.region[1]}:
                scores[key] = scores.get(key, 0.0) + _LATCH
    inside = {
        key: score
        for key, score in scores.items()
        if parent is None or key[0] != parent[0] or not parent[1] or _within(key, parent, places)
    }
    scores = inside or scores
    if not scores:
        return None
    scores = {key: score for key, score in scores.items() if key in named} or scores
    done = 0 if named & scores.keys() else _arithmetic(graph, loop)
    for key in scores:
        wanted = _source_arithmetic(key, places, counts)
        if done and wanted:
            at_once, _ = _by_steps(LoopSteps(graph, loop), loop.own, key, places)
            scores[key] -= _MISFIT * abs(log(done / (at_once * wanted)))
    return max(scores, key=lambda key: (scores[key], key[1].count(".")))


def _within(key: Key, parent: Key, places: LineStatements) -> bool:
    loop = places.loops.get(key)
    return key == parent or (loop is not None and parent in loop.around)


def _arithmetic(graph: Graph, loop: MachineLoop) -> int:
    """Additions, multiplications and divisions of reals that every iteration does, by element."""
    return sum(
        (2 if key.startswith("fma.") else 1) * item.operation.lanes
        for number in loop.own
        if all(graph.dominates(number, latch) for latch in loop.latches)
        for item in graph.blocks[number].instructions
        if (key := item.operation.key).startswith(_REALS)
    )


def _source_arithmetic(key: Key, places: LineStatements, counts: Counts) -> float:
    """The same of one iteration of a source loop, with loops inside that became straight code."""
    iterations = counts.iterations(key)
    if not iterations:
        return 0.0
    total = 0.0
    for other, region in places.regions.items():
        if other != key and (other not in places.loops or key not in places.loops[other].around):
            continue
        for block in region.blocks:
            count = counts.blocks[block.id]
            for line in block.block.lines:
                for name, amount in line.operations.items():
                    kind, _, what = name.partition(".")
                    if kind in _SOURCE_REALS and what.startswith(("double", "real")):
                        weight = _COMPLEX.get(kind, 1.0) if "complex" in what else 1.0
                        total += count * amount * weight
    return total / iterations


def _by_steps(
    steps: LoopSteps, blocks: tuple[int, ...], region: Key, places: LineStatements
) -> tuple[int, int]:
    """How many iterations at once explain most accesses' steps, and how many accesses that is."""
    moved = [step for _, step in steps.accesses(blocks) if step]
    strides: set[int] = set()
    for key, source in places.loops.items():
        if source.work is None or (key != region and region not in source.around):
            continue
        for reference in source.work.references:
            for path, stride in reference.strides:
                value = None if stride is None else stride.as_integer
                if path == region[1] and value:
                    strides.add(int(value))
    best, most = 1, 0
    for candidate in _AT_ONCE:
        fits = sum(step % candidate == 0 and step // candidate in strides for step in moved)
        if fits > most:
            best, most = candidate, fits
    return best, most


def _at_once(
    graph: Graph, context: Context, places: LineStatements, counts: Counts
) -> tuple[int, bool]:
    """How many source iterations one of the machine's does, and whether that could be told."""
    assert context.region is not None
    best, fits = _by_steps(LoopSteps(graph, context.loop), context.owns, context.region, places)
    packed = any(
        item.operation.lanes > 1 and item.operation.key.startswith(_REALS)
        for number in context.owns
        for item in graph.blocks[number].instructions
    )
    if fits or not packed:
        return best, True
    done = _arithmetic(graph, context.loop)
    wanted = _source_arithmetic(context.region, places, counts)
    if not done or not wanted:
        return 1, False
    best = min(_AT_ONCE, key=lambda number: abs(log(done / (number * wanted))))
    return (best, True) if abs(log(done / (best * wanted))) <= _CLOSE else (1, False)


def _group(
    graph: Graph, context: Context, places: LineStatements, counts: Counts, *, overlapping: bool
) -> None:
    """Order the loops that share a region under one parent: main, then what is left over.

    A loop that cannot be reached from the main one is another version of it, if it does less at once.
    """
    by_region: dict[Key, list[Context]] = {}
    for child in context.children:
        if child.region is not None:
            by_region.setdefault(child.region, []).append(child)
    for region, group in by_region.items():
        main = max(group, key=lambda item: (item.at_once, _widest(item)))
        after = _reachable(graph, main, context)
        copies = sorted(group, key=lambda item: -item.at_once)
        for item in copies:
            follows = item.loop.header in after
            if item is not main and _widest(main) > (1 if main.at_once > 1 else _widest(item)):
                item.alternative = not follows
        versions = any(item.alternative for item in copies)
        if versions and (overlapping or overlaps(region, places, counts)):
            for item in copies:
                item.alternative = not item.alternative
            copies.sort(key=lambda item: item.alternative)
        for rank, item in enumerate(copies):
            item.copies = copies
            item.rank = rank


def overlaps(region: Key, places: LineStatements, counts: Counts) -> bool:
    """Whether what a loop writes and something else it uses of the same array overlap in every start.

    Of two walks through one array the distance of their first elements is least and largest at ends of
    the loops around. Walks that move alike are no question of run time: the compiler knows.
    """
    loop = places.loops.get(region)
    if loop is None or loop.work is None:
        return False
    for one in loop.work.references:
        for other in loop.work.references if one.writes else ():
            if one.array != other.array or None in (one.offset, other.offset):
                continue
            inner, least, most = _distance(one, other, region, counts)
            if inner is not None and -inner[1] < least <= most < inner[0]:
                return True
    return False


def _distance(
    one: Reference, other: Reference, region: Key, counts: Counts
) -> tuple[tuple[float, float] | None, float, float]:
    """How far the loop moves two walks that do not move alike, and how far apart they start [bytes]."""
    first, second = dict(one.strides), dict(other.strides)
    assert one.offset is not None
    assert other.offset is not None
    apart = (other.offset - one.offset).as_integer
    steps = {
        path: (_bytes(first.get(path, 0)), _bytes(second.get(path, 0)))
        for path in {**first, **second}
    }
    here = steps.pop(region[1], (0, 0))
    if apart is None or None in here or here[0] == here[1]:
        return None, 0.0, 0.0
    least = most = float(apart)
    for path, (by_one, by_other) in steps.items():
        if by_one is None or by_other is None:
            return None, 0.0, 0.0
        moved = (by_other - by_one) * max(0.0, counts.trips((region[0], path)) - 1.0)
        least, most = least + min(0.0, moved), most + max(0.0, moved)
    far = max(0.0, counts.trips(region) - 1.0)
    moves = [abs(step or 0) * far + one.element_bytes for step in here]
    return (moves[0], moves[1]), least, most


def _bytes(stride: Poly | int | None) -> int | None:
    """A stride that is a constant [bytes]."""
    value = stride if stride is None or isinstance(stride, int) else stride.as_integer
    return None if value is None else int(value)


def _widest(context: Context) -> int:
    """The most iterations that a loop, or one inside of it, does at once."""
    return max(context.at_once, *map(_widest, context.children), 1)


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
