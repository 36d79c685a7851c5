"""Counts of a unit that contradict each other: the fewest lines are left out, and the rest stands.

One count that cannot be shows in equations of other lines, too. A line may be the odd one if nothing
contradicts once its counts are left out; all such lines are found by halving, since what helps is
part of any larger set that helps. If there are several, only what all of them leave is known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sad.profiles.estimation.solve import ArcCounts, Conflict, Observation, Trust, solve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.analysis.cfg.flow_equations import UnitFlow

_MOST_LEFT_OUT = 4  # one line in so many
_MOST_SUSPECTS = 12


class Resolved(NamedTuple):
    """What is known without the ``odd`` lines, each with what the others say of it."""

    counts: ArcCounts
    odd: tuple[Conflict, ...]


def without_odd_lines(
    flow: UnitFlow, observations: Sequence[Observation], conflicts: Sequence[Conflict]
) -> Resolved | None:
    """Return what follows from the counts of a unit without its odd lines; None if too many are.

    ``conflicts`` are those of all its counts.
    """
    lines = sorted({item.line for item in observations})
    suspects = _suspects(flow, observations, lines)
    if suspects is None:
        return _as_many_as_fit(flow, observations, lines)
    solved = [(line, _solved(flow, observations, [line])) for line in suspects]
    together = solved[0][1]
    for _, other in solved[1:]:
        together = _both(other, together)
    if len(suspects) == 1:
        told = _told(suspects[0], observations, together) or conflicts[0].text
        return Resolved(together, (Conflict(suspects[0], told),))
    shown = ", ".join(map(str, suspects[:4]))
    text = f"the counts of lines {shown} contradict each other; one of them is wrong"
    return Resolved(together, (Conflict(suspects[0], text),))


def _suspects(
    flow: UnitFlow, observations: Sequence[Observation], lines: Sequence[int]
) -> list[int] | None:
    """The lines each of which resolves all contradictions by being left out; None if none does."""
    found: list[int] = []
    groups = [list(lines)]
    while groups:
        group = groups.pop()
        if _solved(flow, observations, group).conflicts:
            continue
        if len(group) == 1:
            found.append(group[0])
            if len(found) > _MOST_SUSPECTS:
                return None
            continue
        half = len(group) // 2
        groups += [group[half:], group[:half]]
    return found or None


def _solved(
    flow: UnitFlow, observations: Sequence[Observation], without: Sequence[int]
) -> ArcCounts:
    left = set(without)
    return solve(flow, [item for item in observations if item.line not in left])


def _both(one: ArcCounts, other: ArcCounts) -> ArcCounts:
    """Counts of which only those are known that are the same in both."""
    last = one
    while last.other is not None:
        last = last.other
    last.other = other
    return one


def _told(line: int, observations: Sequence[Observation], counts: ArcCounts) -> str | None:
    """What a line that is left out says, and what the others say of it; None if they do not tell."""
    for item in observations:
        total = counts.total(item.arcs) if item.line == line else item.times
        if total is not None and total != item.times:
            return f"{item.text} {item.times} times, but {total} follows from other lines"
    return None


def _as_many_as_fit(
    flow: UnitFlow, observations: Sequence[Observation], lines: Sequence[int]
) -> Resolved | None:
    """Take each count that fits those before, from the first line on and from the last line on."""
    soft = [
        item if item.trust is Trust.DOUBTFUL else item._replace(trust=Trust.SOFT)
        for item in sorted(observations, key=lambda item: (item.trust, item.line))
    ]
    both = [solve(flow, soft), solve(flow, soft[::-1])]
    if any(item.conflicts for item in both):
        return None
    first, second = sorted(both, key=lambda item: len({each.line for each in item.ignored}))
    odd = {item.line: item for item in reversed(first.ignored)}
    if len(odd) * _MOST_LEFT_OUT > len(lines):
        return None
    first.ignored = []
    return Resolved(_both(first, second), tuple(odd[line] for line in sorted(odd)))
