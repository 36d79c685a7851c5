"""Whether a program's messages match, at given numbers of processes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.evaluate import evaluate
from sad.diagnostics import Diagnostic, Severity
from sad.parallel import GRID
from sad.progress import phase, steps
from sad.records import record
from sad.spmd.events import events_of
from sad.spmd.matching import Mismatch, match
from sad.spmd.proof import proved_pairs
from sad.spmd.together import match_collectives
from sad.symbols import RANK

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sad.spmd.program import Spmd
    from sad.spmd.sites import Site

HINTS = {
    "SAD920": "add the receive, or check destination, tag and communicator of both",
    "SAD921": "add the send, or check source, tag and communicator of both; this call never ends",
    "SAD922": "receive at least as much as is sent, or send less",
    "SAD924": "test for the border, send to MPI_PROC_NULL there, and choose a root among the ranks",
    "SAD925": "let all ranks of the communicator call it alike",
    "SAD926": "use a number of processes that the grid's sides multiply to",
}
PROCESSES = (1, 2, 3, 4, 6, 8)
"""Numbers of processes that are checked where none is given."""
_MOST = 20  # diagnostics of one check


@record
class Checked:
    """What a check at one number of processes found; ``open`` says of sites why they are left out."""

    nprocs: int
    mismatches: tuple[Mismatch, ...]
    open: Mapping[int, str]


def check(program: Spmd, nprocs: int) -> Checked:
    """Return what does not match with so many processes; raises as ``Spmd.point``."""
    events = events_of(program, nprocs)
    found = [*_grids(program, nprocs), *match(events), *match_collectives(events)]
    return Checked(nprocs, tuple(found), events.open)


def _grids(program: Spmd, nprocs: int) -> Iterator[Mismatch]:
    """Grids that have another number of places than there are processes."""
    values = {**program.point(nprocs), RANK: 0}
    for number, site in enumerate(program.sites):
        places, processes = site.message.group, site.message.partner
        if site.message.primitive != "local" or processes is None:
            continue
        needed = atoms.free_symbols(places) | atoms.free_symbols(processes)
        if not needed <= values.keys() or any(map(program.is_open, needed)):
            continue
        try:
            have, want = evaluate(places, values), evaluate(processes, values)
        except ZeroDivisionError:
            continue
        if have != want:
            text = f"a grid of {have} places for {want} processes"
            yield Mismatch("SAD926", number, text)


def diagnostics_of(program: Spmd, checked: Checked) -> list[Diagnostic]:
    """Return the mismatches as diagnostics: one for each site and code, of the first rank found."""
    by_site: dict[tuple[str, int], list[Mismatch]] = {}
    for item in checked.mismatches:
        by_site.setdefault((item.code, item.site), []).append(item)
    found: list[Diagnostic] = []
    for (code, number), items in by_site.items():
        site = program.sites[number]
        text = f"with nprocs={checked.nprocs}, {items[0].message}"
        if items[0].other is not None:
            text = f"{text} ({_place(program.sites[items[0].other])})"
        more = sum(item.times for item in items) - items[0].times
        if more:
            text = f"{text}; {more} more like this"
        found.append(Diagnostic(code, Severity.ERROR, text, site.message.span, HINTS[code]))
    found.sort(key=lambda item: (item.span.file, item.span.line, item.code))
    return found[:_MOST]


def _place(site: Site) -> str:
    return f"sent at {site.message.span.file}:{site.message.span.line}"


@record
class Verdict:
    """What is known about matching: pairs proved for every ``nprocs``, and runs that were checked.

    ``proved`` has numbers of sites: sends, and the receives they match. ``everything`` is whether that
    is all messages between two ranks.
    """

    proved: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
    everything: bool
    checked: tuple[Checked, ...]

    def left_out(self, checked: Checked) -> Mapping[int, str]:
        """Return the sites that are neither proved nor looked at in a check, with the reasons."""
        proved = {number for pair in self.proved for side in pair for number in side}
        return {number: why for number, why in checked.open.items() if number not in proved}


def verdict_of(program: Spmd) -> Verdict:
    """Return what is known: proofs, and a check of the given number of processes or of a few.

    Only programs are checked, not other units. Raises as ``Spmd.point`` for a given number.
    """
    phase("matching messages")
    proved = proved_pairs(program)
    sites = {number for pair in proved for side in pair for number in side}
    ends = {n for n, site in enumerate(program.sites) if site.sends or site.receives}
    checked: list[Checked] = []
    if program.entry is None or program.entry.kind != "program":
        pass  # the other ends may be in units that are not there
    elif program.nprocs is not None:
        checked = [check(program, program.nprocs)]
    elif not any(side in program.values for side in GRID):
        each = steps("matching messages", PROCESSES, len(PROCESSES))
        checked = [check(program, nprocs) for nprocs in each]
    return Verdict(tuple(proved), sites == ends, tuple(checked))


def reasons(program: Spmd, open_: Mapping[int, str]) -> Sequence[tuple[Site, str]]:
    """Return the sites that a check left out, with the reasons."""
    return [(program.sites[number], reason) for number, reason in sorted(open_.items())]
