"""Snapshots: written the same in every run, and read back to the very same costs."""

import os
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from sad.algebra.poly import Poly
from sad.checks.costs.record import State, UnitCost
from sad.checks.costs.states import load_state
from sad.checks.formula_view import FormulaView
from sad.checks.snapshot.formulas import FormulaReader, FormulaWriter, NoFormula
from sad.checks.snapshot.read import parse_snapshot
from sad.checks.snapshot.write import snapshot_text
from sad.diagnostics import SadError, Span
from sad.reading.options import Reading
from tests.support.command import sad
from tests.support.formulas import random_formula

CORPUS = Path(__file__).parents[2] / "corpus"
PROGRAMS = ("adi/adi.f", "mxm/mxm.F", "sorts/sorts.f", "c/classics.c", "c/callbacks.c", "c/loops.c")
NAMES = ("U.N", "U.M", "U.trips@do10", "V.trips@do20", "/BLK/+8", "U.a->b", "U.if", "U.x`y%z", "@2")


def test_formulas_read_back_exactly():
    chance = random.Random(1)
    named = 0
    for _ in range(600):
        poly = random_formula(chance, NAMES)
        writer = FormulaWriter("U")
        text = writer.poly(poly)
        assert FormulaReader("U", writer.parts).poly(text) == poly, text
        named += bool(writer.parts)
    assert named > 50


@pytest.mark.parametrize(
    "text", ["", "1 +", "max(", "n)", "foo(1)", "#1234", "floor(n, 2)", "1/0", "a b", "²"]
)
def test_what_is_no_formula_is_told(text: str):
    with pytest.raises(NoFormula):
        FormulaReader("U", {}).poly(text)


def test_parts_that_hold_each_other_are_told():
    with pytest.raises(NoFormula):
        FormulaReader("U", {"#12": "max(#34, 1)", "#34": "min(#12, 1)"}).poly("#12")


def kept(unit: UnitCost) -> UnitCost:
    """What a snapshot keeps of a unit: places are files only."""
    place = Span.at(unit.span.file)
    loops = tuple(replace(loop, span=place) for loop in unit.loops)
    return replace(unit, span=place, loops=loops, lines=())


@pytest.mark.parametrize("program", PROGRAMS)
def test_snapshots_read_back(program: str):
    state, _ = load_state(Reading((str(CORPUS / program),)), "", CORPUS)
    text = snapshot_text(state)
    found = parse_snapshot(text, "sad.snapshot")
    assert found.units == {name: kept(unit) for name, unit in state.units.items()}
    assert snapshot_text(found) == text


def test_the_short_cost_of_a_unit_is_simplified_once(monkeypatch: pytest.MonkeyPatch):
    state, _ = load_state(Reading((str(CORPUS / "mxm" / "mxm.F"),)), "", CORPUS)
    simplified: list[Poly] = []
    simple = FormulaView.simple

    def counted(view: FormulaView, poly: Poly) -> Poly:
        simplified.append(poly)
        return simple(view, poly)

    monkeypatch.setattr(FormulaView, "simple", counted)
    snapshot_text(state)
    assert len(simplified) == len(state.units)


def test_snapshots_do_not_depend_on_the_run(tmp_path: Path):
    texts: list[str] = []
    for seed in ("1", "2"):
        output = tmp_path / seed
        command = (
            "-m",
            "sad",
            "snapshot",
            "corpus/adi",
            "-o",
            str(output),
            "--machine",
            "sparc2",
            "--set",
            "n=10",
        )
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(
            [sys.executable, *command], cwd=CORPUS.parent, env=environment, check=False
        )
        assert done.returncode == 0
        texts.append(output.read_text(encoding="utf-8"))
    assert texts[0] == texts[1]
    assert "machine sparc2\nsize n = 10\n" in texts[0]
    assert "unit HEAT: " in texts[0]


LOOP = """\
      SUBROUTINE {0}(N, X)
      REAL X(N)
      DO 10 I = 1, {1}
   10 X(I) = 0.0
      END
"""


def test_an_edit_elsewhere_changes_no_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    first, second = LOOP.format("ONE", "N"), LOOP.format("TWO", "N")
    Path("a.f").write_text(first + second)
    assert sad("snapshot", "a.f").code == 0
    before = Path("sad.snapshot").read_text().splitlines()
    Path("a.f").write_text("C     more\n" + LOOP.format("ONE", "2*N") + second)
    assert sad("snapshot", "a.f").code == 0
    now = Path("sad.snapshot").read_text().splitlines()
    assert (
        before[before.index(next(line for line in before if "unit TWO" in line)) :]
        == (now[now.index(next(line for line in now if "unit TWO" in line)) :])
    )
    assert before != now


def test_nothing_is_written_for_a_source_that_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    result = sad("snapshot", "none.f")
    assert result.code == 3
    assert not Path("sad.snapshot").exists()


def small() -> str:
    state, _ = load_state(Reading((str(CORPUS / "mxm" / "mxm.F"),)), "", CORPUS)
    units = {"MULIJK": state.units["MULIJK"]}
    return snapshot_text(State("", units))


@pytest.mark.parametrize("seed", range(5))
def test_damage_is_told_or_harmless(seed: int):
    """A line lost, doubled, swapped or cut never gives another cost without a word."""
    text = small()
    whole = parse_snapshot(text, "s").units
    chance = random.Random(seed)
    for _ in range(60):
        lines = text.splitlines()
        place = chance.randrange(len(lines))
        match chance.randrange(4):
            case 0:
                del lines[place]
            case 1:
                lines.insert(place, lines[place])
            case 2:
                lines[place] = lines[place][: chance.randrange(len(lines[place]) + 1)]
            case _:
                del lines[place:]
        assert units_or_code("\n".join(lines)) in (whole, "SAD810", "SAD812", "SAD814", "SAD815")


def units_or_code(text: str) -> object:
    """The units in a snapshot, or the code of what is wrong with it."""
    try:
        return parse_snapshot(text, "s").units
    except SadError as error:
        return error.diagnostic.code
