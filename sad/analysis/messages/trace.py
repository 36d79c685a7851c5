"""Follows one unit's calls of MPI: what they send, to whom, and what they set.

Values that MPI gives are expressed by two symbols, ``nprocs`` and ``rank``: the program's own rank
and size follow from its calls, so do grids, neighbours and parts of communicators. What does not
follow gets a name of its own, as everywhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.bind import bind
from sad.algebra.conditions import not_zero
from sad.algebra.poly import ONE, ZERO, Poly
from sad.analysis.messages.communicators import PROC_NULL, WORLD, rank
from sad.analysis.messages.group_calls import GROUP_CALLS, TYPE_CALLS, grid_made
from sad.analysis.messages.kinds import (
    COLLECTIVES,
    INITS,
    RECEIVES,
    SENDS,
    WAITS,
    Amount,
    Collective,
)
from sad.analysis.messages.site import MessageSite, Traced
from sad.ir import expr as ex
from sad.ir.expr import element_name
from sad.records import replace
from sad.symbols import RANK

if TYPE_CHECKING:
    from sad.analysis.messages.arguments import Arguments
    from sad.analysis.messages.scope import Outputs, Scope
    from sad.ir.expr import Expr


_SUM_OF_FEW = 16  # elements that are looked at one by one
_SETTERS = {**GROUP_CALLS, **TYPE_CALLS}


class MpiTracer:
    """What the calls of MPI in one unit mean."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope
        self._requests = Requests()

    def call(self, given: Arguments) -> Traced:
        """Return the messages of a call and what it sets."""
        name = given.routine.name.removeprefix("mpi_")
        outputs: Outputs = {}
        self._scope.set(given, "ierror", ZERO, outputs)
        if not given.routine.supported:
            return Traced((self._plain(given, "unsupported"),), outputs)
        if name in SENDS or name in RECEIVES:
            return Traced((self._transfer(given, name),), outputs)
        if name in ("sendrecv", "sendrecv_replace"):
            return Traced(self._exchange(given), outputs)
        if name in INITS:
            self._requests.add(given, self._transfer(given, name))
            return Traced((self._local(given),), outputs)
        if name in ("start", "startall"):
            return Traced(self._started(given, every=name == "startall"), outputs)
        if name == "bcast":
            self._take_from_root(given, outputs)
        if name in COLLECTIVES:
            return Traced((self._collective(given, COLLECTIVES[name]),), outputs)
        if name in WAITS:
            return Traced((self._plain(given, "wait"),), outputs)
        setter = _SETTERS.get(name)
        if setter is not None:
            setter(self._scope, given, outputs)
        made = grid_made(self._scope, given, outputs)
        site = self._local(given)
        if made is not None:  # what is made is no message, but has to fit the processes
            site = replace(site, group=made[0], partner=made[1])
        return Traced((site,), outputs)

    # --- messages --------------------------------------------------------------------------------

    def _transfer(
        self, given: Arguments, name: str, names: tuple[str, str, str, str] | None = None
    ) -> MessageSite:
        """A message to or from one partner; ``names`` are its arguments where these have others."""
        sends = name in SENDS or (name in INITS and name != "recv_init")
        count, datatype, partner, tag = names or (
            "count",
            "datatype",
            "dest" if sends else "source",
            "tag",
        )
        whom = given.value(partner)
        primitive = (SENDS | RECEIVES | INITS)[name]
        return self._message(
            given,
            primitive,
            self._scope.bytes(given, count, datatype),
            partner=whom,
            tag=given.value(tag),
            present=not_zero(whom - PROC_NULL),
        )

    def _exchange(self, given: Arguments) -> tuple[MessageSite, ...]:
        in_place = given.routine.position("sendcount") is None
        out = ("count", "datatype") if in_place else ("sendcount", "sendtype")
        back = ("count", "datatype") if in_place else ("recvcount", "recvtype")
        first = self._transfer(given, "send", (out[0], out[1], "dest", "sendtag"))
        second = self._transfer(given, "recv", (back[0], back[1], "source", "recvtag"))
        return first, replace(second, part=1)

    def _started(self, given: Arguments, *, every: bool) -> tuple[MessageSite, ...]:
        found = self._requests.started(given, every=every)
        if found is not None:  # of one call: only the first of its messages counts as a call
            name = given.routine.name
            return tuple(replace(item, routine=name, part=at) for at, item in enumerate(found))
        reason = "depends on which requests are started"
        number = given.unknown("messages", reason)
        nbytes = given.unknown("bytes", reason)
        return (self._message(given, "isend", nbytes, present=number),)

    def _collective(self, given: Arguments, kind: Collective) -> MessageSite:
        comm = self._scope.communicator(given)
        amount = kind.amount
        if kind.instead is not None and given.is_place("sendbuf", "MPI_IN_PLACE"):
            amount = kind.instead
        partner = given.value("root") if given.routine.position("root") is not None else None
        nbytes = self._amount(given, amount, comm.size)
        return self._message(given, kind.primitive, nbytes, partner=partner)

    def _amount(self, given: Arguments, amount: Amount, ranks: Poly) -> Poly:
        one = self._scope.bytes
        match amount:
            case Amount.NONE:
                return ZERO
            case Amount.COUNT:
                return one(given, "count", "datatype")
            case Amount.SENT:
                return one(given, "sendcount", "sendtype")
            case Amount.SENT_TO_ALL:
                return one(given, "sendcount", "sendtype") * ranks
            case Amount.RECEIVED:
                return one(given, "recvcount", self._type_received(given))
            case Amount.RECEIVED_BY_ALL:
                return one(given, "recvcount", self._type_received(given)) * ranks
            case Amount.SENT_SUM:
                return given.total("sendcounts", ranks) * self._scope.size(given, "sendtype")
            case Amount.RECEIVED_SUM:
                size = self._scope.size(given, self._type_received(given))
                return given.total("recvcounts", ranks) * size

    @staticmethod
    def _type_received(given: Arguments) -> str:
        return "datatype" if given.routine.position("recvtype") is None else "recvtype"

    def _local(self, given: Arguments) -> MessageSite:
        return self._plain(given, "local")

    def _plain(self, given: Arguments, primitive: str) -> MessageSite:
        world = Poly.constant(WORLD)
        name, model = given.routine.name, given.routine.model
        return MessageSite(name, model, primitive, ZERO, None, None, world, ONE)

    def _message(
        self,
        given: Arguments,
        primitive: str,
        nbytes: Poly,
        *,
        partner: Poly | None = None,
        tag: Poly | None = None,
        present: Poly = ONE,
    ) -> MessageSite:
        handle = given.known("comm")
        of_all = (
            ONE if partner is not None and tag is not None else self._scope.communicator(given).size
        )
        return MessageSite(
            given.routine.name,
            given.routine.model,
            primitive,
            nbytes,
            partner,
            tag,
            Poly.constant(WORLD) if handle is None else handle,
            of_all,
            present,
        )

    def _take_from_root(self, given: Arguments, outputs: Outputs) -> None:
        """After a broadcast everybody has what the root had, if inputs and ranks decide that."""
        root, number = given.constant("root"), given.constant("count")
        comm = self._scope.communicator(given)
        if root is None or number is None or comm.own != rank:
            return
        at_root = {RANK: Poly.constant(root)}
        scalar = given.known("buffer")
        values = (
            [scalar] if scalar is not None else given.elements("buffer", min(number, _SUM_OF_FEW))
        )
        for place, value in enumerate(values):
            there = None if value is None else bind(value, at_root)
            if there is not None and not atoms.has_unresolved(there):
                self._scope.set(
                    given, "buffer", there, outputs, None if scalar is not None else place
                )


class Requests:
    """The persistent requests that one unit makes, by variable or element of an array.

    A request that two calls make is not known, nor one that is made elsewhere.
    """

    def __init__(self) -> None:
        self._made: dict[str, dict[str, MessageSite | None]] = {}

    def add(self, given: Arguments, message: MessageSite) -> None:
        """Record what a request stands for."""
        place = _place(given.expression("request"))
        if place is not None:
            requests = self._made.setdefault(place[0], {})
            requests[place[1]] = None if place[1] in requests else message

    def started(self, given: Arguments, *, every: bool) -> tuple[MessageSite, ...] | None:
        """Return the messages a call starts; None if these are not known."""
        expression = given.expression("requests" if every else "request")
        place = _place(expression)
        if place is None:
            return None
        requests = self._made.get(place[0], {})
        found = list(requests.values()) if every else [requests.get(place[1])]
        if every and given.constant("count") != len(found):
            return None
        messages = tuple(item for item in found if item is not None)
        return messages if messages and len(messages) == len(found) else None


def _place(expression: Expr | None) -> tuple[str, str] | None:
    """The variable or array that holds a request, and the name of the element."""
    if isinstance(expression, ex.Variable):
        return expression.name, expression.name
    if isinstance(expression, ex.Element):
        name = element_name(expression)
        return None if name is None else (expression.array, name)
    return None
