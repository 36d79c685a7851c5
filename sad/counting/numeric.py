"""Which formulas are exact but not closed: they contain a sum that is evaluated term by term."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from sad.counting import atoms

if TYPE_CHECKING:
    from sad.counting.poly import Poly


def has_numeric_sum(poly: Poly) -> bool:
    """Whether ``poly`` contains a ``Sum``, directly or inside another atom.

    Its value is exact all the same; computing it takes as long as the sum has terms.
    """
    return any(map(_is_numeric, poly.symbols()))


@lru_cache(maxsize=100_000)
def _is_numeric(symbol: str) -> bool:
    atom = atoms.definition(symbol)
    if atom is None:
        return False
    return isinstance(atom, atoms.Sum) or any(map(has_numeric_sum, atoms.operands(atom)))
