"""What a random program does first: sizes, blocks, neighbours, tables, communicators, a datatype."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.oracle.programs.pieces import Piece
from tests.oracle.spmd.syntax import TABLE

if TYPE_CHECKING:
    from tests.oracle.spmd.syntax import Syntax
    from tests.oracle.spmd.values import Scope, Values


class Setup:
    """Statements of the main program; what they make is added to its scope."""

    def __init__(self, syntax: Syntax) -> None:
        self._syntax, self._rng = syntax, syntax.rng

    def read(self, world: str) -> list[Piece]:
        """Return what reads n and m: on all ranks, or on one that tells the others."""
        rng, syntax = self._rng, self._syntax
        reading = syntax.read(["n", "m"])
        if rng.random() < 0.4:
            return [reading]
        root = syntax.when(syntax.compare("rank", "eq", "0"), (reading,))
        first = syntax.types[0]
        shared = [
            syntax.mpi(
                "bcast",
                name if syntax.language == "fortran" else f"&{name}",
                "1",
                first,
                "0",
                world,
            )
            for name in ("n", "m")
        ]
        return [root, *shared]

    def blocks(self) -> list[Piece]:
        """How many of n elements a rank has, and which."""
        rng, syntax = self._rng, self._syntax
        assign = syntax.assign
        rest = syntax.mod("n", "nprocs")
        kind = rng.randint(0, 3)
        if kind == 0:
            more = syntax.when(syntax.compare("rank", "lt", rest), (assign("nl", "nl + 1"),))
            low = f"rank*(n/nprocs) + {syntax.least('rank', rest)} + 1"
            return [assign("nl", "n/nprocs"), more, assign("lo", low), assign("hi", "lo + nl - 1")]
        if kind == 1:
            block = "(n + nprocs - 1)/nprocs"
            return [
                assign("k", block),
                assign("lo", "rank*k + 1"),
                assign("hi", syntax.least("n", "lo + k - 1")),
                assign("nl", syntax.most("0", "hi - lo + 1")),
            ]
        if kind == 2:
            last = syntax.when(
                syntax.compare("rank", "eq", "nprocs - 1"), (assign("nl", "n - rank*nl"),)
            )
            return [assign("nl", "n/nprocs"), assign("lo", "rank*nl + 1"), last,
                    assign("hi", "lo + nl - 1")]  # fmt: skip
        return [
            assign("lo", "rank*n/nprocs + 1"), assign("hi", "(rank + 1)*n/nprocs"),
            assign("nl", "hi - lo + 1"),
        ]  # fmt: skip

    def neighbours(self) -> list[Piece]:
        """Return what finds the ranks to both sides, nobody at the edges."""
        rng, syntax = self._rng, self._syntax
        nobody = syntax.named("mpi_proc_null")
        found = list[Piece]()
        for name, step, edge in (("left", "rank - 1", "0"), ("iright", "rank + 1", "nprocs - 1")):
            at_edge = syntax.compare("rank", "eq", edge)
            kind = rng.randint(0, 2)
            if kind == 0:
                none = (syntax.assign(name, nobody),)
                found += [syntax.assign(name, step), syntax.when(at_edge, none)]
            elif kind == 1:
                none, some = (syntax.assign(name, nobody),), (syntax.assign(name, step),)
                found.append(syntax.when(at_edge, none, some))
            else:
                some = (syntax.assign(name, step),)
                inside = syntax.both(
                    syntax.compare(step, "ge", "0"), syntax.compare(step, "lt", "nprocs")
                )
                found += [syntax.assign(name, nobody), syntax.when(inside, some)]
        return found

    def empty_tables(self, scope: Scope) -> list[Piece]:
        """Set what units are passed and nothing else has set."""
        syntax, body = self._syntax, list[Piece]()
        if not scope.counts:
            body.append(syntax.assign(syntax.element("kount", "i"), "0"))
        if not scope.neighbours:
            body.append(syntax.assign(syntax.element("nbr", "i"), syntax.named("mpi_proc_null")))
        return [syntax.loop("i", "0", str(TABLE - 1), "1", tuple(body))] if body else []

    def tables(self, values: Values, scope: Scope) -> list[Piece]:
        """Counts by rank, their places, and a table of neighbours."""
        rng, syntax = self._rng, self._syntax
        scope.indices.append("i")
        own = rng.choice(
            ["n/nprocs", "i + 1", values.size(), values.size(),
             syntax.most("0", syntax.least("n/nprocs + 1", "n - i*(n/nprocs + 1)"))]
        )  # fmt: skip
        scope.indices.remove("i")
        kount, itab = syntax.element("kount", "i"), syntax.element("itab", "i")
        body = [syntax.assign(kount, own), syntax.assign(itab, "i")]
        if rng.random() < 0.4:
            condition = rng.choice(
                [syntax.compare("i", "lt", syntax.mod("n", "nprocs")), syntax.compare("i", "eq", "0"),
                 syntax.compare("i", "eq", "rank"), syntax.compare(syntax.mod("i", "2"), "eq", "0")]
            )  # fmt: skip
            body.append(
                syntax.when(condition, (syntax.assign(kount, f"{kount} + {rng.randint(1, 2)}"),))
            )
        last, step = ("nprocs - 1", "1") if rng.random() < 0.8 else ("0", "-1")
        first = "0" if step == "1" else "nprocs - 1"
        found = [syntax.loop("i", first, last, step, tuple(body))]
        scope.counts.append("kount")
        if rng.random() < 0.2:
            found.append(
                syntax.assign(syntax.element("kount", "0"), values.rng.choice(["n", "1", "m"]))
            )
        if rng.random() < 0.6:
            found += [
                syntax.assign(syntax.element("nbr", "0"), "left"),
                syntax.assign(syntax.element("nbr", "1"), "iright"),
            ]
            scope.neighbours.append("nbr")
        return found

    def partners(self, scope: Scope) -> Piece:
        """A table of partners: by rounds of a butterfly, or of all in some order."""
        rng, syntax = self._rng, self._syntax
        target, nobody = syntax.element("ipart", "i"), syntax.named("mpi_proc_null")
        scope.partner_tables.append("ipart")
        kind = rng.randint(0, 3)
        if kind == 0:
            body = [syntax.assign(target, syntax.mod("rank + i", "nprocs"))]
        elif kind == 1:
            body = [syntax.assign(target, f"nprocs - 1 - {syntax.mod('i', 'nprocs')}")]
        elif kind == 2:
            inside = syntax.compare("rank + i", "lt", "nprocs")
            some, none = (syntax.assign(target, "rank + i"),), (syntax.assign(target, nobody),)
            body = [syntax.when(inside, some, none)]
        else:
            even = syntax.compare(syntax.mod("rank + i", "2"), "eq", "0")
            up = (syntax.assign(target, syntax.least("rank + 1", "nprocs - 1")),)
            down = (syntax.assign(target, syntax.most("rank - 1", "0")),)
            body = [syntax.when(even, up, down)]
        return syntax.loop("i", "0", "nprocs - 1", "1", tuple(body))

    def communicator(self, scope: Scope) -> list[Piece]:
        """Return what makes another communicator."""
        rng, syntax = self._rng, self._syntax
        world, out = syntax.named("mpi_comm_world"), syntax.out
        kind = rng.randint(0, 3)
        found = list[Piece]()
        if kind == 0:
            found.append(syntax.mpi("comm_dup", world, out("comm")))
            scope.comms += [("comm", "rank", "nprocs")] * 2
            return found
        if kind == 1:
            color = rng.choice(
                [syntax.mod("rank", "2"), "rank/2", "0", syntax.mod("rank", "3"), "rank/3"]
            )
            key = rng.choice(["rank", "0", "-rank", "nprocs - rank"])
            found.append(syntax.mpi("comm_split", world, color, key, out("comm")))
        else:
            found += self._grid(kind)
            scope.partners += ["myrank"] if kind == 3 else []
            if kind == 2:
                scope.comms += [("grid", "rank", "nprocs")]
                for direction in ("0", "1"):
                    shift = (
                        "grid",
                        direction,
                        rng.choice(["1", "1", "2", "-1"]),
                        out("left"),
                        out("iright"),
                    )
                    if rng.random() < 0.6:
                        found.append(syntax.mpi("cart_shift", *shift))
                return found
        found += [
            syntax.mpi("comm_rank", "comm", out("myrank")),
            syntax.mpi("comm_size", "comm", out("mysize")),
        ]
        scope.comms += [("comm", "myrank", "mysize")] * 3
        scope.readable += ["myrank", "mysize"]
        return found

    def _grid(self, kind: int) -> list[Piece]:
        rng, syntax = self._rng, self._syntax
        world, out = syntax.named("mpi_comm_world"), syntax.out
        truth = {"fortran": (".false.", ".true."), "c": ("0", "1")}[syntax.language]
        dims = [syntax.element("idims", at) for at in "01"]
        periods = [syntax.element("iper", at) for at in "01"]
        found = [syntax.assign(dims[0], "0"), syntax.assign(dims[1], "0")]
        if rng.random() < 0.2:
            found[0] = syntax.assign(dims[0], "1")
        found.append(syntax.mpi("dims_create", "nprocs", "2", "idims"))
        chosen = [rng.choice("01") for _ in periods]
        found += [syntax.assign(name, value) for name, value in zip(periods, chosen, strict=True)]
        found.append(syntax.mpi("cart_create", world, "2", "idims", "iper", truth[0], out("grid")))
        if kind == 3:
            keep = rng.choice(["01", "10"])
            found += [syntax.assign(name, value) for name, value in zip(periods, keep, strict=True)]
            found.append(syntax.mpi("cart_sub", "grid", "iper", out("comm")))
        return found

    def type(self, values: Values, scope: Scope) -> list[Piece]:
        """Return what makes a datatype of the whole program."""
        rng, syntax = self._rng, self._syntax
        basic, out = rng.choice(syntax.types), syntax.out("ntype")
        made = rng.choice(
            [
                ("type_contiguous", values.size(), basic, out),
                ("type_vector", values.size(), "1", "n", basic, out),
                ("type_vector", "nl", values.size(), "n", basic, out),
            ]
        )
        scope.types.append("ntype")
        return [syntax.mpi(*made), syntax.mpi("type_commit", out)]
