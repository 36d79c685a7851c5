"""A quantity as a function of NumPy arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sad.library.deeply import deeply

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from sad.experiments.arrays import ArrayCurve


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
