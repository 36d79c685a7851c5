"""Recorded stretches of computation beside what the source says of them, call site by call site.

A stretch is what a rank computes before a message, or before it waits: calls that neither pass nor
wait for anything do not end one. The source is followed rank by rank as ``sad scale --simulate`` does,
so that both sides are cut at the same calls and have the same number of them.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from sad.diagnostics import SadError, Span, argument_error
from sad.experiments.sizes import Sizes, Subject
from sad.extrapolation.ratio import Ratio
from sad.extrapolation.steps import Costs, program_of
from sad.loading.describe import load_description
from sad.loading.machines import usual_toolchain
from sad.loading.prediction import needs_work
from sad.profiles.settings import Origin, Setting
from sad.reading.options import Choice, Reading
from sad.records import record, replace
from sad.simulation.ranks import WAIT, WORK
from sad.spmd.grid_sides import balanced
from sad.spmd.scalable import scalable
from sad.spmd.simulate import MOST_EVENTS, Simulator, number_of, too_many
from sad.traces.intervals import computation

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sad.diagnostics import Diagnostics
    from sad.extrapolation.runs import Extrapolated
    from sad.machine.schema import Machine
    from sad.reading.loaded import Loaded
    from sad.simulation.ranks import Step
    from sad.traces.format import Trace

    Place = tuple[str, int]
    """Name of a file without folders, and a line; ``END`` for what comes after the last call."""

END: Place = ("", 0)
_MOST_DIFFERENCES = 3
_NOT_FOLLOWED = ("SAD924", "SAD935", "SAD936", "SAD942", "SAD943")
_NOTHING = (0.0, 0.0)
_AS_RECORDED = Ratio(1.0, "")
_LOOP_FILE = "loop.c"
_LOOP = """\
#include <mpi.h>
int main(void)
{
    static double x[1000], y[1000];
    for (int turn = 0; turn < 1000; turn++)
        for (int i = 0; i < 1000; i++)
            y[i] += 0.5 * x[i];
    MPI_Barrier(MPI_COMM_WORLD);
    return 0;
}
"""


@record
class Said:
    """What the source says of all ranks together: seconds before calls, and how many pass messages."""

    seconds: dict[Place, float]
    calls: Counter[Place]
    first: Mapping[Place, Place] = field(default_factory=dict[tuple[str, int], tuple[str, int]])
    """The first line of calls that go on over several, by the others: compilers name the last."""

    @property
    def total(self) -> float:
        """All computation [s]."""
        return sum(self.seconds.values())


@record
class Stretch:
    """Of one call site over all ranks [s]; ``static`` is None where the source says nothing."""

    file: str
    line: int
    routine: str
    static: float | None
    recorded: float
    extrapolated: float
    messages: float
    waiting: float
    waits_for: str


@dataclass(slots=True)
class Source:
    """A program as source, for machines and numbers of ranks."""

    reading: Reading
    choice: Choice
    _loaded: dict[bool, Loaded] = field(default_factory=dict[bool, "Loaded"])
    """By whether it says what compiled code does."""

    def on(self, machine: Machine, library: str, ranks: int) -> Said:
        """Return what the source says of so many ranks on a machine; raises as ``followed``."""
        return summed(self.followed(machine, library, ranks)[0])

    def followed(
        self, machine: Machine, library: str, ranks: int
    ) -> tuple[list[Iterator[Step]], tuple[int, ...]]:
        """Return the steps of so many ranks on a machine, and the sides of their grid, if it has one.

        Raises SAD674 for numbers of ranks that cannot be, and as ``scalable``, ``Sizes`` and
        ``Simulator.run``.
        """
        work = any(needs_work((machine, item), None) for item in machine.toolchains.values())
        if work not in self._loaded:
            self._loaded[work] = load_description(self.reading, with_work=work)
        loaded = self._loaded[work]
        toolchain = usual_toolchain(machine, loaded.description, self.choice.entry)
        choice = replace(self.choice, evaluate_steps=0)  # messages are followed by formulas
        program = scalable(loaded, choice, machine, toolchain, library)
        subject = Subject(program, machine.name, library, longer=program.longer)
        settings = self.choice.settings
        if self.choice.has_input:
            runs = scalable(loaded, self.choice, machine, toolchain, library).runs
            settings = settings.copy()
            for name, value in runs.inputs_at(ranks, {}).items():
                if name not in settings.items:
                    place = Span.at("<arguments>")
                    settings.add(Setting(name, str(value), Origin.EVALUATED, place))
        sizes = Sizes(subject, settings)
        sides = balanced(ranks, program.dimensions) if program.dimensions > 1 else ()
        point = [np.array([number]) for number in (0, ranks, *sides)]
        places = dict(zip(sizes.places, point[1:], strict=True))
        rows, _, impossible, reason = program.rows(
            {**places, **sizes.at(point[0], point[1], point[2:])}
        )
        if impossible.any():
            raise argument_error("SAD674", f"the source cannot run on {ranks} ranks: {reason}")
        values = {name: number_of(array[0]) for name, array in rows.items()}
        (seconds,) = program.block_seconds(rows, 1)
        return Simulator(program.stages, program.charges).steps(values, seconds), sides


def summed(ranks: Iterable[Iterable[Step]]) -> Said:
    """Return the computation before each call and the messages of ranks; raises SAD942 for too many."""
    found: dict[Place, float] = {}
    first: dict[Place, Place] = {}
    calls: Counter[Place] = Counter()
    left = MOST_EVENTS
    for steps in ranks:
        before = 0.0
        for step in steps:
            left -= 1
            if left < 0:
                raise too_many()
            if step[0] == WORK:
                before += step[1]
                continue
            span: Span = step[5]
            place = Path(span.file).name, span.line
            if place not in found:
                more = range(span.line + 1, span.end_line + 1)
                first.update({(place[0], line): place for line in more})
            found[place] = found.get(place, 0.0) + before
            before = 0.0
            calls[place] += step[0] != WAIT
        found[END] = found.get(END, 0.0) + before
    return Said(found, calls, first)


def _site_places(trace: Trace, said: Said | None) -> list[Place]:
    """The place of each call site as the source names it."""
    sites = [(Path(site.file).name, site.line) for site in trace.sites]
    return sites if said is None else [said.first.get(place, place) for place in sites]


def _places(trace: Trace, said: Said | None) -> list[list[Place]]:
    """The call at whose stretch each record of each rank is; steps tell which records end one."""
    if not trace.is_mpi:
        message = "--source is for traces of MPI"
        raise argument_error("SAD674", message, "threads have no messages to cut the source at")
    free = program_of(trace, Costs(None, trace.ranks), _AS_RECORDED)
    sites = _site_places(trace, said)
    found: list[list[Place]] = []
    for rows, steps in zip(trace.rows, free.steps, strict=True):
        ends = {step[5] for step in steps if step[0] != WORK}
        own: list[Place] = []
        here = END
        for place in range(len(rows) - 1, -1, -1):
            if place in ends:
                here = sites[int(rows["site"][place])]
            own.append(here)
        found.append(own[::-1])
    return found


def ratio_from_source(trace: Trace, there: Said, here: Said, names: tuple[str, str]) -> Ratio:
    """Return how much longer each stretch takes, as the source says of both machines.

    A stretch of which the source says nothing has the ratio of the whole program. Raises SAD674 if
    there is no computation in the source.
    """
    if not (there.total and here.total):
        raise argument_error("SAD674", "--ratio source: the source has no computation before calls")
    whole = there.total / here.total
    by_place = {
        place: there.seconds.get(place, 0.0) / seconds or whole
        for place, seconds in here.seconds.items()
        if seconds > 0.0
    }
    by_record = tuple(
        np.array([by_place.get(place, whole) for place in own], np.float64)
        for own in _places(trace, here)
    )
    source = f"source, call by call: {names[0]} over {names[1]}"
    return Ratio(whole, source, by_record)


def ratio_of_loop(here: Machine, target: Machine, library: str) -> Ratio:
    """Return how much longer ``y[i] += a*x[i]`` takes on the target than here, by both machine files.

    For computation of which no source is known, where the machine files have no ratings.
    """
    source = Source(Reading((_LOOP_FILE,), texts={_LOOP_FILE: _LOOP}), Choice())
    there_takes = source.on(target, library, 1).total
    here_takes = source.on(with_network_of(here, target), library, 1).total
    names = f"y[i] += a*x[i] by the files of {here.name} and {target.name}"
    return Ratio(there_takes / here_takes, names)


def stretches(found: Extrapolated, said: Said | None) -> tuple[Stretch, ...]:
    """Return the call sites of a run, each with what the source says, most time first."""
    trace = found.trace
    traced: dict[Place, float] = {}
    scaled: dict[Place, float] = {}
    for rank, own in enumerate(_places(trace, said)):
        seconds = computation(trace, rank).seconds
        for place, one, other in zip(
            own, seconds.tolist(), (seconds * found.ratio.of(rank)).tolist(), strict=True
        ):
            traced[place] = traced.get(place, 0.0) + one
            scaled[place] = scaled.get(place, 0.0) + other
    calls: dict[Place, list[float]] = {}
    names: dict[Place, str] = {}
    causes: dict[Place, str] = {}
    for item in found.sites:
        place = Path(item.site.file).name, item.site.line
        place = place if said is None else said.first.get(place, place)
        names.setdefault(place, item.routine.removeprefix("mpi_"))
        into = calls.setdefault(place, [0.0, 0.0])
        into[0] += item.overhead
        into[1] += item.waiting
        causes[place] = causes.get(place) or item.waits_for
    places = dict.fromkeys((*traced, *(said.seconds if said is not None else ())))
    made = [
        Stretch(
            place[0],
            place[1],
            names.get(place, "") if place != END else "end",
            None if said is None else said.seconds.get(place),
            traced.get(place, 0.0),
            scaled.get(place, 0.0),
            calls.get(place, _NOTHING)[0],
            calls.get(place, _NOTHING)[1],
            causes.get(place, ""),
        )
        for place in places
    ]
    return tuple(sorted(made, key=lambda item: -(item.extrapolated + item.messages + item.waiting)))


def compare_calls(trace: Trace, said: Said, diagnostics: Diagnostics) -> None:
    """Warn (SAD675) of call sites that pass other numbers of messages in trace and source."""
    free = program_of(trace, Costs(None, trace.ranks), _AS_RECORDED)
    recorded: Counter[Place] = Counter()
    sites = _site_places(trace, said)
    for rows, steps in zip(trace.rows, free.steps, strict=True):
        for step in steps:
            if step[0] not in (WORK, WAIT):
                place = sites[int(rows["site"][step[5]])]
                recorded[place] += bool(place[1])
    different = [
        (place, count, recorded[place])
        for place, count in sorted(said.calls.items())
        if count != recorded[place]
    ]
    if not different:
        return
    (file, line), count, other = different[0]
    message = f"{count} times in {trace.ranks} ranks by the source, {other} times in {trace.file}"
    if len(different) > 1:
        lines = [str(place[1]) for place, *_ in different[1:]]
        shown = ", ".join(lines[:_MOST_DIFFERENCES]) + ", ..." * (len(lines) > _MOST_DIFFERENCES)
        message += f"; other numbers on line {shown}, too"
    hint = "are the values of --set those of the recorded run, and is it the same source?"
    diagnostics.warning("SAD675", message, Span.at(file, line), hint)


def beside_source(
    found: Extrapolated, source: Source, diagnostics: Diagnostics
) -> tuple[Stretch, ...]:
    """Return the call sites of a run beside what its source says on the same target.

    Warns of differences as ``compare_calls``, and with SAD676 of a source that cannot be followed; the
    recorded numbers stand alone then.
    """
    target = found.target
    said: Said | None = None
    try:
        said = source.on(target.machine, target.library, found.trace.ranks)
    except SadError as error:
        item = error.diagnostic
        if item.code not in _NOT_FOLLOWED:
            raise
        message = f"the source does not tell times: {item.message}"
        diagnostics.warning("SAD676", message, item.span, item.hint)
    else:
        compare_calls(found.trace, said, diagnostics)
    return stretches(found, said)


def with_network_of(machine: Machine, target: Machine) -> Machine:
    """Return a machine with another one's network, where only its processor is asked about."""
    return replace(machine, network=target.network, programming_models=target.programming_models)
