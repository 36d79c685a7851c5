"""Sums of probabilities and of what they leave to 1."""

from __future__ import annotations

from sad.algebra import atoms
from sad.algebra.poly import Poly


def joined(poly: Poly) -> Poly:
    """Return ``poly`` with ``p + (1 - p)`` joined to 1, also inside products.

    ``1 - p`` stands as an atom of its own, so a sum over paths only cancels here.
    """
    changed = True
    while changed and len(poly.terms) > 1:
        changed = False
        for monomial, value in poly.terms.items():
            for symbol in monomial:
                atom = atoms.definition(symbol)
                if not isinstance(atom, atoms.Not):
                    continue
                rest = list(monomial)
                rest.remove(symbol)
                if _is_missing(poly, rest, value, atom.inner):
                    continue
                base = Poly({tuple(rest): value}, poly.den)
                other = base * atom.inner
                if all(poly.terms.get(item, 0) == c for item, c in other.terms.items()):
                    poly = poly - Poly({monomial: value}, poly.den) - other + base
                    changed = True
                    break
            if changed:
                break
    return poly


def _is_missing(poly: Poly, rest: list[str], value: int, inner: Poly) -> bool:
    """Whether a term of ``value * rest * inner`` is not in ``poly``, as far as a look can tell."""
    if poly.den != 1 or inner.den != 1:
        return False
    return any(
        poly.terms.get(tuple(sorted((*rest, *monomial)))) != value * number
        for monomial, number in inner.terms.items()
    )
