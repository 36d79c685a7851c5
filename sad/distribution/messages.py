"""References to what other ranks own, the messages that bring it, and how far out they can be sent.

Per side of the grid a reference is one of these, seen from the rank that carries out the action:

* local: at the position that decides who carries it out;
* a shift: a fixed distance from there;
* one owner: at a position that stays while the message is valid, so its owner has it for all;
* a sweep: over all of a range, whoever carries it out.

The message goes out of all loops in which nobody writes what it carries (``dependence``).

Subscripts and bounds become linear constraints; that they contradict each other proves that a write
never reaches a reference. Without a proof the message stays inside, which costs time and no exactness.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.affine import Constraint, at_least_zero
from sad.algebra.bind import bind
from sad.algebra.feasible import infeasible
from sad.algebra.poly import Poly
from sad.distribution.owners import Condition, Conditions, conditions_of
from sad.distribution.program import Ref, has_unknown
from sad.distribution.syntax import BLOCK
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.diagnostics import Span
    from sad.distribution.layout import Layout
    from sad.distribution.owners import Owners, Reduction
    from sad.distribution.program import Leaf, Loop


class Pattern(StrEnum):
    """What a reference is along one side."""

    LOCAL = "local"
    SHIFT = "shift"
    ONE = "one owner"
    SWEEP = "sweep"


@record
class Along:
    """A reference along one side: ``shift`` is the distance of a shift, ``position`` where it reads.

    ``executes`` is the position that decides who carries the action out; None if all on the side do.
    """

    axis: int
    pattern: Pattern
    position: Condition
    executes: Condition | None
    shift: int | None = None


@record
class Need:
    """A reference that needs elements of others, and how many loops stay around its message."""

    leaf: Leaf
    ref: Ref
    conditions: Conditions
    level: int
    along: tuple[Along, ...]

    @property
    def outer(self) -> tuple[Loop, ...]:
        """The loops around the message."""
        return self.leaf.loops[: self.level]

    @property
    def inner(self) -> tuple[Loop, ...]:
        """The loops whose references it serves."""
        return self.leaf.loops[self.level :]

    @property
    def remote(self) -> tuple[Along, ...]:
        """The sides along which elements are not local."""
        return tuple(item for item in self.along if item.pattern is not Pattern.LOCAL)


@dataclass(frozen=True, slots=True, eq=False)
class Message:
    """One communication: all needs it serves are of one array, one place and one kind.

    ``primitive`` is that of the programming model, over the ranks along ``axes``. ``unknown`` is the
    name of the parameter for its bytes where they cannot be told.
    """

    primitive: str
    needs: tuple[Need, ...]
    axes: tuple[int, ...]
    reduction: Reduction | None = None
    unknown: str | None = None

    @property
    def leaf(self) -> Leaf:
        """The first action it serves."""
        return self.reduction.leaf if self.reduction is not None else self.needs[0].leaf

    @property
    def level(self) -> int:
        """How many loops are around it."""
        return self.reduction.level if self.reduction is not None else self.needs[0].level

    @property
    def waits_in(self) -> Loop | None:
        """The innermost loop around it, if that is divided: then ranks wait for each other in it."""
        if not self.needs or not self.level:
            return None
        need = self.needs[0]
        loop = need.outer[-1]
        divided = any(atoms.depends_on(x.place, loop.index.name) for x in need.conditions)
        return loop if divided else None

    @property
    def span(self) -> Span:
        """Where the reference is."""
        return self.leaf.do.span if self.reduction is not None else self.needs[0].ref.span


def find_messages(
    found: Sequence[Leaf], layout: Layout, owners: Owners, dependences: Dependences
) -> list[Message]:
    """Return all messages, in the order of the text."""
    needs: list[Need] = []
    opaque: dict[str, Message] = {}
    for leaf in found:
        conditions = owners.of(leaf)
        for ref in dict.fromkeys(leaf.do.reads):
            if not layout.is_distributed(ref.array):
                continue
            if not ref.is_known:
                need = Need(leaf, ref, conditions, dependences.level(leaf, ref, conditions), ())
                name = f"{ref.text.lower()}.bytes@line{ref.span.line}"
                opaque.setdefault(name, Message("communicate", (need,), (), unknown=name))
                continue
            need = _need(leaf, ref, conditions, layout, dependences)
            if need is not None:
                needs.append(need)
    messages = [*_joined(needs), *opaque.values()]
    messages += [Message("allreduce", (), item.axes, item) for item in owners.reductions]
    return sorted(messages, key=lambda item: item.leaf.order)


def _need(
    leaf: Leaf, ref: Ref, conditions: Conditions, layout: Layout, dependences: Dependences
) -> Need | None:
    by_axis = {item.side.axis: item for item in conditions}
    positions = _positions(ref, layout)
    if all(item == by_axis.get(item.side.axis) for item in positions):
        return None
    level = dependences.level(leaf, ref, conditions)
    inner = {loop.index.name for loop in leaf.loops[level:]}
    along = tuple(_along(item, by_axis.get(item.side.axis), inner) for item in positions)
    return Need(leaf, ref, conditions, level, along)


def _positions(ref: Ref, layout: Layout) -> Conditions:
    if None not in ref.subscripts:
        return conditions_of(ref, layout)
    return tuple(  # a whole dimension is swept: any position does
        Condition(side, side.extent.first[0]) for side in layout.of(ref) if side is not None
    )


def _along(position: Condition, executes: Condition | None, inner: set[str]) -> Along:
    axis = position.side.axis
    if position == executes:
        return Along(axis, Pattern.LOCAL, position, executes)
    if executes is not None and executes.side == position.side:
        distance = (position.place - executes.place).as_integer
        if distance is not None:
            return Along(axis, Pattern.SHIFT, position, executes, distance)
    if not any(atoms.depends_on(position.place, name) for name in inner):
        return Along(axis, Pattern.ONE, position, executes)
    return Along(axis, Pattern.SWEEP, position, executes)


# --- joining -----------------------------------------------------------------------------------------


def _joined(needs: Sequence[Need]) -> list[Message]:
    """Needs of one kind, at one place, of one array, in one message."""
    groups: dict[object, list[Need]] = {}
    for need in needs:
        groups.setdefault(_kind(need), []).append(need)
    return [_message(tuple(items)) for items in groups.values()]


def _kind(need: Need) -> object:
    """What needs have in common that one message serves."""
    loops = tuple(id(item) for item in need.outer)
    inner = id(need.inner[0]) if need.inner else need.leaf.order
    shifts = [item for item in need.remote if item.pattern is Pattern.SHIFT]
    if len(shifts) == len(need.remote) and all(
        x.position.side.format.kind == BLOCK for x in shifts
    ):
        signs = tuple((item.axis, (item.shift or 0) > 0) for item in shifts)
        places = tuple(place and place - place.terms.get((), 0) for place in need.ref.subscripts)
        return loops, inner, need.ref.array, signs, places, need.conditions
    return loops, inner, need.ref.array, need.ref.subscripts, need.conditions


def _message(needs: tuple[Need, ...]) -> Message:
    need = needs[0]
    remote = need.remote
    axes = tuple(sorted({item.axis for item in remote}))
    patterns = {item.pattern for item in remote}
    inner = {loop.index.name for loop in need.inner}
    if all(item.executes is not None and _is_fixed(item.executes.place, inner) for item in remote):
        # One rank (along these sides) carries it out.
        one = patterns <= {Pattern.ONE, Pattern.SHIFT}
        return Message("communicate" if one else "gather", needs, axes)
    if patterns == {Pattern.SHIFT}:
        return Message("exchange", needs, axes)
    if patterns == {Pattern.ONE}:
        return Message("broadcast", needs, axes)
    return Message("alltoall" if _is_split(need, inner) else "allgather", needs, axes)


def _is_fixed(place: Poly, inner: set[str]) -> bool:
    return not any(atoms.depends_on(place, name) for name in inner)


def _is_split(need: Need, inner: set[str]) -> bool:
    """Whether ranks along the sides need different parts of what one of them has."""
    divided = {
        name
        for item in need.remote
        if item.executes is not None
        for name in inner
        if atoms.depends_on(item.executes.place, name)
    }
    return any(
        place is not None and not has_unknown(place) and atoms.depends_on(place, name)
        for place in need.ref.subscripts
        for name in divided
    )


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
