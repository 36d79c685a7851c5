"""Random C loops: for in many forms, while, do, for (;;), pointer walks, goto, rows of a matrix."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.oracle.programs.pieces import Piece

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from tests.oracle.c_programs.expressions import Expressions

_NAME = re.compile(r"[A-Za-z_]\w*")
FUEL = 40
"""How often the jumps backward of one call are taken, in all."""


class Loops:
    """Writes loops around bodies that a subclass makes.

    ``nesting`` are the constructs around the present place; ``counters`` the variables that make loops
    end: nothing else sets them; ``frozen`` what must not change here, or a loop might not end.
    """

    def __init__(self, rng: random.Random, expressions: Expressions, array: str) -> None:
        self.rng = rng
        self.expressions = expressions
        self.array = array
        self.counters: list[str] = []
        self.nesting: list[str] = []
        self.frozen: frozenset[str] = frozenset()
        self._label = 0

    def body(self, depth: int) -> tuple[Piece, ...]:
        """Return the statements of a loop."""
        raise NotImplementedError

    def condition(self) -> str:
        """Return a condition."""
        raise NotImplementedError

    def new_label(self) -> str:
        """Return a label that is not used yet."""
        self._label += 1
        return f"l{self._label}"

    def new_counter(self) -> str:
        """Return a variable of its own."""
        self.counters.append(f"c{len(self.counters)}")
        return self.counters[-1]

    def loop(self, depth: int) -> list[Piece]:
        """A loop of some kind."""
        kinds: list[Callable[[int], list[Piece]]] = [self._for] * 6
        kinds += [self._left_early, self._left_early, self._while, self._while, self._do]
        kinds += [self._left_in, self._carried]
        kinds += [self._forever, self._two_counters, self._halving, self._unsigned, self._walk]
        kinds += [self._walk_while, self._goto_at_end, self._goto_at_start, self._shadowing]
        return self.rng.choice(kinds)(depth)

    def inside(self, kind: str, index: str | None, depth: int) -> tuple[Piece, ...]:
        """Return a body within a construct of that kind, where ``index`` may be read."""
        indices = self.expressions.scope.indices
        self.nesting.append(kind)
        if index is not None:
            indices.append(index)
        made = self.body(depth + 1)
        if index is not None:
            indices.pop()
        self.nesting.pop()
        return made

    def _header(self, index: str, kind: str = "") -> str:
        make, rng = self.expressions, self.rng
        first = rng.choice(["0", "0", "1", "2", make.value()])
        last = rng.choice([make.input(), make.input(), make.value(), make.value()])
        test, step = rng.choice(
            [
                *[("<", f"{index}++")] * 5,
                ("<=", f"{index}++"),
                ("<=", f"++{index}"),
                ("<", f"{index} += 2"),
                ("<=", f"{index} += 3"),
                ("<", f"{index} = {index} + 1"),
                ("<", f"{index} += {index} > 2 ? 2 : 1"),
                ("<", f"{index} += {make.atom()} & 1 ? 3 : 1"),
                (">", f"{index}--"),
                (">=", f"--{index}"),
                (">=", f"{index} -= 2"),
            ]
        )
        if test[0] == ">" and rng.random() < 0.7:
            first, last = last, first
        return f"for ({kind}{index} = {first}; {index} {test} {last}; {step}) {{"

    def _for(self, depth: int) -> list[Piece]:
        """The bound is read anew at each test. Where the body may change it, fuel ends the loop."""
        index = f"i{len(self.expressions.scope.indices)}"
        header = self._header(index)
        if self.rng.random() < 0.2:
            head = (header, f"if (++fuel > {FUEL})", "break;")
            return [Piece((*head, self.inside("for", index, depth), "}"))]
        return [Piece((header, self._unchanged(header, index, depth), "}"))]

    def _unchanged(self, header: str, index: str, depth: int) -> tuple[Piece, ...]:
        """A body that changes nothing the loop's header reads."""
        was = self.frozen
        self.frozen = was | frozenset(_NAME.findall(header))
        made = self.inside("for", index, depth)
        self.frozen = was
        return made

    def _shadowing(self, depth: int) -> list[Piece]:
        """A loop that declares its counter, which hides the function's variable of that name."""
        index = f"i{len(self.expressions.scope.indices)}"
        header = self._header(index, "int ")
        return [Piece((header, self._unchanged(header, index, depth), "}"))]

    def _left_early(self, depth: int) -> list[Piece]:
        make, rng = self.expressions, self.rng
        index = f"i{len(make.scope.indices)}"
        header = f"for ({index} = 0; {index} < {make.input()}; {index}++) {{"
        before = self._unchanged(header, index, depth) if rng.random() < 0.5 else ()
        make.scope.indices.append(index)
        test = self.condition()
        make.scope.indices.pop()
        way = rng.choice(["break;", "break;", "continue;"])
        after = self._unchanged(header, index, depth)
        return [Piece((header, before, f"if ({test})", way, after, "}"))]

    def _left_in(self, depth: int) -> list[Piece]:
        """Two loops, or one, that are left in an iteration which follows from the inputs."""
        make, rng = self.expressions, self.rng
        index, out = f"i{len(make.scope.indices)}", self.new_label()
        outer = make.scope.indices[-1] if make.scope.indices else "2"
        other = rng.choice([make.input(), make.input(), "3", "5"])
        header = f"for ({index} = {rng.choice('012')}; {index} < {make.input()}; {index}++) {{"
        test = rng.choice(
            [
                f"{index} > {other}",
                f"{index} == {other}",
                f"{index} >= {other} || {index} == {make.input()}",
                f"{index} + {outer} > {other}",
                f"{index} * {outer} > {other}",
                f"2 * {index} == {other} + {outer}",
                f"{index} * {index} > {other}",
                f"{index} > 1 && {index} <= {other}",
                f"{other} == 3",
            ]
        )
        was = self.frozen
        self.frozen = was | frozenset(_NAME.findall(f"{header} {test}"))
        before = self.inside("for", index, depth) if rng.random() < 0.3 else ()
        after = self.inside("for", index, depth)
        self.frozen = was
        way = rng.choice(["break;", f"goto {out};"])
        loop = Piece((header, before, f"if ({test})", way, after, "}"))
        end = "acc += {index};" if rng.random() < 0.3 else ";"
        if rng.random() < 0.3:
            second = self.new_counter()
            head = f"for ({second} = 0; {second} < {make.input()}; {second}++) {{"
            loop = Piece((head, (loop,), "}"))
        return [loop, Piece((end.format(index=index), f"{out}:;"))]

    def _carried(self, depth: int) -> list[Piece]:
        """A variable that a loop carries on, used there and as a bound after it."""
        make, rng, name = self.expressions, self.rng, self.new_counter()
        index, inner = f"i{len(make.scope.indices)}", self.new_counter()
        step = rng.choice(
            [
                f"{name}++;",
                f"{name} += {index};",
                f"{name} += {index} % 2;",
                f"{name} = {make.input()} - {name};",
                f"{name} = ({name} + {rng.randint(1, 2)}) % {rng.randint(2, 4)};",
                f"{name} = MAX({name}, {index});",
                f"{name} = !{name};",
                f"{name} = {index};",
                f"{name} = 3;",
                f"{name} = ({name} * 2 + 1) & 63;",
            ]
        )
        test = f"{index} < {make.input()}"
        header = f"for ({index} = {rng.randint(0, 2)}; {test}; {index}++) {{"
        was = self.frozen
        self.frozen = was | frozenset(_NAME.findall(f"{header} {step}"))
        make.scope.indices.append(index)
        tests = [make.comparison(), f"{index} > {name}", f"{name} == {rng.randint(0, 2)}"]
        parts = [rng.choice([step, step, f"if ({rng.choice(tests)}) {step}"])]
        if rng.random() < 0.4:
            bound = rng.choice([index, "2", f"{index} % 3"])
            parts.insert(0, f"for ({inner} = 0; {inner} < {bound}; {inner}++)")
        make.scope.indices.pop()
        body = self.inside("for", index, depth)
        used = (f"if ({name} > {rng.randint(0, 2)}) {{", body, "}")
        whole = (*used, *parts) if rng.random() < 0.5 else (*parts, *used)
        loop = Piece((header, *whole, "}"))
        self.frozen = was | frozenset((name, index))
        head = f"for ({index} = 0; {index} < MIN({name}, 9); {index}++) {{"
        after = Piece((head, self.inside("for", index, depth), "}"))
        self.frozen = was
        return [Piece((f"{name} = {rng.choice(['0', '1', make.input()])};",)), loop, after]

    def _while(self, depth: int) -> list[Piece]:
        make, rng, name = self.expressions, self.rng, self.new_counter()
        start = f"{name} = {make.input()};"
        body = self.inside("while", name, depth)
        if rng.random() < 0.3:
            test = rng.choice([f"{name}-- > 0", f"{name} > 0 && {name}--"])
            return [Piece((start, f"while ({test}) {{", body, "}"))]
        step = rng.choice([f"{name}--;", f"{name} -= 2;", f"{name} = {name} - 1;"])
        more = f" && ({self.condition()})" if rng.random() < 0.3 else ""
        return [Piece((start, f"while ({name} > 0{more}) {{", body, step, "}"))]

    def _do(self, depth: int) -> list[Piece]:
        make, rng, name = self.expressions, self.rng, self.new_counter()
        body = self.inside("do", name, depth)
        more = f" && ({self.condition()})" if rng.random() < 0.25 else ""
        test = f"}} while ({name} < {rng.choice(['NP', make.scope.inputs[0], '5'])}{more});"
        return [Piece((f"{name} = {rng.randint(0, 2)};", "do {", body, f"{name}++;", test))]

    def _forever(self, depth: int) -> list[Piece]:
        make, name = self.expressions, self.new_counter()
        head = self.rng.choice(["for (;;) {", "while (1) {"])
        before = self.inside("forever", name, depth)
        test = f"if ({name} >= {make.scope.inputs[-1]})"
        start = f"{name} = {self.rng.randint(0, 2)};"
        if self.rng.random() < 0.5:
            return [Piece((start, head, test, "break;", before, f"{name}++;", "}"))]
        return [Piece((start, head, f"{name}++;", before, test, "break;", "}"))]

    def _two_counters(self, depth: int) -> list[Piece]:
        low, high = self.new_counter(), self.new_counter()
        header = f"for ({low} = 0, {high} = {self.expressions.input()}; {low} < {high};"
        step = f" {low}++, {high}--) {{"
        return [Piece((header + step, self.inside("for", low, depth), "}"))]

    def _halving(self, depth: int) -> list[Piece]:
        name = self.new_counter()
        header = self.rng.choice(
            [
                f"for ({name} = {self.expressions.input()}; {name} > 0; {name} /= 2) {{",
                f"for ({name} = 1; {name} < {self.expressions.scope.inputs[0]}; {name} *= 2) {{",
                f"for ({name} = {self.expressions.input()} & 31; {name}; {name} >>= 1) {{",
            ]
        )
        frozen = self.inside("for", name, depth)
        return [Piece((header, frozen, "}"))]

    def _unsigned(self, depth: int) -> list[Piece]:
        """An unsigned or narrow counter; a count-down that ends at zero."""
        header = self.rng.choice(
            [
                "for (unsigned u = 0; u < NP; u++) {",
                "for (unsigned u = MP; u-- > 0;) {",
                f"for (size_t u = 0; u < (size_t)({self.expressions.input()} & 7); u++) {{",
                "for (unsigned char u = 250; u != 3; u++) {",
                "for (unsigned u = 1; u; u <<= 1) {",
                "for (int u = 0; u < (unsigned)NP; u++) {",
                "for (int u = -1; u < (unsigned)NP; u++) {",
                f"for (short u = 0; u < {self.expressions.scope.inputs[0]}; u++) {{",
            ]
        )
        return [Piece((header, self.inside("for", None, depth), "}"))]

    def _walk(self, _depth: int) -> list[Piece]:
        rng, array = self.rng, self.array
        size = rng.choice([f"({self.expressions.input()} & 7)", "NP", "8"])
        act = rng.choice(["acc += *p;", "*p = acc & 3;", f"acc += p[0] - {array}[1];", "acc++;"])
        if rng.random() < 0.7:
            head = f"for (p = {array}; p < {array} + {size}; p++) {{"
            return [Piece((head, act, "}"))]
        head = f"for (p = {array} + {size}; p > {array};) {{"
        return [Piece((head, "--p;", act, "}"))]

    def _walk_while(self, _depth: int) -> list[Piece]:
        rng, array = self.rng, self.array
        size = rng.choice([f"({self.expressions.input()} & 7)", "NP"])
        act = rng.choice(["acc += *p++;", "*p++ = acc & 3;"])
        test = f"while (p {rng.choice(['<', '!='])} {array} + {size}) {{"
        return [Piece((f"p = {array};", test, act, "}"))]

    def _goto_at_end(self, depth: int) -> list[Piece]:
        label = self.new_label()
        body = self.inside("goto", None, depth)
        test = f"if (++fuel < {FUEL} && ({self.condition()}))"
        return [Piece((f"{label}:;", body, test, f"goto {label};"))]

    def _goto_at_start(self, depth: int) -> list[Piece]:
        top, out, name = self.new_label(), self.new_label(), self.new_counter()
        start = f"{name} = {self.expressions.input()};"
        body = self.inside("goto", name, depth)
        parts = (start, f"{top}:", f"if ({name} <= 0)", f"goto {out};", body)
        return [Piece((*parts, f"{name}--;", f"goto {top};", f"{out}:;"))]

    def rows(self, _depth: int) -> list[Piece]:
        """Rows of a sparse matrix: an array says where each begins, and never goes down."""
        first, last = self.rng.randint(0, 2), self.rng.randint(0, 2)
        fill = "for (i0 = 0; i0 < 8; i0++)"
        each = f"rows[i0 + 1] = rows[i0] + {self.rng.choice(['i0 % 3', '2', '(i0 & 1)', 'i0'])};"
        head = f"for (i0 = {first}; i0 < {self.rng.choice(['NP', '8', '(n & 7)'])}; i0++) {{"
        inner = "for (i1 = rows[i0]; i1 < rows[i0 + 1]; i1++)"
        return [
            Piece((f"rows[0] = {last};", fill, each, head, inner, "acc += i1 & 3;", "}")),
        ]

    def correlated(self, depth: int) -> list[Piece]:
        """Loops whose trip counts vary together, with each other or with what branches test."""
        kinds = [self._passes, self._through_array, self._lists, self._drawn]
        return self.rng.choice(kinds)(depth)

    def call(self, depth: int) -> list[Piece]:
        """Return a call."""
        raise NotImplementedError

    def _nested(self, header: str, index: str, length: str, depth: int) -> Piece:
        """A loop whose trip count is ``length``: some of it is done only if that is large."""
        rng = self.rng
        was = self.frozen
        self.frozen = was | frozenset(_NAME.findall(f"{header} {length}"))
        test = f"{length} {rng.choice(['>', '>=', '==', '<'])} {rng.randint(1, 3)}"
        second = rng.choice([f" && ({index} & 1)", f" || {index} == 2", "", ""])
        parts = [
            Piece((f"if ({test}{second}) {{", self.inside("for", index, depth + 1), "}")),
            Piece((f"acc += {test} ? {index} : 2;",)),
            Piece((f"while (acc > 9 && {test}) acc /= 2;",)),
            *self.call(depth + 2),
        ]
        self.frozen = was
        return Piece((header, tuple(rng.sample(parts, rng.randint(1, len(parts)))), "}"))

    def _passes(self, depth: int) -> list[Piece]:
        """Passes over a part that grows while their number falls, as a Fourier transform makes them."""
        make, rng = self.expressions, self.rng
        index = f"i{len(make.scope.indices)}"
        size, left = self.new_counter(), self.new_counter()
        step = rng.choice([f"{size} *= 2", f"{size} += 2"])
        most = rng.choice([make.input(), "9", "NP"])
        outer = f"for ({size} = 1; {size} <= {most}; {step}) {{"
        fewer = rng.choice([f"{left} /= 2", f"{left} -= 3"])
        passes = f"for ({left} = {rng.choice(['16', '9'])} / {size}; {left} > 0; {fewer}) {{"
        was = self.frozen
        self.frozen = was | frozenset((size, left, *_NAME.findall(most)))
        header = f"for ({index} = 0; {index} < {size}; {index}++) {{"
        loop = self._nested(header, index, rng.choice([size, left]), depth)
        self.frozen = was
        return [Piece((outer, passes, (loop,), "}", "}"))]

    def _over_rows(self, each: str, first: str, length: str, depth: int) -> list[Piece]:
        """Loops from ``first`` on, ``length`` times, at each ``i0`` of rows that ``each`` fills."""
        fill = f"for (i0 = 0; i0 < 8; i0++) {each}"
        head = f"for (i0 = 0; i0 < {self.rng.choice(['8', 'NP', '(n & 7)'])}; i0++) {{"
        was, indices = self.frozen, self.expressions.scope.indices
        self.frozen = was | {"i0", "rows", "n"}
        indices.append("i0")
        header = f"for (i1 = {first}; i1 < {first} + {length}; i1++) {{"
        loop = self._nested(header, "i1", length, depth)
        indices.pop()
        self.frozen = was
        return [Piece(("rows[0] = 0;", fill, head, (loop,), "}"))]

    def _through_array(self, depth: int) -> list[Piece]:
        """The inner trip count is an element at the outer index."""
        value = f"(i0 * {self.expressions.input()} + {self.expressions.atom()}) & 3"
        return self._over_rows(f"rows[i0] = {value};", "0", "rows[i0]", depth)

    def _lists(self, depth: int) -> list[Piece]:
        """Lists of neighbours: an array says where each begins, lengths depend on data."""
        length = f"((i0 * i0 + {self.expressions.atom()}) & 3)"
        each = f"rows[i0 + 1] = rows[i0] + {length};"
        return self._over_rows(each, "rows[i0]", "(rows[i0 + 1] - rows[i0])", depth)

    def _drawn(self, depth: int) -> list[Piece]:
        """Each iteration draws a number, which is a trip count and is tested."""
        make, rng, drawn = self.expressions, self.rng, self.new_counter()
        index, inner = f"i{len(make.scope.indices)}", f"i{len(make.scope.indices) + 1}"
        most = rng.choice([make.input(), "6"])
        head = f"for ({index} = 0; {index} < {most}; {index}++) {{"
        was = self.frozen
        self.frozen = was | frozenset((index, drawn, *_NAME.findall(most)))
        make.scope.indices.append(index)
        header = f"for ({inner} = 0; {inner} < {drawn}; {inner}++) {{"
        loop = self._nested(header, inner, drawn, depth)
        make.scope.indices.pop()
        self.frozen = was
        draw = f"{drawn} = ({drawn} * 5 + {rng.randint(1, 6)}) % 7;"
        return [Piece((f"{drawn} = {rng.randint(0, 6)};", head, draw, (loop,), "}"))]
