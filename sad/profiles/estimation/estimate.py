"""From the counts of a run to values of parameters, unit by unit.

Over 400 lines: which counts of files are those of a unit is decided beside what follows from them.
"""

from __future__ import annotations

from collections import ChainMap, Counter
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import PurePath
from types import MappingProxyType
from typing import TYPE_CHECKING

from sad.analysis.calls.graph import unit_key
from sad.analysis.cfg.flow_equations import UnitFlow, program_flows
from sad.diagnostics import Diagnostic, Severity, Span
from sad.files import source_lines
from sad.profiles.counts import FileCounts, Sample
from sad.profiles.estimation import c_counts, gfortran
from sad.profiles.estimation.copies import Copies, as_soft, counts_of_copies
from sad.profiles.estimation.doubts import impossible_lines, signs_of_optimisation
from sad.profiles.estimation.llvm_counts import CLines, llvm_observations
from sad.profiles.estimation.matching import match_files, version_mismatches
from sad.profiles.estimation.moved import moved, moved_messages
from sad.profiles.estimation.odd_lines import without_odd_lines
from sad.profiles.estimation.places import (
    LinePlace,
    StatementPlaces,
    begun_lines,
    labelled_lines,
    places_of,
    whole_lines,
)
from sad.profiles.estimation.solve import ArcCounts, Conflict, Observation, solve_unit
from sad.profiles.estimation.translation_units import called, compiled_name, documents_of, identity
from sad.profiles.misses.matching import miss_counts
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sad.analysis.unit import ProgramAnalysis
    from sad.profiles.counts import LineCount, Profile
    from sad.profiles.misses.rates import MissCount


_C = "c"
_MOST_CONFLICTS = 3  # of one unit


@dataclass(slots=True)
class Estimate:
    """What one run says. ``samples`` are by symbol, without sizes; ``unreached`` ones could not show,
    ``branchless`` ones are choices of C (``c ? 0 : 1``) that the compiler made no branch of.

    ``lines`` is how often the first statement of each line started, where that is known, ``starts`` how
    often the line's unit did if it has one entry, and ``flows`` what is known of each unit's flow.
    ``misses`` are those of branches, by the names of ``misses.rates``, if the run's branches were
    watched. ``items`` are how often repeated items of READ and WRITE were transferred, by unit, block
    and ``item_place``.
    """

    samples: dict[str, Sample] = field(default_factory=dict[str, Sample])
    unreached: set[str] = field(default_factory=set[str])
    branchless: set[str] = field(default_factory=set[str])
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


@record
class _Run:
    """One profile: counts of files and lines, what is only copied, lines of C with whole statements.

    ``documents`` are its names of the program's translation units.
    """

    profile: Profile
    files: Mapping[str, FileCounts]
    counts: Mapping[LinePlace, LineCount]
    copies: Copies
    whole: Mapping[str, frozenset[int]]
    documents: Mapping[str, str]
    result: Estimate


class Estimator:
    """Maps profiles of one program to values of its parameters."""

    def __init__(
        self, analysis: ProgramAnalysis, texts: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        """``texts`` are sources that are in no file, by the path the program calls them."""
        self._analysis = analysis
        self._flows = program_flows(analysis)
        self._places = [places_of(flow) for flow in self._flows]
        files = analysis.program.files
        self._compiled_in = {id(unit): file.path for file in files for unit in file.units}
        touched = [
            (self._compiled_in[id(flow.unit)], place)
            for flow, places in zip(self._flows, self._places, strict=True)
            for place in _touched(flow, places)
        ]
        self._within = Counter(touched)
        seen = Counter(place for _, place in touched)
        self._named = Counter(map(identity, self._flows))
        self._shared = {place for place, times in seen.items() if times > 1}
        self._sources = list(dict.fromkeys([*(file.path for file in files), *(f for f, _ in seen)]))
        self._languages = {place[0]: file.language for file in files for place in [(file.path, 0)]}
        self._unit_language = {id(unit): file.language for file in files for unit in file.units}
        self._files_of = {
            file.path: {(unit.header or unit.span).file for unit in file.units} for file in files
        }
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
        begun = {path: begun_lines(text) for path, text in texts.items()}
        self._lines_of = CLines(begun, self._whole)
        self._labelled = {path: labelled_lines(text) for path, text in texts.items()}
        self._headers: dict[str, dict[str, tuple[int, int]]] = {}
        for file in files:
            for unit in file.units:
                header = unit.header or unit.span
                own = (item.span.line for item in unit.body if item.span.file == header.file)
                is_included = any(item.span.file != header.file for item in unit.body)
                end = len(self._texts[header.file]) if is_included else unit.span.end_line
                lines = header.line, next(own, end)
                name = unit.name if file.language == _C else unit.name.lower()
                self._headers.setdefault(unit.span.file, {})[name] = lines

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
        units = [
            (flow, places)
            for flow, places in zip(self._flows, self._places, strict=True)
            if not flow.is_jumped_into and any(place[0] in files for place in places.starts)
        ]
        in_c = [flow for flow, _ in units if profile.tool == "gcov" and self._is_c(flow)]
        copies = Copies(in_c, files)
        whole = copies.whole_lines(self._whole, units, self._analysis)
        run = _Run(
            profile, files, counts, copies, whole, documents_of(files, self._files_of), result
        )
        for flow, places in copies.in_order(units):
            self._unit(flow, places, run)
        if profile.has_branches:
            result.misses = miss_counts(self._analysis, result.flows, files, self._shared)
        if profile.tool in ("gcov", "lcov"):
            for language in dict.fromkeys(self._unit_language.values()):
                own = [
                    places
                    for flow, places in units
                    if self._unit_language[id(flow.unit)] == language and flow not in copies
                ]
                result.diagnostics += signs_of_optimisation(
                    own, counts, self._shared, language, profile
                )
        return result

    def _is_c(self, flow: UnitFlow) -> bool:
        return self._unit_language[id(flow.unit)] == _C

    def _unit(self, flow: UnitFlow, places: StatementPlaces, run: _Run) -> None:
        """Add what a profile says of one unit."""
        profile, result, is_c = run.profile, run.result, self._is_c(flow)
        is_copied = flow in run.copies
        files = self._files_in_unit(flow, places, run)
        own = self._own(flow, places, files, run)
        own = counts_of_copies(places, own) if is_copied else own

        def observed(some: UnitFlow) -> list[Observation]:
            where = places if some is flow else places_of(some)
            found = self._observed(some, where, own, files, run)
            if is_copied:
                return [*as_soft(found), *run.copies.calls(some, result.flows)]
            return [*found, *called(some, files, is_told=self._is_told(flow, files, run))]

        misplaced = is_c and profile.tool in ("gcov", "lcov")
        solved = solve_unit(flow, observed, misplaced=misplaced)
        if solved.conflicts:
            resolved = without_odd_lines(flow, observed(flow), solved.conflicts)
            odd = solved.conflicts if resolved is None else resolved.odd
            result.diagnostics += _conflicts(flow, odd, profile)
            if resolved is None:
                return
            solved = resolved.counts
        result.diagnostics += _ignored(flow, solved.ignored, profile)
        result.flows.append((flow, solved))
        self._lines(flow, places, solved, result)
        self._behind_stops(flow, places, own, run)
        self._ratios(flow, solved, profile, result)
        if is_c and profile.tool == "gcov" and not is_copied:
            result.branchless |= c_counts.branchless(flow, places, own) - result.samples.keys()
        if not is_c and profile.tool == "gcov":
            for (block, place), times in gfortran.items(flow, places, own, result.lines):
                result.items[unit_key(flow.unit), block, place] = times

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

    def _files_in_unit(
        self, flow: UnitFlow, places: StatementPlaces, run: _Run
    ) -> Mapping[str, FileCounts]:
        """The counts of files as a function's translation unit has them, where that is known."""
        source, name = self._compiled_in[id(flow.unit)], compiled_name(flow)
        names = run.documents.get(source, ""), f"{PurePath(source).name}:{name}", name
        found: dict[str, FileCounts] = {}
        header = (flow.unit.header or flow.unit.span).file
        touched = _touched(flow, places)
        for path in {path for path, _ in touched} & run.files.keys():
            copies = run.files[path].copies
            own = next((copies[each] for each in names if each in copies), None)
            if own is not None:
                found[path] = own
            elif path != header and any(
                place in self._shared for place in touched if place[0] == path
            ):
                found[path] = FileCounts()  # nobody knows what of it is this unit's
        return ChainMap(found, run.files) if found else run.files  # type: ignore[arg-type]

    def _is_told(self, flow: UnitFlow, files: Mapping[str, FileCounts], run: _Run) -> bool:
        """Whether counts of a function's header are none of its namesake in another unit, too."""
        path = (flow.unit.header or flow.unit.span).file
        return self._named[identity(flow)] == 1 or files.get(path) is not run.files.get(path)

    def _own(
        self,
        flow: UnitFlow,
        places: StatementPlaces,
        files: Mapping[str, FileCounts],
        run: _Run,
    ) -> Mapping[LinePlace, LineCount]:
        """The counts of lines, with what this unit has of lines that several units have."""
        found: dict[LinePlace, LineCount] = {}
        source = self._compiled_in[id(flow.unit)]
        for place in _touched(flow, places):
            path, line = place
            counted = files.get(path)
            is_own = counted is not None and counted is not run.files[path]
            if counted is None or not (is_own or place in self._shared):
                continue
            part = counted.parts.get(compiled_name(flow), {})
            if line in part:
                found[place] = part[line]
            elif is_own and line in counted.lines and self._within[source, place] == 1:
                found[place] = counted.lines[line]
        return ChainMap(found, run.counts) if found else run.counts  # type: ignore[arg-type]

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
        run: _Run,
    ) -> None:
        if run.profile.tool != "gcov":
            return
        if self._is_c(flow):
            found = c_counts.behind_stops(flow, places, counts, run.whole, self._labelled)
        else:
            found = gfortran.behind_stops(flow, places, counts)
        for place, times in found:
            run.result.lines.setdefault(place, Fraction(times))

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
        run: _Run,
    ) -> Iterator[Observation]:
        if run.profile.tool == "csv":
            yield from listed_observations(flow, places, counts)
        elif run.profile.tool == "llvm-cov":
            yield from llvm_observations(flow, places, files, self._texts, self._lines_of)
        elif self._is_c(flow):
            yield from c_counts.gcc_observations(flow, places, counts, run.whole, self._labelled)
        else:
            yield from gfortran.observations(flow, places, counts)


def _touched(flow: UnitFlow, places: StatementPlaces) -> set[LinePlace]:
    """The lines on which a unit may have code: those of its statements, where it begins, and ends."""
    span, header = flow.unit.span, flow.unit.header or flow.unit.span
    return {*places.starts, (header.file, header.line), (span.file, span.end_line)}


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
