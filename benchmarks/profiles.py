"""Reading long profiles: peak memory and time, relative to their size and to ``json.load``.

``python -m benchmarks.profiles --megabytes 200`` measures this alone. The profiles are made up, in
the form and layout the tools write; no two files of them are the same, so that nothing adds up.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from benchmarks.measure import Clock, Figure, in_process, peak_megabytes
from benchmarks.page import table

if TYPE_CHECKING:
    from collections.abc import Callable

_LINES = 1000  # of each file
_MEGABYTES = 200
_MOST_MEMORY = 1 / 2  # of the profile of gcov: what is kept of it are the counts
_MOST_OF_LOAD = 1 / 2  # of what json.load takes: segments of LLVM are kept, each an object
_MOST_TIME = 8.0


def profiles(megabytes: int = _MEGABYTES) -> list[Figure]:
    """Measure profiles of gcov and of llvm-cov."""
    return [*_figures("gcov", write_gcov, megabytes), *_figures("llvm-cov", write_llvm, megabytes)]


def _figures(name: str, write: Callable[[Path, int], None], megabytes: int) -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.json"
        write(path, megabytes * 1_000_000)
        size = path.stat().st_size / 2**20
        seconds, memory, lines = in_process(_read, str(path))
        whole, whole_memory = in_process(_load, str(path))
    detail = f"{size:.0f} MiB, {lines} lines: {memory:.0f} MiB; json.load {whole_memory:.0f} MiB"
    speed = f"{seconds:.1f} s ({size / seconds:.0f} MiB/s) and {whole:.1f} s"
    if name == "gcov":
        memory_figure = Figure(
            "JSON of gcov: peak memory / its size", memory / size, _MOST_MEMORY, detail, ratio=True
        )
    else:
        what = f"JSON of {name}: peak memory / that of json.load"
        memory_figure = Figure(what, memory / whole_memory, _MOST_OF_LOAD, detail, ratio=True)
    what = f"JSON of {name}: reading it / json.load of it"
    return [memory_figure, Figure(what, seconds / whole, _MOST_TIME, speed, ratio=True)]


def write_gcov(path: Path, size: int) -> None:
    """Write what gcov would of many files, one document on a line, of at least ``size`` bytes."""
    with path.open("w", encoding="utf-8") as out:
        out.write('{"gcc_version": "12.2.0", "files": [')
        _repeat(out, size, _gcov_file)
        end = (
            '"format_version": "1", "current_working_directory": "/home/me", "data_file": "a.gcda"'
        )
        out.write(f"], {end}}}\n")


def write_llvm(path: Path, size: int) -> None:
    """Write what ``llvm-cov export`` would of many files, of at least ``size`` bytes."""
    with path.open("w", encoding="utf-8") as out:
        out.write('{"data":[{"files":[')
        count = _repeat(out, size * 4 // 5, _llvm_file)
        out.write('],"functions":[')
        for number in range(count * _LINES // 40):
            function = _llvm_function(number)
            out.write(f"{',' if number else ''}{json.dumps(function, separators=(',', ':'))}")
        out.write(']}],"type":"llvm.coverage.json.export","version":"2.0.1"}')


def _repeat(out: TextIO, size: int, file: Callable[[int], object]) -> int:
    count = 0
    while out.tell() < size:
        out.write(f"{', ' if count else ''}{json.dumps(file(count))}")
        count += 1
    return count


def _gcov_file(number: int) -> object:
    lines = [_gcov_line(line, line * number % 977) for line in range(1, _LINES + 1)]
    functions = [
        {
            "blocks": 9, "end_column": 72, "start_line": line, "name": f"s{line}_",
            "blocks_executed": 8, "execution_count": 7, "demangled_name": f"s{line}_",
            "start_column": 18, "end_line": line + 40,
        }
        for line in range(1, _LINES, 50)
    ]  # fmt: skip
    return {"lines": lines, "functions": functions, "file": f"src/file{number}.f"}


def _gcov_line(line: int, count: int) -> object:
    branches = [
        {"fallthrough": True, "count": count, "throw": False},
        {"fallthrough": False, "count": 1, "throw": False},
    ]
    return {
        "branches": branches if line % 4 == 0 else [],
        "count": count,
        "line_number": line,
        "unexecuted_block": count == 0,
        "function_name": f"s{line // 50 * 50 + 1}_",
    }


def _llvm_file(number: int) -> object:
    segments = [
        [line, column, line * number % 977, True, column == 9, False]
        for line in range(1, _LINES + 1)
        for column in (9, 21, 30)  # LLVM 14 gives 3 for a line of C
    ]
    branches = [[line, 13, line, 20, 5, number, 0, 0, 4] for line in range(1, _LINES, 4)]
    return {"branches": branches, "filename": f"/home/me/src/file{number}.c", "segments": segments}


def _llvm_function(number: int) -> object:
    start = number * 40 % _LINES + 1
    regions = [[start + line, 9, start + line + 1, 2, 7, 0, 0, 0] for line in range(40)]
    branches = [[start + line, 13, start + line, 20, 5, 2, 0, 0, 4] for line in range(0, 40, 4)]
    return {
        "branches": branches, "count": 7,
        "filenames": [f"/home/me/src/file{number * 40 // _LINES}.c"],
        "name": f"function{number}", "regions": regions,
    }  # fmt: skip


def _read(path: str) -> tuple[float, float, int]:
    from sad.profiles.counts import Profile  # noqa: PLC0415 - not measured
    from sad.profiles.readers.detect import read_profiles  # noqa: PLC0415

    clock = Clock()
    found = read_profiles(path, {})
    seconds = clock.lap()
    counted = [profile for profile in found if isinstance(profile, Profile)]
    lines = sum(len(file.lines) for profile in counted for file in profile.files.values())
    return seconds, peak_megabytes(), lines


def _load(path: str) -> tuple[float, float]:
    clock = Clock()
    with open(path, encoding="utf-8") as file:
        json.load(file)
    return clock.lap(), peak_megabytes()


def main() -> int:
    """Return 1 if a target is missed."""
    parser = argparse.ArgumentParser(prog="benchmarks.profiles", description=__doc__)
    parser.add_argument("--megabytes", type=int, default=_MEGABYTES, metavar="N")
    figures = profiles(parser.parse_args().megabytes)
    print(table(figures))
    return int(not all(figure.met for figure in figures))


if __name__ == "__main__":
    sys.exit(main())
