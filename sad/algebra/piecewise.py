"""Functions that are smooth in pieces, for numbers at one point and at many (``point_arrays``)."""

from __future__ import annotations

from functools import partial, reduce, wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

P = ParamSpec("P")
R = TypeVar("R")


class Apart(Exception):
    """A decision that is not the same at all points; ``where`` it is yes."""

    def __init__(self, where: NDArray[np.bool_]) -> None:
        super().__init__()
        self.where = where


def by_pieces(function: Callable[P, R]) -> Callable[P, R]:
    """Let a function evaluate points by themselves that decide otherwise inside, and put them together.

    Without this whoever calls it would be evaluated anew: decisions in functions that have nothing to
    do with each other would multiply. A result is a number, or lists and dictionaries of such.
    """

    @wraps(function)
    def outer(*args: Any, **named: Any) -> R:
        try:
            return function(*args, **named)
        except Apart as apart:
            where = apart.where
        yes = outer(*_taken(args, where), **_taken(named, where))
        no = outer(*_taken(args, ~where), **_taken(named, ~where))
        return _joined(yes, no, where)

    return outer


under_way: list[object] = []
"""The runs that are recorded now (``repeated``), in any thread."""


def applied(function: Callable[..., Any], *numbers: Any) -> Any:
    """Return what a function gives for numbers: of recorded ones in one step, whatever it decides.

    It gives a number, or a list that is always as long.
    """
    recorded = next((item for item in numbers if hasattr(item, "recording")), None)
    call = function if recorded is None else partial(recorded.recording.applied, function)
    return call(*numbers)


def most(values: Sequence[float]) -> float:
    """Return the largest of some numbers, 0 if there are none."""
    if under_way and len(values) > 1:
        return applied(max, *values)
    try:
        return max(values, default=0.0)
    except Apart:
        return _folded("maximum", values)


def least(*values: float) -> float:
    """Return the smallest of some numbers."""
    if under_way and len(values) > 1:
        return applied(min, *values)
    try:
        return min(values)
    except Apart:
        return _folded("minimum", values)


def _folded(name: str, values: Sequence[float]) -> float:
    import numpy as np  # noqa: PLC0415 - heavy, and this is loaded at the start

    return reduce(getattr(np, name), values)


def added(values: Iterable[float]) -> float:
    """Return the sum of some numbers."""
    return applied(_added, *values) if under_way else sum(values)


def _added(*values: float) -> float:
    return sum(values)


@by_pieces
def ratio(over: float, under: float, otherwise: float = 0.0) -> float:
    """Return a quotient, and ``otherwise`` where it has no value."""
    return over / under if under else otherwise


def is_nowhere(number: float) -> bool:
    """Whether a number is not above 0 at the point there is; of many points it may be above."""
    return not hasattr(number, "shape") and number <= 0.0


def _kind(value: Any) -> Any:
    return cast("Any", type(value))


def _taken(value: Any, where: NDArray[np.bool_]) -> Any:
    """Some of the points of all numbers in a value."""
    kind = _kind(value)
    if hasattr(value, "shape"):
        return value[where]
    if kind is dict:
        return {key: _taken(item, where) for key, item in value.items()}
    if kind is list or kind is tuple:
        return cast("Any", kind([_taken(item, where) for item in value]))
    return value


def _joined(yes: Any, no: Any, where: NDArray[np.bool_]) -> Any:
    """The value that is ``yes`` at some points and ``no`` at the others; ``Apart`` if there is none."""
    kind = _kind(yes)
    if yes is no:
        return yes
    if all(hasattr(item, "shape") or isinstance(item, (int, float)) for item in (yes, no)):
        from sad.algebra.point_arrays import joined  # noqa: PLC0415 - needs NumPy

        return joined(yes, no, where)
    if (kind is list or kind is tuple) and _kind(no) is kind and len(yes) == len(no):
        return cast("Any", kind([_joined(*pair, where) for pair in zip(yes, no, strict=True)]))
    if kind is dict and _kind(no) is kind and yes.keys() == no.keys():
        return {key: _joined(item, no[key], where) for key, item in yes.items()}
    raise Apart(where)
