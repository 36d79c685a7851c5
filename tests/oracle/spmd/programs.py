"""Whole random programs: how sizes are read and divided, communicators, tables, units, the rest."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.oracle.c_programs.text import indented
from tests.oracle.programs.pieces import Piece, text_of
from tests.oracle.programs.program import RandomProgram
from tests.oracle.spmd.c import C
from tests.oracle.spmd.fortran import Fortran
from tests.oracle.spmd.setup import Setup
from tests.oracle.spmd.statements import INDICES, Statements
from tests.oracle.spmd.syntax import Locals, Unit
from tests.oracle.spmd.values import Scope, Values

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.oracle.spmd.syntax import Body, Syntax

INPUTS = ((12, 3), (7, 5), (1, 4), (10, 1), (5, 9))
"""Values of n and m."""

_COUNTERS = (*INDICES, "k1", "k2", "it", "ierr0")
_SYNTAX = {"fortran": Fortran, "c": C}


@dataclass(frozen=True, slots=True)
class SpmdProgram(RandomProgram):
    """A program of ranks."""

    @property
    def text(self) -> str:
        """The source text."""
        text = text_of(self.pieces)
        return indented(text) if self.language == "c" else text


def random_spmd(seed: int, language: str) -> SpmdProgram:
    """Return the program of a seed."""
    syntax = _SYNTAX[language](random.Random(seed))
    pieces = _Maker(syntax).pieces()
    return SpmdProgram(
        seed, pieces, "SPMD" if language == "fortran" else "main", True, language, ("n", "m")
    )


class _Maker:
    def __init__(self, syntax: Syntax) -> None:
        self._syntax, self._rng = syntax, syntax.rng
        self._setup = Setup(syntax)
        if self._rng.random() < 0.6:
            syntax.shared = ["ig", "jg"]

    def pieces(self) -> tuple[Piece, ...]:
        """Make the units, those that are called first."""
        inner = self._inner("suba", [])
        outer = self._inner("subb", [inner[1]])
        main = self._main([inner[1], outer[1]])
        units = [self._syntax.function(), inner[0], outer[0], main]
        if self._syntax.language == "fortran":
            units.reverse()
        return (self._syntax.head(), *units)

    # --- the main program -------------------------------------------------------------------------

    def _main(self, calls: list[Callable[[Values], list[Piece]]]) -> Piece:
        rng, syntax = self._rng, self._syntax
        scope = Scope(
            ["n", "m", "nl"],
            ["n", "m", "k", "nl", "lo", "hi", *syntax.shared],
            ["k", *syntax.shared],
            partners=["left", "iright"],
            tables=["itab"],
            comms=[(syntax.named("mpi_comm_world"), "rank", "nprocs")] * 2,
            has_function=rng.random() < 0.5,
        )
        declared = Locals(
            ["n", "m", "rank", "nprocs", "nl", "lo", "hi", "left", "iright", "k", "myrank", "mysize",
             *_COUNTERS],
            ["itab", "kount", "nbr", "ipart", "idims", "iper"], ["comm", "grid"], ["ntype", "ltype"],
            ["ireq", "jreq"],
        )  # fmt: skip
        values = Values(rng, syntax, scope)
        body = list[Piece]()
        world = syntax.named("mpi_comm_world")
        start = [
            syntax.mpi("comm_size", world, syntax.out("nprocs")),
            syntax.mpi("comm_rank", world, syntax.out("rank")),
            *self._setup.read(world),
        ]
        start = [Piece(piece.parts, fixed=True) for piece in start]
        first = [syntax.assign("k", rng.choice(["0", "1", "n", "rank", "m - 1"]))]
        first += [
            syntax.assign(name, rng.choice(["2", "n", "rank", "m"])) for name in syntax.shared
        ]
        body += [*first, *self._setup.blocks(), *self._setup.neighbours()]
        if rng.random() < 0.6:
            body += self._setup.tables(values, scope)
        body += self._setup.empty_tables(scope)
        if rng.random() < 0.4:
            body.append(self._setup.partners(scope))
        if rng.random() < 0.5:
            body += self._setup.communicator(scope)
        if rng.random() < 0.4:
            body += self._setup.type(values, scope)
        writer = Statements(syntax, scope, 12, calls, leaves=False)
        body += writer.body(0, 5)
        return syntax.main(declared, tuple(start), tuple(body))

    # --- units that are called --------------------------------------------------------------------

    def _inner(
        self, name: str, calls: list[Callable[[Values], list[Piece]]]
    ) -> tuple[Piece, Callable[[Values], list[Piece]]]:
        """A unit, and what makes calls of it."""
        rng, syntax = self._rng, self._syntax
        result = syntax.result("kr")
        kept = ["ks"] if rng.random() < 0.25 else []
        unit = Unit(
            name, ("n", "m", "nl", "lo", "hi", "who", "rank", "nprocs"), (result,), ("nbr", "kount"),
            ("comm", "mtype"),
        )  # fmt: skip
        scope = Scope(
            ["n", "m", "nl"], ["n", "m", "nl", "lo", "hi", "k", result, *kept, *syntax.shared],
            ["k", result, *syntax.shared], partners=["who", "who"], tables=["itab"],
            counts=["kount"] if rng.random() < 0.3 else [],
            comms=[("comm", "rank", "nprocs")] * 3, types=["mtype"],
            has_function=rng.random() < 0.3,
        )  # fmt: skip
        declared = Locals(["k", *_COUNTERS], ["itab"], [], ["ltype"], ["ireq", "jreq"], kept)
        writer = Statements(syntax, scope, 5, calls, leaves=True)
        first = [syntax.assign("k", rng.choice(["0", "n", "rank"]))]
        first += [syntax.assign(name, f"{name} + 1") for name in kept]
        body: Body = (*first, *writer.body(1))

        def call(given: Values) -> list[Piece]:
            inside = "left" not in given.scope.partners
            comms = [comm for comm, _, size in given.scope.comms if size == "nprocs"]
            arguments = [
                given.size(), rng.choice(["m", given.size()]), rng.choice(["nl", given.size()]),
                "lo", "hi", given.partner(), "rank", "nprocs",
                result if inside and rng.random() < 0.5 else "k", "nbr", "kount", rng.choice(comms),
                rng.choice([*syntax.types, *given.scope.types]),
            ]  # fmt: skip
            order = [*arguments[:9], *arguments[11:], *arguments[9:11]]
            if syntax.language == "fortran":  # an expression is no alias of what the unit sets
                order = [f"({text})" if at < 6 else text for at, text in enumerate(order)]
            return [syntax.invoke(unit, order)]

        return syntax.unit(unit, declared, body), call
