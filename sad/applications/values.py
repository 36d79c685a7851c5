"""Values for an application's parameters: what may be given, and what cannot be."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

import numpy as np

from sad.applications.check import process_names
from sad.applications.schema import NPROCS, Application, Choice
from sad.diagnostics import argument_error

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

_CODE = "SAD865"


def option_number(choice: Choice, text: str) -> float:
    """Return the number of an option by its name; SAD865 if there is none."""
    if text in choice.options:
        return choice.number(text)
    close = get_close_matches(text, list(choice.options), 1)
    hint = f"did you mean {close[0]}?" if close else f"there are: {', '.join(choice.options)}"
    raise argument_error(_CODE, f"{choice.name} has no option {text!r}", hint)


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
            close = get_close_matches(name, known, 1)
            hint = f"did you mean {close[0]}?" if close else f"known: {', '.join(sorted(known))}"
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
