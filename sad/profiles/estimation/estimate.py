"""From the counts of a run to values of parameters, unit by unit."""

from __future__ import annotations

from collections import ChainMap, Counter
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING

from sad.analysis.calls.graph import unit_key
from sad.analysis.cfg.flow_equations import UnitFlow, program_flows
from sad.diagnostics import Diagnostic, Severity, Span
from sad.files import source_lines
from sad.profiles.counts import Sample
from sad.profiles.estimation import c_counts, gfortran
from sad.profiles.estimation.doubts import impossible_lines, signs_of_optimisation
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
    from collections.abc import Iterator, Mapping, Sequence

    from sad.analysis.unit import ProgramAnalysis
    from sad.profiles.counts import FileCounts, LineCount, Profile
    from sad.profiles.misses.rates import MissCount


_C = "c"
_MOST_CONFLICTS = 3  # of one unit


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
        counts = self._counts(files, {(item.span.file, item.span.line) for item in impossible})
        counted: dict[str, list[StatementPlaces]] = {}
        for flow, places in zip(self._flows, self._places, strict=True):
            if flow.is_jumped_into or not any(place[0] in files for place in places.starts):
                continue
            is_c = self._unit_language[id(flow.unit)] == _C
            if is_c and profile.tool == "gcov" and not _is_compiled(flow, files):
                continue  # only inlined: its lines have counts of several copies
            counted.setdefault(self._unit_language[id(flow.unit)], []).append(places)
            own = self._own(flow, places, counts, files)

            def observed(
                some: UnitFlow,
                flow: UnitFlow = flow,
                places: StatementPlaces = places,
                own: Mapping[LinePlace, LineCount] = own,
            ) -> list[Observation]:
                where = places if some is flow else places_of(some)
                found = self._observed(some, where, own, files, profile.tool)
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
            self._behind_stops(flow, places, own, profile.tool, result)
            self._ratios(flow, solved, profile, result)
            if not is_c and profile.tool == "gcov":
                for (block, place), times in gfortran.items(flow, places, own, result.lines):
                    result.items[unit_key(flow.unit), block, place] = times
        if profile.has_branches:
            result.misses = miss_counts(self._analysis, result.flows, files, self._shared)
        if profile.tool in ("gcov", "lcov"):
            for language, units in counted.items():
                result.diagnostics += signs_of_optimisation(
                    units, counts, self._shared, language, profile
                )
        return result

    def _counts(
        self, files: Mapping[str, FileCounts], left_out: set[LinePlace]
    ) -> dict[LinePlace, LineCount]:
        """The counts of the lines that belong to one unit."""
        return {
            (path, line): counted
            for path, file in files.items()
            for line, counted in file.lines.items()
            if (path, line) not in self._shared and (path, line) not in left_out
        }

    def _own(
        self,
        flow: UnitFlow,
        places: StatementPlaces,
        counts: Mapping[LinePlace, LineCount],
        files: Mapping[str, FileCounts],
    ) -> Mapping[LinePlace, LineCount]:
        """The counts of lines, with what this unit has of lines that several units have."""
        shared = [place for place in _touched(flow, places) if place in self._shared]
        found = {
            place: part[place[1]]
            for place in shared
            if place[0] in files
            and (part := files[place[0]].parts.get(_compiled_name(flow))) is not None
            and place[1] in part
        }
        return ChainMap(found, counts) if found else counts  # type: ignore[arg-type]

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


def _compiled_name(flow: UnitFlow) -> str:
    """The name that a unit of C has for the linker: several functions may stand at one place."""
    return flow.unit.spelling or flow.unit.name


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
    if len(found) > 1:
        found = [item for item in found if item.name == _compiled_name(flow)]
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
