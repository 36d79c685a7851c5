"""Who carries out what: the owner computes.

* An assignment to an element of a distributed array is carried out by its owner.
* ``s = s + ...`` of distributed elements, over a loop that does nothing else with ``s``, is divided as
  these elements are; the parts are combined when the loop has ended (also ``*``, max and min).
* A scalar that an iteration sets for itself is set by those who use it.
* Tests and steps of loops are carried out by those who carry out what they control.
* Everything else is carried out by everybody.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.distribution.program import Do, Loop, Ref, Seq, When, leaves
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sad.algebra.poly import Poly
    from sad.distribution.layout import Layout, Side
    from sad.distribution.program import Leaf, Node, Whole


_ROUNDS = 50  # of passing owners on: from assignments to scalars they use, to tests of these


@record
class Condition:
    """Only the owner of position ``place`` of a side carries something out."""

    side: Side
    place: Poly


Conditions = tuple[Condition, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Reduction:
    """Parts of a sum (product, maximum) that are combined after the loop below ``level`` others."""

    leaf: Leaf
    level: int
    axes: tuple[int, ...]


@record
class Owners:
    """The conditions of every action, by its order; actions without are everybody's."""

    conditions: dict[int, Conditions]
    reductions: tuple[Reduction, ...]

    def of(self, leaf: Leaf) -> Conditions:
        """Return the conditions under which a rank carries out an action."""
        return self.conditions.get(leaf.order, ())

    def polys(self, leaf: Leaf, depth: int = 0) -> Iterator[Poly]:
        """Yield the formulas of what is around an action, from ``depth`` on, and of its conditions."""
        for item in leaf.around[depth:]:
            if isinstance(item, Loop):
                yield from (item.index.first, item.index.last, item.index.trips)
            else:
                yield item.weight
        for condition in self.of(leaf):
            yield condition.place


def conditions_of(ref: Ref, layout: Layout) -> Conditions:
    """Return who owns what is referred to, as far as it is known which elements that are."""
    return tuple(
        Condition(side, place)
        for side, place in zip(layout.of(ref), ref.subscripts, strict=False)
        if side is not None and place is not None and ref.is_known
    )


def find_owners(whole: Whole, found: Sequence[Leaf], layout: Layout) -> Owners:
    """Return who carries out each action."""
    own = own_scalars(whole, found)
    controls = _controls(whole.tree, found)
    following = {order for item in own for order in item.writers} | controls.keys()
    fixed: dict[int, Conditions] = {}
    for leaf in found:
        if isinstance(leaf.do.target, Ref):
            fixed[leaf.order] = conditions_of(leaf.do.target, layout)
        elif leaf.order not in following:
            fixed[leaf.order] = ()
    reductions: dict[int, Reduction] = {}
    while True:
        conditions = _solved(fixed, own, controls, found)
        new = {
            leaf.order: reduced
            for leaf in found
            if leaf.do.combine is not None
            and leaf.order not in reductions
            and not conditions.get(leaf.order)
            and (reduced := _reduced(leaf, found, layout)) is not None
        }
        if not new:
            return Owners(conditions, tuple(reductions.values()))
        for order, (divided, reduction) in new.items():
            fixed[order], reductions[order] = divided, reduction


def _solved(
    fixed: dict[int, Conditions],
    own: Sequence[Own],
    controls: dict[int, list[Leaf]],
    found: Sequence[Leaf],
) -> dict[int, Conditions]:
    """The conditions of all actions: those that follow others have what these have in common.

    What is not known yet is left out, so that a test of a scalar that is set under that test stands
    in nobody's way; rounds go on until nothing changes.
    """
    conditions = dict(fixed)
    for _ in range(_ROUNDS):
        before = dict(conditions)
        for item in own:
            users = [found[order] for order in item.users]
            known = _common(users, conditions, _foreign(item.loops, users))
            for order in item.writers:
                if order not in fixed and known is not None:
                    conditions[order] = known
        for order, controlled in controls.items():
            if order not in fixed:
                foreign = _foreign(found[order].loops, controlled)
                known = _common(controlled, conditions, foreign)
                if known is not None:
                    conditions[order] = known
        if conditions == before:
            return conditions
    return {**dict.fromkeys(conditions, ()), **fixed}


def _names(items: Iterable[Loop]) -> set[str]:
    return {loop.index.name for loop in items}


def _foreign(known: Sequence[Loop], others: Iterable[Leaf]) -> set[str]:
    """The indices that others have around them and the place of interest has not."""
    return set[str]().union(*(_names(other.loops) for other in others)) - _names(known)


def _common(
    others: Sequence[Leaf], conditions: dict[int, Conditions], foreign: set[str]
) -> Conditions | None:
    """The conditions that all others have, as far as they can be told where the action stands."""
    known = [conditions[other.order] for other in others if other.order in conditions]
    if not known:
        return None
    return tuple(
        item
        for item in known[0]
        if all(item in other for other in known[1:])
        and not any(atoms.depends_on(item.place, name) for name in foreign)
    )


# --- reductions --------------------------------------------------------------------------------------


def _reduced(
    leaf: Leaf, found: Sequence[Leaf], layout: Layout
) -> tuple[Conditions, Reduction] | None:
    """Divide an accumulation as the first distributed elements in it are, if its loop allows that."""
    level = _level(leaf, found)
    inside = leaf.loops[level:]
    target = leaf.do.target
    fixed = set[str]()
    if isinstance(target, Ref):
        fixed = {
            name
            for name in _names(inside)
            for item in target.subscripts
            if item is None or atoms.depends_on(item, name)
        }
    for ref in _sources(leaf, found):
        divided = tuple(
            item
            for item in conditions_of(ref, layout)
            if any(atoms.depends_on(item.place, name) for name in _names(inside) - fixed)
        )
        if divided:
            axes = tuple(sorted({item.side.axis for item in divided}))
            return divided, Reduction(leaf, level, axes)
    return None


def _sources(leaf: Leaf, found: Sequence[Leaf]) -> Iterator[Ref]:
    """What an accumulation reads, by itself or through scalars set just before."""
    yield from leaf.do.reads
    for other in reversed(found[: leaf.order]):
        if other.do.target in leaf.do.uses and other.around == leaf.around:
            yield from other.do.reads


def _level(leaf: Leaf, found: Sequence[Leaf]) -> int:
    """How many loops stay around an accumulation: within the others nothing else touches its target."""
    key = _key(leaf.do)
    level = len(leaf.loops)
    while level and all(
        _is_apart(other.do, key, leaf.do.combine)
        for other in found
        if leaf.loops[level - 1] in other.loops
    ):
        level -= 1
    return level


def _key(do: Do) -> str:
    return do.target.array if isinstance(do.target, Ref) else do.target or ""


def _is_apart(do: Do, key: str, operator: str | None) -> bool:
    """Whether an action leaves something alone, or accumulates into it the same way."""
    if key in do.uses or key in do.also_writes or any(ref.array == key for ref in do.reads):
        return False
    return _key(do) != key or do.combine == operator


# --- control -----------------------------------------------------------------------------------------


def _controls(node: Node, found: Sequence[Leaf]) -> dict[int, list[Leaf]]:
    """What each test and step of a loop controls, by its order."""
    order = {id(leaf.do): leaf for leaf in found}
    result: dict[int, list[Leaf]] = {}
    stack: list[Node] = [node]
    while stack:
        item = stack.pop()
        match item:
            case Seq(parts):
                _before_parts(parts, order, result)
                stack.extend(parts)
            case When(part=part):
                stack.append(part)
            case Loop(head=head, body=body):
                inside = [*_work(body, order), *_work(head, order)]
                steps = [part for part in _flat(body)[:1] if isinstance(part, Do) and part.control]
                for part in (*steps, *(x for x in _flat(head) if isinstance(x, Do))):
                    result[order[id(part)].order] = inside
                stack.extend((head, body))
            case Do():
                pass
    return result


def _before_parts(
    parts: tuple[Node, ...], order: dict[int, Leaf], result: dict[int, list[Leaf]]
) -> None:
    """Tests stand before the arms they choose, and entries of loops before the loops."""
    flat = [part for item in parts for part in _flat(item)]
    for number, part in enumerate(flat):
        if isinstance(part, Do) and part.control:
            following: list[Leaf] = []
            for other in flat[number + 1 :]:
                if isinstance(other, Do):
                    if following or not other.control:
                        break
                    continue
                following.extend(_work(other, order))
                if isinstance(other, Loop):
                    break
            result.setdefault(order[id(part)].order, following)


def _flat(node: Node) -> list[Node]:
    if isinstance(node, Seq):
        return [part for item in node.parts for part in _flat(item)]
    return [node]


def _work(node: Node, order: dict[int, Leaf]) -> list[Leaf]:
    """The actions in a part that are no control."""
    return [order[id(leaf.do)] for leaf in leaves(node) if not leaf.do.control]


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
