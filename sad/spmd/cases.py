"""A formula as cases of which one holds at a time: what a partner is where, and nobody elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.conditions import is_truth
from sad.algebra.poly import ONE, ZERO, Poly, product
from sad.analysis.messages.communicators import PROC_NULL

if TYPE_CHECKING:
    from collections.abc import Iterator

_NULL = Poly.constant(PROC_NULL)


def cases(poly: Poly) -> list[tuple[Poly, Poly]]:
    """Return a formula as (truth value, value) pairs; one pair with the truth 1 if it has no cases.

    The truth values of a settled formula exclude each other; where terms cannot be told apart it stays
    one case.
    """
    found: dict[Poly, Poly] = {}
    plain = ZERO
    for truth, value in _terms(poly):
        if truth is None:
            plain = plain + value
        else:
            found[truth] = found.get(truth, ZERO) + value
    if not found:
        return [(ONE, poly)]
    if plain:
        return [(ONE, poly)]
    return list(found.items())


def somebody(poly: Poly) -> list[tuple[Poly, Poly]]:
    """Return the cases of a partner that are no MPI_PROC_NULL."""
    return [(truth, value) for truth, value in cases(poly) if value != _NULL]


def _terms(poly: Poly) -> Iterator[tuple[Poly | None, Poly]]:
    for monomial, number in poly.terms.items():
        truths = [name for name in monomial if is_truth(Poly.symbol(name))]
        rest = Poly({tuple(name for name in monomial if name not in truths): number}, poly.den)
        if truths:
            yield product(map(Poly.symbol, truths)), rest
            continue
        whole = Poly({monomial: number}, poly.den)
        symbol = whole.as_symbol
        atom = None if symbol is None else atoms.definition(symbol)
        if isinstance(atom, atoms.Pieces):
            for guards, value in atom.pieces:
                yield atoms.pieces_of([(guards, ONE)]), value
        else:
            yield None, whole
