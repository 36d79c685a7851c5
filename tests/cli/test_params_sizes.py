"""Sizes behind PROFILE@ and after --set: names of the program, names of one's own, and slips."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.one_error import USAGE, check_one_error
from tests.support.command import Result, sad

SOURCE = """\
      PROGRAM MAIN
      READ *, NPART, MSTEP
      DO 20 K = 1, MSTEP
      DO 10 I = 1, NPART
      READ *, X
      IF (X .GT. 2.0) PRINT *, X
   10 CONTINUE
   20 CONTINUE
      END
"""


@pytest.fixture(autouse=True)
def _in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("main.f").write_text(SOURCE)
    Path("run.csv").write_text("file,line,count\nmain.f,2,1\nmain.f,5,30\n")


def read(sizes: str, *options: str) -> Result:
    words = ("params", "import", f"run.csv@{sizes}", "--source", "main.f", "-o", "p.yaml")
    return sad(*words, *options)


@pytest.mark.parametrize(
    ("sizes", "options", "meant"),
    [
        ("NPRAT=10,MSTEP=3", (), "did you mean NPART?"),
        ("NPRAT=10", (), "did you mean NPART?"),
        ("NPART=10", ("--set", "MSTEPS=3"), "did you mean MSTEP?"),
        ("NPART=10,seed=3", (), "known names: "),
    ],
)
def test_a_name_that_means_nothing_is_an_error(sizes: str, options: tuple[str, ...], meant: str):
    result = read(sizes, *options)
    check_one_error(result, "SAD715", USAGE, "no size")
    assert meant in result.err
    assert not Path("p.yaml").exists()


@pytest.mark.parametrize(
    ("sizes", "options"),
    [
        ("npart=10,MAIN.MSTEP=3", ()),
        ("n=3", ("--set", "NPART=4*n**3")),
        ("m=3,NPART=4*m", ()),
        ("edge=3", ()),
    ],
)
def test_names_of_the_program_and_names_of_ones_own(sizes: str, options: tuple[str, ...]):
    result = read(sizes, *options)
    assert (result.code, result.err) == (0, "")


def test_a_name_in_the_parameter_file_is_ones_own():
    Path("p.yaml").write_text("sizes:\n  MAIN.NPART:\n    value: 4*nprat\n")
    result = read("MSTEP=3,nprat=10")
    assert (result.code, result.err) == (0, "")
