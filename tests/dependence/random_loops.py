"""Random Fortran loops over arrays and scalars, with subscripts of all kinds; they stay inside."""

from __future__ import annotations

import random

_SIZES = ("N", "M", "N-1", "M-2", "3", "5")


def random_loops(seed: int) -> str:
    """Return a main program made from a seed: nests of loops, and two procedures that they call."""
    return _Writer(random.Random(seed)).text()


class _Writer:
    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._lines: list[str] = []
        self._indices: list[str] = []
        self._label = 0

    def text(self) -> str:
        rng = self._rng
        self._put("PROGRAM LOOPS")
        self._put("COMMON /SEEN/ C(-60:120), KC")
        self._put("REAL X(-60:120), Y(-60:120), A(-30:50,-30:50), S, T, U")
        self._put("REAL W(-60:120), V(-60:120,3)")
        self._put("INTEGER IX(-60:120), N, M, K, L, I, J, KK, II")
        self._put(f"N = {rng.randint(2, 6)}")
        self._put(f"M = {rng.randint(2, 6)}")
        for name in ("S", "T", "U"):
            self._put(f"{name} = {rng.choice(['0.0', '1.0', '2.5'])}")
        self._put("K = 1")
        self._put("L = 0")
        self._put("KC = 0")
        self._put("DO 1 I = -60, 120")
        self._put("X(I) = I")
        self._put("C(I) = I")
        self._put(f"IX(I) = MOD(I*{rng.choice([1, 2, 3, 5])}, 7)")
        self._put("W(I) = 3")
        self._put("V(I,1) = 4")
        self._put("V(I,2) = 5")
        self._put("Y(I) = 2", label=1)
        self._put("DO 2 J = -30, 50")
        self._put("DO 2 I = -30, 50")
        self._put("A(I,J) = I + J", label=2)
        self._label = 10
        for _ in range(rng.randint(2, 4)):
            self._loop(0)
        self._put("PRINT *, S, T, U, K, L, X(1), Y(1), A(1,1)")
        self._put("END")
        self._put("SUBROUTINE PLACE (P, Q)")
        self._put(rng.choice(["P = Q*2", "P = P + Q", "Q = P"]))
        self._put("END")
        self._put("SUBROUTINE ROW (L, INC, P, Q)")
        self._put("REAL P(*), Q(*)")
        self._put("IF (INC .EQ. 1) THEN")
        self._put("DO 5 J = 1, L")
        self._put(rng.choice(["P(J) = Q(J)*2", "P(J) = P(J) + Q(1)", "P(L+1-J) = Q(J+1)"]), label=5)
        self._put("ELSE")
        self._put("DO 6 J = 1, L")
        self._put(rng.choice(["P(1+(J-1)*INC) = Q(J)", "P(J) = P(1+(J-1)*INC)"]), label=6)
        self._put("END IF")
        self._put("END")
        self._put("REAL FUNCTION WEIGH (P)")
        self._put("COMMON /SEEN/ C(-60:120), KC")
        self._put(rng.choice(["WEIGH = P*P", "WEIGH = P + C(3)", "KC = KC + 1"]))
        self._put("WEIGH = P + 1")
        self._put("END")
        return "\n".join(self._lines) + "\n"

    def _put(self, text: str, label: int | None = None) -> None:
        self._lines.append(f"{label or '':>5} {text}")

    def _loop(self, depth: int) -> None:
        rng = self._rng
        names = [name for name in ("I", "J", "KK") if name not in self._indices]
        index = rng.choice(names)
        self._label += 10
        label = self._label
        first = rng.choice(["1", "1", "2", "0", *self._indices])
        last = rng.choice([*_SIZES, *self._indices, *(f"{name}+2" for name in self._indices)])
        step = rng.choice(["", "", "", "", ",2", ",-1"])
        if step == ",-1":
            first, last = last, first
        self._put(f"DO {label} {index} = {first}, {last}{step}")
        self._indices.append(index)
        for _ in range(rng.randint(1, 3)):
            if depth < 2 and rng.random() < 0.4:
                self._loop(depth + 1)
            else:
                self._statement()
        self._indices.pop()
        self._put("CONTINUE", label)

    def _statement(self) -> None:
        rng = self._rng
        kind = rng.choice(
            [
                "set",
                "set",
                "set",
                "sum",
                "sum",
                "scalar",
                "if",
                "max",
                "call",
                "row",
                "count",
                "work",
                "work",
            ]
        )
        match kind:
            case "set":
                self._put(f"{self._element()} = {self._value()}")
            case "sum":
                target = rng.choice(["S", "T", self._element()])
                self._put(f"{target} = {target} {rng.choice('+-')} {self._value()}")
            case "scalar":
                self._put(f"{rng.choice(['T', 'U', 'S'])} = {self._value()}")
            case "if":
                test = f"{self._value()} {rng.choice(['.GT.', '.LT.'])} {self._value()}"
                self._put(f"IF ({test}) THEN")
                self._put(f"{rng.choice(['T', 'U', self._element()])} = {self._value()}")
                if rng.random() < 0.4:
                    self._put("ELSE")
                    self._put(f"{rng.choice(['T', 'U', self._element()])} = {self._value()}")
                self._put("END IF")
            case "max":
                item = self._element()
                self._put(rng.choice([f"IF ({item} .GT. S) S = {item}", f"S = MAX(S, {item})"]))
            case "work":
                self._work()
            case "call":
                self._put(f"CALL PLACE ({rng.choice(['T', self._element()])}, {self._element()})")
            case "row":
                sizes = f"{rng.choice(['2', '3', 'N'])}, {rng.choice([1, 1, 2])}"
                first = second = self._element()
                while first[0] == second[0]:  # no procedure may write what two arguments are
                    second = self._element()
                self._put(f"CALL ROW ({sizes}, {first}, {second})")
            case _:
                name = rng.choice(["K", "L"])
                self._put(f"{name} = {rng.choice([f'{name} + 1', self._subscript()])}")
                self._put(f"{name} = MIN({name}, 20)" if rng.random() < 0.3 else "CONTINUE")

    def _work(self) -> None:
        """Write an array that each iteration may need for itself, and read it, as a rule all of it."""
        rng = self._rng
        first, last = rng.choice(["1", "2", *self._indices]), rng.choice(_SIZES)
        place = rng.choice(["W(II)", "W(II)", "W(II+1)", "V(II,1)", "V(II,2)", "W(5-II)"])
        wide = rng.choice([False, False, True])
        guarded, left = rng.random() < 0.1, rng.random() < 0.1
        self._label += 10
        step = rng.choice(["", "", "", ",2"])
        self._put(f"DO {self._label} II = {first}, {last}{step}")
        if left:
            self._put(f"IF (X(II) .GT. {rng.randint(1, 9)}) EXIT")
        guard = f"IF ({self._value()} .GT. 2) " if guarded else ""
        self._put(f"{guard}{place} = {self._value()}")
        self._put("CONTINUE", label=self._label)
        if rng.random() < 0.3:
            self._put(f"{self._element()} = {self._value()}")
        self._label += 10
        if rng.random() < 0.2:
            first, last = rng.choice(["1", "3"]), rng.choice(_SIZES)
        self._put(f"DO {self._label} II = {first}, {last}{'-1' if wide else ''}")
        source = rng.choice([place, place, place, "W(II)", "W(II-1)"])
        target = rng.choice(["X(II)", f"A(II,{self._subscript()})", "Y(II)", "S"])
        self._put(f"{target} = {source} + {self._value()}")
        self._put("CONTINUE", label=self._label)

    def _element(self) -> str:
        rng = self._rng
        name = rng.choice(["X", "X", "Y", "A", "A", "C"])
        if name == "A":
            return f"A({self._subscript()},{self._subscript()})"
        return f"{name}({self._subscript()})"

    def _subscript(self) -> str:
        rng = self._rng
        forms = ["1", "3", "N"]
        for index in self._indices:
            offset = rng.choice(["", "", "+1", "-1", "+2", "-3"])
            forms += [f"{index}{offset}"] * 3
            forms += [f"2*{index}{offset}", f"-{index}{offset}" if not offset else f"4-{index}"]
            forms += [f"{index}+N", f"IX({index})", f"MOD({index},3)", f"{index}/2"]
        if len(self._indices) > 1:
            one, other = rng.sample(self._indices, 2)
            forms += [f"{one}+{other}", f"{one}-{other}", f"2*{one}+{other}"]
        forms += ["MOD(K,20)", "MOD(L,9)"]
        return rng.choice(forms)

    def _value(self) -> str:
        rng = self._rng
        forms = [self._element(), self._element(), f"{self._element()}*2.0", "S", "T", "U", "1.5"]
        forms += [f"{self._element()} + {self._element()}", f"WEIGH({self._element()})"]
        return rng.choice(forms)
