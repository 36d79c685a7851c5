"""A program whose costs are known as formulas."""

from __future__ import annotations

import json
from os import PathLike, fspath
from typing import TYPE_CHECKING

from sad.diagnostics import argument_error
from sad.experiments.curve import target_of
from sad.experiments.quantity import Quantity
from sad.library.count import Count
from sad.library.deeply import deeply
from sad.library.on_machine import MachineModel
from sad.library.rows import Parameters, html_table
from sad.library.state import merged
from sad.library.swept import swept
from sad.loading.writing import write_whole
from sad.model.saved import to_json
from sad.reading.saved import DESCRIPTION_SUFFIX
from sad.report.library import ARITHMETIC
from sad.report.text import text_report
from sad.report.view import View

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sad.diagnostics import Diagnostic
    from sad.library.state import State
    from sad.library.swept import Sweep


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
    @deeply
    def parameters(self) -> Parameters:
        """What the counts depend on."""
        return Parameters(self.state.view)

    @property
    @deeply
    def assumptions(self) -> tuple[str, ...]:
        """What the formulas rest on beyond the parameters, as sentences."""
        return tuple(self.state.view.assumptions())

    @deeply
    def report(self) -> str:
        """Return the report that ``sad analyze`` prints without a machine."""
        return text_report(View(self.state.prediction(None), brief=True))

    # --- counts ----------------------------------------------------------------------------------

    @deeply
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

    @deeply
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
    @deeply
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

    @deeply
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

    @deeply
    def on(
        self, machine: str | PathLike[str], toolchain: str | None = None, model: str | None = None
    ) -> MachineModel:
        """Return the program on a machine: a name in the database, ``NAME,TOOLCHAIN`` or a file.

        ``model`` is the cost model (``additive``, ``throughput`` or ``asm``; default: as the machine
        file says). Raises ``SadError`` SAD401 without such a machine or toolchain, and as the reader of
        machine files.
        """
        return MachineModel(self.state, target_of(fspath(machine), toolchain, model))

    @deeply
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
        return swept([self.state], vary, machines, quantities, compared=False)

    # --- keeping -----------------------------------------------------------------------------------

    @deeply
    def save(self, path: str | PathLike[str]) -> None:
        """Write the description to a file that ``sad.load`` and the command line read (``*.sad.json``).

        Values and the choice of an entry are not part of it. Raises ``SadError`` SAD111 if the file
        cannot be written, or has another suffix.
        """
        text = json.dumps(to_json(self.state.loaded.description), separators=(",", ":")) + "\n"
        write_whole(text, _checked_suffix(fspath(path)))

    def __repr__(self) -> str:
        return f"Model({self.state.label}, entry {self.entry})"

    @deeply
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
