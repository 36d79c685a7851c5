"""Distributions as users write them: ``lognormal(1.1, 0.2)``, ``empirical(3: 1, 4: 7, 6: 2)``.

    normal(mean, sd)
    lognormal(mean, sd)         mean and standard deviation of the value
    lognormal(mu=, sigma=)      those of its logarithm
    uniform(low, high)
    beta(a, b)                  from 0 to 1; beta(a, b, low, high) from low to high
    empirical(v1, v2, ...)      each equally likely
    empirical(v1: w1, ...)      as likely as the weights say

Arguments are expressions (``expression``) and may be named: ``normal(mean=2*n, sd=3)``.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING

from sad.expr.functions import DISTRIBUTIONS
from sad.expr.numbers import value_of
from sad.expr.parse import parse
from sad.expr.tree import Call
from sad.profiles.distributions import (
    Beta,
    Distribution,
    DistributionError,
    Empirical,
    Lognormal,
    Normal,
    Uniform,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sad.algebra.evaluate import Number
    from sad.expr.tree import Expr

_FORMS: dict[str, tuple[tuple[str, ...], ...]] = {
    "normal": (("mean", "sd"),),
    "lognormal": (("mean", "sd"), ("mu", "sigma")),
    "uniform": (("low", "high"),),
    "beta": (("a", "b"), ("a", "b", "low", "high")),
}


def distribution_name(text: str) -> str | None:
    """Return which distribution a text starts to write; None for a number or an expression."""
    match = re.match(r"\s*([A-Za-z]+)\s*\(", text)
    name = match[1].lower() if match else ""
    return name if name in DISTRIBUTIONS else None


def parse_distribution(text: str, lookup: Callable[[str], Number]) -> Distribution:
    """Return the distribution that a text describes; ``lookup`` gives the value of a name.

    Raises ``DistributionError``, and ``ExpressionError`` for an argument that is none; what ``lookup``
    raises passes through.
    """
    tree = parse(text, elements=True)
    if not isinstance(tree, Call) or tree.name not in DISTRIBUTIONS:
        raise DistributionError("one distribution, such as normal(10, 2), is expected")

    def number(part: Expr) -> Fraction:
        value = value_of(part, lookup)
        try:
            return Fraction(repr(value)) if isinstance(value, float) else Fraction(value)
        except ValueError:
            raise DistributionError(f"{part.text} is no finite number") from None

    if tree.name == "empirical":
        return _empirical(tree.arguments, number)
    values = _arguments(tree.name, tree.arguments, number)
    match tree.name:
        case "normal":
            return Normal(values["mean"], values["sd"])
        case "uniform":
            return Uniform(values["low"], values["high"])
        case "beta":
            low, high = values.get("low", Fraction(0)), values.get("high", Fraction(1))
            return Beta(values["a"], values["b"], low, high)
        case _ if "mu" in values:
            return Lognormal.of_logarithm(values["mu"], values["sigma"])
        case _:
            return Lognormal.of_value(values["mean"], values["sd"])


def _arguments(
    name: str, parts: Sequence[Expr], number: Callable[[Expr], Fraction]
) -> dict[str, Fraction]:
    """The arguments by name; those without one are the first ones, in order."""
    forms = _FORMS[name]
    expected = " or ".join(f"{name}({', '.join(form)})" for form in forms)
    found: dict[str, Fraction] = {}
    order = next((form for form in forms if len(form) >= len(parts)), forms[-1])
    for place, part in enumerate(parts):
        match part:
            case Call("=", (key_node, value)):
                is_named, key = True, key_node.text.lower()
            case value:
                is_named, key = False, order[min(place, len(order) - 1)]
        if key in found or (not is_named and len(found) != place):
            raise DistributionError(f"{expected} is expected")
        found[key] = number(value)
    if not any(set(form) == found.keys() for form in forms):
        raise DistributionError(f"{expected} is expected")
    return found


def _empirical(parts: Sequence[Expr], number: Callable[[Expr], Fraction]) -> Empirical:
    pairs: dict[Fraction, Fraction] = {}
    if len({isinstance(part, Call) and part.name == ":" for part in parts}) != 1:
        raise DistributionError("empirical(v1, v2, ...) or empirical(v1: w1, ...) is expected")
    for part in parts:
        match part:
            case Call(":", (value, weight)):
                place, share = number(value), number(weight)
            case value:
                place, share = number(value), 1
        pairs[place] = pairs.get(place, Fraction(0)) + share
    return Empirical.of(pairs)
