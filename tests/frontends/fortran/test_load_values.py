"""What DATA makes variables and arrays hold at load, as the dump says it and as gfortran does it."""

from __future__ import annotations

import pickle
import random
import re
from time import perf_counter
from typing import TYPE_CHECKING

import pytest

from sad.ir.dump import dump_unit
from sad.ir.fold import integer_value
from sad.ir.runs import element_at, element_count
from tests.support.compiler import needs_gfortran, run
from tests.support.model import program_of

if TYPE_CHECKING:
    from pathlib import Path

    from sad.ir.program import Unit

CASES = {
    "DIMENSION X(3,2); DATA ((X(I,J), I=1,3), J=1,2) /6*1.5/": {"X": "[6*1.5_real]"},
    "DIMENSION X(3,2); DATA ((X(I,J), J=1,2), I=1,3) /1.,2.,3.,4.,5.,6./": {
        "X": "[1._real, 3._real, 5._real, 2._real, 4._real, 6._real]"
    },
    "REAL X(0:5); DATA (X(I), I=4,0,-2) /3*1./": {"X": "[1._real, ?, 1._real, ?, 1._real, ?]"},
    "INTEGER M(4); DATA (M(I), M(5-I), I=1,2) /1,2,3,4/": {"M": "[1, 3, 4, 2]"},
    "PARAMETER (N=3); INTEGER M(N*2); DATA (M(2*I-1), I=1,N) /N*7/, M(2) /8/": {
        "M": "[7, 8, 7, ?, 7, ?]"
    },
    "INTEGER M(3,2), L; DATA M(2,2), L /5, 6/": {"M": "[4*?, 5, ?]", "L": "6"},
    "INTEGER M(3), L(9); DATA M, (L(I), I=1,9) /12*0/": {"M": "[3*0]", "L": "[9*0]"},
    "INTEGER M(3), L(3), K; DATA M, L, K /2*1, 4*2, 3/": {"M": "[1, 1, 2]", "L": "[3*2]", "K": "3"},
    "COMPLEX Z(2), W; DATA Z, W /2*(0.,1.), (-1,2.)/": {
        "Z": "[complex(0._real, 1._real), complex(0._real, 1._real)]",
        "W": "complex((-1_real), 2._real)",
    },
    "CHARACTER*4 C(3), S, T; DATA C(1)(1:2), C(2), S, T(2:3) /'A', 'B', 'C', 'D'/": {
        "C": "[?, 'B', ?]",
        "S": "'C'",
        "T": None,
    },
    "DIMENSION X(100000); DATA X /99999*0., 1./": {"X": "[99999*0._real, 1._real]"},
    "DIMENSION X(9999999); DATA X /9999999*0./": {"X": "[9999999*0._real]"},
    "INTEGER, SAVE :: M(3) = (/1, 2, 3/), L(5) = 4": {"M": "[1, 2, 3]", "L": "[5*4]"},
    "INTEGER, PARAMETER :: M(3) = (/7, 8, 9/), L(3) = 4": {"M": "[7, 8, 9]", "L": "[3*4]"},
    "INTEGER, PARAMETER :: M(4) = [(2**I, (I - J, J=2,3), I=1,1), 5]": {"M": "[2, (-1), (-2), 5]"},
    "INTEGER, PARAMETER :: M(2,2) = RESHAPE([1, 2, 3, 4], [2, 2])": {"M": "[1, 2, 3, 4]"},
    # What cannot be matched is left open, and so is everything after it.
    "INTEGER M(3), K; DATA M, K /1, 2/": {"M": "[1, 2, ?]", "K": None},
    "INTEGER M(3), K; DATA M(I), K /1, 2/": {"M": None, "K": None},
    "INTEGER M(3), K; DATA K, M(4) /1, 2/": {"M": None, "K": "1"},
    "INTEGER M(3), K; DATA (M(I), I=1,3,0), K /1, 2/": {"M": None, "K": None},
    "INTEGER M(3); DATA M /1,2,3/, M(2) /4/": {"M": None},
}


def initially(unit: Unit, name: str) -> str | None:
    (line,) = (line for line in dump_unit(unit) if line.startswith(f"  symbol {name}:"))
    return line.partition(" initially ")[2] or None


def unit_of(declarations: str, header: str = "SUBROUTINE S") -> Unit:
    body = "".join(f"      {item.strip()}\n" for item in declarations.split(";"))
    (unit,) = program_of(f"      {header}\n{body}      END\n").units
    return unit


@pytest.mark.parametrize("declarations", CASES)
def test_data_says_what_is_held(declarations: str) -> None:
    unit = unit_of(declarations)
    expected = CASES[declarations]
    assert {name: initially(unit, name) for name in expected} == expected
    assert all(unit.symbols[name].saved for name in expected)


def test_block_data_gives_its_variables_values() -> None:
    unit = unit_of("COMMON /C/ X(4), K; DATA (X(I), I=1,4) /4*2./, K /3/", "BLOCK DATA")
    assert initially(unit, "X") == "[4*2._real]"
    assert initially(unit, "K") == "3"


def test_a_table_of_many_values_is_small_and_quick() -> None:
    rows = "".join(f"     & {', '.join(['1.5', '2.5'] * 6)},\n" for _ in range(833))
    text = "      SUBROUTINE S\n      DIMENSION X(10000), Y(300,300)\n"
    for first in range(1, 10000, 9997):
        text += f"      DATA (X(I), I={first},{min(first + 9996, 10000)}) /\n"
        text += rows[:-2] + ", 3.5/\n" if first == 1 else "     & 3*4.5/\n"
    text += "      DATA ((Y(I,J), I=1,300), J=1,300) /90000*0./\n      END\n"
    start = perf_counter()
    (unit,) = program_of(text).units
    assert perf_counter() - start < 5.0
    x, y = unit.symbols["X"].runs, unit.symbols["Y"].runs
    assert (element_count(x), element_count(y), len(y)) == (10000, 90000, 1)
    assert len({id(element_at(x, number)) for number in range(9996)}) == 2
    assert len(pickle.dumps(x)) < 30_000


@needs_gfortran
@pytest.mark.parametrize("seed", range(3))
def test_gfortran_holds_the_same(seed: int, tmp_path: Path) -> None:
    text, given = _random_program(random.Random(seed))
    (tmp_path / "p.f").write_text(text)
    made = run(["gfortran", "-std=legacy", "-w", "-o", "p", "p.f"], tmp_path)
    assert made.returncode == 0, made.stderr
    held = [int(word) for word in run(["./p"], tmp_path).stdout.split()]
    (unit,) = program_of(text).units
    said: list[int | None] = []
    for name in given:
        runs = unit.symbols[name].runs
        items = [element_at(runs, number) for number in range(_SIZE)]
        said += [None if item is None else integer_value(item, lambda _: None) for item in items]
        assert sum(item is not None for item in items) == given[name], name
    assert all(one in (None, other) for one, other in zip(said, held, strict=True))


_SIZE = 24
_SHAPES = ("24", "0:23", "-3:20", "4,6", "0:2,8", "2,3,4", "2,-1:1,0:3")


def _random_program(rng: random.Random) -> tuple[str, dict[str, int]]:
    """A program that prints arrays set by DATA, and how many elements of each one it gives."""
    declared = data = ""
    given: dict[str, int] = {}
    for number in range(20):
        name, shape = f"M{number}", rng.choice(_SHAPES)
        declared += f"      INTEGER {name}({shape})\n"
        bounds = [
            tuple(map(int, item.split(":"))) if ":" in item else (1, int(item))
            for item in shape.split(",")
        ]
        loops: list[tuple[str, int, int, int]] = []
        subscripts: list[str] = []
        count = 1
        for place, (lower, upper) in enumerate(bounds):
            variable = "IJK"[place]
            first, last = sorted(rng.randint(lower, upper) for _ in range(2))
            step = rng.choice((1, 1, 2, -1))
            if step < 0:
                first, last = last, first
            loops.append((variable, first, last, step))
            shift = rng.choice((0, 0, 5))
            subscripts.append(f"{variable}+{shift}-{shift}" if shift else variable)
            count *= (last - first) // step + 1
        inner = f"{name}({','.join(subscripts)})"
        for variable, first, last, step in rng.sample(loops, len(loops)):
            inner = f"({inner}, {variable}={first},{last},{step})"
        values: list[str] = []
        left = count
        while left:
            times = min(left, rng.choice((1, 1, 2, 7)))
            value = rng.randint(-9, 9)
            values.append(f"{times}*{value}" if times > 1 else str(value))
            left -= times
        data += re.sub(r"(.{60})(?=.)", r"\1\n     &", f"      DATA {inner} /{','.join(values)}/")
        data += "\n"
        given[name] = count
    names = "".join(f"      PRINT *, {name}\n" for name in given)
    return f"      PROGRAM P\n{declared}{data}{names}      END\n", given
