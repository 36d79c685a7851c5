"""DGEMM of the reference BLAS: its no-transpose branch does 2*M*N*K multiplications and additions.

With general alpha and beta, M*N multiplications by beta and K*N by alpha come on top, which the
usual figure of 2*M*N*K leaves out; they are counted here, too.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.command import sad

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.realcode

_ARITHMETIC = ("add.double", "sub.double", "mul.double", "div.double")
# The path: arguments are right, nothing is zero, NOTB, NOTA, beta is neither 0 nor 1.
_PATH = {
    "if1": 1, "if2": 1, "if3": 0, "if3.elseif1": 0, "if3.elseif2": 0, "if3.elseif3": 0,
    "if3.elseif4": 0, "if3.elseif5": 0, "if3.elseif6": 0, "if3.elseif7": 0, "if4": 0, "if5": 0,
    "if6": 0, "if7": 1, "if7.if1": 1, "if7.if1.do90.if1": 0, "if7.if1.do90.if1.elseif1": 1,
}  # fmt: skip


def _blocks(lapack: Path, **settings: int) -> list[dict[str, Any]]:
    """Return the blocks with floating-point arithmetic."""
    given = [f"--set={name}={value}" for name, value in settings.items()]
    if settings:
        given += [f"--set=DGEMM.prob@{name}={value}" for name, value in _PATH.items()]
    result = sad("analyze", lapack / "BLAS/SRC/dgemm.f", "--format", "json", *given)
    assert result.code == 0, result.err
    (unit,) = json.loads(result.out)["units"]
    return [
        block
        for block in unit["blocks"]
        if any(name in block["operations"] for name in _ARITHMETIC)
    ]


def _at(blocks: list[dict[str, Any]], line: int) -> dict[str, Any]:
    (found,) = (block for block in blocks if block["line"] <= line <= block["end_line"])
    return found


def _arithmetic(block: dict[str, Any]) -> dict[str, int]:
    return {name: n for name, n in block["operations"].items() if name in _ARITHMETIC}


def _factors(formula: str) -> list[str]:
    """Return the factors of a product, sorted."""
    return sorted(re.split(r"\*(?![^()]*\))", formula))


def test_innermost_block(lapack: Path) -> None:
    """One multiplication and one addition, M*N*K times if the branch is taken."""
    block = _at(_blocks(lapack), 311)
    assert _arithmetic(block) == {"mul.double": 1, "add.double": 1}
    assert _factors(block["count"]["formula"]) == sorted([
        "K", "M", "N",
        "(1 - DGEMM.prob@if4)",  # no argument is wrong
        "(1 - DGEMM.prob@if5)",  # there is something to do
        "(1 - DGEMM.prob@if6)",  # ALPHA is not zero
        "DGEMM.prob@if7",  # B is not transposed
        "DGEMM.prob@if7.if1",  # A is not transposed
    ])  # fmt: skip


@pytest.mark.parametrize(("m", "n", "k"), [(1, 1, 1), (2, 3, 5), (100, 200, 300), (0, 4, 4)])
def test_path_in_numbers(lapack: Path, m: int, n: int, k: int) -> None:
    blocks = _blocks(lapack, M=m, N=n, K=k)
    inner, alpha, beta = (_at(blocks, line) for line in (311, 309, 305))
    assert inner["count"]["value"] == m * n * k  # C(I,J) = C(I,J) + TEMP*A(I,L)
    assert _arithmetic(inner) == {"mul.double": 1, "add.double": 1}
    assert alpha["count"]["value"] == k * n  # TEMP = ALPHA*B(L,J)
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
