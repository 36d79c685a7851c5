"""A function of Extra-P as an expression.

A function is a constant plus terms; a term is a coefficient times powers of a parameter and of its
binary logarithm, or of several parameters (performance model normal form).
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from sad.diagnostics import Span, input_error
from sad.profiles.fitting.forms import ONE
from sad.profiles.fitting.text import weighted_sum

if TYPE_CHECKING:
    from sad.profiles.fitting.json_node import Node

_LARGEST_DENOMINATOR = 100


def model_text(function: Node, sizes: tuple[str, ...]) -> str:
    """Return a function over ``sizes`` as an expression.

    Raises ``SadError``: SAD741 (a field is missing or has another type), SAD742 (it has segments, or
    terms that are not known).
    """
    if function.has("segments"):
        _unknown(function, "a function with segments is no expression")
    constant = 0.0
    if function.has("constant_coefficient"):
        constant = function.member("constant_coefficient").number()
    parts: list[tuple[str, float]] = []
    if function.has("compound_terms"):
        parts = [_term(term, sizes) for term in function.member("compound_terms").items()]
    return weighted_sum([(ONE, constant), *parts])


def _unknown(node: Node, message: str) -> None:
    hint = "make models without segments, of polynomial and logarithmic terms"
    where = Span.at(node.file, node.line)
    raise input_error("SAD742", f"{node.path}: {message}", where, hint)


def _term(term: Node, sizes: tuple[str, ...]) -> tuple[str, float]:
    """Return a term's factors and its coefficient."""
    coefficient = term.member("coefficient").number()
    factors: list[str] = []
    if term.has("parameter_term_pairs"):
        for index, inner in term.member("parameter_term_pairs").members():
            if inner.has("segments"):
                _unknown(inner, "a term with segments is no expression")
            if not index.isdecimal() or int(index) >= len(sizes):
                inner.fail(f"there is no parameter {index}")
            coefficient *= inner.member("coefficient").number()
            factors += _powers(inner, sizes[int(index)])
    else:
        if not sizes:
            term.fail("there is no parameter")
        factors = _powers(term, sizes[0])
    return "*".join(factors) or ONE, coefficient


def _powers(term: Node, size: str) -> list[str]:
    found: list[str] = []
    for simple in term.member("simple_terms").items():
        exponent = _exponent(simple.member("exponent"))
        match simple.member("term_type").text():
            case "polynomial":
                base = size
            case "logarithm":
                base = f"log2({size})"
            case other:
                _unknown(simple, f"terms of type {other} are not known")
                continue
        if exponent:
            found.append(base + _raised(exponent))
    return found


def _exponent(node: Node) -> Fraction:
    """Return an exponent, which is a number or a text such as ``5/2``."""
    if not isinstance(node.value, str):
        return Fraction(node.number()).limit_denominator(_LARGEST_DENOMINATOR)
    try:
        return Fraction(node.value).limit_denominator(_LARGEST_DENOMINATOR)
    except (ValueError, ZeroDivisionError):
        node.fail(f"{node.value!r} is no exponent")


def _raised(exponent: Fraction) -> str:
    if exponent == 1:
        return ""
    if exponent.denominator == 1 and exponent > 0:
        return f"**{exponent}"
    return f"**({exponent})"
