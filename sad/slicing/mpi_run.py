"""The calls of MPI of one rank while a slice runs: what is passed, and what they set.

Messages are recorded by call and part (a call that sends and receives has two). Data goes from rank to
rank where the slice needs it; which message a receive from any rank takes is not known, nor what it and
later ones bring.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sad.analysis.messages.constants import ANY_SOURCE, ANY_TAG, COMM_SELF, PROC_NULL
from sad.analysis.messages.datatypes import mpi_size
from sad.analysis.messages.kinds import COLLECTIVES, INITS, RECEIVES, SENDS, WAITS
from sad.analysis.messages.mpi import c_routines
from sad.slicing.mpi_collectives import collective
from sad.slicing.mpi_groups import SETTERS
from sad.slicing.mpi_places import KINDS, Arguments, Passed, forget, get, length, put
from sad.slicing.runtime import BrokenError, RepeatError, Unknown
from sad.slicing.world import Group, Sent

if TYPE_CHECKING:
    from sad.slicing.world import World

_FIRST_TYPE, _FIRST_REQUEST, _FIRST_GROUP = 50_000, 60_000, 1_000_000
_MOST = 1 << 16  # elements of a message that are followed


@dataclass(slots=True)
class _Request:
    """What a request stands for: a transfer to record when it is started, data to come."""

    routine: str
    given: Arguments
    is_active: bool = False


@dataclass(slots=True)
class Calls:
    """What the calls of one place passed: how many calls, and by part how many of each message."""

    number: int = 0
    parts: dict[int, Counter[Passed]] = field(default_factory=dict[int, "Counter[Passed]"])


class Rank:
    """One rank of a world."""

    def __init__(self, world: World, number: int) -> None:
        self.world = world
        self.number = number
        self.follows = False
        self.calls: dict[int, Calls] = {}
        self._turns: Counter[object] = Counter()
        self.types: dict[int, int] = {}
        self.groups: dict[int, tuple[int, ...]] = {}
        self._requests: dict[int, _Request] = {}
        self._lost: Unknown | None = None
        self._own = Group(COMM_SELF, (number,))

    # --- what generated code calls ----------------------------------------------------------------

    def call(
        self, name: str, place: int, times: int, values: dict[str, Any], *, follows: bool
    ) -> Any:
        """Run a call; return the function's result. ``follows`` is whether its data matters."""
        if follows and times != 1:
            raise RepeatError
        given = Arguments(values)
        self.follows = follows
        calls = self.calls.setdefault(place, Calls())
        calls.number += times
        record = calls.parts
        if name == "abort":
            if self.world.aborted is None:
                self.world.aborted = (self.number, place)
            raise BrokenError(Unknown("the program is aborted"))
        setter = SETTERS.get(name)
        if name in SENDS or name in RECEIVES:
            self._transfer(name, given, times, record.setdefault(0, Counter()))
        elif name in ("sendrecv", "sendrecv_replace"):
            self._exchange(given, times, record)
        elif name in INITS:
            self.set(given, "request", self._request(name, given))
        elif name in ("start", "startall"):
            self._start(name, given, times, record)
        elif name in COLLECTIVES:
            collective(self, name, given, times, record.setdefault(0, Counter()))
        elif name in WAITS:
            self._wait(name, given)
        elif setter is not None:
            setter(self, given)
        self.set(given, "ierror", 0)
        cause = Unknown(f"is set by mpi_{name}")
        for key, value in given.items():
            if key in _OUTPUTS.get(name, ()) and value.__class__ is tuple:
                forget(value, cause)
        return cause if name in ("wtime", "wtick") else 0

    def lose(self, cause: Unknown) -> None:
        """Note that calls may have been made that are not known: nor is what comes from others."""
        if self._lost is None:
            self._lost = cause
            self.world.lost[self.number] = cause
        for request in self._requests.values():
            if request.is_active:
                forget(request.given["buf"], cause)

    # --- arguments --------------------------------------------------------------------------------

    def set(self, given: Arguments, name: str, value: Any) -> None:
        """Give an argument its value; it is done with then."""
        self.set_row(given, name, (value,))

    @staticmethod
    def set_row(given: Arguments, name: str, values: tuple[Any, ...]) -> None:
        """Give an array argument its first elements; it is done with then."""
        place = given[name]
        if place.__class__ is tuple:
            for at, value in enumerate(values):
                put(place, at, value)
            given[name] = None

    @staticmethod
    def row(given: Arguments, name: str, number: Any) -> list[Any] | None:
        """Return the first elements of an array argument; None if one is not known."""
        place = given[name]
        if place.__class__ is not tuple or number.__class__ is not int:
            return None
        found = [get(place, at) for at in range(max(number, 0))]
        return None if any(item.__class__ is Unknown for item in found) else found

    def group(self, given: Arguments, name: str = "comm") -> Group | None:
        """Return a communicator that is an argument; None if it is not known."""
        handle = given[name]
        if handle.__class__ is not int:
            return None
        return self._own if handle == COMM_SELF else self.world.groups.get(handle)

    def size(self, handle: Any) -> int | None:
        """Return the bytes of an item of a datatype."""
        if handle.__class__ is not int:
            return None
        return self.types.get(handle, mpi_size(handle))

    def bytes(self, given: Arguments, count: str, kind: str) -> int | None:
        """Return the bytes of so many items of a datatype, by the names of the arguments."""
        number, size = given[count], self.size(given[kind])
        return number * size if number.__class__ is int and size is not None else None

    # --- messages to one partner ------------------------------------------------------------------

    def _transfer(
        self,
        name: str,
        given: Arguments,
        times: int,
        record: Counter[Passed],
        names: tuple[str, str, str, str, str] | None = None,
    ) -> None:
        sends = name in SENDS or (name in INITS and name != "recv_init")
        buf, count, kind, whom, tag = names or (
            *("buf", "count", "datatype"), "dest" if sends else "source", "tag",
        )  # fmt: skip
        if name.startswith("m"):  # of a matched probe
            record[Passed(None, None, None, None, self.bytes(given, count, kind))] += times
            self.lose_data(given, buf)
            return
        group, partner = self.group(given), given[whom]
        if partner == PROC_NULL and partner.__class__ is int:
            given[buf] = None
            return
        known = None
        if partner.__class__ is int and partner == ANY_SOURCE:
            known = ANY_SOURCE
        elif partner.__class__ is int and group is not None and partner < len(group.members):
            known = group.members[partner] if partner >= 0 else partner
        elif partner.__class__ is int and group is not None:
            known = self.world.nprocs + partner  # there is no such rank
        label = given[tag]
        label = label if label.__class__ is int else None
        number = None if group is None else group.number
        size = None if group is None else len(group.members)
        nbytes = self.bytes(given, count, kind)
        record[Passed(known, label, number, size, nbytes)] += times
        if "request" in given and name not in INITS:
            self.set(given, "request", self._request(name, given))
        if not self.follows:
            return
        if sends:
            self._put_out(given, (buf, count, kind), known, label, number)
        elif name in ("irecv", "recv_init"):
            given[buf] = None
        else:
            self._take_in(given, (buf, count, kind), (known, label, number))

    def _put_out(
        self,
        given: Arguments,
        data: tuple[str, str, str],
        dest: int | None,
        tag: int | None,
        comm: int | None,
    ) -> None:
        if dest is None or tag is None or comm is None or self._lost is not None:
            self.lose(Unknown("it is not known who gets a message"))
            return
        if 0 <= dest < self.world.nprocs:
            self.world.send(self.number, dest, comm, self.packed(given, data, tag))

    def packed(self, given: Arguments, data: tuple[str, str, str], tag: int) -> Sent:
        """Return the data of a message; none where it is not followed."""
        place, number = given[data[0]], given[data[1]]
        kind = KINDS.get(given[data[2]]) if given[data[2]].__class__ is int else None
        if place.__class__ is not tuple or number.__class__ is not int or kind is None:
            return Sent(tag, "", [])
        step = length(place[3], kind)
        if step == 0 or number % step or not 0 <= number // step <= _MOST:
            return Sent(tag, "", [])
        return Sent(tag, place[3], [get(place, at) for at in range(number // step)])

    def _take_in(
        self,
        given: Arguments,
        data: tuple[str, str, str],
        channel: tuple[int | None, int | None, int | None],
    ) -> None:
        source, tag, comm = channel
        if source is None or tag is None or comm is None or source == ANY_SOURCE:
            self.lose(Unknown("it is not known which message is received"))
        if self._lost is not None or source is None or comm is None or source < 0:
            self.lose_data(given, data[0])
            return
        wanted = None if tag == ANY_TAG else tag
        self.unpack(given, data[0], self._received(source, comm, wanted))

    def _received(self, source: int, comm: int, tag: int | None) -> Sent | None:
        found = self.world.receive(self.number, source, comm, tag)
        if found is None:
            self._missing()
        return found

    def _missing(self) -> None:
        """What should come does not: from a rank that was lost, or from nobody."""
        cause = next(iter(self.world.lost.values()), None)
        if cause is None:
            raise BrokenError(Unknown("a message never comes"))
        self.lose(cause)

    def unpack(self, given: Arguments, name: str, message: Sent | None) -> None:
        """Put data where an argument leads to; None is not known."""
        place = given[name]
        if place.__class__ is not tuple:
            return
        if message is None or message.kind != place[3]:
            self.lose_data(given, name)
            return
        for at, value in enumerate(message.values):
            put(place, at, value)
        given[name] = None

    def lose_data(self, given: Arguments, name: str) -> None:
        """Forget the data that an argument leads to; it is done with then."""
        place = given[name]
        if place.__class__ is tuple:
            forget(place, self._lost or Unknown("comes from another rank"))
            given[name] = None

    def _exchange(self, given: Arguments, times: int, record: dict[int, Counter[Passed]]) -> None:
        replaces = "sendcount" not in given
        both = "buf", "count", "datatype"
        out = both if replaces else ("sendbuf", "sendcount", "sendtype")
        back = both if replaces else ("recvbuf", "recvcount", "recvtype")
        one, two = record.setdefault(0, Counter()), record.setdefault(1, Counter())
        kept = Arguments(given)
        self._transfer("send", given, times, one, (out[0], out[1], out[2], "dest", "sendtag"))
        if replaces:
            given["buf"] = kept["buf"]
        self._transfer("recv", given, times, two, (back[0], back[1], back[2], "source", "recvtag"))

    # --- requests ---------------------------------------------------------------------------------

    def _request(self, routine: str, given: Arguments) -> int:
        """A new request; the place of its data is kept."""
        handle = _FIRST_REQUEST + self._turns["requests"]
        self._turns["requests"] += 1
        if routine in INITS or (self.follows and routine == "irecv"):
            is_active = routine == "irecv"
            self._requests[handle] = _Request(routine, Arguments(given), is_active)
        return handle

    def _start(
        self, name: str, given: Arguments, times: int, record: dict[int, Counter[Passed]]
    ) -> None:
        if name == "startall":
            handles = self.row(given, "requests", given["count"])
        else:
            handles = None if given["request"].__class__ is not int else [given["request"]]
        requests = [self._requests.get(item) for item in handles or ()]
        if handles is None or None in requests:
            for part in (0, 1):
                unknown = Passed(None, None, None, None, None)
                record.setdefault(part, Counter())[unknown] += times
            self.lose(Unknown("it is not known which requests are started"))
            return
        for request in requests:
            assert request is not None
            part = record.setdefault(int(request.routine == "recv_init"), Counter())
            request.is_active = request.routine == "recv_init"
            self._transfer(request.routine, Arguments(request.given), times, part)

    def _wait(self, name: str, given: Arguments) -> None:
        if not self.follows:
            return
        if name == "wait":
            place = given["request"]
            handles = None if place.__class__ is not tuple else [get(place, 0)]
        elif name == "waitall":
            handles = self.row(given, "requests", given["count"])
        else:
            handles = None
        if handles is None or any(item.__class__ is Unknown for item in handles):
            if any(request.is_active for request in self._requests.values()):
                self.lose(Unknown("it is not known what is waited for"))
            return
        for handle in handles:
            request = self._requests.get(handle)
            if request is not None and request.is_active:
                request.is_active = False
                group = self.group(request.given)
                source = request.given["source"]
                known = source if source == ANY_SOURCE else None
                if group is not None and source.__class__ is int and source >= 0:
                    known = group.members[source] if source < len(group.members) else None
                number = None if group is None else group.number
                tag = request.given["tag"]
                channel = (known, tag if tag.__class__ is int else None, number)
                self._take_in(Arguments(request.given), ("buf", "count", "datatype"), channel)

    # --- calls of all ranks -------------------------------------------------------------------------

    def brought(self, group: Group | None, value: Any) -> dict[int, Any] | None:
        """Return what the ranks of a communicator bring to a call of all; None if that is not known."""
        if group is None:
            self.lose(Unknown("a communicator is not known"))
        if self._lost is not None or group is None:
            return None
        turn = self._turns[group.number]
        self._turns[group.number] += 1
        found = self.world.together(self.number, (group.number, turn), group.members, value)
        if found is None:
            self._missing()
        return found

    def new_group(self, parent: Group, what: object, members: tuple[int, ...]) -> Group:
        """Return the communicator that its members make by the same call of all ranks of the parent."""
        turn = self._turns["made", parent.number]
        self._turns["made", parent.number] += 1
        return self.world.made((parent.number, turn, what), members)


_OUTPUTS = {
    routine.name.removeprefix("mpi_"): tuple(
        item.name
        for item in routine.arguments
        if item.writes
        and (routine.name.removeprefix("mpi_") not in WAITS or "request" not in item.name)
    )
    for routine in c_routines()
}
