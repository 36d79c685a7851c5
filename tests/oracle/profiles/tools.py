"""Profiles of programs that were compiled together and run, from each tool that sad reads."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

from sad.profiles.counts import FileCounts, LineCount, Profile
from sad.profiles.readers.detect import read_profiles
from tests.oracle.gcov.batch import build_together
from tests.oracle.gcov.c_batch import built_together, stdin
from tests.oracle.gcov.figures import execute

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from tests.oracle.profiles.truth import Inputs, Truth
    from tests.oracle.programs.program import RandomProgram

CLANG = shutil.which("clang")
LCOV = shutil.which("lcov")
LLVM_COV, LLVM_PROFDATA = shutil.which("llvm-cov"), shutil.which("llvm-profdata")
TOOLS = ("gcov", "lcov", "lcov-lines", "llvm", "csv")
_CLANG_FLAGS = ("-std=gnu17", "-w", "-O0", "-fprofile-instr-generate", "-fcoverage-mapping")


def profile_of(
    tool: str,
    programs: Sequence[RandomProgram],
    truths: Mapping[int, Truth | None],
    inputs: Inputs,
    folder: Path,
) -> Profile:
    """Return the counts of all programs that have a truth, each run with all inputs.

    ``lcov-lines`` is lcov without branches; ``csv`` are the interpreter's own counts of lines.
    """
    if tool == "csv":
        return _listed(programs, truths)
    is_c = programs[0].language == "c"
    if tool == "llvm":
        built = _built_by_clang(programs, folder)
    else:
        built = built_together(programs, folder) if is_c else build_together(programs, folder)
    for program in programs:
        if truths[program.seed] is None:
            continue
        for values in inputs:
            both = " ".join(map(str, values))
            text = f"{program.name} 0 0\n{both}\n" if program.reads else f"{program.name} {both}\n"
            code = execute(built, stdin(program, values) if is_c else text)
            assert code == 0, f"{program.name}{values}: exit code {code}"
    path = folder
    if tool == "llvm":
        path = _exported(built, folder)
    elif tool != "gcov":
        path = _traced(folder, with_branches=tool == "lcov")
    (profile,) = read_profiles(str(path), {})
    assert isinstance(profile, Profile)
    return profile


def _listed(programs: Sequence[RandomProgram], truths: Mapping[int, Truth | None]) -> Profile:
    files: dict[str, FileCounts] = {}
    for program in programs:
        truth = truths[program.seed]
        if truth is not None:
            lines = {line: LineCount(count) for line, count in truth.lines.items()}
            files[f"p{program.seed}.{program.language}"] = FileCounts(lines)
    return Profile("csv", "counts.csv", files, {})


def _built_by_clang(programs: Sequence[RandomProgram], folder: Path) -> Path:
    built_together(programs, folder)  # writes the sources
    assert CLANG is not None
    for old in (*folder.glob("*.gc*"), folder / "program"):
        old.unlink()
    sources = [str(path) for path in sorted(folder.glob("*.c"))]
    profile = f"-fprofile-instr-generate={folder / '%m.profraw'}"  # merges runs by itself
    _run([CLANG, *_CLANG_FLAGS, profile, *sources, "-o", "program", "-lm"], folder)
    return folder / "program"


def _exported(built: Path, folder: Path) -> Path:
    assert LLVM_COV is not None
    assert LLVM_PROFDATA is not None
    raw = [str(path) for path in folder.glob("*.profraw")]
    _run([LLVM_PROFDATA, "merge", "-sparse", "-o", "all.profdata", *raw], folder)
    path = folder / "counts.json"
    path.write_text(
        _run([LLVM_COV, "export", "-instr-profile", "all.profdata", str(built)], folder)
    )
    return path


def _traced(folder: Path, *, with_branches: bool) -> Path:
    assert LCOV is not None
    rc = f"lcov_branch_coverage={int(with_branches)}"
    path = folder / "counts.info"
    command = [LCOV, "-q", "-c", "-d", str(folder), "--rc", rc, "-o", str(path)]
    _run([*command, "--rc", "geninfo_adjust_src_path="], folder)
    return path


def _run(command: list[str], folder: Path) -> str:
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
