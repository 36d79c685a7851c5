"""Follows one unit's calls of Express: what they send, to whom, and what they set.

``exparam`` gives the own number and how many nodes there are; lengths are in bytes. Partners and
types are passed by address in C, and are only known where the variable's value is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.poly import ONE, ZERO, Poly
from sad.analysis.messages.communicators import WORLD, nprocs, rank
from sad.analysis.messages.site import MessageSite, Traced
from sad.symbols import NPROCS, RANK

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.analysis.messages.arguments import Arguments
    from sad.diagnostics import Span

_IN_C = {
    "kxpara": "exparam", "kxread": "exread", "kxwrit": "exwrite", "kxchan": "exchange",
    "kxbrod": "exbroadcast", "kxcomb": "excombine", "kxconc": "exconcat", "kxsync": "exsync",
}  # fmt: skip
_ANY = -1
"""``DONTCARE`` in place of a partner or type."""
_ALL = -1
"""``ALLNODES`` in place of a number of nodes."""


class ExpressTracer:
    """What the calls of Express in one unit mean.

    ``read`` takes up symbols that the program gets from Express: a name, why it is known, and where.
    """

    def __init__(self, read: Callable[[str, str, Span], None]) -> None:
        self._read = read

    def call(self, given: Arguments) -> Traced:
        """Return the messages of a call and what it sets."""
        name = _IN_C.get(given.routine.name, given.routine.name)
        if name == "exparam":
            return self._environment(given)
        return Traced(self._messages(given, name), self._kept(given))

    @staticmethod
    def _kept(given: Arguments) -> dict[tuple[int, int | None], Poly]:
        """Partners and types that a call asks for by number: it leaves them as they are."""
        found: dict[tuple[int, int | None], Poly] = {}
        for position, argument in enumerate(given.routine.arguments):
            if argument.name in ("source", "type", "recvtype") and argument.writes:
                value = given.known(argument.name)
                if value is not None and value.as_integer != _ANY:
                    found[position, None] = value
        return found

    def _environment(self, given: Arguments) -> Traced:
        """The own number and the number of nodes: members of a structure, or elements 1 and 2."""
        self._known(given)
        local = (self._site(given, "local", ZERO, None, ONE),)
        if given.routine.name == "exparam":
            env = given.name("env")
            names = {} if env is None else {f"{env}.procnum": rank, f"{env}.nprocs": nprocs}
            return Traced(local, names=names)
        return Traced(local, {(0, 0): rank, (0, 1): nprocs})

    def _known(self, given: Arguments) -> None:
        self._read(RANK, "is the number of the process", given.span)
        self._read(NPROCS, "is the number of processes", given.span)

    def _messages(self, given: Arguments, name: str) -> tuple[MessageSite, ...]:
        match name:
            case "exwrite":
                return (self._one(given, "send", "nbytes", "dest", "type"),)
            case "exread":
                return (self._one(given, "receive", "nbytes", "source", "type"),)
            case "exchange":
                out = self._one(given, "send", "sendbytes", "dest", "sendtype")
                back = self._one(given, "receive", "recvbytes", "source", "recvtype", 1)
                return out, back
            case "exbroadcast":
                root = given.value("root")
                return (self._collective(given, "broadcast", given.value("nbytes"), root),)
            case "excombine":
                nbytes = given.value("itemsize") * given.value("count")
                return (self._collective(given, "allreduce", nbytes),)
            case "exconcat":
                return (self._collective(given, "allgather", given.value("sendbytes")),)
            case "exsync":
                return (self._collective(given, "barrier", ZERO),)
            case _:
                return (self._site(given, "local", ZERO, None, ONE),)

    def _one(
        self, given: Arguments, primitive: str, nbytes: str, partner: str, tag: str, part: int = 0
    ) -> MessageSite:
        whom, what = given.value(partner), given.value(tag)
        return self._site(given, primitive, given.value(nbytes), whom, ONE, what, part)

    def _collective(
        self, given: Arguments, primitive: str, nbytes: Poly, root: Poly | None = None
    ) -> MessageSite:
        nodes = given.known("nnodes")
        if nodes is None or nodes.as_integer == _ALL:
            self._read(NPROCS, "is the number of processes", given.span)
            nodes = nprocs
        return self._site(given, primitive, nbytes, root, nodes)

    @staticmethod
    def _site(
        given: Arguments,
        primitive: str,
        nbytes: Poly,
        partner: Poly | None,
        group: Poly,
        tag: Poly | None = None,
        part: int = 0,
    ) -> MessageSite:
        routine, world = given.routine, Poly.constant(WORLD)
        return MessageSite(
            routine.name,
            routine.model,
            primitive,
            nbytes,
            partner,
            tag,
            world,
            group,
            part=part,
        )
