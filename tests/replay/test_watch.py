"""Nothing is opened, or looked for, that the watch does not know of."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sad.replay import watch as watching
from sad.replay.watch import Watch
from tests.support.command import CORPUS, ROOT

if TYPE_CHECKING:
    from tests.replay.client import Runs

F77 = "      PROGRAM P\n      INCLUDE 'size.inc'\n      CALL SUB (M)\n      END\n"
CC = '#include "size.h"\n#include <stdlib.h>\nvoid sub_(int *n) { while (*n) free(0); }\n'
MODEL = ("--machine", "sparc2")
RUNS = {
    "analyze": ("analyze", "src", "-I", "one", "-I", "two", *MODEL),
    "jobs": ("analyze", "src", "-I", "one", "-I", "two", "--jobs", "2", *MODEL),
    "html": ("analyze", "src", "-I", "two", *MODEL, "--format", "html", "-o", "page.html"),
    "annotate": ("annotate", "src", "-I", "two"),
    "explain": ("explain", "P", "src", "-I", "two"),
    "dump": ("dump", "src", "-I", "two", "--description"),
    "saved": ("analyze", "p.sad.json", *MODEL),
    "export": ("export", "src", "-I", "two", "--format", "python"),
    "params": ("params", "export", "src", "-I", "two"),
    "no action": ("params", "src"),
    "sweep": ("sweep", "solve.f", *MODEL, "--set", "N=1:4"),
    "compare": (
        "compare",
        "solve.f",
        "--machine",
        "sparc2",
        "--machine",
        "mine.yaml",
        "--set",
        "N=9",
    ),
    "values": ("analyze", "solve.f", "--params", "values.yaml", *MODEL),
    "stubs": ("analyze", "src", "-I", "two", "--stub", "blas", "--stub", "libc"),
    "commands": ("analyze", "src", "-I", "two", "--compile-commands", "commands.json"),
    "missing": ("analyze", "src", "none.f", "--machine", "nowhere"),
    "scale": ("scale", "mm2", "--machine", "paragon", "--procs", "4,16", "--set", "N=64"),
}


@pytest.fixture
def project(runs: Runs) -> Runs:
    runs.write("src/p.f", F77)
    runs.write("src/sub.c", CC)
    runs.write("two/size.inc", "      PARAMETER (M = 4)\n")
    runs.write("two/size.h", "#define SIZE 4\n")
    runs.write("values.yaml", "schema: 1\nsizes:\n  N: 50\n")
    runs.write(
        "solve.f", "      SUBROUTINE S (N)\n      DO 10 I = 1, N\n   10 X = 0.0\n      END\n"
    )
    runs.write("commands.json", '[{"file": "src/sub.c", "arguments": ["cc", "-Itwo", "-c"]}]')
    shutil.copy(ROOT / "machine_db" / "sparc2.yaml", runs.folder / "mine.yaml")
    saved = runs.run("dump", "solve.f", "--description", replay=False)
    runs.write("p.sad.json", saved.out)
    return runs


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", RUNS)
def test_all_that_a_run_looks_at_is_known(project, name):
    run = project.run(*RUNS[name], watched=True)
    assert run.computed
    assert run.told["spoiled"] == ""
    own = [os.path.dirname(os.__file__), sys.prefix, sys.base_prefix, "/proc", "/sys", "/dev"]
    own += [str(ROOT / part) for part in ("sad", "frontends", "machine_db")]
    own += [str(project.cache), *filter(None, sys.path)]
    known = {question[1] for question in run.told["questions"]}
    below = [question[1] for question in run.told["questions"] if question[0] == "below"]
    known |= {str(Path(path)) for path in known}
    unknown = {
        path
        for path in (*run.told["opened"], *run.told["stats"])
        if path not in known
        and not any(Path(path).is_relative_to(start) for start in own)
        and not any(Path(path).is_relative_to(start) for start in below)
        and not is_output(project.folder, path)
    }
    assert unknown == set()


def is_output(folder: Path, path: str) -> bool:
    """Whether a path is that of a file written, or a folder on the way to it."""
    whole = folder / path
    return "page.html" in path or folder.is_relative_to(whole)


def test_there_is_something_to_know(project):
    """The list of what a run looks at is not empty, so that comparing with it means something."""
    run = project.run(*RUNS["analyze"], watched=True)
    assert {"src/p.f", "src/sub.c", "two/size.inc", "two/size.h"} <= {*run.told["opened"]}
    assert "one/size.inc" in run.told["stats"]


def test_what_other_programs_say_is_computed_every_time(project):
    for _ in range(2):
        assert project.run("analyze", "src/sub.c", "-I", "two", "--cpp", "cpp").computed


@pytest.mark.parametrize("path", ["/dev/stdin", "/dev/fd/63", "/proc/self/fd/0"])
def test_what_is_no_file_is_not_relied_on(tmp_path, path):
    watch = Watch(tmp_path / "cache")
    watch._opened(path, "r", os.O_RDONLY)
    assert watch.spoiled


def test_a_file_that_is_being_written_is_not_relied_on(tmp_path):
    watch = Watch(tmp_path / "cache")
    path = tmp_path / "new.f"
    path.write_text("x")
    watch._opened(str(path), "r", os.O_RDONLY)
    assert "may be changing" in watch.spoiled


def test_a_file_that_changes_between_reading_and_the_end_is_noticed(tmp_path):
    watch = Watch(tmp_path / "cache")
    path = tmp_path / "old.f"
    path.write_text("x")
    watch._stamps[str(path)] = (1, 1, 1, 1, 1, 1)
    assert not watch.still_holds()


def test_the_example_of_the_page_is_said_again(runs):
    shutil.copy(CORPUS / "md1" / "md1.f", runs.folder)
    first, again = (runs.run("analyze", "md1.f", *MODEL) for _ in range(2))
    assert (first.computed, again.computed) == (True, False)
    assert first.said == again.said


def test_sources_in_a_folder_of_libraries_count(tmp_path, monkeypatch):
    monkeypatch.setattr(watching, "_own_folders", lambda: (os.path.join(tmp_path, ""),))
    watch = Watch(tmp_path / "cache")
    watch.begin()
    for name in ("a.f", "size.h", "library.py"):
        (tmp_path / name).touch()
        (tmp_path / name).read_bytes()
    known = {question[1] for question in watch.end() if question[0] == "bytes"}
    assert known == {str(tmp_path / name) for name in ("a.f", "size.h")}
