"""DGEMM of the reference BLAS: its no-transpose branch does 2*M*N*K multiplications and additions.

With general alpha and beta, M*N multiplications by beta and K*N by alpha come on top, which the
usual figure of 2*M*N*K leaves out; they are counted here, too.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.command import sad

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.realcode

_ARITHMETIC = ("add.double", "sub.double", "mul.double", "div.double")
# The path: nothing is transposed, alpha and beta are neither 0 nor 1.
_PATH = {"TRANSA": "N", "TRANSB": "n", "ALPHA": 2, "BETA": 0.5}


def _blocks(lapack: Path, **settings: int) -> list[dict[str, Any]]:
    """Return DGEMM's blocks with floating-point arithmetic, no argument being wrong.

    With sizes given, only those that run.
    """
    sources = [lapack / "BLAS/SRC/dgemm.f", lapack / "BLAS/SRC/lsame.f"]
    given = [f"--set={name}={value}" for name, value in settings.items()]
    if settings:
        given += [f"--set={name}={value}" for name, value in _PATH.items()]
    options = ("--entry", "DGEMM", "--assume", "no-error-exits", "--format", "json")
    result = sad("analyze", *sources, *options, *given)
    assert result.code == 0, result.err
    (unit,) = (unit for unit in json.loads(result.out)["units"] if unit["name"] == "DGEMM")
    return [
        block
        for block in unit["blocks"]
        if any(name in block["operations"] for name in _ARITHMETIC)
        and (not settings or block["count"]["value"] or block["line"] in (304, 308, 310))
    ]


def _at(blocks: list[dict[str, Any]], line: int) -> dict[str, Any]:
    (found,) = (block for block in blocks if block["line"] <= line <= block["end_line"])
    return found


def _arithmetic(block: dict[str, Any]) -> dict[str, int]:
    return {name: n for name, n in block["operations"].items() if name in _ARITHMETIC}


def test_innermost_block(lapack: Path) -> None:
    """One multiplication and one addition, M*N*K times if the branch is taken."""
    block = _at(_blocks(lapack), 311)
    assert _arithmetic(block) == {"mul.double": 1, "add.double": 1}
    condition = "ALPHA != 0 and TRANSA in {'N', 'n'} and TRANSB in {'N', 'n'}"
    assert block["count"]["formula"] == f"[{condition}]*K*M*N"


@pytest.mark.parametrize(("m", "n", "k"), [(1, 1, 1), (2, 3, 5), (100, 200, 300), (0, 4, 4)])
def test_path_in_numbers(lapack: Path, m: int, n: int, k: int) -> None:
    blocks = _blocks(lapack, M=m, N=n, K=k)
    inner, alpha, beta = (_at(blocks, line) for line in (311, 309, 305))
    assert inner["count"]["value"] == m * n * k  # C(I,J) = C(I,J) + TEMP*A(I,L)
    assert _arithmetic(inner) == {"mul.double": 1, "add.double": 1}
    assert alpha["count"]["value"] == (k * n if m else 0)  # TEMP = ALPHA*B(L,J)
    assert _arithmetic(alpha) == {"mul.double": 1}
    assert beta["count"]["value"] == m * n  # C(I,J) = BETA*C(I,J)
    assert _arithmetic(beta) == {"mul.double": 1}
    assert len(blocks) == 3


def test_whole_path(lapack: Path) -> None:
    """All arithmetic of the path: 2*M*N*K and the scaling."""
    m, n, k = 7, 11, 13
    total = sum(
        block["count"]["value"] * sum(_arithmetic(block).values())
        for block in _blocks(lapack, M=m, N=n, K=k)
    )
    assert total == 2 * m * n * k + k * n + m * n
