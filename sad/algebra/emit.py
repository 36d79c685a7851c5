"""Formulas as source code in any language that ``targets`` has.

Atoms become local variables, computed once; polynomials are nested (Horner form); statements stay
short, because compilers recurse over long ones; numeric sums become loops.

Over 400 lines: one emitter with a case for every kind of atom.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.nested import Part, nested, no_rank
from sad.algebra.poly import Poly
from sad.algebra.structure import formulas

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from sad.algebra.kinds import Function, Work
    from sad.algebra.targets import Division, Target

LONGEST_STATEMENT = 50
"""Terms in one statement: CPython's compiler gives up at some thousand."""
_WORD = re.compile(r"[A-Za-z_]\w*")
_LONGEST_PRODUCT = 8  # factors of a power that is written as a product


class Emitter:
    """Writes the statements of one function.

    ``arguments`` says how each parameter is written; ``taken`` are names no local variable may have.
    ``lines`` are the statements so far, ``called`` the target's own functions that they call.
    ``rank`` is that of ``nested``.
    """

    def __init__(
        self,
        target: Target,
        arguments: Mapping[str, str],
        taken: Collection[str] = (),
        rank: Callable[[str], int] = no_rank,
        depth: int = 1,
    ) -> None:
        self._target = target
        self._names = dict(arguments)
        self._taken = {*taken, *target.words, *arguments.values()}
        self._rank = rank
        self._depth = depth
        self._count = 0
        self._failing: dict[str, bool] = {}
        self.lines: list[str] = []
        self.called: set[str] = set()

    # --- polynomials -----------------------------------------------------------------------------

    def poly(self, poly: Poly) -> str:
        """Return the expression for a polynomial; statements it needs go before it."""
        return self._text(poly)[0]

    def operand(self, poly: Poly) -> str:
        """Return the expression for a polynomial, safe as part of any other."""
        text, is_operand = self._text(poly)
        return text if is_operand else f"({text})"

    def weighted(self, parts: Sequence[tuple[Poly, float]]) -> str:
        """Return the expression for the sum of ``poly * weight``."""
        summands: list[tuple[str, int]] = []
        for poly, weight in parts:
            if len(poly.terms) == 1:
                ((monomial, value),) = poly.terms.items()
                number, factor = weight * value / poly.den, "*".join(self._powers(monomial))
            else:
                number, factor = weight, self.variable(self.poly(poly))
            summands.append((self._signed(abs(number), factor, negative=number < 0), 1))
        return self._joined(summands)[0]

    def variable(self, text: str) -> str:
        """Give an expression a name of its own."""
        name = self._fresh()
        self._line(self._filled(self._target.assign, name=name, value=text))
        return name

    def _text(self, poly: Poly) -> tuple[str, bool]:
        """The expression, and whether it is safe as an operand."""
        if not poly.terms:
            return self._target.number(0), True
        self._prepare(poly)
        parts = nested(poly.terms, self._rank)
        if poly.den == 1:
            if len(parts) == 1 and parts[0].coefficient > 0 and not parts[0].inner:
                text, _ = self._sum(parts)
                return text, len(parts[0].factors) + (parts[0].coefficient != 1) <= 1
            return self._sum(parts)[0], False
        bare, denominator = self._sum(parts)[0], self._target.number(poly.den)
        dividend = f"({bare})" if len(parts) > 1 else bare
        return self._filled(self._target.over, bare=bare, a=dividend, n=denominator), False

    def _sum(self, parts: Sequence[Part[int]]) -> tuple[str, int]:
        """The text of a sum and how many terms it has."""
        return self._joined([self._part(part) for part in parts])

    def _joined(self, summands: Sequence[tuple[str, int]]) -> tuple[str, int]:
        """Join summands that carry their signs; a long sum is split into statements."""
        text, size = "", 0
        for summand, terms in summands:
            if text and size + terms > LONGEST_STATEMENT:
                text, size = self.variable(text), 1
            if not text:
                text = summand
            elif summand.startswith("-"):
                text += f" - {summand[1:]}"
            else:
                text += f" + {summand}"
            size += terms
        return text or self._target.number(0), size

    def _part(self, part: Part[int]) -> tuple[str, int]:
        negative, size = part.coefficient < 0, 1
        factors: list[str] = []
        if part.inner:
            inner, size = self._sum(part.inner)
            if size > LONGEST_STATEMENT // 2:
                inner, size = self.variable(inner), 1
                factors.append(inner)
            else:
                factors.append(f"({inner})")
        factors.extend(self._powers(part.factors))
        return self._signed(abs(part.coefficient), "*".join(factors), negative=negative), size

    def _signed(self, coefficient: float, factors: str, *, negative: bool) -> str:
        if not factors:
            text = self._target.number(coefficient)
        elif coefficient == 1:
            text = factors
        else:
            text = f"{self._target.number(coefficient)}*{factors}"
        return f"-{text}" if negative else text

    def _powers(self, factors: Sequence[str]) -> list[str]:
        texts: list[str] = []
        for symbol, power in Counter(factors).items():
            text = self._symbol(symbol)
            if power > _LONGEST_PRODUCT:
                texts.append(self._filled(self._target.fixed_power, a=text, n=str(power)))
            else:
                texts.extend([text] * power)
        return texts

    # --- atoms -----------------------------------------------------------------------------------

    def _prepare(self, poly: Poly) -> None:
        """Emit the atoms of a polynomial, inner ones first: they nest deeper than Python recurses."""
        stack = sorted(self._unknown(poly), reverse=True)
        while stack:
            atom = atoms.definition(stack[-1])
            if atom is None or stack[-1] in self._names:
                self._symbol(stack.pop())
                continue
            operands = atoms.operands(atom)
            if isinstance(atom, atoms.Looped):  # bounds go before the loop, all else inside
                operands = operands[:2] if isinstance(atom, atoms.Ranged) else ()
            if isinstance(atom, atoms.Recurrence):
                operands = atom.start
            inner = {symbol for operand in operands for symbol in self._unknown(operand)}
            if inner:
                stack.extend(sorted(inner, reverse=True))
            else:
                self._symbol(stack.pop())

    def _unknown(self, poly: Poly) -> list[str]:
        return [symbol for symbol in poly.symbols() if symbol not in self._names]

    def _symbol(self, symbol: str) -> str:
        known = self._names.get(symbol)
        if known is None:
            atom = atoms.definition(symbol)
            if atom is None:
                message = f"{symbol} has no place in this function"
                raise AssertionError(message)
            if isinstance(atom, atoms.Busiest):
                write = self._by_point if self._target.by_point else self._table
                known = write(atom)
            elif isinstance(atom, atoms.Recurrence):
                write = self._walk_at_points if self._target.by_point else self._walk
                known = write(atom)
            else:
                known = self._loop(atom) if isinstance(atom, atoms.Ranged) else self._atom(atom)
            self._names[symbol] = known
        return known

    def _atom(self, atom: atoms.Atom) -> str:
        target = self._target
        match atom:
            case atoms.Floor(numerator, denominator):
                text = self._divided(target.floor, numerator, denominator)
            case atoms.Trunc(numerator, denominator):
                text = self._divided(target.truncated, numerator, denominator)
            case atoms.Mod(dividend, divisor):
                text = self._divided(target.remainder, dividend, divisor)
            case atoms.Max(arguments):
                text = self._extreme(target.greatest, [self.poly(item) for item in arguments])
            case atoms.Min(arguments):
                text = self._extreme(target.least, [self.poly(item) for item in arguments])
            case atoms.Power(base, exponent):
                text = self._filled(target.power, a=self.operand(base), b=self.operand(exponent))
            case atoms.Log(base, argument):
                text = self._filled(
                    target.logarithm, a=self.operand(base), b=self.operand(argument)
                )
            case atoms.Root(argument):
                text = self._filled(target.root, a=self.operand(argument))
            case atoms.Gcd(first, second):
                text = self._filled(target.divisor, a=self.poly(first), b=self.poly(second))
            case atoms.Inverse(divisor):
                text = self._filled(target.inverse, a=self.poly(divisor))
            case atoms.Not(inner):
                text = f"{target.number(1)} - {self.operand(inner)}"
            case atoms.Rows(mean=mean):
                text = self.poly(Poly.symbol(mean))
            case (
                atoms.Guard(meaning=meaning)
                | atoms.Alias(meaning=meaning)
                | atoms.Group(inner=meaning)
            ):
                text = self.poly(meaning)
            case atoms.Pieces(pieces):
                text = self._joined(
                    [
                        (self._piece(guards, poly), max(1, len(poly.terms)))
                        for guards, poly in pieces
                    ]
                )[0]
            case atoms.Sum() | atoms.Greatest() | atoms.Busiest() | atoms.Recurrence():
                raise AssertionError("these are loops")
        return self.variable(text)

    def _divided(self, templates: Division, top: Poly, bottom: Poly) -> str:
        """A rounded quotient or remainder; the first template is for a divisor that is a constant."""
        template = templates[0 if (bottom.as_integer or 0) > 0 else 1]
        return self._filled(template, a=self.operand(top), b=self.operand(bottom))

    def _extreme(self, function: str, arguments: Sequence[str]) -> str:
        """The greatest or least of several; of one it is that one."""
        text = arguments[-1]
        if len(arguments) > 1:
            self.called |= self._target.calls(f"{function}(")
        if not self._target.chained:
            return text if len(arguments) == 1 else f"{function}({', '.join(arguments)})"
        for argument in reversed(arguments[:-1]):
            text = f"{function}({argument}, {text})"
        return text

    def _piece(self, guards: Sequence[Poly], poly: Poly) -> str:
        target = self._target
        value, shown = self.poly(poly), [self.poly(guard) for guard in guards]
        may_fail = any(self.may_fail(guard) for guard in guards)
        template = target.piece if may_fail or not target.safe_piece else target.safe_piece
        return self._filled(
            template,
            value=value,
            guards=", ".join(shown),
            tests=target.conjunction.join(target.guard.format(guard=item) for item in shown),
            least=self._extreme(target.least, shown) if "{least}" in template else "",
        )

    def _filled(self, template: str, **parts: str) -> str:
        self.called |= self._target.calls(template)
        return template.format(**parts)

    def _loop(self, atom: atoms.Ranged) -> str:
        """Emit a loop; what is computed inside must not be used outside."""
        target = self._target
        first, last = self.variable(self.poly(atom.first)), self.variable(self.poly(atom.last))
        self._hoist(atom.body, atoms.bound_names(atom))
        outside, total = self._names, self._fresh()
        loop = self._open(atom.index, first, last, target.start, total=total)
        last_line = target.add if isinstance(atom, atoms.Sum) else target.keep
        self._line(self._filled(last_line, **loop, body=self.poly(atom.body)))
        self._close(outside, 1)
        return total

    def _open(self, name: str, first: str, last: str, start: str, **more: str) -> dict[str, str]:
        """Emit the head of a loop over an index; return what its templates use."""
        target = self._target
        loop = {
            "index": self._fresh(),
            "first": first,
            "last": last,
            "spare": self._fresh(),
            **more,
        }
        for line in (*target.before, start, target.loop):
            self._line(self._filled(line, **loop))
        self._bind(name, loop["index"])
        self._depth += 1
        for line in target.in_sum:
            self._line(self._filled(line, **loop))
        return loop

    def _bind(self, name: str, variable: str) -> None:
        """Give an index its variable; it may have had another meaning outside."""
        self._names = {
            symbol: known
            for symbol, known in self._names.items()
            if name not in atoms.free_symbols(Poly.symbol(symbol))
        }
        self._names[name] = variable

    def _close(self, outside: dict[str, str], loops: int) -> None:
        """Emit the ends of loops; what was known outside is known again."""
        for _ in range(loops):
            self._depth -= 1
            for line in self._target.close_sum:
                self._line(self._filled(line))
        self._names = outside

    def _table(self, atom: atoms.Busiest) -> str:
        """Emit loops that add up by member, and the greatest of these sums."""
        target, table, total = self._target, self._fresh(), self._fresh()
        self._line(self._filled(target.open_table, table=table))
        for part in atom.parts:
            self._hoist_all(part, atoms.bound_names(atom))
            outside = self._names
            for name, first, last in part.ranges:
                ends = self.variable(self.poly(first)), self.variable(self.poly(last))
                self._open(name, *ends, target.watch, table=table)
            member, amount = self.variable(self.poly(part.member)), self.poly(part.amount)
            for line in target.fill:
                self._line(self._filled(line, table=table, member=member, amount=amount))
            self._close(outside, len(part.ranges))
        self._line(self._filled(target.close_table, table=table, total=total))
        return total

    def _hoist_all(self, part: Work, bound: frozenset[str]) -> None:
        for item in (*(end for _, *ends in part.ranges for end in ends), part.member, part.amount):
            self._hoist(item, bound)

    def _by_point(self, atom: atoms.Busiest) -> str:
        """Emit a function for each nest, of what it needs at one point: indices are arrays in it."""
        target, total = self._target, self._fresh()
        tables: list[str] = []
        for part in atom.parts:
            self._hoist_all(part, atoms.bound_names(atom))
            (name, first, last), *inner = part.ranges
            ends = self.variable(self.poly(first)), self.variable(self.poly(last))
            function, low, high, most = (self._fresh() for _ in range(4))
            outside, lines, self.lines = self._names, self.lines, []
            self._depth += 1
            indices = [self._fresh()]
            self._bind(name, indices[0])
            opened = self._filled(target.open_table, index=indices[0], first=low, last=high)
            self._line(opened)
            bound = [name]
            for name, first, last in inner:
                inside = {"first": self.poly(first), "last": self.poly(last), "most": most}
                outer, indices = ", ".join(indices), [*indices, self._fresh()]
                bound.append(name)
                inside.update(indices=", ".join(indices), outer=outer)
                self._line(self._filled(target.watch, **inside))
                for symbol, variable in zip(bound, indices, strict=True):
                    self._bind(symbol, variable)
            member, amount = self.poly(part.member), self.poly(part.amount)
            for line in target.fill:
                given = {"member": member, "amount": amount, "indices": ", ".join(indices)}
                self._line(self._filled(line, **given))
            self._depth -= 1
            body, self.lines, self._names = self.lines, lines, outside
            used = {word for line in body for word in _WORD.findall(line)}
            needed = sorted(used & set(outside.values()))
            self._line(f"def {function}({', '.join((low, high, most, *needed))}):")
            self.lines.extend(body)
            values = "".join(f"{item}, " for item in needed)
            tables.append(f"({function}, {', '.join(ends)}, ({values}))")
        self._line(self._filled(target.close_table, total=total, table=", ".join(tables)))
        return total

    def _walk(self, atom: atoms.Recurrence) -> str:
        """Emit a loop over all different activations, and what the first gives with all it starts."""
        for item in atoms.operands(atom):
            self._hoist(item, atoms.bound_names(atom))
        walk = self._target.walk
        width = 1 + max(len(item.inputs) for item in atom.functions)
        first = self._state(0, [self.variable(self.poly(item)) for item in atom.start], width)
        here = {"walk": self._fresh(), "state": self._fresh()}
        self._line(self._filled(walk.begin, **here, first=first, width=str(width)))
        self._line(self._filled(walk.loop, **here))
        self._depth += 1
        for number, function in enumerate(atom.functions):
            if function.gives or function.calls:
                self._function(number, function, width, here)
        self._close(self._names, 1)
        total = self._fresh()
        self._line(self._filled(walk.close, **here, first=first, total=total))
        return total

    def _state(self, number: int, inputs: Sequence[str], width: int) -> str:
        """The text of an activation: its function and inputs, all of one width."""
        unused = [self._target.number(0)] * (width - 1 - len(inputs))
        items = ", ".join((self._target.number(number), *inputs, *unused))
        return self._target.walk.listed.format(items=items)

    def _function(
        self, number: int, function: Function, width: int, here: Mapping[str, str]
    ) -> None:
        """Emit what an activation of one function gives and starts."""
        walk, outside = self._target.walk, self._names
        self._names = dict(outside)
        self._line(self._filled(walk.of, **here, number=self._target.number(number)))
        self._depth += 1
        used = frozenset[str]().union(
            *map(atoms.free_symbols, formulas((function.gives, function.calls)))
        )
        for place, name in enumerate(function.inputs, 1):
            if name not in used:
                continue
            local = self._fresh()
            self._line(self._filled(walk.input, **here, name=local, place=str(place)))
            self._bind(name, local)
        if function.gives:
            self._line(self._filled(walk.gives, **here, value=self.poly(function.gives)))
        for call in function.calls:
            before, self._names = self._names, dict(self._names)
            for name, first, last in call.ranges:
                ends = self.variable(self.poly(first)), self.variable(self.poly(last))
                self._open(name, *ends, walk.watch, **here)
            weight = self.variable(self.poly(call.weight))
            self._line(self._filled(walk.test, **here, weight=weight))
            self._names, self._depth = dict(self._names), self._depth + 1
            inputs = [self.variable(self.poly(item)) for item in call.inputs]
            other = self._state(call.target, inputs, width)
            self._line(self._filled(walk.starts, **here, weight=weight, other=other))
            self._close(before, 1 + len(call.ranges))
        self._close(outside, 1)

    def _walk_at_points(self, atom: atoms.Recurrence) -> str:
        """Emit a function of what a walk needs at one point, and call it at all points."""
        for item in atoms.operands(atom):
            self._hoist(item, atoms.bound_names(atom))
        start = [self.variable(self.poly(item)) for item in atom.start]
        function, outside, lines = self._fresh(), self._names, self.lines
        self.lines = []
        self._names = dict(outside)
        self._depth += 1
        self._line(f"return {self._walk(atom)}")
        self._depth -= 1
        body, self.lines, self._names = self.lines, lines, outside
        used = {word for line in body for word in _WORD.findall(line)}
        needed = sorted(used & {*outside.values(), *start})
        self._line(f"def {function}({', '.join(needed)}):")
        self.lines.extend(body)
        return self.variable(self._filled("at_points({call})", call=", ".join((function, *needed))))

    def _hoist(self, body: Poly, bound: frozenset[str]) -> None:
        """Compute before a loop what does not change in it, unless it could fail where an empty
        loop would not.
        """
        for symbol in sorted(body.symbols()):
            atom = atoms.definition(symbol)
            if atom is None or symbol in self._names:
                continue
            one = Poly.symbol(symbol)
            if not atoms.free_symbols(one) & bound:
                if self._target.lazy or not self.may_fail(one):
                    self._symbol(symbol)
                continue
            inner = bound | atoms.bound_names(atom)
            for operand in atoms.operands(atom):
                self._hoist(operand, inner)

    def may_fail(self, poly: Poly) -> bool:
        """Whether an operation inside may have no value at some points."""
        return any(self._symbol_may_fail(symbol) for symbol in poly.symbols())

    def _symbol_may_fail(self, symbol: str) -> bool:
        known = self._failing.get(symbol)
        if known is None:
            atom = atoms.definition(symbol)
            match atom:
                case None:
                    known = False
                case atoms.Floor(denominator=divisor) | atoms.Trunc(denominator=divisor):
                    known = not divisor.as_integer
                case atoms.Mod(divisor=divisor):
                    known = not divisor.as_integer
                case atoms.Log(base=base):
                    known = (base.as_integer or 0) < 2
                case atoms.Power() | atoms.Inverse():
                    known = True
                case _:
                    known = False
            if atom is not None and not known:
                known = any(self.may_fail(operand) for operand in atoms.operands(atom))
            self._failing[symbol] = known
        return known

    # --- statements --------------------------------------------------------------------------------

    def _fresh(self) -> str:
        while True:
            self._count += 1
            name = f"t{self._count}"
            if name not in self._taken:
                return name

    def _line(self, text: str) -> None:
        self.lines.append(self._target.margin * self._depth + text)
