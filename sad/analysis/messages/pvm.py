"""The routines of PVM 3 in C and Fortran: PVM 3 User's Guide and Reference Manual, ORNL/TM-12187.

Arguments that do what those of MPI do have the names of these: ``dest`` and ``source`` are task
identifiers, ``tag`` is a message's tag, ``count`` and ``datatype`` are of the items of ``buf``, which
is packed or unpacked with a ``stride`` in items. Functions in C give a negative number on failure;
those that give an identifier or a number of things are listed as giving a value. Written from memory
of the manual; the codes of datatypes and options were checked with PVM's own Fortran header.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.messages.tables import Routine, read_table, routines

if TYPE_CHECKING:
    from collections.abc import Iterator

_C = r"""
mytid:
parent:
exit:
kill: tid
spawn: task argv flag where ntask >tids
addhosts: hosts nhost >infos
delhosts: hosts nhost >infos
config: >nhost >narch >hostp
tasks: where >ntask >taskp
pstat: tid
mstat: host
tidtohost: tid
initsend: encoding
mkbuf: encoding
freebuf: bufid
getsbuf:
getrbuf:
setsbuf: bufid
setrbuf: bufid
pkstr: buf
upkstr: >buf
send: dest tag
mcast: tids ntask tag
psend: dest tag buf count datatype
recv: source tag
nrecv: source tag
trecv: source tag tmout
precv: source tag >buf count datatype >rtid >rtag >rcount
probe: source tag
bufinfo: bufid >bytes >tag >tid
joingroup: group
lvgroup: group
gettid: group inum
getinst: group tid
gsize: group
barrier: group ntask
bcast: group tag
reduce: op *buf count datatype tag group root
gather: >recvbuf sendbuf count datatype tag group root
scatter: >recvbuf sendbuf count datatype tag group root
notify: what tag ntask tids
sendsig: tid signum
perror: message
setopt: what value
getopt: what
advise: route
catchout: file
halt:
archcode: arch
"""

_PACKED = "byte cplx dcplx double float int long short uint ulong ushort"

_FORTRAN = r"""
mytid: >tid
parent: >tid
exit: >info
kill: tid >info
spawn: task flag where ntask >tids >numt
addhost: host >info
delhost: host >info
config: >nhost >narch >dtid >name >arch >speed >info
tasks: where >ntask >tid >ptid >dtid >flag >aout >info
pstat: tid >status
mstat: host >mstat
tidtohost: tid >dtid
initsend: encoding >bufid
mkbuf: encoding >bufid
freebuf: bufid >info
getsbuf: >bufid
getrbuf: >bufid
setsbuf: bufid >oldbuf
setrbuf: bufid >oldbuf
pack: datatype buf count stride >info
unpack: datatype >buf count stride >info
send: dest tag >info
mcast: ntask tids tag >info
psend: dest tag buf count datatype >info
recv: source tag >bufid
nrecv: source tag >bufid
trecv: source tag sec usec >bufid
precv: source tag >buf count datatype >rtid >rtag >rcount >info
probe: source tag >bufid
bufinfo: bufid >bytes >tag >tid >info
joingroup: group >inum
lvgroup: group >info
gettid: group inum >tid
getinst: group tid >inum
gsize: group >size
barrier: group ntask >info
bcast: group tag >info
reduce: op *buf count datatype tag group root >info
gather: >recvbuf sendbuf count datatype tag group root >info
scatter: >recvbuf sendbuf count datatype tag group root >info
notify: what tag ntask tids >info
sendsig: tid signum >info
perror: message >info
setopt: what value >oldvalue
getopt: what >value
advise: route >info
catchout: onoff >info
halt: >info
"""

_VALUES = """
mytid parent spawn addhosts delhosts pstat mstat tidtohost initsend mkbuf getsbuf getrbuf
setsbuf setrbuf recv nrecv trecv probe joingroup gettid getinst gsize setopt getopt archcode
"""


def c_routines() -> Iterator[Routine]:
    """Yield the routines as C calls them, ``pvm_send``."""
    lines = read_table(_C)
    for name in _PACKED.split():
        lines += read_table(f"pk{name}: buf count stride\nupk{name}: >buf count stride")
    yield from routines("pvm", "pvm_", lines, "status", _VALUES.split())


def fortran_routines() -> Iterator[Routine]:
    """Yield the routines as Fortran calls them, ``pvmfsend``."""
    yield from routines("pvm", "pvmf", read_table(_FORTRAN), None)
