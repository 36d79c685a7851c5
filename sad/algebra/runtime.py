"""What compiled formulas call: exact arithmetic on numbers of any size.

Exported Python files carry the functions they need, so each of these stands alone.

``CAREFUL`` has the same where a part may have no value, which does no harm where it is multiplied by
zero. A count such as ``[rank > i]*trunc(n/(rank - i))`` divides by zero in iterations that do not
count. The usual functions stop there, which is quick; these go on with ``Undefined`` and stop only if
the result depends on it.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor, gcd, isqrt
from typing import TYPE_CHECKING, Any

from sad.algebra.walk_runtime import (
    walk_from,
    walk_gives,
    walk_on,
    walk_starts,
    walk_total,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

Number = int | float | Fraction


def quotient(numerator: Number, denominator: int) -> Number:
    """Return ``numerator / denominator``, an int where it comes out even."""
    if isinstance(numerator, int):
        whole, rest = divmod(numerator, denominator)
        return Fraction(numerator, denominator) if rest else whole
    return numerator / denominator


def truncated(numerator: Number, denominator: Number) -> int:
    """Return the quotient rounded toward zero."""
    if isinstance(numerator, int) and isinstance(denominator, int):
        size = abs(numerator) // abs(denominator)
        return size if (numerator < 0) == (denominator < 0) else -size
    return int(numerator / denominator)


def remainder(dividend: Number, divisor: Number) -> Number:
    """Return the remainder of the division that rounds toward zero; it has the dividend's sign."""
    if isinstance(dividend, int) and isinstance(divisor, int):
        rest = abs(dividend) % abs(divisor)
        return rest if dividend >= 0 else -rest
    return dividend - divisor * int(dividend / divisor)


def power(base: Number, exponent: Number) -> Number:
    """Return an integer power as the languages compute it: 0 for most negative exponents.

    Raises ``OverflowError`` for a number of thousands of digits.
    """
    if isinstance(base, int) and isinstance(exponent, int) and exponent < 0:
        return {1: 1, -1: 1 if exponent % 2 == 0 else -1}.get(base, 0)
    if isinstance(exponent, int) and exponent > 16384 and not -2 < base < 2:
        message = "a power is too large"
        raise OverflowError(message)
    return base**exponent


def logarithm(base: Number, argument: Number) -> int:
    """Return the logarithm rounded down; -1 for arguments below 1.

    Raises ``ZeroDivisionError`` for a base below 2, whose powers do not grow.
    """
    step, rest, exponent = int(base), floor(argument), -1
    if step < 2:
        message = f"logarithm to the base {step}"
        raise ZeroDivisionError(message)
    while rest >= 1:
        rest //= step
        exponent += 1
    return exponent


def root(argument: Number) -> int:
    """Return the square root rounded down; -1 for arguments below 0."""
    return isqrt(floor(argument)) if argument >= 0 else -1


def divisor(first: Number, second: Number) -> int:
    """Return the greatest common divisor of two whole numbers; what is none is rounded down."""
    return gcd(floor(first), floor(second))


def inverse(divisor: Number) -> Number:
    """Return ``1 / divisor``, exactly for what is exact; an int where it comes out even."""
    found = 1 / divisor if isinstance(divisor, float) else Fraction(1) / divisor
    return int(found) if isinstance(found, Fraction) and found.denominator == 1 else found


def steps(first: Number, last: Number) -> Iterable[Number]:
    """Return first, first + 1, ... up to last."""
    if isinstance(first, int) and isinstance(last, int):
        return range(first, last + 1)
    return [first + step for step in range(floor(last - first) + 1)]


def counted(table: dict[Any, Any], first: Number, last: Number) -> None:
    """Count the iterations of a loop that fills a table, under None.

    Raises ``OverflowError`` past 50 million.
    """
    table[None] = table.get(None, 0) + max(0, floor(last - first) + 1)
    if table[None] > 50_000_000:
        message = "what is busiest takes more than 50 million iterations to find"
        raise OverflowError(message)


def busiest(table: dict[Any, Any]) -> Number:
    """Return the greatest value in a table, at least 0."""
    return max([0, *(value for member, value in table.items() if member is not None)])


# --- parts without a value ---------------------------------------------------------------------------


class Undefined:
    """What has no value; so has everything made of it, but a product with zero."""

    def _spread(self, _other: object = None) -> Undefined:
        return self

    __add__ = __radd__ = __sub__ = __rsub__ = __neg__ = _spread
    __pow__ = __rpow__ = __floordiv__ = __rfloordiv__ = __truediv__ = __rtruediv__ = _spread

    def __mul__(self, other: object) -> Undefined | int:
        return 0 if not isinstance(other, Undefined) and other == 0 else self

    __rmul__ = __mul__


_NOTHING = Undefined()


def _careful(function: Callable[..., Any]) -> Callable[..., Any]:
    def call(*arguments: Any) -> Any:
        if any(isinstance(item, Undefined) for item in arguments):
            return _NOTHING
        try:
            return function(*arguments)
        except ZeroDivisionError:
            return _NOTHING

    return call


def _careful_floor(numerator: Any, denominator: Any) -> Any:
    return numerator // denominator


def _careful_piece(value: Any, *guards: Any) -> Any:
    """The value where all guards are at least zero; one that certainly fails decides, and so does 0."""
    if not isinstance(value, Undefined) and value == 0:
        return 0
    if any(not isinstance(guard, Undefined) and guard < 0 for guard in guards):
        return 0
    return _NOTHING if any(isinstance(guard, Undefined) for guard in guards) else value


def _begun(first: Any, last: Any) -> Any:
    """What a sum starts with: one without bounds has no value."""
    return _NOTHING if isinstance(first, Undefined) or isinstance(last, Undefined) else 0


def _careful_steps(first: Any, last: Any) -> Any:
    return () if isinstance(_begun(first, last), Undefined) else steps(first, last)


def _careful_counted(table: dict[Any, Any], first: Any, last: Any) -> None:
    if isinstance(_begun(first, last), Undefined):
        table[_NOTHING] = _NOTHING
    else:
        counted(table, first, last)


def _careful_from(first: tuple[Any, ...]) -> dict[Any, Any]:
    """A walk from an activation without a value gives none."""
    lost = any(isinstance(item, Undefined) for item in first)
    return {None: [], (): first, first: [_NOTHING, {}]} if lost else walk_from(first)


def _careful_starts(
    walk: dict[Any, Any], state: tuple[Any, ...], weight: Any, other: tuple[Any, ...]
) -> None:
    if any(isinstance(item, Undefined) for item in (weight, *other)):
        walk[state][0] = _NOTHING
    else:
        walk_starts(walk, state, weight, other)


def _careful_busiest(table: dict[Any, Any]) -> Any:
    """The greatest; a member that is not known does no harm if it gets nothing."""
    known: dict[Any, Any] = {}
    for member, value in table.items():
        if isinstance(value, Undefined) or (isinstance(member, Undefined) and value != 0):
            return _NOTHING
        known[member] = value
    return busiest(known)


CAREFUL: Mapping[str, object] = {
    **{
        f.__name__: _careful(f)
        for f in (quotient, truncated, remainder, power, logarithm, root, divisor, inverse)
    },
    "floored": _careful(_careful_floor),
    "greatest": _careful(max),
    "least": _careful(min),
    "piece": _careful_piece,
    "begun": _begun,
    "steps": _careful_steps,
    "counted": _careful_counted,
    "busiest": _careful_busiest,
    "walk_from": _careful_from,
    "walk_on": walk_on,
    "walk_gives": walk_gives,
    "walk_starts": _careful_starts,
    "walk_total": walk_total,
}
"""What formulas call whose parts may have no value."""


def is_undefined(value: object) -> bool:
    """Whether a formula came out without a value."""
    return isinstance(value, Undefined)
