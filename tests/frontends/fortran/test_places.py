"""Where COMMON and EQUIVALENCE put names, as the IR says it and as gfortran does it."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from tests.support.compiler import needs_gfortran, run
from tests.support.model import program_of

if TYPE_CHECKING:
    from pathlib import Path

    from sad.ir.program import Symbol

Place = tuple[str | None, int | None, str | None]
CASES: dict[str, dict[str, Place]] = {
    "REAL A(4), B(2); EQUIVALENCE (A(3), B)": {"A": (None, 0, "A"), "B": (None, 8, "A")},
    "REAL A(4), B(6); EQUIVALENCE (A(1), B(3))": {"A": (None, 8, "A"), "B": (None, 0, "A")},
    "REAL A(2,3), B; EQUIVALENCE (A(2,2), B)": {"B": (None, 12, "A")},
    "REAL A(0:1,3), B; EQUIVALENCE (A(4), B)": {"B": (None, 12, "A")},
    "CHARACTER*8 S, T*2; EQUIVALENCE (S(3:4), T)": {"T": (None, 2, "S")},
    "CHARACTER*4 S(3), T; EQUIVALENCE (S(2)(3:), T)": {"T": (None, 6, "S")},
    "DOUBLE PRECISION D; INTEGER I(2), J; EQUIVALENCE (D, I), (I(2), J)": {
        "D": (None, 0, "D"),
        "I": (None, 0, "D"),
        "J": (None, 4, "D"),
    },
    "PARAMETER (N=3); REAL A(9), B; EQUIVALENCE (A(2*N), B)": {"B": (None, 20, "A")},
    "COMMON /C/ X(3), Y; REAL A(4), B; EQUIVALENCE (X(2), A), (A(3), B)": {
        "X": ("C", 0, "A"),
        "Y": ("C", 12, None),
        "A": ("C", 4, "A"),
        "B": ("C", 12, "A"),
    },
    "COMMON X(3), Y; REAL A(4); EQUIVALENCE (Y, A(2))": {"A": ("", 8, "A"), "Y": ("", 12, "A")},
    # A place that is not known, and places that contradict each other.
    "REAL A(4), B; EQUIVALENCE (A(I), B)": {"A": (None, None, "A"), "B": (None, None, "A")},
    "COMMON /C/ X(3); REAL A(2); EQUIVALENCE (X, A(J))": {"A": ("C", None, "A")},
    "REAL A(4), B(4); EQUIVALENCE (A(1), B(2)), (A(1), B(3))": {"A": (None, None, "A")},
}


@pytest.mark.parametrize("declarations", CASES)
def test_names_are_where_the_declarations_say(declarations: str) -> None:
    body = "".join(f"      {item.strip()}\n" for item in declarations.split(";"))
    (unit,) = program_of(f"      SUBROUTINE S\n{body}      END\n").units
    found = {name: unit.symbols[name] for name in CASES[declarations]}
    places = {name: (item.block, item.offset, item.shares) for name, item in found.items()}
    assert places == CASES[declarations]


@needs_gfortran
@pytest.mark.parametrize("seed", range(3))
def test_gfortran_puts_them_there(seed: int, tmp_path: Path) -> None:
    text, names = _random_program(random.Random(seed))
    (tmp_path / "p.f").write_text(text)
    made = run(["gfortran", "-std=legacy", "-w", "-o", "p", "p.f"], tmp_path)
    assert made.returncode == 0, made.stderr
    addresses = dict(zip(names, map(int, run(["./p"], tmp_path).stdout.split()), strict=True))
    (unit,) = program_of(text).units
    starts: dict[str, set[int]] = {}
    for name, address in addresses.items():
        symbol = unit.symbols[name]
        assert symbol.offset is not None
        starts.setdefault(_group(symbol), set()).add(address - symbol.offset)
    assert all(len(found) == 1 for found in starts.values()), starts
    assert len(starts) < len(names)


def _group(symbol: Symbol) -> str:
    return f"group {symbol.shares}" if symbol.block is None else f"block {symbol.block}"


_TYPES = ("INTEGER", "REAL", "COMPLEX", "LOGICAL")
_SHAPES = ("", "(6)", "(0:3)", "(2,3)", "(-1:1,2)")


def _random_program(rng: random.Random) -> tuple[str, list[str]]:
    """A program that prints the addresses of overlapping names; every third is in COMMON."""
    declared, names = "", [f"V{number}" for number in range(24)]
    shapes = {name: rng.choice(_SHAPES) for name in names}
    for name in names:
        declared += f"      {rng.choice(_TYPES)} {name}{shapes[name]}\n"
    blocks = [names[::6], names[3::6]]
    declared += "".join(f"      COMMON /C{n}/ {', '.join(b)}\n" for n, b in enumerate(blocks))
    for number in range(0, len(names), 3):  # a chain, whose first name is in COMMON or is not
        first, second, third = names[number : number + 3]
        for one, other in ((first, second), (second, third)):
            item = _item(one, shapes[one], rng)
            declared += f"      EQUIVALENCE ({item}, {other})\n"
    printed = "".join(f"      PRINT *, LOC({name})\n" for name in names)
    return f"      PROGRAM P\n{declared}{printed}      END\n", names


def _item(name: str, shape: str, rng: random.Random) -> str:
    if not shape:
        return name
    subscripts: list[str] = []
    for bound in shape.strip("()").split(","):
        lower, upper = map(int, bound.split(":")) if ":" in bound else (1, int(bound))
        subscripts.append(str(rng.randint(lower, upper)))
    return f"{name}({','.join(subscripts)})"
