"""What a change of one amount is: cheaper, dearer and in which terms; and why that is so."""

from __future__ import annotations

from fractions import Fraction
from operator import itemgetter
from typing import TYPE_CHECKING

from sad.algebra.case_sum import MOST_TERMS, TooLarge, products_of
from sad.algebra.growth import Growing, Growth, Powers, below, growth_of, is_below, is_known
from sad.algebra.poly import Poly
from sad.algebra.sign import Facts, Prover
from sad.algebra.simplify import Simplifier, at_least_one, extent_symbols, product_facts
from sad.checks.costs.canonical import multiplied_out
from sad.checks.outcome import Verdict
from sad.records import record
from sad.symbols import is_unresolved

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sad.algebra.poly import Monomial

_MOST_PIECES = 40
_MOST_PRODUCTS = 10_000
"""Of a part that is asked how it grows; 1,408 were enough for 141 of 147 units that call XERBLA."""


@record
class Judgement:
    """A verdict. ``sign`` is 1 or -1 if new >= old or new <= old is proved where ``assumed`` are 1 or
    more, 0 if both are; None if neither is. ``simple`` is the difference simplified for that.
    """

    verdict: Verdict
    simple: Poly
    sign: int | None = None
    assumed: frozenset[str] = frozenset()
    note: str = ""


def is_always_zero(poly: Poly, facts: Facts) -> bool:
    """Whether a formula is proved to be 0 for all values of its parameters."""
    if not poly:
        return True
    whole = multiplied_out(Simplifier(frozenset()).poly(poly), MOST_TERMS)
    if not whole:
        return True
    prover = Prover(facts.domain())
    return prover.is_never_negative(whole) and prover.is_never_negative(-whole)


def judge(old: Poly, new: Poly, facts: Facts, parts: Iterable[Poly] = ()) -> Judgement:
    """Return what the change of an amount from ``old`` to ``new`` is; both are never negative.

    ``parts`` are amounts that the old one is not less than. What is added and grows less than one of
    them is judged without a look at how the whole amounts grow, which takes long.
    """
    difference = new - old
    if is_always_zero(difference, facts):
        return Judgement(Verdict.IDENTICAL, Poly({}), 0)
    assumed = frozenset(name for name in extent_symbols([old, new]) if facts.is_size(name))
    polys = [old, new, difference]
    simplifier = Simplifier(at_least_one(assumed, product_facts(polys)), _MOST_PIECES)

    def simplified(poly: Poly) -> Poly:
        whole = multiplied_out(poly, MOST_TERMS)
        return multiplied_out(simplifier.poly(whole), MOST_TERMS)

    simple = simplified(difference)
    prover = Prover(facts.domain(assumed))
    is_more, is_less = prover.is_never_negative(simple), prover.is_never_negative(-simple)
    sign = {(True, True): 0, (True, False): 1, (False, True): -1}.get((is_more, is_less))
    if sign == 1 and _is_outgrown(simple, facts, parts):
        return Judgement(Verdict.LOWER, simple, sign, assumed)
    try:
        verdict, note = _verdict(simplified(old), simplified(new), simple, sign, prover, facts)
    except TooLarge:
        verdict, note = Verdict.INCOMPARABLE, "too many cases to tell how it grows"
    if sign == 0:
        note = "equal where these are 1 or more, but not everywhere"
    return Judgement(verdict, simple, sign, assumed, note)


def _verdict(
    before: Poly, now: Poly, simple: Poly, sign: int | None, prover: Prover, facts: Facts
) -> tuple[Verdict, str]:
    """Return a verdict and a note; raises ``TooLarge``."""
    if sign == 0:
        return Verdict.LOWER, ""
    if sign == -1:
        return Verdict.CHEAPER, ""
    old, new = growth_of(before, facts.is_size), growth_of(now, facts.is_size)
    gap = growth_of(simple, facts.is_size)
    faster, unclear = _faster(old, new)
    if faster:
        return Verdict.ORDER, ""
    if unclear:
        return Verdict.INCOMPARABLE, "it is not known how all parts grow"
    top = {*old.leading(), *new.leading()}
    leading = gap.leading()
    is_top = any(vector in top for vector in leading) or any(not gap.is_sure(v) for v in top)
    dearer = Verdict.LEADING if is_top else Verdict.LOWER
    if sign == 1:
        return dearer, ""
    if any(
        _rests_on_runs(v, gap.terms[v], new.terms.get(v, Poly({}))) or _is_rest(v, gap)
        for v in leading
    ):
        return Verdict.INCOMPARABLE, "its sign depends on what only runs can tell"
    if leading and all(gap.is_sure(v) and is_known(v) for v in leading) and not _open(gap):
        signs = {_sign(gap.terms[vector], prover) for vector in leading}
        if signs == {1}:
            return dearer, ""
        if signs == {-1}:
            return Verdict.CHEAPER, ""
    return Verdict.INCOMPARABLE, ""


def _is_outgrown(added: Poly, facts: Facts, parts: Iterable[Poly]) -> bool:
    """Whether all that is added grows less than what one of the parts is sure to grow by."""
    growing = Growing(facts.is_size)
    try:
        gap = growing.growth(added)
    except TooLarge:
        return False
    vectors = {*gap.terms, *gap.unsure}
    if not all(map(is_known, vectors)):
        return False
    sizes = ((products_of(part), part) for part in dict.fromkeys(parts))
    few = (item for item in sizes if item[0] <= _MOST_PRODUCTS)
    for _, part in sorted(few, key=itemgetter(0)):
        grown = _sure_growth(part, growing)
        if all(is_below(vector, grown) for vector in vectors):
            return True
    return False


def _sure_growth(poly: Poly, growing: Growing) -> list[Powers]:
    """The leading powers by which a formula is sure to grow; none where that cannot be told."""
    try:
        growth = growing.growth(poly)
    except TooLarge:
        return []
    return [
        v
        for v in growth.leading()
        if is_known(v)
        and growth.is_sure(v)
        and any(value > 0 for value in growth.terms[v].terms.values())
    ]


def _rests_on_runs(vector: Powers, gap: Poly, new: Poly) -> bool:
    """Whether a leading term is less because the new amount takes more away than the old one.

    What only runs can tell is bound to each other there: how often a loop is not left early is
    ``1 - p*n``, which is never negative, whatever its leading term looks like.
    """
    powers = {name for name, _ in vector}
    return any(
        value < 0
        and new.terms.get(monomial, 0) < 0
        and any(map(is_unresolved, {*powers, *monomial}))
        for monomial, value in gap.terms.items()
    )


def _is_rest(vector: Powers, gap: Growth) -> bool:
    """Whether a leading term is taken away from one that is as large but for what only runs can tell.

    ``21*t - 21*t*p*n`` may be a count times ``1 - p*n``, though the new amount has other such terms.
    """
    added = [
        (_powers(other, monomial), Fraction(value, poly.den))
        for other, poly in gap.terms.items()
        for monomial, value in poly.terms.items()
        if value > 0
    ]
    leading = gap.terms[vector]
    for monomial, value in leading.terms.items():
        if value > 0:
            continue
        powers = _powers(vector, monomial)
        for others, number in added:
            left = {n: powers.get(n, 0) - others.get(n, 0) for n in {*powers, *others}}
            is_more = all(p >= 0 and (not p or is_unresolved(n)) for n, p in left.items())
            if is_more and number >= Fraction(-value, leading.den):
                return True
    return False


def _powers(vector: Powers, monomial: Monomial) -> dict[str, int | Fraction]:
    """The powers of everything in a term."""
    found = dict(vector)
    for name in monomial:
        found[name] = found.get(name, 0) + 1
    return found


def _open(growth: Growth) -> bool:
    """Whether something hidden may grow faster than all that is known."""
    return any(
        not any(below(hidden, vector) for vector in growth.terms) for hidden in growth.unsure
    )


def _faster(old: Growth, new: Growth) -> tuple[list[Powers], list[Powers]]:
    """What of the new amount outgrows all of the old one, and what may do so."""
    known = {*old.terms, *old.unsure}
    faster: list[Powers] = []
    unclear: list[Powers] = []
    for vector in new.leading():
        if any(below(vector, other) for other in known):
            continue
        coefficient = new.terms[vector]
        if all(value < 0 for value in coefficient.terms.values()):
            continue  # what is taken away again where a condition holds
        sure = new.is_sure(vector) and is_known(vector)
        (faster if sure else unclear).append(vector)
    every = (*known, *new.terms)
    unclear.extend(v for v in sorted(new.unsure) if not any(below(v, o) for o in every))
    return faster, unclear


def _sign(coefficient: Poly, prover: Prover) -> int:
    """1 or -1 if a coefficient is never negative or never positive, else 0."""
    if prover.is_never_negative(coefficient):
        return 1
    return -1 if prover.is_never_negative(-coefficient) else 0
