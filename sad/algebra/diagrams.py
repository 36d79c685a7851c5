"""Decision diagrams: functions of integers as trees of intervals, each function in one form only.

A tree is a polynomial (a leaf) or a ``Node``: the integer of its level lies in one of the intervals
that its cuts make, and each interval has its own tree of higher levels. Nodes are interned, so equal
functions are the same object (Bryant 1986, with intervals in place of truth values).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.poly import ONE, ZERO, Poly
from sad.records import plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

Interval = tuple[int | None, int | None]
"""First and last integer; None where there is no bound."""


@plain
class Node:
    """Child ``i`` holds for integers above cut ``i - 1``, up to and with cut ``i``."""

    level: int
    cuts: tuple[int, ...]
    children: tuple[Tree, ...]


Tree = Node | Poly


class TooManyCases(Exception):
    """A function has more cases than are worth the time."""


class Diagrams:
    """Makes trees; gives up after ``most`` steps (set ``left`` anew for another function)."""

    def __init__(self, most: int) -> None:
        self.left = most
        self._nodes: dict[tuple[int, tuple[int, ...], tuple[Tree, ...]], Node] = {}

    def node(self, level: int, cuts: Sequence[int], children: Sequence[Tree]) -> Tree:
        """Return a node; neighbouring intervals with equal children are joined."""
        kept_cuts: list[int] = []
        kept = [children[0]]
        for cut, child in zip(cuts, children[1:], strict=True):
            if child is kept[-1] or child == kept[-1]:
                continue
            kept_cuts.append(cut)
            kept.append(child)
        if not kept_cuts:
            return kept[0]
        key = level, tuple(kept_cuts), tuple(kept)
        found = self._nodes.get(key)
        if found is None:
            found = self._nodes[key] = Node(*key)
        return found

    def _count(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise TooManyCases

    def at_least(self, level: int, bound: int) -> Tree:
        """Return 1 where the level's integer is ``bound`` or more, else 0."""
        return self.node(level, (bound - 1,), (ZERO, ONE))

    def inside(self, level: int, cuts: Sequence[int], number: int) -> Tree:
        """Return 1 in one of the intervals that cuts make, else 0."""
        children = [ONE if place == number else ZERO for place in range(len(cuts) + 1)]
        return self.node(level, cuts, children)

    def combine(self, function: Callable[..., Poly], *trees: Tree) -> Tree:
        """Return the tree of ``function`` applied to the values of trees."""
        known: dict[tuple[Tree, ...], Tree] = {}

        def walk(items: tuple[Tree, ...]) -> Tree:
            found = known.get(items)
            if found is None:
                found = known[items] = self._combined(function, items, walk)
            return found

        return walk(trees)

    def _combined(
        self,
        function: Callable[..., Poly],
        items: tuple[Tree, ...],
        walk: Callable[[tuple[Tree, ...]], Tree],
    ) -> Tree:
        self._count()
        nodes = [item for item in items if isinstance(item, Node)]
        if not nodes:
            return function(*items)
        level = min(node.level for node in nodes)
        cuts = sorted({cut for node in nodes if node.level == level for cut in node.cuts})
        points = [*cuts, cuts[-1] + 1]
        children = [walk(tuple(step(item, level, point) for item in items)) for point in points]
        return self.node(level, cuts, children)

    def followed(self, tree: Tree, leaf: Callable[[Poly], Tree]) -> Tree:
        """Return the tree with every leaf replaced by a tree."""
        known: dict[Tree, Tree] = {}

        def walk(item: Tree) -> Tree:
            if isinstance(item, Poly):
                return leaf(item)
            found = known.get(item)
            if found is None:
                found = ZERO
                for number, child in enumerate(item.children):
                    here = self.inside(item.level, item.cuts, number)
                    found = self.plus(found, self.times(here, walk(child)))
                known[item] = found
            return found

        return walk(tree)

    def plus(self, first: Tree, second: Tree) -> Tree:
        """Return the sum."""
        return self.combine(Poly.__add__, first, second)

    def times(self, first: Tree, second: Tree) -> Tree:
        """Return the product."""
        return self.combine(Poly.__mul__, first, second)

    def restricted(self, tree: Tree, level: int, point: int) -> Tree:
        """Return the tree where the level's integer is ``point``."""
        known: dict[Node, Tree] = {}

        def walk(item: Tree) -> Tree:
            if isinstance(item, Poly) or item.level > level:
                return item
            if item.level == level:
                return step(item, level, point)
            found = known.get(item)
            if found is None:
                self._count()
                children = [walk(child) for child in item.children]
                found = known[item] = self.node(item.level, item.cuts, children)
            return found

        return walk(tree)

    def cases(self, tree: Tree, level: int) -> list[tuple[list[Interval], Tree]]:
        """Return the different trees a level decides between, each with its intervals."""
        cuts = sorted({cut for node in nodes_of(tree) if node.level == level for cut in node.cuts})
        found: dict[Tree, list[Interval]] = {}
        low: int | None = None
        for high in (*cuts, None):
            point = high if high is not None else (cuts[-1] + 1 if cuts else 0)
            intervals = found.setdefault(self.restricted(tree, level, point), [])
            if intervals and low is not None and intervals[-1][1] == low - 1:
                intervals[-1] = intervals[-1][0], high
            else:
                intervals.append((low, high))
            low = None if high is None else high + 1
        return [(intervals, item) for item, intervals in found.items()]


def step(tree: Tree, level: int, point: int) -> Tree:
    """Return the part of a tree for ``point`` if its first level is ``level``, else all of it."""
    if isinstance(tree, Poly) or tree.level != level:
        return tree
    for cut, child in zip(tree.cuts, tree.children, strict=False):
        if point <= cut:
            return child
    return tree.children[-1]


def nodes_of(tree: Tree) -> list[Node]:
    """Return all nodes of a tree, each once."""
    seen: dict[Node, None] = {}
    stack = [tree]
    while stack:
        item = stack.pop()
        if isinstance(item, Node) and item not in seen:
            seen[item] = None
            stack.extend(reversed(item.children))
    return list(seen)


def levels_of(tree: Tree) -> list[int]:
    """Return the levels a tree depends on."""
    return sorted({node.level for node in nodes_of(tree)})


def leaves_of(tree: Tree) -> list[Poly]:
    """Return the values a tree has, each once."""
    if isinstance(tree, Poly):
        return [tree]
    found = (child for node in nodes_of(tree) for child in node.children)
    return list(dict.fromkeys(child for child in found if isinstance(child, Poly)))


def outside(intervals: Sequence[Interval]) -> list[Interval]:
    """Return the integers in none of some ascending intervals."""
    return list(_gaps(intervals))


def _gaps(intervals: Sequence[Interval]) -> Iterator[Interval]:
    low: int | None = None
    for number, (first, last) in enumerate(intervals):
        if first is not None and (number == 0 or low is None or low < first):
            yield low, first - 1
        if last is None:
            return
        low = last + 1
    yield low, None
