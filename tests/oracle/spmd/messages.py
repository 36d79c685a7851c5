"""Random calls of MPI: messages, collective operations, requests, datatypes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.oracle.programs.pieces import Piece
    from tests.oracle.spmd.values import Values


class Messages:
    """Calls over a scope; each method returns the pieces of one."""

    def __init__(self, values: Values) -> None:
        self._values = values
        self._rng, self._syntax, self._scope = values.rng, values.syntax, values.scope

    def any(self) -> list[Piece]:
        """Return one of all kinds."""
        kinds = [
            self.message, self.message, self.message, self.collective, self.collective,
            self.exchange, self.requests, self.persistent, self.datatype, self.uneven,
        ]  # fmt: skip
        return self._rng.choice(kinds)()

    def _comm(self) -> tuple[str, str, str]:
        return self._rng.choice(self._scope.comms)

    def _type(self) -> str:
        return self._rng.choice([*self._syntax.types, *self._scope.types, *self._scope.types])

    def _sent(self) -> tuple[str, ...]:
        comm, rank, nprocs = self._comm()
        return (
            "a", self._values.size(), self._type(), self._values.partner(rank, nprocs),
            str(self._rng.randint(0, 9)), comm,
        )  # fmt: skip

    def _received(self) -> tuple[str, ...]:
        given = list(self._sent())
        given[0] = "b"
        if self._rng.random() < 0.15:
            given[3] = self._syntax.named("mpi_any_source")
        return tuple(given)

    def message(self) -> list[Piece]:
        """Return a send or a receive."""
        if self._rng.random() < 0.55:
            routine = self._rng.choice(["send", "send", "ssend", "bsend", "rsend"])
            return [self._syntax.mpi(routine, *self._sent())]
        return [self._syntax.mpi("recv", *self._received(), self._syntax.status)]

    def exchange(self) -> list[Piece]:
        """Return a send and a receive by one call."""
        sent, received = self._sent(), self._received()
        if self._rng.random() < 0.6:
            arguments = (*sent[:5], *received[:5], sent[5], self._syntax.status)
            if sent[5] != received[5]:
                arguments = (*sent[:5], "b", *sent[1:5], sent[5], self._syntax.status)
            return [self._syntax.mpi("sendrecv", *arguments)]
        source = sent[3]
        arguments = (*sent[:5], source, sent[4], sent[5], self._syntax.status)
        return [self._syntax.mpi("sendrecv_replace", *arguments)]

    def requests(self) -> list[Piece]:
        """Return messages that are started, and a wait for them."""
        syntax, rng = self._syntax, self._rng
        number = rng.randint(1, 3)
        found = list["Piece"]()
        for at in range(number):
            request = syntax.out(syntax.element("ireq", str(at)))
            if rng.random() < 0.5:
                found.append(syntax.mpi("irecv", *self._received(), request))
            else:
                routine = rng.choice(["isend", "isend", "issend"])
                found.append(syntax.mpi(routine, *self._sent(), request))
        if number == 1 or rng.random() < 0.3:
            for at in range(number):
                request = syntax.out(syntax.element("ireq", str(at)))
                found.append(syntax.mpi("wait", request, syntax.status))
        else:
            found.append(syntax.mpi("waitall", str(number), "ireq", syntax.statuses))
        return found

    def persistent(self) -> list[Piece]:
        """Return requests that are made once and started in a loop."""
        syntax, rng = self._syntax, self._rng
        found = [
            syntax.mpi("recv_init", *self._received(), syntax.out(syntax.element("jreq", "0"))),
            syntax.mpi("send_init", *self._sent(), syntax.out(syntax.element("jreq", "1"))),
        ]
        if rng.random() < 0.5:
            started = [syntax.mpi("startall", "2", "jreq")]
        else:
            started = [
                syntax.mpi("start", syntax.out(syntax.element("jreq", str(at)))) for at in (0, 1)
            ]
        started.append(syntax.mpi("waitall", "2", "jreq", syntax.statuses))
        if rng.random() < 0.7:
            found.append(syntax.loop("it", "1", self._values.size(), "1", tuple(started)))
        else:
            found += started
        if rng.random() < 0.5:
            for at in (0, 1):
                request = syntax.out(syntax.element("jreq", str(at)))
                found.append(syntax.mpi("request_free", request))
        return found

    def collective(self) -> list[Piece]:
        """Return a collective operation with even pieces."""
        syntax, rng = self._syntax, self._rng
        comm, _, nprocs = self._comm()
        kind, count = self._type(), self._values.size()
        root = rng.choice(["0", f"{nprocs} - 1", "0", f"{nprocs}/2"])
        add = syntax.named(rng.choice(["mpi_sum", "mpi_max"]))
        other = self._values.size() if rng.random() < 0.2 else count
        pieces = ("a", count, kind, "b", other, kind)
        calls = [
            ("barrier", comm),
            ("bcast", "a", count, syntax.types[1], root, comm),
            ("reduce", "a", "b", count, kind, add, root, comm),
            ("allreduce", "a", "b", count, kind, add, comm),
            ("scan", "a", "b", count, kind, add, comm),
            ("gather", *pieces, root, comm),
            ("scatter", *pieces, root, comm),
            ("allgather", *pieces, comm),
            ("alltoall", *pieces, comm),
        ]
        return [syntax.mpi(*rng.choice(calls))]

    def uneven(self) -> list[Piece]:
        """Return a collective operation with a table of counts; a message where there is none."""
        syntax, rng, scope = self._syntax, self._rng, self._scope
        if not scope.counts:
            return self.message()
        comm, rank, nprocs = rng.choice([item for item in scope.comms if item[2] == "nprocs"])
        counts, kind, root = (
            rng.choice(scope.counts),
            self._type(),
            rng.choice(["0", f"{nprocs} - 1"]),
        )
        own = rng.choice([syntax.element(counts, rank), self._values.size()])
        add = syntax.named("mpi_sum")
        calls = [
            ("gatherv", "a", own, kind, "b", counts, "itab", kind, root, comm),
            ("scatterv", "a", counts, "itab", kind, "b", own, kind, root, comm),
            ("allgatherv", "a", own, kind, "b", counts, "itab", kind, comm),
            (
                "alltoallv",
                "a",
                counts,
                "itab",
                kind,
                "b",
                rng.choice(scope.counts),
                "itab",
                kind,
                comm,
            ),
            ("reduce_scatter", "a", "b", counts, kind, add, comm),
        ]
        return [syntax.mpi(*rng.choice(calls))]

    def datatype(self) -> list[Piece]:
        """Return a message with a datatype of its own."""
        syntax, rng = self._syntax, self._rng
        made, old = syntax.out("ltype"), self._type()
        size = self._values.size
        found = list["Piece"]()
        kind = rng.randint(0, 3)
        if kind == 0:
            found.append(syntax.mpi("type_contiguous", size(), old, made))
        elif kind == 1:
            found.append(syntax.mpi("type_vector", size(), size(), "n + 1", old, made))
        elif kind == 2 and self._scope.counts:
            found.append(
                syntax.mpi(
                    "type_indexed", "nprocs", rng.choice(self._scope.counts), "itab", old, made
                )
            )
        else:
            found.append(syntax.mpi("type_vector", size(), "1", size(), old, made))
        found.append(syntax.mpi("type_commit", made))
        comm, rank, nprocs = self._comm()
        partner = self._values.partner(rank, nprocs)
        arguments = ("a", rng.choice(["1", "1", size()]), "ltype", partner, "7", comm)
        found.append(syntax.mpi("send", *arguments))
        found.append(syntax.mpi("type_free", made))
        return found
