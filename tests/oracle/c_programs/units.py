"""Whole random C programs: a top function, and functions it calls in all the ways C has."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.oracle.c_programs import jumps, records
from tests.oracle.c_programs.expressions import Scope
from tests.oracle.c_programs.kinds import Memory, kinds_of
from tests.oracle.c_programs.statements import Statements
from tests.oracle.c_programs.text import indented
from tests.oracle.programs.pieces import Piece, text_of
from tests.oracle.programs.program import RandomProgram

if TYPE_CHECKING:
    from collections.abc import Callable

INPUTS = ((0, 0), (1, 3), (4, 2), (-2, 5), (6, 6), (7, -3), (3, 9), (11, 4))
_LOCALS = ("k", "j")
_VARIABLES = {
    "uc": "unsigned char uc = 0;",
    "sh": "short sh = 0;",
    "draws": "unsigned draws = 42;",
    "w": "int w[8] = {3, 1, 2};",
    "rows": "int rows[9] = {0};",
    "p": "int *p;",
}


@dataclass(frozen=True, slots=True)
class CProgram(RandomProgram):
    """A program in C; its top function is ``main`` if it reads its inputs ``n`` and ``m``.

    ``interpreted`` is whether the interpreter knows all that it uses.
    """

    language: str = "c"
    inputs: tuple[str, str] = ("n", "m")
    interpreted: bool = True

    @property
    def text(self) -> str:
        """The source text."""
        return indented(text_of(self.pieces))


def random_program(seed: int, *, with_records: bool = False, correlated: bool = False) -> CProgram:
    """Return the program of a seed, perhaps one that uses structures and other memory in all ways.

    A ``correlated`` one has loops whose trip counts vary together, and a function of jumps.
    """
    return _Maker(seed, with_records=with_records, correlated=correlated).program()


def _lines(*texts: str) -> Piece:
    return Piece(texts, fixed=True)


class _Maker:
    def __init__(self, seed: int, *, with_records: bool, correlated: bool) -> None:
        self._records = with_records
        self._correlated = correlated
        self._rng = random.Random(seed)
        self._seed = seed
        self._kinds = kinds_of(seed) if with_records else ()
        self._reads = seed % 3 == 0
        self._keeps = seed % 4 == 3  # state from call to call, and other recursion
        self._globals = [f"g{seed}", "la", "table[1]"]
        self._shared = frozenset(
            {f"g{seed}", "la", "table", "b", "x", "pairs", "one", "to_one", "mix", "to_mix"}
        )

    def program(self) -> CProgram:
        """Make all functions; the top function comes last, as C has it."""
        called = [
            self._by_value("f"), self._by_value("h"), self._by_pointer(), self._struct(),
            self._recursive(), self._array(), *(self._handed() if self._records else ()),
        ]  # fmt: skip
        called += [jumps.jumping(self._seed)] if self._correlated else []
        name = "main" if self._reads else f"p{self._seed}"
        pieces = (self._file(), *called, self._top())
        return CProgram(self._seed, pieces, name, self._reads, interpreted=not self._records)

    def _file(self) -> Piece:
        rng = self._rng
        return _lines(
            "#include <stdio.h>",
            "#include <stdlib.h>",
            "#include <string.h>",
            f"#define NP {rng.randint(2, 5)}",
            f"#define MP (2 * NP - {rng.randint(1, 3)})",
            "#define MIN(a, b) ((a) < (b) ? (a) : (b))",
            "#define MAX(a, b) ((a) > (b) ? (a) : (b))",
            f"enum colour {{ RED, GREEN = {rng.randint(3, 5)}, BLUE }};",
            "struct box { int rows; int cols; int size[2]; int *data; };",
            f"int g{self._seed} = {rng.randint(0, 4)};",
            f"static int la = {rng.randint(0, 4)};",
            "static int table[4] = {1, 2};",
            "static int grid[4][2];",
            "static int cube[2][4][2];",
            *(jumps.MACROS if self._correlated else ()),
            *(records.declarations(rng) if self._records else ()),
            *(text for kind in self._kinds for text in kind.file),
        )

    def _function(
        self,
        header: str,
        scope: Scope,
        budget: int,
        *,
        first: tuple[str, ...] = (),
        last: tuple[str, ...] = (),
        array: str = "w",
        calls: tuple[Callable[[], str], ...] = (),
        leave: str = "return 1;",
        depth: int = 0,
        correlated: bool = False,
    ) -> Piece:
        """A function; with ``depth`` 1 its body is short."""
        writer = Statements(
            self._rng,
            scope,
            budget,
            array,
            calls=calls,
            shared=self._shared,
            leave=leave,
            calm=self._seed % 2 == 0,
            memories=tuple(Memory(self._rng, kind) for kind in self._kinds),
        )
        writer.with_correlated = correlated
        body = writer.body(depth)
        text = text_of(body) + " ".join((*first, *last))
        indices = [name for name in ("i0", "i1", "i2", "i3", "i4") if name in text]
        numbers = [*indices, "fuel", "acc", *writer.counters]
        declared = [f"int {', '.join(f'{name} = 0' for name in numbers)};"]
        declared += [line for name, line in _VARIABLES.items() if re.search(rf"\b{name}\b", text)]
        start, end = _lines(*declared, *first), _lines(*last)
        return Piece((header, "{", (start, *body, end), "}"), unit=True)

    # --- the top function --------------------------------------------------------------------------

    def _top(self) -> Piece:
        rng, seed = self._rng, self._seed
        places = [*_LOCALS, "w[2]", "b.rows", "b.size[1]", "grid[1][n & 1]", "*q", *self._globals]
        scope = Scope(
            readable=["n", "m", *places, "uc", "sh", f"table[{rng.choice('nk')} & 3]"],
            settable=[*places, "w[k & 7]", "cube[1][j & 3][0]", "b.cols"],
            inputs=["n", "m"],
            constants=["NP", "MP", "GREEN", "BLUE"],
            tests=[f"f{seed}(n, 2)", f"r{seed}(3)"],
            addresses=["&k", "&j", "&w[1]", "w + 2"],
        )
        if self._records:
            records.widen(scope, rng)
        values = ["0", "1", "3", "n", "m", "n - m", "2 * m"]
        first = [f"int k = {rng.choice(values)};", f"int j = {rng.choice(values)};"]
        if self._reads:
            first.insert(0, "int n, m;")
            read = 'scanf("%d %d", &n, &m)'
            first[1:1] = [f"if ({read} != 2)", "return 1;"] if rng.random() < 0.2 else [f"{read};"]
        first += [f"acc += y{seed}(n, m);"] if self._correlated else []
        first += ["int *q = &k;", "struct box b;", "b.rows = n & 3;", "b.cols = 2;"]
        if self._records:
            first += records.variables(rng, seed)
        first += ["b.size[0] = m;", "b.size[1] = 1;", "b.data = w;"]
        header = "int main(void)" if self._reads else f"int p{seed}(int n, int m)"
        last = ("acc += k + j;", f'printf("%d %d\\n", acc, g{seed});', "return 0;")
        calls = self._calls(scope)[: None if self._records else -2]
        return self._function(
            header,
            scope,
            16,
            first=tuple(first),
            last=last,
            calls=calls,
            correlated=self._correlated,
        )

    def _calls(self, scope: Scope) -> tuple[Callable[[], str], ...]:
        rng, seed = self._rng, self._seed

        def value() -> str:
            index = scope.indices[-1] if scope.indices else "n"
            return rng.choice([index, "n", "m", "k + 1", "3", f"{index} - 1", "NP", "j & 7"])

        def place() -> str:
            return rng.choice(["&k", "&j", "&w[2]", "q", "&b.rows", "&la", "w + 1"])

        def by_value() -> str:
            target = rng.choice(["k", "j", "w[1]", "la", "acc"])
            call = f"f{seed}({value()}, {value()})"
            if target != "la" and rng.random() < 0.3:
                change = f"(la = {value()})"
                call = rng.choice([f"{call} + {change}", f"{change} - {call}"])
            return f"{target} = {call};"

        def by_pointer() -> str:
            return f"s{seed}({value()}, {rng.choice('0123')}, {place()});"

        def struct() -> str:
            return f"b{seed}(&b, {value()});"

        def recursive() -> str:
            return f"acc += r{seed}(({value()}) & 7);"

        def array() -> str:
            return f"v{seed}({rng.choice(['w', 'w + 2', 'table', '&w[4]'])}, {value()});"

        def through_pointer() -> str:
            return f"acc += by({value()}, {value()});"

        def handed() -> str:
            passed = rng.choice([f"f{seed}", f"&h{seed}", "by"])
            return f"acc += {rng.choice('tuo')}{seed}({passed}, {value()});"

        calls = (by_value, by_pointer, by_pointer, struct, recursive, array)
        return (*calls, through_pointer, handed)

    # --- called functions --------------------------------------------------------------------------

    def _scope(self, readable: list[str], settable: list[str], inputs: list[str]) -> Scope:
        return Scope([*readable, *self._globals], [*settable, *self._globals], inputs, ["NP"])

    def _by_value(self, name: str) -> Piece:
        """An int function; its parameters are its own."""
        scope = self._scope(["n", "m", "l"], ["l", "l"], ["n", "m"])
        first = (f"int l = {self._rng.choice(['0', 'n', 'm + 1', '2'])};",)
        if self._keeps:  # what it does depends on how often it was called before
            rng = random.Random(f"{name}{self._seed}")
            change = rng.choice(["seen++;", "seen = 1 - seen;", "seen = seen < 3 ? seen + 1 : 1;"])
            first = (*first, "static int seen = 0;", change, f"if (seen == {rng.randint(1, 4)})")
            first = (*first, f"l = {rng.choice(['0', 'n', 'l + 1'])};")
            first = (*first, "for (i0 = 0; i0 < (seen & 3); i0++)", "acc += i0;")
        header = f"static int {name}{self._seed}(int n, int m)"
        return self._function(header, scope, 3, first=first, last=("return l + 1;",), depth=1)

    def _by_pointer(self) -> Piece:
        """A function that sets what it is given the address of, and remembers its first call."""
        rng, seed = self._rng, self._seed
        scope = self._scope(["n", "flag", "*k"], ["*k", "*k"], ["n"])
        first = ("static int calls = 0;", "static int known = 1;", "calls++;", "if (known) {")
        first = (*first, "known = 0;", f"*k = {rng.choice(['0', 'n', '2'])};", "}")
        if rng.random() < 0.5:
            first = (*first, f"if (flag == {rng.randint(0, 3)})", "return;")

        def function() -> str:
            return f"acc += f{seed}(n, {rng.choice(['*k', 'calls', '2'])});"

        header = f"static void s{seed}(int n, int flag, int *k)"
        return self._function(
            header, scope, 6, first=first, calls=(function,), leave="return;", depth=1
        )

    def _struct(self) -> Piece:
        """A function that gets a structure with sizes by its address."""
        fields = ["x->rows", "x->size[1]"]
        scope = self._scope(["n", *fields, "x->size[0]"], fields, ["x->cols", "x->rows", "n"])
        scope.inputs = ["n"]
        act = "x->data[(i0 + i1) & 7] = i0 & 3;" if self._rng.random() < 0.3 else "acc += i0 & i1;"
        first = ("for (i0 = 0; i0 < x->rows; i0++)", "for (i1 = 0; i1 < x->cols; i1++)", act)
        if self._rng.random() < 0.5:
            first = (*first, f"x->cols = {self._rng.choice(['3', 'x->rows', 'n & 3'])};")
        header = f"static void b{self._seed}(struct box *x, int n)"
        return self._function(header, scope, 3, first=first, leave="return;", depth=1)

    def _recursive(self) -> Piece:
        """A function that calls itself, once or twice, with less or with a part of its argument."""
        scope = self._scope(["n"], ["la"], ["n"])
        first = ("if (n <= 0)", "return 1;")
        calls = ("return r{0}(n - 1) + 1;", "return r{0}(n - 2) + r{0}(n / 2);")
        more = (
            "return r{0}(n / 2) + r{0}(n / 2);",
            "return r{0}((n - 1) / 2) + r{0}((n - 1) / 2);",
            "return n > 4 ? r{0}(n - 2) : r{0}(n - 1) + r{0}(n - 3);",
        )
        calls = more if self._keeps else calls
        last = (self._rng.choice(calls).replace("{0}", str(self._seed)),)
        header = f"static int r{self._seed}(int n)"
        return self._function(header, scope, 1, first=first, last=last, depth=1)

    def _handed(self) -> tuple[Piece, ...]:
        """Functions that get a function: one calls it, one passes it on, one keeps and calls it."""
        seed, scope = self._seed, self._scope(["n"], ["la"], ["n"])
        call = ("for (i0 = 0; i0 < (n & 3); i0++)", "acc += by(n, i0);")
        kept = "struct keeper { step kept; int times; } own = {by, n & 3};"
        if self._rng.random() < 0.5:
            kept = "struct keeper { step kept; int times; } own; own.kept = by; own.times = n & 3;"
        keeps = (kept, "for (i0 = 0; i0 < own.times; i0++)", "acc += own.kept(n, 1);")
        bodies = {"t": call, "u": (f"acc = t{seed}(by, n);",), "o": keeps}
        return tuple(
            self._function(
                f"static int {name}{seed}(step by, int n)",
                *(scope, 1),
                first=first,
                last=("return acc;",),
                depth=1,
            )
            for name, first in bodies.items()
        )

    def _array(self) -> Piece:
        """A function that walks over an array of four it is given; it needs no array of its own."""
        rng = self._rng
        scope = self._scope(["n", "v[0]", "v[n & 3]"], ["v[1]", "v[i0 & 3]"], ["n"])
        walk = rng.choice(["acc += *v++;", "*v++ = n & 3;"])
        first = ("int *end = v + 4;", "while (v < end)", walk, "v = end - 4;")
        if rng.random() < 0.5:
            first = ("for (i0 = 0; i0 < 4; i0++)", "v[i0] += i0 & n;")
        header = f"static void v{self._seed}(int *v, int n)"
        return self._function(header, scope, 2, first=first, leave="return;", depth=1)
