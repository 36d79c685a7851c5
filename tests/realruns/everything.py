"""All real programs by name, in the order of the page."""

from __future__ import annotations

from tests.realruns.c_programs import C_PROGRAMS
from tests.realruns.corpus import CORPUS_PROGRAMS
from tests.realruns.kernels import BLAS_PROGRAMS, LAPACK_PROGRAMS, SCIPY_PROGRAMS
from tests.realruns.lapack_tests import BLAS_TESTS, LAPACK_TESTS
from tests.realruns.modern import MODERN_PROGRAMS
from tests.realruns.sparse import FIRST, UNSEEN

PROGRAMS = {
    program.name: program
    for program in (
        *CORPUS_PROGRAMS,
        *BLAS_PROGRAMS,
        *LAPACK_PROGRAMS,
        *SCIPY_PROGRAMS,
        *BLAS_TESTS,
        *LAPACK_TESTS,
        *MODERN_PROGRAMS,
        *C_PROGRAMS,
        *FIRST,
        *UNSEEN,
    )
}
