"""Random units that call themselves and each other, told by an integer how deep: both languages.

Every call has a first argument less than its own, and nothing is called where that is not positive.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from tests.oracle.c_programs.units import CProgram
from tests.oracle.programs.pieces import Piece, line
from tests.oracle.programs.program import RandomProgram

if TYPE_CHECKING:
    from collections.abc import Iterator

INPUTS = ((0, 0), (1, 3), (5, 2), (-2, 5), (9, 6), (7, -3), (12, 1))


def recursive_program(seed: int, language: str) -> RandomProgram:
    """Return the program of a seed."""
    maker = _Fortran(seed) if language == "fortran" else _C(seed)
    made = RandomProgram if language == "fortran" else CProgram
    name = maker.name("P")
    return made(seed, maker.pieces(), name, False, language, maker.inputs)


class _Maker:
    """What a program does is drawn here; a subclass writes it."""

    inputs = ("N", "M")

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(f"recursive {seed}")
        self._seed = seed
        self._units = self._rng.choice([1, 1, 2, 3])

    def name(self, letter: str) -> str:
        """Return the name of a unit."""
        return f"{letter}{self._seed}"

    def pieces(self) -> tuple[Piece, ...]:
        raise NotImplementedError

    def _unit_names(self) -> list[str]:
        return [self.name("QRS"[number]) for number in range(self._units)]

    def _less(self) -> str:
        return self._rng.choice(["n - 1", "n - 1", "n - 2", "n / 2", "n - 3", "(n - 1) / 2"])

    def _other(self) -> str:
        return self._rng.choice(["m", "m", "m + 1", "m - 1", "n", "m / 2", "2"])

    def _condition(self) -> tuple[str, str, str]:
        """Two sides and a relation, as Fortran calls it."""
        rng = self._rng
        left = rng.choice(["m", "n", "n - m", "n + m", "n % 2", "m % 3"])
        return left, rng.choice(["EQ", "GE", "LT", "NE", "GT"]), str(rng.randint(-1, 4))

    def _statements(self, calls: int) -> Iterator[tuple[str, ...]]:
        """Yield statements: what they are and what they are made of."""
        rng = self._rng
        yield ("add",)
        yield ("stop", str(rng.choice([0, 0, 1, 2])))
        for _ in range(calls):
            target = rng.choice(self._unit_names())
            call = ("call", target, self._less(), self._other())
            kind = rng.random()
            if kind < 0.45:
                yield call
            elif kind < 0.75:
                yield ("if", *self._condition(), *call[1:])
            elif kind < 0.9:
                bound = rng.choice(["2", "m - n", "n % 3"])
                yield ("loop", bound, *call[1:])
            else:
                yield ("leaf", rng.choice(["n", "m", "n + m"]))
            if rng.random() < 0.3:
                yield ("work", rng.choice(["n", "m", "n - m", "n / 2"]))
        if rng.random() < 0.4:
            yield ("leaf", rng.choice(["n", "m", "3"]))

    def _bodies(self) -> Iterator[tuple[str, list[tuple[str, ...]]]]:
        for name in self._unit_names():
            yield name, list(self._statements(self._rng.choice([1, 2, 2, 3])))

    def _starts(self) -> list[tuple[str, str, str]]:
        rng, names = self._rng, self._unit_names()
        count = rng.choice([1, 1, 2, 3])
        values = ["n", "n", "n + 1", "m", "6", "n / 2"]
        return [(rng.choice(names), rng.choice(values), rng.choice(values)) for _ in range(count)]


class _Fortran(_Maker):
    def pieces(self) -> tuple[Piece, ...]:
        """Return the top unit, those that call themselves, and one that these call."""
        units = [self._top(), *(self._unit(name, body) for name, body in self._bodies())]
        leaf = [f"SUBROUTINE {self.name('L')}(K)", *self._common(), "DO 10 I = 1, K"]
        leaf += ["IG = IG + 1", "10 CONTINUE", "END"]
        return (*units, self._piece(leaf))

    def _common(self) -> list[str]:
        return ["IMPLICIT INTEGER (A-Z)", f"COMMON /C{self._seed}/ IG"]

    def _piece(self, texts: list[str]) -> Piece:
        rows: list[str] = []
        for text in texts:
            head, _, rest = text.partition(" ")
            rows.append(line(rest, int(head)) if head.isdigit() else line(text))
        return Piece(tuple(rows), fixed=True, unit=True)

    def _top(self) -> Piece:
        rows = [f"SUBROUTINE {self.name('P')}(N, M)", *self._common(), "IG = 0"]
        for number, (name, first, second) in enumerate(self._starts(), 1):
            if number == 2:
                rows += ["DO 90 J = 1, 2", f"CALL {name}({_f(first)}, J)", "90 CONTINUE"]
            else:
                rows.append(f"CALL {name}({_f(first)}, {_f(second)})")
        return self._piece([*rows, "END"])

    def _unit(self, name: str, body: list[tuple[str, ...]]) -> Piece:
        rows = [f"RECURSIVE SUBROUTINE {name}(N, M)", *self._common()]
        for number, (kind, *parts) in enumerate(body):
            label = 10 * (number + 1)
            match kind:
                case "add":
                    rows.append("IG = IG + 1")
                case "stop":
                    rows.append(f"IF (N .LE. {parts[0]}) RETURN")
                case "call":
                    rows.append(self._call(parts))
                case "if":
                    left, relation, right, *call = parts
                    rows += [f"IF ({_f(left)} .{relation}. {right}) THEN", self._call(call)]
                    rows += ["IG = IG + 2", "END IF"]
                case "loop":
                    rows += [f"DO {label} I = 1, {_f(parts[0])}", self._call(parts[1:])]
                    rows.append(f"{label} CONTINUE")
                case "work":
                    rows += [f"DO {label} I = 1, {_f(parts[0])}", "IG = IG + I"]
                    rows.append(f"{label} CONTINUE")
                case _:
                    rows.append(f"CALL {self.name('L')}({_f(parts[0])})")
        return self._piece([*rows, "END"])

    def _call(self, parts: list[str]) -> str:
        return f"CALL {parts[0]}({_f(parts[1])}, {_f(parts[2])})"


def _f(text: str) -> str:
    """An expression in Fortran; one by itself stands in parentheses, so that it is a value."""
    left, sign, right = text.partition(" % ")
    return f"MOD({left.upper()}, {right})" if sign else f"({text.upper()})"


class _C(_Maker):
    inputs = ("n", "m")

    def name(self, letter: str) -> str:
        """Return the name of a unit."""
        return super().name(letter).lower()

    def pieces(self) -> tuple[Piece, ...]:
        """Return a leaf, the functions that call themselves, and the one from which to start."""
        head = [f"static int g{self._seed};"]
        head += [f"static void {name}(int n, int m);" for name in self._unit_names()]
        leaf = [f"static void {self.name('L')}(int k)", "{", "int i;", "for (i = 0; i < k; i++)"]
        leaf += [self._add("1"), "}"]
        units = [self._unit(name, body) for name, body in self._bodies()]
        return (self._piece(head), self._piece(leaf), *units, self._top())

    def _add(self, value: str) -> str:
        return f"g{self._seed} += {value};"

    def _piece(self, rows: list[str]) -> Piece:
        return Piece(tuple(rows), fixed=True, unit=True)

    def _top(self) -> Piece:
        rows = [f"int {self.name('P')}(int n, int m)", "{", "int j;"]
        for number, (name, first, second) in enumerate(self._starts(), 1):
            if number == 2:
                rows += ["for (j = 1; j <= 2; j++)", f"{name}({first}, j);"]
            else:
                rows.append(f"{name}({first}, {second});")
        return self._piece([*rows, "return 0;", "}"])

    def _unit(self, name: str, body: list[tuple[str, ...]]) -> Piece:
        rows = [f"static void {name}(int n, int m)", "{", "int i;"]
        for kind, *parts in body:
            match kind:
                case "add":
                    rows.append(self._add("1"))
                case "stop":
                    rows += [f"if (n <= {parts[0]})", "return;"]
                case "call":
                    rows.append(self._call(parts))
                case "if":
                    left, relation, right, *call = parts
                    rows += [f"if ({left} {_RELATIONS[relation]} {right}) {{"]
                    rows += [self._call(call), self._add("2"), "}"]
                case "loop":
                    rows += [f"for (i = 0; i < {parts[0]}; i++)", self._call(parts[1:])]
                case "work":
                    rows += [f"for (i = 0; i < {parts[0]}; i++)", self._add("i")]
                case _:
                    rows.append(f"{self.name('L')}({parts[0]});")
        return self._piece([*rows, "}"])

    def _call(self, parts: list[str]) -> str:
        return f"{parts[0]}({parts[1]}, {parts[2]});"


_RELATIONS = {"EQ": "==", "GE": ">=", "LT": "<", "NE": "!=", "GT": ">"}
