"""Programs built by clang: LLVM's counters, merged and exported for each run."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from sad.diagnostics import SadError
from sad.profiles.counts import Profile
from sad.profiles.readers.detect import read_profiles
from sad.profiles.running.process import Interrupts
from sad.profiles.running.runs import Runs, run_profiles
from tests.profiles.running.thin import C_LOOP, fingerprint, plan
from tests.support.compiler import needs

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

pytestmark = [pytest.mark.compiler, needs(shutil.which("clang"), "clang")]

PART = "int part(int n)\n{\n    int k = 0;\n    while (k < n)\n        k++;\n    return k;\n}\n"


def read(path: str, at: Mapping[str, str]) -> Profile:
    (profile,) = read_profiles(path, at)
    assert isinstance(profile, Profile)
    return profile


def made(folder: Path, build: str, command: str, *vary: str) -> Runs:
    before = fingerprint(folder)
    with Interrupts() as interrupts:
        runs = run_profiles(plan(folder, build, command, *vary), read, interrupts)
    assert fingerprint(folder) == before
    return runs


def test_a_profile_for_each_run(tmp_path: Path):
    (tmp_path / "a; b.c").write_text(C_LOOP)
    runs = made(tmp_path, "clang {coverage} 'a; b.c' -o 'my loop'", "'./my loop' {n}", "n=2,5")
    assert [profile.files["a; b.c"].lines[7].count for profile in runs.profiles] == [2, 5]
    assert [profile.folder for profile in runs.profiles] == [str(tmp_path)] * 2
    assert runs.profiles[0].tool == "llvm-cov"


def test_counts_of_several_programs_and_libraries_come_together(tmp_path: Path):
    (tmp_path / "loop.c").write_text(C_LOOP)
    (tmp_path / "part.c").write_text(PART)
    main = "int part(int);\nint main(void) { return part(4) != 4; }\n"
    (tmp_path / "main.c").write_text(main)
    build = (
        "clang {coverage} loop.c -o loop && clang {coverage} -shared -fPIC part.c -o libpart.so "
        "&& clang {coverage} main.c libpart.so -o main"
    )
    command = "./loop 3 && ./loop 4 && LD_LIBRARY_PATH=. ./main"
    (profile,) = made(tmp_path, build, command).profiles
    assert profile.files["loop.c"].lines[7].count == 7
    assert profile.files["part.c"].lines[5].count == 4


def test_a_build_file_that_names_clang(tmp_path: Path):
    (tmp_path / "loop.c").write_text(C_LOOP)
    (tmp_path / "Makefile").write_text("loop: loop.c\n\t$(CC) $(CFLAGS) loop.c -o loop\n")
    runs = made(tmp_path, "make CC=clang CFLAGS='-O0 {coverage}'", "./loop {n}", "n=3")
    assert runs.profiles[0].files["loop.c"].lines[7].count == 3


def test_counts_that_are_missing_have_a_likely_reason(tmp_path: Path):
    (tmp_path / "loop.c").write_text(C_LOOP)
    with pytest.raises(SadError) as caught:
        made(tmp_path, "clang {coverage} -c loop.c && clang loop.c -o loop", "./loop 1")
    assert caught.value.diagnostic.code == "SAD736"
    (tmp_path / "loop.c").write_text("#include <unistd.h>\nint main(void) { _exit(0); }\n")
    with pytest.raises(SadError) as caught:
        made(tmp_path, "clang {coverage} loop.c -o loop", "./loop 1")
    assert "_exit" in caught.value.diagnostic.hint
