"""Follows one unit's calls of PVM: what they send, to whom, and what they set.

Tasks are taken as the ranks of one group of all of them: ``pvm_joingroup`` gives the rank,
``pvm_gsize`` their number, and the identifier of a task is a large number and its rank, so that it is
traced like any other value. Groups of another name, and tasks that a program starts or asks for
otherwise, are not known and have names of their own. The bytes of a message are counted by variables
(``packing``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.poly import ONE, ZERO, Poly
from sad.analysis.messages.communicators import WORLD, nprocs, rank
from sad.analysis.messages.datatypes import pvm_size
from sad.analysis.messages.packing import PACKED, RECEIVED
from sad.analysis.messages.site import MessageSite, Traced
from sad.symbols import NPROCS, RANK

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.analysis.messages.arguments import Arguments
    from sad.diagnostics import Span

_TASK = 0x40000
"""Identifiers of tasks begin here: PVM numbers the tasks of its first machine from this number."""
_ANY = -1
_COLLECTIVES = {"reduce": "reduce", "gather": "gather", "scatter": "scatter"}
_PLACES = {
    "mytid": "tid", "gettid": "tid", "getinst": "inum", "joingroup": "inum", "gsize": "size",
}  # fmt: skip
"""Where subroutines of Fortran put what functions of C give."""
_BUFFERS = ("initsend", "mkbuf", "recv")
_RECEIVES = ("recv", "nrecv", "trecv", "precv")


class PvmTracer:
    """What the calls of PVM in one unit mean.

    ``read`` takes up symbols that the program gets from PVM: a name, why it is known, and where.
    """

    def __init__(self, read: Callable[[str, str, Span], None]) -> None:
        self._read = read
        self._group: Poly | None = None

    def call(self, given: Arguments) -> Traced:
        """Return the messages of a call and what it sets."""
        name = given.routine.name.removeprefix("pvm_").removeprefix("pvmf")
        outputs: dict[tuple[int, int | None], Poly] = {}
        info = given.routine.position("info")
        if info is not None:
            outputs[info, None] = ZERO
        value = self._value(given, name)
        position = given.routine.position(_PLACES.get(name, "bufid"))
        if value is not None and position is not None and given.routine.result is None:
            outputs[position, None] = value
        return Traced((self._message(given, name),), outputs, value)

    def _value(self, given: Arguments, name: str) -> Poly | None:
        """What a call asks for."""
        if name in ("joingroup", "gsize", "gettid", "getinst") and not self._is_own(given):
            return None
        match name:
            case "joingroup":
                return self._take(given, rank)
            case "gsize":
                return self._take(given, nprocs)
            case "mytid":
                return self._take(given, rank) + _TASK
            case "gettid":
                number = given.known("inum")
                return None if number is None else number + _TASK
            case "getinst":
                return self._rank(given, "tid")
            case _:
                return ONE if name in _BUFFERS else None  # a number above 0 if all goes well

    def _is_own(self, given: Arguments) -> bool:
        """Whether a group is the one of all tasks: the first the unit names."""
        group = given.known("group")
        if self._group is None and group is not None:
            self._group = group
        return group is not None and group == self._group

    def _take(self, given: Arguments, value: Poly) -> Poly:
        if value == rank:
            self._read(RANK, "is the number of the process", given.span)
        if value == nprocs:
            self._read(NPROCS, "is the number of processes", given.span)
        return value

    def _rank(self, given: Arguments, name: str) -> Poly | None:
        """The rank of a task; None if that is not known."""
        task = given.known(name)
        if task is None:
            return None
        start = task.terms.get((), 0)
        if task.den == 1 and start >= _TASK // 2:
            return task - _TASK
        symbol = task.as_symbol
        if symbol is not None and not atoms.has_unresolved(task):
            return task - _TASK  # an argument: known when the unit is called
        return Poly.constant(_ANY) if task.as_integer == _ANY else None

    def _partner(self, given: Arguments, name: str) -> Poly:
        found = self._rank(given, name)
        return given.unknown(name, "is a task that is not known") if found is None else found

    # --- messages ----------------------------------------------------------------------------------

    def _message(self, given: Arguments, name: str) -> MessageSite:
        if name in ("send", "psend"):
            nbytes = self._packed(given) if name == "send" else self._items(given)
            return self._site(given, "send", nbytes, self._partner(given, "dest"))
        if name in _RECEIVES:
            return self._receive(given, name)
        if name in ("mcast", "bcast"):
            whole = self._take(given, nprocs) if name == "bcast" else given.value("ntask") + 1
            nbytes = self._packed(given)
            return self._site(given, "broadcast", nbytes, self._take(given, rank), whole)
        if name == "barrier":
            tasks = given.known("ntask")
            every = tasks is None or tasks.as_integer == _ANY
            group = self._take(given, nprocs) if every or tasks is None else tasks
            return self._site(given, "barrier", ZERO, None, group)
        if name in _COLLECTIVES:
            group = self._take(given, nprocs)
            root = given.value("root")
            return self._site(given, _COLLECTIVES[name], self._items(given), root, group)
        return self._site(given, "local", ZERO, None)

    def _receive(self, given: Arguments, name: str) -> MessageSite:
        nbytes = self._items(given) if name == "precv" else given.variable(RECEIVED)
        if nbytes is None or atoms.has_unresolved(nbytes):
            nbytes = given.unknown("bytes", "is not known before the message is unpacked")
        present = ONE
        if name == "nrecv":
            present = given.unknown("messages", "depends on what has arrived")
        return self._site(given, "receive", nbytes, self._partner(given, "source"), present=present)

    def _packed(self, given: Arguments) -> Poly:
        found = given.variable(PACKED)
        return given.unknown("bytes", "is not traced") if found is None else found

    def _items(self, given: Arguments) -> Poly:
        code = given.constant("datatype")
        size = None if code is None else pvm_size(code)
        if size is None:
            return given.value("count") * given.unknown("datatype.size", "is not known")
        return given.value("count") * size

    @staticmethod
    def _site(
        given: Arguments,
        primitive: str,
        nbytes: Poly,
        partner: Poly | None,
        group: Poly = ONE,
        *,
        present: Poly = ONE,
    ) -> MessageSite:
        single = primitive in ("send", "receive")
        tag = given.known("tag") if single else None
        if single and tag is None:
            tag = given.unknown("tag")
        routine = given.routine
        world = Poly.constant(WORLD)
        return MessageSite(
            routine.name, routine.model, primitive, nbytes, partner, tag, world, group, present
        )
