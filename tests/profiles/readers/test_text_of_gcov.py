"""Annotated sources of gcov and llvm-cov tell what the tools' JSON does."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from sad.profiles.counts import FunctionCount, LineCount, Way
from sad.profiles.readers.detect import read_profiles
from tests.profiles.readers.measured_programs import one
from tests.profiles.readers.refusals import refusal

if TYPE_CHECKING:
    from pathlib import Path

C = """\
#include <stdio.h>
#define BIG(x) ((x) > 50 || (x) < 3)
static int f(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        if (i % 2 && BIG(i))
            s += i;
    if (n < 0)
        s = 7;
    return s;
}
int main(void)
{
    int t = 0;
    for (int k = 0; k < 10; k++)
        t += f(10*k);
    printf("%d\\n", t);
    return 0;
}
"""
FORTRAN = """\
      PROGRAM P
      DO 10 I = 1, 20
         IF (MOD(I, 3) .EQ. 0) CALL S(I)
   10 CONTINUE
      END
      SUBROUTINE S(N)
      DO 10 J = 1, N
   10 IF (J .GT. 99) PRINT *, J
      END
"""
TEXT = """\
        -:    0:Source:a.c
        -:    0:Runs:1
        -:    1:#include <stdio.h>
function f called 10 returned 100% blocks executed 90%
       10:    3:static int f(int n)
      460:    6:    for (int i = 0; i < n; i++)
branch  0 taken 450
branch  1 taken 10 (fallthrough)
        9*:    7:    s = 2 > 1 ? 3 : 4;
call    0 returned 10
    #####:    8:    s = 1;
branch  0 never executed
branch  1 never executed
    =====:    9:    s = 1;
"""


def text(path: Path, content: str) -> Path:
    path.write_text(content)
    return path


def test_lines_functions_and_ways(tmp_path: Path):
    file = one(text(tmp_path / "a.c.gcov", TEXT)).files["a.c"]
    assert file.lines == {
        3: LineCount(10),
        6: LineCount(460, (Way(450, False), Way(10, True))),
        7: LineCount(9),
        8: LineCount(0, (Way(0, False), Way(0, False))),
        9: LineCount(0),
    }
    assert file.functions == [FunctionCount("f", 3, 10)]


def test_percentages_are_no_counts(tmp_path: Path):
    percent = TEXT.replace("taken 450", "taken 98%").replace("taken 10", "taken 2%")
    file = one(text(tmp_path / "a.c.gcov", percent)).files["a.c"]
    assert file.lines[6] == LineCount(460)


def test_files_that_follow_one_another_add_up(tmp_path: Path):
    two = TEXT + TEXT + TEXT.replace("a.c", "b.c")
    files = one(text(tmp_path / "all.gcov", two)).files
    assert sorted(files) == ["a.c", "b.c"]
    assert files["a.c"].lines[6] == LineCount(920, (Way(900, False), Way(20, True)))


def test_instances_of_a_function_are_counted_once(tmp_path: Path):
    dashes = "------------------\n"
    instances = f"{dashes}f(int):\n        4:    3:x\n{dashes}f(long):\n        6:    3:x\n{dashes}"
    whole = TEXT.replace("      460:    6", f"{instances}      460:    6")
    file = one(text(tmp_path / "a.c.gcov", whole)).files["a.c"]
    assert file.lines[3] == LineCount(10)
    assert file.lines[6].count == 460


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("      460:", "     4.6k:", "SAD705"),
        ("      460:", "      -46:", "SAD705"),
        ("call    0", "shout   0", "SAD704"),
    ],
)
def test_what_is_no_count(tmp_path: Path, old: str, new: str, code: str):
    path = text(tmp_path / "a.c.gcov", TEXT.replace(old, new))
    assert refusal(path).code == code


def test_rounded_counts_of_llvm_are_refused(tmp_path: Path):
    path = text(tmp_path / "a.txt", "    1|  1.20k|int f(void)\n")
    assert refusal(path).code == "SAD705"


@pytest.mark.parametrize(
    ("name", "source", "compiler"), [("a.c", C, "gcc"), ("p.f", FORTRAN, "gfortran")]
)
def test_the_text_is_the_json(tmp_path: Path, name: str, source: str, compiler: str):
    if not (shutil.which(compiler) and shutil.which("gcov")):
        pytest.skip(f"needs {compiler} and gcov")
    (tmp_path / name).write_text(source)
    for command in (
        [compiler, "-w", "-O0", "--coverage", "-o", "prog", name],
        ["./prog"],
    ):
        subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    data = next(tmp_path.glob("*.gcda")).name
    found = []
    for options in (["-b", "-c"], ["-b", "--json-format"]):
        command = ["gcov", *options, "--stdout", data]
        answer = subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True)
        (profile,) = read_profiles(str(text(tmp_path / "counts", answer.stdout)), {})
        found.append(profile.files[name])
    assert found[0].lines == found[1].lines
    key = lambda item: (item.line, item.count)  # noqa: E731
    assert sorted(map(key, found[0].functions)) == sorted(map(key, found[1].functions))
    assert found[0].text[: len(source.splitlines())] == source.splitlines()


@pytest.mark.skipif(not shutil.which("clang"), reason="needs clang")
def test_shown_lines_of_llvm(tmp_path: Path):
    (tmp_path / "a.c").write_text(C)
    version = subprocess.run(["clang", "-dumpversion"], capture_output=True, text=True, check=True)
    suffix = "-" + version.stdout.split(".")[0]
    names = ("llvm-profdata", "llvm-cov")
    tools = [next((t for t in (n + suffix, n) if shutil.which(t)), "") for n in names]
    if not all(tools):
        pytest.skip("needs llvm-profdata and llvm-cov")
    flags = ["-O0", "-fprofile-instr-generate", "-fcoverage-mapping"]
    for command in (
        ["clang", *flags, "-o", "prog", "a.c"],
        ["./prog"],
        [tools[0], "merge", "default.profraw", "-o", "prog.data"],
    ):
        subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    command = [tools[1], "show", "prog", "-instr-profile=prog.data", "--show-branches=count"]
    answer = subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True)
    (profile,) = read_profiles(str(text(tmp_path / "shown.txt", answer.stdout)), {})
    (file,) = profile.files.values()
    counts = {line: file.lines[line].count for line in (5, 8, 10, 11, 17, 19)}
    assert counts == {5: 10, 8: 59, 10: 0, 11: 10, 17: 10, 19: 1}
