"""Descriptions for given probabilities of 0 and 1.

A branch that is never taken disappears with everything behind it, and a loop that is then never left
early gets its trip count from its bounds again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from sad.algebra.bind import binder
from sad.algebra.poly import ONE, Poly
from sad.model import nodes as nd
from sad.records import replace

if TYPE_CHECKING:
    from collections.abc import Mapping, Set

    from sad.model.parameters import Parameter


def specialise(
    description: nd.Description,
    decided: Mapping[str, Poly],
    kept: frozenset[str],
    *,
    by_probability: bool = True,
) -> nd.Description:
    """Return the description with the probabilities in ``decided`` put in.

    Loops whose trip count is in ``kept`` (set by the user) stay as they are; so do conditions of these
    probabilities that are known, if not ``by_probability``.
    """
    if not decided:
        return description
    first = _Specialiser(decided, kept, by_probability=by_probability)
    trees = [first.node(unit.tree) for unit in description.units]
    if first.resolved:  # the trip counts' other uses: weights of what follows the loops
        second = _Specialiser(first.resolved, kept)
        trees = [second.node(tree) for tree in trees]
    known = decided.keys() | first.resolved.keys()
    units = tuple(
        replace(unit, tree=tree, parameters=_without(unit.parameters, known))
        for unit, tree in zip(description.units, trees, strict=True)
    )
    return replace(description, units=units)


def _without(parameters: tuple[Parameter, ...], known: Set[str]) -> tuple[Parameter, ...]:
    return tuple(item for item in parameters if item.symbol not in known)


class _Specialiser:
    """Rewrites trees; ``resolved`` collects trip counts that became known."""

    def __init__(
        self, decided: Mapping[str, Poly], kept: frozenset[str], *, by_probability: bool = True
    ) -> None:
        self._bind = binder(decided, by_probability=by_probability)
        self._kept = kept
        self.resolved: dict[str, Poly] = {}

    def node(self, node: nd.Node) -> nd.Node:
        match node:
            case nd.Block():
                return node
            case nd.Call() | nd.Message() | nd.Use():
                return node.mapped(self._bind)
            case nd.Par():
                index = node.index.mapped(self._bind)
                return replace(node, index=index, body=self.node(node.body))
            case nd.Both():
                return replace(node, parts=tuple(map(self.node, node.parts)))
            case nd.Seq(parts):
                built = [self.node(part) for part in parts]
                return nd.Seq(tuple(part for part in built if part != nd.EMPTY))
            case nd.Weighted(weight, part):
                bound_weight = self._bind(weight)
                if not bound_weight:
                    return nd.EMPTY
                inner = self.node(part)
                return inner if bound_weight == ONE else nd.Weighted(bound_weight, inner)
            case nd.Branch(arms=arms):
                kept = [
                    (label, weight, self.node(part))
                    for label, given, part in arms
                    if (weight := self._bind(given))
                ]
                if len(kept) == 1 and kept[0][1] == ONE:
                    return kept[0][2]
                return replace(node, arms=tuple(kept))
            case nd.Loop():
                return self._loop(node)
            case _:
                assert_never(node)

    def _loop(self, node: nd.Loop) -> nd.Loop:
        leaving = self._bind(node.leaving)
        parameter = node.parameter
        known = (
            parameter is not None
            and not leaving
            and bool(node.leaving)
            and node.full is not None
            and node.limit is not None
            and parameter not in self._kept
        )
        head, body = self.node(node.head), self.node(node.body)
        if known and node.full is not None and node.limit is not None and parameter is not None:
            full = node.full.mapped(self._bind)
            limit = self._bind(node.limit)
            self.resolved[parameter] = limit
            return replace(
                node,
                trips=limit,
                index=full,
                head=head,
                body=body,
                last=ONE,
                parameter=None,
                limit=limit,
                leaving=leaving,
                full=full,
            )
        return replace(
            node,
            trips=self._bind(node.trips),
            index=node.index.mapped(self._bind),
            head=head,
            body=body,
            last=self._bind(node.last),
            leaving=leaving,
        )
