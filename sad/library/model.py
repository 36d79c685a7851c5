"""A program whose costs are known as formulas, and the program on a machine."""

from __future__ import annotations

import json
from functools import cached_property
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any

from sad.diagnostics import argument_error
from sad.experiments.curve import target_of
from sad.experiments.quantity import Quantity, parse_quantity
from sad.large_stack import on_large_stack
from sad.library.count import Count
from sad.library.formula import Formula
from sad.library.predicted import Prediction
from sad.library.rows import Parameters, html_table
from sad.library.state import merged
from sad.loading.writing import write_whole
from sad.model.saved import to_json
from sad.reading.saved import DESCRIPTION_SUFFIX
from sad.report.library import ARITHMETIC
from sad.report.text import text_report
from sad.report.view import View

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import ArrayLike

    from sad.diagnostics import Diagnostic
    from sad.evaluation.predict import Prediction as Evaluated
    from sad.experiments.arrays import ArrayCurve
    from sad.experiments.curve import Target
    from sad.library.state import CurveOf, State
    from sad.library.swept import Sweep

_TOTAL = Quantity("total")


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
    @on_large_stack
    def formula(self) -> Formula:
        """The time [s] of one run as a formula in the parameters that have no value.

        Under the models throughput and asm times of blocks depend on the run: the formula is that of
        the values given so far.
        """
        special = self._state.prediction(self._target).specialised
        view = View(special, aliases=self._state.model.entry is not None)
        return Formula(view.total_time(), view)

    @cached_property
    def _total(self) -> CurveOf:
        return self._state.curves(_TOTAL, self._target)

    def at(self, values: Mapping[str, object] | None = None, /, **named: object) -> Prediction:
        """Return the prediction for values beside those the model has.

        Values are numbers, expressions over other names as text, or distributions as text; ``values``
        takes names that are no Python names. What has no value stays open: the prediction says what.
        Raises ``SadError`` SAD501 to SAD503 and SAD510 to SAD512 for values that cannot be.
        """
        point = merged(values, named)

        @on_large_stack
        def evaluated() -> Evaluated:
            return self._state.with_values(point).prediction(self._target)

        curve = self._total
        seconds = curve.quick_value(point)
        if seconds is not None:
            return Prediction(evaluated, float(seconds))
        found = evaluated()
        if found.total is not None:
            on_large_stack(curve.asked)(point)
        return Prediction(lambda: found)

    @on_large_stack
    def function(self, *names: str, quantity: str = "total") -> Function:
        """Return the time [s], or another quantity of ``sad sweep``, as a function of arrays.

        ``names`` are the parameters it takes, in this order; all others need a value. Raises
        ``SadError``: SAD851 (a name given twice), SAD852 (no such quantity).
        """
        asked = parse_quantity(quantity)
        target = self._target if asked.is_timed else None
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

    ``in_arrays`` is whether arrays are worked on as a whole. They are not under the model asm, nor
    where a value that was given is calculated from one of the names: then every point is evaluated
    by itself.
    """

    def __init__(self, curve: ArrayCurve, quantity: str, machine: str) -> None:
        self._curve = curve
        self.names = tuple(axis.name for axis in curve.axes)
        self.quantity = quantity
        self.machine = machine
        self.in_arrays = curve.in_arrays

    @on_large_stack
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


class Model:
    """A program as ``sad.analyze`` and ``sad.load`` return it; immutable.

    >>> import sad
    >>> model = sad.analyze("solve.f")
    >>> model.entry, model.units
    ('SOLVE', ('SOLVE',))
    >>> model.count("SOLVE", line=5)
    Count(N*X1)
    """

    def __init__(self, state: State) -> None:
        self.state = state
        """What the objects of this library share; not for use from outside."""

    # --- what it is ------------------------------------------------------------------------------

    @property
    def entry(self) -> str | None:
        """The unit the counts start from; None if every unit stands by itself."""
        entry = self.state.model.entry
        return None if entry is None else entry.entry

    @property
    def files(self) -> tuple[str, ...]:
        """The source files."""
        return self.state.loaded.description.files

    @property
    def units(self) -> tuple[str, ...]:
        """The units of the program, callees first."""
        return tuple(unit.name for unit in self.state.loaded.description.units)

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What was said while the source was read: errors, warnings and notes."""
        return tuple(self.state.loaded.diagnostics.items)

    @property
    @on_large_stack
    def parameters(self) -> Parameters:
        """What the counts depend on."""
        return Parameters(self.state.view)

    @property
    @on_large_stack
    def assumptions(self) -> tuple[str, ...]:
        """What the formulas rest on beyond the parameters, as sentences."""
        return tuple(self.state.view.assumptions())

    @on_large_stack
    def report(self) -> str:
        """Return the report that ``sad analyze`` prints without a machine."""
        return text_report(View(self.state.prediction(None), brief=True))

    # --- counts ----------------------------------------------------------------------------------

    @on_large_stack
    def count(self, unit: str | None = None, *, line: int | None = None, file: str = "") -> Count:
        """Return how often a line runs, or, without ``line``, how often a unit is entered.

        ``file`` is the file of the line; without it, it is that of the unit. Raises ``SadError``
        SAD852 if there is no such unit or line, and ``TypeError`` without any of the two.
        """
        if line is None:
            if unit is None:
                message = "count() needs a unit, a line, or both"
                raise TypeError(message)
            return self._counted(Quantity("entries", unit))
        if unit is not None:
            own = Quantity("entries", unit)
            own.check(self.state.loaded.description)
        place = file or self._file_of(unit)
        return self._counted(Quantity("count", place, line))

    @on_large_stack
    def operations(self, key: str = "") -> Count:
        """Return how often an operation is performed; ``*`` in the key stands for anything.

        Without a key these are operations of all kinds (docs/operations.md has the keys). Raises
        ``SadError`` SAD852 if the program has no such operation.

        >>> import sad
        >>> sad.analyze("solve.f").operations("mul.double").evaluate(N=10, X1=1)
        45
        """
        return self._counted(Quantity("operations", key))

    @property
    @on_large_stack
    def arithmetic(self) -> dict[str, Count]:
        """Floating-point additions, subtractions, multiplications and divisions by operation."""
        found = self.state.view.operations(self.state.model.expansion.blocks)
        return {
            key: Count(self.state, Quantity("operations", key))
            for key in ARITHMETIC
            if key in found
        }

    def _counted(self, quantity: Quantity) -> Count:
        quantity.check(self.state.loaded.description)
        return Count(self.state, quantity)

    def _file_of(self, unit: str | None) -> str:
        description = self.state.loaded.description
        if unit is None:
            return description.files[0]
        return next(
            u.file for u in description.units if unit.lower() in (u.name.lower(), u.unit.lower())
        )

    # --- values, machines, points ------------------------------------------------------------------

    @on_large_stack
    def with_values(self, values: Mapping[str, object] | None = None, /, **named: object) -> Model:
        """Return the model with values for some parameters: numbers, expressions or distributions.

        Raises ``SadError`` SAD501 to SAD503 and SAD510 to SAD512 for values that cannot be.

        >>> import sad
        >>> model = sad.analyze("solve.f").with_values({"SOLVE.prob@goto10.do30.if1": 0.1}, X1=40)
        >>> model.parameters.missing
        ('N',)
        """
        state = self.state.with_values(merged(values, named))
        _ = state.model  # values that cannot be are told at once
        return Model(state)

    @on_large_stack
    def on(
        self, machine: str | PathLike[str], toolchain: str | None = None, model: str | None = None
    ) -> MachineModel:
        """Return the program on a machine: a name in the database, ``NAME,TOOLCHAIN`` or a file.

        ``model`` is the cost model (``additive``, ``throughput`` or ``asm``; default: as the machine
        file says). Raises ``SadError`` SAD401 without such a machine or toolchain, and as the reader of
        machine files.
        """
        return MachineModel(self.state, target_of(fspath(machine), toolchain, model))

    @on_large_stack
    def sweep(
        self,
        vary: Mapping[str, Iterable[object] | str],
        *,
        machines: Sequence[str] | str = (),
        quantities: Sequence[str] | str = (),
    ) -> Sweep:
        """Return a table over a grid of values, as ``sad sweep`` makes it.

        ``vary`` maps names to values, or to ranges as text (``"1:1000:log20"``). Without ``quantities``
        it is the time of a run; without machines the number of operations. Raises ``SadError`` SAD850
        to SAD853 for what cannot be varied, looked at or evaluated.
        """
        from sad.library.swept import swept  # noqa: PLC0415 - heavy

        return swept([self.state], vary, machines, quantities, compared=False)

    # --- keeping -----------------------------------------------------------------------------------

    @on_large_stack
    def save(self, path: str | PathLike[str]) -> None:
        """Write the description to a file that ``sad.load`` and the command line read (``*.sad.json``).

        Values and the choice of an entry are not part of it. Raises ``SadError`` SAD111 if the file
        cannot be written, or has another suffix.
        """
        text = json.dumps(to_json(self.state.loaded.description), separators=(",", ":")) + "\n"
        write_whole(text, _checked_suffix(fspath(path)))

    def __repr__(self) -> str:
        return f"Model({self.state.label}, entry {self.entry})"

    @on_large_stack
    def _repr_html_(self) -> str:
        description = self.state.loaded.description
        rows = [["", ""], ["source", ", ".join(description.files)]]
        rows.append(["entry", self.entry or "every unit by itself"])
        rows.append(["lines, units", f"{description.lines}, {len(description.units)}"])
        rows.extend([key, str(count)] for key, count in self.arithmetic.items())
        return html_table(rows) + self.parameters.html()


def _checked_suffix(path: str) -> str:
    """A path by which a saved description is known."""
    if path.endswith(DESCRIPTION_SUFFIX):
        return path
    hint = f"for instance {path.partition('.')[0]}{DESCRIPTION_SUFFIX}"
    raise argument_error(
        "SAD111", f"{path}: a saved description ends in {DESCRIPTION_SUFFIX}", hint
    )
