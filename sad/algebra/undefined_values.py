"""Formulas where a part has no value: it does no harm where it is multiplied by zero.

A count such as ``[rank > i]*trunc(n/(rank - i))`` divides by zero in iterations that do not count. The
usual functions stop there, which is quick; these go on with ``Undefined`` and stop only if the result
depends on it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sad.algebra import runtime
from sad.algebra.dialect import Dialect

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


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


def _floored(numerator: Any, denominator: Any) -> Any:
    return numerator // denominator


def _piece(value: Any, *guards: Any) -> Any:
    """The value where all guards are at least zero; one that certainly fails decides."""
    if any(not isinstance(guard, Undefined) and guard < 0 for guard in guards):
        return 0
    return _NOTHING if any(isinstance(guard, Undefined) for guard in guards) else value


def _begun(first: Any, last: Any) -> Any:
    """What a sum starts with: one without bounds has no value."""
    return _NOTHING if isinstance(first, Undefined) or isinstance(last, Undefined) else 0


def _steps(first: Any, last: Any) -> Any:
    return () if isinstance(_begun(first, last), Undefined) else runtime.steps(first, last)


SCOPE: dict[str, object] = {
    **{
        name: _careful(getattr(runtime, name))
        for name in ("quotient", "truncated", "remainder", "power", "logarithm")
    },
    "floored": _careful(_floored),
    "greatest": _careful(max),
    "least": _careful(min),
    "piece": _piece,
    "begun": _begun,
    "steps": _steps,
}
"""What formulas in this dialect call."""


class Careful(Dialect):
    """Python whose every operation may meet ``Undefined``."""

    words = frozenset(SCOPE)

    def floor(self, numerator: str, denominator: str, *, fixed: bool) -> str:
        """Return a quotient rounded down."""
        del fixed
        return self.call("floored", numerator, denominator)

    def greatest(self, arguments: Sequence[str]) -> str:
        """Return the greatest of two or more values."""
        return self.call("greatest", *arguments)

    def least(self, arguments: Sequence[str]) -> str:
        """Return the least of two or more values."""
        return self.call("least", *arguments)

    def piece(self, value: str, guards: Sequence[str], *, safe: bool) -> str:
        """Return ``value`` where all guards are at least zero, else zero."""
        del safe
        return self.call("piece", value, *guards)

    def open_sum(self, total: str, index: str, first: str, last: str, spare: str) -> list[str]:
        """Return the statements before a sum's body."""
        del spare
        start = self.call("begun", first, last)
        return [f"{total} = {start}", f"for {index} in {self.call('steps', first, last)}:"]


def is_undefined(value: object) -> bool:
    """Whether a formula came out without a value."""
    return isinstance(value, Undefined)
