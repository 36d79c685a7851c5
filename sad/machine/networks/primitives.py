"""What primitives of a programming model take, one at a time, and whether their formulas are times."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from sad.expr.dimensions import (
    BYTES,
    SECONDS,
    Dimension,
    DimensionError,
    dimension_of,
    dimension_of_name,
)
from sad.expr.functions import names_of
from sad.expr.numbers import value_of
from sad.expr.tree import ExpressionError
from sad.machine.networks.model import ARGUMENTS, CONSTANTS, parameters_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.algebra.runtime import Number
    from sad.machine.networks.model import Network, Primitive, ProgrammingModel

_CLOCK = "clock_hz"


class PrimitiveTimes:
    """Times of the primitives of one programming model [s]."""

    def __init__(self, clock_hz: float, network: Network | None, model: ProgrammingModel) -> None:
        self._values = {_CLOCK: clock_hz, **{name: value for name, (value, _) in CONSTANTS.items()}}
        for parameters in (parameters_of(network), model.parameters):
            self._values.update({name: value.value for name, value in parameters.items()})
        self._model = model

    def seconds(
        self, primitive: str, *, nbytes: float, nprocs: float = 2, hops: float = 1
    ) -> float:
        """Return the time of ``primitive``.

        ``nbytes`` in bytes, ``nprocs`` and ``hops`` as numbers. Raises ``KeyError`` if the model has no
        such primitive, ``ExpressionError`` where the formula has no value.
        """
        known = self._model.primitives[primitive]
        arguments = {"bytes": nbytes, "nprocs": nprocs, "hops": hops}

        def lookup(name: str) -> float:
            if name in arguments:
                return arguments[name]
            if name in self._values:
                return self._values[name]
            return self.seconds(name, nbytes=nbytes, nprocs=nprocs, hops=hops)

        def call(name: str, given: tuple[Number, ...]) -> float:
            return self.seconds(name, nbytes=float(given[0]), nprocs=nprocs, hops=hops)

        return float(value_of(known.formula, lookup, call, exact=False))


def check_primitive(primitive: Primitive, network: Network | None, model: ProgrammingModel) -> None:
    """Raise ``ExpressionError`` (an unknown name, a circle), ``DimensionError`` if it is no time."""
    _check_circle(primitive.name, model, ())
    dimensions = {_CLOCK: dimension_of_name(_CLOCK), **ARGUMENTS}
    dimensions.update({name: dimension for name, (_, dimension) in CONSTANTS.items()})
    for name in (*parameters_of(network), *model.parameters):
        dimensions[name] = dimension_of_name(name)
    lookup = partial(_dimension, dimensions, model)
    for formula in (primitive.formula, primitive.busy):
        if formula is None:
            continue
        found = dimension_of(formula, lookup, partial(_dimension_of_call, model))
        if found is not None and found != SECONDS:
            raise DimensionError(f"it yields {found}, not seconds")


def _dimension(known: Mapping[str, Dimension], model: ProgrammingModel, name: str) -> Dimension:
    if name in known:
        return known[name]
    if name in model.primitives:
        return SECONDS
    names = ", ".join(sorted([*known, *model.primitives]))
    raise ExpressionError(f"no parameter {name} (there are: {names})")


def _dimension_of_call(
    model: ProgrammingModel, name: str, arguments: tuple[Dimension | None, ...]
) -> Dimension:
    if name not in model.primitives:
        raise ExpressionError(f"no function and no primitive {name}")
    if len(arguments) != 1:
        raise ExpressionError(f"{name} takes one argument, the bytes of the message")
    if arguments[0] not in (None, BYTES):
        raise DimensionError(f"{name} takes bytes, not {arguments[0]}")
    return SECONDS


def _check_circle(name: str, model: ProgrammingModel, seen: tuple[str, ...]) -> None:
    if name in seen:
        raise ExpressionError(f"{' -> '.join((*seen, name))} is a circle")
    for used in names_of(model.primitives[name].formula):
        if used in model.primitives:
            _check_circle(used, model, (*seen, name))
