"""``--jobs``, ``--unit-timeout`` and the cache change how long a command takes, not what it says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.cli.made_library import write_library
from tests.support.command import sad, without_next

if TYPE_CHECKING:
    from pathlib import Path

COMMANDS = (
    ("analyze",),
    ("analyze", "--format", "json"),
    ("analyze", "--machine", "sparc2"),
    ("export", "--to", "python"),
    ("params", "export", "--format", "csv"),
)
SLOW = (
    "      SUBROUTINE SLOW (N, X)\n      REAL X(N)\n"
    + "      IF (X(N) .GT. 1.0) N = N + 1\n" * 20_000
    + "      DO 10 I = 1, N\n   10 X(I) = 0.0\n      END\n"
)
CALLER = (
    "      SUBROUTINE CALLER (N, X)\n      REAL X(N)\n"
    "      DO 10 I = 1, N\n   10 X(I) = 2.0*X(I)\n      CALL SLOW (N, X)\n      END\n"
)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made") / "library"
    write_library(folder)
    return folder


@pytest.mark.sampled(3)
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_the_answer_does_not_depend_on_means(
    command: tuple[str, ...], library: Path, tmp_path: Path
):
    words = (*command, str(library), "--entry", "TOP")
    alone = sad(*words, "--no-cache", "--jobs", "1")
    assert alone.code == 0
    cache = ("--cache", str(tmp_path / "cache"))
    ways = [
        ("--no-cache", "--jobs", "2"),
        ("--no-cache", "--jobs", "1", "--unit-timeout", "200"),
        (*cache, "--jobs", "1"),
        (*cache, "--jobs", "2"),
        (*cache, "--jobs", "3", "--unit-timeout", "200"),
    ]
    for means in ways:
        run = sad(*words, *means)
        assert without_next(run.out) == without_next(alone.out), means
        assert (run.err, run.code) == (alone.err, 0), means


def test_a_unit_that_takes_too_long_is_left_out(tmp_path: Path):
    (tmp_path / "slow.f").write_text(SLOW)
    (tmp_path / "caller.f").write_text(CALLER)
    run = sad("analyze", str(tmp_path), "--no-cache", "--unit-timeout", "3", "--entry", "CALLER")
    assert run.code == 3
    assert "error[SAD115]: SLOW: its analysis takes more than 3 s" in run.err
    assert "SLOW (not in the source)" in run.out
    assert "formula, flop\n    N\n" in run.out


def test_a_file_that_takes_too_long_is_left_out(tmp_path: Path):
    (tmp_path / "slow.f").write_text(SLOW)
    run = sad("analyze", str(tmp_path), "--no-cache", "--unit-timeout", "0.0001")
    assert run.code == 3
    assert "slow.f:1: error[SAD114]: reading it takes more than 0.0001 s" in run.err


@pytest.mark.parametrize("words", [("--jobs", "0"), ("--jobs", "two"), ("--unit-timeout", "-1")])
def test_means_that_cannot_be(words: tuple[str, ...]):
    run = sad("analyze", "x.f", *words)
    assert run.code == 2
    assert "is expected, not" in run.err
