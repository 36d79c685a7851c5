"""Constants of MPI as our own headers define them: handles are numbers the analysis can read.

The numbers are ours (a library's handles are addresses, or change with its version); datatypes are
in ``datatypes``.
"""

from __future__ import annotations

COMM_NULL, COMM_WORLD, COMM_SELF = 90, 91, 92
GROUP_NULL, GROUP_EMPTY = 95, 96

ANY_SOURCE, PROC_NULL, ANY_TAG, ROOT = -101, -102, -103, -104
UNDEFINED = -32766
SUCCESS = 0

STATUS_SIZE = 6
"""Words of a Fortran status."""
STATUS_SOURCE, STATUS_TAG, STATUS_ERROR = 1, 2, 3
"""Where they stand in a Fortran status; in C they are members MPI_SOURCE, MPI_TAG, MPI_ERROR."""

_OPERATIONS = "OP_NULL MAX MIN SUM PROD LAND BAND LOR BOR LXOR BXOR MINLOC MAXLOC REPLACE NO_OP"
OPERATIONS = {f"MPI_{name}": 2000 + at for at, name in enumerate(_OPERATIONS.split())}
"""Name to code of the operations of reductions."""

REQUEST_NULL = 3000

PLACES = frozenset(
    {
        "MPI_IN_PLACE", "MPI_BOTTOM", "MPI_STATUS_IGNORE", "MPI_STATUSES_IGNORE",
        "MPI_ERRCODES_IGNORE", "MPI_ARGV_NULL", "MPI_ARGVS_NULL", "MPI_UNWEIGHTED",
        "MPI_WEIGHTS_EMPTY",
    }
)  # fmt: skip
"""Addresses with a meaning. In Fortran they are COMMON variables of these names; in C,
``MPI_IN_PLACE`` is an array of this name, the others are constants (0 or 1)."""
