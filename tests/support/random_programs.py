"""Random Fortran programs that count their own executions and always end."""

from __future__ import annotations

import random

from tests.support.counted import COUNTERS, Case

INPUTS = ((0, 0), (1, 3), (4, 2), (-2, 5), (6, 6), (7, -3), (3, 9))
_COMPARISONS = (".LT.", ".LE.", ".GT.", ".GE.", ".EQ.", ".NE.")
_FUEL = 40
"""How often the jumps backward of one run are taken, in all."""


def random_case(seed: int) -> Case:
    """Return a program made from a seed: a subroutine with two arguments, and two units it calls."""
    return _Writer(seed).case()


class _Writer:
    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)
        self._name = f"R{seed}"
        self._lines: list[str] = []
        self._counter = 0
        self._label = 0
        self._indices: list[str] = []
        self._budget = 0
        self._called, self._function = f"S{seed}", f"JF{seed}"
        self._inner = False
        self._shared = "L"  # how a unit writes the COMMON variable
        self._result = ""
        self._calm = seed % 2 == 0  # without branches more counts are exact

    def case(self) -> Case:
        self._unit(f"SUBROUTINE {self._name}(N,M)", budget=14)
        self._inner = True
        self._shared = self._rng.choice(["L", "L", "LA(1)"])
        self._unit(f"SUBROUTINE {self._called}(N,M,K)", budget=6)
        self._result = self._function
        self._unit(f"INTEGER FUNCTION {self._function}(N,M,K)", budget=3)
        text = "\n".join(self._lines) + "\n"
        return Case(self._name, text, ("N", "M"), (), INPUTS, frozenset())

    def _unit(self, header: str, budget: int) -> None:
        self._budget = budget
        self._put(header)
        self._put(f"COMMON /KNT/ KOUNT({COUNTERS})")
        self._put(f"COMMON /C{self._name}/ {self._shared}")
        self._put(f"SAVE /C{self._name}/")
        self._put("IFUEL = 0")
        for variable in ("J1", *(() if self._inner else ("K", "L")), self._result):
            if not variable:
                continue
            self._put(f"{variable} = {self._rng.choice(['0', '1', '3', 'N', 'M', 'N-M', '2*M'])}")
        self._statements(0)
        self._put("END")

    def _put(self, text: str, label: int | None = None) -> None:
        self._lines.append(f"{label or '':>5} {text}" if label else f"      {text}")

    def _new_label(self) -> int:
        self._label += 10
        return self._label

    def _count(self) -> None:
        if self._counter < COUNTERS:
            self._counter += 1
            self._put(f"KOUNT({self._counter}) = KOUNT({self._counter}) + 1")

    def _statements(self, depth: int) -> None:
        for _ in range(self._rng.randint(1, 3 if depth else 5)):
            if self._budget <= 0:
                break
            self._budget -= 1
            self._statement(depth)
        self._count()

    def _statement(self, depth: int) -> None:
        kinds = ["assign", "do", "do", "call"]
        if not self._calm:
            kinds += ["if", "skip", "back"]
        if depth >= 3:
            kinds = ["assign", "assign", *([] if self._calm else ["if", "skip"])]
        getattr(self, f"_{self._rng.choice(kinds)}")(depth)

    # --- statements ------------------------------------------------------------------------------

    def _assign(self, depth: int) -> None:
        target = self._rng.choice(["J1", "K", self._shared])
        if self._result:
            target = self._rng.choice(["J1", self._result, self._result, self._shared])
        elif not self._inner and self._rng.random() < 0.2:
            arguments = f"({self._expression()}), ({self._atom()}), (K)"
            self._put(f"{target} = {self._function}({arguments})")
            return
        if depth <= 2 and self._rng.random() < 0.4:
            self._put(f"{target} = {target} + {self._rng.choice(['1', '2', '(-1)'])}")
            return
        forms = [f"{target} + {self._rng.randint(-2, 3)}", self._expression()]
        self._put(f"{target} = {self._bounded(self._rng.choice(forms), depth)}")

    def _do(self, depth: int) -> None:
        index, label = f"I{len(self._indices)}", self._new_label()
        first = self._rng.choice(["1", "1", "0", self._expression()])
        last = self._rng.choice(["N", "M", self._expression(), self._expression()])
        step = self._rng.choice(["", "", "", ",2", ",-1", ",3", ",-2"])
        if step.startswith(",-") and self._rng.random() < 0.7:
            first, last = last, first
        self._put(f"DO {label} {index} = {first}, {last}{step}")
        self._indices.append(index)
        self._statements(depth + 1)
        self._indices.pop()
        self._put("CONTINUE", label)
        if self._rng.random() < 0.3:
            self._put(f"J1 = {index}")

    def _if(self, depth: int) -> None:
        self._put(f"IF ({self._condition()}) THEN")
        self._statements(depth + 1)
        if self._rng.random() < 0.4:
            self._put(f"ELSE IF ({self._condition()}) THEN")
            self._statements(depth + 1)
        if self._rng.random() < 0.5:
            self._put("ELSE")
            self._statements(depth + 1)
        self._put("END IF")

    def _skip(self, depth: int) -> None:
        """A jump forward over statements, perhaps out of a loop."""
        label = self._new_label()
        if self._rng.random() < 0.5 and depth < 3:
            inner, index = self._new_label(), f"I{len(self._indices)}"
            self._put(f"DO {inner} {index} = 1, {self._expression()}")
            self._indices.append(index)
            self._put(f"IF ({self._condition()}) GOTO {label}")
            self._statements(depth + 1)
            self._indices.pop()
            self._put("CONTINUE", inner)
        else:
            self._put(f"IF ({self._condition()}) GOTO {label}")
        self._statements(depth + 1)
        self._put("CONTINUE", label)

    def _back(self, depth: int) -> None:
        label = self._new_label()
        self._put("CONTINUE", label)
        self._statements(depth + 1)
        self._put("IFUEL = IFUEL + 1")
        self._put(f"IF (IFUEL .LT. {_FUEL} .AND. {self._condition()}) GOTO {label}")

    def _call(self, depth: int) -> None:
        if self._inner:
            self._assign(depth)
        elif self._rng.random() < 0.2:
            self._put(f"CALL XINCR({self._rng.choice(['J1', 'K', '(L)'])})")
        else:
            third = self._rng.choice(["K", "J1"])
            arguments = f"({self._expression()}), ({self._atom()}), {third}"
            self._put(f"CALL {self._called}({arguments})")

    # --- expressions -----------------------------------------------------------------------------

    def _atom(self) -> str:
        names = ["N", "M", "K", self._shared, "J1", *self._indices, *self._indices]
        return self._rng.choice([*names, str(self._rng.randint(0, 4))])

    def _expression(self) -> str:
        first, second = self._atom(), self._atom()
        forms = [
            first,
            f"{first} + {second}",
            f"{first} - {second}",
            f"{first} - {self._rng.randint(1, 3)}",
            f"({first})/{self._rng.choice(['2', '3', '(-2)'])}",
            f"MOD({first}, {self._rng.choice(['2', '3', '4'])})",
            f"MIN({first}, {second})",
            f"MAX({first}, {second})",
            f"ABS({first} - {second})",
        ]
        return self._rng.choice(forms)

    def _bounded(self, text: str, depth: int) -> str:
        """Values set in loops stay small, or nests run for ever."""
        return f"MOD({text}, 9)" if depth or self._inner else text

    def _condition(self) -> str:
        return f"{self._expression()} {self._rng.choice(_COMPARISONS)} {self._atom()}"
