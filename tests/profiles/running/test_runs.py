"""Building and running with real compilers: counts of each run, and the folder as it was."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from typing import TYPE_CHECKING, Any

import pytest

from sad.diagnostics import ExitCode, SadError
from sad.profiles.running.scratch import Limits
from tests.profiles.running.thin import C_LOOP, LOOP, fingerprint, plan, run
from tests.support.compiler import needs_gcc, needs_gcov, needs_gfortran

if TYPE_CHECKING:
    from pathlib import Path

    from sad.profiles.counts import Profile
    from sad.profiles.running.runs import Runs

GFORTRAN = "gfortran -O0 {coverage} loop.f -o loop"
GCC = "gcc -O0 {coverage} loop.c -o loop"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with programs; temporary folders are made where the test can see them."""
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    made = tmp_path / "a folder; $(touch x)"
    made.mkdir()
    (made / "loop.f").write_text(LOOP)
    (made / "loop.c").write_text(C_LOOP)
    for n in (3, 5):
        (made / f"in.{n}").write_text(f"{n}\n")
    return made


def made(folder: Path, build: str, command: str, *vary: str, **options: Any) -> Runs:
    """Run, and check that the folder is as it was and that nothing is left elsewhere."""
    before = fingerprint(folder)
    try:
        return run(plan(folder, build, command, *vary, **options))
    finally:
        assert fingerprint(folder) == before
        assert list((folder.parent / "scratch").iterdir()) == []


def count(profile: Profile, name: str, line: int) -> int:
    assert profile.folder is not None
    return profile.files[name].lines[line].count


def failure(folder: Path, build: str, command: str, *vary: str, **options: Any) -> SadError:
    with pytest.raises(SadError) as caught:
        made(folder, build, command, *vary, **options)
    assert caught.value.exit_code is ExitCode.BAD_INPUT
    assert caught.value.diagnostic.hint
    return caught.value


pytestmark = [pytest.mark.compiler, needs_gfortran, needs_gcc, needs_gcov]


def test_a_profile_for_each_run(folder: Path):
    runs = made(folder, GFORTRAN, "./loop < in.{n}", "n=3,5", settings={"N": "2*n"}, repeat=2)
    assert [profile.at for profile in runs.profiles] == [
        {"n": "3", "N": "6"},
        {"n": "3", "N": "6"},
        {"n": "5", "N": "10"},
        {"n": "5", "N": "10"},
    ]
    # gfortran: entries and completed iterations of the loop (docs/gcov.md, rules 3 and 4)
    assert [count(profile, "loop.f", 4) for profile in runs.profiles] == [4, 4, 6, 6]
    assert {profile.folder for profile in runs.profiles} == {str(folder)}
    assert runs.profiles[2].path == "run 3 (n=5)"
    assert all(record.used and record.outcome.succeeded for record in runs.records)
    assert runs.diagnostics.items == []


def test_c_and_arguments(folder: Path):
    runs = made(folder, GCC, "./loop {n}", "n=0:2")
    assert [count(profile, "loop.c", 7) for profile in runs.profiles] == [0, 1, 2]


def test_make_in_a_subfolder(folder: Path):
    (folder / "src").mkdir()
    (folder / "loop.f").rename(folder / "src" / "loop.f")
    rule = "loop: loop.f\n\tgfortran $(FFLAGS) -c loop.f\n\tgfortran $(FFLAGS) loop.o -o loop\n"
    (folder / "src" / "Makefile").write_text(rule)
    build = "make -C src FFLAGS='-O0 {coverage}'"
    runs = made(folder, build, "src/loop < in.{n}", "n=3,5")
    assert [count(profile, "src/loop.f", 4) for profile in runs.profiles] == [4, 6]


@pytest.mark.parametrize("name", ["a b", "$(touch x)", "a;touch x", "`touch x`", "a'b\"c", "&&"])
def test_names_of_files_are_never_syntax(name: str, folder: Path):
    (folder / f"{name}.c").write_text(C_LOOP)
    (folder / f"{name}.in").write_text("4\n")
    build = "gcc {coverage} './{f}.c' -o '{f}'"
    command = "./{f} 3 < {f}.in > {f}.out"
    runs = made(folder, build, command, f"f={name}", repeat=2)
    assert count(runs.profiles[1], f"{name}.c", 7) == 3
    assert not (folder / "x").exists()


def test_runs_do_not_see_each_others_files(folder: Path):
    (folder / "once").write_text("#!/bin/sh\ntest ! -e out && echo $1 > out && exec ./loop $1\n")
    (folder / "once").chmod(0o755)
    (folder / "out.old").write_text("old")
    runs = made(folder, GCC, "./once {n}", "n=1,2,3")
    assert [record.outcome.text for record in runs.records] == ["exit status 0"] * 3
    assert [count(profile, "loop.c", 7) for profile in runs.profiles] == [1, 2, 3]


def test_programs_of_one_run_add_up(folder: Path):
    (only,) = made(folder, GCC, "./loop 2 && ./loop 3").profiles
    assert count(only, "loop.c", 7) == 5


def test_templates_are_filled_anew_for_each_run(folder: Path):
    (folder / "in.dat").write_text("{n}\n{other}\n")
    runs = made(folder, GFORTRAN, "./loop < in.dat", "n=3,5", templates=("in.dat",))
    assert [count(profile, "loop.f", 4) for profile in runs.profiles] == [4, 6]


def test_a_build_that_needs_the_values_is_made_for_each_run(folder: Path):
    (folder / "sized.c").write_text(C_LOOP.replace("atoi(argv[1])", "N"))
    build = "gcc -DN={n} {coverage} sized.c -o loop"
    runs = made(folder, build, "./loop", "n=3,5")
    assert [count(profile, "sized.c", 7) for profile in runs.profiles] == [3, 5]


def test_a_read_only_folder(folder: Path):
    (folder / "loop.f").chmod(0o444)
    folder.chmod(0o555)
    runs = made(folder, GFORTRAN, "./loop < in.3")
    assert count(runs.profiles[0], "loop.f", 4) == 4
    folder.chmod(0o755)


def test_objects_that_were_compiled_before_leave_nothing_in_the_folder(folder: Path):
    words = ["gcc", "-O0", "--coverage", "-c", "loop.c"]
    subprocess.run(words, cwd=folder, check=True)
    runs = made(folder, "gcc {coverage} loop.o -o loop", "./loop {n}", "n=2,4")
    assert [count(profile, "loop.c", 7) for profile in runs.profiles] == [2, 4]


def test_sources_outside_keep_their_names(folder: Path):
    outside = folder.parent / "outside.c"
    outside.write_text(C_LOOP)
    (folder / "linked.c").symlink_to("../outside.c")
    runs = made(folder, f"gcc {{coverage}} '{outside}' -o loop", "./loop 3")
    assert count(runs.profiles[0], str(outside), 7) == 3
    runs = made(folder, "gcc {coverage} linked.c -o loop", "./loop 3")
    assert count(runs.profiles[0], "linked.c", 7) == 3


def test_a_run_that_fails_is_left_out_with_a_warning(folder: Path):
    runs = made(folder, GCC, "./loop 3 {s}", "s=0,4")
    assert [record.used for record in runs.records] == [True, False]
    assert len(runs.profiles) == 1
    (warning,) = runs.diagnostics.items
    assert warning.code == "SAD734"
    assert warning.message == "run 2 (s=4): exit status 4; left out"
    assert warning.hint == "it printed last:\n    3"


def test_a_run_that_fails_is_used_if_that_is_allowed(folder: Path):
    runs = made(folder, GCC, "./loop 3 {s}", "s=0,4", allow_failure=True)
    assert [count(profile, "loop.c", 7) for profile in runs.profiles] == [3, 3]
    assert runs.diagnostics.items[0].message.endswith("exit status 4; its counts are used")


def test_a_run_that_is_killed_has_no_counts_to_use(folder: Path):
    (folder / "crash").write_text("#!/bin/sh\n[ $1 = 1 ] && kill -ABRT $$\nexec ./loop 3\n")
    (folder / "crash").chmod(0o755)
    runs = made(folder, GCC, "./crash {s}", "s=0,1", allow_failure=True)
    assert [record.used for record in runs.records] == [True, False]
    assert "SIGABRT; left out" in runs.diagnostics.items[0].message


def test_a_timeout_is_named(folder: Path):
    command = "sh -c 'test {s} = 0 || sleep 300; ./loop 3'"
    runs = made(folder, GCC, command, "s=0,1", timeout=5, allow_failure=True)
    assert runs.records[1].outcome.text == "timed out after 5 s"
    assert [record.used for record in runs.records] == [True, False]


def test_no_run_succeeds(folder: Path):
    error = failure(folder, GCC, "./loop 3 {s}", "s=4,5")
    assert error.diagnostic.code == "SAD735"
    assert "no run succeeded; run 2 (s=5): ./loop: exit status 5" in str(error)


def test_a_build_that_fails_shows_what_the_compiler_said(folder: Path):
    (folder / "loop.f").write_text("      PRINT *, (\n      END\n")
    error = failure(folder, GFORTRAN, "./loop")
    assert error.diagnostic.code == "SAD733"
    assert "the build failed: gfortran: exit status 1" in str(error)
    assert "loop.f:1" in error.diagnostic.hint
    assert "Error" in error.diagnostic.hint
    error = failure(folder, "sleep 300 && " + GFORTRAN, "./loop", build_timeout=0.2)
    assert "the build failed: sleep: timed out after 0.2 s" in str(error)
    error = failure(folder, "no-such-compiler {coverage}", "./loop")
    assert "cannot be started: no-such-compiler: No such file" in str(error)


def test_counts_that_are_missing_have_a_likely_reason(folder: Path):
    error = failure(folder, "gcc loop.c -o loop", "./loop 3")
    assert error.diagnostic.code == "SAD736"
    assert "put {coverage} among the compiler's options" in error.diagnostic.hint
    (folder / "exit.c").write_text("#include <unistd.h>\nint main(void) { _exit(0); }\n")
    error = failure(folder, "gcc {coverage} exit.c -o loop", "./loop")
    assert "_exit" in error.diagnostic.hint


@pytest.mark.parametrize("name", ["missing", "../in.3", "/etc/passwd", "loop.f", "up/in.3"])
def test_files_that_cannot_be_filled(name: str, folder: Path):
    (folder.parent / "in.3").write_text("{n}")
    error = failure(folder, GFORTRAN, "./loop < in.3", "n=1", templates=(name,))
    assert error.diagnostic.code == "SAD737"


def test_large_folders_and_folders_that_are_none(folder: Path):
    error = failure(folder, GCC, "./loop 3", limits=Limits(500, 3))
    assert error.diagnostic.code == "SAD732"
    assert error.diagnostic.span.file == os.path.relpath(folder)
    with pytest.raises(SadError) as caught:
        run(plan(folder / "nowhere", GCC, "./loop 3"))
    assert caught.value.diagnostic.code == "SAD732"


def test_what_is_not_copied_is_said(folder: Path):
    (folder / "gone").symlink_to("../nothing")
    (warning,) = made(folder, GCC, "./loop 3").diagnostics.items
    assert (warning.code, warning.message) == ("SAD738", "not copied: gone")


def test_the_copy_can_be_kept(folder: Path):
    keep = folder.parent / "kept"
    run(plan(folder, GCC, "./loop {n} > out", "n=1,2", keep=keep))
    assert (keep / "runs" / "1" / "out").read_text() == "0\n"
    assert (keep / "work" / "out").read_text() == "1\n"
    with pytest.raises(SadError, match="not empty"):
        run(plan(folder, GCC, "./loop 1", keep=keep))
    shutil.rmtree(keep)


def test_the_same_counts_give_the_same_file(folder: Path):
    tests = "".join(f"      IF (SIN(X*{k}) .GT. 0.5) N = N + {k}\n" for k in range(1, 9))
    text = "      READ (*,*) N, X\n      IF (N .GT. 5) THEN\n" + tests
    (folder / "t.f").write_text(f"{text}      END IF\n      PRINT *, N\n      END\n")
    (folder / "t.in").write_text("3 0.5\n")
    words = ["profile", "t.f", "-o", "t.yaml", "--build", "gfortran {coverage} t.f -o t"]
    found: set[str] = set()
    for seed in "123":
        env = {**os.environ, "PYTHONHASHSEED": seed}
        command = [sys.executable, "-m", "sad", *words, "--run", "./t < t.in"]
        subprocess.run(command, cwd=folder, env=env, check=True, capture_output=True)
        found.add((folder / "t.yaml").read_text())
    assert len(found) == 1


def test_the_environment_does_not_lead_counts_away(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("GCOV_PREFIX", str(folder))
    monkeypatch.setenv("GCOV_PREFIX_STRIP", "99")
    (only,) = made(folder, GCC, "./loop 3").profiles
    assert count(only, "loop.c", 7) == 3
    (only,) = made(folder, GCC, "env -i ./loop 3").profiles
    assert count(only, "loop.c", 7) == 3
