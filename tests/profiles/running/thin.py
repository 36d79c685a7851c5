"""Building and running from a test, with a reading of gcov's JSON that knows only lines."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sad.profiles.counts import FileCounts, LineCount, Profile
from sad.profiles.running.commands import check_names, parse_command
from sad.profiles.running.counters import compiler_of, kind_of
from sad.profiles.running.process import Interrupts
from sad.profiles.running.runs import Plan, Runs, run_profiles
from sad.profiles.running.vary import points

if TYPE_CHECKING:
    from collections.abc import Mapping

LOOP = """\
      PROGRAM LOOP
      READ *, N
      K = 0
      DO 10 I = 1, N
   10 K = K + I
      PRINT *, K
      END
"""
C_LOOP = """\
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int n = atoi(argv[1]), k = 0;
    for (int i = 0; i < n; i++)
        k += i;
    printf("%d\\n", k);
    return argc > 2 ? atoi(argv[2]) : 0;
}
"""


def plan(folder: Path, build: str, run: str, *vary: str, **options: Any) -> Plan:
    """Return a plan as the command line makes it."""
    settings = options.pop("settings", {})
    repeat = options.pop("repeat", 1)
    first, then = tuple(parse_command(build)), tuple(parse_command(run))
    found = tuple(points(vary, settings, repeat=repeat))
    for steps in (first, then):
        check_names(steps, ("coverage", *found[0].values))
    compiler = compiler_of(first)
    return Plan(first, then, found, folder, kind_of(compiler), compiler, **options)


def gcov_lines(path: str, at: Mapping[str, str]) -> Profile:
    """Read the counts of lines that gcov gives for a folder's counts."""
    files: dict[str, FileCounts] = {}
    for data in sorted(Path(path).rglob("*.gcda")):
        words = ["gcov", "--json-format", "--stdout", data.name]
        done = subprocess.run(words, cwd=data.parent, capture_output=True, check=True)
        for file in json.loads(_plain(done.stdout))["files"]:
            counts = files.setdefault(file["file"], FileCounts())
            for line in file["lines"]:
                before = counts.lines.get(line["line_number"], LineCount(0)).count
                counts.lines[line["line_number"]] = LineCount(before + line["count"])
    return Profile("gcov", path, files, at)


def _plain(data: bytes) -> bytes:
    return gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data


def run(made: Plan) -> Runs:
    """Run the plan, saying nothing."""
    with Interrupts() as interrupts:
        return run_profiles(made, gcov_lines, interrupts)


def fingerprint(folder: Path) -> str:
    """Return a hash of all names, contents, modes and times of change under a folder."""
    found = hashlib.sha256()
    for place, folders, files in os.walk(folder):
        folders.sort()
        for name in (".", *folders, *sorted(files)):
            path = os.path.join(place, name)
            status = os.lstat(path)
            found.update(f"{path} {status.st_mode} {status.st_mtime_ns} {status.st_size}".encode())
            if os.path.islink(path):
                found.update(os.readlink(path).encode())
            elif os.path.isfile(path):
                found.update(Path(path).read_bytes())
    return found.hexdigest()
