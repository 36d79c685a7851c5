"""Profiles with one count changed: what follows must be left out, or the same as before.

Counts that the others neither confirm nor contradict are those of another run, not corrupt; so only
values are taken for wrong that change although the changed count has a note, or that are negative.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from sad.analysis.unit import analyse
from sad.diagnostics import Severity
from sad.profiles.estimation.estimate import Estimator
from tests.oracle.profiles.estimates import own_part
from tests.oracle.profiles.tools import profile_of
from tests.oracle.profiles.truth import truth_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from sad.profiles.counts import LineCount, Profile, Segment
    from sad.profiles.estimation.estimate import Estimate
    from tests.oracle.profiles.truth import Inputs
    from tests.oracle.programs.program import RandomProgram


def _twice(number: int) -> int:
    return 2 * number


def _one_more(number: int) -> int:
    return number + 1


def _none(_: int) -> int:
    return 0


_CHANGES: tuple[Callable[[int], int], ...] = (_twice, _one_more, _none)


@dataclass(slots=True)
class Corrupted:
    """How many profiles were changed, and what came of it.

    ``errors`` gave the same values or fewer with a warning, ``same`` without one, ``silent`` other ones
    without a word: the count is the only one that tells them. ``wrong`` gave others with a word.
    """

    profiles: int = 0
    errors: int = 0
    same: int = 0
    silent: int = 0
    wrong: int = 0


def corrupt(
    programs: Sequence[RandomProgram], inputs: Inputs, folder: Path, tool: str
) -> Corrupted:
    """Change every count of valid profiles, one at a time, in each of three ways."""
    truths = {program.seed: truth_of(program, inputs) for program in programs}
    whole = profile_of(tool, programs, truths, inputs, folder)
    total = Corrupted()
    for program in programs:
        truth = truths[program.seed]
        if truth is None:
            continue
        own = own_part(program, truth, whole)
        (path,) = own.files
        estimator = Estimator(analyse(truth.program), {path: truth.text})
        before = _values(estimator.estimate(own))
        for changed in _changed(own):
            _judge(before, estimator.estimate(changed), total)
    return total


def _judge(before: dict[str, Fraction], found: Estimate, total: Corrupted) -> None:
    total.profiles += 1
    severities = {item.severity for item in found.diagnostics}
    values = _values(found)
    if all(before.get(symbol) == value for symbol, value in values.items()):
        total.errors += Severity.WARNING in severities
        total.same += Severity.WARNING not in severities
    elif severities:
        total.wrong += 1
    else:
        total.silent += 1
    for times in found.lines.values():
        assert times >= 0
        assert times.denominator == 1


def _values(found: Estimate) -> dict[str, Fraction]:
    samples = found.samples.items()
    return {symbol: Fraction(item.taken) / Fraction(item.reached) for symbol, item in samples}


def _changed(profile: Profile) -> Iterator[Profile]:
    ((path, counts),) = profile.files.items()
    for line, counted in sorted(counts.lines.items()):
        for new in _changed_line(counted):
            file = replace(counts, lines={**counts.lines, line: new})
            yield replace(profile, files={path: file})
    for number, segment in enumerate(counts.segments):
        for times in _other(segment.times or 0):
            segments: list[Segment] = [*counts.segments]
            segments[number] = segment._replace(times=times)
            yield replace(profile, files={path: replace(counts, segments=segments)})


def _changed_line(counted: LineCount) -> Iterator[LineCount]:
    for times in _other(counted.count):
        yield replace(counted, count=times)
    for number, way in enumerate(counted.ways):
        for times in _other(way.times):
            ways = [*counted.ways]
            ways[number] = way._replace(times=times)
            yield replace(counted, ways=tuple(ways))
    for number, condition in enumerate(counted.conditions):
        for name in ("true", "false"):
            for times in _other(getattr(condition, name)):
                conditions = [*counted.conditions]
                conditions[number] = condition._replace(**{name: times})
                yield replace(counted, conditions=tuple(conditions))


def _other(number: int) -> Iterator[int]:
    for change in _CHANGES:
        if change(number) != number:
            yield change(number)
