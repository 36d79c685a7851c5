"""The kinds of atoms: what a symbol inside a polynomial can stand for."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from sad.algebra.canonical_text import plain_text
from sad.algebra.structure import encoded, formulas
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.algebra.poly import Poly


@record
class Floor:
    """``floor(numerator / denominator)``."""

    numerator: Poly
    denominator: Poly


@record
class Trunc:
    """``numerator / denominator`` rounded toward zero, as Fortran and C divide integers."""

    numerator: Poly
    denominator: Poly


@record
class Mod:
    """The remainder of ``Trunc``; it has the dividend's sign."""

    dividend: Poly
    divisor: Poly


@record
class Max:
    """The greatest of the arguments."""

    arguments: tuple[Poly, ...]


@record
class Min:
    """The least of the arguments."""

    arguments: tuple[Poly, ...]


@record
class Power:
    """``base ** exponent`` with an exponent that is not constant."""

    base: Poly
    exponent: Poly


@record
class Log:
    """``floor(log(argument))`` to an integer base above 1; -1 where the argument is below 1."""

    base: Poly
    argument: Poly


@record
class Root:
    """``floor(argument ** (1/2))``; -1 where the argument is negative."""

    argument: Poly


@record
class Not:
    """``1 - inner``, kept whole: the probability of the other way."""

    inner: Poly


@record
class Group:
    """A sum kept as one factor, so that a product of sums stays readable."""

    inner: Poly


@record
class Pieces:
    """The sum of each polynomial whose guards (all ``>= 0``) hold; pieces may overlap."""

    pieces: tuple[tuple[tuple[Poly, ...], Poly], ...]


@record
class Sum:
    """The sum of ``body`` for the integer ``index`` from ``first`` to ``last``, evaluated by a loop."""

    index: str
    first: Poly
    last: Poly
    body: Poly


@record
class Greatest:
    """The greatest ``body`` for the integer ``index`` from ``first`` to ``last``, evaluated by a loop.

    0 for an empty range. Bodies are never negative: counts and times. One that is counts as 0.
    """

    index: str
    first: Poly
    last: Poly
    body: Poly


@record
class Work:
    """A nest of loops in which each iteration gives ``amount`` to the member of a family it names.

    ``ranges`` are index, first and last of each loop, outermost first; ``member`` has whole values.
    """

    ranges: tuple[tuple[str, Poly, Poly], ...]
    member: Poly
    amount: Poly


@record
class Busiest:
    """The most that all parts together give to one member of a family; at least 0.

    Evaluated by going through all iterations once. Amounts are never negative.
    """

    parts: tuple[Work, ...]


@record
class Started:
    """A call in an activation: of which function, ``weight`` times in each iteration of some loops.

    ``ranges`` are index, first and last of each loop, outermost first, ``inputs`` the values it gets.
    """

    target: int
    ranges: tuple[tuple[str, Poly, Poly], ...]
    weight: Poly
    inputs: tuple[Poly, ...]


@record
class Function:
    """One of several functions that call themselves and each other: formulas in its ``inputs``.

    ``gives`` is what an activation gives by itself.
    """

    name: str
    inputs: tuple[str, ...]
    gives: Poly
    calls: tuple[Started, ...]


@record
class Recurrence:
    """What a call of the first function gives with all that it starts, evaluated call by call.

    ``F(x) = gives(x) + sum(weight(x)*F'(inputs(x)))`` over the calls, at ``start``. Calls with equal
    inputs are looked at once. Weights are whole and never negative.
    """

    functions: tuple[Function, ...]
    start: tuple[Poly, ...]


@record
class Gcd:
    """The greatest common divisor of two integers, never negative; that of 0 and n is ``|n|``."""

    first: Poly
    second: Poly


@record
class Inverse:
    """``1/divisor``, not rounded: for times and the number of servers that share one."""

    divisor: Poly


@record
class Guard:
    """1 where a condition of the program holds, else 0: ``meaning`` says so in numbers.

    ``name`` is the probability that stands for it where the condition is not known after all.
    """

    name: str
    meaning: Poly


@record
class Rows:
    """How often a loop runs whose bounds are neighbours in an array (``rows``).

    ``index`` is the loop around it, ``total`` the parameter for all its iterations in one run of that
    loop, ``mean`` the one for the average.
    """

    index: str
    total: str
    mean: str


@record
class Alias:
    """A name for a larger expression, to keep formulas short; ``label`` is shown."""

    label: str
    meaning: Poly


Atom = (
    Floor
    | Trunc
    | Mod
    | Max
    | Min
    | Power
    | Log
    | Root
    | Not
    | Group
    | Pieces
    | Sum
    | Greatest
    | Busiest
    | Recurrence
    | Gcd
    | Inverse
    | Guard
    | Rows
    | Alias
)
KINDS: Mapping[str, type[Atom]] = {kind.__name__.lower(): kind for kind in get_args(Atom)}
"""All kinds by what they are called where formulas are saved."""


def operands(atom: Atom) -> tuple[Poly, ...]:
    """Return the polynomials inside an atom."""
    match atom:  # the most frequent first
        case Not(inner) | Group(inner) | Root(inner) | Inverse(inner):
            return (inner,)
        case Pieces(pieces):
            return tuple(item for guards, poly in pieces for item in (*guards, poly))
        case Guard(meaning=meaning) | Alias(meaning=meaning):
            return (meaning,)
        case Floor(numerator, denominator) | Trunc(numerator, denominator):
            return (numerator, denominator)
        case Mod(dividend, divisor):
            return (dividend, divisor)
        case Max(arguments) | Min(arguments):
            return arguments
        case Power(base, exponent):
            return (base, exponent)
        case Log(base, argument):
            return (base, argument)
        case Sum(first=first, last=last, body=body) | Greatest(first=first, last=last, body=body):
            return (first, last, body)
        case _:
            return tuple(formulas(atom))


def atom_text(atom: Atom) -> str:
    """Return the canonical text of an atom."""
    match atom:
        case Not(inner):
            return f"not({plain_text(inner)})"
        case Group(inner):
            return f"({plain_text(inner)})"
        case Pieces(pieces):
            parts = [
                f"{plain_text(poly)} if {' and '.join(plain_text(guard) + ' >= 0' for guard in guards)}"
                for guards, poly in pieces
            ]
            return f"pieces({'; '.join(parts)})"
        case Guard(name, meaning):
            return f"{name}?[{plain_text(meaning)}]"
        case Floor(numerator, denominator):
            return f"floor(({plain_text(numerator)})/({plain_text(denominator)}))"
        case Trunc(numerator, denominator):
            return f"trunc(({plain_text(numerator)})/({plain_text(denominator)}))"
        case Mod(dividend, divisor):
            return f"mod({plain_text(dividend)}, {plain_text(divisor)})"
        case Max(arguments):
            return f"max({', '.join(plain_text(item) for item in arguments)})"
        case Min(arguments):
            return f"min({', '.join(plain_text(item) for item in arguments)})"
        case Power(base, exponent):
            return f"({plain_text(base)})**({plain_text(exponent)})"
        case Log(base, argument):
            return f"log({plain_text(base)}, {plain_text(argument)})"
        case Root(argument):
            return f"root({plain_text(argument)})"
        case Gcd(first, second):
            return f"gcd({plain_text(first)}, {plain_text(second)})"
        case Inverse(divisor):
            return f"1/({plain_text(divisor)})"
        case Sum(index, first, last, body) | Greatest(index, first, last, body):
            kind = "sum" if isinstance(atom, Sum) else "greatest"
            return f"{kind}({plain_text(body)}, {index}={plain_text(first)}..{plain_text(last)})"
        case Busiest(parts):
            texts = [
                ", ".join(
                    (
                        *(f"{i}={plain_text(a)}..{plain_text(b)}" for i, a, b in part.ranges),
                        plain_text(part.member),
                        plain_text(part.amount),
                    )
                )
                for part in parts
            ]
            return f"busiest({'; '.join(texts)})"
        case Rows(index, total, mean):
            return f"rows({index}, {total}, {mean})"
        case Recurrence():
            return f"recurrence({encoded(atom, plain_text)})"
        case Alias(label, meaning):
            return f"{label}[{plain_text(meaning)}]"
