"""Random Fortran subroutines of jumps: GOTO of all kinds, CYCLE and EXIT behind long conditions."""

from __future__ import annotations

import random

from tests.oracle.programs.pieces import Piece, TooLong, line

_DEEPEST = 3
_INDICES = ("IA", "IB", "IC")
Part = str | tuple[Piece, ...]


def jumping(seed: int) -> Piece:
    """Return the subroutine ``Y<seed>``, whose loops all end: what goes back is counted by ``KT``."""
    return _Jumps(seed).subroutine()


class _Jumps:
    def __init__(self, seed: int) -> None:
        self._rng = random.Random(f"jumps {seed}")
        self._seed = seed
        self._budget = 12
        self._open: list[str] = []
        self._label = 100
        self._next = 0

    def subroutine(self) -> Piece:
        body: tuple[Piece, ...] = ()
        while self._budget > 0:
            body += self._loop(0)
        head = (line("KT = 0"), line("K = 0"), line("KT = KT + 1", 10))
        start = Piece((*head, line("IF (KT .GT. 9) RETURN")), fixed=True)
        end = Piece((line("K = K + KT"), line("K = MOD(K, 1024)", 20)), fixed=True)
        header = line(f"SUBROUTINE Y{self._seed}(N, M, K)")
        return Piece((header, (start, *body, end), line("END")), unit=True)

    def _new_label(self) -> int:
        self._label += 10
        return self._label

    # --- conditions ---------------------------------------------------------------------------------

    def _atom(self) -> str:
        rng = self._rng
        names = [*self._open, *self._open, "N", "M", "K"]
        one = rng.choice(names)
        other = rng.choice([name for name in ("N", "M", "K") if name != one])
        forms = (
            f"MOD({one}*{rng.randint(2, 7)} + {other}, {rng.randint(3, 5)}) .GT. {rng.randint(0, 2)}",
            f"MOD({one}, {rng.randint(2, 3)}) .EQ. {rng.randint(0, 1)}",
            f"{one} .{rng.choice(['LT', 'GE', 'NE'])}. {other} + {rng.randint(1, 3)}",
            f"{one} .{rng.choice(['LE', 'GT'])}. {rng.randint(1, 6)}",
        )
        return rng.choice(forms)

    def _condition(self) -> tuple[str, ...]:
        """The parts of a condition, each of which may stand on a line of its own."""
        one, two, three = self._atom(), self._atom(), self._atom()
        forms: tuple[tuple[str, ...], ...] = (
            *[(one,)] * 3,
            *[(one, f".AND. {two}")] * 3,
            *[(one, f".OR. {two}")] * 3,
            (one, f".OR. ({two}", f".AND. {three})"),
            (f"({one}", f".OR. {two})", f".AND. {three}"),
            (f".NOT. ({one}", f".AND. {two})"),
            (one, f".AND. {two}", f".AND. {three}"),
        )
        return self._rng.choice(forms)

    def _if(self, action: str, word: str = "IF") -> tuple[str, ...]:
        """``IF (...) action`` on one line, where it fits, or on several."""
        parts = self._condition()
        if self._rng.random() < 0.5:
            try:
                return (line(f"{word} ({' '.join(parts)}) {action}"),)
            except TooLong:
                pass
        first, *rest = [f"{word} ({parts[0]}", *parts[1:]]
        if self._rng.random() < 0.4:
            rest.append(f") {action}")
        elif rest:
            rest[-1] += f") {action}"
        else:
            first += f") {action}"
        return (line(first), *(f"     &   {item}" for item in rest))

    # --- statements ---------------------------------------------------------------------------------

    def _body(self, depth: int) -> tuple[Piece, ...]:
        found: tuple[Piece, ...] = ()
        for _ in range(self._rng.randint(1, 3)):
            self._budget -= 1
            found += self._statement(depth)
        return found

    def _statement(self, depth: int) -> tuple[Piece, ...]:
        kinds = [self._add, self._jump_if, self._jump_if, self._jump_if, self._over]
        if depth < _DEEPEST and self._budget > 0:
            kinds += [self._guarded, self._guarded, self._choice, self._cases]
        if len(self._open) < len(_INDICES) and self._budget > 0:
            kinds += [self._loop, self._loop]
        return self._rng.choice(kinds)(depth)

    def _jump(self) -> str:
        """A jump that may stand here; the label ``_next`` ends the body of the outermost loop."""
        ways = ["GOTO 10", "GOTO 20", "RETURN", "EXIT", "EXIT", "CYCLE", "CYCLE", "CYCLE"]
        return self._rng.choice([*ways, *[f"GOTO {self._next}"] * 2])

    def _sum(self) -> str:
        name = self._rng.choice([*self._open, "N", "M"])
        return f"K = K + MOD({name}, {self._rng.randint(2, 4)})"

    def _add(self, _depth: int) -> tuple[Piece, ...]:
        return (Piece((line(self._sum()),)),)

    def _jump_if(self, _depth: int) -> tuple[Piece, ...]:
        action = self._rng.choice([self._jump(), self._jump(), self._jump(), self._sum()])
        return (Piece(self._if(action)),)

    def _over(self, depth: int) -> tuple[Piece, ...]:
        """A jump over a statement, or back to it some times."""
        label = self._new_label()
        if self._rng.random() < 0.6:
            body = (*self._add(depth), Piece((line(self._sum(), label),)))
            return (Piece((*self._if(f"GOTO {label}"), body)),)
        again = ("KT = KT + 1", f"IF (KT .LT. 9 .AND. {self._atom()}) GOTO {label}")
        return (Piece((line(self._sum(), label), *map(line, again))),)

    def _guarded(self, depth: int) -> tuple[Piece, ...]:
        parts: list[Part] = [*self._if("THEN"), self._body(depth + 1)]
        if self._rng.random() < 0.3:
            parts += [*self._if("THEN", "ELSE IF"), self._body(depth + 1)]
        if self._rng.random() < 0.5:
            parts += [line("ELSE"), self._body(depth + 1)]
        return (Piece((*parts, line("END IF"))),)

    def _choice(self, depth: int) -> tuple[Piece, ...]:
        """A computed GOTO whose ways meet again."""
        labels, end = [self._new_label() for _ in range(2)], self._new_label()
        name = self._rng.choice([*self._open, "N"])
        parts: list[Part] = [line(f"GOTO ({labels[0]}, {labels[1]}), MOD({name}, 4)")]
        for label in labels:
            parts += [line("K = K + 1", label), self._body(depth + 1)]
            if self._rng.random() < 0.6:
                parts.append(line(f"GOTO {end}"))
        return (Piece((*parts, line("K = K + 2", end))),)

    def _cases(self, depth: int) -> tuple[Piece, ...]:
        name = self._rng.choice([*self._open, "K"])
        parts: list[Part] = [line(f"SELECT CASE (MOD({name} + N, 4))")]
        for case in self._rng.sample(["(0)", "(1:2)", "(3)", " DEFAULT"], self._rng.randint(2, 4)):
            parts += [line(f"CASE{case}"), self._body(depth + 1)]
        return (Piece((*parts, line("END SELECT"))),)

    # --- loops --------------------------------------------------------------------------------------

    def _loop(self, depth: int) -> tuple[Piece, ...]:
        rng, index = self._rng, _INDICES[len(self._open)]
        outermost = not self._open
        bound = "9 + MOD(IABS(N), 3)"
        if outermost:
            self._next = self._new_label()
        else:
            bound = rng.choice([f"MOD({self._open[-1]}, 4)", "MOD(IABS(M), 4)", "MIN(K, 3)"])
        self._open.append(index)
        body = self._body(depth + 1)
        more = self._atom()
        self._open.pop()
        if outermost:
            body += (Piece((line("K = K + 1", self._next), line("K = K + 2"))),)
        label = self._new_label()
        forms: list[tuple[tuple[str, ...], tuple[str, ...]]] = [
            ((line(f"DO {index} = 1, {bound}"),), (line("END DO"),)),
            ((line(f"DO {label} {index} = 1, {bound}"),), (line("CONTINUE", label),)),
            ((line(f"DO {label} {index} = 1, {bound}"),), (line(self._sum(), label),)),
        ]
        start = (line(f"{index} = 0"), line(f"DO WHILE ({index} .LT. {bound}"))
        head = (*start, f"     &   .AND. ({more}))", line(f"{index} = {index} + 1"))
        forms.append((head, (line("END DO"),)))
        first, last = rng.choice(forms)
        return (Piece((*first, body, *last)),)
