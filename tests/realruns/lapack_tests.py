"""LAPACK's own test programs, with data files of our own: three sizes each.

Their format is described at the top of each program's source. Error exits are not tested: they end
in messages, not in numerical work.
"""

from __future__ import annotations

from tests.realruns.places import BLAS, DEPRECATED, INSTALL, LAPACK
from tests.realruns.programs import Input, RealProgram
from tests.support.realcode import FOLDER

_BLAS_TESTS = FOLDER / "lapack" / "BLAS" / "TESTING"
_TESTS = FOLDER / "lapack" / "TESTING"
_LIBRARY = (BLAS, INSTALL, LAPACK, DEPRECATED)

_LEVEL2 = {
    "D": "GEMV GBMV SYMV SBMV SPMV TRMV TBMV TPMV TRSV TBSV TPSV GER SYR SPR SYR2 SPR2",
    "Z": "GEMV GBMV HEMV HBMV HPMV TRMV TBMV TPMV TRSV TBSV TPSV GERC GERU HER HPR HER2 HPR2",
}
_LEVEL3 = {
    "D": "GEMM SYMM TRMM TRSM SYRK SYR2K",
    "Z": "GEMM HEMM SYMM TRMM TRSM HERK SYRK HER2K SYR2K",
}
_SIZES = ((0, 1, 3), (0, 1, 2, 5), (1, 2, 3, 5, 9))


def _values(numbers: tuple[int, ...]) -> str:
    return f"{len(numbers)}\n{' '.join(map(str, numbers))}\n"


def _blas_input(level: int, kind: str, sizes: tuple[int, ...]) -> Input:
    """The data file of xBLAT2 or xBLAT3."""
    number = "({},0.0)" if kind == "Z" else "{}"
    scalars = f"2\n{number.format('0.0')} {number.format('0.7')}\n"
    names = (_LEVEL2 if level == 2 else _LEVEL3)[kind].split()
    text = "'summary.out'\n6\n'snapshot.out'\n-1\nF\nF\nF\n16.0\n" + _values(sizes)
    values = {"NIDIM": len(sizes), "NALF": 2, "NBET": 2, "NTRA": -1, "REWI": 0, "TSTERR": 0}
    if level == 2:
        text += _values((0, 1, 2)) + _values((1, -2))
        values |= {"NKB": 3, "NINC": 2}
    text += scalars + scalars + "".join(f"{kind}{name:5s} T\n" for name in names)
    return Input(text, values)


def _blas(level: int, kind: str) -> RealProgram:
    name = f"{kind.lower()}blat{level}"
    inputs = tuple(_blas_input(level, kind, sizes) for sizes in _SIZES)
    return RealProgram(name, "BLAS tests", (_BLAS_TESTS / f"{name}.f",), _LIBRARY, inputs)


_PATHS = "DGE 11|DGB 8|DGT 12|DPO 9|DPP 9|DPB 8|DPT 12|DSY 10|DTR 18|DQR 8|DLQ 8|DLS 6"


def _linear_input(sizes: tuple[int, ...]) -> Input:
    """The data file of DCHKAA: all matrix types of the common paths, no error exits."""
    text = "Linear equations\n" + _values(sizes) + _values(sizes) + _values((2,))
    text += "2\n1 3\n1 0\n" + _values((50,)) + "20.0\nT\nT\nF\n"
    text += "".join(f"{path[:3]} {path[3:]:>4s}\n" for path in _PATHS.split("|"))
    values = {"NM": len(sizes), "NN": len(sizes), "NNS": 1, "NNB": 2, "NRANK": 1}
    return Input(text, values)


def _symmetric_input(sizes: tuple[int, ...]) -> Input:
    """The data file of DCHKEE for the symmetric eigenvalue problem."""
    text = "SEP: symmetric eigenvalue problem\n" + _values(sizes)
    text += "2\n1 3\n2 2\n1 0\n50.0\nT\nT\nF\n1\nSEP 21\n"
    return Input(text, {"NN": len(sizes), "NPARMS": 2})


BLAS_TESTS = (
    RealProgram("dblat1", "BLAS tests", (_BLAS_TESTS / "dblat1.f",), _LIBRARY, (Input(""),)),
    _blas(2, "D"),
    _blas(3, "D"),
    _blas(2, "Z"),
    _blas(3, "Z"),
)
LAPACK_TESTS = (
    RealProgram(
        "dchkaa",
        "LAPACK tests",
        (_TESTS / "LIN" / "dchkaa.F",),
        (_TESTS / "LIN", _TESTS / "MATGEN", *_LIBRARY),
        tuple(_linear_input(sizes) for sizes in ((1,), (2, 3), (0, 5, 8))),
    ),
    RealProgram(
        "dchkee",
        "LAPACK tests",
        (_TESTS / "EIG" / "dchkee.F",),
        (_TESTS / "EIG", _TESTS / "MATGEN", *_LIBRARY),
        tuple(_symmetric_input(sizes) for sizes in ((1,), (2, 3), (0, 5, 8))),
    ),
)
