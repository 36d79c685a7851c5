"""What primitives of a programming model take, one at a time, and whether their formulas are times."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

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
    from collections.abc import Callable, Mapping

    from sad.expr.tree import Expr
    from sad.machine.networks.model import Network, Primitive, ProgrammingModel

_CLOCK = "clock_hz"


def _at_a_point(tree: Expr, lookup: Callable[[str], Any], functions: Callable[..., Any]) -> float:
    return float(value_of(tree, lookup, functions, exact=False))


class PrimitiveTimes:
    """Times of the primitives of one programming model [s].

    ``evaluate`` gives a formula its value; with ``values_of`` of ``sad.expr.arrays`` all are arrays.
    """

    def __init__(
        self,
        clock_hz: float,
        network: Network | None,
        model: ProgrammingModel,
        evaluate: Callable[[Expr, Callable[[str], Any], Callable[..., Any]], Any] = _at_a_point,
    ) -> None:
        self._values = {_CLOCK: clock_hz, **{name: value for name, (value, _) in CONSTANTS.items()}}
        for parameters in (parameters_of(network), model.parameters):
            self._values.update({name: value.value for name, value in parameters.items()})
        self._model = model
        self._evaluate = evaluate
        self._far: dict[str, bool] = {}

    def seconds(
        self, primitive: str, *, nbytes: Any, nprocs: Any = 2, hops: Any = 1, busy: bool = False
    ) -> Any:
        """Return the time of ``primitive``.

        ``nbytes`` in bytes, ``nprocs`` and ``hops`` as numbers. ``busy`` asks for the part during which
        the processor works: what the primitive says, else its formula with that part of the primitives
        in it. Raises ``KeyError`` if the model has no such primitive, ``ExpressionError`` where the
        formula has no value.
        """
        known = self._model.primitives[primitive]
        arguments = {"bytes": nbytes, "nprocs": nprocs, "hops": hops}
        inner = busy and known.busy is None

        def lookup(name: str) -> Any:
            if name in arguments:
                return arguments[name]
            if name in self._values:
                return self._values[name]
            return self.seconds(name, nbytes=nbytes, nprocs=nprocs, hops=hops, busy=inner)

        def call(name: str, given: tuple[Any, ...]) -> Any:
            return self.seconds(name, nbytes=given[0], nprocs=nprocs, hops=hops, busy=inner)

        formula = known.busy if busy and known.busy is not None else known.formula
        return self._evaluate(formula, lookup, call)

    def use_hops(self, name: str) -> bool:
        """Return whether the time of a primitive depends on the links on the way."""
        if name not in self._far:
            known = self._model.primitives[name]
            used = set(names_of(known.formula))
            if known.busy is not None:
                used.update(names_of(known.busy))
            others = used & self._model.primitives.keys() - {name}
            self._far[name] = "hops" in used or any(map(self.use_hops, others))
        return self._far[name]


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
