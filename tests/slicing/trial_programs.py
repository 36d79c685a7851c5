"""Random programs with loops that end on a value that no slice can know, in C and Fortran.

Each statement has a counter on its line: what a run of the slice says one count tells of another can be
held against a real run, whatever the values were.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

C_DATA = """\
double data(void)
{
    static unsigned s = SEED;
    s = s * 1664525u + 1013904223u;
    return (s >> 8) / 16777216.0;
}
"""
FORTRAN_DATA = """\
      DOUBLE PRECISION FUNCTION DATUM(I)
      INTEGER I, S
      SAVE S
      DATA S /SEED/
      S = MOD(S*421 + 1663, 7875)
      DATUM = S/7875.0D0
      END
"""
_CONDITIONS = ("s % 2 == 0", "s > 3", "t == 1", "s + t < 4", "table[s] > 2")
_FORTRAN_CONDITIONS = (
    "MOD(S, 2) .EQ. 0", "S .GT. 3", "T .EQ. 1", "S + T .LT. 4", "TABLE(S + 1) .GT. 2",
)  # fmt: skip
_CHANGES = ("s = (s * 3 + 1) % 7;", "t = 1 - t;", "s = table[s];", "t = s % 2;", "s = 2;")
_FORTRAN_CHANGES = (
    "S = MOD(S*3 + 1, 7)", "T = 1 - T", "S = TABLE(S + 1)", "T = MOD(S, 2)", "S = 2",
)  # fmt: skip


@dataclass
class _Writer:
    seed: int
    lines: list[str] = field(default_factory=list[str])
    counters: int = 0
    names: int = 0
    labels: int = 100

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)

    def probability(self) -> float:
        return self.random.choice((0.15, 0.25, 0.35, 0.5))


class CProgram(_Writer):
    """A program in C; ``data`` is in another file."""

    def text(self) -> str:
        """Return the program."""
        body = self._main()
        head = [
            "#include <stdio.h>",
            "extern double data(void);",
            f"static long c[{self.counters}];",
        ]
        head += ["static int table[7] = {3, 0, 6, 1, 5, 2, 4};", "static int s = 1, t;"]
        end = f'    for (int i = 0; i < {self.counters}; i++) printf("%ld\\n", c[i]);'
        return "\n".join([*head, *body, end, "    return 0;", "}"]) + "\n"

    def _main(self) -> list[str]:
        names = ("work", "solve", "step")
        for number, name in enumerate(names):
            self._put(0, f"static int {name}(int n)")
            self._put(0, "{")
            if name == "work":
                self._put(1, "for (int i = 0; i < n; i++)")
                self._put(2, "for (int j = 0; j <= i; j++)")
                self._count(3)
            else:
                self._block(1, 3, 2 if name == "solve" else 1, names[:number])
            self._put(1, "return n;")
            self._put(0, "}")
        self._put(0, "int main(void)")
        self._put(0, "{")
        self._block(1, 5, 3, names)
        return self.lines

    def _put(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    def _count(self, depth: int) -> None:
        self._put(depth, f"c[{self.counters}]++;")
        self.counters += 1

    def _block(self, depth: int, most: int, deep: int, calls: tuple[str, ...]) -> None:
        self._count(depth)
        for _ in range(self.random.randint(1, most)):
            self._statement(depth, deep, calls)

    def _statement(self, depth: int, deep: int, calls: tuple[str, ...]) -> None:
        p = self.probability()
        kind = self.random.randrange(12 if deep else 4)
        if kind == 0:
            self._put(depth, self.random.choice(_CHANGES))
        elif kind in (1, 2, 3):
            argument = self.random.choice(("3", "s", "t + 1", "table[s]"))
            self._put(depth, f"{self.random.choice(calls)}({argument});")
        elif kind in (4, 5):
            self._put(depth, f"while (data() > {p}) {{")
            self._block(depth + 1, 2, deep - 1, calls)
            self._put(depth, "}")
        elif kind == 6:
            self._put(depth, "do {")
            self._block(depth + 1, 2, deep - 1, calls)
            self._put(depth, f"}} while (data() > {p});")
        elif kind in (7, 8):
            self.names += 1
            name = f"k{self.names}"
            ends = self.random.choice(("", f"{name} < {self.random.randint(2, 6)}"))
            self._put(depth, f"for (int {name} = 0; {ends}; {name}++) {{")
            self._block(depth + 1, 2, deep - 1, calls)
            self._put(depth + 1, f"if (data() < {p}) {{")
            self._count(depth + 2)
            self._put(depth + 2, "break;")
            self._put(depth + 1, "}")
            if (
                self.random.random() < 0.4
            ):  # what leaves the loop is known, whether it is reached not
                self._put(depth + 1, f"if (data() < {p}) {{")
                self._count(depth + 2)
                self._put(depth + 2, f"if ({self.random.choice(_CONDITIONS)}) break;")
                self._put(depth + 1, "}")
            self._block(depth + 1, 2, deep - 1, calls)
            self._put(depth, "}")
        elif kind == 9:
            self._put(depth, f"if ({self.random.choice(_CONDITIONS)}) {{")
            self._block(depth + 1, 2, deep - 1, calls)
            self._put(depth, "} else {")
            self._block(depth + 1, 2, deep - 1, calls)
            self._put(depth, "}")
        elif kind == 10:
            self.names += 1
            name = f"k{self.names}"
            self._put(depth, f"for (int {name} = 0; {name} < 3; {name}++) {{")
            self._block(depth + 1, 2, deep - 1, calls)
            self._put(depth, "}")
        else:
            self._put(depth, f"if (data() < {p}) {{")
            self._block(depth + 1, 1, 0, calls)
            self._put(depth, "}")


class FortranProgram(_Writer):
    """A program in FORTRAN 77; ``DATUM`` is in another file."""

    def text(self) -> str:
        """Return the program."""
        declared = [
            "      INTEGER S, T, TABLE, C",
            "      DOUBLE PRECISION DATUM",
            "      COMMON /STATE/ S, T, TABLE(7), C(400)",
        ]
        for name in ("WORK", "SOLVE"):
            self.lines += [f"      SUBROUTINE {name}(N)", "      INTEGER N", *declared]
            if name == "WORK":
                self._put("DO I = 1, N")
                self._put("DO J = 1, I")
                self._count()
                self._put("END DO")
                self._put("END DO")
            else:
                self._block(3, 2, ("WORK",))
            self._put("END")
        self.lines += ["      PROGRAM RANDOM", *declared]
        self._put("S = 1")
        self._put("T = 0")
        self._put("DO I = 1, 7")
        self._put("TABLE(I) = MOD(I*3, 7)")
        self._put("END DO")
        self._block(5, 3, ("WORK", "SOLVE"))
        self._put(f"WRITE (*, '(I12)') (C(I), I = 1, {self.counters})")
        self._put("END")
        return "\n".join(self.lines) + "\n"

    def _put(self, text: str, label: object = "") -> None:
        self.lines.append(f"{label:<6}{text}")

    def _count(self) -> None:
        self.counters += 1
        self._put(f"C({self.counters}) = C({self.counters}) + 1")

    def _block(self, most: int, deep: int, calls: tuple[str, ...]) -> None:
        self._count()
        for _ in range(self.random.randint(1, most)):
            self._statement(deep, calls)

    def _statement(self, deep: int, calls: tuple[str, ...]) -> None:
        p = f"{self.probability()}D0"
        kind = self.random.randrange(12 if deep else 4)
        if kind == 0:
            self._put(self.random.choice(_FORTRAN_CHANGES))
        elif kind in (1, 2, 3):
            argument = self.random.choice(("3", "S", "T + 1", "TABLE(S + 1)"))
            self._put(f"CALL {self.random.choice(calls)}({argument})")
        elif kind in (4, 5):
            self._put(f"DO WHILE (DATUM(1) .GT. {p})")
            self._block(2, deep - 1, calls)
            self._put("END DO")
        elif kind == 6:
            self.labels += 10
            label = self.labels
            self._put("CONTINUE", label)
            self._block(2, deep - 1, calls)
            self._put(f"IF (DATUM(1) .GT. {p}) GOTO {label}")
        elif kind in (7, 8):
            self.names += 1
            head = self.random.choice(("DO", f"DO K{self.names} = 1, {self.random.randint(2, 6)}"))
            self._put(head)
            self._block(2, deep - 1, calls)
            self._put(f"IF (DATUM(1) .LT. {p}) EXIT")
            if self.random.random() < 0.4:
                self._put(f"IF (DATUM(1) .LT. {p}) THEN")
                self._count()
                self._put(f"IF ({self.random.choice(_FORTRAN_CONDITIONS)}) EXIT")
                self._put("END IF")
            self._block(2, deep - 1, calls)
            self._put("END DO")
        elif kind == 9:
            self._put(f"IF ({self.random.choice(_FORTRAN_CONDITIONS)}) THEN")
            self._block(2, deep - 1, calls)
            self._put("ELSE")
            self._block(2, deep - 1, calls)
            self._put("END IF")
        elif kind == 10:
            self.names += 1
            self._put(f"DO K{self.names} = 1, 3")
            self._block(2, deep - 1, calls)
            self._put("END DO")
        else:
            self._put(f"IF (DATUM(1) .LT. {p}) THEN")
            self._block(1, 0, calls)
            self._put("END IF")
