"""What keeps teams of threads from being faster, by line: what ``sad scale --threads`` advises."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.model.nodes import Loop
from sad.model.walks.parts import nodes_of
from sad.parallel import FALSE_SHARING, FORK_JOIN, IMBALANCE, Lint
from sad.parallelism.advice import serial_share, times_text
from sad.threads.runs import UNEVEN

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sad.model.nodes import Description
    from sad.model.walks.teams import Share
    from sad.threads.runs import RunTime

_WORTH = 1.1
"""How much faster another schedule must be to be told."""


def time_lints(run: RunTime, dealt: RunTime | None) -> Iterator[Lint]:
    """Yield what a run's times tell; ``dealt`` is the run with ``schedule(static,1)`` on all loops."""
    for number, team in enumerate(run.teams):
        if dealt is not None and team.decides.startswith(UNEVEN):
            gain = team.estimate / dealt.teams[number].estimate
            if gain > _WORTH:
                text = f"with schedule(static,1) the team would be {gain:.3g} times as fast"
                yield Lint(IMBALANCE, team.span, text, gain)
        if team.starts > 1 and team.overhead > team.estimate:
            factor = team.overhead / team.estimate if team.estimate else float("inf")
            times = (
                f"{times_text(factor)} times as long as its work"
                if factor < 1e6
                else "all its time"
            )
            text = f"starting and joining threads {team.starts:,.0f} times takes {times}"
            yield Lint(FORK_JOIN, team.span, text, factor if factor < 1e6 else None)
    if run.threads > 1:
        yield from serial_share(run.serial_lines, run.work)


def sharing_lints(
    description: Description,
    shares: Sequence[tuple[Share, float]],
    line_bytes: int,
    threads: int,
) -> Iterator[Lint]:
    """Yield arrays whose neighbouring parts different threads write in one line of a cache.

    ``shares`` are loops with the iterations each has. An element is so many bytes from that of the next
    iteration; a chunk that is shorter than a line shares it with that of another thread.
    """
    for share, trips in shares if threads > 1 else ():
        kind, chunk = share.schedule
        size = float(chunk or 1)
        if chunk is None and kind not in ("dynamic", "guided"):
            size = max(1.0, trips / threads)
        for array, apart in _written(description, share.loop).items():
            if 0 < apart * size < line_bytes and trips > 1:
                needed = -(-line_bytes // apart)
                text = (
                    f"threads write {_shown(array)} {apart} bytes apart in lines of {line_bytes}: "
                    f"give each {needed} iterations or more at once"
                )
                yield Lint(FALSE_SHARING, share.loop.span, text, None)


def _shown(array: str) -> str:
    """The name of an array; one that is global is called ``/block/+offset``."""
    block, slash, _ = array.removeprefix("/").partition("/+")
    return block if slash else array


def _written(description: Description, loop: Loop) -> dict[str, int]:
    """The arrays that a loop writes, with the bytes between its iterations."""
    unit = next(
        (unit for unit in description.units if any(x is loop for x in nodes_of(unit.tree, Loop))),
        None,
    )
    found: dict[str, int] = {}
    for work in () if unit is None else unit.loops:
        for item in work.references:
            stride = dict(item.strides).get(loop.id)
            apart = None if stride is None else stride.as_integer
            if item.writes and apart:
                found.setdefault(item.array, abs(apart))
    return found
