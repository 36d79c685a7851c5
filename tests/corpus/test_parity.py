"""The kernels of corpus/parity: both versions of each compute the same, bit by bit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.corpus.differences import DIFFERENCES
from tests.corpus.kernels import PAIRS
from tests.support.compiler import needs_gcc, needs_gfortran, run

if TYPE_CHECKING:
    from pathlib import Path

_FEWEST = 24


@pytest.mark.compiler
@needs_gfortran
@needs_gcc
@pytest.mark.parametrize("name", PAIRS)
def test_both_versions_compute_the_same(name: str, tmp_path: Path):
    built = PAIRS[name].build(tmp_path)
    assert built.returncode == 0, built.stderr
    result = run(["./program"], tmp_path)
    assert result.stdout == f"{name}: same\n"
    assert result.returncode == 0


def test_there_are_enough_kernels():
    assert len(PAIRS) >= _FEWEST
    assert [name for name, pair in PAIRS.items() if not pair.fortran_file.exists()] == []
    assert [name for name, pair in PAIRS.items() if not pair.c_file.exists()] == []
    assert DIFFERENCES.keys() <= PAIRS.keys()
