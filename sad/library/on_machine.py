"""A program on a machine, and its quantities as functions of NumPy arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sad.experiments.quantity import parse_quantity
from sad.library.deeply import deeply
from sad.library.formula import Formula
from sad.library.predicted import Prediction
from sad.library.rows import html_table
from sad.library.state import merged
from sad.report.view import View

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike

    from sad.experiments.arrays import ArrayCurve
    from sad.experiments.curve import Target
    from sad.library.state import State


class MachineModel:
    """A program on a machine: give it values and it predicts times.

    >>> import sad
    >>> solve = sad.analyze("solve.f").on("sparc2")
    >>> print(solve.formula.leading())
    2.61e-07*N**2*X1
    >>> solve.at(N=500)
    Prediction(needs X1, P1)
    >>> solve.at(N=500, X1=40, P1=0.1)
    Prediction(2.63 s on sparc2, f77-O)
    """

    def __init__(self, state: State, target: Target) -> None:
        self._state = state
        self._target = target

    @property
    def machine(self) -> str:
        """The machine and its toolchain."""
        toolchain = self._target.toolchain_for(self._state.model)
        return f"{self._target.machine.name}, {toolchain.name}"

    @property
    @deeply
    def formula(self) -> Formula:
        """The time [s] of one run as a formula in the parameters that have no value.

        Under the models throughput and asm times of blocks depend on the run: the formula is that of
        the values given so far.
        """
        special = self._state.prediction(self._target).specialised
        view = View(special, aliases=self._state.model.entry is not None)
        return Formula(view.total_time(), view)

    @deeply
    def at(self, values: Mapping[str, object] | None = None, /, **named: object) -> Prediction:
        """Return the prediction for values beside those the model has.

        Values are numbers, expressions over other names as text, or distributions as text; ``values``
        takes names that are no Python names. What has no value stays open: the prediction says what.
        Raises ``SadError`` SAD501 to SAD503 and SAD510 to SAD512 for values that cannot be.
        """
        state = self._state.with_values(merged(values, named))
        return Prediction(state.prediction(self._target))

    @deeply
    def function(self, *names: str, quantity: str = "total") -> Function:
        """Return the time [s], or another quantity of ``sad sweep``, as a function of arrays.

        ``names`` are the parameters it takes, in this order; all others need a value. Raises
        ``SadError``: SAD851 (a name given twice), SAD852 (no such quantity).
        """
        asked = parse_quantity(quantity)
        target = self._target if asked.is_time else None
        return Function(self._state.curves(asked, target).of(names), quantity, self.machine)

    def __repr__(self) -> str:
        return f"MachineModel({self._state.label} on {self.machine})"

    def _repr_html_(self) -> str:
        machine = self._target.machine
        rows = [["", ""], ["program", self._state.label], ["machine", self.machine]]
        rows.append(["about the machine", machine.description])
        return html_table(rows) + f"<p>$\\displaystyle {self.formula.latex()}$ [s]</p>"


class Function:
    """Takes an array for each of its ``names`` and broadcasts them; arithmetic is float64.

    >>> import sad
    >>> f = sad.analyze("solve.f").with_values(X1=40, P1=0.1).on("sparc2").function("N")
    >>> f([100, 200, 400]).round(3)
    array([0.108, 0.426, 1.688])
    >>> round(f(500), 2)
    2.63

    ``in_arrays`` is whether arrays are worked on as a whole. They are not where the time of a block
    depends on the run (the models throughput and asm), nor where a value that was given is calculated
    from one of the names: then every point is evaluated by itself.
    """

    def __init__(self, curve: ArrayCurve, quantity: str, machine: str) -> None:
        self._curve = curve
        self.names = tuple(axis.name for axis in curve.axes)
        self.quantity = quantity
        self.machine = machine
        self.in_arrays = curve.in_arrays

    @deeply
    def __call__(self, *arrays: ArrayLike) -> Any:
        """Return the values in the common shape of the arrays; a float for numbers.

        Raises ``SadError`` SAD503 for values that cannot be, SAD850 if another parameter has no value,
        ``TypeError`` for a wrong number of arrays, and ``ValueError`` if they do not broadcast.
        """
        if len(arrays) != len(self.names):
            message = f"{len(self.names)} arguments expected ({', '.join(self.names)})"
            raise TypeError(message)
        found = self._curve(*arrays)
        return float(found) if found.ndim == 0 else found

    def __repr__(self) -> str:
        on = f" on {self.machine}" if self.machine else ""
        return f"Function({self.quantity} of {', '.join(self.names)}{on})"
