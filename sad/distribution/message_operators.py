"""What operators of messages take: equations from a machine's formulas, or over two parameters."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.poly import Poly
from sad.communication.times import DERIVED
from sad.distribution.terms import CPU
from sad.expr.exact import Counts, Exact
from sad.expr.tree import Call, ExpressionError
from sad.machine.networks.model import CONSTANTS, Rule, parameters_of
from sad.machine.networks.primitives import PrimitiveTimes
from sad.pamela.formulas import NOWHERE, CannotWrite, FormulaWriter, plain
from sad.pamela.tree import Apply, Condition, Equation, Remarks, Repeat, UseTerm

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.distribution.words import Words
    from sad.machine.networks.model import ProgrammingModel
    from sad.machine.schema import Machine
    from sad.pamela.tree import Term

_BYTES, _RANKS = Poly.symbol("bytes"), Poly.symbol("n")
_TO_MICROSECONDS = 10**6
_ROUNDS = {
    "bcast": "log2(2*n - 1)",
    "allreduce": "2*log2(2*n - 1)",
    "allgather": "n - 1",
    "alltoall": "n - 1",
    "gather": "n - 1",
    "exchange": "1",
    "fetch": "1",
}
"""How many messages follow each other where the library has no formula of its own (``times``)."""


def plain_operators(used: Mapping[str, str], words: Words) -> list[Equation]:
    """Return the operators of messages over two parameters, start-up and time of a byte, both 0."""
    if not used:
        return []
    about = "a message; no machine is named: a stand-in, to be set"
    start = words.declared("startup", "0 s", f"start-up of {about}")
    rate = words.declared("per_byte", "0 s", f"a byte of {about}")
    time = UseTerm(NOWHERE, CPU, plain("p"), plain(f"{start} + bytes*{rate}"))
    found = [Equation("gmove", NOWHERE, ("p", "q", "bytes"), _unless("p != q", time))]
    for name in used:
        if name != "gmove":
            term: Term = Apply(NOWHERE, "gmove", tuple(map(plain, ("p", "p + 1", "bytes"))))
            rounds = _ROUNDS[name]
            if rounds != "1":
                term = Repeat(NOWHERE, False, "i", plain("1"), plain(rounds), None, term)
            found.append(Equation(name, NOWHERE, ("p", "n", "bytes"), _unless("n > 1", term)))
    return found


def machine_operators(
    used: Mapping[str, str], machine: Machine, library: str, words: Words
) -> list[Equation]:
    """Return the operators of messages as a machine's library has them.

    What has no formula gets a parameter for its time, without a value.
    """
    times = _Times(machine, machine.programming_models[library])
    found: list[Equation] = []
    for name, primitive in used.items():
        remarks = Remarks(behind=f"{primitive} of {library}")
        arguments = ("p", "q", "bytes") if name == "gmove" else ("p", "n", "bytes")
        sent = "p != q" if name == "gmove" else "n > 1"
        one = times.text(primitive) or _untold(primitive, library, words)
        term: Term = _used(one)
        if name == "exchange":  # two have no other neighbour: one only sends
            both = times.text("communicate") or _untold("communicate", library, words)
            term = Condition(NOWHERE, plain("n == 2"), False, _used(both), term)
        found.append(
            Equation(name, NOWHERE, arguments, _unless(f"{sent} and bytes > 0", term), remarks)
        )
    return found


def _untold(primitive: str, library: str, words: Words) -> str:
    about = f"the time of {primitive}: {library} has no formula for it"
    return f"{words.parameter(f'{primitive}_time', None, about)} + 0 s"


def _used(time: str) -> Term:
    return UseTerm(NOWHERE, CPU, plain("p"), plain(time))


def _unless(test: str, term: Term) -> Term:
    return Condition(NOWHERE, plain(test), False, term, None)


class _Exact(Counts):
    """Formulas of machines; ``ceil(log2(n))`` of a whole number is exact as well."""

    def form(self, node: Call) -> Exact:
        match node:
            case Call("ceil", (Call("log2", (inside,)),)):
                return Exact(_levels(self.number_of(inside)))
            case _:
                return super().form(node)


class _Times:
    def __init__(self, machine: Machine, model: ProgrammingModel) -> None:
        values = {"clock_hz": machine.clock_hz, **{name: x for name, (x, _) in CONSTANTS.items()}}
        for parameters in (parameters_of(machine.network), model.parameters):
            values.update({name: value.value for name, value in parameters.items()})
        self._values = {name: Poly.constant(Fraction(repr(x))) for name, x in values.items()}
        self._model = model
        self._formulas = PrimitiveTimes(machine.clock_hz, machine.network, model)
        self._writer = FormulaWriter(str)

    def text(self, primitive: str) -> str | None:
        """The time over ``bytes`` and ``n``, with its unit; None if there is no formula for it."""
        try:
            found = self._operation(primitive)
            return (
                None if found is None else f"({self._writer.poly(found * _TO_MICROSECONDS)})*1 us"
            )
        except (ExpressionError, CannotWrite):
            return None

    def _operation(self, primitive: str) -> Poly | None:
        found = self._sum(primitive, _BYTES)
        if found is not None:
            return found
        one, both = self._sum("communicate", _BYTES), self._sum("exchange", _BYTES)
        if one is None or both is None:
            return None
        levels, full = _levels(_RANKS), atoms.log_of(Poly.constant(2), _RANKS)
        match primitive, self._algorithm(primitive):
            case "broadcast", "binomial" | None:
                return levels * one
            case "allreduce", None:
                return 2 * levels * one
            case "allreduce", "recursive_doubling":
                return full * both + 2 * (levels - full) * one
            case ("allgather", "ring" | None) | ("alltoall", "pairwise" | None):
                return (_RANKS - 1) * both
            case "allgather", "bruck":
                return _growing(both, levels)
            case "gather", "binomial":
                return _growing(one, levels)
            case "gather", None:
                return (_RANKS - 1) * one
            case _:
                return None

    def _algorithm(self, primitive: str) -> str | None:
        """How the library does an operation; None if it is made of single messages (``times``)."""
        rules = self._model.collectives
        if rules is None or primitive not in rules.rules:
            return None
        if any(self._formulas.use_hops(name) for name in self._model.primitives):
            return "depends on distances"
        first, *others = rules.rules[primitive]
        # among a power of two both send as much in as many steps
        if first == Rule("recursive_doubling", power_of_two=True) and others:
            first = others[0]
        return first.algorithm if first.always else "depends on sizes"

    def _sum(self, primitive: str, size: Poly) -> Poly | None:
        known = self._model.primitives
        if primitive in known:
            return self._formula(primitive, size)
        for names in DERIVED.get(primitive, ()):
            if all(name in known for name in names):
                return sum((self._formula(name, size) for name in names), Poly.constant(0))
        return None

    def _formula(self, primitive: str, size: Poly) -> Poly:
        """A primitive between neighbours; raises ``ExpressionError`` for what is no exact formula."""

        def lookup(name: str) -> Exact:
            arguments = {"bytes": size, "nprocs": _RANKS, "hops": Poly.constant(1)}
            if name in arguments:
                return Exact(arguments[name])
            if name in self._values:
                return Exact(self._values[name])
            return Exact(self._formula(name, size))

        return _Exact(lookup).number_of(self._model.primitives[primitive].formula)


def _levels(ranks: Poly) -> Poly:
    """``ceil(log2(n))`` of a whole number."""
    return atoms.log_of(Poly.constant(2), 2 * ranks - 1)


def _growing(one: Poly, levels: Poly) -> Poly | None:
    """Messages of 1, 2, 4, ... blocks, the last one of what is left; None if times are no lines."""
    parts = one.coefficients("bytes")
    if len(parts) > 2 or any(atoms.depends_on(part, "bytes") for part in parts):
        return None
    rate = parts[1] if len(parts) == 2 else Poly.constant(0)
    return levels * parts[0] + (_RANKS - 1) * rate * _BYTES
