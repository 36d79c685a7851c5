"""Running a slice on every rank of a message-passing program: counts, and what is passed."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from sad.large_stack import run_deep
from sad.records import field, record, replace
from sad.slicing import runtime
from sad.slicing.broken import BrokenSliceError
from sad.slicing.evaluate import Running, run_source
from sad.slicing.limits import Budget
from sad.slicing.mpi_run import Rank
from sad.slicing.world import World

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Mapping

    from sad.slicing.evaluation import Evaluation, Obstacle
    from sad.slicing.mpi_places import Passed
    from sad.slicing.program import SlicedProgram, Source
    from sad.slicing.signatures import Given, Place

CallPlace = tuple[str, str]
"""File and line of calls, ``a.f:3``, and the routine."""
MOST_RANKS = 1024


@record
class PlaceCalls:
    """What the calls of one place passed on a rank: how many, and by part how many of each message."""

    number: int
    parts: Mapping[int, Counter[Passed]]


@record
class RankRun:
    """One rank: counts, and what it passes by place; None where that is not known.

    ``stopped`` is the file and line of a STOP or exit in a procedure that ended it.
    """

    counts: Evaluation
    calls: Mapping[CallPlace, PlaceCalls | None]
    stopped: str | None = None


@record
class RanksRun:
    """All ranks of a run. ``aborted`` is the rank that calls ``MPI_Abort``, and where: no rank has
    anything else then. ``ranks`` is empty of a run that could not be finished; ``obstacles`` say why.
    ``noted`` are the values of any rank at the places that were to be noted.
    """

    ranks: tuple[RankRun, ...]
    steps: int
    aborted: tuple[int, str] | None = None
    obstacles: tuple[Obstacle, ...] = ()
    noted: Mapping[Place, set[object]] = field(default_factory=dict["Place", "set[object]"])


def evaluate_ranks(
    program: SlicedProgram,
    given: Given,
    nprocs: int,
    steps: int,
    balanced: Callable[[int, int], tuple[int, ...]],
) -> RanksRun:
    """Return what the ranks of a program do at given inputs.

    ``balanced`` gives the sides of a grid of so many processes and dimensions. Integers, logicals and
    texts are followed first, real data if that leaves something open.
    """
    found = RanksRun((), 0)
    if nprocs > MOST_RANKS:
        return found
    budget = Budget(steps)
    try:
        budget.can_write(program.blocks)
        for reals in (False, True):
            on_ranks = partial(_run_deep, given, budget, partial(World, nprocs, balanced))
            run = run_source(program, given, budget, on_ranks, reals=reals)
            found = run if run.ranks or run.aborted or not found.ranks else found
            if found.aborted is not None or (found.ranks and not any(map(_is_open, found.ranks))):
                break
    except runtime.BudgetError:
        pass
    except BrokenSliceError as error:
        found = replace(found, obstacles=(*found.obstacles, error.obstacle))
    return replace(found, steps=budget.used)


def _is_open(rank: RankRun) -> bool:
    return None in rank.counts.counts.values() or any(
        calls is None
        or any(
            None in (item.partner, item.comm, item.nbytes)
            for part in calls.parts.values()
            for item in part
        )
        for calls in rank.calls.values()
    )


def _run_deep(given: Given, budget: Budget, new: Callable[[], World], source: Source) -> RanksRun:
    return run_deep(partial(_run, given, budget, new, source))


def _run(given: Given, budget: Budget, new: Callable[[], World], source: Source) -> RanksRun:
    world = new()
    ranks = [Rank(world, number) for number in range(world.nprocs)]
    runs = [Running(source, given, budget, rank) for rank in ranks]
    world.run([run.start for run in runs])
    if world.aborted is not None:
        number, place = world.aborted
        return RanksRun((), 0, (number, source.messages[place].line))
    noted: dict[Place, set[object]] = {}
    for run in runs:
        for at, values in run.noted.items():
            noted.setdefault(at, set()).update(values)
    if not all(run.finished for run in runs):
        obstacles = [
            item for run in runs if not run.finished for item in run.evaluation().obstacles
        ]
        return RanksRun((), 0, obstacles=tuple(obstacles), noted=noted)
    found = tuple(_rank(source, rank, run) for rank, run in zip(ranks, runs, strict=True))
    return RanksRun(found, 0, noted=noted)


def _rank(source: Source, rank: Rank, run: Running) -> RankRun:
    calls: dict[CallPlace, PlaceCalls | None] = {}
    for number, talk in enumerate(source.messages):
        made = rank.calls.get(number)
        lost = not run.lost.isdisjoint(talk.sites) or not run.lost_units.isdisjoint(talk.units)
        if lost:
            calls[talk.line, talk.routine] = None
        elif made is not None:
            calls[talk.line, talk.routine] = PlaceCalls(made.number, made.parts)
        else:
            calls[talk.line, talk.routine] = PlaceCalls(0, {})
    return RankRun(run.evaluation(), calls, run.stopped)
