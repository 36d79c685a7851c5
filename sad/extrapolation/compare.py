"""Two extrapolations call site by call site: before and after a change, of program or machine."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from sad.extrapolation.output import head_lines
from sad.records import record
from sad.report.layout import Table
from sad.report.units import seconds_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.extrapolation.runs import Extrapolated, SiteTimes

_MOST = 12
_PARTS = ("computed", "overhead", "waiting")
_NAMES = {"computed": "computation", "overhead": "messages", "waiting": "waiting"}


@record
class Pair:
    """A call site in both runs, None in the run that does not have it."""

    before: SiteTimes | None
    after: SiteTimes | None

    def seconds(self, part: str) -> tuple[float, float]:
        """Return a part of its time over all ranks, before and after [s]."""
        sides = (self.before, self.after)
        first, second = (0.0 if side is None else float(getattr(side, part)) for side in sides)
        return first, second

    @property
    def totals(self) -> tuple[float, float]:
        """Its whole time over all ranks, before and after [s]."""
        first, second = zip(*map(self.seconds, _PARTS), strict=True)
        return sum(first), sum(second)

    @property
    def routine(self) -> str:
        """The routine without ``mpi_``."""
        either = self.before or self.after
        return either.routine.removeprefix("mpi_") if either is not None else ""

    @property
    def place(self) -> str:
        """Where it stands, in both runs if that is not the same."""
        first, second = (
            str(side.site) if side is not None and side.site.line else "-"
            for side in (self.before, self.after)
        )
        return first if first == second else f"{first}, {second}"

    @property
    def mostly(self) -> str:
        """The part that changes most, "" if none does."""
        changes = {part: abs(self.seconds(part)[1] - self.seconds(part)[0]) for part in _PARTS}
        part = max(changes, key=lambda name: changes[name])
        return _NAMES[part] if changes[part] > 0.0 else ""


def pairs_of(before: Extrapolated, after: Extrapolated) -> list[Pair]:
    """Return call sites of both, largest difference first.

    Lines move when a program is changed. So calls of a routine in a function are paired in the order of
    their lines where there are as many of them; else those of the same line are.
    """
    groups = [_groups(found.sites) for found in (before, after)]
    pairs: list[Pair] = []
    for key in {**groups[0], **groups[1]}:
        first, second = (group.get(key, []) for group in groups)
        if len(first) == len(second):
            pairs += [Pair(*both) for both in zip(first, second, strict=True)]
            continue
        for line in sorted({item.site.line for item in (*first, *second)}):
            same = ([item for item in side if item.site.line == line] for side in (first, second))
            pairs += [Pair(*both) for both in zip_longest(*same)]
    return sorted(pairs, key=lambda pair: -abs(pair.totals[1] - pair.totals[0]))


def _groups(sites: Sequence[SiteTimes]) -> dict[tuple[str, str], list[SiteTimes]]:
    found: dict[tuple[str, str], list[SiteTimes]] = {}
    for item in sorted(sites, key=lambda item: (item.site.file, item.site.line)):
        found.setdefault((item.site.function, item.routine), []).append(item)
    return found


def compared_text(
    rows: Sequence[tuple[Mapping[str, str], Extrapolated]], *, lines: bool = False
) -> str:
    """Return two runs side by side; ``lines``: every call site."""
    (names, before), (other_names, after) = rows
    pairs = pairs_of(before, after)
    most = len(pairs) if lines else _MOST
    out: list[str] = []
    for title, point, found in (("before", names, before), ("after", other_names, after)):
        first, second = head_lines(found)
        values = "".join(
            f"; {name} {value}" for name, value in point.items() if name not in ("ranks", "ratio")
        )
        out += [f"{title}: {first}{values}", f"  {second}"]
    if before.seconds and after.seconds:
        out.append(f"after is {before.seconds / after.seconds:.4g} times as fast")
    differ = [pair for pair in pairs if pair.mostly]
    table = [["call", "at", "before", "after", "change", "mostly"]]
    for pair in differ[:most]:
        first, second = pair.totals
        sign = "+" if second > first else "-" if second < first else ""
        change = sign + seconds_text(abs(second - first))
        times = [seconds_text(first), seconds_text(second), change]
        table.append([pair.routine, pair.place, *times, pair.mostly])
    if differ:
        out += ["", *Table(table, range(2, 5)).lines()]
        if len(differ) > most:
            out.append(f"... and {len(differ) - most} more call sites: --lines")
        out.append("times of each call, of all ranks: computation before it, messages, waiting")
    if len(differ) < len(pairs):
        out.append(f"call sites that do not change: {len(pairs) - len(differ)}")
    return "\n".join(out) + "\n"
