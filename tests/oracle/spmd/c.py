"""Random message-passing programs in C."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.oracle.programs.pieces import Piece
from tests.oracle.spmd.syntax import TABLE, Body, Locals, Syntax, Unit

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

_RELATIONS = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_BITS = {"and": "&", "xor": "^", "left": "<<"}


class C(Syntax):
    """C as programs of the nineties have it, and as those of today."""

    language = "c"
    types = ("MPI_INT", "MPI_DOUBLE", "MPI_FLOAT", "MPI_CHAR", "MPI_LONG")
    status = "MPI_STATUS_IGNORE"
    statuses = "MPI_STATUSES_IGNORE"

    def __init__(self, rng: random.Random) -> None:
        super().__init__(rng)
        self._macros = rng.random() < 0.5
        self._record = rng.random() < 0.5
        self._labels = iter(range(10000))

    def mod(self, left: str, right: str) -> str:
        """See the base class."""
        return f"(({left}) % ({right}))"

    def least(self, left: str, right: str) -> str:
        """See the base class."""
        if self._macros:
            return f"MIN({left}, {right})"
        return f"(({left}) < ({right}) ? ({left}) : ({right}))"

    def most(self, left: str, right: str) -> str:
        """See the base class."""
        if self._macros:
            return f"MAX({left}, {right})"
        return f"(({left}) > ({right}) ? ({left}) : ({right}))"

    def compare(self, left: str, relation: str, right: str) -> str:
        """See the base class."""
        return f"({left}) {_RELATIONS[relation]} ({right})"

    def both(self, left: str, right: str) -> str:
        """See the base class."""
        return f"({left}) && ({right})"

    def either(self, left: str, right: str) -> str:
        """See the base class."""
        return f"({left}) || ({right})"

    def element(self, table: str, index: str) -> str:
        """See the base class."""
        return f"{table}[{index}]"

    def bits(self, operation: str, left: str, right: str) -> str:
        """See the base class."""
        return f"(({left}) {_BITS[operation]} ({right}))"

    def ask(self, name: str, *arguments: str) -> str:
        """See the base class."""
        return f"{name}({', '.join(arguments)})"

    def out(self, name: str) -> str:
        """See the base class."""
        return f"&{name}"

    def result(self, name: str) -> str:
        """See the base class."""
        return f"(*{name})"

    def named(self, name: str) -> str:
        """See the base class."""
        return name.upper()

    def plain(self, text: str, *, fixed: bool = False) -> Piece:
        """See the base class."""
        return Piece((self._text(f"{text};"),), fixed=fixed)

    def _text(self, text: str) -> str:
        """Shared variables are members of a record, or are themselves."""
        if self._record and self.shared:
            return re.sub(rf"\b({'|'.join(self.shared)})\b", r"shared.\1", text)
        return text

    def mpi(self, routine: str, *arguments: str) -> Piece:
        """See the base class."""
        return self.plain(f"MPI_{routine.capitalize()}({', '.join(arguments)})")

    def invoke(self, unit: Unit, arguments: Sequence[str]) -> Piece:
        """See the base class."""
        first = len(unit.values)
        given = [
            self.out(text) if first <= at < first + len(unit.results) else text
            for at, text in enumerate(arguments)
        ]
        return self.plain(f"{unit.name}({', '.join(given)})")

    def when(self, condition: str, then: Body, other: Body = ()) -> Piece:
        """See the base class."""
        parts = (self._text(f"if ({condition}) {{"), then)
        if other:
            parts = (*parts, "} else {", other)
        return Piece((*parts, "}"))

    def loop(self, name: str, first: str, last: str, step: str, body: Body) -> Piece:
        """See the base class."""
        if step.startswith("-"):
            rest = f"{name} >= {last}; {name} -= {step[1:]}"
        else:
            by = f"{name}++" if step == "1" else f"{name} += {step}"
            end = f"{name} < {last} + 1" if self.rng.random() < 0.5 else f"{name} <= {last}"
            rest = f"{end}; {by}"
        return Piece((self._text(f"for ({name} = {first}; {rest}) {{"), body, "}"))

    def whilst(self, condition: str, body: Body) -> Piece:
        """See the base class."""
        return Piece((self._text(f"while ({condition}) {{"), body, "}"))

    def cases(self, value: str, bodies: Sequence[Body]) -> Piece:
        """See the base class."""
        parts = list[str | Body]()
        for at, body in enumerate(bodies):
            parts += [f"case {at}: {{", body, "} break;"]
        return Piece((self._text(f"switch ({value}) {{"), *parts, "}"))

    def stop_loop(self, condition: str) -> Piece:
        """See the base class."""
        return Piece((self._text(f"if ({condition}) break;"),))

    def function(self) -> Piece:
        """See the base class."""
        result = self.rng.choice(
            ["return (rank + step + nprocs) % nprocs;",
             "step += rank; while (step >= nprocs) step -= nprocs; return step < 0 ? 0 : step;",
             "if (step < 0) return rank == 0 ? MPI_PROC_NULL : rank - 1; return (rank + 1) % nprocs;"]
        )  # fmt: skip
        return Piece(
            ("static int next(int rank, int step, int nprocs)", "{", result, "}"), unit=True
        )

    def leave(self, condition: str) -> Piece:
        """See the base class."""
        return Piece((self._text(f"if ({condition}) return;"),))

    def skip(self, condition: str, body: Body) -> Piece:
        """See the base class."""
        label = f"past{next(self._labels)}"
        return Piece((self._text(f"if ({condition}) goto {label};"), body, f"{label}: ;"))

    def _declared(self, declared: Locals) -> Body:
        lines = list[str]()
        for kind, names in (
            ("int", [*declared.integers, *(f"{name}[{TABLE}]" for name in declared.tables)]),
            ("static int", declared.kept),
            ("MPI_Comm", declared.comms),
            ("MPI_Datatype", declared.types),
            ("MPI_Request", [f"{name}[{TABLE}]" for name in declared.requests]),
        ):
            if names:
                lines.append(f"{kind} {', '.join(names)};")
        return tuple(Piece((text,), fixed=True) for text in lines)

    def unit(self, unit: Unit, declared: Locals, body: Body) -> Piece:
        """See the base class."""
        given = [
            *(f"int {name}" for name in unit.values),
            *(f"int *{name.strip('(*)')}" for name in unit.results),
            *(f"MPI_{'Comm' if 'comm' in name else 'Datatype'} {name}" for name in unit.handles),
            *(
                f"int *{name}" if self.rng.random() < 0.5 else f"int {name}[]"
                for name in unit.tables
            ),
        ]
        head = f"static void {unit.name}({', '.join(given) or 'void'})"
        return Piece((head, "{", (*self._declared(declared), *body), "}"), unit=True)

    def main(self, declared: Locals, start: Body, body: Body) -> Piece:
        """See the base class."""
        whole = (
            *self._declared(declared),
            Piece(("MPI_Init(&argc, &argv);",), fixed=True),
            *start,
            *body,
            Piece(("MPI_Finalize();", "return 0;"), fixed=True),
        )
        return Piece(("int main(int argc, char **argv)", "{", whole, "}"), unit=True)

    def head(self) -> Piece:
        """Return what comes before all units."""
        lines = ["#include <mpi.h>", "#include <stdio.h>", "#include <stdlib.h>"]
        if self._macros:
            lines += [
                "#define MIN(x, y) ((x) < (y) ? (x) : (y))",
                "#define MAX(x, y) ((x) > (y) ? (x) : (y))",
            ]
        lines.append("static double a[4000], b[4000];")
        if self.shared:
            names = ", ".join(self.shared)
            lines.append(
                f"static struct {{ int {names}; }} shared;" if self._record else f"int {names};"
            )
        return Piece(tuple(lines), fixed=True)

    def read(self, names: Sequence[str]) -> Piece:
        """See the base class."""
        text = f'scanf("{" ".join(["%d"] * len(names))}", {", ".join(f"&{n}" for n in names)})'
        return self.plain(text, fixed=True)
