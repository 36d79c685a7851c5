"""A program with OpenMP on a machine, as scaling experiments see it (``sad.parallel.Scalable``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sad.algebra.codes import Coding
from sad.analysis.threads import IN_CALLEE
from sad.contention.bound import USELESS
from sad.diagnostics import SadError, Span, argument_error, input_error
from sad.evaluation.model import counted, limit_symbols, names_of, used_symbols
from sad.evaluation.names import Names, longer_names
from sad.machine.schema import ALONE
from sad.mapping.bind import cost_model_for
from sad.model.walks.one_thread import one_thread
from sad.model.walks.teams import teams_of
from sad.parallel import Phase, Threaded, Times
from sad.records import fields
from sad.symbols import INDEX_MARK, NPROCS, NTHREADS, THREAD, input_name, is_unresolved
from sad.threads.clauses import (
    brief,
    clause_symbols,
    clause_values,
    names_of_clauses,
    team_size,
    tell_collapsed,
)
from sad.threads.costs import BlockCosts
from sad.threads.lints import sharing_lints, time_lints
from sad.threads.open_counts import OpenCounts
from sad.threads.pieces import Held, PieceFormulas, TeamFormulas, trips_of
from sad.threads.runs import OVERHEAD, SERIAL, UNEVEN, RunTime, TeamTime, bounds_of, deciders
from sad.threads.segments import Schedule, time_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sad.diagnostics import Diagnostics
    from sad.machine.schema import Machine, Toolchain
    from sad.parallel import Lint
    from sad.reading.loaded import Loaded
    from sad.reading.options import Choice
    from sad.spmd.rows import Floats, Integers, Rows
    from sad.threads.costs import BlockCost

_AT_ONCE = 16_384
"""Points that are evaluated at once."""
_FACTS = ("f8", "f8", "f8", "O", "f8", "f8", "f8", "O")
"""What is in columns of ``Threaded``."""
_MOST_ADVISED = 200
"""Points of a table of which some are looked at for advice."""
NOT_TAKEN = frozenset({"task", "taskloop", "target", "teams", "cancel"})
"""Constructs that are taken as if they were not there."""


class ThreadedProgram:
    """The times of a program with OpenMP on a machine; a ``Scalable`` whose processes are threads."""

    dimensions = 1

    def __init__(
        self,
        loaded: Loaded,
        choice: Choice,
        machine: Machine,
        toolchain: Toolchain,
        *,
        bind: str = "close",
        first_touch: str = "parallel",
    ) -> None:
        found = counted(loaded.description, choice.entry, choice.settings, choice.assume)
        if found.entry is None:
            names = ", ".join(unit.name for unit in found.description.units[:8])
            message = "there is no main program, and several units nobody calls"
            raise _error("SAD947", message, f"choose where to start: --entry UNIT; units: {names}")
        description = one_thread(found.description)
        entry = description.unit(found.entry.name)
        assert entry is not None
        self._description = description
        self.name, self.file = entry.entry, entry.file
        self._place = Span.at(entry.file, entry.line)
        self.machine, self.toolchain = machine, toolchain
        self._bind, self._first_touch = bind, first_touch
        teams = teams_of(description, entry)
        if not teams.teams:
            hint = (
                "--threads is for source with parallel regions; sad analyze has one thread's time"
            )
            raise _error("SAD947", f"{self.name} has no team of OpenMP", hint, self._place)
        reached = found.expansion.activations
        run = [unit for unit in description.units if unit.name in reached]
        self._directives = [
            item for unit in run for item in unit.directives if item.language == "OpenMP"
        ]
        self._units = {id(item): unit.unit for unit in run for item in unit.directives}
        self._doubts = [
            (text, span)
            for unit in run
            for text, span in unit.doubts
            if not text.endswith(IN_CALLEE) and not text.startswith("OpenMP ")  # told below
        ]
        kind = cost_model_for(toolchain, choice.cost_model)
        if kind.compiles:
            message = f"programs with several threads have no times under the {kind.name} model"
            raise _error("SAD947", message, "use --model throughput or --model additive")
        shares = tuple(share for team in teams.teams for share in team.shares)
        self._costs = BlockCosts(description, entry, shares, machine, toolchain, kind)
        self._serial = [PieceFormulas(piece) for piece in teams.serial]
        units = {unit.entry: unit.unit for unit in run}
        self._teams = [TeamFormulas(team, units) for team in teams.teams]
        self._is_even = all(s.is_even for team in self._teams for s in team.segments)
        used = self._costs.symbols
        for piece in self._serial:
            used |= piece.symbols
        for team in self._teams:
            used |= team.symbols
        used = frozenset(name for name in used if not name.startswith(INDEX_MARK)) - {NTHREADS}
        names = Names(
            description, used | used_symbols(found.expansion), limit_symbols(description, used)
        )
        self.longer = longer_names(names, names_of(found.expansion))
        order = [symbol for symbol in names.parameters if symbol in used]
        order += sorted(used.difference(order))
        self.runs = OpenCounts(loaded, choice, names, order)
        order = [symbol for symbol in order if symbol not in self.runs.symbols]
        self.symbols = {names.label(symbol): symbol for symbol in order}
        for label, symbol in self.symbols.items():
            if names.coding(symbol) is not Coding.INTEGER and "." in symbol:
                message = f"times depend on {label}, which is a {names.coding(symbol)} variable"
                raise _error("SAD938", message, "only sizes, trip counts and probabilities scale")
        given = [name for name in choice.settings.items if names.is_input(name)]
        self.symbols |= clause_symbols(self._directives, self._units, given, used)
        self.least = {
            label: float(names.parameters[symbol].least)
            for label, symbol in self.symbols.items()
            if symbol in names.parameters
        }
        self.open = tuple(label for label, symbol in self.symbols.items() if is_unresolved(symbol))

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names that need values."""
        return tuple(self.symbols)

    def times(self, points: Mapping[str, Any]) -> Times:
        """Return the times at points: arrays by name, ``nprocs`` being the threads.

        Raises ``SadError`` as ``at``.
        """
        shape = np.broadcast_shapes(*(np.shape(points[n]) for n in (NPROCS, *self.symbols)))

        def flat(name: str) -> Floats:
            return np.broadcast_to(np.asarray(points[name], np.float64), shape).reshape(-1)

        threads = flat(NPROCS)
        values = {symbol: flat(name) for name, symbol in self.symbols.items()}
        numbers = {name: np.zeros(threads.size) for name in ("estimate", "overhead")}
        parts: dict[str, Floats] = {}
        facts: list[Any] = [np.zeros(threads.size, kind) for kind in _FACTS]
        for rows in self._groups_of(threads):
            number = int(threads[rows[0]])
            run = self._runs(number, {name: v[rows] for name, v in values.items()}, rows.size)
            for name, column in numbers.items():
                column[rows] = getattr(run, name)
            for name, seconds in run.parts.items():
                parts.setdefault(name, np.zeros(threads.size))[rows] = seconds
            found = run.facts
            for column, item in zip(facts, fields(found), strict=False):
                column[rows] = getattr(found, item.name)
        lints = np.empty(threads.size, np.object_)
        lints.fill(())
        if threads.size and threads.size <= _MOST_ADVISED:
            for row in np.flatnonzero(threads == threads.max()):
                here = {name: float(v[row]) for name, v in values.items()}
                lints[row] = self.lints(self.at(int(threads[row]), here), here)
        phases = tuple(
            Phase(name, name == OVERHEAD, seconds.reshape(shape)) for name, seconds in parts.items()
        )
        overhead = numbers["overhead"].reshape(shape)
        return Times(
            numbers["estimate"].reshape(shape) - overhead,
            overhead,
            phases,
            origins=self.origins,
            threaded=Threaded(*(column.reshape(shape) for column in (*facts, lints))),
        )

    def _groups_of(self, threads: Floats) -> Iterator[Integers]:
        """Yield the places of points that are evaluated at once: of one number of threads.

        Points whose teams differ in size, or of which rows are looked at one by one, are by themselves.
        """
        sized = any(clause_values(team.team.directive) for team in self._teams)
        each = _AT_ONCE if self._is_even and not sized else 1
        for number in np.unique(threads).tolist():
            rows = np.flatnonzero(threads == number)
            yield from (rows[start : start + each] for start in range(0, len(rows), each))

    @property
    def origins(self) -> tuple[str, ...]:
        """Where the machine's numbers about threads come from."""
        multicore = self.machine.multicore
        found = [
            f"{item.name}: {item.bytes_per_s.value / 1e9:g} GB/s ({brief(item.bytes_per_s.source)})"
            for item in multicore.shared
        ]
        found += [
            f"{name}: {cost.text} ({brief(cost.source)})"
            for name, cost in multicore.costs.items()
            if name in self._used_costs()
        ]
        return (*found, *[self.runs.origin] * bool(self.runs.origin))

    def _used_costs(self) -> set[str]:
        words = {word for item in self._directives for word in item.words}
        found = {"fork_join_s", "barrier_s"}
        found |= {f"{word}_s" for word in words & {"critical", "atomic"}}
        found |= {ALONE, "line_s"} if "atomic" in words else set()
        clauses = {name for item in self._directives for name, _ in item.clauses}
        kinds = {share.schedule[0] for team in self._teams for share in team.team.shares}
        if kinds & {"dynamic", "guided"}:
            found.add("dispatch_s")
        if "reduction" in clauses:
            found.add("reduction_s")
        return found

    def at(
        self, threads: int, values: Mapping[str, float], schedule: Schedule | None = None
    ) -> RunTime:
        """Return a run with so many threads, values by symbol; ``schedule`` instead of the source's.

        Raises ``SadError``: SAD503 and SAD936 (a count without a value), SAD937 (too many iterations).
        """
        one = {name: np.array([value], np.float64) for name, value in values.items()}
        return self._runs(threads, one, 1, schedule).at(0)

    def _runs(
        self, threads: int, values: Rows, points: int, schedule: Schedule | None = None
    ) -> RunTime:
        """Return runs at points; all of them have teams of one size, that of the first."""
        if self.runs.symbols:
            values = self.runs.filled_rows(values, points)
        rows: Rows = {
            **values,
            NTHREADS: np.full(points, float(threads)),
            THREAD: np.zeros(points),
        }
        costs = self._costs.at(threads, rows)
        run = RunTime.of(threads, points)
        for piece in self._serial:
            counts = np.array(piece.formulas(rows, points))
            each = piece.costs(costs, points) * counts
            run.serial = run.serial + each.sum(axis=0)
            for (block, _), seconds in zip(piece.piece.blocks, each, strict=False):
                for span, part in costs[id(block)].by_line(seconds):
                    run.serial_lines[span] = run.serial_lines.get(span, 0.0) + part
        if run.serial.any():
            run.part(SERIAL, run.serial)
        run.low = run.estimate = run.high = run.phi = run.work = run.serial
        groups = self._groups(threads)
        for team in self._teams:
            self._add(team, run, rows, costs, groups, schedule)
        if run.overhead.any():
            run.part(OVERHEAD, run.overhead)
            for name in ("low", "estimate", "high", "phi"):
                setattr(run, name, getattr(run, name) + run.overhead)
        run.high = np.where(run.high > USELESS * run.low, np.nan, run.high)
        return run

    def lints(self, run: RunTime, values: Mapping[str, float]) -> tuple[Lint, ...]:
        """Return what keeps a run at values by symbol from being faster."""
        uneven = any(team.decides.startswith(UNEVEN) for team in run.teams)
        dealt = self.at(run.threads, values, ("static", 1)) if uneven else None
        found = list(time_lints(run, dealt))
        if self.machine.memory:
            known = {**self.runs.filled(values), NTHREADS: run.threads}
            shares = [
                (share, trips_of(share, known))
                for team in self._teams
                for share in team.team.shares
            ]
            line = int(self.machine.memory[0].line_bytes.value)
            found += sharing_lints(self._description, shares, line, run.threads)
        return tuple(dict.fromkeys(found))

    def _groups(self, threads: int) -> dict[str, int]:
        """Over how many of each shared level the threads are spread."""
        multicore = self.machine.multicore
        found: dict[str, int] = {}
        for level in multicore.shared:
            number = multicore.groups(level)
            each = multicore.sharing(level) or threads
            if self._first_touch == "serial" and level.level == self.machine.memory[-1].name:
                found[level.name] = 1
            elif self._bind == "spread":
                found[level.name] = min(number, threads)
            else:
                found[level.name] = min(number, -(-threads // each))
        return found

    def _add(
        self,
        team: TeamFormulas,
        run: RunTime,
        rows: Rows,
        costs: Mapping[int, BlockCost],
        groups: Mapping[str, int],
        schedule: Schedule | None,
    ) -> None:
        multicore, points = self.machine.multicore, run.serial.size
        first = {name: float(values[0]) for name, values in rows.items()}
        threads = team_size(team.team.directive, team.unit, run.threads, first)
        if threads != run.threads:
            rows = {**rows, NTHREADS: np.full(points, float(threads))}
            costs, groups = self._costs.at(threads, rows), self._groups(threads)
        starts = team.starts(rows, points)[0]
        overhead = np.zeros(points)
        if threads > 1:
            each = multicore.cost("fork_join_s", threads)
            each += team.reductions * threads * multicore.cost("reduction_s", threads)
            overhead = overhead + starts * each
        held: dict[str, Held] = {}
        total = np.zeros((6, points))
        label, most = np.full(points, "", np.object_), np.full(points, -1.0)
        for segment in team.segments:
            found = time_of(segment, threads, rows, points, costs, multicore, groups, schedule)
            if segment.segment.barrier and threads > 1:
                overhead = overhead + found.passes * multicore.cost("barrier_s", threads)
            times = bounds_of(found, threads)
            total += np.stack(times)
            texts = deciders(team.team.directive.span, found, times[1], threads)
            for text in {*texts.tolist()}:
                run.part(text, np.where(texts == text, times[1], 0.0))
            label, most = np.where(times[1] > most, texts, label), np.maximum(times[1], most)
            for name, item in found.held.items():
                for everywhere in (held, run.held):
                    known = everywhere.setdefault(name, Held(servers=item.servers))
                    for span, seconds in item.lines.items():
                        known.add(seconds, span)
        low, likely, high, phi, mean, work = total
        run.low, run.estimate, run.high = run.low + low, run.estimate + likely, run.high + high
        run.phi, run.work, run.overhead = run.phi + phi, run.work + work, run.overhead + overhead
        omega = np.max([np.zeros(points), *(x.seconds / x.servers for x in held.values())], axis=0)
        span = team.team.directive.span
        name = f"{team.team.unit}:{span.line}"
        times = low, likely, high, phi, omega, mean
        run.teams.append(TeamTime(name, span, *times, label, held, starts, overhead))

    def tell(self, diagnostics: Diagnostics, most: int = 0) -> None:
        """Note what the times rest on beside the program's input; ``most`` threads are asked for."""
        machine, place = self.machine, self._place
        multicore = machine.multicore
        missing = sorted(self._used_costs() - multicore.costs.keys() - {ALONE, "line_s"})
        if not multicore.shared:
            missing.insert(0, "memory that cores share")
        if missing:
            message = f"the machine {machine.name} has no {', '.join(missing)}"
            hint = "no time is lost by that here; docs/machines.md: shared, threading"
            diagnostics.note("SAD948", message, place, hint)
        if 0 < multicore.cores < most:
            message = f"{most} threads on the {multicore.cores} cores of {self.machine.name}"
            hint = "times are those of a core for each; threads that share one take longer"
            diagnostics.note("SAD949", message, place, hint)
        for item in self._directives:
            left = NOT_TAKEN & set(item.words)
            around = [other for other in self._directives if other.team and other.governs(item)]
            known = {symbol.lower() for symbol in self.symbols.values()}
            clauses = [name for name, _ in clause_values(item)]
            unit = self._units[id(item)]
            if all(input_name(unit, name).lower() in known for name in names_of_clauses(item)):
                clauses = []
            if item.team and around:
                message = f"OpenMP {item.name}: a team inside a team has one thread"
                diagnostics.note("SAD949", message, item.span, "as it has by default")
            elif left:
                message = f"OpenMP {item.name} is taken as code of the thread that comes to it"
                diagnostics.note("SAD949", message, item.span, "its times are those of one thread")
            elif clauses:
                message = f"the clause {' and '.join(clauses)} is not taken into account"
                hint = "teams have the number of threads that --threads says"
                diagnostics.note("SAD949", message, item.span, hint)
        tell_collapsed((share for team in self._teams for share in team.team.shares), diagnostics)
        for text, span in self._doubts:
            message = f"times hold if several threads do not change what one does: {text}"
            diagnostics.note("SAD956", message, span, "they are those of counts of one thread")
        if self.open:
            shown = ", ".join(self.open[:6])
            message = f"the times rest on {shown}, which only a run can tell"
            diagnostics.note(
                "SAD940", message, Span.at(self.file), "--phases shows what takes how long"
            )


def _error(code: str, message: str, hint: str, span: Span | None = None) -> SadError:
    if span is None:
        return argument_error(code, message, hint)
    return input_error(code, message, span, hint)
