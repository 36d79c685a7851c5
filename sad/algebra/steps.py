"""Loops whose step is a parameter and whose variable other bounds use: ``do i=1,n,b / do j=i,n``.

The variable is ``1 + b*t`` with a counter t up to ``floor((n - 1)/b)``. With the sign of b known,
``b*t`` lies between 0 and ``n - 1``: facts that decide which of the other bounds bind. They follow from
the bounds of t, so they are dropped when t is eliminated.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from sad.algebra import atoms
from sad.algebra.affine import Constraint, at_least_zero, order
from sad.algebra.budget import OutOfReach
from sad.algebra.feasible import Constraints, implied
from sad.algebra.poly import Poly

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.algebra.domains import Index

_MAX_STEPS = 2


class StepCase(NamedTuple):
    """The signs of all symbolic steps, and what then holds for products of step and counter."""

    guards: tuple[Poly, ...]
    facts: Constraints


def step_cases(indices: Sequence[Index]) -> list[StepCase]:
    """Return one case for each sign of each symbolic step; a step of 0 is not a program."""
    found = [(index, *parts) for index in indices if (parts := _stepped(index)) is not None]
    steps = sorted({step for _, step, _ in found})
    if not 0 < len(steps) <= _MAX_STEPS:
        return []
    cases: list[StepCase] = []
    for signs in product((1, -1), repeat=len(steps)):
        sign_of = dict(zip(steps, signs, strict=True))
        facts: set[Constraint] = set()
        for index, step, reached in found:
            walked = Poly.symbol(step) * Poly.symbol(index.name)
            facts.add(at_least_zero(walked * sign_of[step]))
            facts.add(at_least_zero((reached - walked) * sign_of[step]))
        guards = tuple(Poly.symbol(step) * sign - 1 for step, sign in sign_of.items())
        cases.append(StepCase(guards, frozenset(facts)))
    return cases


def _stepped(index: Index) -> tuple[str, Poly] | None:
    """The step b of a counter from 0 to ``floor(e/b) + r``, and ``e + b*r``: ``b*t`` is up to that."""
    if index.first or index.last.den != 1:
        return None
    for symbol in sorted(atoms.atoms_of(index.last)):
        atom = atoms.definition(symbol)
        step = atom.denominator.as_symbol if isinstance(atom, atoms.Floor) else None
        if (
            isinstance(atom, atoms.Floor)
            and step is not None
            and atoms.definition(step) is None
            and atom.numerator.den == 1
            and index.last.terms.get((symbol,)) == 1
        ):
            rest = index.last - Poly.symbol(symbol)
            return step, atom.numerator + atom.denominator * rest
    return None


def without_products(
    items: Constraints, name: str, facts: Constraints, context: Constraints
) -> Constraints:
    """Return ``items`` without those in which ``name`` stands in a product, as all of them follow.

    Raises ``OutOfReach`` if one of them is not proved to follow from the rest and the facts.
    """
    products = {item for item in items if any(name in m and m != (name,) for m, _ in item[0])}
    known = (items - products) | (items & facts) | context
    for item in sorted(products - facts, key=order):
        if not implied(known, item):
            raise OutOfReach(f"{name} is not linear in the bounds")
    return items - products
