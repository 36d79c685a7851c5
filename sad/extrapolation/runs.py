"""A trace followed on a machine: times by rank and by call site, efficiencies, critical path."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from sad import progress
from sad.communication.times import MessageTimes
from sad.diagnostics import Span, argument_error, input_error
from sad.extrapolation.steps import Costs, acts_of, program_of
from sad.records import record
from sad.simulation.processors import PLACEMENTS, flow_on, placed
from sad.simulation.ranks import ALL, DOWN, UP, WORK, Stuck, critical_path, flow
from sad.simulation.service import Barrier, Mismatch, Service, serve
from sad.traces.format import CODE, PART, Site
from sad.traces.intervals import uneven

if TYPE_CHECKING:
    from sad.extrapolation.ratio import Ratio
    from sad.extrapolation.steps import Program
    from sad.machine.schema import Machine
    from sad.simulation.ranks import Flow
    from sad.traces.format import Trace

COLLECTIVE_FORMS = ("formula", "messages")
_FEW_BYTES, _MANY_BYTES = 0.0, 1e6


@record
class Target:
    """A machine with one of its libraries. ``overrides`` are parameters by name, as ``startup_s``."""

    machine: Machine
    library: str
    mapping: str | None = None
    service: Service | None = None
    barrier: Barrier | None = None
    eager_below: float | None = None
    processors: int | None = None
    """How many processors the ranks share; without it each has its own."""
    placement: str = PLACEMENTS[0]
    collectives: str = COLLECTIVE_FORMS[0]
    """Operations of all by the machine file's formula, or as messages."""

    @property
    def times(self) -> MessageTimes:
        """Its times of messages."""
        return MessageTimes(self.machine, self.library, self.mapping)

    def message_s(self, nbytes: float) -> float:
        """Return what a message between neighbours takes its sender and its receiver [s]."""
        costs = Costs(self.times, 2)
        return sum(costs.side(is_send, nbytes, 0, 1) for is_send in (True, False))


def target_of(machine: Machine, library: str, mapping: str | None, policy: str | None) -> Target:
    """Return a target with what its machine file says of service and barriers, and a policy."""
    model = machine.programming_models[library]
    times = MessageTimes(machine, library, mapping)
    few, many = (float(times.seconds("communicate", size)) for size in (_FEW_BYTES, _MANY_BYTES))
    service = model.service or Service()
    if not service.startup_s and not service.byte_s:
        service = replace(service, startup_s=few, byte_s=(many - few) / _MANY_BYTES)
    if policy is not None:
        service = replace(service, policy=policy)
    barrier = model.barrier or Barrier("hardware")
    if model.barrier is None and times.knows("barrier"):
        barrier = Barrier("hardware", model_s=float(times.seconds("barrier", 0.0, 2.0)))
    return Target(machine, library, mapping, service, barrier, model.eager_below_bytes)


@record
class RankTimes:
    """Of one rank [s]: computation, its part of messages, waiting for others, and its end."""

    computation: float
    overhead: float
    waiting: float
    end: float


@record
class SiteTimes:
    """Of one call site over all ranks [s]: computation before it, its messages, waiting in it.

    ``waits_for`` is where those are whom it waits for most, ``path`` its share of the critical path.
    """

    site: Site
    routine: str
    calls: int
    computed: float
    overhead: float
    waiting: float
    kind: str
    waits_for: str
    path: float


@record
class Extrapolated:
    """A trace on a target; ``ideal`` is its end with messages that take no time [s]."""

    trace: Trace
    target: Target
    ratio: Ratio
    ranks: tuple[RankTimes, ...]
    sites: tuple[SiteTimes, ...]
    path_ranks: tuple[float, ...]
    """What each rank contributes to the critical path [s]."""
    path_messages: float
    ideal: float
    flow: Flow | None = None
    program: Program | None = None
    longest_queue: int | None = None

    @property
    def seconds(self) -> float:
        """When the last rank ends."""
        return max(rank.end for rank in self.ranks)

    @property
    def computation(self) -> float:
        """The most that a rank computes [s]."""
        return max(rank.computation for rank in self.ranks)

    @property
    def efficiencies(self) -> dict[str, float]:
        """The factors of parallel efficiency, as the POP centre defines them."""
        most, total = self.computation, self.seconds
        mean = sum(rank.computation for rank in self.ranks) / len(self.ranks)
        if not (most and total and self.ideal):
            return {}
        return {
            "parallel": mean / total,
            "load balance": mean / most,
            "communication": most / total,
            "serialisation": most / self.ideal,
            "transfer": self.ideal / total,
        }


def extrapolate(trace: Trace, target: Target, ratio: Ratio) -> Extrapolated:
    """Follow a trace on a target.

    Raises SAD673 for threads that are to share processors, SAD671 if ranks wait for what never comes,
    SAD672 for threads with different barriers, and as ``MessageTimes.seconds`` for what the machine
    has no time for.
    """
    if not trace.is_mpi:
        if target.processors is not None:
            message = "--processors is for traces of MPI"
            raise argument_error("SAD673", message, "threads have a processor each: leave it out")
        return _threads(trace, target, ratio)
    as_messages = target.collectives == "messages"
    costs = Costs(target.times, trace.ranks, target.eager_below, as_messages=as_messages)
    program = program_of(trace, costs, ratio)
    found = _followed(trace, program, target)
    free = program_of(trace, Costs(None, trace.ranks, as_messages=as_messages), ratio)
    ideal = _followed(trace, free, target, keep=False).seconds
    ranks: list[RankTimes] = []
    for rank, end in enumerate(found.ends):
        waiting = sum(found.waited[rank])
        computing = found.computing[rank]
        ranks.append(RankTimes(computing, max(end - computing - waiting, 0.0), waiting, end))
    path = critical_path(found)
    by_rank = [0.0] * trace.ranks
    for part in path:
        if not part.is_message:
            by_rank[part.rank] += part.seconds
    under_way = sum(part.seconds for part in path if part.is_message)
    sites = _sites(trace, program, found)
    shown = tuple(by_rank)
    return Extrapolated(
        trace, target, ratio, tuple(ranks), sites, shown, under_way, ideal, found, program
    )


def _followed(trace: Trace, program: Program, target: Target, *, keep: bool = True) -> Flow:
    processors = min(target.processors or trace.ranks, trace.ranks)
    steps = sum(map(len, program.steps))

    def tell(done: int) -> None:
        progress.step("following ranks", done, steps)

    try:
        if processors < trace.ranks:
            shared = placed(trace.ranks, processors, target.placement)
            return flow_on(program.steps, program.groups, shared, keep=keep, tell=tell)
        return flow(program.steps, program.groups, keep=keep, tell=tell)
    except Stuck as error:
        row = trace.rows[error.rank][error.step[5]]
        name = trace.routines[int(row["routine"]) & CODE]
        site = trace.sites[int(row["site"])]
        message = f"rank {error.rank} waits for ever in {name}: nobody does the other part"
        hint = "was a rank cut off, or are messages too long to be sent before their receive?"
        file = site.file if site.line else trace.file
        raise input_error("SAD671", message, Span.at(file, site.line or 1), hint) from None


def _threads(trace: Trace, target: Target, ratio: Ratio) -> Extrapolated:
    acts = acts_of(trace, ratio)
    service, barrier = target.service or Service(), target.barrier or Barrier()
    try:
        found = serve(acts, service, barrier)
        ideal = serve(acts, Service("interrupt"), Barrier("hardware")).seconds
    except Mismatch:
        counts = [sum(act[0] == "barrier" for act in own) for own in acts]
        raise uneven(trace, counts) from None
    ranks = tuple(
        RankTimes(computing, serving, end - computing - serving, end)
        for computing, serving, end in zip(found.computing, found.serving, found.ends, strict=True)
    )
    return Extrapolated(
        trace, target, ratio, ranks, (), (), 0.0, ideal, longest_queue=found.longest_queue
    )


def _sites(trace: Trace, program: Program, found: Flow) -> tuple[SiteTimes, ...]:
    """Times by call site and routine, most time first."""
    sums: dict[tuple[int, int], list[float]] = {}
    causes: dict[tuple[int, int], dict[str, float]] = {}
    kinds: dict[tuple[int, int], int] = {}
    calls: Counter[tuple[int, int]] = Counter()
    for rows in trace.rows:
        own = rows[(rows["routine"] & PART) == 0]
        calls.update(zip(own["site"].tolist(), own["routine"].tolist(), strict=True))
    numbers: list[list[int]] = [rows["site"].tolist() for rows in trace.rows]
    routines: list[list[int]] = [(rows["routine"] & CODE).tolist() for rows in trace.rows]
    for rank, steps in enumerate(program.steps):
        before = 0.0
        row = zip(steps, found.step_ends[rank], found.waited[rank], found.causes[rank], strict=True)
        for step, end, waited, cause in row:
            place: int = step[5]
            key = numbers[rank][place], routines[rank][place]
            item = sums.setdefault(key, [0.0, 0.0, 0.0, 0.0])
            if step[0] == WORK:
                item[0] += end - before
            else:
                item[1] += end - before - waited
                item[2] += waited
                kinds[key] = step[0]
            if cause is not None and waited > 0.0:
                where = f"rank {cause[0]}"
                if cause[1] >= 0:
                    at: int = program.steps[cause[0]][cause[1]][5]
                    other = trace.sites[numbers[cause[0]][at]]
                    where += f", {other}" if other.line else ""
                into = causes.setdefault(key, {})
                into[where] = into.get(where, 0.0) + waited
            before = end
    for part in critical_path(found):
        place: int = program.steps[part.rank][part.step][5]
        sums[numbers[part.rank][place], routines[part.rank][place]][3] += part.seconds
    made = [
        SiteTimes(
            trace.sites[site],
            trace.routines[routine],
            int(calls[site, routine]),
            item[0],
            item[1],
            item[2],
            _kind(kinds.get((site, routine), WORK), item[2]),
            max(causes[site, routine].items(), key=lambda pair: pair[1])[0]
            if (site, routine) in causes
            else "",
            item[3],
        )
        for (site, routine), item in sums.items()
    ]
    return tuple(sorted(made, key=lambda item: -(item.computed + item.overhead + item.waiting)))


def _kind(kind: int, waiting: float) -> str:
    """What waiting in such a step is called."""
    if not waiting:
        return ""
    return {ALL: "all", DOWN: "root", UP: "all to root"}.get(kind, "late partner")
