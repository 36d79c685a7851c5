"""Routines of BLAS, LAPACK and the libraries in SciPy, called from drivers of our own."""

from __future__ import annotations

from tests.realruns.places import BLAS, DEPRECATED, DRIVERS, INSTALL, LAPACK
from tests.realruns.programs import driven
from tests.support.realcode import FOLDER

LINEAR = (DRIVERS, BLAS, INSTALL, LAPACK, DEPRECATED)
_SCIPY = FOLDER / "scipy" / "scipy"
_OPTIMIZE = _SCIPY / "optimize"
_INTEGRATE = _SCIPY / "integrate"
_ARPACK = _SCIPY / "sparse" / "linalg" / "_eigen" / "arpack" / "ARPACK"

_ODEPACK = (_INTEGRATE / "odepack", _INTEGRATE / "mach", *LINEAR)
_QUADPACK = (_INTEGRATE / "quadpack", _INTEGRATE / "mach", *LINEAR)
_FITPACK = (_SCIPY / "interpolate" / "fitpack", *LINEAR)
_MINPACK = (_OPTIMIZE / "minpack", *LINEAR)
_ARNOLDI = (_ARPACK / "SRC", _ARPACK / "UTIL", *LINEAR)

BLAS_PROGRAMS = (
    driven("BLAS", "dgemm", LINEAR, "M N K", (5, 6, 7), (20, 30, 10), (40, 32, 50)),
    driven("BLAS", "dsyrk", LINEAR, "N K", (5, 6), (20, 30), (50, 40)),
    driven("BLAS", "dtrsm", LINEAR, "M N", (5, 6), (20, 30), (50, 40)),
    driven("BLAS", "dblas2", LINEAR, "M N", (6, 5), (30, 20), (60, 50)),
)
LAPACK_PROGRAMS = (
    driven("LAPACK", "dgetrf", LINEAR, "N NRHS", (10, 2), (40, 3), (150, 4)),
    driven("LAPACK", "dgesv", LINEAR, "N NRHS", (10, 2), (40, 3), (150, 4)),
    driven("LAPACK", "zgesv", LINEAR, "N NRHS", (10, 2), (40, 3), (90, 4)),
    driven("LAPACK", "dpotrf", LINEAR, "N NRHS", (10, 2), (40, 3), (150, 4)),
    driven("LAPACK", "dpotf2", LINEAR, "N", (10,), (40,), (100,)),
    driven("LAPACK", "dgeqrf", LINEAR, "M N", (10, 8), (40, 30), (150, 140)),
    driven("LAPACK", "dgels", LINEAR, "M N", (10, 8), (40, 30), (90, 60)),
    driven("LAPACK", "dpbtrf", LINEAR, "N KD", (12, 2), (60, 5), (200, 40)),
    driven("LAPACK", "dgbtrf", LINEAR, "N KL KU", (12, 2, 1), (60, 4, 3), (180, 12, 10)),
    driven("LAPACK", "dtridi", LINEAR, "N NRHS", (10, 1), (100, 2), (400, 3)),
    driven("LAPACK", "dlaswp", LINEAR, "M N", (10, 9), (40, 70), (128, 100)),
    driven("LAPACK", "dsytrf", LINEAR, "N", (10,), (40,), (120,)),
    driven("LAPACK", "dtrtri", LINEAR, "N", (10,), (40,), (150,)),
    driven("LAPACK", "dgebrd", LINEAR, "N", (10,), (40,), (100,)),
    driven("LAPACK", "dsteqr", LINEAR, "N", (8,), (30,), (90,)),
    driven("LAPACK", "dsyev", LINEAR, "N", (8,), (30,), (90,)),
    driven("LAPACK", "dgeev", LINEAR, "N", (8,), (20,), (50,)),
    driven("LAPACK", "dgesvd", LINEAR, "M N", (8, 6), (20, 20), (50, 40)),
)
SCIPY_PROGRAMS = (
    driven("ARPACK", "dsaupd", _ARNOLDI, "N NEV NCV", (20, 3, 8), (40, 4, 16), (100, 6, 24)),
    driven("ARPACK", "dnaupd", _ARNOLDI, "N NEV NCV", (20, 3, 8), (40, 4, 16), (100, 6, 24)),
    driven("MINPACK", "hybrd", _MINPACK, "N", (5,), (20,), (50,)),
    driven("MINPACK", "lmder", _MINPACK, "M", (10,), (50,), (200,)),
    driven("MINPACK", "lmdif", _MINPACK, "M N", (10, 3), (50, 5), (100, 8)),
    driven("ODEPACK", "lsoda", _ODEPACK, "N NOUT", (5, 2), (20, 4), (40, 8)),
    driven("ODEPACK", "dvode", _ODEPACK, "N NOUT", (4, 3), (12, 4), (30, 5)),
    driven("DOP", "dop853", (_INTEGRATE / "dop", *LINEAR), "N", (4,), (12,), (40,)),
    driven("QUADPACK", "dqags", _QUADPACK, "N", (1,), (4,), (9,)),
    driven("QUADPACK", "dqng", _QUADPACK, "N", (1,), (4,), (12,)),
    driven("FITPACK", "curfit", _FITPACK, "M", (20,), (60,), (200,)),
    driven("FITPACK", "regrid", _FITPACK, "MX MY", (8, 9), (20, 15), (40, 35)),
    driven("optimize", "nnls", (_OPTIMIZE / "__nnls", *LINEAR), "M N", (8, 5), (30, 20), (80, 60)),
    driven(
        "optimize", "lbfgsb", (_OPTIMIZE / "lbfgsb_src", *LINEAR), "N M", (5, 3), (25, 5), (100, 8)
    ),
)
