"""Random statements of one C function."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.oracle.c_programs.expressions import COMPARISONS, Expressions, Scope
from tests.oracle.c_programs.loops import FUEL, Loops
from tests.oracle.programs.pieces import Piece

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from tests.oracle.c_programs.kinds import Memory

_DEEPEST = 3
_POINTED_TO = frozenset(
    {"k", "j", "w", "q", "b", "x", "pairs", "one", "to_one", "local", "by_address"}
    | {"mix", "to_mix", "spare", "by_mix", "veiled", "any", "left", "right", "both", "flat"}
)
"""Names that may mean one place: what ``q`` may point to, and it."""


class Statements(Loops):
    """Writes bodies. ``calls`` are makers of calls of other functions.

    ``shared`` are the names of globals: a call may change them. ``leave`` ends the function early,
    ``memories`` are what blocks store and read in unusual ways.
    Where it is ``calm`` there are few branches, so that more counts are exact.
    """

    def __init__(
        self,
        rng: random.Random,
        scope: Scope,
        budget: int,
        array: str,
        *,
        calls: tuple[Callable[[], str], ...] = (),
        shared: frozenset[str] = frozenset(),
        leave: str = "return 1;",
        calm: bool = False,
        memories: tuple[Memory, ...] = (),
    ) -> None:
        super().__init__(rng, Expressions(rng, scope), array)
        self._memories = memories
        self._open: list[Memory] = []
        self._budget = budget
        self._calls = calls
        self._shared = shared
        self._leave = leave
        self._calm = calm
        self.with_correlated = False

    def body(self, depth: int) -> tuple[Piece, ...]:
        """Return some statements, at least one."""
        found: list[Piece] = []
        for _ in range(self.rng.randint(1, 3 if depth else 6)):
            if self._budget <= 0 and found:
                break
            self._budget -= 1
            found += self._statement(depth)
        if depth == 0 and self.with_correlated:
            at = self.rng.randint(0, len(found))
            found[at:at] = self.correlated(depth)
        return tuple(found)

    def _statement(self, depth: int) -> list[Piece]:
        kinds: list[Callable[[int], list[Piece]]] = [self.assignment, self.assignment]
        branches: list[Callable[[int], list[Piece]]] = [self.guarded]
        if depth < _DEEPEST:
            kinds += [self.loop] * 4 + [self.call] * 2
            kinds += [self.block, self.repoint, self.smaller_input, self.copy, self.lengths]
            kinds.append(self.computed_place)
            kinds += [self.memory] * (3 if self._memories else 0)
            branches += [self.branch, self.branch, self.switch, self.jump_forward]
        if depth == 0:
            kinds.append(self.rows)
            branches.append(self.give_up)
        if self.nesting:
            branches.append(self.leave_loop)
        if self._calm and self.rng.random() < 0.8:
            branches = []
        return self.rng.choice(kinds + branches)(depth)

    # --- what changes values -----------------------------------------------------------------------

    def _target(self) -> str | None:
        """Something that may be set here."""
        free = [name for name in self.expressions.scope.settable if not self._is_frozen(name)]
        return self.rng.choice(free) if free else None

    def _is_frozen(self, name: str) -> bool:
        words = {name.strip("*").partition("[")[0].partition(".")[0].partition("-")[0]}
        if words & _POINTED_TO:
            words |= _POINTED_TO
        return bool(words & self.frozen)

    def assignment(self, depth: int) -> list[Piece]:
        """An assignment in one of C's forms; increments grow only near the top."""
        make, rng, target = self.expressions, self.rng, self._target()
        if target is None:
            return [Piece((f"acc += {make.bounded()};",))]
        if target.startswith("*") or depth > 2 or rng.random() < 0.5:
            text = f"{target} = {make.bounded()};"
        else:
            steps = ["{}++;", "++{};", "{}--;", "{} += 2;", "{} = {} + 1;", "acc += {}++;"]
            text = rng.choice(steps).replace("{}", target)
        forms = [text] * 6 + [
            f"{target} = {make.condition()};",
            f"{target} = {make.comparison()} ? {make.bounded()} : {rng.randint(0, 4)};",
            f"acc++, {target} = {make.bounded()};",
            f"{target} = acc = {make.bounded()};",
            f"{target} &= 7;",
            f"{target} %= {rng.randint(4, 9)};",
            f"uc = {make.value()};",
            f"sh = {make.bounded()};",
            f"draws = draws * 1103515245u + 12345u, {target} = draws >> 16 & 3;",
        ]
        return [Piece((rng.choice(forms),))]

    def computed_place(self, depth: int) -> list[Piece]:
        """An element is changed whose subscript a call gives: once, however often it is used."""
        tests, rng = self.expressions.scope.tests, self.rng
        if not tests or self.frozen & (self._shared | _POINTED_TO):
            return self.assignment(depth)
        place = f"{self.array}[{rng.choice(tests)} & 1]"
        forms = (
            *(f"{place} ^= 1;", f"{place} &= 3;", f"acc += {place}-- & 1;", f"{place} = acc & 3;"),
            f"acc = {place} = {self.expressions.bounded()};",
            f"{place} += {self.expressions.condition()};",
        )
        return [Piece((rng.choice(forms),))]

    def repoint(self, depth: int) -> list[Piece]:
        """The pointer ``q`` is set to a variable, or what it points to is changed."""
        addresses = self.expressions.scope.addresses
        if not addresses or self._is_frozen("q"):
            return self.assignment(depth)
        return [Piece((f"q = {self.rng.choice(addresses)};",))]

    def copy(self, depth: int) -> list[Piece]:
        """A structure is copied."""
        copies = self.expressions.scope.copies
        if not copies or self.frozen & _POINTED_TO:
            return self.assignment(depth)
        return [Piece((self.rng.choice(copies),))]

    def smaller_input(self, depth: int) -> list[Piece]:
        """An argument that came by value is changed, never away from zero."""
        name = self.expressions.scope.inputs[-1]
        if name in self.frozen or self.rng.random() < 0.5:
            return self.assignment(depth)
        return [Piece((self.rng.choice([f"{name} /= 2;", f"{name} &= 3;", f"{name} %= 3;"]),))]

    def call(self, depth: int) -> list[Piece]:
        """A call, unless it might change what a loop around it reads."""
        if not self._calls or self.frozen & (self._shared | _POINTED_TO):
            return self.assignment(depth)
        return [Piece((self.rng.choice(self._calls)(),))]

    # --- branches ----------------------------------------------------------------------------------

    def condition(self) -> str:
        """A condition that calls nothing where a call might change what a loop reads."""
        scope = self.expressions.scope
        tests = scope.tests
        if self.frozen & (self._shared | _POINTED_TO):
            scope.tests = []  # they are calls
        text = self.expressions.condition()
        scope.tests = tests
        return text

    def guarded(self, depth: int) -> list[Piece]:
        """An if around an assignment, on one line or two."""
        (inner,) = self.assignment(depth)
        head = f"if ({self.condition()})"
        (text,) = inner.lines()
        if self.rng.random() < 0.4:
            return [Piece((f"{head} {text}",))]
        return [Piece((head, text))]

    def branch(self, depth: int) -> list[Piece]:
        """An if with else ifs and perhaps an else."""
        rng = self.rng
        parts: list[str | tuple[Piece, ...]] = [
            f"if ({self.condition()}) {{",
            self.body(depth + 1),
        ]
        while rng.random() < 0.35:
            parts += [f"}} else if ({self.condition()}) {{", self.body(depth + 1)]
        if rng.random() < 0.5:
            parts += ["} else {", self.body(depth + 1)]
        return [Piece((*parts, "}"))]

    def switch(self, depth: int) -> list[Piece]:
        """A switch whose cases may run on into the next; perhaps no default, or not at the end."""
        rng = self.rng
        parts: list[str | tuple[Piece, ...]] = [f"switch ({self.expressions.value()}) {{"]
        labels = rng.sample(["case 0:", "case 1:", "case 2:", "case GREEN:", "case 7:"], 3)
        if rng.random() < 0.6:
            labels.insert(rng.randint(0, 3), "default:")
        for label in labels:
            parts += [label, self.inside("switch", None, depth)]
            if rng.random() < 0.6:
                parts.append("break;")
        return [Piece((*parts, "}"))]

    def leave_loop(self, depth: int) -> list[Piece]:
        """A break or continue under a condition; continue only where the loop still steps."""
        around = [kind for kind in self.nesting if kind != "goto"]
        loops = [kind for kind in around if kind != "switch"]
        ways = ["break;"] if around else []
        if loops and loops[-1] == "for":
            ways.append("continue;")
        if not ways:
            return self.assignment(depth)
        return [Piece((f"if ({self.condition()})", self.rng.choice(ways)))]

    def jump_forward(self, depth: int) -> list[Piece]:
        """A jump over statements."""
        label = self.new_label()
        head = f"if ({self.condition()})"
        return [Piece((head, f"goto {label};", self.body(depth + 1), f"{label}:;"))]

    def block(self, depth: int) -> list[Piece]:
        """A block with a variable of its own."""
        name, scope = self.new_counter(), self.expressions.scope
        declared = f"int {name} = {self.expressions.bounded()};"
        scope.readable.append(name)
        scope.settable.append(name)
        body = self.body(depth + 1)
        scope.readable.remove(name)
        scope.settable.remove(name)
        return [Piece(("{", declared, body, "}"))]

    def memory(self, depth: int) -> list[Piece]:
        """A block with memory of one kind, or a store to that of the block around."""
        if self._open and self.rng.random() < 0.7:
            return self._store(self._open[-1])
        memory, scope = self.rng.choice(self._memories), self.expressions.scope
        if memory.names & self.frozen:
            return self.assignment(depth)
        readable = list(scope.readable)
        self._open.append(memory)
        parts: list[Piece] = []
        for _ in range(self.rng.randint(1, 3)):
            for _ in range(self.rng.randint(1, 3)):
                parts += self._store(memory)
            scope.readable.append(memory.read())
            parts += self._decided(memory, depth)
        self._open.pop()
        scope.readable[:] = readable
        return [Piece(("{", *memory.block, tuple(parts), "}"))]

    def _store(self, memory: Memory) -> list[Piece]:
        """A store, perhaps under a condition or in a loop."""
        make, rng = self.expressions, self.rng
        if memory.names & self.frozen:
            return [Piece(("acc++;",))]
        index = f"i{len(make.scope.indices)}"
        head = rng.choice(
            [
                *[""] * 7,
                f"if ({self.condition()})",
                f"for ({index} = 0; {index} < {make.input()}; {index}++)",
            ]
        )
        return [Piece((*([head] if head else []), memory.store(make.bounded())))]

    def _decided(self, memory: Memory, depth: int) -> list[Piece]:
        """What is read is a trip count, is tested, or chooses a case."""
        rng, name = self.rng, self.new_counter()
        index = f"i{len(self.expressions.scope.indices)}"
        read = memory.read()
        if rng.random() < 0.3:
            return [
                Piece(
                    (
                        f"if ({read} {rng.choice(COMPARISONS)} {rng.randint(0, 4)}) {{",
                        self.body(depth + 1),
                        "}",
                    )
                )
            ]
        if rng.random() < 0.2:
            head = f"for ({index} = 0; {index} < {read}; {index}++) {{"
            head = (head, f"if (++fuel > {FUEL})", "break;")
            return [Piece((*head, self.inside("for", index, depth), "}"))]
        loop = f"for ({index} = 0; {index} < {name}; {index}++) {{"
        return [Piece((f"{name} = {read};", loop, self.inside("for", index, depth), "}"))]

    def lengths(self, depth: int) -> list[Piece]:
        """An array whose length is evaluated once, though what it is made of changes."""
        index = f"i{len(self.expressions.scope.indices)}"
        head = (
            f"int len = (({self.expressions.value()}) & 3) + 1;",
            "int vla[len++];",
            "len += 2;",
        )
        loop = f"for ({index} = 0; {index} < (int)(sizeof vla / sizeof *vla); {index}++) {{"
        return [
            Piece(("{", *head, loop, self.inside("for", index, depth), "}", "acc += len;", "}"))
        ]

    def give_up(self, _depth: int) -> list[Piece]:
        """An error branch: the function or the program ends where an input is not as expected."""
        name = self.rng.choice(self.expressions.scope.readable)
        test = self.rng.choice([f"{name} > 20", f"{name} < -9", f"{name} == 5"])
        way = self.rng.choice(["exit(0);", self._leave, self._leave])
        return [Piece((f"if ({test})", way))]
