"""Ranks at which formulas are greatest, from the formulas.

Between the ranks at which a condition, a maximum or a quotient changes, most formulas are affine in the
rank, and greatest at an end. Those ranks are found where a form that has one sign before and another
behind is zero; forms inside others come first, so that these are affine between what is known already.
Where remainders of constants occur, as of ``rank/2``, the ranks of each class count by themselves.
"""

from __future__ import annotations

from math import lcm
from typing import TYPE_CHECKING

import numpy as np

from sad.algebra import atoms
from sad.algebra.kinds import Alias, Floor, Group, Guard, Max, Min, Mod, Not, Pieces, Trunc
from sad.algebra.poly import Poly
from sad.spmd.rows import Formulas
from sad.symbols import NPROCS, RANK

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sad.spmd.rows import Floats, Rows

_MOST_PERIOD = 8
_MOST_FORMS = 24


class _Unknown(Exception):
    """A formula is not affine between ranks that can be found."""


class Extremes:
    """The ranks to look at for sums of ``polys`` with weights; ``sizes`` may only go in steps.

    ``known`` is whether there are such ranks: else all have to be looked at.
    """

    def __init__(self, polys: Iterable[Poly], sizes: Iterable[Poly] = ()) -> None:
        self._forms: dict[Poly, None] = {}
        self._period = 1
        self._degrees: dict[str, int] = {}
        self.known = True
        try:
            for poly in polys:
                self._degree(poly)
            for poly in sizes:
                if self._degree(poly):
                    raise _Unknown
            if len(self._forms) > _MOST_FORMS:
                raise _Unknown
        except _Unknown:
            self.known = False
            self._forms = {}
        self.key = (tuple(self._forms), self._period)
        self._compiled = [(form, Formulas([form])) for form in self._forms]

    def ranks(self, rows: Rows, length: int) -> Floats:
        """Return ranks, a line of a rank for each row; some more than once."""
        last = rows[NPROCS] - 1.0
        found = np.stack([np.zeros(length), last])
        for form, formula in self._compiled:
            nested = any(
                atoms.depends_on(Poly.symbol(symbol), RANK) and symbol != RANK
                for symbol in form.symbols()
            )
            ends = found if nested else np.stack([np.zeros(length), last])
            values = np.stack([formula({**rows, RANK: rank}, length)[0] for rank in ends])
            found = _without_doubles(np.concatenate([found, _zeros(ends, values)]), last)
        if self._period > 1:
            steps = np.arange(1 - self._period, self._period)
            found = (found[None, :, :] + steps[:, None, None]).reshape(-1, length)
            found = _without_doubles(np.clip(found, 0.0, last), last)
        return found

    def _degree(self, poly: Poly) -> int:
        """The degree in the rank between the zeros of the forms: 0 or 1."""
        found = 0
        for monomial in poly.terms:
            found = max(found, sum(self._degree_of(symbol) for symbol in monomial))
        if found > 1:
            raise _Unknown
        return found

    def _degree_of(self, symbol: str) -> int:
        if symbol == RANK:
            return 1
        if not atoms.depends_on(Poly.symbol(symbol), RANK):
            return 0
        if symbol not in self._degrees:
            self._degrees[symbol] = self._degree_inside(symbol)
        return self._degrees[symbol]

    def _degree_inside(self, symbol: str) -> int:
        match atoms.definition(symbol):
            case Guard(meaning=inner) | Alias(meaning=inner) | Not(inner) | Group(inner):
                return self._degree(inner)
            case Max(arguments) | Min(arguments):
                degree = max(map(self._degree, arguments))
                for place, one in enumerate(arguments):
                    for other in arguments[:place]:
                        self._change(one - other)
                return degree
            case Pieces(pieces):
                for guards, _ in pieces:
                    for guard in guards:
                        self._change(guard)
                return max(self._degree(value) for _, value in pieces)
            case Floor(top, bottom) | Trunc(top, bottom):
                return self._quotient(top, bottom, whole=True)
            case Mod(top, bottom):
                return self._quotient(top, bottom, whole=False)
            case _:
                raise _Unknown

    def _change(self, form: Poly) -> None:
        """Something changes where the form is zero."""
        degree = self._degree(form)
        if degree and self._has_classes(form):
            raise _Unknown
        if degree:
            self._forms[form] = None

    def _quotient(self, top: Poly, bottom: Poly, *, whole: bool) -> int:
        """A quotient rounded, or its remainder."""
        degree = self._degree(top)
        if atoms.depends_on(bottom, RANK):
            raise _Unknown
        if not degree:
            return 0
        slope = top.coefficients(RANK)
        if len(slope) != 2 or atoms.depends_on(slope[0], RANK) or slope[1].as_integer is None:
            raise _Unknown
        self._change(top)  # rounding changes there
        period = bottom.as_integer
        if period is not None and 0 < period <= _MOST_PERIOD:
            self._period = lcm(self._period, period)
            return 1 if whole else 0
        if bottom.as_symbol == NPROCS and abs(slope[1].as_integer or 0) == 1:
            quotient = atoms.floor_quotient(slope[0], bottom)
            for more in (-1, 0, 1):
                self._change(top - bottom * (quotient + more))
            return 0 if whole else 1
        raise _Unknown

    def _has_classes(self, form: Poly) -> bool:
        """Whether a form has remainders of constants in it."""
        pending = [form]
        while pending:
            poly = pending.pop()
            for symbol in poly.symbols():
                if not atoms.depends_on(Poly.symbol(symbol), RANK):
                    continue
                match atoms.definition(symbol):
                    case Mod(_, bottom) | Floor(_, bottom) | Trunc(_, bottom):
                        if bottom.as_integer is not None:
                            return True
                    case Guard(meaning=inner) | Alias(meaning=inner) | Not(inner) | Group(inner):
                        pending.append(inner)
                    case Max(arguments) | Min(arguments):
                        pending.extend(arguments)
                    case Pieces(pieces):
                        pending.extend(
                            item for guards, value in pieces for item in (*guards, value)
                        )
                    case _:
                        pass
        return False


def _zeros(ends: Floats, values: Floats) -> Floats:
    """The ranks on both sides of where a form that is affine between the ends changes its sign."""
    low, high = ends[:-1], ends[1:]
    before, behind = values[:-1], values[1:]
    changes = (before >= 0.0) != (behind >= 0.0)
    slope = np.where(changes, behind - before, 1.0)
    zero = np.where(changes, low - before * (high - low) / slope, low)
    sides = np.concatenate([np.ceil(zero) - 1.0, np.floor(zero), np.floor(zero) + 1.0])
    return np.clip(sides, 0.0, ends[-1])


def _without_doubles(ranks: Floats, last: Floats) -> Floats:
    """Sorted ranks, each once, as far as the longest row needs lines; the rest are the last rank."""
    found = np.sort(ranks, axis=0)
    double = np.zeros(found.shape, np.bool_)
    double[1:] = found[1:] == found[:-1]
    found[double] = np.inf
    found = np.sort(found, axis=0)
    lines = int((~double).sum(axis=0).max(initial=1))
    found = found[:lines]
    return np.where(np.isfinite(found), found, last)
