"""When the ranks of a program that is scaled are run, and what for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sad.diagnostics import argument_error
from sad.evaluation.evaluated import ending_units, returning
from sad.model.parameters import Class
from sad.parallel import GRID, OF_PROCESSES
from sad.spmd.evaluated import ended, place_of
from sad.spmd.evaluated_times import EvaluatedPhases, NotFoundError
from sad.spmd.rank_runs import RankRuns
from sad.symbols import NPROCS, is_unresolved

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from sad.algebra.evaluate import Number
    from sad.diagnostics import SadError
    from sad.evaluation.names import Names
    from sad.model.expand import Expansion
    from sad.model.walks.phases import Stage
    from sad.reading.loaded import Loaded
    from sad.reading.options import Choice
    from sad.slicing.evaluate_ranks import RanksRun
    from sad.spmd.charges import Charges
    from sad.spmd.rows import Floats, Rows
    from sad.spmd.single_messages import Passing
    from sad.spmd.times import Communication, Computation

_READ = "is read"
_MOST_RUNS = 64
"""Points that are looked at for whether the program ends early, if formulas give all times."""


class PhaseRuns:
    """Runs of a program's ranks at points.

    ``symbols`` are what the ranks are run for, by label: a run tells counts without these values.
    ``optional`` are inputs that no formula needs, but a run may.
    ``read_and_set`` are names of values that are set although the program reads them, from ``--stdin``
    perhaps. ``assumed`` is what the counts assume
    of calls that may end the program.
    """

    def __init__(
        self,
        loaded: Loaded,
        choice: Choice,
        expansion: Expansion,
        names: Names,
        needed: Sequence[str],
        stages: Sequence[Stage],
    ) -> None:
        self._loaded, self._stages = loaded, stages
        unused = [name for name in choice.settings.items if names.find(name) is None]
        self.optional = tuple(name for name in unused if names.is_input(name))
        settings = {name: choice.settings.items[name] for name in self.optional}
        inputs = [symbol for symbol in needed if choice.has_input and not is_unresolved(symbol)]
        self.of_ranks = RankRuns(loaded, choice, expansion.entry, names, settings, inputs)
        given = {names.find(name) for name in choice.settings.items}

        def is_told(symbol: str) -> bool:
            parameter = names.parameters.get(symbol)
            is_input = parameter is not None and parameter.cls is not Class.INDETERMINATE
            return is_unresolved(symbol) or (choice.has_input and is_input)

        self.symbols = {
            names.label(symbol): symbol
            for symbol in needed
            if self.of_ranks.can_run
            and symbol not in given
            and is_told(symbol)
            and symbol not in OF_PROCESSES
        }
        read = [
            name
            for name in choice.settings.items
            if (symbol := names.find(name) or "") in names.parameters
            and names.parameters[symbol].reason == _READ
        ]
        self.read_and_set = read if choice.stdin is not None and self.symbols else []
        self._may_end = bool(ending_units(expansion)) or any(
            item.message.routine == "mpi_abort" for item in expansion.messages
        )
        self.assumed = "" if self.of_ranks.can_run else returning(expansion)

    def open(self, phases: Sequence[Computation | Communication]) -> list[int]:
        """Return the numbers of phases whose times formulas do not give."""
        left = frozenset(self.symbols.values())
        return [number for number, phase in enumerate(phases) if phase.symbols & left]

    def seconds(
        self,
        rows: Rows,
        impossible: NDArray[np.bool_],
        open_: Sequence[int],
        seconds: Mapping[int, float] | None,
        charges: Charges,
    ) -> tuple[dict[int, Floats], str]:
        """Return the seconds of open phases, and how the program ends early; ``impossible`` says where.

        ``seconds`` are those of blocks by ``id``; None if they depend on the run. Raises SAD891 where a
        run does not tell, SAD938 without ``seconds``.
        """
        found = {number: np.full(impossible.size, np.nan) for number in open_}
        ends: dict[str, None] = {}
        if not self.of_ranks.can_run or not (open_ or self._may_end):
            return found, ""
        if seconds is None and open_:
            message = "counts that only a run can tell, and times of blocks that depend on the run"
            raise argument_error("SAD938", message, "use --model additive, or give values")
        phases = EvaluatedPhases(self._loaded, self._stages, seconds or {}, charges)
        passing = [place_of(sent) for stage in self._stages for sent in stage.messages]
        looked = np.flatnonzero(~impossible)
        for at in looked if open_ else looked[:_MOST_RUNS]:
            here = {name: values[at : at + 1] for name, values in rows.items()}
            run, values = self._at(here)
            end = ended(run, passing) if run is not None else ""
            if end:
                impossible[at] = True
                ends[end] = None
            elif open_:
                try:
                    if run is None or not run.ranks:
                        raise NotFoundError
                    for number, value in phases.at(run, values, open_, here).items():
                        found[number][at] = value
                except NotFoundError:
                    raise self._not_told(run) from None
        return found, "; ".join(ends)

    def inputs_at(self, nprocs: int, values: Mapping[str, Number]) -> dict[str, int]:
        """Return inputs that a run with so many ranks reads, by label."""
        found = self.of_ranks.inputs_at(nprocs, values)
        return {label: found[s] for label, s in self.symbols.items() if s in found}

    def passing(
        self, rows: Rows, open_: Sequence[int], charges: Charges
    ) -> dict[int, list[list[Passing]]]:
        """Return what each rank passes in open phases at one point.

        Raises SAD891 where a run does not tell.
        """
        if not any(self._stages[number].communicates for number in open_):
            return {}
        run, values = self._at(rows)
        try:
            if run is None or not run.ranks:
                raise NotFoundError
            return EvaluatedPhases(self._loaded, self._stages, {}, charges).passing(
                run, values, open_
            )
        except NotFoundError:
            raise self._not_told(run) from None

    def _at(self, rows: Rows) -> tuple[RanksRun | None, dict[str, float | int]]:
        """The run at a point and its values, of which ``rows`` are arrays of one."""
        values = {name: _number(array[0]) for name, array in rows.items()}
        nprocs = int(values.pop(NPROCS))
        sides = tuple(int(values[side]) for side in GRID if side in values)
        return self.of_ranks.at(nprocs, values, sides), values

    def _not_told(self, run: RanksRun | None) -> SadError:
        message = f"no value for {', '.join(self.symbols)}: no run of the ranks tells"
        return argument_error("SAD891", message, _hint(run, self.symbols))


_MOST_WORDS = 4
"""Options that a hint shows."""


def _number(value: float) -> float | int:
    return int(value) if value == int(value) else value


def _hint(run: RanksRun | None, symbols: Iterable[str]) -> str:
    """What stood in the way of a run, and that values help: an option for each symbol."""
    ranks = () if run is None else run.ranks
    obstacles = [] if run is None else [*run.obstacles]
    obstacles += [item for rank in ranks for item in rank.counts.obstacles]
    words = [f"--set {name}={0.5 if '.prob@' in name else 10}" for name in symbols]
    hint = f"give values with --set, for instance: {' '.join(words[:_MOST_WORDS])}"
    hint += " ..." if len(words) > _MOST_WORDS else ""
    if not obstacles:
        return hint
    first = obstacles[0]
    return f"{first.span.file}:{first.span.line} was not followed: {first.why}; {hint}"
