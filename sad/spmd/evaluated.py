"""What running the ranks' slice found, site by site: traffic, and messages to match.

The slice knows calls by their line and routine. Sites of one place share what is found there: of
several the first one has it, as far as formulas do not say what the others have.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sad.records import record, replace
from sad.spmd.tallies import NOTHING, Traffic, traffic_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sad.model.walks.phases import Sent
    from sad.slicing.evaluate_ranks import RankRun, RanksRun
    from sad.slicing.mpi_places import Passed
    from sad.spmd.program import Site, Spmd
Place = tuple[str, str, int]
"""File and line, routine and part of a call."""


STARTS = ("mpi_start", "mpi_startall")
"""What starts requests: a run has sends in part 0 and receives in part 1."""


@record
class Found:
    """What a rank passes at a place; None where that is not known."""

    calls: int | None
    messages: int | None
    nbytes: int | None


def place_of(site: Site | Sent) -> Place:
    """Return where a site's call is; messages that a call of requests starts have one place."""
    message = site.message
    part = 0 if message.routine in STARTS else message.part
    return f"{message.span.file}:{message.span.line}", message.routine, part


def sites_by_place(program: Spmd) -> dict[Place, list[int]]:
    """Return the numbers of the sites of each place."""
    found: dict[Place, list[int]] = {}
    for number, site in enumerate(program.sites):
        found.setdefault(place_of(site), []).append(number)
    return found


def passed_at(rank: RankRun, place: Place) -> Counter[Passed] | None:
    """Return the messages of a rank at a place; None if it is not known what they are."""
    calls = rank.calls.get(place[:2])
    return None if calls is None else calls.parts.get(place[2], Counter())


def found_at(rank: RankRun, place: Place) -> Found:
    """Return what a rank passes at a place."""
    calls, passed = rank.calls.get(place[:2]), passed_at(rank, place)
    if calls is None or passed is None:
        return Found(None, None, None)
    messages, nbytes = 0, 0
    for item, times in passed.items():
        messages = None if messages is None or item.partner is None else messages + times
        nbytes = None if nbytes is None or item.nbytes is None else nbytes + times * item.nbytes
    return Found(calls.number, messages, nbytes)


def with_run(
    program: Spmd, places: Mapping[Place, Sequence[int]], row: Sequence[Traffic], rank: RankRun
) -> list[Traffic] | None:
    """Return what the sites of a rank pass by formulas and a run; None if the two contradict."""
    found = list(row)
    exact = not rank.counts.assumed
    for place, numbers in places.items():
        sites = [program.sites[number] for number in numbers]
        whole = found_at(rank, place)
        passed = traffic_of(
            sites[0], whole.calls, whole.messages, whole.nbytes, exact=exact, evaluated=True
        )
        if place[1] in STARTS:
            back = found_at(rank, (*place[:2], 1))
            passed = Traffic(
                *(whole.calls, whole.messages, whole.nbytes, back.messages, back.nbytes),
                exact=exact,
                evaluated=True,
            )
        open_ = [number for number in numbers if not (row[number].exact and row[number].is_known)]
        sums = sum((row[number] for number in numbers if number not in open_), NOTHING)
        if program.may_end:
            if not open_ and passed.is_known and sums.numbers == passed.numbers:
                continue
            open_ = list(numbers)
        elif not open_:
            if passed.is_known and sums.numbers != passed.numbers and exact:
                return None
            continue
        else:
            passed = passed - sums
        if any(number is not None and number < 0 for number in passed.numbers):
            return None
        for number in open_:
            found[number] = Traffic(exact=exact, evaluated=True)
        known = passed.is_known
        found[open_[0]] = replace(passed, exact=exact and known, evaluated=known)
    return found


def ended(run: RanksRun, places: Iterable[Place]) -> str:
    """Return how a run ends before it has done its work; empty if it does not.

    It does by ``MPI_Abort``, and by STOP or exit in a procedure if calls at some of the places, which
    pass something, are made by no rank.
    """
    if run.aborted is not None:
        rank, place = run.aborted
        return f"rank {rank} ends the program at {place} (MPI_ABORT)"
    stops = [(number, rank.stopped) for number, rank in enumerate(run.ranks) if rank.stopped]
    if not stops:
        return ""
    number, where = stops[0]
    who = "every rank" if len(stops) == len(run.ranks) else f"rank {number}"
    for place in places:
        if all(found_at(rank, place).calls == 0 for rank in run.ranks):
            return f"{who} ends at {where}, before {place[1]} at {place[0]}"
    return ""
