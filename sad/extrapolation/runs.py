"""A trace followed on a machine: times by rank and by call site, efficiencies, critical path."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from sad import progress
from sad.communication.times import MessageTimes
from sad.diagnostics import Span, argument_error, input_error
from sad.extrapolation.steps import Costs, acts_of, program_of
from sad.records import record, replace
from sad.simulation.columns import fits, flow_compiled, serve_compiled
from sad.simulation.handshakes import flow_by_policy
from sad.simulation.path import critical_path
from sad.simulation.processors import PLACEMENTS, flow_on, placed
from sad.simulation.ranks import ALL, DOWN, ISSEND, SSEND, UP, WORK, Stuck, flow
from sad.simulation.service import AT_ONCE, BARRIER, Barrier, Mismatch, Service, serve
from sad.traces.building import engine
from sad.traces.format import CODE, PART, Site
from sad.traces.intervals import uneven

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sad.extrapolation.ratio import Ratio
    from sad.extrapolation.steps import Program
    from sad.machine.schema import Machine
    from sad.simulation.path import Path
    from sad.simulation.ranks import Flow
    from sad.traces.format import Trace

COLLECTIVE_FORMS = ("formula", "messages")
_LEAST_COMPILED = 50_000
"""Runs of fewer steps are followed in Python: that is faster than to load the engine in C."""
_MOST_LOOKS = 100_000_000
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
    policy: str = AT_ONCE
    """When messages that wait for their receive move on: with ``service``'s times of polling."""
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
    moved = policy or (model.service.policy if model.service else AT_ONCE)
    if policy is not None:
        service = replace(service, policy=policy)
    barrier = model.barrier or Barrier("hardware")
    if model.barrier is None and times.knows("barrier"):
        barrier = Barrier("hardware", model_s=float(times.seconds("barrier", 0.0, 2.0)))
    return Target(machine, library, mapping, service, barrier, model.eager_below_bytes, moved)


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
    def policy(self) -> str | None:
        """When remote accesses and messages that wait for their receive move on; None: no such."""
        if self.program is not None:
            return self.target.policy if _has_long(self.program) else None
        return self.target.service.policy if self.target.service is not None else None

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

    Raises SAD671 if ranks wait for what never comes, SAD672 for threads with different barriers, SAD649
    where they look for requests too often, and as ``MessageTimes.seconds`` for what has no time.
    """
    if not trace.is_mpi:
        return _threads(trace, target, ratio)
    as_messages = target.collectives == "messages"
    costs = Costs(target.times, trace.ranks, target.eager_below, as_messages=as_messages)
    program = program_of(trace, costs, ratio)
    found = _followed(trace, program, target)
    free = program_of(trace, Costs(None, trace.ranks, as_messages=as_messages), ratio)
    ideal = _followed(trace, free, target, keep=False).seconds
    ranks: list[RankTimes] = []
    for rank, end in enumerate(found.ends):
        waiting = float(found.waited[rank].sum())
        computing = found.computing[rank]
        ranks.append(RankTimes(computing, max(end - computing - waiting, 0.0), waiting, end))
    path = critical_path(found)
    own = ~path.is_message
    by_rank = np.bincount(path.ranks[own], path.seconds[own], trace.ranks)
    under_way = float(path.seconds[path.is_message].sum())
    sites = _sites(trace, program, found, path)
    shown = tuple(by_rank.tolist())
    return Extrapolated(
        trace, target, ratio, tuple(ranks), sites, shown, under_way, ideal, found, program
    )


def _has_long(program: Program) -> bool:
    """Whether messages wait for their receive: then it matters who looks for them when."""
    return any(np.isin(own.kind, (SSEND, ISSEND)).any() for own in program.steps)


def _followed(trace: Trace, program: Program, target: Target, *, keep: bool = True) -> Flow:
    service: Service | None = None
    if target.service is not None and target.policy != AT_ONCE and _has_long(program):
        service = replace(target.service, policy=target.policy)
        _looks(
            trace, service, [float(own.seconds[own.kind == WORK].sum()) for own in program.steps]
        )
    processors = min(target.processors or trace.ranks, trace.ranks)
    steps = sum(map(len, program.steps))

    def tell(done: int) -> None:
        progress.step("following ranks", done, steps)

    try:
        shared: list[int] = []
        if processors < trace.ranks:
            shared = placed(trace.ranks, processors, target.placement)
        if shared and service is not None:
            message = f"policy {service.policy} for messages of ranks that share processors"
            raise argument_error("SAD673", message, "--policy interrupt, or no --processors")
        library = engine() if steps >= _LEAST_COMPILED and fits(program.steps) else None
        if library is not None:
            return flow_compiled(library, program.steps, program.groups, shared, service, keep=keep)
        if service is not None:
            return flow_by_policy(program.steps, program.groups, service, keep=keep, tell=tell)
        if shared:
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


def _looks(trace: Trace, service: Service, computing: list[float]) -> float:
    """How often all look for what has come; raises SAD649 if that is too often."""
    every, seconds = service.poll_interval_s, sum(computing)
    if service.policy != "poll" or not seconds:
        return 0.0
    if seconds > _MOST_LOOKS * every:
        message = f"polling every {every:g} s means more than {_MOST_LOOKS:,} looks"
        raise input_error("SAD649", message, Span.at(trace.file, 1), "a longer poll_interval_s")
    return seconds / every


def _threads(trace: Trace, target: Target, ratio: Ratio) -> Extrapolated:
    acts = acts_of(trace, ratio)
    service, barrier = target.service or Service(), target.barrier or Barrier()
    processors = min(target.processors or trace.ranks, trace.ranks)
    shared = placed(trace.ranks, processors, target.placement)
    looks = _looks(trace, service, [float(own.seconds.sum()) for own in acts])
    least = sum(map(len, acts)) + looks
    library = engine() if least >= _LEAST_COMPILED else None
    follow = serve if library is None else partial(serve_compiled, library)
    try:
        found = follow(acts, service, barrier, shared)
        ideal = follow(acts, Service("interrupt"), Barrier("hardware"), shared).seconds
    except Mismatch:
        counts = [int((own.kind == BARRIER).sum()) for own in acts]
        raise uneven(trace, counts) from None
    ranks = tuple(
        RankTimes(computing, serving, end - computing - serving, end)
        for computing, serving, end in zip(found.computing, found.serving, found.ends, strict=True)
    )
    return Extrapolated(
        trace, target, ratio, ranks, (), (), 0.0, ideal, longest_queue=found.longest_queue
    )


def _sites(trace: Trace, program: Program, found: Flow, path: Path) -> tuple[SiteTimes, ...]:
    """Times by call site and routine, most time first."""
    first = np.cumsum([0, *map(len, program.steps)])
    at = np.concatenate(
        [rows["site"][own.place] for rows, own in zip(trace.rows, program.steps, strict=True)]
    )
    calls = [
        (rows["site"].astype(np.int64) * PART + (rows["routine"] & CODE)) for rows in trace.rows
    ]
    keys = np.concatenate(
        [own[steps.place] for own, steps in zip(calls, program.steps, strict=True)]
    )
    kinds = np.concatenate([steps.kind for steps in program.steps])
    ends = np.concatenate([np.diff(own, prepend=0.0) for own in found.step_ends])
    waited = np.concatenate(found.waited)
    names, begins, place = np.unique(keys, return_index=True, return_inverse=True)
    works = kinds == WORK

    def sums(seconds: NDArray[np.float64]) -> list[float]:
        return np.bincount(place, seconds, len(names)).tolist()

    computed, overhead = sums(np.where(works, ends, 0.0)), sums(np.where(works, 0.0, ends - waited))
    waiting = sums(waited)
    on_path: list[float] = np.bincount(
        place[first[path.ranks] + path.steps], path.seconds, len(names)
    ).tolist()
    last_kind = np.full(len(names), WORK)
    last_kind[place[~works]] = kinds[~works]
    whole = np.concatenate(
        [own[rows["routine"] & PART == 0] for own, rows in zip(calls, trace.rows, strict=True)]
    )
    called, times = np.unique(whole, return_counts=True)
    counts: dict[int, int] = dict(zip(called.tolist(), times.tolist(), strict=True))
    waits_for = _waits_for(trace, found, first, at, place)
    order: list[int] = np.argsort(begins).tolist()
    made = [
        SiteTimes(
            *(trace.sites[key // PART], trace.routines[key % PART], counts.get(key, 0)),
            *(computed[number], overhead[number], waiting[number]),
            _kind(int(last_kind[number]), waiting[number]),
            waits_for.get(number, ""),
            on_path[number],
        )
        for number, key in ((number, int(names[number])) for number in order)
    ]
    return tuple(sorted(made, key=lambda item: -(item.computed + item.overhead + item.waiting)))


def _waits_for(
    trace: Trace,
    found: Flow,
    first: NDArray[np.int64],
    at: NDArray[np.uint32],
    place: NDArray[np.int64],
) -> dict[int, str]:
    """Whom steps of a place wait for most, as text; ``at`` are sites of all steps."""
    waited, ranks = np.concatenate(found.waited), np.concatenate(found.cause_ranks)
    steps = np.concatenate(found.cause_steps)
    waits = np.flatnonzero((waited > 0.0) & (ranks >= 0))
    sites = np.where(steps[waits] >= 0, at[first[ranks[waits]] + np.maximum(steps[waits], 0)], 0)
    causes = np.stack((place[waits], ranks[waits], sites))
    distinct, begins, which = np.unique(causes, axis=1, return_index=True, return_inverse=True)
    seconds = np.bincount(which.reshape(-1), waited[waits], distinct.shape[1])
    chosen: dict[int, str] = {}
    table: list[tuple[int, int, int]] = distinct.T[np.lexsort((begins, -seconds))].tolist()
    for own, rank, site in table:
        where = trace.sites[site]
        chosen.setdefault(own, f"rank {rank}, {where}" if where.line else f"rank {rank}")
    return chosen


def _kind(kind: int, waiting: float) -> str:
    """What waiting in such a step is called."""
    if not waiting:
        return ""
    return {ALL: "all", DOWN: "root", UP: "all to root"}.get(kind, "late partner")
