"""Values at points of a sweep: those given, and what names and calls of formulas stand for."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from sad.applications.check import process_names
from sad.applications.schema import NPROCS, Application, Expression
from sad.communication.times import DERIVED, OF_ALL
from sad.diagnostics import argument_error, did_you_mean
from sad.expr.arrays import values_of
from sad.expr.numbers import MOST_TERMS
from sad.expr.tree import ExpressionError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from sad.applications.schema import Choice
    from sad.expr.arrays import Floats


_PRIMITIVE_HINT = (
    "give it a formula in the machine file, or take another --library; docs/networks.md"
)
_SUM_HINT = f"a sum begins at a whole number and has at most {MOST_TERMS} terms"
_CODE = "SAD865"


class Messages(Protocol):
    """Times of messages [s], as ``sad.communication.times`` has them."""

    @property
    def capacity(self) -> int | None:
        """How many processes there are nodes for; None if nobody says."""
        ...

    @property
    def room(self) -> str:
        """The capacity in words, and where it stands."""
        ...

    def knows(self, primitive: str) -> bool:
        """Whether the time of a primitive can be had."""
        ...

    def algorithm(self, primitive: str, nbytes: float, nprocs: float) -> str:
        """Return how the time of a primitive is had."""
        ...

    def seconds(self, primitive: str, nbytes: Any, nprocs: Any) -> Any:
        """Return the time of a primitive for a message that long among so many processes."""
        ...


class FormulaScope:
    """The values of one application's names at some points; each is computed once.

    ``given`` are arrays of one length, or single values that hold for all points. ``rate`` gives
    the values of a rate for this scope, ``messages`` the times of messages; both raise what
    they like where they have none; ``rates_used`` and ``messages_used`` are the names of those
    that were asked for; ``others`` are options without the phase that is computed.
    To be used under ``numpy.errstate(all="ignore")``.
    """

    def __init__(
        self,
        application: Application,
        given: Mapping[str, Floats],
        rate: Callable[[str, FormulaScope], Floats] | None = None,
        messages: Messages | None = None,
    ) -> None:
        self._application = application
        self._values: dict[str, Floats] = dict(given)
        self._rate = rate
        self._messages = messages
        self._asking: Expression | None = None
        self.others = ""
        self.rates_used: set[str] = set()
        self.messages_used: set[str] = set()
        self._choice_of = {
            name: choice
            for choice in application.choices.values()
            for option in choice.options.values()
            for name in option.values
        }

    @property
    def asking(self) -> Expression | None:
        """The formula that is computed just now, for messages about it."""
        return self._asking

    def value(self, expression: Expression) -> Floats:
        """Return the values of a formula at all points; not finite where it has none."""
        before, self._asking = self._asking, expression
        try:
            return values_of(expression.formula, self.named, self._message)
        except ExpressionError as error:
            expression.item.fail("SAD866", f"{expression.text!r}: {error}", _SUM_HINT)
        finally:
            self._asking = before

    def named(self, name: str) -> Floats:
        """Return the values of a name: given, of a definition, an option or a rate."""
        if name not in self._values:
            self._values[name] = self._find(name)
        return self._values[name]

    def among(self, choice: Choice, options: tuple[str, ...]) -> Floats:
        """Return where a choice is one of some options, as truth values."""
        chosen = self.named(choice.name)
        found: Any = np.False_
        for option in options:
            found = found | (chosen == choice.number(option))
        return found

    def _find(self, name: str) -> Floats:
        definition = self._application.definitions.get(name)
        if definition is not None:
            return self.value(definition)
        choice = self._choice_of.get(name)
        if choice is not None:
            return self._of_option(name, choice)
        assert self._rate is not None, name
        self.rates_used.add(name)
        return self._rate(name, self)

    def _of_option(self, name: str, choice: Choice) -> Floats:
        """What the chosen options set; NaN where they do not set the name."""
        chosen = self.named(choice.name)
        found: Any = np.float64(np.nan)
        for option in choice.options.values():
            here = chosen == choice.number(option.name)
            if name not in option.values or not np.any(here):
                continue
            value = self.value(option.values[name])
            found = value if np.all(here) else np.where(here, value, found)
        return found

    def _message(self, name: str, given: tuple[Floats, ...]) -> Floats:
        """The time of a message; one process sends none."""
        assert self._messages is not None
        assert self._asking is not None
        if not self._messages.knows(name):
            message = f"{self._asking.text!r}: the message-passing library has no {name}"
            close = get_close_matches(name, {*DERIVED, *OF_ALL} - {name}, 1, 0.8)
            known = bool(close) and self._messages.knows(close[0])
            hint = f"did you mean {close[0]}?" if known else _PRIMITIVE_HINT
            if self.others and not known:
                hint += f"; or do without: {self.others}"
            self._asking.item.fail("SAD868", message, hint)
        self.messages_used.add(name)
        nbytes, nprocs = given[0], given[1] if len(given) > 1 else self.named(NPROCS)
        alone: Any = nprocs <= 1
        if np.all(alone):
            return np.float64(0.0)
        seconds = self._messages.seconds(
            name, np.where(nbytes >= 0, nbytes, np.nan), np.where(alone, 2.0, nprocs)
        )
        return np.where(alone, 0.0, seconds)


def complete(
    application: Application, points: Mapping[str, Any]
) -> tuple[dict[str, NDArray[np.float64]], tuple[int, ...]]:
    """Return flat arrays for all that is given or has a default, and the shape of the points.

    What is the same everywhere has length 1. Raises ``SadError`` SAD865: no value, one that is too
    small, processes that do not fit their grid.
    """
    known = {*process_names(application), *application.parameters, *application.settable}
    for name in points:
        if name not in known:
            hint = did_you_mean(name, known, f"known: {', '.join(sorted(known))}")
            message = f"{application.name} has no parameter {name}"
            raise argument_error(_CODE, message, hint)
    given: dict[str, Any] = {**application.defaults, **points}
    for name in (*process_names(application), *application.parameters):
        if name not in given:
            if name == NPROCS and application.dimensions > 1:
                continue
            raise argument_error(_CODE, f"{name} has no value", f"give one: --set {name}=4")
    if NPROCS not in given:
        given[NPROCS] = 1.0
        for side in process_names(application)[1:]:
            given[NPROCS] = given[NPROCS] * np.asarray(given[side], np.float64)
    arrays = {name: np.asarray(value, np.float64) for name, value in given.items()}
    shape = np.broadcast_shapes(*(array.shape for array in arrays.values()))
    flat = {
        name: array.reshape(-1) if array.size == 1 else np.broadcast_to(array, shape).reshape(-1)
        for name, array in arrays.items()
    }
    _check(application, flat)
    return flat, shape


def _check(application: Application, points: Mapping[str, NDArray[np.float64]]) -> None:
    for name in process_names(application):
        values = points[name]
        _refuse(name, values, (values >= 1) & (values == np.floor(values)), "a whole number from 1")
    for name, parameter in application.parameters_by_name.items():
        values = points[name]
        text = f"at least {parameter.at_least:g} is expected"
        _refuse(name, values, (values >= parameter.at_least) & np.isfinite(values), text)
    for name, choice in application.choices.items():
        values = points[name]
        good = np.isin(values, np.arange(1, len(choice.options) + 1))
        _refuse(name, values, good, f"one of {', '.join(choice.options)} is expected")
    for name in application.settable:
        if name in points:
            values, rate = points[name], name in application.rate_names
            good = (values > 0 if rate else values >= 0) & np.isfinite(values)
            _refuse(
                name, values, good, f"{'more than zero' if rate else 'zero or more'} is expected"
            )
    sides = [points[name] for name in process_names(application)[1:]]
    if sides:
        processes = sides[0]
        for side in sides[1:]:
            processes = processes * side
        same = processes == points[NPROCS]
        _refuse(NPROCS, points[NPROCS], same, f"the grid has {_first(processes, same)} processes")


def _refuse(name: str, values: NDArray[np.float64], good: NDArray[np.bool_], expected: str) -> None:
    if not np.all(good):
        raise argument_error(_CODE, f"{name} is {_first(values, good)}", expected)


def _first(values: NDArray[np.float64], good: NDArray[np.bool_]) -> str:
    """The first value that is not good."""
    return "" if np.all(good) else f"{values[np.argmin(good)]:g}"
