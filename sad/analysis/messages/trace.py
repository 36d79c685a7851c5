"""Follows one unit's calls of MPI: what they send, to whom, and what they set.

Values that MPI gives are expressed by two symbols, ``nprocs`` and ``rank``: the program's own rank
and size follow from its calls, so do grids, neighbours and parts of communicators. What does not
follow gets a name of its own, as everywhere.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache, reduce
from operator import mul
from typing import TYPE_CHECKING

from sad.analysis.messages.communicators import (
    PROC_NULL,
    WORLD,
    Communicator,
    Communicators,
    choose,
    grid,
    rank,
    split,
    subgrid,
)
from sad.analysis.messages.datatypes import mpi_size, mpi_sizes
from sad.analysis.messages.kinds import (
    COLLECTIVES,
    INITS,
    RECEIVES,
    SENDS,
    WAITS,
    Amount,
    Collective,
)
from sad.analysis.messages.requests import Requests
from sad.analysis.messages.site import MessageSite, Traced
from sad.counting import atoms
from sad.counting.bind import bind
from sad.counting.conditions import both, not_negative, not_zero
from sad.counting.poly import ONE, ZERO, Poly
from sad.parallel import GRID
from sad.symbols import RANK

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.analysis.messages.arguments import Arguments
    from sad.diagnostics import Span

_DERIVED = 10**12
"""Handles of derived datatypes are this and their size [bytes]: traced like any other value."""
_SUM_OF_FEW = 16  # elements that are looked at one by one

Outputs = dict[tuple[int, int | None], Poly]


class MpiTracer:
    """What the calls of MPI in one unit mean.

    ``read`` takes up symbols that the program gets from MPI: a name, why it is known, and where.
    """

    def __init__(
        self, communicators: Communicators, read: Callable[[str, str, Span], None]
    ) -> None:
        self._communicators = communicators
        self._read = read
        self._requests = Requests()
        self._span: Span | None = None

    def call(self, given: Arguments) -> Traced:
        """Return the messages of a call and what it sets."""
        self._span = given.span
        name = given.routine.name.removeprefix("mpi_")
        outputs: Outputs = {}
        self._set(given, "ierror", ZERO, outputs)
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
        setter = getattr(self, f"_set_{name}", None)
        if setter is not None:
            setter(given, outputs)
        return Traced((self._local(given),), outputs)

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
            self._bytes(given, count, datatype),
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
        if found is not None:
            return found
        reason = "depends on which requests are started"
        number = given.unknown("messages", reason)
        nbytes = given.unknown("bytes", reason)
        return (self._message(given, "isend", nbytes, present=number),)

    def _collective(self, given: Arguments, kind: Collective) -> MessageSite:
        comm = self._communicator(given)
        amount = kind.amount
        if kind.instead is not None and given.is_place("sendbuf", "MPI_IN_PLACE"):
            amount = kind.instead
        partner = given.value("root") if given.routine.position("root") is not None else None
        nbytes = self._amount(given, amount, comm.size)
        return self._message(given, kind.primitive, nbytes, partner=partner)

    def _amount(self, given: Arguments, amount: Amount, ranks: Poly) -> Poly:
        one = self._bytes
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
                return given.unknown("sendcounts", "is an array") * self._size(given, "sendtype")
            case Amount.RECEIVED_SUM:
                size = self._size(given, self._type_received(given))
                return given.unknown("recvcounts", "is an array") * size

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
        of_all = ONE if partner is not None and tag is not None else self._communicator(given).size
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
        comm = self._communicator(given)
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
                self._set(given, "buffer", there, outputs, None if scalar is not None else place)

    # --- sizes -----------------------------------------------------------------------------------

    def _bytes(self, given: Arguments, count: str, datatype: str) -> Poly:
        return given.value(count) * self._size(given, datatype)

    def _size(self, given: Arguments, datatype: str) -> Poly:
        """The bytes of one item of a datatype."""
        handle = given.known(datatype)
        size = None if handle is None else size_of(handle)
        return given.unknown(f"{datatype}.size", "is not known") if size is None else size

    # --- communicators ---------------------------------------------------------------------------

    def _communicator(self, given: Arguments, name: str = "comm") -> Communicator:
        handle = given.known(name)
        if handle is None and given.routine.position(name) is None:
            handle = Poly.constant(WORLD)
        found = None if handle is None else self._communicators.of(handle)
        if found is not None:
            self._name(found)
            return found

        def unknown() -> Communicator:
            size = given.unknown(f"{name}.size", "is not known")
            return Communicator(size, given.unknown(f"{name}.rank", "is not known"))

        if handle is None or atoms.has_unresolved(handle):
            return unknown()
        found = self._communicators.if_predefined(handle, unknown)
        self._name(found)
        return found

    def _name(self, found: Communicator) -> None:
        """Take up the symbols of MPI that a communicator is expressed in."""
        self._take(*found.formulas())

    def _take(self, *values: Poly) -> None:
        for value in values:
            for symbol in atoms.free_symbols(value):
                if symbol in _REASONS and self._span is not None:
                    self._read(symbol, _REASONS[symbol], self._span)

    def _set(
        self, given: Arguments, name: str, value: Poly, outputs: Outputs, place: int | None = None
    ) -> None:
        position = given.routine.position(name)
        if position is not None:
            self._take(value)
            outputs[position, place] = value

    def _set_comm_rank(self, given: Arguments, outputs: Outputs) -> None:
        self._set(given, "rank", self._communicator(given).own, outputs)

    def _set_comm_size(self, given: Arguments, outputs: Outputs) -> None:
        self._set(given, "size", self._communicator(given).size, outputs)

    def _set_comm_dup(self, given: Arguments, outputs: Outputs) -> None:
        self._set(given, "newcomm", self._communicators.add(self._communicator(given)), outputs)

    def _set_comm_split(self, given: Arguments, outputs: Outputs) -> None:
        color, key = given.known("color"), given.known("key")
        if color is None or key is None:
            return
        found = split(self._communicator(given), color, key)
        if found is not None:
            self._set(given, "newcomm", self._communicators.add(found), outputs)

    def _set_cart_create(self, given: Arguments, outputs: Outputs) -> None:
        number = given.constant("ndims")
        if number is None:
            return
        sides = given.named_elements("dims", number)
        found = grid(
            self._communicator(given, "comm_old"), sides, given.named_elements("periods", number)
        )
        self._take(*sides)
        self._set(given, "comm_cart", self._communicators.add(found), outputs)

    def _set_cart_coords(self, given: Arguments, outputs: Outputs) -> None:
        comm, of = self._communicator(given), given.value("rank")
        for place, value in enumerate(comm.coordinates(of)):
            self._set(given, "coords", value, outputs, place)

    def _set_cart_get(self, given: Arguments, outputs: Outputs) -> None:
        comm = self._communicator(given)
        parts = zip(comm.sides, comm.periods, comm.coordinates(comm.own), strict=True)
        for place, (side, period, at) in enumerate(parts):
            self._set(given, "dims", side, outputs, place)
            self._set(given, "periods", period, outputs, place)
            self._set(given, "coords", at, outputs, place)

    def _set_cart_rank(self, given: Arguments, outputs: Outputs) -> None:
        comm = self._communicator(given)
        if not comm.sides:
            return
        found = ZERO
        places = given.named_elements("coords", len(comm.sides))
        for side, period, stride, at in zip(
            comm.sides, comm.periods, comm.strides(), places, strict=True
        ):
            around = atoms.mod_of(at + side, side)  # from one step outside at most
            found = found + choose(period, around, at) * stride
        self._set(given, "rank", found, outputs)

    def _set_cart_shift(self, given: Arguments, outputs: Outputs) -> None:
        comm, side = self._communicator(given), given.constant("direction")
        distance = given.known("disp")
        if side is None or distance is None or side not in range(len(comm.sides)):
            return
        self._set(given, "rank_source", comm.shifted(side, -distance), outputs)
        self._set(given, "rank_dest", comm.shifted(side, distance), outputs)

    def _set_cart_sub(self, given: Arguments, outputs: Outputs) -> None:
        comm = self._communicator(given)
        kept = [value.as_constant for value in given.named_elements("remain_dims", len(comm.sides))]
        if comm.sides and None not in kept:
            found = subgrid(comm, [bool(value) for value in kept])
            self._set(given, "newcomm", self._communicators.add(found), outputs)

    def _set_dims_create(self, given: Arguments, outputs: Outputs) -> None:
        """Sides left open (0) are chosen by MPI: the last follows, others are parameters."""
        nodes, number = given.known("nnodes"), given.constant("ndims")
        if nodes is None or number is None or number > len(GRID):
            return
        sides = given.elements("dims", number)
        if any(side is None or side.as_constant is None for side in sides):
            return
        fixed = [side for side in sides if side]
        free = [place for place, side in enumerate(sides) if not side]
        rest = atoms.trunc_quotient(nodes, reduce(mul, [f for f in fixed if f], ONE))
        for place in free:
            if len(free) == 1:
                self._set(given, "dims", rest, outputs, place)
            else:
                self._set(given, "dims", Poly.symbol(GRID[place]), outputs, place)

    # --- datatypes -------------------------------------------------------------------------------

    def _set_type_contiguous(self, given: Arguments, outputs: Outputs) -> None:
        self._new_type(given, given.value("count"), outputs)

    def _set_type_vector(self, given: Arguments, outputs: Outputs) -> None:
        self._new_type(given, given.value("count") * given.value("blocklength"), outputs)

    _set_type_hvector = _set_type_create_hvector = _set_type_vector
    _set_type_create_indexed_block = _set_type_create_hindexed_block = _set_type_vector

    def _set_type_dup(self, given: Arguments, outputs: Outputs) -> None:
        self._new_type(given, ONE, outputs)

    _set_type_create_resized = _set_type_dup

    def _set_type_indexed(self, given: Arguments, outputs: Outputs) -> None:
        self._new_type(given, self._sum(given, "blocklengths"), outputs)

    _set_type_hindexed = _set_type_create_hindexed = _set_type_indexed

    def _set_type_create_subarray(self, given: Arguments, outputs: Outputs) -> None:
        number = given.constant("ndims")
        if number is not None:
            items = reduce(mul, given.named_elements("subsizes", number), ONE)
            self._new_type(given, items, outputs)

    def _set_type_create_struct(self, given: Arguments, outputs: Outputs) -> None:
        number = given.constant("count")
        if number is None or number > _SUM_OF_FEW:
            return
        lengths = given.named_elements("blocklengths", number)
        handles = given.elements("types", number)
        sizes = [None if handle is None else size_of(handle) for handle in handles]
        if None not in sizes:
            items = [n * size for n, size in zip(lengths, sizes, strict=True) if size is not None]
            total = sum(items, ZERO)
            self._set(given, "newtype", total + _DERIVED, outputs)

    _set_type_struct = _set_type_create_struct

    def _set_type_size(self, given: Arguments, outputs: Outputs) -> None:
        self._set(given, "size", self._size(given, "datatype"), outputs)

    def _new_type(self, given: Arguments, items: Poly, outputs: Outputs) -> None:
        old = "oldtype" if given.routine.position("oldtype") is not None else "datatype"
        self._set(given, "newtype", items * self._size(given, old) + _DERIVED, outputs)

    @staticmethod
    def _sum(given: Arguments, name: str) -> Poly:
        number = given.constant("count")
        if number is None or number > _SUM_OF_FEW:
            return given.unknown(name, "is an array")
        return sum(given.named_elements(name, number), ZERO)


_REASONS = {
    "nprocs": "is the number of processes",
    "rank": "is the number of the process",
    **dict.fromkeys(GRID, "is a side of the process grid that MPI_DIMS_CREATE makes"),
}


def size_of(handle: Poly) -> Poly | None:
    """Return the size of a datatype [bytes]; None if its handle does not tell."""
    number = handle.as_integer
    if number is not None and number < _DERIVED:
        size = mpi_size(number)
        return None if size is None else Poly.constant(size)
    base = handle.terms.get((), 0)
    if handle.den == 1 and base >= _DERIVED:
        return handle - _DERIVED
    if handle.as_symbol is not None and not atoms.has_unresolved(handle):
        return _told_apart(handle)
    return None


def _told_apart(handle: Poly) -> Poly:
    """The size of a predefined or derived type that is only known when the unit is called."""
    found = not_negative(handle - _DERIVED) * (handle - _DERIVED)
    for first, last, size in _alike():
        inside = both(not_negative(handle - first), not_negative(last - handle))
        found = found + inside * size
    return found


@cache
def _alike() -> list[tuple[int, int, int]]:
    """Ranges of codes of predefined types of the same size [bytes]."""
    found: list[tuple[int, int, int]] = []
    for code, size in sorted(mpi_sizes().items()):
        if found and found[-1][1] == code - 1 and found[-1][2] == size:
            found[-1] = (found[-1][0], code, size)
        elif size:
            found.append((code, code, size))
    return found
