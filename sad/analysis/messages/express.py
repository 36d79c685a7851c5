"""The routines of Express (ParaSoft) in C and Fortran: those of point-to-point and collective messages.

Written from memory of the Express 3.0 reference guides and of programs printed in papers; no manual
was at hand to compare with. Routines whose argument order is not certain are left out (vector forms,
``exopen``, parallel files, graphics, virtual topologies beyond the grid calls). Arguments that do
what those of MPI do have the names of these, but ``nbytes`` is a length in bytes. ``source``,
``dest`` and ``type`` (a message's tag) are passed by address in C: a value of ``DONTCARE`` asks for
any, and the routine then writes what it found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.messages.tables import Routine, read_table, routines

if TYPE_CHECKING:
    from collections.abc import Iterator

_TABLE = r"""
exparam kxpara: >env
exread kxread: >buf nbytes *source *type
exwrite kxwrit: buf nbytes dest type
exchange kxchan: >recvbuf recvbytes *source *recvtype sendbuf sendbytes dest sendtype
exbroadcast kxbrod: *buf root nbytes nnodes nodes type
excombine kxcomb: *buf function itemsize count nnodes nodes type
exconcat kxconc: sendbuf sendbytes >recvbuf recvbytes >sizes nnodes nodes type
exsync kxsync:
exgridinit kxgdin: ndims dims
exgridcoord kxgdco: proc >coords
exgridnode kxgdno: proc direction step
exgridsize kxgdsi: proc gsizes >sizes >starts
extest kxtest: *source *type
"""

_VALUES = ("exread", "exchange", "exgridnode", "extest", "kxread", "kxchan", "kxgdno", "kxtest")


def c_routines() -> Iterator[Routine]:
    """Yield the routines as C calls them, ``exread``."""
    yield from _routines(0)


def fortran_routines() -> Iterator[Routine]:
    """Yield the routines as Fortran calls them, ``kxread``: functions with the same arguments."""
    yield from _routines(1)
    yield from routines("express", "", read_table("kxinit:"), "value")


def _routines(at: int) -> Iterator[Routine]:
    lines = [(name.split()[at], given) for name, given in read_table(_TABLE)]
    yield from routines("express", "", lines, "status", _VALUES)
