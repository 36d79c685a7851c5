"""Messages in words: what is sent, along which side, inside which loops, and how many bytes.

Bytes are a formula in the program's parameters and ``nprocs``, or the sides ``px``, ``py``, ``pz`` of
the grid: the most a rank with neighbours on all sides needs. Times rest on the exact numbers of every
rank, which at the edges of arrays are less.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.poly import ONE, Poly, product
from sad.algebra.text import formula
from sad.distribution.messages import Pattern
from sad.distribution.phases import place
from sad.distribution.syntax import BLOCK
from sad.distribution.volumes import reaches
from sad.parallel import GRID

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.distribution.layout import Layout, Side
    from sad.distribution.messages import Message
    from sad.distribution.program import Ref
    from sad.distribution.volumes import Reach


def message_text(message: Message, layout: Layout, names: Mapping[str, str]) -> str:
    """Return one line about a message; ``names`` are those of symbols to show."""
    where = place(message.span)
    loops = [loop.label for loop in message.leaf.loops[: message.level]]
    inside = f" inside {', '.join(loops)}" if loops else ""
    sides = " and ".join(side_name(axis, layout) for axis in message.axes)
    shown = dict(names)
    for loop in message.leaf.loops:
        shown[loop.index.name] = loop.label
    if message.unknown is not None:
        ref = message.needs[0].ref
        return (
            f"{where}: which elements of {ref.text} are read cannot be told: communicate of "
            f"{message.unknown} bytes{inside}"
        )
    along = f" along {sides}" if sides else ""
    if message.reduction is not None:
        size = message.reduction.leaf.do.combined_bytes
        target = message.reduction.leaf.do.target
        if target is None or isinstance(target, str):
            name = (target or "").rpartition(":")[2]
        else:
            name = _shown(target, shown)
        bytes_ = f"{size} bytes" if isinstance(target, str) else "all elements"
        return f"{where}: allreduce of {name}{along}{inside}, {bytes_}"
    refs = ", ".join(dict.fromkeys(_shown(need.ref, shown) for need in message.needs))
    size = formula(message_formula(message, layout, shown), shown)
    return f"{where}: {message.primitive} of {refs}{along}{inside}, at most {size} bytes"


def side_name(axis: int, layout: Layout) -> str:
    """Return the name of the number of ranks along a side."""
    return "nprocs" if layout.axes == 1 else GRID[axis]


def _shown(ref: Ref, names: Mapping[str, str]) -> str:
    parts = [":" if item is None else formula(item, names) for item in ref.subscripts]
    return f"{ref.text.removesuffix('[]')}({','.join(parts).replace(' ', '')})"


def message_formula(
    message: Message, layout: Layout, names: Mapping[str, str] = MappingProxyType({})
) -> Poly:
    """Return the bytes of a message at a rank inside the array, as its primitive counts them.

    Quotients rounded up are shown as ``ceil(n/p)``, symbols in them by ``names``.
    """
    need = message.needs[0]
    whole = _elements(message, layout, names)
    ranks = product([Poly.symbol(side_name(axis, layout)) for axis in message.axes])
    if message.primitive in ("alltoall", "gather"):
        whole = _rounded_up(whole, ranks, names)
    return whole * layout.bytes[need.ref.array]


def _elements(message: Message, layout: Layout, names: Mapping[str, str]) -> Poly:
    shifted = {
        item.position: [
            along.shift or 0
            for need in message.needs
            for along in need.along
            if along.axis == item.axis
        ]
        for item in message.needs[0].along
        if item.pattern is Pattern.SHIFT
    }
    covered = [reaches(need, layout) for need in message.needs]
    need = message.needs[0]
    found: list[Poly] = []
    widths: list[Poly] = []
    for number, reach in enumerate(covered[0]):
        length = _length([item[number] for item in covered])
        position = need.ref.subscripts[number]
        shifts = [
            steps
            for condition, steps in shifted.items()
            if condition.place == position and condition.side == reach.side
        ]
        own = (
            length if reach.deciding is None else _share(length, reach.deciding.side, layout, names)
        )
        if shifts and reach.side is not None and reach.side.format.kind == BLOCK:
            widths.append(Poly.constant(max(map(abs, shifts[0]))))
            continue
        if reach.deciding is None and message.primitive == "allgather" and reach.side is not None:
            own = _share(length, reach.side, layout, names)
        found.append(own)
    return product([*found, *widths] or [ONE])


def _length(items: list[Reach]) -> Poly:
    """How many positions needs cover together, at the least and greatest of constant distances."""
    first = items[0]
    low, high = first.low, first.high
    for item in items[1:]:
        if ((item.low - low).as_integer or 0) < 0:
            low = item.low
        if ((item.high - high).as_integer or 0) > 0:
            high = item.high
    return high - low + 1


def _share(length: Poly, side: Side, layout: Layout, names: Mapping[str, str]) -> Poly:
    """The most of a range that one rank has."""
    ranks = Poly.symbol(side_name(side.axis, layout))
    extent = side.extent.last[0] - side.extent.first[0] + 1
    if side.format.kind == BLOCK:
        run = _rounded_up(extent, ranks, names)
        if side.format.size is not None:
            run = Poly.constant(side.format.size)
        return run if length == extent else atoms.min_of([length, run])
    size = side.format.size or 1
    if size == 1:
        return _rounded_up(length, ranks, names)
    return atoms.min_of([length, _rounded_up(length, ranks * size, names) * size])


def _rounded_up(number: Poly, ranks: Poly, names: Mapping[str, str]) -> Poly:
    whole = formula(number, names)
    parts = formula(ranks, names)
    whole = f"({whole})" if " " in whole or "*" in whole else whole
    parts = f"({parts})" if "*" in parts else parts
    return atoms.alias_of(f"ceil({whole}/{parts})", atoms.floor_quotient(number + ranks - 1, ranks))
