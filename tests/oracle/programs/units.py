"""Whole random programs: a top unit, and units it calls with flags, by COMMON, by other ways."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from tests.oracle.programs import jumps
from tests.oracle.programs.expressions import Scope
from tests.oracle.programs.kinds import Memory, kind_of
from tests.oracle.programs.pieces import Piece, line
from tests.oracle.programs.program import RandomProgram
from tests.oracle.programs.statements import Statements

if TYPE_CHECKING:
    from collections.abc import Callable

INPUTS = ((0, 0), (1, 3), (4, 2), (-2, 5), (6, 6), (7, -3), (3, 9), (11, 4))


def random_program(
    seed: int, *, plain: bool = False, correlated: bool = False, all_kinds: bool = False
) -> RandomProgram:
    """Return the program of a seed; a ``plain`` one has no condition that a compiler may decide.

    A ``correlated`` one has loops whose trip counts vary together, and a unit of jumps. With
    ``all_kinds`` some use what the interpreter does not know.
    """
    maker = _Maker(seed, plain=plain, correlated=correlated, all_kinds=all_kinds)
    return maker.program()


def _lines(*texts: str) -> tuple[Piece, ...]:
    return tuple(Piece((line(item),)) for item in texts)


def _unit(lines: tuple[str, ...]) -> Piece:
    """Return a unit that is written out; a line that starts with a number has a label."""
    made: list[str] = []
    for text in lines:
        label, _, rest = text.strip().partition(" ")
        made.append(line(rest, int(label)) if label.isdigit() else line(text))
    return Piece(tuple(made), unit=True)


class _Maker:
    def __init__(self, seed: int, *, plain: bool, correlated: bool, all_kinds: bool) -> None:
        self._rng = random.Random(seed)
        self._plain = plain
        self._correlated = correlated
        self._seed = seed
        kind = None if plain or correlated else kind_of(seed)
        if kind is not None and not (kind.interpreted or all_kinds):
            kind = None
        self._memory = None if kind is None else Memory(self._rng, kind, seed)
        self._reads = seed % 3 == 0
        self._array = self._rng.random() < 0.5
        self._common = f"COMMON /C{seed}/ LA, MA{'(2)' if self._array else ''}"
        self._shared = ["LA", *(["MA(1)", "MA(2)"] if self._array else ["MA"])]
        self._any = ["MA(MOD(IABS(N), 2) + 1)"] if self._array else []

    def program(self) -> RandomProgram:
        """Make all units; the top unit comes first."""
        seed = self._seed
        units = [self._subroutine(), self._function(), self._alternate()]
        if not self._plain:  # gcov has no rule for the END of such a unit
            units += [self._elements(), self._fill()]
        if self._memory is not None:
            units += [self._with_memory(), *map(_unit, self._memory.units)]
        units += [jumps.jumping(seed)] if self._correlated else []
        top = self._top()
        return RandomProgram(seed, (top, *units, self._initial()), f"P{seed}", self._reads)

    def _unit(self, header: str, *bodies: tuple[Piece, ...]) -> Piece:
        body = tuple(piece for part in bodies for piece in part)
        return Piece((line(header), body, line("END")), unit=True)

    # --- the top unit ------------------------------------------------------------------------------

    def _top(self) -> Piece:
        rng, seed = self._rng, self._seed
        scope = Scope(
            ["N", "M", "K", "J", "IW(2)", "KQ(2)", *self._shared],
            ["K", "J", "IW(1)", "IW(2)", "LQ", *self._shared, *self._any],
            ["NP", "MP"],
            ["QT"],
            ["OPT"],
        )
        writer = Statements(rng, scope, 16, self._calls(scope), plain=self._plain)
        writer.fill = None if self._plain else f"T{seed}"
        writer.with_correlated = self._correlated
        declarations = _lines(
            f"PARAMETER (NP = {rng.randint(2, 5)}, MP = 2*NP - {rng.randint(1, 3)})",
            "INTEGER IW(3), IP(12), KQ(3)",
            "LOGICAL QT",
            "CHARACTER*1 OPT",
            f"INTEGER JF{seed}",
            self._common,
            f"SAVE /C{seed}/",
            "EQUIVALENCE (KQ(2), LQ)",
            f"DATA IW /{rng.randint(1, 4)}, {rng.randint(0, 5)}, 3/, J /{rng.randint(0, 3)}/",
        )
        values = ["0", "1", "3", "N", "M", "N - M", "2*M"]
        first = [f"{name} = {rng.choice(values)}" for name in ("K", "LQ")]
        first += ["KQ(1) = 2", "KQ(3) = 1"]
        if not self._block_data():
            first += [f"{name} = {rng.choice(values)}" for name in self._shared]
        first += [f"ISTEP = {rng.choice(['1', '2', '-1', '3'])}"]
        first += [f"QT = {rng.choice(['.TRUE.', '.FALSE.', 'N .GT. M', 'K .EQ. 1'])}"]
        first += [f"OPT = '{rng.choice('NT')}'"]
        first += [f"CALL Y{seed}(N, M, KY)"] if self._correlated else []
        header = f"SUBROUTINE P{seed}(N, M)"
        if self._reads:
            header = f"PROGRAM P{seed}"
            first.insert(0, "READ (*,*) N, M")
            writer.leave = "STOP"
        start = _lines(*first)
        return self._unit(header, declarations, start, writer.body(0))

    def _calls(self, scope: Scope) -> list[Callable[[], list[str]]]:
        rng, seed = self._rng, self._seed
        labels = iter(range(90000, 99999, 10))

        def flags() -> str:
            flag = rng.choice(["0", "1", "2", "3", "(K)"])
            logical = rng.choice([".TRUE.", ".FALSE.", "QT", "QT", "N .GT. 3"])
            option = rng.choice(["'N'", "'T'", "OPT", "OPT"])
            return f"{flag}, {logical}, {option}"

        def value() -> str:
            index = scope.indices[-1] if scope.indices else "N"
            return rng.choice(
                [f"({index})", "(N)", "(M)", "(K + 1)", "3", f"({index} - 1)", "(NP)"]
            )

        def subroutine() -> list[str]:
            third = rng.choice(["K", "J", "J"])
            return [line(f"CALL S{seed}({value()}, {value()}, {third}, {flags()})")]

        def entry() -> list[str]:
            return [line(f"CALL E{seed}({value()}, {rng.choice('KJ')})")]

        def function() -> list[str]:
            target = rng.choice(["K", "J", "IW(1)"])
            return [line(f"{target} = JF{seed}({value()}, {value()})")]

        def alternate() -> list[str]:
            low, high = next(labels), next(labels)
            return [
                line(f"CALL A{seed}({value()}, {rng.choice('KJ')}, *{low}, *{high})"),
                line("J = 0"),
                line("K = K + 1", low),
                line("CONTINUE", high),
            ]

        def elements() -> list[str]:
            array = rng.choice(["IW", "IW", "IW(2)", "KQ(2)", "KQ"])
            if self._array and rng.random() < 0.5:
                array = "MA"
            return [line(f"CALL W{seed}({array}, {value()}, {rng.choice('KJ')})")]

        def with_memory() -> list[str]:
            return [line(f"CALL M{seed}({value()}, {value()}, {rng.choice('KJ')})")]

        calls = [subroutine, subroutine, entry, function, alternate]
        if self._memory is not None:
            calls += [with_memory] * 5
        return calls if self._plain else [*calls, elements, elements]

    def _block_data(self) -> bool:
        return self._reads and self._seed % 2 == 0

    def _initial(self) -> Piece:
        if not self._block_data():
            return Piece(())  # nothing: each value is set by an assignment
        values = "/3/, MA /1, 2/" if self._array else "/2/, MA /4/"
        body = _lines(self._common, f"DATA LA {values}")
        return self._unit(f"BLOCK DATA B{self._seed}", body)

    # --- called units ------------------------------------------------------------------------------

    def _inner(
        self,
        readable: list[str],
        settable: list[str],
        budget: int,
        calls: list[Callable[[], list[str]]] | None = None,
    ) -> tuple[Scope, Statements]:
        scope = Scope([*readable, *self._shared], [*settable, *self._shared])
        return scope, Statements(self._rng, scope, budget, calls or [], plain=self._plain)

    def _subroutine(self) -> Piece:
        """A subroutine that looks at its flags, with a first call that differs, and an ENTRY."""
        rng, seed = self._rng, self._seed

        def function() -> list[str]:
            return [line(f"L = JF{seed}((N), {rng.choice(['(K)', '(M)', '2'])})")]

        scope, writer = self._inner(["N", "M", "K", "L"], ["K", "L"], 6, [function])
        scope.logicals, scope.options = ["QF"], ["CF"]
        declarations = _lines(
            "LOGICAL QF, FIRST", "CHARACTER*1 CF", "INTEGER IP(12)",
            self._common, self._saving(", FIRST"), "DATA FIRST /.TRUE./",
        )  # fmt: skip
        first = _lines("L = M", "ISTEP = 2")
        flag = f"IF (IFLAG .{rng.choice(['EQ', 'GE', 'NE'])}. {rng.randint(0, 2)}) THEN"
        pieces = [
            Piece(
                (
                    line("IF (FIRST) THEN"),
                    (*_lines("FIRST = .FALSE."), *writer.body(2)),
                    line("END IF"),
                )
            ),
            Piece((line(flag), writer.body(1), line("ELSE"), writer.body(2), line("END IF"))),
            Piece(
                (line(f"IF (CF .EQ. '{rng.choice('NT')}') THEN"), writer.body(2), line("END IF"))
            ),
            Piece((line("IF (QF) L = 2"),)),
        ]
        kept = [piece for piece in pieces if rng.random() < 0.6]
        body = (*kept, *writer.body(rng.randint(0, 1)), Piece((line("RETURN"),), fixed=True))
        _, after = self._inner(["N", "K"], ["K"], 3)
        after.label = 5000
        entry = Piece((line(f"ENTRY E{seed}(N, K)"), line("ISTEP = 1")), fixed=True)
        rest = after.body(1)
        header = f"SUBROUTINE S{seed}(N, M, K, IFLAG, QF, CF)"
        return self._unit(header, declarations, first, (*body, entry, *rest))

    def _saving(self, more: str = "") -> str:
        """A SAVE statement for the COMMON block and ``more``, or for all that can be kept."""
        is_whole = random.Random(f"save {self._seed}").random() < 0.3
        return "SAVE" if is_whole else f"SAVE /C{self._seed}/{more}"

    def _function(self) -> Piece:
        """An integer function; some set COMMON."""
        rng, seed = self._rng, self._seed
        name = f"JF{seed}"
        scope, writer = self._inner(["N", "M", name], [name, name], 4)
        if rng.random() < 0.5:
            scope.settable = [name]
        declarations = _lines("INTEGER IP(12)", self._common, self._saving())
        first = (Piece((line(f"{name} = {rng.choice(['0', 'N', 'M + 1', '2'])}"),), fixed=True),)
        header = f"INTEGER FUNCTION {name}(N, M)"
        return self._unit(
            header, declarations, first, _lines("ISTEP = 1"), writer.body(rng.randint(0, 1))
        )

    def _elements(self) -> Piece:
        """A subroutine that gets an array, or a part of one, and touches its first two elements."""
        rng, seed = self._rng, self._seed
        scope = Scope(["L(1)", "L(2)", "N", "K"], ["L(1)", "L(2)", "K", "K"])
        if rng.random() < 0.3:
            scope.settable.append("L(MOD(IABS(N), 2) + 1)")
        writer = Statements(rng, scope, 4, [], plain=self._plain)
        shape = rng.choice(["*", "1:*", "2", "1:2"])
        declarations = _lines(f"INTEGER L({shape}), IP(12)")
        body = (*_lines("ISTEP = 1"), *writer.body(rng.randint(0, 1)))
        return self._unit(f"SUBROUTINE W{seed}(L, N, K)", declarations, body)

    def _fill(self) -> Piece:
        """A subroutine that fills an array, or a part of one, of up to 9 elements."""
        rng = self._rng
        bounds = rng.choice(["1, N", "1, N", "N, 1, -1", "2, N", "1, MIN(N, 3)"])
        value = rng.choice(["I", "MOD(I, 3)", "N - I", "2", "L(I) + 1", "(I + 1)/2"])
        body = _lines("INTEGER L(*)", f"DO 10 I = {bounds}")
        test = rng.choice(["", "", "IF (I .NE. 2) "])
        last = (Piece((line(f"{test}L(I) = {value}"),)), Piece((line("CONTINUE", 10),)))
        return self._unit(f"SUBROUTINE T{self._seed}(L, N)", body, last)

    def _with_memory(self) -> Piece:
        """A subroutine that stores and reads in unusual ways."""
        assert self._memory is not None
        scope = Scope(["N", "M", "K", "L", self._memory.read()], ["K", "L"])
        writer = Statements(self._rng, scope, 10, [], plain=False)
        writer.memory = self._memory
        declarations = _lines("INTEGER IP(12)", *self._memory.declared, *self._memory.first)
        first = _lines("L = M", "ISTEP = 2", "KOUNT = 0")
        header = f"SUBROUTINE M{self._seed}(N, M, K)"
        return self._unit(header, declarations, first, writer.body(0))

    def _alternate(self) -> Piece:
        """A subroutine with alternate returns; it may lay COMMON out in its own way."""
        rng, seed = self._rng, self._seed
        common = self._common
        if self._array and rng.random() < 0.5:
            common = f"COMMON /C{seed}/ LB, MB, MC"
            scope = Scope(["N", "K", "LB", "MB", "MC"], ["K", "LB", "MB", "MC"])
            writer = Statements(rng, scope, 3, [], plain=self._plain)
        else:
            _, writer = self._inner(["N", "K"], ["K"], 3)
        declarations = _lines("INTEGER IP(12)", common, self._saving())
        bound = rng.randint(0, 4)
        body = (
            *_lines("ISTEP = 1"),
            *writer.body(rng.randint(0, 1)),
            *_lines(
                f"IF (N .GT. {bound}) RETURN 1",
                f"IF (N .EQ. {rng.randint(-1, bound)}) RETURN 2",
            ),
        )
        return self._unit(f"SUBROUTINE A{seed}(N, K, *, *)", declarations, body)
