"""Datatypes of the message-passing libraries: the code that our own headers give them, and their size.

A size [bytes] is what a message carries per item (``MPI_Type_size``); the extent, the distance of
items in memory, is larger for pairs such as ``MPI_DOUBLE_INT``. Sizes are those of compilers on
64-bit machines (LP64); those of MPI are compared with an installation's in the tests.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

FIRST_CODE = 1000
"""The code of ``MPI_DATATYPE_NULL``; the other datatypes of MPI follow in the table's order."""

_MPI = """
DATATYPE_NULL 0  BYTE 1  PACKED 1  LB 0  UB 0
CHAR 1  SIGNED_CHAR 1  UNSIGNED_CHAR 1  WCHAR 4  SHORT 2  UNSIGNED_SHORT 2  INT 4  UNSIGNED 4
LONG 8  UNSIGNED_LONG 8  LONG_LONG 8  LONG_LONG_INT 8  UNSIGNED_LONG_LONG 8
FLOAT 4  DOUBLE 8  LONG_DOUBLE 16
INT8_T 1  INT16_T 2  INT32_T 4  INT64_T 8  UINT8_T 1  UINT16_T 2  UINT32_T 4  UINT64_T 8
C_BOOL 1  C_COMPLEX 8  C_FLOAT_COMPLEX 8  C_DOUBLE_COMPLEX 16  C_LONG_DOUBLE_COMPLEX 32
CXX_BOOL 1  CXX_FLOAT_COMPLEX 8  CXX_DOUBLE_COMPLEX 16  CXX_LONG_DOUBLE_COMPLEX 32
AINT 8  OFFSET 8  COUNT 8
FLOAT_INT 8  DOUBLE_INT 12  LONG_INT 12  SHORT_INT 6  2INT 8  LONG_DOUBLE_INT 20
CHARACTER 1  LOGICAL 4  INTEGER 4  REAL 4  DOUBLE_PRECISION 8  COMPLEX 8  DOUBLE_COMPLEX 16
LOGICAL1 1  LOGICAL2 2  LOGICAL4 4  LOGICAL8 8
INTEGER1 1  INTEGER2 2  INTEGER4 4  INTEGER8 8  INTEGER16 16
REAL2 2  REAL4 4  REAL8 8  REAL16 16  COMPLEX4 4  COMPLEX8 8  COMPLEX16 16  COMPLEX32 32
2INTEGER 8  2REAL 8  2DOUBLE_PRECISION 16  2COMPLEX 16  2DOUBLE_COMPLEX 32
"""

_PVM = """
PVM_STR STRING 0 1    PVM_BYTE BYTE1 1 1      PVM_SHORT INTEGER2 2 2  PVM_INT INTEGER4 3 4
PVM_FLOAT REAL4 4 4   PVM_CPLX COMPLEX8 5 8   PVM_DOUBLE REAL8 6 8    PVM_DCPLX COMPLEX16 7 16
PVM_LONG INTEGER8 8 8
"""

_PVM_C_ONLY = "PVM_USHORT 9 2  PVM_UINT 10 4  PVM_ULONG 11 8"


class Datatype(NamedTuple):
    """What stands for a datatype in the program, and the bytes of one item of it."""

    code: int
    size: int


def _mpi() -> dict[str, Datatype]:
    words = _MPI.split()
    pairs = zip(words[::2], words[1::2], strict=True)
    return {
        f"MPI_{name}": Datatype(FIRST_CODE + at, int(size)) for at, (name, size) in enumerate(pairs)
    }


def _pvm() -> dict[str, Datatype]:
    words, found = _PVM.split(), dict[str, Datatype]()
    for at in range(0, len(words), 4):
        in_c, in_fortran, code, size = words[at : at + 4]
        found[in_c] = found[in_fortran] = Datatype(int(code), int(size))
    words = _PVM_C_ONLY.split()
    for at in range(0, len(words), 3):
        found[words[at]] = Datatype(int(words[at + 1]), int(words[at + 2]))
    return found


MPI_DATATYPES = _mpi()
"""Name (``MPI_DOUBLE``) to code and size, of C and Fortran types."""

PVM_DATATYPES = _pvm()
"""Name (``PVM_DOUBLE`` in C, ``REAL8`` in Fortran) to code (that of PVM 3) and size."""


def mpi_size(code: int) -> int | None:
    """Return the bytes of one item of an MPI datatype; None for a code that is no basic datatype."""
    return _MPI_SIZES.get(code)


def pvm_size(code: int) -> int | None:
    """Return the bytes of one item of a PVM datatype; None for a code that is none."""
    return _PVM_SIZES.get(code)


_MPI_SIZES = {item.code: item.size for item in MPI_DATATYPES.values() if item.code > FIRST_CODE}
_PVM_SIZES = {item.code: item.size for item in PVM_DATATYPES.values()}


def mpi_sizes() -> Mapping[int, int]:
    """Return the bytes of one item of every basic MPI datatype, by code."""
    return _MPI_SIZES
