"""A message-passing program on a machine, as scaling experiments see it (``sad.parallel.Scalable``).

Over 400 lines: the program, its times and what is to be told of them belong together.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np

from sad.algebra.codes import Coding
from sad.communication.times import MessageTimes, model_for
from sad.diagnostics import Diagnostic, Diagnostics, ExitCode, SadError, Severity, Span
from sad.evaluation.model import counted, limit_symbols, names_of, used_symbols
from sad.evaluation.names import Names, longer_names
from sad.mapping.bind import cost_model_for
from sad.model.nodes import Message
from sad.model.saved import from_json, to_json
from sad.model.walks.parts import nodes_of
from sad.model.walks.phases import stages_of
from sad.parallel import GRID, Phase, Times
from sad.reading.loaded import Loaded
from sad.spmd.charges import Charges
from sad.spmd.fills import fills
from sad.spmd.phase_runs import PhaseRuns
from sad.spmd.pipelines import pipelines
from sad.spmd.process_counts import Aborts, SingleProcess
from sad.spmd.rank_maxima import PLACES, Grids
from sad.spmd.times import BlockTimes, Communication, Computation, block_name, is_place
from sad.symbols import INDEX_MARK, NPROCS, is_unresolved

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from sad.machine.schema import Machine, Toolchain
    from sad.reading.options import Choice
    from sad.spmd.fills import Fill, Piece
    from sad.spmd.rows import Floats, Rows
    from sad.spmd.single_messages import Passing

_MOST_NAMES = 6
_MOST_TRIES = 1000
"""Points that are looked at one by one where a count has no value at some."""
_CHUNK = 1 << 16
"""Points that are computed together."""


class SpmdProgram:
    """The times of a message-passing program on a machine; a ``Scalable``.

    ``stages`` are its phases in the order of the program, as ``Times.phases`` has them; behind them
    come the ``fills``.
    """

    def __init__(
        self,
        loaded: Loaded,
        choice: Choice,
        machine: Machine,
        toolchain: Toolchain,
        library: str,
        mapping: str | None,
    ) -> None:
        self._made_of = loaded.description, choice, machine, toolchain, library, mapping
        found = counted(loaded.description, choice.entry, choice.settings, choice.assume)
        description, entry = found.description, found.entry
        if entry is None:
            names = ", ".join(unit.name for unit in description.units[:8])
            message = "there is no main program, and several units nobody calls"
            raise _error("SAD939", message, f"choose where to start: --entry UNIT; units: {names}")
        self.name, self.file = entry.entry, entry.file
        self.stages = stages_of(description, entry)
        if not any(stage.communicates for stage in self.stages):
            message = f"{self.name} passes no messages"
            hint = "scaling needs calls of MPI, PVM or Express in what the program runs"
            if any(item.team for unit in description.units for item in unit.directives):
                hint = "it has teams of OpenMP: --threads 1:64:x2 instead of --procs"
            raise _error("SAD939", message, hint, Span.at(entry.file, entry.line))
        self.library = library
        times = MessageTimes(machine, library, mapping)
        self._capacity = times.capacity
        self._room = times.room
        kind = cost_model_for(toolchain, choice.cost_model)
        seconds: dict[int, float] | None = None
        self._blocks: BlockTimes | None = None
        if not kind.of_run:
            bound = kind.bind(found.expansion, machine, toolchain, None)
            seconds = {id(item.block.block): item.seconds for item in bound.blocks}
        else:
            self._blocks = BlockTimes(found.expansion, machine, toolchain, kind)
        self.charges = Charges(times)
        self._seconds_of = seconds
        self._alone, self._aborts = SingleProcess(self.stages), Aborts(found.expansion.messages)
        self._phases = [
            Communication(stage, self.charges)
            if stage.communicates
            else Computation(stage, seconds)
            for stage in self.stages
        ]
        self._fills = fills(pipelines(self.stages), self.stages, seconds, self.charges)
        used = frozenset[str]().union(*(phase.symbols for phase in self._phases))
        if self._blocks is not None:
            used |= self._blocks.symbols
        used = frozenset(n for n in used if not n.startswith((INDEX_MARK, "#")))
        names = Names(
            description, used | used_symbols(found.expansion), limit_symbols(description, used)
        )
        self.longer = longer_names(names, names_of(found.expansion))
        self.dimensions = max((n + 1 for n, side in enumerate(GRID) if side in used), default=1)
        order = [symbol for symbol in names.parameters if symbol in used]
        order += sorted(used.difference(order))
        self.runs = PhaseRuns(loaded, choice, found.expansion, names, order, self.stages)
        order = [symbol for symbol in order if symbol not in self.runs.symbols.values()]
        self.symbols = {names.label(symbol): symbol for symbol in order if not is_place(symbol)}
        for label, symbol in self.symbols.items():
            if names.coding(symbol) is not Coding.INTEGER and "." in symbol:
                message = (
                    f"the phases depend on {label}, which is a {names.coding(symbol)} variable"
                )
                raise _error("SAD938", message, "only sizes, trip counts and probabilities scale")
        self.least = {
            label: float(names.parameters[symbol].least)
            for label, symbol in self.symbols.items()
            if symbol in names.parameters
        }
        self.open = tuple(label for label, symbol in self.symbols.items() if is_unresolved(symbol))
        self.names = names

    def without_runs(self) -> SpmdProgram:
        """Return the program with all that runs of its ranks would tell as parameters."""
        if not self.runs.symbols:
            return self
        description, choice, machine, toolchain, library, mapping = self._made_of
        loaded = Loaded(description, Diagnostics())
        return SpmdProgram(loaded, choice, machine, toolchain, library, mapping)

    def settle(self, names: Mapping[str, float]) -> None:
        """Let times of blocks that depend on the run be those at values of open parameters."""
        if self._blocks is not None:
            self._blocks.settled = {self.symbols[name]: value for name, value in names.items()}

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what another process makes the same program of."""
        description, *others = self._made_of
        return _made_anew, (json.dumps(to_json(description)), *others)

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names that need values; ``open`` are those of them that only a run can tell."""
        return tuple(self.symbols)

    def times(self, points: Mapping[str, Any]) -> Times:
        """Return the times at points: arrays by name, ``nprocs`` and the grid's sides among them.

        NaN where the program cannot run. Raises ``SadError``: SAD420 and SAD423 as ``MessageTimes``,
        SAD936 (no point at which counts have values, or too many to look for them), SAD937 (too many
        ranks and iterations), SAD938 (too many points for the cost model).
        """
        rows, shape, impossible, reason = self.rows(points)
        open_ = self.runs.open(self._phases)
        evaluated, ends = self.runs.seconds(rows, impossible, open_, self._seconds_of, self.charges)
        reason = "; ".join(filter(None, (reason, ends)))
        seconds, error = self._tried(rows, impossible.size, _MOST_TRIES)
        for number, values in evaluated.items():
            seconds[number] = values
        if error is not None:
            impossible |= np.isnan(seconds).any(axis=0)
            if impossible.all():
                raise error
            reason = "; ".join(
                filter(None, (reason, error.diagnostic.message.partition(", at ")[0]))
            )
        waits = np.full((len(self.fills), impossible.size), np.nan)
        able = np.flatnonzero(~impossible)
        some = {name: values[able] for name, values in rows.items()}
        waits[:, able] = self._waits(some, able.size, seconds[:, able])
        seconds[:, impossible], waits[:, impossible] = np.nan, np.nan
        totals = {False: np.zeros(impossible.size), True: np.zeros(impossible.size)}
        phases: list[Phase] = []
        for stage, values in zip(self.stages, seconds, strict=True):
            totals[stage.communicates] += values
            phases.append(Phase(stage.name, stage.communicates, values.reshape(shape)))
        for fill, values in zip(self.fills, waits, strict=True):
            totals[True] += values
            phases.append(Phase(fill.name, communicates=True, seconds=values.reshape(shape)))
        return Times(
            totals[False].reshape(shape),
            totals[True].reshape(shape),
            tuple(phases),
            impossible.reshape(shape),
            reason,
        )

    def rows(
        self, points: Mapping[str, Any]
    ) -> tuple[Rows, tuple[int, ...], NDArray[np.bool_], str]:
        """Return the points by symbol, their shape, where the program cannot run, and why."""
        places = (NPROCS, *(GRID[: self.dimensions] if self.dimensions > 1 else ()))
        shape = np.broadcast_shapes(*(np.shape(points[name]) for name in (*places, *self.symbols)))

        def flat(name: str) -> Floats:
            values = np.asarray(points[name], np.float64)
            return np.broadcast_to(values, shape).reshape(-1).copy()

        rows: Rows = {name: flat(name) for name in places}
        rows.update({symbol: flat(name) for name, symbol in self.symbols.items()})
        impossible, reason = self._impossible(rows)
        for name in places:
            rows[name][impossible] = 1.0
        return rows, shape, impossible, reason

    def passed(self, rows: Rows) -> dict[int, list[list[Passing]]]:
        """Return what each rank passes in the stages that formulas do not tell, at one point."""
        return self.runs.passing(rows, self.runs.open(self._phases), self.charges)

    def block_seconds(self, rows: Rows, length: int) -> list[Mapping[int, float]]:
        """Return the seconds of blocks by ``id`` at each point."""
        if self._seconds_of is not None:
            return [self._seconds_of] * length
        assert self._blocks is not None
        found = self._blocks.rows(rows, length)
        blocks = {id(block) for stage in self.stages for block, _ in stage.blocks}
        return [
            {block: float(found[block_name(block)][place]) for block in blocks}
            for place in range(length)
        ]

    def _tried(self, rows: Rows, length: int, tries: int) -> tuple[Floats, SadError | None]:
        """The seconds of every phase, NaN at points at which a count has no value, and the error there.

        Points are halved until those are found; raises SAD936 if there are more points than ``tries``.
        """
        try:
            return self._seconds(rows, length), None
        except SadError as error:
            if error.diagnostic.code != "SAD936" or length > tries:
                raise
            if length == 1:
                return np.full((len(self._phases), 1), np.nan), error
        middle = length // 2
        first, second = (
            self._tried({name: values[part] for name, values in rows.items()}, size, tries)
            for part, size in ((slice(middle), middle), (slice(middle, None), length - middle))
        )
        return np.concatenate((first[0], second[0]), axis=1), first[1] or second[1]

    def _seconds(self, rows: Rows, length: int) -> Floats:
        """The seconds of every phase at every point, NaN of those that formulas do not give."""
        if self._blocks is not None:
            rows = {**rows, **self._blocks.rows(rows, length)}
        found = np.empty((len(self._phases), length))
        everywhere = Grids(rows, length)
        alone = Grids(everywhere.rows, everywhere.length)
        left: list[int] = []
        unknown = frozenset(self.runs.symbols.values())
        for place, phase in enumerate(self._phases):
            if phase.symbols & unknown:
                found[place] = np.nan
            elif phase.symbols <= PLACES:
                each = phase.seconds(everywhere.rows, everywhere.length, alone)
                found[place] = each[everywhere.inverse]
            else:
                left.append(place)
        for start in range(0, length, _CHUNK):
            part = slice(start, min(start + _CHUNK, length))
            chunk = {name: values[part] for name, values in rows.items()}
            size = part.stop - start
            grids = everywhere.part(part)
            for place in left:
                phase = self._phases[place]
                needed = {n: chunk[n] for n in (phase.symbols | PLACES) & chunk.keys()}
                found[place, part] = phase.seconds(needed, size, grids)
        return found

    @property
    def fills(self) -> list[Fill]:
        """The waits of pipelines that formulas give."""
        unknown = frozenset(self.runs.symbols.values())
        return [fill for fill in self._fills if not fill.symbols & unknown]

    def _waits(self, rows: Rows, length: int, phases: Floats) -> Floats:
        """What ranks of pipelines wait for their first piece [s], a line for each of ``fills``."""
        found = np.zeros((len(self.fills), length))
        everywhere = Grids(rows, length)
        for start in range(0, length if len(found) else 0, _CHUNK):
            part = slice(start, min(start + _CHUNK, length))
            size = part.stop - start
            chunk = {name: values[part] for name, values in rows.items()}
            if self._blocks is not None:
                chunk |= self._blocks.rows(chunk, size)
            for place, fill in enumerate(self.fills):
                found[place, part] = fill.seconds(
                    chunk, size, everywhere.part(part), phases[:, part]
                )
        return found

    def pieces(self, points: Mapping[str, Any]) -> tuple[Piece, ...]:
        """Return what pieces of pipelines take at one point; arrays of one value."""
        waits = self.times(points).phases[len(self.stages) :]
        rows, _, impossible, _ = self.rows(points)
        if impossible.any():
            return ()
        if self._blocks is not None:
            rows = {**rows, **self._blocks.rows(rows, 1)}
        grids = Grids(rows, 1)
        return tuple(
            fill.piece(rows, grids, float(phase.seconds.reshape(-1)[0]))
            for fill, phase in zip(self.fills, waits, strict=True)
        )

    def _impossible(self, rows: Rows) -> tuple[Any, str]:
        nprocs = rows[NPROCS]
        bad = ~(nprocs >= 1.0) | (np.floor(nprocs) != nprocs)
        reasons = ["a number of processes is 1 or more"] if bad.any() else []
        if self.dimensions > 1:
            product = np.ones(nprocs.shape)
            for side in GRID[: self.dimensions]:
                product *= rows[side]
            other = product != nprocs
            if (other & ~bad).any():
                reasons.append("the sides of the grid do not multiply to the processes")
            bad |= other
        if self._capacity is not None and (nprocs > self._capacity).any():
            reasons.append(self._room)
            bad |= nprocs > self._capacity
        for outside, why in (self._aborts.reached(rows), self._alone.outside(rows)):
            if (outside & ~bad).any():
                reasons.append(why)
            bad |= outside
        return bad, "; ".join(reasons)


def scalable(
    loaded: Loaded,
    choice: Choice,
    machine: Machine,
    toolchain: Toolchain,
    library: str | None = None,
    mapping: str | None = None,
) -> SpmdProgram:
    """Return a message-passing program on a machine.

    ``library`` is a programming model of the machine file; without one that of the source's calls, if
    the file has it, else its first. Raises ``SadError``: SAD424 (no programming model), SAD405, SAD450
    and SAD451 as ``bind_machine``, SAD505 (no such entry), SAD935 (phases that are not known), SAD938
    (a cost model or a parameter that cannot be scaled) and SAD939 (no program, or one without
    messages).
    """
    if library is None:
        library = model_for(machine, _written_for(loaded))
    return SpmdProgram(loaded, choice, machine, toolchain, library, mapping)


def _made_anew(
    description: str,
    choice: Choice,
    machine: Machine,
    toolchain: Toolchain,
    library: str,
    mapping: str | None,
) -> SpmdProgram:
    loaded = Loaded(from_json(json.loads(description), "<another process>"), Diagnostics())
    return SpmdProgram(loaded, choice, machine, toolchain, library, mapping)


def tell(
    program: SpmdProgram,
    diagnostics: Diagnostics,
    *,
    simulated: bool = False,
    bounded: bool = False,
) -> None:
    """Note what the times rest on beside the program's input, and warn where they are no bound."""
    if program.open:
        shown = ", ".join(program.open[:_MOST_NAMES])
        more = len(program.open) - _MOST_NAMES
        shown += f" and {more} more" if more > 0 else ""
        message = f"the times rest on {shown}, which only a run can tell"
        hint = "a value is the same on all ranks; --phases shows which phases take how long"
        diagnostics.note("SAD940", message, Span.at(program.file), hint)
    if program.runs.assumed:
        hint = "a run of the ranks would tell: give source instead of a saved description"
        message = f"the times assume that {program.runs.assumed}"
        diagnostics.note("SAD945", message, Span.at(program.file), hint)
    for name in program.runs.read_and_set:
        message = f"{name} is set, and read as well: where --stdin has it, its value counts in runs"
        diagnostics.warning("SAD678", message, Span.at("<arguments>"), "leave one of the two out")
    waits = () if bounded else program.fills  # which are no part of bounds
    told = [item for fill in waits for item in fill.pipelines]
    for item in () if simulated else pipelines(program.stages):
        place, line = item.receive.message.span, item.send.message.span.line
        if any(item.receive is other.receive for other in told):
            message = (
                f"a pipeline: each rank receives before it sends on in line {line}; the time has "
            )
            message += "what ranks wait for the first piece"
            hint = "sad tune finds the best length of a piece; --simulate follows each message"
            diagnostics.note("SAD941", message, place, hint)
            continue
        message = (
            f"ranks wait for each other in a row: each receives before it sends on in line {line}"
        )
        hint = (
            "the sum of the phases leaves out how long the last rank waits; --simulate follows it"
        )
        diagnostics.warning("SAD941", message, place, hint)


def _written_for(loaded: Loaded) -> str:
    """The library that the source calls."""

    units = loaded.description.units
    models = [message.model for unit in units for message in nodes_of(unit.tree, Message)]
    return models[-1] if models else ""


def _error(code: str, message: str, hint: str, span: Span | None = None) -> SadError:
    if span is None:
        diagnostic = Diagnostic(code, Severity.ERROR, message, Span.at("<arguments>"), hint)
        return SadError(diagnostic, ExitCode.USAGE)
    return SadError(Diagnostic(code, Severity.ERROR, message, span, hint), ExitCode.BAD_INPUT)
