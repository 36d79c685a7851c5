"""The BLAS stubs count what sad counts in the reference source: arithmetic and array elements."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest

from sad.stubs.library import get_stubs
from tests.stubs.comparing import call_of_source, call_of_stub, caller, of_source, of_stub

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

STUBS = get_stubs("blas")
COMPARED = ("add.", "sub.", "mul.", "div.", "power_int.", "intrinsic.sqrt", "intrinsic.abs")
ELEMENTS = ("load.double.element", "store.double.element")
OPTIONS = {
    "TRANS": "NT",
    "TRANSA": "NT",
    "TRANSB": "NT",
    "UPLO": "UL",
    "SIDE": "LR",
    "DIAG": "NU",
}
FACTORS = (0, 1, 2)  # 2 stands for any other number
SIZES = (
    {"M": 7, "N": 5, "K": 3},
    {"M": 4, "N": 6, "K": 1},
    {"M": 3, "N": 1, "K": 0},
    {"M": 0, "N": 2, "K": 2},
    {"M": 2, "N": 0, "K": 2},
)
OTHERS = {"KL": 1, "KU": 2, "INCX": 1, "INCY": 1, "LDA": 9, "LDB": 9, "LDC": 9}
ROUTINES = [
    "DROT", "DSWAP", "DCOPY", "DSCAL", "DAXPY", "DDOT", "DNRM2", "DASUM", "IDAMAX",
    "DGEMV", "DGBMV", "DSYMV", "DSBMV", "DSPMV", "DGER", "DSYR", "DSPR", "DSYR2", "DSPR2",
    "DTRMV", "DTBMV", "DTPMV", "DTRSV", "DTBSV", "DTPSV",
    "DGEMM", "DSYMM", "DSYRK", "DSYR2K", "DTRMM", "DTRSM",
]  # fmt: skip


def variants(name: str) -> Iterator[dict[str, int]]:
    """Every combination of options and factors, with some sizes."""
    names = [argument.name for argument in STUBS[name].arguments]
    options = [item for item in names if item in OPTIONS]
    factors = [item for item in names if item in ("ALPHA", "BETA")]
    if name in ("DSCAL", "DAXPY"):
        factors = ["A"]
    for sizes in SIZES:
        values = {key: value for key, value in (sizes | OTHERS).items() if key in names}
        for letters in product(*(OPTIONS[item] for item in options)):
            for numbers in product(FACTORS, repeat=len(factors)):
                chosen = dict(zip(options, map(ord, letters), strict=True))
                yield values | chosen | dict(zip(factors, numbers, strict=True))


def kept(operations: dict[str, float]) -> dict[str, float]:
    """Return arithmetic in double precision and what is done to elements of arrays."""
    return {
        key: value
        for key, value in operations.items()
        if (key.startswith(COMPARED) and key.endswith("double")) or key.startswith(ELEMENTS)
    }


def rests_on_a_product(name: str, values: dict[str, int]) -> bool:
    """Whether the source tests a value it has computed, so that its count has a probability."""
    sided = name == "DTRMM" and values["SIDE"] == ord("R") and values["TRANSA"] == ord("T")
    return sided and values["DIAG"] == ord("U") and values["ALPHA"] == 1


@pytest.mark.realcode
@pytest.mark.parametrize("name", ROUTINES)
def test_a_stub_counts_what_the_source_counts(name: str, lapack: Path):
    folder = lapack / "BLAS" / "SRC"
    files = [next(folder.glob(f"{item}.f*")) for item in (name.lower(), "lsame", "xerbla")]
    stub, source = of_stub(name, STUBS), of_source(name, files)
    dummies = {"DSCAL": "DA", "DAXPY": "DA"}
    not_zero = 0 if name in ("IDAMAX", "DNRM2") else 1
    compared = 0
    for values in variants(name):
        if rests_on_a_product(name, values):
            continue
        own = {
            dummies.get(name, key) if key == "A" else key: value for key, value in values.items()
        }
        found = kept(stub.at(values))
        assert found == kept(source.at(own, not_zero)), values
        compared += bool(found)
    assert compared >= 3


CALLS = [
    ("DGEMV", {"TRANS": "'T'", "M": "7", "N": "5", "ALPHA": "1.5D0", "BETA": "0.0D0"}),
    ("DGEMM", {"TRANSA": "'n'", "TRANSB": "'T'", "M": "7", "N": "5", "K": "3",
               "ALPHA": "2.0D0", "BETA": "1.0D0"}),
    ("DTRSM", {"SIDE": "'R'", "UPLO": "'U'", "TRANSA": "'N'", "DIAG": "'U'", "M": "4", "N": "6",
               "ALPHA": "1.0D0"}),
    ("DAXPY", {"N": "10", "A": "-1.0D0", "INCX": "1", "INCY": "1"}),
]  # fmt: skip


@pytest.mark.realcode
@pytest.mark.parametrize(("name", "arguments"), CALLS)
def test_a_call_binds_its_values_to_the_stub_as_to_the_source(
    name: str, arguments: dict[str, str], lapack: Path
):
    others = {key: str(value) for key, value in OTHERS.items()}
    text = caller(STUBS[name], others | arguments)
    folder = lapack / "BLAS" / "SRC"
    files = [next(folder.glob(f"{item}.f*")) for item in (name.lower(), "lsame", "xerbla")]
    stub, source = call_of_stub(text, STUBS), call_of_source(text, files)
    assert kept(stub.at({}))
    assert kept(stub.at({})) == kept(source.at({}, 1))
