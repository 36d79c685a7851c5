"""Programs in free form: routines of Debian source packages, with drivers of our own."""

from __future__ import annotations

from functools import partial

from tests.realruns.places import BLAS, LAPACK
from tests.realruns.programs import driven
from tests.support.realcode import FOLDER

_LIB = FOLDER / "wsjtx" / "lib"
_WSJTX = (_LIB, _LIB / "77bit", _LIB / "ft8", _LIB / "fst4")
_HEALPIX = (FOLDER / "healpix" / "src" / "f90" / "mod",)
_modern = partial(driven, "modern", suffix="f90")

MODERN_PROGRAMS = (
    _modern("geodist", _WSJTX, "n", (2,), (20,), (100,)),
    _modern("indexx", _WSJTX, "n", (5,), (100,), (1000,)),
    _modern("polyfit", _WSJTX, "n m", (10, 3), (50, 4), (200, 5)),
    _modern("pctile", _WSJTX, "n", (5,), (100,), (1000,)),
    _modern("sort", _WSJTX, "n", (5,), (100,), (1000,)),
    _modern("fano", _WSJTX, "n", (1,), (3,), (9,)),
    _modern("crc14", _WSJTX, "n", (1,), (5,), (20,)),
    _modern("encode240", _WSJTX, "n", (1,), (3,), (9,)),
    _modern("msk40", _WSJTX, "n", (1,), (5,), (20,)),
    _modern("morse", _WSJTX, "n", (1,), (5,), (20,)),
    _modern("grids", _WSJTX, "n", (2,), (20,), (100,)),
    _modern("sun", _WSJTX, "n", (2,), (20,), (100,)),
    _modern("smo", _WSJTX, "n m", (20, 3), (100, 5), (400, 7)),
    _modern("azdist", _WSJTX, "n", (2,), (20,), (60,)),
    _modern("pack77", _WSJTX, "n", (1,), (3,), (9,)),
    _modern("pixels", _HEALPIX, "nside", (1,), (2,), (8,)),
    _modern("statistics", _HEALPIX, "n", (5,), (50,), (500,)),
    _modern("dnrm2", (BLAS, LAPACK), "n", (5,), (50,), (500,)),
)
