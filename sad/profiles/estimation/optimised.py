"""Whether counts look as if the program had been compiled with optimisation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.diagnostics import Diagnostic, Severity, Span
from sad.ir import stmt as st

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Set

    from sad.profiles.counts import LineCount, Profile
    from sad.profiles.estimation.places import Place, Places

_FEWEST = 8
_MOST_WITHOUT = {"fortran": 0.1, "c": 0.35}
"""Shares of random programs with -O0 were up to 0.03 and 0.22, with -O1 and -Og from 0.13 and 0.46."""


def signs_of_optimisation(
    units: Iterable[Places],
    counts: Mapping[Place, LineCount],
    shared: Set[Place],
    language: str,
    profile: Profile,
) -> Iterator[Diagnostic]:
    """Yield a warning, SAD717, if many assignments and calls have no count, not even 0.

    Without optimisation gcc and gfortran keep code for each of them, but for what a constant condition
    rules out. ``units`` are those of one language that were counted. A unit without a count on any line
    was not linked, or not compiled: it says nothing. Nor do lines that several units share, as those of
    a file that is included more than once; they have no place in ``counts``.
    """
    without: list[Place] = []
    simple = 0
    for places in units:
        if counts.keys().isdisjoint(places.starts):
            continue
        for place, starts in places.starts.items():
            item = starts[0].action.statement
            if len(starts) > 1 or not isinstance(item, st.Assign | st.CallStatement):
                continue
            end = (item.span.file, item.span.end_line)
            if place in shared or end in shared:
                continue
            simple += 1
            if end not in counts:
                without.append(place)
    most = _MOST_WITHOUT["c" if language == "c" else "fortran"]
    if simple >= _FEWEST and len(without) > most * simple:
        message = (
            f"{len(without)} of {simple} assignments and calls have no count in {profile.path}:"
            " the program seems to be compiled with optimisation, which moves counts to other lines"
        )
        yield Diagnostic("SAD717", Severity.WARNING, message, Span.at(*min(without)), "use -O0")
