"""How far out of its loops a message can be sent: as far as nobody writes what it carries.

Subscripts and bounds become linear constraints; that they contradict each other proves that a write
never reaches a reference. Without a proof the message stays inside, which costs time and no exactness.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.affine import Constraint, at_least_zero
from sad.algebra.bind import bind
from sad.algebra.feasible import infeasible
from sad.algebra.poly import Poly
from sad.distribution.program import Ref, has_unknown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.distribution.owners import Conditions
    from sad.distribution.program import Leaf, Loop


class Dependences:
    """The writes of a program by array."""

    def __init__(self, found: Sequence[Leaf]) -> None:
        self._found = found
        self._writers: dict[str, list[tuple[Leaf, Ref | None]]] = {}
        for leaf in found:
            if isinstance(leaf.do.target, Ref):
                self._writers.setdefault(leaf.do.target.array, []).append((leaf, leaf.do.target))
            for key in leaf.do.also_writes:
                self._writers.setdefault(key, []).append((leaf, None))

    def level(self, leaf: Leaf, ref: Ref, conditions: Conditions) -> int:
        """Return how many loops stay around the message with what ``ref`` reads.

        ``conditions`` say which ranks carry out the action.
        """
        loops = leaf.loops
        level = len(loops)
        while level and not self._stays(leaf, ref, level, conditions):
            level -= 1
        return level

    def _stays(self, leaf: Leaf, ref: Ref, level: int, conditions: Conditions) -> bool:
        """Whether something written in the ``level``-th loop may be read in the same run of it."""
        loop = leaf.loops[level - 1]
        if not ref.is_known:  # any element of the array may be meant
            return any(loop in writer.loops for writer, _ in self._writers.get(ref.array, ()))
        inner = leaf.loops[level] if level < len(leaf.loops) else None
        for writer, target in self._writers.get(ref.array, ()):
            if loop not in writer.loops:
                continue
            inside = writer is leaf if inner is None else inner in writer.loops
            same = not inside and writer.order < leaf.order
            if not _reaches((writer, target), (leaf, ref), level, same=same):
                continue
            if same and _reaches((writer, target), (leaf, ref), level, same=True, only=True):
                return True
            if not self._can_be_split(writer, target, leaf, loop, conditions):
                return True
        return False

    def _can_be_split(
        self, writer: Leaf, target: Ref | None, leaf: Leaf, loop: Loop, conditions: Conditions
    ) -> bool:
        """Whether all writes of a loop can come first: they use nothing of what follows in it.

        Each iteration must have elements of its own, and the iterations must be divided: then both
        halves are.
        """
        name = loop.index.name
        if target is None or writer.order >= leaf.order:
            return False
        own = any(item is not None and atoms.depends_on(item, name) for item in target.subscripts)
        divided = any(atoms.depends_on(item.place, name) for item in conditions)
        return own and divided and not self._follows(leaf, writer, loop)

    def _follows(self, start: Leaf, end: Leaf, loop: Loop) -> bool:
        """Whether an action may use what another one makes, over any way through a loop's body."""
        inside = [item for item in self._found if loop in item.loops]
        made, seen = _made(start), {start.order}
        while True:
            new = [item for item in inside if item.order not in seen and made & _used(item)]
            if not new:
                return False
            if any(item is end for item in new):
                return True
            seen |= {item.order for item in new}
            made = made.union(*map(_made, new))


def _made(leaf: Leaf) -> frozenset[str]:
    target = leaf.do.target
    own = target.array if isinstance(target, Ref) else target
    return leaf.do.also_writes | ({own} if own else frozenset[str]())


def _used(leaf: Leaf) -> frozenset[str]:
    own = _made(leaf) if leaf.do.combine is not None else frozenset[str]()
    return leaf.do.uses | own | {ref.array for ref in leaf.do.reads}


def _reaches(
    write: tuple[Leaf, Ref | None],
    read: tuple[Leaf, Ref],
    level: int,
    *,
    same: bool,
    only: bool = False,
) -> bool:
    """Whether a write may be read in the same run of the loop at a level.

    In an earlier iteration of it, or (``same``) in the same one; ``only`` in the same one.
    """
    (writer, target), (leaf, ref) = write, read
    if target is None:
        return True
    loop = leaf.loops[level - 1]
    start = writer.loops.index(loop)
    renamed = {item.index.name: Poly.symbol(f"{item.index.name}'") for item in writer.loops[start:]}
    polys = [*_ranges(leaf.loops), *_ranges(writer.loops[start:], renamed)]
    index, other = Poly.symbol(loop.index.name), renamed[loop.index.name]
    polys.append(index - other if same else index - other - 1)
    if only:
        polys.append(other - index)
    for mine, theirs in zip(ref.subscripts, target.subscripts, strict=False):
        if mine is None or theirs is None or has_unknown(theirs):
            continue
        difference = mine - bind(theirs, renamed)
        polys += [difference, -difference]
    constraints: set[Constraint] = {at_least_zero(item) for item in polys}
    return not infeasible(frozenset(constraints))


def _ranges(loops: Sequence[Loop], renamed: Mapping[str, Poly] | None = None) -> list[Poly]:
    names = renamed or {}
    found: list[Poly] = []
    for loop in loops:
        index = names.get(loop.index.name, Poly.symbol(loop.index.name))
        found += [index - bind(loop.index.first, names), bind(loop.index.last, names) - index]
    return found
