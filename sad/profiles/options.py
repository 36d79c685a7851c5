"""Values of options as users write them: texts, truth values and real numbers."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from sad.algebra.codes import Coding, code_of_real, code_of_text
from sad.expr.numbers import evaluate_expression
from sad.expr.tree import ExpressionError

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.algebra.evaluate import Number

_TRUE = frozenset(("true", ".true.", "t", ".t.", "yes", "1"))
_FALSE = frozenset(("false", ".false.", "f", ".f.", "no", "0"))
HINTS = {
    Coding.TEXT: "for instance TRANSA=N or \"TRANSA='N'\"",
    Coding.TRUTH: "for instance UPPER=true or UPPER=.FALSE.",
    Coding.REAL: "for instance ALPHA=0.5 or ALPHA=1D-3",
}


class OptionError(Exception):
    """The text is no value of an option. The message says why."""


def option_code(
    text: str, coding: Coding, length: int | None, lookup: Callable[[str], Number]
) -> int:
    """Return the code of an option's value; raise ``OptionError`` if it is none.

    ``length`` is that of a text variable [characters]: shorter values are filled with blanks.
    ``lookup`` gives the value of a name inside the expression for a real number.
    """
    match coding:
        case Coding.TEXT:
            return code_of_text(_filled(_unquoted(text), length))
        case Coding.TRUTH:
            word = text.lower()
            if word in _TRUE or word in _FALSE:
                return int(word in _TRUE)
            raise OptionError("true or false is expected")
        case _:
            return code_of_real(real_value(text, lookup))


def real_value(text: str, lookup: Callable[[str], Number]) -> Fraction:
    """Return a real number: a constant as it is written, or the value of an expression."""
    try:
        return Fraction(text.upper().replace("D", "E"))
    except (ValueError, ZeroDivisionError):
        pass
    try:
        value = evaluate_expression(text, lookup)
        return Fraction(repr(value)) if isinstance(value, float) else Fraction(value)
    except ExpressionError as error:
        raise OptionError(str(error)) from None
    except ValueError:
        raise OptionError("a finite number is expected") from None


def _unquoted(text: str) -> str:
    for quote in ("'", '"'):
        if text.startswith(quote):
            inner = text[1:-1]
            if len(text) < 2 or not text.endswith(quote) or quote in inner.replace(quote * 2, ""):
                raise OptionError(f"a closing {quote} is missing")
            return inner.replace(quote * 2, quote)
    return text


def _filled(text: str, length: int | None) -> str:
    if length is None:
        return text
    if len(text.rstrip(" ")) > length:
        many = f"{length} character{'s' * (length != 1)}"
        raise OptionError(f"the variable has {many}, {text!r} has {len(text)}")
    return text[:length].ljust(length)
