"""What no formula gives is found by running the program's slice on every rank."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from sad.algebra.evaluate import evaluate
from sad.algebra.poly import Poly
from sad.loading.evaluating import number_of, place_of_input, slice_inputs, start_of, words_of
from sad.spmd.grid_sides import balanced
from sad.symbols import NPROCS, RANK

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.algebra.evaluate import Number
    from sad.evaluation.names import Names
    from sad.model.nodes import UnitDescription
    from sad.profiles.settings import Setting
    from sad.reading.loaded import Loaded
    from sad.reading.options import Choice
    from sad.slicing.evaluate_ranks import RanksRun
    from sad.slicing.program import SlicedProgram


class RankRuns:
    """A program of ranks that can be run: its analysis, its main program, and what is given.

    ``unused`` are settings that no formula needs, ``noted`` inputs whose values are kept.
    """

    def __init__(
        self,
        loaded: Loaded,
        choice: Choice,
        entry: UnitDescription | None,
        names: Names,
        unused: Mapping[str, Setting],
        noted: Sequence[str] = (),
    ) -> None:
        self._noted = tuple(noted)
        self._loaded, self._choice, self._entry = loaded, choice, entry
        self._names, self._unused = names, unused
        self._known: dict[object, RanksRun | None] = {}
        self._program: SlicedProgram | None = None  # its slices are written once

    @property
    def can_run(self) -> bool:
        """Whether there is source, a main program, and a step to run."""
        is_program = self._entry is not None and self._entry.kind == "program"
        return self._loaded.source is not None and is_program and self._choice.evaluate_steps > 0

    def at(
        self, nprocs: int, values: Mapping[str, Number | Poly], sides: tuple[int, ...] = ()
    ) -> RanksRun | None:
        """Return the run with so many processes at values by symbol; None if nothing can be run.

        Values that are formulas are those of the rank. ``sides`` are given ones of the grid of all.
        """
        key = (nprocs, sides, frozenset(values.items()))
        if key not in self._known:
            self._known[key] = self._run(nprocs, values, sides) if self.can_run else None
        return self._known[key]

    def _run(
        self, nprocs: int, values: Mapping[str, Number | Poly], sides: tuple[int, ...]
    ) -> RanksRun | None:
        from sad.slicing.evaluate_ranks import evaluate_ranks  # noqa: PLC0415 - seldom needed
        from sad.slicing.program import SlicedProgram  # noqa: PLC0415

        analysis = self._loaded.analysis
        assert analysis is not None
        start = start_of(analysis, self._entry)
        if start is None:
            return None
        numbers = {symbol: _number(value) for symbol, value in values.items()}
        whole: dict[str, object] = {
            symbol: _of_ranks(value, numbers, nprocs)
            if isinstance(value, Poly)
            else numbers[symbol]
            for symbol, value in values.items()
        }
        given = slice_inputs(
            *(analysis, start, self._choice, whole, self._names, self._given(nprocs)),
            of_ranks=True,
            noted=self._noted,
        )

        def chosen(processes: int, dimensions: int) -> tuple[int, ...]:
            if processes == nprocs and dimensions == len(sides):
                return sides
            return balanced(processes, dimensions)

        if self._program is None:
            self._program = SlicedProgram(analysis, start)
        steps = self._choice.evaluate_steps
        return evaluate_ranks(self._program, given, nprocs, steps, chosen)

    def inputs_at(self, nprocs: int, values: Mapping[str, Number | Poly]) -> dict[str, int]:
        """Return whole numbers that the noted inputs have in a run, the same whenever they are read."""
        from sad.slicing.runtime import NOT_SET  # noqa: PLC0415 - seldom needed

        run, analysis = self.at(nprocs, values), self._loaded.analysis
        if run is None or analysis is None:
            return {}
        start = start_of(analysis, self._entry)
        found = dict(words_of(start, self._choice.command_line)) if start is not None else {}
        for symbol, place in place_of_input(analysis, self._noted).items():
            read = run.noted.get(place, set[object]()) - {NOT_SET}
            number, *others = read or (None,)
            if isinstance(number, int) and not isinstance(number, bool) and not others:
                found[symbol] = number
        return {symbol: int(found[symbol]) for symbol in self._noted if symbol in found}

    def _given(self, nprocs: int) -> dict[str, object]:
        """The values that no formula needs: numbers, or one of each rank."""
        found: dict[str, object] = {}
        for name, setting in self._unused.items():
            numbers = tuple(
                number_of(setting.text, {NPROCS: nprocs, RANK: rank}) for rank in range(nprocs)
            )
            if None not in numbers:
                found[name] = numbers[0] if len(set(numbers)) == 1 else numbers
        return found


def _number(value: Number | Poly) -> Number | None:
    if isinstance(value, Poly):
        return None
    return int(value) if isinstance(value, Fraction | float) and value == int(value) else value


def _of_ranks(
    value: Poly, numbers: Mapping[str, Number | None], nprocs: int
) -> tuple[Number | None, ...]:
    known = {symbol: number for symbol, number in numbers.items() if number is not None}
    return tuple(
        _number(evaluate(value, {**known, NPROCS: nprocs, RANK: rank})) for rank in range(nprocs)
    )
