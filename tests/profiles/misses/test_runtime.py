"""What is linked into programs: it compiles without a warning, and never harms the program."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from sad.profiles.misses.runtime import MissesError, prepare, read_tables
from tests.support.compiler import needs, needs_gcc

RUNTIME = Path(__file__).parents[3] / "sad/profiles/misses/runtime.c"
STRICT = ("-Wall", "-Wextra", "-Werror", "-Wpedantic", "-Wshadow", "-Wconversion")

DEEP = """\
#include <stdio.h>
static long down(long n) { return n > 0 ? 1 + down(n - 1) : 0; }
int main(void) { printf("%ld\\n", down(100000)); return 0; }
"""
FORKS = """\
#include <stdio.h>
#include <unistd.h>
#include <sys/wait.h>
int main(void)
{
    int t = 0;
    fork();
    for (int i = 0; i < 1000; i++)
        if (i % 3)
            t++;
    while (wait(NULL) > 0)
        ;
    printf("%d\\n", t);
    return 0;
}
"""
THREADS = """\
#include <pthread.h>
#include <stdio.h>
static void *work(void *x)
{
    long *t = x;
    for (int i = 0; i < 100000; i++)
        if (i % 3)
            ++*t;
    return NULL;
}
int main(void)
{
    pthread_t all[8];
    long t[9] = {0}, sum = 0;
    for (int i = 0; i < 8; i++)
        pthread_create(&all[i], NULL, work, &t[i]);
    work(&t[8]);
    for (int i = 0; i < 8; i++)
        pthread_join(all[i], NULL);
    for (int i = 0; i < 9; i++)
        sum += t[i];
    printf("%ld\\n", sum);
    return 0;
}
"""
JUMPS = """\
#include <setjmp.h>
#include <stdio.h>
#include <string.h>
static jmp_buf back;
static void away(int n)
{
    char room[n * 16];
    memset(room, n, sizeof room);
    if (n > 60)
        longjmp(back, room[3]);
    away(n + 1);
}
int main(void)
{
    volatile int t = 0;
    if (setjmp(back) < 5 && t < 3000) {
        t++;
        away(1);
    }
    while (t < 5000) {
        if (setjmp(back) == 0)
            away(1);
        t++;
    }
    printf("%d\\n", t);
    return 0;
}
"""


def built(folder: Path, source: str) -> Path:
    options = prepare("gcc", "gcov", folder / "runtime")
    (folder / "p.c").write_text(source)
    subprocess.run(["gcc", "-O0", *options, "p.c", "-o", "p"], cwd=folder, check=True)
    return folder / "p"


def ran(program: Path, **environment: str) -> str:
    done = subprocess.run(
        [program],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return done.stdout


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("standard", ["c99", "gnu17"])
def test_it_compiles_without_a_warning(compiler: str, standard: str, tmp_path: Path) -> None:
    if needs(shutil.which(compiler), compiler).args[0]:
        pytest.skip(f"no {compiler} on this machine")
    words = [compiler, f"-std={standard}", "-O2", "-fPIC", *STRICT, "-c", str(RUNTIME)]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@needs_gcc
@pytest.mark.parametrize(
    ("source", "says"),
    [(DEEP, "100000\n"), (THREADS, "599994\n"), (JUMPS, "5000\n")],
    ids=["deep", "threads", "jumps"],
)
def test_a_program_does_what_it_did(source: str, says: str, tmp_path: Path) -> None:
    assert ran(built(tmp_path, source), SAD_MISSES=str(tmp_path)) == says
    assert [path.suffix for path in tmp_path.glob("*.misses*")] == [".misses"]


@needs_gcc
def test_a_recursion_too_deep_to_follow_is_said(tmp_path: Path) -> None:
    ran(built(tmp_path, DEEP), SAD_MISSES=str(tmp_path))
    assert read_tables(tmp_path).is_full


@needs_gcc
def test_a_forked_process_writes_nothing(tmp_path: Path) -> None:
    assert ran(built(tmp_path, FORKS), SAD_MISSES=str(tmp_path)).split() == ["666", "666"]
    assert len(list(tmp_path.glob("*.misses"))) == 1
    (branches,) = read_tables(tmp_path).modules.values()
    assert sorted([334, 666]) in [sorted(item.ways.values()) for item in branches.values()]


@needs_gcc
def test_only_the_first_thread_is_followed(tmp_path: Path) -> None:
    ran(built(tmp_path, THREADS), SAD_MISSES=str(tmp_path))
    (branches,) = read_tables(tmp_path).modules.values()
    assert [33334, 66666] in [sorted(item.ways.values()) for item in branches.values()]


@needs_gcc
def test_without_a_folder_nothing_is_written(tmp_path: Path) -> None:
    program = built(tmp_path, FORKS)
    before = sorted(tmp_path.rglob("*"))
    ran(program, SAD_MISSES="")
    ran(program, SAD_MISSES=str(tmp_path / "none"))
    assert sorted(tmp_path.rglob("*")) == before


@needs_gcc
def test_options_may_be_given_for_compiling_and_linking(tmp_path: Path) -> None:
    options = prepare("gcc", "gcov", tmp_path / "runtime")
    (tmp_path / "p.c").write_text(THREADS)
    compiling = ["gcc", *options, "-c", "p.c", "-o", "p.o"]
    done = subprocess.run(compiling, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    subprocess.run(["gcc", *options, "p.o", *options, "-o", "p"], cwd=tmp_path, check=True)
    assert ran(tmp_path / "p", SAD_MISSES=str(tmp_path)) == "599994\n"


def test_a_folder_that_options_cannot_name_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MissesError, match="has a blank"):
        prepare("gcc", "gcov", tmp_path / "a, b")


def test_a_compiler_that_fails_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake = tmp_path / "bin" / "gcc"
    fake.parent.mkdir()
    fake.write_text("#!/bin/sh\necho no such option >&2\nexit 3\n")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", str(fake.parent), prepend=os.pathsep)
    with pytest.raises(MissesError, match="gcc: exit status 3\n    no such option"):
        prepare("gcc", "gcov", tmp_path / "runtime")
