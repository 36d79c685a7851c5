"""gcc's data files read through the installed gcov, in a scratch directory of its own.

gcov gets a list of arguments and no shell; it writes to its standard output only, so the user's
tree stays as it is.

A notes file (.gcno) is written by the compiler, a data file (.gcda) by the run. Both begin with a
magic number, the compiler's version and a stamp that is new with every compilation; then come
records of a tag, a length and that much data, and in data files a tag 0 at the end (gcc's
``gcov-io.h``). gcov reads files that are cut without a word, and misses counts; so they are looked at
here. Only notes that end between two records of their last function cannot be told from whole ones.
"""

from __future__ import annotations

import os
import re
import shutil
import struct
import subprocess
import tempfile
from typing import TYPE_CHECKING

from sad.diagnostics import SadError, Span, input_error
from sad.files import no_pipe
from sad.profiles.readers.gcov_json import read_json
from sad.profiles.readers.source import Source, ended, unreadable
from sad.records import field, record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.diagnostics import Diagnostics
    from sad.profiles.counts import Profile


_FILES_AT_ONCE = 100  # well below what a system takes as arguments
_LINES_SHOWN = 3
# What gcov says on standard error that takes nothing from the counts.
_HARMLESS = (
    "cannot open data file, assuming not executed",  # a notes file without data was asked for
    "source file is newer than notes file",  # found, and said, by _warn_of_newer
    "the message is displayed only once per source file",
    "no functions found",  # a module without procedures, or a file of declarations
)
_OLD = ("unrecognized option", "invalid option", "unknown option", "unknown command line argument")
_VERSION = re.compile(r"version '(.\d)..', prefer")
_CLANG = (
    "was it built by clang? Build it with -fprofile-instr-generate -fcoverage-mapping "
    "and give what llvm-cov export writes"
)
_INSTALL = "give the gcov of the compiler that built the program, such as gcov-12"
DATA, NOTES = ".gcda", ".gcno"
_REBUILD = (
    "build it, run it, and keep the data files (.gcda) beside the notes (.gcno) of that build"
)
_NEVER_RAN = "run the program that was built with --coverage; it writes the data when it ends"


def read_gcov_data(
    path: str, at: Mapping[str, str], tools: Tools, diagnostics: Diagnostics | None
) -> Profile:
    """Run gcov on a directory or data file, and read what it says.

    Raises ``SadError``: as ``data_files`` does, SAD707 (gcov cannot be run), SAD708 (gcov says that
    something is wrong), and what ``read_json`` raises.
    """
    files = data_files(path)
    if shutil.which(tools.gcov) is None:
        raise _not_run(tools, "there is no such program", path)
    for name in files:
        if name.endswith(DATA):
            check(name)
    files = [os.path.abspath(name) for name in files]
    with tempfile.TemporaryDirectory(prefix="sad-gcov-") as scratch:
        answer = os.path.join(scratch, "answer.json")
        for start in range(0, len(files), _FILES_AT_ONCE):
            _run(files[start : start + _FILES_AT_ONCE], answer, scratch, path, tools)
        with Source(answer, path) as source:
            profile = read_json(source, at)
    if diagnostics is not None:
        _warn_of_newer(profile, files, diagnostics)
    return profile


def _warn_of_newer(profile: Profile, files: list[str], diagnostics: Diagnostics) -> None:
    """Warn of sources that were changed after the last compilation."""
    built = max(os.stat(os.path.splitext(name)[0] + NOTES).st_mtime for name in files)
    for name in sorted(profile.files):
        place = os.path.join(profile.folder or "", name)
        if os.path.isabs(place) and os.path.exists(place) and os.stat(place).st_mtime > built:
            message = "the source is newer than the build that was measured"
            diagnostics.warning("SAD709", message, Span.at(place), "build and run it again")


def _run(files: list[str], answer: str, scratch: str, path: str, tools: Tools) -> None:
    command = [tools.gcov, "-b", "--json-format", "--stdout", *files]
    try:
        with open(answer, "ab") as output:
            run = subprocess.run(
                command,
                cwd=scratch,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.PIPE,
                env={**os.environ, "LC_ALL": "C"},
                timeout=tools.timeout_s,
                check=False,
            )
    except (OSError, ValueError) as error:
        raise _not_run(tools, str(error), path) from None
    except subprocess.TimeoutExpired:
        message = f"{tools.gcov} did not end within {tools.timeout_s:g} s"
        raise input_error("SAD707", message, Span.at(path), "give it more time") from None
    lines = os.fsdecode(run.stderr).splitlines()
    complaints = [line for line in lines if line and not any(say in line for say in _HARMLESS)]
    if run.returncode == 0 and not complaints:
        return
    said = "; ".join(complaints[:_LINES_SHOWN]) or f"exit status {run.returncode}"
    if any(word in said for word in _OLD):
        message = f"{tools.gcov} does not write JSON: {said}"
        hint = "gcov writes JSON since version 9; of LLVM, give what llvm-cov export writes"
        raise input_error("SAD707", message, Span.at(path), hint)
    raise input_error("SAD708", f"{tools.gcov} says: {said}", Span.at(path), _advice(said))


def _not_run(tools: Tools, reason: str, path: str) -> SadError:
    message = f"{tools.gcov} cannot be run: {reason}"
    return input_error("SAD707", message, Span.at(path), _INSTALL)


def _advice(said: str) -> str:
    version = _VERSION.search(said)
    if version is None:
        return "build again, remove the old data files, run again"
    tens, ones = version[1]
    if not tens.isalpha():
        return _CLANG  # its files claim to be of gcc 4
    major = 10 * (ord(tens) - ord("A")) + int(ones)
    return f"the program was built by gcc {major}: give its gcov, as gcov-{major}"


@record
class Header:
    """How a file of gcov begins; ``order`` is that of its bytes, for ``struct``."""

    magic: bytes
    version: str
    stamp: int
    order: str


def data_files(path: str) -> list[str]:
    """Return the files to give to gcov: one for each notes file in a directory, or that of ``path``.

    Raises ``SadError``: SAD701 (cannot be read, no data), SAD708 (no notes).
    """
    if not os.path.isdir(path):
        return [_with_notes(os.path.splitext(path)[0] + DATA)]
    notes, data = _files(path)
    if not data:
        what = "was compiled for gcov but did not run" if notes else "has no files of gcov"
        raise input_error("SAD701", f"what is in this directory {what}", Span.at(path), _NEVER_RAN)
    found = [_with_notes(name) for name in data]
    stems = {os.path.splitext(name)[0] for name in data}
    return sorted(found + [name for name in notes if os.path.splitext(name)[0] not in stems])


def _files(path: str) -> tuple[list[str], list[str]]:
    def stop(error: OSError) -> None:
        raise unreadable(os.fsdecode(error.filename or path), error)

    notes: list[str] = []
    data: list[str] = []
    for folder, folders, names in os.walk(path, onerror=stop):
        folders.sort()
        for name in sorted(names):
            if name.endswith(NOTES):
                notes.append(os.path.join(folder, name))
            elif name.endswith(DATA):
                data.append(os.path.join(folder, name))
    return notes, data


def _with_notes(data: str) -> str:
    notes = os.path.splitext(data)[0] + NOTES
    if not os.path.exists(data):
        raise input_error("SAD701", "no such file", Span.at(data), _NEVER_RAN)
    if not os.path.exists(notes):
        message = f"its notes file {os.path.basename(notes)} is not there"
        raise input_error("SAD708", message, Span.at(data), _REBUILD)
    return data


def check(data: str) -> None:
    """Check that a data file and its notes are whole and of one build.

    Raises ``SadError``: SAD701 (cannot be read), SAD703 (cut), SAD708 (not gcov's, another version),
    SAD709 (of another build).
    """
    notes = os.path.splitext(data)[0] + NOTES
    content, plan = _content(data), _content(notes)
    measured, built = _header(data, content, b"gcda"), _header(notes, plan, b"gcno")
    if measured.version != built.version:
        message = f"written by gcov {measured.version}, its notes by {built.version}"
        raise input_error("SAD708", message, Span.at(data), _REBUILD)
    if measured.stamp != built.stamp:
        message = "the data is of another build than its notes: the source may have changed"
        hint = "run the program again, or put back the notes of the build that ran"
        raise input_error("SAD709", message, Span.at(data), hint)
    for name, file, header in ((data, content, measured), (notes, plan, built)):
        if not _is_whole(file, header):
            raise ended(Span.at(name))


def _content(path: str) -> bytes:
    try:
        with open(no_pipe(path), "rb") as file:
            return file.read()
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from None


def _header(path: str, content: bytes, magic: bytes) -> Header:
    for order, mark in ((">", magic), ("<", magic[::-1])):
        if content[:4] == mark and len(content) >= 12:
            version, stamp = struct.unpack(order + "4sI", content[4:12])
            text = version if order == ">" else version[::-1]
            return Header(magic, text.decode("latin-1"), stamp, order)
    raise _foreign(path)


def _foreign(path: str) -> SadError:
    return input_error("SAD708", "this is no file of gcov", Span.at(path), _REBUILD)


def _is_whole(content: bytes, header: Header) -> bool:
    """Whether the records lead to the end: a tag 0 in data, the end of the file in notes."""
    if not header.version[0].isalpha():
        return True  # of clang, which says it is gcc 4: gcov tells that it cannot read it
    newer = header.version >= "B2"
    unit = 1 if newer else 4  # gcc 12 counts in bytes, those before in words of 4
    at = 16 if newer else 12  # gcc 12 has a checksum behind the stamp
    if header.magic == b"gcno":  # the folder of the compilation, and a flag
        at += 8 + unit * _word(content, at, header)
    while at + 8 <= len(content) and _word(content, at, header):
        length = _word(content, at + 4, header)
        at += 8 + max(length, 0) * unit  # negative: so many counters that are all 0
    if header.magic == b"gcno":
        return at == len(content)
    return at + 4 == len(content) and _word(content, at, header) == 0


def _word(content: bytes, at: int, header: Header) -> int:
    """Return the number at a place; 0 behind the end."""
    return struct.unpack_from(header.order + "i", content.ljust(at + 4, b"\0"), at)[0]


@record
class Tools:
    """``gcov``: the program that reads .gcda files, of the compiler that built what ran.

    Unless given it is that of the environment's GCOV. ``timeout_s`` is for each call, in seconds.
    """

    gcov: str = field(default_factory=lambda: os.environ.get("GCOV") or "gcov")
    timeout_s: float = 120.0
