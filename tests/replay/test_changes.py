"""An answer is said again exactly as long as nothing has changed that it depends on."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest

from tests.support.command import ROOT

if TYPE_CHECKING:
    from tests.replay.client import Runs

SOLVE = """\
      SUBROUTINE SOLVE (N, A)
      INCLUDE 'size.inc'
      REAL A(N)
      DO 10 I = 1, N*M
   10 A(I) = A(I) + SQRT(A(I))
      CALL OTHER (N)
      END
"""
OTHER = """\
      SUBROUTINE OTHER (N)
      REAL B(N)
      DO 10 I = 1, N
   10 B(I) = 0.0
      END
"""
SIZE = "      PARAMETER (M = {})\n"
COMMAND = ("analyze", "src", "-I", "one", "-I", "two", "--machine", "sparc2", "--set", "N=100")


@pytest.fixture
def project(runs: Runs) -> Runs:
    runs.write("src/solve.f", SOLVE)
    runs.write("src/other.f", OTHER)
    runs.write("two/size.inc", SIZE.format(3))
    runs.write("values.yaml", "schema: 1\nsizes:\n  N: 50\n")
    shutil.copy(ROOT / "machine_db" / "sparc2.yaml", runs.folder / "mine.yaml")
    return runs


def same_again(runs: Runs, *arguments: str, **options) -> str:
    """Check that a run is computed once and then said again, and return its standard output."""
    first = runs.run(*arguments, **options)
    again = runs.run(*arguments, **options)
    assert (first.computed, again.computed) == (True, False)
    assert first.said == again.said == runs.run(*arguments, replay=False, **options).said
    return first.out


def changes(runs: Runs, arguments: tuple[str, ...], change) -> None:
    """Check that a change is noticed, and that the answer is another one."""
    before = same_again(runs, *arguments)
    change()
    after = same_again(runs, *arguments)
    assert after != before


CHANGES = {
    "a source": lambda at: (at / "src/solve.f").write_text(SOLVE.replace("N*M", "2*N*M")),
    "a source, of the same size": lambda at: (at / "src/solve.f").write_text(
        SOLVE.replace("N*M", "M*M")
    ),
    "an included file": lambda at: (at / "two/size.inc").write_text(SIZE.format(4)),
    "a new file that is found first": lambda at: (
        shutil.copytree(at / "two", at / "one") and (at / "one/size.inc").write_text(SIZE.format(5))
    ),
    "a new file beside the source": lambda at: (at / "src/size.inc").write_text(SIZE.format(6)),
    "a new source": lambda at: (at / "src/more.f").write_text(
        OTHER.replace("OTHER", "MORE").replace("0.0", "1.0/B(I)")
    ),
    "a new source in a folder": lambda at: (
        shutil.copytree(at / "two", at / "src/deep")
        and (at / "src/deep/more.f").write_text(OTHER.replace("OTHER", "MORE"))
    ),
    "a source less": lambda at: (at / "src/other.f").unlink(),
    "another name of a source": lambda at: (at / "src/other.f").rename(at / "src/zother.f"),
    "an included file less": lambda at: (at / "two/size.inc").unlink(),
    "a folder instead of an included file": lambda at: (
        (at / "two/size.inc").unlink() or (at / "two/size.inc").mkdir()
    ),
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("change", CHANGES)
def test_a_change_of_a_file_is_noticed(project, change):
    changes(project, COMMAND, lambda: CHANGES[change](project.folder))


def test_what_was_changed_back_is_known(project):
    before = same_again(project, *COMMAND)
    (project.folder / "src/solve.f").write_text(SOLVE.replace("N*M", "2*N*M"))
    same_again(project, *COMMAND)
    (project.folder / "src/solve.f").write_text(SOLVE)
    again = project.run(*COMMAND)
    assert again.out == before
    assert not again.computed


def test_a_date_alone_changes_nothing(project):
    same_again(project, *COMMAND)
    os.utime(project.folder / "src/solve.f")
    assert not project.run(*COMMAND).computed


def test_a_link_that_leads_elsewhere_is_noticed(project):
    folder = project.folder
    (folder / "two").rename(folder / "three")
    (folder / "four").mkdir()
    (folder / "four/size.inc").write_text(SIZE.format(7))
    (folder / "two").symlink_to("three")

    def change() -> None:
        (folder / "two").unlink()
        (folder / "two").symlink_to("four")

    changes(project, COMMAND, change)


def test_a_machine_file_is_noticed(project):
    file = project.folder / "mine.yaml"
    arguments = ("analyze", "src", "-I", "two", "--machine", "mine.yaml", "--set", "N=100")
    text = file.read_text()
    line = next(line for line in text.splitlines() if "clock_hz" in line)
    head = line.partition(":")[0]
    changes(project, arguments, lambda: file.write_text(text.replace(line, f"{head}: 1.0e+6")))


def test_a_machine_file_with_the_name_of_one_in_the_database_is_noticed(project):
    text = (project.folder / "mine.yaml").read_text()
    line = next(line for line in text.splitlines() if "clock_hz" in line)
    head = line.partition(":")[0]
    changed = text.replace(line, f"{head}: 1.0e+6")
    changes(project, COMMAND, lambda: (project.folder / "sparc2.yaml").write_text(changed))


def test_values_are_noticed(project):
    values = project.folder / "values.yaml"
    arguments = (
        "analyze",
        "src/solve.f",
        "-I",
        "two",
        "--params",
        "values.yaml",
        "--machine",
        "sparc2",
    )
    changes(project, arguments, lambda: values.write_text("schema: 1\nsizes:\n  N: 51\n"))


def test_options_folder_and_surroundings_tell_runs_apart(project):
    same_again(project, *COMMAND)
    other = (*COMMAND[:2], "-I", "two", "-I", "one", *COMMAND[6:])
    assert project.run(*other).computed
    assert project.run(*COMMAND, environment={"LC_ALL": "C"}).computed
    shutil.copytree(project.folder, project.folder / "copy")
    assert project.run(*COMMAND, cwd="copy").computed
    assert project.run(*COMMAND, environment={"SAD_CACHE_DIR": str(project.cache / "b")}).computed
    assert not project.run(*COMMAND).computed


def test_an_error_is_said_again_until_it_is_mended(project):
    arguments = ("analyze", "src", "src/none.f", "-I", "two")
    first, again = project.run(*arguments), project.run(*arguments)
    assert first.said == again.said
    assert first.code == 3
    assert not again.computed
    project.write("src/none.f", OTHER.replace("OTHER", "NONE"))
    assert project.run(*arguments).code == 0


def test_an_output_file_is_written_again(project):
    arguments = (*COMMAND, "-o", "report.txt")
    project.run(*arguments)
    report = project.folder / "report.txt"
    text = report.read_text()
    assert text
    report.write_text("something else")
    again = project.run(*arguments)
    assert (again.code, again.computed) == (0, False)
    assert report.read_text() == text
    report.unlink()
    report.mkdir()
    assert project.run(*arguments).code == 3


def test_nothing_is_said_again_without_a_cache_or_from_standard_input(project):
    same_again(project, *COMMAND)
    for arguments in ((*COMMAND, "--no-cache"), (*COMMAND, "--no-c"), ("analyze", "-")):
        first, again = project.run(*arguments), project.run(*arguments)
        assert first.computed
        assert again.computed
