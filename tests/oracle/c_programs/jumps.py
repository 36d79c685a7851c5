"""Random C functions of jumps: behind ``&&`` and ``||``, out of loops, in macros and switches."""

from __future__ import annotations

import random

from tests.oracle.programs.pieces import Piece

MACROS = (
    "#define EACH(i, k) for (i = 0; i < (k); i++)",
    "#define BOTH(c, d) ((c) && (d))",
    "#define EITHER(c, d) ((c) || (d))",
    "#define STEP(x, c) do { if (c) x++; else x += 2; } while (0)",
    "#define SKIP_IF(c) if (c) continue",
    "#define LEAST(c, d) ((c) < (d) ? (c) : (d))",
)
_DEEPEST = 3
_INDICES = ("a", "b", "c")


def jumping(seed: int) -> Piece:
    """Return the function ``y<seed>``; all its loops end: nothing else sets their counters."""
    return _Jumps(seed).function()


class _Jumps:
    def __init__(self, seed: int) -> None:
        self._rng = random.Random(f"jumps {seed}")
        self._seed = seed
        self._budget = 14
        self._open: list[str] = []
        self._switches = 0

    def function(self) -> Piece:
        body: tuple[Piece, ...] = ()
        while self._budget > 0:
            body += self._loop(0)
        head = ("int a = 0, b = 0, c = 0, t = 0, s = 0;", "again:", "if (t++ > 9)", "return s;")
        start = Piece(head, fixed=True)
        end = Piece(("s += a;", "out:", "s &= 1023;", "return s;"), fixed=True)
        header = f"static int y{self._seed}(int n, int m)"
        return Piece((header, "{", (start, *body, end), "}"), unit=True)

    # --- conditions ---------------------------------------------------------------------------------

    def _atom(self) -> str:
        rng = self._rng
        names = [*self._open, *self._open, "n", "m", "s"]
        one = rng.choice(names)
        other = rng.choice([name for name in names if name != one])
        forms = (
            f"({one} * {rng.randint(2, 7)} + {other}) % {rng.randint(3, 5)} > {rng.randint(0, 2)}",
            f"{one} % {rng.randint(2, 3)} == {rng.randint(0, 1)}",
            f"{one} > {other} + {rng.randint(0, 3)}",
            f"{one} {rng.choice(['<', '>=', '!='])} {rng.randint(0, 6)}",
            f"{one} & {rng.choice('124')}",
            f"!({one} & {rng.choice('12')})",
        )
        return rng.choice(forms)

    def _condition(self) -> str:
        one, two, three = f"({self._atom()})", f"({self._atom()})", f"({self._atom()})"
        forms = (
            *[one] * 3,
            *[f"{one} && {two}"] * 3,
            *[f"{one} || {two}"] * 3,
            f"{one} || ({two} && {three})",
            f"({one} || {two}) && {three}",
            f"({one} && {two}) || {three}",
            f"{one} && {two} && {three}",
            f"!({one} && {two})",
            f"!({one} || {two})",
            f"({one} ? {two} : {three})",
            f"BOTH({one}, {two})",
            f"EITHER({one}, {two}) && {three}",
        )
        return self._rng.choice(forms)

    # --- statements ---------------------------------------------------------------------------------

    def _body(self, depth: int) -> tuple[Piece, ...]:
        found: tuple[Piece, ...] = ()
        for _ in range(self._rng.randint(1, 3)):
            self._budget -= 1
            found += self._statement(depth)
        return found

    def _statement(self, depth: int) -> tuple[Piece, ...]:
        kinds = [self._add, self._jump_if, self._jump_if, self._jump_if, self._two_ways]
        kinds += [self._chosen, self._macro]
        if depth < _DEEPEST and self._budget > 0:
            kinds += [self._guarded, self._guarded, self._dangling, self._switch]
        if len(self._open) < len(_INDICES) and self._budget > 0:
            kinds += [self._loop, self._loop]
        return self._rng.choice(kinds)(depth)

    def _jump(self) -> str:
        """A jump that may stand here; ``next`` is behind the body of the outermost loop."""
        ways = ["goto out;", "goto again;", "return s;", "break;", "break;"]
        ways += ["continue;"] * 4 + ["goto next{0};"] * 2
        return self._rng.choice(ways).format(self._label)

    def _add(self, _depth: int = 0) -> tuple[Piece, ...]:
        name = self._rng.choice([*self._open, "n", "m"])
        return (Piece((f"s += {name} & {self._rng.choice('37')};",)),)

    def _jump_if(self, _depth: int) -> tuple[Piece, ...]:
        return (Piece((f"if ({self._condition()})", self._jump())),)

    def _two_ways(self, _depth: int) -> tuple[Piece, ...]:
        ((one,), (other,)) = (tuple(item.lines()) for item in (*self._add(), *self._add()))
        parts = [f"if ({self._condition()})", self._rng.choice([self._jump(), one])]
        if self._rng.random() < 0.4:
            parts += [f"else if ({self._condition()})", self._rng.choice([self._jump(), other])]
        return (Piece((*parts, "else", self._rng.choice([self._jump(), other]))),)

    def _chosen(self, _depth: int) -> tuple[Piece, ...]:
        rng, name = self._rng, self._rng.choice([*self._open, "n"])
        values = rng.sample(["1", "2", name, f"{name} + 1", "m & 3", f"LEAST({name}, 3)"], 3)
        text = f"{values[0]} : {values[1]}"
        if rng.random() < 0.3:
            text = f"{values[0]} : {self._condition()} ? {values[1]} : {values[2]}"
        return (Piece((f"s += {self._condition()} ? {text};",)),)

    def _macro(self, _depth: int) -> tuple[Piece, ...]:
        condition = self._condition()
        text = self._rng.choice([f"STEP(s, {condition});", f"SKIP_IF({condition});"])
        return (Piece((text,)),)

    def _guarded(self, depth: int) -> tuple[Piece, ...]:
        parts = [f"if ({self._condition()}) {{", self._body(depth + 1)]
        if self._rng.random() < 0.6:
            parts += ["} else {", self._body(depth + 1)]
        return (Piece((*parts, "}")),)

    def _dangling(self, _depth: int) -> tuple[Piece, ...]:
        """An ``else`` that belongs to the nearer of two ifs without braces."""
        (inner,) = self._two_ways(0)
        return (Piece((f"if ({self._condition()})", (inner,))),)

    def _switch(self, depth: int) -> tuple[Piece, ...]:
        rng, name = self._rng, self._rng.choice([*self._open, "s"])
        parts: list[str | tuple[Piece, ...]] = [f"switch (({name} + n) & 3) {{"]
        for label in rng.sample(["case 0:", "case 1:", "case 3:", "default:"], rng.randint(2, 4)):
            parts += [label, self._body(depth + 1)]
            if rng.random() < 0.7:
                parts.append(rng.choice(["break;", "break;", "continue;"]))
        return (Piece((*parts, "}")),)

    # --- loops --------------------------------------------------------------------------------------

    def _loop(self, depth: int) -> tuple[Piece, ...]:
        rng, index = self._rng, _INDICES[len(self._open)]
        outermost = not self._open
        if outermost:
            self._switches += 1
        bound = (
            "9 + (n & 3)" if outermost else rng.choice(["3", f"({self._open[-1]} & 3)", "(m & 3)"])
        )
        self._open.append(index)
        body = self._body(depth + 1)
        more = f" && ({self._condition()})" if rng.random() < 0.3 else ""
        if rng.random() < 0.3:  # jumps out of here end the life of an array
            array, values = f"v{index}", f"{{{index}, n & 3}}"
            used = f"s += {array}[{self._open[0]} & 1];"
            body = (Piece((f"int {array}[2] = {values};", used)), *body)
        self._open.pop()
        if outermost:
            body += (Piece((f"next{self._label}:;",), fixed=True), *self._add())
        heads: list[tuple[tuple[str, ...], str]] = [
            ((f"for ({index} = 0; {index} < {bound}; {index}++) {{",), "}"),
            ((f"for ({index} = 0; {index} < {bound}{more}; {index}++) {{",), "}"),
            ((f"EACH({index}, {bound}) {{",), "}"),
            ((f"{index} = 0;", f"while ({index}++ < {bound}) {{"), "}"),
            ((f"{index} = {bound};", f"while ({index}-- > 0{more}) {{"), "}"),
            ((f"{index} = 0;", "do {"), f"}} while ({index}++ < {bound}{more});"),
            ((f"{index} = 0;", "for (;;) {", f"if ({index}++ >= {bound})", "break;"), "}"),
        ]
        head, end = rng.choice(heads)
        return (Piece((*head, body, end)),)

    @property
    def _label(self) -> int:
        return self._switches
