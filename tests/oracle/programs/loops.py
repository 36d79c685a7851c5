"""Random loops: DO in all its forms, DO WHILE, loops made of GOTO, rows of index arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.oracle.programs.pieces import Piece, line

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from tests.oracle.programs.expressions import Expressions


class Loops:
    """Writes loops around bodies that a subclass makes."""

    def __init__(self, rng: random.Random, expressions: Expressions) -> None:
        self.rng = rng
        self.expressions = expressions
        self.label: int = 0
        self._counters = 0
        self.fill: str | None = None  # a subroutine that fills what is passed

    def body(self, depth: int) -> tuple[Piece, ...]:
        """Return the statements of a loop."""
        raise NotImplementedError

    def assignment(self, depth: int) -> list[Piece]:
        """Return an assignment."""
        raise NotImplementedError

    def new_label(self) -> int:
        """Return a label that is not used yet."""
        self.label += 10
        return self.label

    def loop(self, depth: int) -> list[Piece]:
        """A loop of some kind."""
        kinds: list[Callable[[int], list[Piece]]] = [self._do] * 6
        kinds += [self._shared, self._left_early, self._left_early, self._left_in, self._while]
        kinds += [self._goto_at_end, self._goto_at_start]
        if not self.expressions.plain:  # a compiler may see through these
            kinds += [self._carried, self._assigned]
        return self.rng.choice(kinds)(depth)

    def _header(self) -> tuple[str, str]:
        """Return the index and the bounds of a DO loop."""
        make, rng = self.expressions, self.rng
        index = f"I{len(make.scope.indices)}"
        first = rng.choice(["1", "1", "0", "2", make.value()])
        last = rng.choice([make.input(), make.input(), make.value(), make.value()])
        step = rng.choice(["", "", "", "", ",2", ",-1", ",3", ",-2", ",ISTEP"])
        if step not in ("", ",-1") and make.may_be_empty(first, last):
            first, last = "1", make.input()  # a compiler drops what it can see to run zero times
        if step.startswith(",-") and rng.random() < 0.7:
            first, last = last, first
        return index, f"{first}, {last}{step}"

    def _inside(self, index: str, depth: int) -> tuple[Piece, ...]:
        indices = self.expressions.scope.indices
        indices.append(index)
        body = self.body(depth + 1)
        indices.pop()
        return body

    def _do(self, depth: int) -> list[Piece]:
        index, bounds = self._header()
        form = self.rng.randrange(3)
        if form == 0:
            head = line(f"DO {index} = {bounds}")
            loop = Piece((head, self._inside(index, depth), line("END DO")))
        else:
            label = self.new_label()
            head = line(f"DO {label} {index} = {bounds}")
            body = self._inside(index, depth)
            end = line("CONTINUE", label)
            if form == 2:
                (last,) = self.assignment(depth + 1)
                (text,) = last.lines()
                end = line(text.strip(), label)
            loop = Piece((head, body, end))
        if self.rng.random() < 0.2:
            name = self.rng.choice(self.expressions.scope.settable)
            return [loop, Piece((line(f"{name} = {index}"),))]
        return [loop]

    def _shared(self, depth: int) -> list[Piece]:
        """Two loops that end on one statement."""
        label = self.new_label()
        outer, bounds = self._header()
        head = line(f"DO {label} {outer} = {bounds}")
        indices = self.expressions.scope.indices
        indices.append(outer)
        inner, bounds = self._header()
        second = line(f"DO {label} {inner} = {bounds}")
        body = self._inside(inner, depth + 1)
        indices.pop()
        return [Piece((head, second, body, line("CONTINUE", label)))]

    def _left_early(self, depth: int) -> list[Piece]:
        """A DO loop with a jump out of it, or to its next iteration."""
        index, bounds = self._header()
        label, out = self.new_label(), self.new_label()
        indices = self.expressions.scope.indices
        head = line(f"DO {label} {index} = {bounds}")
        indices.append(index)
        way = self.rng.choice(["EXIT", "CYCLE", f"GOTO {label}", f"GOTO {out}"])
        test = line(f"IF ({self.expressions.condition()}) {way}")
        before = self.body(depth + 1) if self.rng.random() < 0.4 else ()
        after = self.body(depth + 1)
        indices.pop()
        loop = Piece((head, before, test, after, line("CONTINUE", label)))
        return [loop, Piece((line("CONTINUE", out),))]

    def _left_in(self, depth: int) -> list[Piece]:
        """Two DO loops, or one, that are left in an iteration which follows from the inputs."""
        index, bounds = self._header()
        label, out = self.new_label(), self.new_label()
        indices, rng = self.expressions.scope.indices, self.rng
        outer = indices[-1] if indices else "2"
        other = self.expressions.atom_of_unit()
        # What a compiler cannot decide: "3 .EQ. 3" and "2*I .EQ. 3 + 2" have no code.
        open_end = self.expressions.input() if self.expressions.plain else other
        test = rng.choice(
            [
                f"{index} .GT. {other}",
                f"{index} .EQ. {other}",
                f"{index} .GE. {other} .OR. {index} .EQ. {self.expressions.atom_of_unit()}",
                f"{index} + {outer} .GT. {other}",
                f"{index}*{outer} .GT. {other}",
                f"2*{index} .EQ. {open_end} + {outer}",
                f"{index}*{index} .GT. {other}",
                f"{index} .GT. 1 .AND. {index} .LE. {other}",
                f"{open_end} .EQ. 3",
            ]
        )
        indices.append(index)
        before = self.body(depth + 1) if rng.random() < 0.3 else ()
        after = self.body(depth + 1)
        way = rng.choice(["EXIT", f"GOTO {out}"])
        leave = line(f"IF ({test}) {way}")
        head = line(f"DO {label} {index} = {bounds}")
        loop = Piece((head, before, leave, after, line("CONTINUE", label)))
        if rng.random() < 0.3:
            second, bounds = self._counter(), self._header()[1]
            loop = Piece((line(f"DO {second} = {bounds}"), (loop,), line("END DO")))
        indices.pop()
        end = [loop]
        if rng.random() < 0.3:
            end.append(Piece((line(f"{rng.choice(self.expressions.scope.settable)} = {index}"),)))
        return [*end, Piece((line("CONTINUE", out),))]

    def _carried(self, depth: int) -> list[Piece]:
        """A variable that a loop carries on, used there and as a bound after it."""
        index, bounds = self._header()
        name, rng, make = self._counter(), self.rng, self.expressions
        inner = self._counter()
        step = rng.choice(
            [
                f"{name} = {name} + 1",
                f"{name} = {name} + {index}",
                f"{name} = {name} + MOD({index}, 2)",
                f"{name} = {make.atom_of_unit()} - {name}",
                f"{name} = MOD({name} + {rng.randint(1, 2)}, {rng.randint(2, 4)})",
                f"{name} = MAX({name}, {index})",
                f"{name} = MIN({name}, {index})",
                f"{name} = {index}",
                f"{name} = {make.atom_of_unit()}",
                f"{name} = {name} - {index} + {make.atom_of_unit()}",
            ]
        )
        start = rng.choice(["0", "1", "2", make.input()])
        make.scope.indices.append(index)
        tests = [make.condition(), f"{index} .GT. {name}", f"{name} .EQ. {rng.randint(0, 2)}"]
        step = rng.choice([step, step, f"IF ({rng.choice(tests)}) {step}"])
        parts = [Piece((line(step),))]
        if rng.random() < 0.4:
            head = line(f"DO {inner} = 1, {rng.choice([index, '2', f'MOD({index}, 3)'])}")
            parts = [Piece((head, tuple(parts), line("END DO")))]
        used = line(f"IF ({name} .GT. {rng.randint(0, 2)}) THEN")
        parts.insert(rng.randint(0, 1), Piece((used, self.body(depth + 1), line("END IF"))))
        make.scope.indices.pop()
        loop = Piece((line(f"DO {index} = {bounds}"), tuple(parts), line("END DO")))
        second = line(f"DO {index} = 1, MIN({name}, 9)")
        after = Piece((second, self._inside(index, depth), line("END DO")))
        return [Piece((line(f"{name} = {start}"),)), loop, after]

    def _assigned(self, depth: int) -> list[Piece]:
        """A loop whose iterations go to the label that a variable holds."""
        index, bounds = self._header()
        name, make, rng = self._counter(), self.expressions, self.rng
        first, second, out = self.new_label(), self.new_label(), self.new_label()
        make.scope.indices.append(index)
        test = f"IF ({make.condition()}) " if rng.random() < 0.4 else ""
        back = rng.choice([first, second])
        make.scope.indices.pop()
        parts = (
            line(f"ASSIGN {rng.choice([first, second])} TO {name}"),
            line(f"DO {index} = {bounds}"),
            line(f"GOTO {name}, ({first}, {second})"),
            line("CONTINUE", first),
            self._inside(index, depth),
            line(f"{test}ASSIGN {second} TO {name}"),
            line(f"GOTO {out}"),
            line("CONTINUE", second),
            self._inside(index, depth),
            line(f"ASSIGN {back} TO {name}"),
            line("CONTINUE", out),
            line("END DO"),
        )
        return [Piece(parts)]

    def _counter(self) -> str:
        """Return a name for a counter, which nothing else sets."""
        self._counters += 1
        return f"KC{self._counters}"

    def _progress(self, name: str) -> tuple[str, str, str]:
        """Return start, step and the condition to go on, of a counter that gets to its end."""
        make = self.expressions
        match self.rng.randrange(5):
            case 0:
                return f"{name} = {make.value()}", f"{name} = {name} - 1", f"{name} .GT. 0"
            case 1:
                step = self.rng.randint(1, 3)
                return (
                    f"{name} = 0",
                    f"{name} = {name} + {step}",
                    f"{name} .LT. {make.atom_of_unit()}",
                )
            case 2:
                start = f"{name} = {make.value()}"
                return start, f"{name} = {name}/2", f"{name} .GE. 1"
            case 3:
                return f"{name} = 1", f"{name} = 2*{name}", f"{name} .LE. {make.atom_of_unit()}"
            case _:
                return f"{name} = {make.value()}", f"{name} = {name}/3", f"{name} .NE. 0"

    def _while(self, depth: int) -> list[Piece]:
        start, step, condition = self._progress(self._counter())
        head, last = line(f"DO WHILE ({condition})"), line(step)
        return [Piece((line(start), head, self.body(depth + 1), last, line("END DO")))]

    def _goto_at_end(self, depth: int) -> list[Piece]:
        start, step, condition = self._progress(self._counter())
        label = self.new_label()
        head = line("CONTINUE", label)
        again = line(f"IF ({condition}) GOTO {label}")
        return [Piece((line(start), head, self.body(depth + 1), line(step), again))]

    def _goto_at_start(self, depth: int) -> list[Piece]:
        start, step, condition = self._progress(self._counter())
        label, out = self.new_label(), self.new_label()
        test = line(f"IF (.NOT. ({condition})) GOTO {out}", label)
        parts = (line(start), test, self.body(depth + 1), line(step), line(f"GOTO {label}"))
        return [Piece((*parts, line("CONTINUE", out)))]

    def rows(self, depth: int) -> list[Piece]:
        """Row pointers of a sparse matrix, and loops over its rows."""
        make, rng = self.expressions, self.rng
        index = f"I{len(make.scope.indices)}"
        inner = f"I{len(make.scope.indices) + 1}"
        rows = rng.choice([make.input(), make.input(), "4"])
        last = f"MIN({rows}, 9)"
        length = rng.choice([f"MOD({index}, 3)", "2", f"MAX(0, {index} - 2)"])
        fill = Piece(
            (
                line("IP(1) = 1"),
                line(f"DO {index} = 1, {last}"),
                line(f"IP({index} + 1) = IP({index}) + {length}"),
                line("END DO"),
            )
        )
        changes = [self._change_of_rows(index, last) for _ in range(rng.choice([0, 0, 1, 2]))]
        head = line(f"DO {index} = 1, {last}")
        make.scope.indices.append(index)
        until = f"IP({index} + 1) - 1"
        if rng.random() < 0.3:
            until = f"IP({index}) + {rng.choice(['2', index, 'MOD(IP(1), 3)'])}"
        second = line(f"DO {inner} = IP({index}), {until}")
        body = self._inside(inner, depth + 1)
        make.scope.indices.pop()
        return [fill, *changes, Piece((head, second, body, line("END DO"), line("END DO")))]

    def _change_of_rows(self, index: str, last: str) -> Piece:
        """One more statement, loop or call that changes row pointers."""
        rng = self.rng
        if rng.random() < 0.2:
            value = rng.choice(["1", "3", f"MIN({self.expressions.input()}, 5)"])
            return Piece((line(f"IP({rng.randint(1, 4)}) = {value}"),))
        if self.fill is not None and rng.random() < 0.3:
            start = rng.choice(["IP", "IP", "IP(2)"])
            return Piece((line(f"CALL {self.fill}({start}, {last})"),))
        bounds = rng.choice([f"1, {last}", f"2, {last}", f"{last}, 1, -1", f"1, {last}, 2", "2, 4"])
        step = rng.choice(
            [
                f"IP({index}) = {index} + 1",
                f"IP({index}) = IP({index}) + MOD({index}, 2)",
                f"IP({index} + 1) = IP({index}) + {rng.randint(0, 2)}",
                f"IP({index}) = IP({index} + 1) + 1",
                f"IP({index} + 1) = IP({index} + 1)/2",
                f"IP({index}) = MAX(IP({index}), 3)",
                f"IP(10 - {index}) = 2",
            ]
        )
        test = f"IF ({rng.choice([f'{index} .GT. 2', f'MOD({index}, 2) .EQ. 0'])}) "
        body = line(f"{rng.choice(['', '', test])}{step}")
        return Piece((line(f"DO {index} = {bounds}"), body, line("END DO")))

    def correlated(self, depth: int) -> list[Piece]:
        """Loops whose trip counts vary together, with each other or with what branches test."""
        kinds = [self._passes, self._through_array, self._lists, self._drawn]
        return self.rng.choice(kinds)(depth)

    def _index(self, inner: int = 0) -> str:
        return f"I{len(self.expressions.scope.indices) + inner}"

    def _nested(self, length: str, depth: int) -> tuple[Piece, ...]:
        """What a loop does whose trip count is ``length``: some of it only if that is large."""
        rng = self.rng
        test = f"{length} .{rng.choice(['GT', 'GE', 'EQ', 'LT'])}. {rng.randint(1, 3)}"
        branch = Piece((line(f"IF ({test}) THEN"), self.body(depth + 2), line("END IF")))
        parts = [branch, *self.call(depth + 2), *self.assignment(depth + 2)]
        return tuple(rng.sample(parts, rng.randint(1, len(parts))))

    def call(self, depth: int) -> list[Piece]:
        """Return a call."""
        raise NotImplementedError

    def _passes(self, depth: int) -> list[Piece]:
        """Passes over a part that grows while their number falls, as a Fourier transform makes them."""
        make, rng, index = self.expressions, self.rng, self._index()
        size, left = self._counter(), self._counter()
        most = rng.choice([make.atom_of_unit(), "9"])
        step = rng.choice([f"{size} = 2*{size}", f"{size} = {size} + 2"])
        make.scope.indices.append(index)
        body = self._nested(rng.choice([size, left]), depth)
        make.scope.indices.pop()
        inner = Piece((line(f"DO {index} = 1, {size}"), body, line("END DO")))
        fewer = rng.choice([f"{left} = {left}/2", f"{left} = {left} - 3"])
        passes = Piece((line(f"DO WHILE ({left} .GT. 0)"), (inner,), line(fewer), line("END DO")))
        start = line(f"{left} = {rng.choice(['16', '9'])}/{size}")
        head = line(f"DO WHILE ({size} .LE. {most})")
        return [Piece((line(f"{size} = 1"), head, start, (passes,), line(step), line("END DO")))]

    def _fill_counts(self, index: str, text: str) -> Piece:
        return Piece((line(f"DO {index} = 1, 9"), line(text), line("END DO")))

    def _through_array(self, depth: int) -> list[Piece]:
        """The inner trip count is an element at the outer index."""
        make, rng = self.expressions, self.rng
        index, inner = self._index(), self._index(1)
        value = rng.choice([f"MOD({index}*{make.atom()}, 4)", f"MOD({make.value()}, {index} + 1)"])
        fill = self._fill_counts(index, f"IP({index}) = {value}")
        first, last = rng.choice(["1", "2"]), rng.choice([f"MIN({make.input()}, 9)", "5"])
        make.scope.indices += [index, inner]
        body = self._nested(f"IP({index})", depth)
        del make.scope.indices[-2:]
        second = Piece((line(f"DO {inner} = 1, IP({index})"), body, line("END DO")))
        return [fill, Piece((line(f"DO {index} = {first}, {last}"), (second,), line("END DO")))]

    def _lists(self, depth: int) -> list[Piece]:
        """Lists of neighbours: an array says where each begins, lengths depend on data."""
        make, rng = self.expressions, self.rng
        index, inner = self._index(), self._index(1)
        length = f"IABS(MOD({index}*{index} + {make.atom()}, {rng.randint(3, 5)}))"
        fill = self._fill_counts(index, f"IP({index} + 1) = IP({index}) + {length}")
        make.scope.indices += [index, inner]
        body = self._nested(f"IP({index} + 1) - IP({index})", depth)
        del make.scope.indices[-2:]
        head = line(f"DO {index} = 1, {rng.choice([f'MIN({make.input()}, 9)', '9'])}")
        second = Piece((line(f"DO {inner} = IP({index}), IP({index} + 1) - 1"), body))
        second = Piece((*second.parts, line("END DO")))
        return [Piece((line("IP(1) = 1"),)), fill, Piece((head, (second,), line("END DO")))]

    def _drawn(self, depth: int) -> list[Piece]:
        """Each iteration draws a number, which is a trip count and is tested."""
        make, rng = self.expressions, self.rng
        index, inner, drawn = self._index(), self._index(1), self._counter()
        make.scope.indices += [index, inner]
        body = self._nested(drawn, depth)
        del make.scope.indices[-2:]
        second = Piece((line(f"DO {inner} = 1, {drawn}"), body, line("END DO")))
        draw = line(f"{drawn} = MOD({drawn}*5 + {rng.randint(1, 6)}, 7)")
        start = line(f"{drawn} = {rng.randint(0, 6)}")
        head = line(f"DO {index} = 1, {rng.choice([make.input(), '6'])}")
        return [Piece((start, head, draw, (second,), line("END DO")))]
