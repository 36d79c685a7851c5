"""Values that compiled code computes: nodes of a graph in which equal computations are one node.

A node knows the region (the loop, or the unit) in which it changes, which is where it has to be
computed again, and integer nodes know what they are as a linear function of other nodes, which is
how two subscripts are compared.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sad.analysis.cfg.graph import Action
    from sad.analysis.loops.natural import Region
    from sad.ir.expr import Type

Linear = tuple[dict["Value", int], int]
"""Factors of nodes, and a constant."""

_MOST_TERMS = 12


@dataclass(slots=True, eq=False)
class Value:
    """A value: ``kind`` is an operation or what else it is (``constant``, ``entry``, ``phi``, ...).

    ``operands`` are the values it needs, ``cost`` the operations that compute it. One that ``traps``
    may only be computed where the program computes it. ``places`` are the blocks and actions where
    it is computed. An ``induction`` value grows by the same amount in each iteration of its region
    (``step``, where that is a number), an ``affine`` one is a sum of such and of what does not change
    there. ``constant`` is the number a constant is.
    """

    kind: str
    type: Type
    operands: tuple[Value, ...]
    region: Region
    cost: dict[str, float] = field(default_factory=dict[str, float])
    traps: bool = False
    induction: bool = False
    step: int | None = None
    affine: bool = False
    constant: int | str | None = None
    linear: Linear | None = None
    places: list[tuple[int, Action]] = field(default_factory=list["tuple[int, Action]"])
    live: bool = False

    @property
    def as_linear(self) -> Linear:
        """The value as a linear function; of itself where nothing else is known."""
        return ({self: 1}, 0) if self.linear is None else self.linear


def linear_sum(left: Value, right: Value, sign: int) -> Linear | None:
    """Return ``left + sign * right`` as a linear function; None if it has too many terms."""
    terms, constant = left.as_linear
    others, more = right.as_linear
    if len(terms) + len(others) > _MOST_TERMS:
        return None
    result = dict(terms)
    for value, factor in others.items():
        result[value] = result.get(value, 0) + sign * factor
    return {value: factor for value, factor in result.items() if factor}, constant + sign * more


def linear_multiple(value: Value, factor: int) -> Linear:
    """Return a multiple of a value as a linear function."""
    terms, constant = value.as_linear
    return {item: number * factor for item, number in terms.items() if factor}, constant * factor


def difference(left: Value, right: Value) -> int | None:
    """Return ``left - right`` if that is the same number whenever both are computed."""
    if left is right:
        return 0
    terms, constant = left.as_linear
    others, more = right.as_linear
    return constant - more if terms == others else None
