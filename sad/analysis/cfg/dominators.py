"""Immediate dominators of the nodes of a graph (Cooper, Harvey and Kennedy 2001).

Control-flow graphs of units are small: for a dozen of blocks a general graph library takes longer to
build its graph than this takes to find the answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


def reverse_postorder(successors: Mapping[int, Iterable[int]], entry: int) -> list[int]:
    """Return the nodes reachable from ``entry``, each before what control can only reach through it."""
    order: list[int] = []
    seen = {entry}
    stack = [(entry, iter(successors[entry]))]
    while stack:
        node, targets = stack[-1]
        for target in targets:
            if target not in seen:
                seen.add(target)
                stack.append((target, iter(successors[target])))
                break
        else:
            order.append(node)
            stack.pop()
    order.reverse()
    return order


class Dominance:
    """Which nodes dominate which: an interval in the numbers of the tree of dominators.

    ``idom`` has the immediate dominator of each node, ``entry`` being its own.
    """

    def __init__(self, entry: int, idom: Mapping[int, int]) -> None:
        below: dict[int, list[int]] = {}
        for node, above in idom.items():
            if node != above:
                below.setdefault(above, []).append(node)
        self._first: dict[int, int] = {}
        self._last: dict[int, int] = {}
        number = 0
        stack: list[tuple[int, bool]] = [(entry, False)]
        while stack:
            node, done = stack.pop()
            if done:
                self._last[node] = number
                continue
            number += 1
            self._first[node] = number
            stack.append((node, True))
            stack.extend((item, False) for item in below.get(node, ()))

    def knows(self, node: int) -> bool:
        """Whether a way from the entry leads to a node."""
        return node in self._first

    def __call__(self, first: int, second: int) -> bool:
        """Whether every way from the entry to node ``second`` passes ``first``."""
        return self._first[first] <= self._first[second] <= self._last[first]


def immediate_dominators(
    order: Sequence[int], predecessors: Mapping[int, Sequence[int]]
) -> dict[int, int]:
    """Return the immediate dominator of each node, the first of ``order`` being its own.

    ``order`` is a reverse postorder; predecessors that are not in it do not count.
    """
    position = {node: index for index, node in enumerate(order)}
    sources = [
        [position[item] for item in predecessors[node] if item in position] for node in order
    ]
    above = [0] * len(order)
    known = 1  # nodes that have a dominator, in the first pass
    changed = True
    while changed:
        changed = False
        for index in range(1, len(order)):
            best = -1
            for source in sources[index]:
                if source >= known:
                    continue
                if best < 0:
                    best = source
                while best != source:
                    if best > source:
                        best = above[best]
                    else:
                        source = above[source]  # noqa: PLW2901 - the two walk up to where they meet
            if index >= known or above[index] != best:
                above[index] = best
                changed = True
            known = max(known, index + 1)
    return {node: order[above[index]] for index, node in enumerate(order)}


def immediate_postdominators(successors: Mapping[int, Sequence[int]], end: int) -> dict[int, int]:
    """Return the node that every way from a node comes to next, for those from which one ends.

    ``end`` is what comes after nodes without successors.
    """
    following = {end: (), **{node: tuple(after) or (end,) for node, after in successors.items()}}
    before: dict[int, list[int]] = {node: [] for node in following}
    for node, after in following.items():
        for target in after:
            before[target].append(node)
    return immediate_dominators(reverse_postorder(before, end), following)
