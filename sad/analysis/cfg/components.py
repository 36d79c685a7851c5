"""Groups of nodes that reach each other (strongly connected components), by Tarjan's algorithm."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping

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


def reached(starts: Iterable[Node], after: Callable[[Node], Iterable[Node]]) -> set[Node]:
    """Return the nodes to which ways lead from some nodes, these included."""
    found: set[Node] = set()
    pending = list(starts)
    while pending:
        node = pending.pop()
        if node not in found:
            found.add(node)
            pending.extend(after(node))
    return found


def bits(nodes: Iterable[int]) -> int:
    """Return a set of nodes as an integer with a bit for each: many large sets take little then."""
    return reduce(int.__or__, (1 << number for number in nodes), 0)


def members(nodes: int) -> Iterator[int]:
    """Yield the nodes of such a set, in the order of their numbers."""
    while nodes:
        lowest = nodes & -nodes
        yield lowest.bit_length() - 1
        nodes ^= lowest


def all_reached(after: Mapping[int, Iterable[int]]) -> dict[int, int]:
    """Return the set of nodes, as an integer, to which ways lead from each, itself included."""
    found: dict[int, int] = {}
    for group in components(after):
        beyond = (found.get(target, 0) for number in group for target in after[number])
        found |= dict.fromkeys(group, reduce(int.__or__, beyond, bits(group)))
    return found
