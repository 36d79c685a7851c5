"""Random message-passing programs in Fortran 77."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.oracle.programs.pieces import Piece
from tests.oracle.spmd.syntax import TABLE, Body, Locals, Syntax, Unit

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

_FIRST, _LAST = 6, 72
_BITS = {"and": "iand", "xor": "ieor", "left": "ishft"}


def _folded(text: str, label: int | None = None) -> tuple[str, ...]:
    """A statement as lines in fixed form, folded at blanks."""
    lines = list[str]()
    rest = text.upper().replace("MPIF.H", "mpif.h")
    start = f"{label or '':>5} "
    while len(rest) > _LAST - _FIRST:
        at = rest.rfind(" ", 1, _LAST - _FIRST)
        lines.append(start + rest[:at])
        rest, start = rest[at:], "     &"
    lines.append(start + rest)
    return tuple(lines)


class Fortran(Syntax):
    """Fortran 77 in fixed form; tables start at 0 or 1."""

    language = "fortran"
    types = ("mpi_integer", "mpi_double_precision", "mpi_real", "mpi_byte", "mpi_double_complex")
    status = "istat"
    statuses = "istats"

    def __init__(self, rng: random.Random) -> None:
        super().__init__(rng)
        self._first = rng.choice([0, 1])
        self._labels = iter(range(100, 99999, 10))

    def mod(self, left: str, right: str) -> str:
        """See the base class."""
        return f"mod({left}, {right})"

    def least(self, left: str, right: str) -> str:
        """See the base class."""
        return f"min({left}, {right})"

    def most(self, left: str, right: str) -> str:
        """See the base class."""
        return f"max({left}, {right})"

    def compare(self, left: str, relation: str, right: str) -> str:
        """See the base class."""
        return f"{left} .{relation}. {right}"

    def both(self, left: str, right: str) -> str:
        """See the base class."""
        return f"({left}) .and. ({right})"

    def either(self, left: str, right: str) -> str:
        """See the base class."""
        return f"({left}) .or. ({right})"

    def element(self, table: str, index: str) -> str:
        """See the base class."""
        if self._first == 0:
            return f"{table}({index})"
        return f"{table}({int(index) + 1})" if index.isdigit() else f"{table}({index} + 1)"

    def bits(self, operation: str, left: str, right: str) -> str:
        """See the base class."""
        return f"{_BITS[operation]}({left}, {right})"

    def ask(self, name: str, *arguments: str) -> str:
        """See the base class."""
        return f"{name}({', '.join(arguments)})"

    def out(self, name: str) -> str:
        """See the base class."""
        return name

    def result(self, name: str) -> str:
        """See the base class."""
        return name

    def named(self, name: str) -> str:
        """See the base class."""
        return name

    def plain(self, text: str, *, fixed: bool = False) -> Piece:
        """See the base class."""
        return Piece(_folded(text), fixed=fixed)

    def mpi(self, routine: str, *arguments: str) -> Piece:
        """See the base class."""
        return self.plain(f"call mpi_{routine} ({', '.join((*arguments, 'ierr'))})")

    def invoke(self, unit: Unit, arguments: Sequence[str]) -> Piece:
        """See the base class."""
        return self.plain(f"call {unit.name} ({', '.join(arguments)})")

    def when(self, condition: str, then: Body, other: Body = ()) -> Piece:
        """See the base class."""
        parts = (*_folded(f"if ({condition}) then"), then)
        if other:
            parts = (*parts, *_folded("else"), other)
        return Piece((*parts, *_folded("end if")))

    def loop(self, name: str, first: str, last: str, step: str, body: Body) -> Piece:
        """See the base class."""
        by = "" if step == "1" else f", {step}"
        if self.rng.random() < 0.5:
            head = f"do {name} = {first}, {last}{by}"
            return Piece((*_folded(head), body, *_folded("end do")))
        label = next(self._labels)
        head = f"do {label} {name} = {first}, {last}{by}"
        return Piece((*_folded(head), body, *_folded("continue", label)))

    def whilst(self, condition: str, body: Body) -> Piece:
        """See the base class."""
        if self.rng.random() < 0.6:
            return Piece((*_folded(f"do while ({condition})"), body, *_folded("end do")))
        label = next(self._labels)
        again = _folded(f"goto {label}")
        head = _folded(f"if ({condition}) then", label)
        return Piece((*head, body, *again, *_folded("end if")))

    def cases(self, value: str, bodies: Sequence[Body]) -> Piece:
        """See the base class."""
        labels = [next(self._labels) for _ in bodies]
        end = next(self._labels)
        jump = f"goto ({', '.join(map(str, labels))}), {value} + 1"
        parts = [*_folded(jump), *_folded(f"goto {end}")]
        whole = list[str | Body](parts)
        for label, body in zip(labels, bodies, strict=True):
            whole += [*_folded("continue", label), body, *_folded(f"goto {end}")]
        return Piece((*whole, *_folded("continue", end)))

    def stop_loop(self, condition: str) -> Piece:
        """See the base class."""
        return self.plain(f"if ({condition}) exit")

    def function(self) -> Piece:
        """See the base class."""
        result = self.rng.choice(
            [("next = mod(rank + step + nprocs, nprocs)",),
             ("next = rank + step", "if (next .lt. 0) next = nprocs - 1", "next = mod(next, nprocs)"),
             ("next = mpi_proc_null", "if (step .lt. 0 .and. rank .eq. 0) return",
              "next = mod(rank + nprocs + max(-1, min(step, 1)), nprocs)")]
        )  # fmt: skip
        lines = ["integer function next (rank, step, nprocs)", "include 'mpif.h'",
                 "integer rank, step, nprocs", *result, "end"]  # fmt: skip
        return Piece(tuple(item for text in lines for item in _folded(text)), unit=True)

    def leave(self, condition: str) -> Piece:
        """See the base class."""
        return self.plain(f"if ({condition}) return")

    def skip(self, condition: str, body: Body) -> Piece:
        """See the base class."""
        label = next(self._labels)
        head = _folded(f"if ({condition}) goto {label}")
        return Piece((*head, body, *_folded("continue", label)))

    def _declared(self, declared: Locals, mpi: bool = True) -> Body:
        size = f"({TABLE})" if self._first else f"(0:{TABLE - 1})"
        scalars = [*declared.kept, *declared.integers, *declared.comms, *declared.types, "ierr"]
        lines = ["include 'mpif.h'"] if mpi else []
        lines.append(f"integer {', '.join(scalars)}, next")
        lines += [f"integer {name}{size}" for name in (*declared.tables, *declared.requests)]
        lines.append(f"integer istat(mpi_status_size), istats(mpi_status_size, {TABLE})")
        lines += [text for name in declared.kept for text in (f"save {name}", f"data {name} /0/")]
        lines.append("external next")
        lines.append("double precision a(4000), b(4000)")
        if self.shared:
            lines += [f"integer {', '.join(self.shared)}", f"common /all/ {', '.join(self.shared)}"]
        return tuple(self.plain(text, fixed=True) for text in lines)

    def unit(self, unit: Unit, declared: Locals, body: Body) -> Piece:
        """See the base class."""
        given = (*unit.values, *unit.results, *unit.handles)
        scalars = [*given, *declared.integers]
        inside = Locals(
            scalars,
            [*declared.tables, *unit.tables],
            declared.comms,
            declared.types,
            declared.requests,
            declared.kept,
        )
        head = _folded(f"subroutine {unit.name} ({', '.join((*given, *unit.tables))})")
        return Piece((*head, (*self._declared(inside), *body), *_folded("end")), unit=True)

    def main(self, declared: Locals, start: Body, body: Body) -> Piece:
        """See the base class."""
        whole = (
            *self._declared(
                Locals(
                    [*declared.integers],
                    declared.tables,
                    declared.comms,
                    declared.types,
                    declared.requests,
                )
            ),
            *([self.plain("character*12 word", fixed=True)]),
            self.plain("call mpi_init (ierr)", fixed=True),
            *start,
            *body,
            self.plain("call mpi_finalize (ierr)", fixed=True),
        )
        return Piece((*_folded("program spmd"), whole, *_folded("end")), unit=True)

    def head(self) -> Piece:
        """See the base class."""
        return Piece(())

    def read(self, names: Sequence[str]) -> Piece:
        """See the base class."""
        return self.plain(f"read (*,*) {', '.join(names)}", fixed=True)
