"""Programs of packages that nothing else here uses: their own demonstrations, and drivers of ours.

Of ``FIRST`` the tool's makers saw the results while they worked, of ``UNSEEN`` only at the end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.realruns.places import BLAS, DRIVERS
from tests.realruns.programs import Input, RealProgram, driven
from tests.support.realcode import FOLDER

if TYPE_CHECKING:
    from pathlib import Path

_SUITE = FOLDER / "suitesparse"
_QUADPROG = FOLDER / "quadprog" / "src"
_LBFGS = FOLDER / "liblbfgs"
_CONFIG = _SUITE / "SuiteSparse_config"


def _triplets(size: int) -> str:
    """A sparse matrix as lines ``row column value``: five diagonals."""
    entries = (
        (row, row + step, 1.0 + (row * 7 + step * 3) % 11)
        for row in range(size)
        for step in (-9, -1, 0, 1, 9)
        if 0 <= row + step < size
    )
    return "".join(f"{row} {column} {value}\n" for row, column, value in entries)


def _demo(part: str, name: str, *texts: str) -> RealProgram:
    """A demonstration in C of one library of SuiteSparse."""
    folder = _SUITE / part
    units = (*sorted((folder / "Source").glob("*.c")), *sorted(_CONFIG.glob("*.c")))
    extra = tuple(sorted((folder / "Demo").glob("cs_demo.c"))) if part == "CSparse" else ()
    include = (folder / "Include", folder / "Demo", _CONFIG)
    inputs = tuple(map(Input, texts or ("",)))
    source = folder / "Demo" / f"{name}.c"
    return RealProgram(name, "suitesparse", (source,), (), inputs, "c", (*units, *extra), include)


def _fortran_demo(name: str) -> RealProgram:
    folder = _SUITE / "AMD"
    source = folder / "Demo" / f"{name}.f"
    return RealProgram(name, "suitesparse", (source,), (folder / "Source",), (Input(""),))


def _suitesparse() -> list[RealProgram]:
    if not _SUITE.is_dir():
        return []
    sizes = (8, 30, 90)
    return [
        _fortran_demo("amd_f77demo"),
        _fortran_demo("amd_f77simple"),
        _demo("AMD", "amd_demo"),
        _demo("AMD", "amd_demo2"),
        _demo("AMD", "amd_simple"),
        _demo("COLAMD", "colamd_example"),
        _demo("LDL", "ldlsimple"),
        *(_demo("CSparse", f"cs_demo{k}", *map(_triplets, sizes)) for k in (1, 2)),
    ]


def _optimisation() -> list[RealProgram]:
    found: list[RealProgram] = []
    if _QUADPROG.is_dir():
        places = (_QUADPROG, DRIVERS, BLAS)
        found.append(driven("quadprog", "qpgen2", places, "N Q", (4, 5), (15, 20), (50, 60)))
    if _LBFGS.is_dir():
        units: tuple[Path, ...] = (_LBFGS / "lib" / "lbfgs.c",)
        include = (_LBFGS / "include", _LBFGS / "lib")
        source = _LBFGS / "sample" / "sample.c"
        found.append(
            RealProgram(
                "lbfgs_sample", "liblbfgs", (source,), (), (Input(""),), "c", units, include
            )
        )
    return found


def _demonstrations(package: str, *names: str) -> list[RealProgram]:
    """Programs of a package whose library is all files in one folder."""
    folder = FOLDER / package
    if not folder.is_dir():
        return []
    examples = folder / "examples"
    units = tuple(sorted(folder.glob("*.c")))
    return [
        RealProgram(
            f"{package}_{name}",
            package,
            (examples / f"{name}.c",),
            (),
            (Input(""),),
            "c",
            units,
            (folder, examples),
        )
        for name in names
    ]


FIRST = (*_suitesparse(), *_optimisation())
UNSEEN = (
    *_demonstrations("cminpack", "thybrdc", "thybrd1c", "tlmderc", "tlmdifc", "tlmstrc", "tenormc"),
)
