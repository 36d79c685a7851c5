"""From the counts of a run to values of parameters, unit by unit."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING

from sad.analysis.calls.graph import unit_key
from sad.analysis.cfg.flow_equations import UnitFlow, program_flows
from sad.diagnostics import Diagnostic, Severity, Span
from sad.files import source_lines
from sad.ir import stmt as st
from sad.profiles.counts import Sample
from sad.profiles.estimation import c_counts, gfortran
from sad.profiles.estimation.llvm_counts import llvm_observations
from sad.profiles.estimation.matching import match_files, version_mismatches
from sad.profiles.estimation.moved import moved, moved_messages
from sad.profiles.estimation.odd_lines import without_odd_lines
from sad.profiles.estimation.places import (
    LinePlace,
    StatementPlaces,
    labelled_lines,
    places_of,
    whole_lines,
)
from sad.profiles.estimation.solve import ArcCounts, Conflict, Observation, Trust, solve_unit
from sad.profiles.misses.matching import miss_counts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

    from sad.analysis.unit import ProgramAnalysis
    from sad.profiles.counts import FileCounts, LineCount, Profile
    from sad.profiles.misses.rates import MissCount


_C = "c"
_MOST_CONFLICTS = 3  # of one unit
_FEWEST = 8
_MOST_WITHOUT = {"fortran": 0.1, "c": 0.35}
"""Shares of random programs with -O0 were up to 0.03 and 0.22, with -O1 and -Og from 0.13 and 0.46."""


@dataclass(slots=True)
class Estimate:
    """What one run says. ``samples`` are by symbol, without sizes; ``unreached`` ones could not show.

    ``lines`` is how often the first statement of each line started, where that is known, ``starts`` how
    often the line's unit did if it has one entry, and ``flows`` what is known of each unit's flow.
    ``misses`` are those of branches, by the names of ``misses.rates``, if the run's branches were
    watched. ``items`` are how often repeated items of READ and WRITE were transferred, by unit, block
    and ``item_place``.
    """

    samples: dict[str, Sample] = field(default_factory=dict[str, Sample])
    unreached: set[str] = field(default_factory=set[str])
    diagnostics: list[Diagnostic] = field(default_factory=list[Diagnostic])
    lines: dict[LinePlace, Fraction] = field(default_factory=dict[LinePlace, Fraction])
    starts: dict[LinePlace, Fraction] = field(default_factory=dict[LinePlace, Fraction])
    flows: list[tuple[UnitFlow, ArcCounts]] = field(
        default_factory=list["tuple[UnitFlow, ArcCounts]"]
    )
    misses: dict[str, MissCount] = field(default_factory=dict[str, "MissCount"])
    items: dict[tuple[str, int, int], Fraction] = field(
        default_factory=dict[tuple[str, int, int], Fraction]
    )


class Estimator:
    """Maps profiles of one program to values of its parameters."""

    def __init__(
        self, analysis: ProgramAnalysis, texts: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        """``texts`` are sources that are in no file, by the path the program calls them."""
        self._analysis = analysis
        self._flows = program_flows(analysis)
        self._places = [places_of(flow) for flow in self._flows]
        pairs = zip(self._flows, self._places, strict=True)
        seen = Counter(place for flow, places in pairs for place in _touched(flow, places))
        self._shared = {place for place, times in seen.items() if times > 1}
        files = analysis.program.files
        self._sources = list(dict.fromkeys([*(file.path for file in files), *(f for f, _ in seen)]))
        self._languages = {place[0]: file.language for file in files for place in [(file.path, 0)]}
        self._unit_language = {id(unit): file.language for file in files for unit in file.units}
        self._texts = {
            path: texts[path].split("\n") if path in texts else source_lines(path)
            for path in self._sources
        }
        for flow, places in zip(self._flows, self._places, strict=True):
            for path, _ in places.starts:  # included files
                self._languages.setdefault(path, self._unit_language[id(flow.unit)])
        in_c = [path for path in self._sources if self._languages.get(path, _C) == _C]
        texts = {path: "\n".join(self._texts[path]) for path in in_c}
        self._whole = {path: whole_lines(text) for path, text in texts.items()}
        self._labelled = {path: labelled_lines(text) for path, text in texts.items()}
        self._headers: dict[str, dict[str, tuple[int, int]]] = {}
        for file in files:
            for unit in file.units:
                header = unit.header or unit.span
                own = (item.span.line for item in unit.body if item.span.file == header.file)
                lines = header.line, next(own, unit.span.end_line)
                self._headers.setdefault(unit.span.file, {})[unit.name.lower()] = lines

    def estimate(self, profile: Profile) -> Estimate:
        """Return what a profile says of the program's parameters."""
        result = Estimate()
        files, unclear = match_files(profile, self._sources)
        if not files:
            message = "no counts of any of the program's files"
            known = ", ".join(sorted(profile.files)[:4]) or "nothing"
            hint = f"it has counts of {known}"
            place = Span.at(profile.path)
            result.diagnostics.append(Diagnostic("SAD710", Severity.ERROR, message, place, hint))
            return result
        files, told = self._as_now(files, profile)
        result.diagnostics.extend(item for item in told if item.severity is Severity.ERROR)
        unclear += told
        mismatches = version_mismatches(files, self._texts, self._languages, self._headers, profile)
        result.diagnostics.extend(mismatches)
        if result.diagnostics:
            return result
        result.diagnostics.extend(unclear)
        impossible = list(impossible_lines(files, profile))
        result.diagnostics.extend(impossible)
        left_out = {(item.span.file, item.span.line) for item in impossible}
        counts = {
            (path, line): counted
            for path, file in files.items()
            for line, counted in file.lines.items()
            if (path, line) not in self._shared and (path, line) not in left_out
        }
        counted: dict[str, list[StatementPlaces]] = {}
        for flow, places in zip(self._flows, self._places, strict=True):
            if flow.is_jumped_into or not any(place[0] in files for place in places.starts):
                continue
            is_c = self._unit_language[id(flow.unit)] == _C
            if is_c and profile.tool == "gcov" and not _is_compiled(flow, files):
                continue  # only inlined: its lines have counts of several copies
            counted.setdefault(self._unit_language[id(flow.unit)], []).append(places)

            def observed(
                some: UnitFlow, flow: UnitFlow = flow, places: StatementPlaces = places
            ) -> list[Observation]:
                where = places if some is flow else places_of(some)
                found = self._observed(some, where, counts, files, profile.tool)
                return [*found, *_called(some, files)]

            misplaced = is_c and profile.tool in ("gcov", "lcov")
            solved = solve_unit(flow, observed, misplaced=misplaced)
            if solved.conflicts:
                resolved = without_odd_lines(flow, observed(flow), solved.conflicts)
                odd = solved.conflicts if resolved is None else resolved.odd
                result.diagnostics += _conflicts(flow, odd, profile)
                if resolved is None:
                    continue
                solved = resolved.counts
            result.diagnostics += _ignored(flow, solved.ignored, profile)
            result.flows.append((flow, solved))
            self._lines(flow, places, solved, result)
            self._behind_stops(flow, places, counts, profile.tool, result)
            self._ratios(flow, solved, profile, result)
            if not is_c and profile.tool == "gcov":
                for (block, place), times in gfortran.items(flow, places, counts, result.lines):
                    result.items[unit_key(flow.unit), block, place] = times
        if profile.has_branches:
            result.misses = miss_counts(self._analysis, result.flows, files, self._shared)
        if profile.tool in ("gcov", "lcov"):
            for language, units in counted.items():
                result.diagnostics += signs_of_optimisation(
                    units, counts, self._shared, language, profile
                )
        return result

    def _as_now(
        self, files: Mapping[str, FileCounts], profile: Profile
    ) -> tuple[dict[str, FileCounts], list[Diagnostic]]:
        """Counts at today's lines, where a profile has the text they are of; SAD711, SAD713."""
        found: dict[str, FileCounts] = {}
        told: list[Diagnostic] = []
        for path, counts in files.items():
            found[path] = counts
            if counts.text and self._texts.get(path):
                is_c = self._languages.get(path, _C) == _C
                now = moved(counts, self._texts[path], is_c=is_c)
                found[path] = now.counts
                told += moved_messages(path, now, profile.path)
        return found, told

    def _lines(
        self, flow: UnitFlow, places: StatementPlaces, solved: ArcCounts, result: Estimate
    ) -> None:
        started = solved.total(flow.starts.values())
        for place, start in places.first.items():
            ran = None if start.arcs is None else solved.total(start.arcs)
            if ran is not None and place not in self._shared:
                result.lines[place] = ran
                if started is not None and len(flow.starts) == 1:
                    result.starts[place] = started

    def _behind_stops(
        self,
        flow: UnitFlow,
        places: StatementPlaces,
        counts: Mapping[LinePlace, LineCount],
        tool: str,
        result: Estimate,
    ) -> None:
        if tool != "gcov":
            return
        if self._unit_language[id(flow.unit)] == _C:
            found = c_counts.behind_stops(flow, places, counts, self._whole, self._labelled)
        else:
            found = gfortran.behind_stops(flow, places, counts)
        for place, times in found:
            result.lines.setdefault(place, Fraction(times))

    def _ratios(
        self, flow: UnitFlow, solved: ArcCounts, profile: Profile, result: Estimate
    ) -> None:
        for symbol, ratio in flow.ratios.items():
            reached, taken = solved.total(ratio.reached), solved.total(ratio.taken)
            if reached == 0:
                result.unreached.add(symbol)
                continue
            if reached is None or taken is None:
                continue
            most = reached if set(ratio.taken) <= set(ratio.reached) else taken
            if 0 <= taken <= most:
                result.samples[symbol] = Sample({}, float(taken), float(reached), profile.path)
            else:
                text = f"{symbol}: {taken} of {reached} times"
                found = Conflict(flow.unit.span.line, text)
                result.diagnostics += _conflicts(flow, [found], profile)

    def _observed(
        self,
        flow: UnitFlow,
        places: StatementPlaces,
        counts: Mapping[LinePlace, LineCount],
        files: Mapping[str, FileCounts],
        tool: str,
    ) -> Iterator[Observation]:
        if tool == "csv":
            yield from listed_observations(flow, places, counts)
        elif tool == "llvm-cov":
            yield from llvm_observations(flow, places, files, self._texts)
        elif self._unit_language[id(flow.unit)] == _C:
            yield from c_counts.gcc_observations(flow, places, counts, self._whole, self._labelled)
        else:
            yield from gfortran.observations(flow, places, counts)


def _touched(flow: UnitFlow, places: StatementPlaces) -> set[LinePlace]:
    """The lines on which a unit may have code: those of its statements, where it begins, and ends."""
    span, header = flow.unit.span, flow.unit.header or flow.unit.span
    return {*places.starts, (header.file, header.line), (span.file, span.end_line)}


def _is_compiled(flow: UnitFlow, files: Mapping[str, FileCounts]) -> bool:
    """Whether a unit was compiled as a function of its own, as far as functions are known."""
    span = flow.unit.header or flow.unit.span
    counts = files.get(span.file)
    functions = counts.functions if counts is not None else []
    return not functions or any(item.line == span.line for item in functions)


def _called(flow: UnitFlow, files: Mapping[str, FileCounts]) -> Iterator[Observation]:
    """How often a unit was called, from the function of its header's line."""
    span = flow.unit.header or flow.unit.span
    counts = files.get(span.file)
    found = [item for item in counts.functions if item.line == span.line] if counts else []
    if len(found) == len(flow.starts) == 1:
        arcs = tuple(flow.starts.values())
        text = f"{flow.unit.name} was called"
        yield Observation(arcs, found[0].count, span.line, text, Trust.DOUBTFUL)


def _conflicts(
    flow: UnitFlow, conflicts: Sequence[Conflict], profile: Profile
) -> Iterator[Diagnostic]:
    for conflict in conflicts[:_MOST_CONFLICTS]:
        span = Span.at(flow.unit.span.file, conflict.line or flow.unit.span.line)
        hint = "were all files compiled with -O0, from this source, and all counts of one program?"
        message = f"impossible counts in {profile.path}, left out: {conflict.text}"
        yield Diagnostic("SAD712", Severity.WARNING, message, span, hint)


def _ignored(flow: UnitFlow, ignored: Sequence[Conflict], profile: Profile) -> Iterator[Diagnostic]:
    by_line = {item.line: item for item in reversed(ignored)}
    for item in sorted(by_line.values())[:_MOST_CONFLICTS]:
        span = Span.at(flow.unit.span.file, item.line)
        message = f"left out, in {profile.path}: {item.text}"
        hint = "put one statement on a line, if a parameter that depends on it is not measured"
        yield Diagnostic("SAD713", Severity.NOTE, message, span, hint)


def listed_observations(
    flow: UnitFlow, places: StatementPlaces, counts: Mapping[LinePlace, LineCount]
) -> Iterator[Observation]:
    """Yield what is known of the arcs of one unit; a line's condition tells both of its arms."""
    for place, start in places.first.items():
        counted = counts.get(place)
        if counted is None:
            continue
        line = place[1]
        if start.arcs is not None:
            yield Observation(start.arcs, counted.count, line, f"line {line} ran")
        blocks = [*places.splits.get(place, ()), *places.heads.get(place, ())]
        if len(blocks) == len(counted.conditions) == 1 and len(flow.out[blocks[0]]) == 2:
            (condition,) = counted.conditions
            times = (condition.true, condition.false)
            for arc, count in zip(flow.out[blocks[0]], times, strict=True):
                yield Observation((arc,), count, line, f"the condition of line {line} held")


def impossible_lines(files: Mapping[str, FileCounts], profile: Profile) -> Iterator[Diagnostic]:
    """Yield a warning for each line of which a way was gone along more often than the line ran.

    gcov's figure of a line is at least that of each of its blocks: every visit of a block begins where
    control enters the line, or goes round a cycle inside it, and both add to the figure.
    """
    if profile.tool not in ("gcov", "lcov"):
        return
    for path, counts in files.items():
        for line, counted in sorted(counts.lines.items()):
            most = max((way.times for way in counted.ways), default=0)
            if most > counted.count:
                message = f"a way of line {line} ran {most} times, the line {counted.count} times"
                text = f"impossible counts in {profile.path}, left out: {message}"
                hint = "take the counts as the tool wrote them"
                yield Diagnostic("SAD712", Severity.WARNING, text, Span.at(path, line), hint)


def signs_of_optimisation(
    units: Iterable[StatementPlaces],
    counts: Mapping[LinePlace, LineCount],
    shared: Set[LinePlace],
    language: str,
    profile: Profile,
) -> Iterator[Diagnostic]:
    """Yield a warning, SAD717, if many assignments and calls have no count, not even 0.

    Without optimisation gcc and gfortran keep code for each of them, but for what a constant condition
    rules out; so only those count that must have run, with another line of their block. ``units`` are
    those of one language that were counted. Lines that several units share, as those of a file that is
    included more than once, say nothing; they have no place in ``counts``.
    """
    without: list[LinePlace] = []
    simple = 0
    for places in units:
        ran = {
            start.block
            for place, starts in places.starts.items()
            if place in counts and counts[place].count
            for start in starts
        }
        for place, starts in places.starts.items():
            item = starts[0].action.statement
            if len(starts) > 1 or not isinstance(item, st.Assign | st.CallStatement):
                continue
            if starts[0].block not in ran:
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
