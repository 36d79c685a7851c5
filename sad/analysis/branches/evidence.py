"""Published heuristics for branches: their names, how often they are right, and how they combine.

The heuristics are those of T. Ball and J. R. Larus, "Branch prediction for free", PLDI 1993
(doi:10.1145/155090.155119). The probability that each is right, and their combination as evidence
(Dempster and Shafer), are from Y. Wu and J. R. Larus, "Static branch frequency and program profile
analysis", MICRO-27, 1994 (doi:10.1145/192724.192725); so are equal shares where no heuristic applies
or a branch has more than two ways.
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable


class Heuristic(StrEnum):
    """What speaks for one way of a branch."""

    LOOP_BRANCH = "loop branch"
    POINTER = "pointer"
    OPCODE = "opcode"
    GUARD = "guard"
    LOOP_EXIT = "loop exit"
    LOOP_HEADER = "loop header"
    CALL = "call"
    STORE = "store"
    RETURN = "return"
    EQUAL = "equal shares"
    ERROR = "error exit"
    EXCEPTION = "exceptional exit"


PROBABILITIES = {
    Heuristic.LOOP_BRANCH: Fraction(88, 100),
    Heuristic.POINTER: Fraction(60, 100),
    Heuristic.OPCODE: Fraction(84, 100),
    Heuristic.GUARD: Fraction(62, 100),
    Heuristic.LOOP_EXIT: Fraction(80, 100),
    Heuristic.LOOP_HEADER: Fraction(75, 100),
    Heuristic.CALL: Fraction(78, 100),
    Heuristic.STORE: Fraction(55, 100),
    Heuristic.RETURN: Fraction(72, 100),
}
"""How often each heuristic is right (Wu and Larus 1994). ERROR and EXCEPTION are not from the papers:
the way they speak against is taken never."""

HALF = Fraction(1, 2)
_DIGITS = 10_000


@record
class Evidence:
    """One heuristic's ``probability`` that a two-way branch goes its first way."""

    heuristic: Heuristic
    probability: Fraction


@cache
def evidence(heuristic: Heuristic, *, first: bool) -> Evidence:
    """Return what a heuristic says that speaks for the first way, or for the second."""
    probability = PROBABILITIES[heuristic]
    return Evidence(heuristic, probability if first else 1 - probability)


def combined(found: Iterable[Evidence]) -> Fraction:
    """Return the probability that a branch goes its first way, by Dempster's rule of combination.

    For two ways that is ``p*q / (p*q + (1 - p)*(1 - q))``, whatever the order (Wu and Larus 1994).
    """
    for_first = for_second = Fraction(1)
    for item in found:
        for_first *= item.probability
        for_second *= 1 - item.probability
    return for_first / (for_first + for_second)


def rounded(probability: Fraction) -> Fraction:
    """Return a probability with four digits, never 0 or 1."""
    digits = int(probability * _DIGITS + HALF)
    return Fraction(min(max(digits, 1), _DIGITS - 1), _DIGITS)
