"""A Fortran 77 program of any length: a main program that calls families of subroutines.

A family is a driver that calls kernels; kernels hold loop nests, IFs, array and COMMON references,
intrinsic functions and a few jumps. Equal seeds give equal programs. Statements differ in names
and constants as real ones do, so a memo of statements does not see one family again and again.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_KERNELS = 6  # per family
_ARRAYS = ("A", "B", "C", "D")


def program_text(lines: int, seed: int = 1) -> str:
    """Return a program of ``lines`` lines, the last few of them comments."""
    chance = random.Random(seed)
    body: list[str] = []
    families = 0
    while True:
        family = _family(families + 1, chance)
        if families and len(body) + len(family) + families + 8 > lines:
            break
        families += 1
        body += family
    main = [
        "      PROGRAM LARGE",
        "      INTEGER N, M",
        "      REAL A(1000), B(1000), C(100,100), D(100,100)",
        "      READ (*,*) N, M",
        *(f"      CALL F{family}(A, B, C, D, N, M)" for family in range(1, families + 1)),
        "      WRITE (*,*) A(1), B(1)",
        "      END",
    ]
    filling = ["C     end of the generated program"] * (lines - len(main) - len(body))
    return "\n".join(main + body + filling) + "\n"


def _head(name: str, family: int) -> list[str]:
    return [
        f"      SUBROUTINE {name}(A, B, C, D, N, M)",
        "C     generated",
        "      INTEGER N, M, I, J, K",
        "      REAL A(N), B(N), C(100,M), D(100,M), S, T",
        f"      COMMON /BLK{family}/ X{family}, Y{family}, V{family}(100), L{family}",
        f"      REAL X{family}, Y{family}, V{family}",
        f"      INTEGER L{family}",
    ]


def _family(family: int, chance: random.Random) -> list[str]:
    kernels = [f"K{family}X{number}" for number in range(1, _KERNELS + 1)]
    out = _head(f"F{family}", family)
    out += [f"      X{family} = {family}.5", f"      DO 10 I = 1, L{family}"]
    out += [f"      CALL {name}(A, B, C, D, N, M)" for name in kernels[: _KERNELS // 2]]
    out += ["   10 CONTINUE", f"      IF (X{family} .GT. Y{family}) THEN"]
    out += [f"         CALL {name}(B, A, D, C, M, N)" for name in kernels[_KERNELS // 2 :]]
    out += ["      END IF", "      END"]
    for name in kernels:
        out += _head(name, family)
        for label in range(100, 100 + 20 * chance.randint(3, 6), 20):
            out += chance.choice(_PIECES)(family, label, chance)
        out += ["      RETURN", "      END"]
    return out


def _number(chance: random.Random) -> str:
    return f"{chance.randint(1, 99)}.{chance.randint(0, 99)}"


def _vector(family: int, label: int, chance: random.Random) -> list[str]:
    left, right = chance.sample(_ARRAYS[:2], 2)
    return [
        f"      DO {label} I = {chance.randint(1, 3)}, N",
        f"         {left}(I) = {left}(I) + {_number(chance)}*{right}(I) - V{family}(I)",
        f"  {label} CONTINUE",
    ]


def _matrix(family: int, label: int, chance: random.Random) -> list[str]:
    left, right = chance.sample(_ARRAYS[2:], 2)
    return [
        f"      DO {label + 1} J = 1, M",
        f"         T = {_number(chance)}*X{family}",
        f"         DO {label} I = 1, {chance.choice(('N', 'J', 'N-J', '100'))}",
        f"            {left}(I,J) = T*{right}(I,J) + SQRT(ABS({right}(J,I)))/{_number(chance)}",
        f"  {label} CONTINUE",
        f"  {label + 1} CONTINUE",
    ]


def _product(family: int, label: int, chance: random.Random) -> list[str]:
    return [
        f"      DO {label} I = 1, N",
        f"      DO {label} J = 1, M",
        f"         S = {_number(chance)}",
        f"         DO {label + 1} K = 1, {chance.choice(('N', 'M', 'I'))}",
        "            S = S + C(I,K)*D(K,J)",
        f"  {label + 1}    CONTINUE",
        f"         C(I,J) = S + Y{family}",
        f"  {label} CONTINUE",
    ]


def _decision(family: int, label: int, chance: random.Random) -> list[str]:
    return [
        f"      IF (A({chance.randint(1, 9)}) .GT. {_number(chance)} .AND. N .GT. 1) THEN",
        f"         X{family} = X{family} + EXP(-{_number(chance)}*A(1))",
        f"      ELSE IF (B(1) .LT. Y{family}) THEN",
        f"         DO {label} I = 1, N, {chance.randint(1, 4)}",
        f"            B(I) = MAX(B(I), {_number(chance)})",
        f"  {label}    CONTINUE",
        "      ELSE",
        f"         Y{family} = {_number(chance)}",
        "      END IF",
    ]


def _jump(family: int, label: int, chance: random.Random) -> list[str]:
    return [
        f"      IF (V{family}({chance.randint(1, 99)}) .LE. {_number(chance)}) GO TO {label}",
        f"      V{family}(L{family}) = A(1)**{chance.randint(2, 5)}",
        f"      A({chance.randint(1, 9)}) = MOD(L{family}, {chance.randint(2, 9)})",
        f"  {label} CONTINUE",
    ]


_PIECES: tuple[Callable[[int, int, random.Random], list[str]], ...] = (
    _vector,
    _matrix,
    _product,
    _decision,
    _jump,
)
