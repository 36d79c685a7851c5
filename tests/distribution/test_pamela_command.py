"""``sad export --to pamela``: what is written, and what it says."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from sad.loading.describe import load_description
from sad.pamela.parse import parse
from sad.pamela.write import text_of
from sad.reading.options import Reading
from tests.distribution.test_pamela_models import GAUSS, Program, exported, lower
from tests.support.command import CORPUS, sad

if TYPE_CHECKING:
    from pathlib import Path


def test_first_example_of_a_user(tmp_path: Path):
    model = tmp_path / "g.pam"
    options = ("--format", "pamela", "--distribute", "A(*,cyclic)", "-o", model)
    assert sad("export", GAUSS, *options).code == 0
    result = sad("contention", model, "--set", "n=512", "--set", "P=16")
    assert result.code == 0
    assert "cpu decides" in result.out
    program = Program(Reading((str(GAUSS),)), "A(*,cyclic)")
    _, expected = program.seconds((16,), N=512)
    model.write_text(program.text("line"))
    assert lower(model, N=512, P=16) == pytest.approx(expected, rel=1e-9)


def test_simulation_lies_between_the_bounds(tmp_path: Path):
    model = exported(tmp_path, GAUSS, "--machine", "das1", "--distribute", "A(*,block)")
    values = ("--set", "n=12", "--set", "P=3")
    result = sad("contention", model, *values, "--simulate", "--format", "json")
    found = json.loads(result.out)
    assert found["lower"]["seconds"] <= found["simulated"]["seconds"] * (1 + 1e-9)


def test_waiting_is_told_in_the_file(tmp_path: Path):
    source = CORPUS / "vertical" / "vertical.f"
    goal = tmp_path / "rows.pam"
    options = ("--distribute", "A(block,*)", "--distribute", "B(block,*)", "-o", goal)
    result = sad("export", source, "--to", "pamela", *options)
    assert "note[SAD911]" in result.err
    assert "note[SAD911]: ranks wait for each other: the loop over I" in goal.read_text()


def test_values_and_names(tmp_path: Path):
    source = tmp_path / "names.f"
    source.write_text(
        "      SUBROUTINE S (P, L, OP, X)\n"
        "      INTEGER P, L, OP, I, J\n"
        "      DOUBLE PRECISION X(P)\n"
        "      DO 10 I = 1, P\n"
        "      DO 10 J = L/OP, L\n"
        "   10 X(I) = X(I) + 1.0D0\n"
        "      END\n"
    )
    model = exported(tmp_path, source, "--distribute", "X(block)", "--set", "op=3")
    text = model.read_text()
    assert "param OP_2 = 3;" in text
    assert "param P_2;" in text
    assert lower(model, P_2=20, L_2=7, P=4, op=1) > 0
    result = sad("export", source, "--to", "pamela", "--set", "nobody=1")
    assert "SAD501" in result.err


@pytest.mark.parametrize(
    "options",
    [
        ("--to", "c", "--distribute", "A(*,block)"),
        ("--to", "json", "--detail", "line"),
        ("--to", "python", "--library", "mpi"),
        ("--to", "pamela", "--assume", "no-zeros"),
        ("--to", "pamela", "--machine", "das1", "--model", "throughput"),
    ],
)
def test_options_that_do_not_go_together(options: tuple[str, ...]):
    result = sad("export", GAUSS, *options)
    assert result.code == 2
    assert "SAD909" in result.err or "SAD450" in result.err


@pytest.mark.parametrize("path", sorted(CORPUS.glob("*/*.f")), ids=lambda path: path.stem)
def test_programs_of_the_corpus_are_written_and_read(path: Path, tmp_path: Path):
    goal = tmp_path / "model.pam"
    result = sad("export", path, "--to", "pamela", "-o", goal)
    if result.code:
        assert "SAD903" in result.err  # procedures as arguments
        return
    text = goal.read_text()
    assert text_of(parse(text, "model.pam")) == text
    load_description(Reading((str(goal),)))


def test_a_replicated_program_takes_its_sequential_time(tmp_path: Path):
    """Trip counts that are means, as profiles measure them, are values of the file."""
    source = CORPUS / "md1" / "md1.f"
    found = sad("analyze", source, "--machine", "das1", "--format", "json")
    expected = json.loads(found.out)["seconds"]["value"]
    model = exported(tmp_path, source, "--machine", "das1")
    assert "= 32141/2404;" in model.read_text()
    assert lower(model, P=1) == pytest.approx(expected, rel=1e-9)
