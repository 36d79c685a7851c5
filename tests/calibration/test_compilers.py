"""Compilers: which language, what a failing one says, and flags that change results."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest

from sad.calibration.kernels.generate import Caches, kernels
from sad.calibration.running.compiler import find_compiler
from sad.calibration.running.flag_set import build, compare, sums
from sad.calibration.running.rounds import is_slow
from sad.diagnostics import SadError
from tests.support.compiler import needs_gcc, needs_gfortran

if TYPE_CHECKING:
    from pathlib import Path

    from sad.calibration.kernel import Language


def make_compiler(folder: Path, name: str, body: str) -> str:
    program = folder / name
    program.write_text(f"#!/bin/sh\n{body}\n")
    program.chmod(0o755)
    return str(program)


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("gfortran-12", "fortran"),
        ("x86_64-linux-gnu-gfortran", "fortran"),
        ("flang-new", "fortran"),
        ("ifx", "fortran"),
        ("gcc", "c"),
        ("clang-18", "c"),
        ("icx", "c"),
        ("cc", "c"),
    ],
)
def test_the_name_tells_the_language(name: str, language: Language, tmp_path: Path):
    command = make_compiler(tmp_path, name, "echo 'Made-up compiler 7.1'; echo more")
    found = find_compiler(f"env A=b {command}", None)
    assert found.language == language


def test_the_first_line_of_the_version_is_kept(tmp_path: Path):
    command = make_compiler(tmp_path, "gcc", "echo 'Made-up compiler 7.1'; echo more")
    assert find_compiler(command, None).version == "Made-up compiler 7.1"


@pytest.mark.parametrize("name", ["g++", "clang++-16", "compiler"])
def test_other_names_need_the_language(name: str, tmp_path: Path):
    command = make_compiler(tmp_path, name, "")
    with pytest.raises(SadError, match="SAD432"):
        find_compiler(command, None)
    assert find_compiler(command, "c").language == "c"


@pytest.mark.parametrize("command", ["", "no-such-compiler", "'gcc"])
def test_a_missing_compiler_is_one_clear_error(command: str):
    with pytest.raises(SadError, match="SAD430"):
        find_compiler(command, None)


def test_what_a_failing_compiler_says_is_shown(tmp_path: Path):
    command = make_compiler(tmp_path, "gcc", "echo 'x.c:1: no such machine' >&2; exit 4")
    chosen = kernels("c", Caches())[:2]
    with pytest.raises(SadError) as caught:
        build(find_compiler(command, None), ["-O2"], chosen, tmp_path / "work")
    assert caught.value.diagnostic.code == "SAD431"
    assert "exit status 4" in caught.value.diagnostic.message
    assert "x.c:1: no such machine" in caught.value.diagnostic.hint
    assert not (tmp_path / "work" / "driver").exists()


def test_a_program_that_is_there_is_not_built_again(tmp_path: Path):
    command = make_compiler(tmp_path, "gcc", "exit 4")
    (tmp_path / "driver").write_text("")
    program = build(find_compiler(command, None), [], kernels("c", Caches())[:2], tmp_path)
    assert program == tmp_path / "driver"


@pytest.mark.compiler
@pytest.mark.parametrize(
    ("command", "language", "flags", "name"),
    [
        pytest.param("gcc", "c", "-Dfabs=sqrt", "operation/abs", marks=needs_gcc),
        pytest.param("gcc", "c", "-Dfmax=fmin", "operation/max", marks=needs_gcc),
        pytest.param(
            "gfortran", "fortran", "-fdefault-real-8", "single/divide", marks=needs_gfortran
        ),
    ],
)
def test_a_flag_that_changes_results_is_refused(
    command: str, language: Language, flags: str, name: str, tmp_path: Path
):
    compiler = find_compiler(command, None)
    chosen = [one for one in kernels(language, Caches()) if one.family in {"operation", "single"}]
    plain = build(compiler, ["-O0"], chosen, tmp_path / "plain")
    changed = build(compiler, ["-O1", flags], chosen, tmp_path / "changed")
    right, found = sums(plain, chosen, "-O0"), sums(changed, chosen, flags)
    assert all(map(math.isfinite, right.values()))
    if flags == "-fdefault-real-8":  # more digits, the same results
        compare(chosen, flags, found, right)
        return
    with pytest.raises(SadError, match=f"SAD433.*{name}"):
        compare(chosen, flags, found, right)


@pytest.mark.compiler
@pytest.mark.parametrize(
    ("command", "language", "flags"),
    [
        pytest.param("gcc", "c", "-O1 -std=c99 -Wall -Werror", marks=needs_gcc),
        pytest.param("gcc", "c", "-ansi", marks=needs_gcc),
        pytest.param("gfortran", "fortran", "-O1 -std=legacy -Wall -Werror", marks=needs_gfortran),
    ],
)
def test_strict_flags_are_no_obstacle(command: str, language: Language, flags: str, tmp_path: Path):
    chosen = kernels(language, Caches())[::3]
    assert build(find_compiler(command, None), flags.split(), chosen, tmp_path).exists()


@pytest.mark.compiler
@pytest.mark.parametrize(
    ("command", "language"),
    [
        pytest.param("gcc", "c", marks=needs_gcc),
        pytest.param("gfortran", "fortran", marks=needs_gfortran),
    ],
)
def test_optimisation_leaves_results_as_they_are(command: str, language: Language, tmp_path: Path):
    compiler = find_compiler(command, None)
    chosen = [one for one in kernels(language, Caches()) if not is_slow(one)][::5]
    plain = build(compiler, ["-O0"], chosen, tmp_path / "plain")
    fast = build(compiler, ["-O3", "-ffast-math", "-flto"], chosen, tmp_path / "fast")
    compare(chosen, "-O3", sums(fast, chosen, "-O3"), sums(plain, chosen, "-O0"))
