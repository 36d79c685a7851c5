"""A profile's files and the program's: which is which, and whether they are of one version."""

from __future__ import annotations

import os
import re
from pathlib import PurePath
from typing import TYPE_CHECKING

from sad.diagnostics import Diagnostic, Severity, Span
from sad.files import source_lines
from sad.profiles.estimation.places import code_lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sad.profiles.counts import FileCounts, Profile

_C_LANGUAGE = "c"
_SAME = 1_000_000  # more parts than a path has


def match_files(
    profile: Profile, sources: Sequence[str]
) -> tuple[dict[str, FileCounts], list[Diagnostic]]:
    """Return the counts of each source file that the profile has, and warnings (SAD711).

    A profile's file is the source it is the same file as; else the only one whose path ends alike, for
    as many folders as it takes. Of several files that may be one source the nearest one that ran is
    it; if there are two of these, neither is.
    """
    found: dict[str, list[tuple[int, bool, str]]] = {}
    real = {os.path.realpath(path): path for path in sources}
    for name, counts in profile.files.items():
        path = os.path.join(profile.folder or "", name)
        source, near = real.get(os.path.realpath(path)), _SAME
        if source is None:
            source, near = alike(name, sources) if name else (_of_text(counts.text, sources), _SAME)
        if source is not None:
            ran = any(line.count for line in counts.lines.values())
            found.setdefault(source, []).append((near, ran, name))
    matched: dict[str, FileCounts] = {}
    warnings: list[Diagnostic] = []
    for source, names in found.items():
        names.sort(key=lambda item: (item[1], item[0]), reverse=True)
        if len(names) > 1 and names[0][1] and names[0][:2] == names[1][:2] and names[0][0] != _SAME:
            both = f"{names[0][2]} and {names[1][2]}"
            message = f"{profile.path} has counts of {both}, which may both be this file: left out"
            hint = "give the sources by the paths they were compiled with"
            warning = Diagnostic("SAD711", Severity.WARNING, message, Span.at(source), hint)
            warnings.append(warning)
            continue
        matched[source] = profile.files[names[0][2]]
    return matched, warnings


def alike(name: str, sources: Sequence[str]) -> tuple[str | None, int]:
    """Return the only source whose path ends as a name does, and how many parts of it do."""
    parts = PurePath(name).parts
    best: list[str] = []
    longest = 0
    for source in sources:
        own = PurePath(os.path.abspath(source)).parts
        same = 0
        while same < min(len(parts), len(own)) and parts[-1 - same] == own[-1 - same]:
            same += 1
        if same > longest:
            best, longest = [source], same
        elif same == longest and same:
            best.append(source)
    return (best[0] if len(best) == 1 else None), longest


def _of_text(text: Sequence[str], sources: Sequence[str]) -> str | None:
    """The only source with a text, which is that of a file without a name."""
    found = [source for source in sources if source_lines(source)[: len(text)] == [*text]]
    return found[0] if len(found) == 1 else None


def version_mismatches(
    files: Mapping[str, FileCounts],
    texts: Mapping[str, Sequence[str]],
    languages: Mapping[str, str],
    headers: Mapping[str, Mapping[str, tuple[int, int]]],
    profile: Profile,
) -> Iterator[Diagnostic]:
    """Yield an error for each file whose counts are of another version of it.

    Nothing is counted behind a file's end, nor on blank lines and comments, and functions begin where
    they are. ``headers`` are the lines of units' headers and first statements, by file and name (of
    Fortran in lower case): a function begins at one of them or between (in LLVM's counts at its brace).
    """
    for path, counts in files.items():
        problem = _problem(path, counts, texts, languages.get(path, ""), headers.get(path, {}))
        if problem is not None:
            line, text, hint = problem
            message = f"the counts in {profile.path} are of another version of this file: {text}"
            yield Diagnostic("SAD711", Severity.ERROR, message, Span.at(path, line), hint)


def _problem(
    path: str,
    counts: FileCounts,
    texts: Mapping[str, Sequence[str]],
    language: str,
    headers: Mapping[str, tuple[int, int]],
) -> tuple[int, str, str] | None:
    lines = texts.get(path, ())
    again = "build, run and profile the program again with the source as it is"
    if not lines:
        return None
    for function in counts.functions:
        if language != _C_LANGUAGE and not function.name.endswith("_"):
            continue  # gfortran's own main
        name = function.name
        name = name if language == _C_LANGUAGE else name.lower().removesuffix("_")
        line, first = headers.get(name, (function.line, function.line))
        if not line <= function.line <= first:
            there = "".join(lines[function.line - 1 : function.line + 1])
            if language == _C_LANGUAGE and re.search(rf"\b{re.escape(function.name)}\b", there):
                again = "give the macros that the compiler had, with -D NAME=VALUE"
            return line, f"{function.name} began at line {function.line}, not {line}", again
    last, end = max(counts.lines, default=0), len(lines) - (not lines[-1])
    if last > end + bool(counts.segments):  # regions of an included file end behind its last line
        return end, f"line {last} was counted, but there are only {end} lines", again
    if counts.segments or counts.text:  # regions span blank lines; a text was compared before
        return None
    is_c = language == _C_LANGUAGE
    code = code_lines("\n".join(lines)) if is_c else frozenset[int]()
    for number in sorted(counts.lines):
        text = lines[number - 1]
        blank = number not in code if is_c else not text.strip() or _is_comment(text)
        if blank and counts.lines[number].count:
            ran = counts.lines[number].count
            return number, f"line {number} ran {ran} times and has no code", again
    return None


def _is_comment(text: str) -> bool:
    """Whether a line of Fortran can be nothing but a comment, in fixed or free form."""
    return text.lstrip().startswith("!") or (text[:1] in ("C", "c", "*") and _in_fixed_form(text))


def _in_fixed_form(text: str) -> bool:
    """Whether a line that begins with C is no statement of free form, such as CALL or CONTINUE."""
    return not text[:5].rstrip().isalpha() or text[:2] in ("C ", "c ", "* ") or text[0] == "*"
