"""Predicted and measured time of the same units, loops and lines, the largest differences first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from typing import TYPE_CHECKING, TypeVar

from sad.diagnostics import Span, input_error
from sad.experiments.curve import need_values, no_entry_error
from sad.experiments.timed.places import Group, Places
from sad.profiles.times.spent import Spent
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.profiles.times.spent import Times
    from sad.report.view import View

Key = TypeVar("Key", bound=Hashable)


@record
class Part:
    """One unit, loop or line with what was predicted and measured of it, in all calls together.

    ``predicted`` is in seconds, ``measured`` as well, None if the profile tells shares only.
    ``predicted_share`` and ``measured_share`` are of all that was predicted and measured.
    ``loop`` is empty for what is in no loop. ``samples`` are None where they are not known.
    """

    unit: str
    loop: str
    file: str
    line: int
    predicted: float
    measured: float | None
    predicted_share: float
    measured_share: float
    samples: int | None

    @property
    def difference(self) -> float:
        """Predicted less measured: seconds, or shares if that is all that was measured."""
        if self.measured is not None:
            return self.predicted - self.measured
        return self.predicted_share - self.measured_share

    @property
    def ratio(self) -> float | None:
        """Predicted over measured, of seconds or shares; None if nothing was measured."""
        if self.measured is not None:
            return self.predicted / self.measured if self.measured else None
        return self.predicted_share / self.measured_share if self.measured_share else None


@record
class TimedTable:
    """A model beside a profile. ``elsewhere`` is time in code that the model does not have, by symbol.

    ``predicted`` and ``measured`` are whole runs [s]; ``loops`` and ``lines`` are empty if the profile
    has no lines.
    """

    path: str
    tool: str
    predicted: float
    measured: float | None
    samples: int | None
    units: tuple[Part, ...]
    loops: tuple[Part, ...]
    lines: tuple[Part, ...]
    elsewhere: tuple[Part, ...]


def table_of(view: View, times: Times, seconds: float | None = None) -> TimedTable:
    """Return what is predicted beside ``times``; ``seconds`` is how long the measured run took.

    Raises ``SadError``: SAD850 (values, or an entry, are missing), SAD856 (nothing measured is in the
    program).
    """
    prediction = view.prediction
    if view.model.entry is None:
        raise no_entry_error("the program", [unit.name for unit in view.model.description.units])
    if prediction.total is None:
        need_values(view.model, [*view.model.missing, *view.missing_calls()])
    total = prediction.total or prediction.known or 0.0
    unit = times.unit if seconds is None else seconds / times.total
    scale = _Scale(total, times.total, unit, times.has_samples)
    places = Places(view)
    units: defaultdict[str, Spent] = defaultdict(Spent)
    groups: defaultdict[Group, Spent] = defaultdict(Spent)
    lines: defaultdict[tuple[str, int], Spent] = defaultdict(Spent)
    elsewhere: defaultdict[str, Spent] = defaultdict(Spent)
    for frames, spent in times.spent.items():
        shares = places.shares(frames)
        if not shares:
            _put(elsewhere[frames[0].symbol], spent, 1.0)
        for share in shares:
            _put(units[share.unit], spent, share.part)
            if share.group is not None:
                _put(groups[share.group], spent, share.part)
            if share.line is not None:
                _put(lines[share.line], spent, share.part)
    if not units:
        message = "nothing that was measured is in the program"
        hint = "are these the sources it was built from, and has it symbols (-g, not stripped)?"
        raise input_error("SAD856", message, Span.at(times.path), hint)
    return TimedTable(
        times.path,
        times.tool,
        total,
        None if unit is None else times.total * unit,
        sum(item.samples for item in times.spent.values()) if times.has_samples else None,
        _units(view, units, scale),
        _loops(view, groups, scale) if lines else (),
        _lines(places, lines, scale) if lines else (),
        _sorted([scale.part(name, "", ("", 0), 0.0, spent) for name, spent in elsewhere.items()]),
    )


def _put(into: Spent, spent: Spent, part: float) -> None:
    into.weight += spent.weight * part
    into.samples += round(spent.samples * part)


@record
class _Scale:
    """What weights and seconds are of the whole; ``unit`` is a weight of 1 [s]."""

    predicted: float
    measured: float
    unit: float | None
    has_samples: bool

    def part(
        self, unit: str, loop: str, place: tuple[str, int], seconds: float, spent: Spent
    ) -> Part:
        """Return a row."""
        return Part(
            unit,
            loop,
            *place,
            seconds,
            None if self.unit is None else spent.weight * self.unit,
            seconds / self.predicted if self.predicted else 0.0,
            spent.weight / self.measured,
            spent.samples if self.has_samples else None,
        )


def _units(view: View, spent: Mapping[str, Spent], scale: _Scale) -> tuple[Part, ...]:
    """The units of the model that run, and calls of procedures that it does not have."""
    seconds: defaultdict[str, float] = defaultdict(float)
    for name, blocks in view.blocks_by_unit.items():
        seconds[name] += view.seconds_of(blocks) or 0.0
    for name, time in view.prediction.calls.items():
        seconds[name] += time or 0.0
    places = {unit.name: (unit.file, unit.line) for unit in view.model.description.units}
    return _sorted(
        [
            scale.part(
                name,
                "",
                places.get(name, ("", 0)),
                seconds.get(name, 0.0),
                spent.get(name, Spent()),
            )
            for name in dict.fromkeys([*seconds, *spent])
        ]
    )


def _loops(view: View, spent: Mapping[Group, Spent], scale: _Scale) -> tuple[Part, ...]:
    """Innermost loops, and what of each unit is in no loop."""
    units = {unit.name: (unit.file, unit.line) for unit in view.model.description.units}
    parts: list[Part] = []
    for group in dict.fromkeys([*view.groups, *spent]):
        blocks = view.groups.get(group, [])
        loop = blocks[0].loops[-1] if blocks and blocks[0].loops else None
        place = units[group[0]] if loop is None else (loop.span.file, loop.span.line)
        seconds = view.seconds_of(blocks) or 0.0
        name = "" if loop is None else loop.id
        parts.append(scale.part(group[0], name, place, seconds, spent.get(group, Spent())))
    return _sorted(parts)


def _lines(
    places: Places, spent: Mapping[tuple[str, int], Spent], scale: _Scale
) -> tuple[Part, ...]:
    parts: list[Part] = []
    for place in dict.fromkeys([*places.lines, *spent]):
        groups: Mapping[Group, float] = places.lines.get(place, {})
        unit = next(iter(groups), ("", ()))[0]
        parts.append(scale.part(unit, "", place, sum(groups.values()), spent.get(place, Spent())))
    return _sorted(parts)


def _sorted(parts: list[Part]) -> tuple[Part, ...]:
    """The parts that take time in either, by how much they differ."""
    kept = [part for part in parts if part.predicted or part.measured_share]
    return tuple(sorted(kept, key=lambda part: (-abs(part.difference), part.file, part.line)))
