"""gcc's data files read through the installed gcov, in a scratch directory of its own.

gcov gets a list of arguments and no shell; it writes to its standard output only, so the user's
tree stays as it is.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from typing import TYPE_CHECKING

from sad.diagnostics import SadError, Span, input_error
from sad.profiles.readers.gcov_files import DATA, NOTES, check, data_files
from sad.profiles.readers.json_profile import read_json
from sad.profiles.readers.source import Source

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.diagnostics import Diagnostics
    from sad.profiles.counts import Profile
    from sad.profiles.readers.tools import Tools

_FILES_AT_ONCE = 100  # well below what a system takes as arguments
_LINES_SHOWN = 3
# What gcov says on standard error that takes nothing from the counts.
_HARMLESS = (
    "cannot open data file, assuming not executed",  # a notes file without data was asked for
    "source file is newer than notes file",  # found, and said, by _warn_of_newer
    "the message is displayed only once per source file",
)
_OLD = ("unrecognized option", "invalid option", "unknown option", "unknown command line argument")
_VERSION = re.compile(r"version '(.\d)..', prefer")
_CLANG = (
    "was it built by clang? Build it with -fprofile-instr-generate -fcoverage-mapping "
    "and give what llvm-cov export writes"
)
_INSTALL = "give the gcov of the compiler that built the program, such as gcov-12"


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
