"""Values that compiled code computes: nodes of a graph in which equal computations are one node.

A node knows the region (the loop, or the unit) in which it changes, which is where it has to be
computed again, and integer nodes know what they are as a linear function of other nodes, which is
how two subscripts are compared.

A value that does not change in a loop is computed before it, unless computing it there could fail
where the program would not have computed it at all; and one that a dominating block computes is not
computed again (gcc's value numbering, dominator-based elimination and loop-invariant motion).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sad.analysis.loops.natural import RegionKind
from sad.ir.expr import Type

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from sad.analysis.cfg.graph import Action
    from sad.analysis.loops.natural import Region
    from sad.codemodel.operations.regions import Regions


Linear = tuple[dict["ValueNode", int], int]
"""Factors of nodes, and a constant."""
_MOST_TERMS = 12
Spot = tuple[int, "Action"]
"""A block and the action in it that is being carried out."""
_COMMUTATIVE = frozenset({"add", "mul", "and", "or", "eqv", "neqv", "eq", "ne", "max", "min"})


@dataclass(slots=True, eq=False)
class ValueNode:
    """A value: ``kind`` is an operation or what else it is (``constant``, ``entry``, ``phi``, ...).

    ``operands`` are the values it needs, ``cost`` the operations that compute it. One that ``traps``
    may only be computed where the program computes it. ``places`` are the blocks and actions where
    it is computed. An ``induction`` value grows by the same amount in each iteration of its region
    (``step``, where that is a number), an ``affine`` one is a sum of such and of what does not change
    there. ``constant`` is the number a constant is.
    """

    kind: str
    type: Type
    operands: tuple[ValueNode, ...]
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


def linear_sum(left: ValueNode, right: ValueNode, sign: int) -> Linear | None:
    """Return ``left + sign * right`` as a linear function; None if it has too many terms."""
    terms, constant = left.as_linear
    others, more = right.as_linear
    if len(terms) + len(others) > _MOST_TERMS:
        return None
    result = dict(terms)
    for value, factor in others.items():
        result[value] = result.get(value, 0) + sign * factor
    return {value: factor for value, factor in result.items() if factor}, constant + sign * more


def linear_multiple(value: ValueNode, factor: int) -> Linear:
    """Return a multiple of a value as a linear function."""
    terms, constant = value.as_linear
    return {item: number * factor for item, number in terms.items() if factor}, constant * factor


def difference(left: ValueNode, right: ValueNode) -> int | None:
    """Return ``left - right`` if that is the same number whenever both are computed."""
    if left is right:
        return 0
    terms, constant = left.as_linear
    others, more = right.as_linear
    return constant - more if terms == others else None


class Graph:
    """Makes values, finds equal ones, and places them."""

    def __init__(self, regions: Regions) -> None:
        self.regions = regions
        self._known: dict[Hashable, ValueNode] = {}
        self.roots: list[ValueNode] = []
        self.deciding: set[int] = set()  # identities of roots that branches depend on
        self._bookings = 0
        self._noted: set[Hashable] = set()
        self.booked: dict[int, tuple[Action, str, float]] = {}

    def constant(self, number: int | str, kind: Type) -> ValueNode:
        """Return the value of a constant."""
        key = ("constant", number, type(number), kind)
        value = self._known.get(key)
        if value is None:
            value = ValueNode("constant", kind, (), self.regions.root, affine=True, constant=number)
            if isinstance(number, int):
                value.linear = ({}, number)
            self._known[key] = value
        return value

    def fresh(self, kind: str, type_: Type, region: Region, *operands: ValueNode) -> ValueNode:
        """Return a value that is equal to no other."""
        return ValueNode(kind, type_, operands, region)

    def entry(self, name: Hashable, type_: Type) -> ValueNode:
        """Return what a register holds on entry to the unit."""
        value = self._known.get(("entry", name))
        if value is None:
            value = ValueNode("entry", type_, (), self.regions.root, affine=True)
            self._known["entry", name] = value
        return value

    def make(
        self,
        kind: str,
        type_: Type,
        operands: tuple[ValueNode, ...],
        cost: dict[str, float],
        spot: Spot,
        *,
        traps: bool = False,
        detail: Hashable = None,
        deepest: Region | None = None,
    ) -> ValueNode:
        """Return the value of an operation at a spot, placed there if nothing computed it before.

        ``detail`` tells operations of one kind apart, ``deepest`` is a further region it changes in.
        """
        here = self.regions.of(spot[0])
        region = self._innermost(operands, here)
        if deepest is not None:
            other = self.regions.common(deepest, here)
            if self.regions.depth(other) > self.regions.depth(region):
                region = other
        of = sorted(map(id, operands)) if kind in _COMMUTATIVE else map(id, operands)
        key = (kind, detail, type_, *of, id(region))
        value = self._known.get(key)
        if value is None:
            value = ValueNode(kind, type_, operands, region, cost, traps)
            if type_ is Type.INTEGER:
                value.linear = _linear(kind, operands)
                value.affine = self._is_affine(value)
            self._known[key] = value
        if cost:
            self.place(value, spot)
        return value

    def place(self, value: ValueNode, spot: Spot) -> None:
        """Have a value computed at a spot, or as far before it as possible, unless it is there."""
        place = self.highest(value.region, spot, traps=value.traps)
        dominates = self.regions.dominates
        if not any(dominates(block, place[0]) for block, _ in value.places):
            value.places = [item for item in value.places if not dominates(place[0], item[0])]
            value.places.append(place)

    def highest(self, region: Region, spot: Spot, *, traps: bool) -> Spot:
        """Return the spot outside of all loops around ``spot`` that lie within ``region``."""
        block, _ = spot
        here = self.regions.of(block)
        while here is not region and here.parent is not None:
            before = self.regions.before(here) if here.kind is RegionKind.LOOP else None
            if before is None or (traps and not self.regions.always(block, here)):
                break
            spot = before
            block = here.header
            here = here.parent
        return spot

    def use(self, *values: ValueNode) -> None:
        """Note that values are needed."""
        self.roots.extend(values)

    def decide(self, *values: ValueNode) -> None:
        """Note that a branch needs values."""
        self.use(*values)
        self.deciding.update(map(id, values))

    def once(self, key: Hashable) -> bool:
        """Whether this is the first time something is noted."""
        if key in self._noted:
            return False
        self._noted.add(key)
        return True

    def book(self, action: Action, key: str, amount: float = 1) -> int:
        """Note an operation that is no value; return a number to take it back by."""
        self._bookings += 1
        self.booked[self._bookings] = (action, key, amount)
        return self._bookings

    def unbook(self, number: int) -> None:
        """Take an operation back."""
        self.booked.pop(number, None)

    def live_values(self) -> list[ValueNode]:
        """Mark and return the values that what the unit does depends on."""
        found: list[ValueNode] = []
        stack = list(self.roots)
        while stack:
            value = stack.pop()
            if not value.live:
                value.live = True
                found.append(value)
                stack.extend(value.operands)
        return found

    def _innermost(self, operands: Iterable[ValueNode], here: Region) -> Region:
        regions = self.regions
        deepest, level = regions.root, 0
        for value in operands:
            if value.region is regions.root:
                continue
            region = regions.common(value.region, here)
            if regions.depth(region) > level:
                deepest, level = region, regions.depth(region)
        return deepest

    def _is_affine(self, value: ValueNode) -> bool:
        inside = [item for item in value.operands if item.region is value.region]
        if value.kind in ("add", "sub", "neg"):
            return all(item.affine for item in inside)
        return value.kind == "mul" and len(inside) <= 1 and all(item.affine for item in inside)


def _linear(kind: str, operands: tuple[ValueNode, ...]) -> tuple[dict[ValueNode, int], int] | None:
    match kind, operands:
        case "add", (left, right):
            return linear_sum(left, right, 1)
        case "sub", (left, right):
            return linear_sum(left, right, -1)
        case "neg", (value,):
            return linear_multiple(value, -1)
        case "mul", (left, right) if isinstance(right.constant, int):
            return linear_multiple(left, right.constant)
        case "mul", (left, right) if isinstance(left.constant, int):
            return linear_multiple(right, left.constant)
        case _:
            return None
