"""Groups of nodes that reach each other (strongly connected components), by Tarjan's algorithm."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping

Node = TypeVar("Node", bound="Hashable")


def components(after: Mapping[Node, Iterable[Node]]) -> Iterator[list[Node]]:
    """Yield the components of a graph, each after all that it reaches; ``after`` has all nodes.

    Nodes and what comes after them are taken in the order given, which decides the rest of the order.
    """
    numbers: dict[Node, int] = {}
    lowest: dict[Node, int] = {}
    open_nodes: list[Node] = []
    closed: set[Node] = set()
    for start in after:
        if start in numbers:
            continue
        numbers[start] = lowest[start] = len(numbers)
        open_nodes.append(start)
        path = [(start, iter(after[start]))]
        while path:
            node, rest = path[-1]
            for target in rest:
                if target not in numbers:
                    numbers[target] = lowest[target] = len(numbers)
                    open_nodes.append(target)
                    path.append((target, iter(after[target])))
                    break
                if target not in closed:
                    lowest[node] = min(lowest[node], numbers[target])
            else:
                path.pop()
                if path:
                    before = path[-1][0]
                    lowest[before] = min(lowest[before], lowest[node])
                if lowest[node] == numbers[node]:
                    found = [open_nodes.pop()]
                    while found[-1] != node:
                        found.append(open_nodes.pop())
                    closed.update(found)
                    yield found
