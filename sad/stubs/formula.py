"""Expressions of a stub as exact counts: polynomials over the arguments, conditions as 0 or 1."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.conditions import both, either, opposite
from sad.algebra.domains import Index
from sad.algebra.nest import sum_nest
from sad.algebra.poly import ONE, ZERO, Poly
from sad.analysis.values.codes import code_of_text
from sad.analysis.values.truth import compared
from sad.ir.expr import Operator
from sad.stubs.operators import (
    COMPARISONS,
    Value,
    arithmetic,
    difference,
    value_of_argument,
    without_repeats,
)
from sad.stubs.syntax import FUNCTIONS, Trouble, fail, option_letters, parse, unknown_name
from sad.symbols import index_name, input_name, site_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.document import Item
    from sad.stubs.schema import Stub


@dataclass(slots=True)
class Formulas:
    """Evaluates the expressions of one stub.

    ``conditions`` collects the names of the probabilities that stand for its conditions where these
    turn out not to be known, with their texts; ``parameters`` the names in ``seconds`` that are no
    arguments, by symbol, ``open_counts`` those in ``calls``, which ``operations`` may use.
    """

    stub: Stub
    conditions: dict[str, str] = field(default_factory=dict[str, str])
    parameters: dict[str, Item] = field(default_factory=dict[str, "Item"])
    open_counts: dict[str, Item] = field(default_factory=dict[str, "Item"])
    _indices: dict[str, Poly] = field(default_factory=dict[str, Poly])
    _known: dict[str, Value] = field(default_factory=dict[str, Value])
    _busy: list[str] = field(default_factory=list[str])
    _free: Item | None = None

    def count(self, item: Item) -> Poly:
        """Return a count; raise ``SadError`` SAD602 if the expression is none."""
        tree = parse(item)
        try:
            return without_repeats(self._number(tree))
        except Trouble as trouble:
            fail(item, trouble)
        except RecursionError:
            fail(item, Trouble("nested too deeply"))

    def time(self, item: Item) -> Poly:
        """Return a time [s]; names that are no arguments become parameters ``STUB.name``."""
        self._free = item
        try:
            return self.count(item)
        finally:
            self._free = None

    def calls(self) -> dict[str, Poly]:
        """Return how often each procedure that is passed is called."""
        found: dict[str, Poly] = {}
        for name, item in self.stub.calls.items():
            known = set(self.parameters)
            found[name] = self.time(item)
            for symbol in self.parameters.keys() - known:
                self.open_counts[symbol] = self.parameters.pop(symbol)
        return found

    def check(self, name: str) -> None:
        """Evaluate a named value; raise ``SadError`` SAD602 if it is none."""
        self._name(name)

    # --- expressions -----------------------------------------------------------------------------

    def _number(self, node: ast.expr) -> Poly:
        value = self._value(node)
        if value.truth:
            return self._weight(node, value.poly)
        if value.length is not None or value.real:
            raise Trouble(f"{ast.unparse(node)} is no whole number", "it can only be compared")
        return value.poly

    def _truth(self, node: ast.expr) -> Poly:
        value = self._value(node)
        if not value.truth:
            raise Trouble(f"{ast.unparse(node)} is no condition", "compare it, for instance N > 0")
        return value.poly

    def _weight(self, node: ast.expr, meaning: Poly) -> Poly:
        """A condition as a factor. Where a value in it is not known, it is a named probability."""
        text = ast.unparse(node)
        named = self.stub.where.get(node.id.upper()) if isinstance(node, ast.Name) else None
        if isinstance(node, ast.Name) and named is not None:
            place, text = node.id.upper(), named.text().strip()
        else:
            known = [name for name, said in self.conditions.items() if said == text]
            if known:
                return atoms.guard_of(known[0], meaning)
            place = f"case{1 + sum('@case' in name for name in self.conditions)}"
        name = site_name(self.stub.name, "prob", place)
        self.conditions.setdefault(name, text)
        return atoms.guard_of(name, meaning)

    def _value(self, node: ast.expr) -> Value:
        match node:
            case ast.Constant(value=bool(known)):
                return Value(ONE if known else ZERO, truth=True)
            case ast.Constant(value=int(number)):
                return Value(Poly.constant(number))
            case ast.Constant(value=float(number)) if abs(number) < float("inf"):
                return Value(Poly.constant(Fraction(str(number))))
            case ast.Constant(value=str(text)):
                return Value(Poly.constant(code_of_text(text)), length=len(text))
            case ast.Name(id=name):
                return self._name(name)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return Value(opposite(self._truth(operand)), truth=True)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return Value(-self._number(operand))
            case ast.UnaryOp(op=ast.UAdd(), operand=operand):
                return Value(self._number(operand))
            case ast.BinOp(left=left, op=operator, right=right):
                return Value(arithmetic(operator, self._number(left), self._number(right)))
            case ast.BoolOp(op=operator, values=values):
                return self._joined(operator, values)
            case ast.Compare(left=left, ops=operators, comparators=others):
                return self._compared([left, *others], operators)
            case ast.IfExp(test=test, body=body, orelse=otherwise):
                return self._chosen(test, body, otherwise)
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]):
                return self._call(name, arguments)
            case _:
                raise Trouble(f"{ast.unparse(node)} is not understood")

    def _name(self, name: str) -> Value:
        key = name.upper()
        index = self._indices.get(key)
        if index is not None:
            return Value(index)
        where = self.stub.where.get(key)
        if where is not None:
            return self._defined(key, where)
        found = [item for item in self.stub.inputs if item.name == key]
        if found:
            return value_of_argument(self.stub, found[0])
        symbol = input_name(self.stub.name, name)
        if symbol in self.open_counts:
            return Value(Poly.symbol(symbol))
        if self._free is None:
            raise unknown_name(name, [*(a.name for a in self.stub.inputs), *self.stub.where])
        self.parameters.setdefault(symbol, self._free)
        return Value(Poly.symbol(symbol))

    def _defined(self, key: str, item: Item) -> Value:
        """A named value; names in it that are no arguments are errors even inside ``seconds``."""
        if key in self._known:
            return self._known[key]
        if key in self._busy:
            raise Trouble(f"{key} depends on itself")
        free, indices = self._free, self._indices
        self._busy.append(key)
        self._free, self._indices = None, {}
        try:
            self._known[key] = self._value(parse(item))
            return self._known[key]
        except Trouble as trouble:
            fail(item, trouble)
        finally:
            self._free, self._indices = free, indices
            self._busy.pop()

    def _joined(self, operator: ast.boolop, values: Sequence[ast.expr]) -> Value:
        join = both if isinstance(operator, ast.And) else either
        result = self._truth(values[0])
        for item in values[1:]:
            result = join(result, self._truth(item))
        return Value(result, truth=True)

    def _compared(self, operands: Sequence[ast.expr], operators: Sequence[ast.cmpop]) -> Value:
        result = ONE
        for left, operator, right in zip(operands, operators, operands[1:], strict=False):
            known = COMPARISONS.get(type(operator))
            if known is None:
                raise Trouble("only == != < <= > >= compare")
            one, two = self._value(left), self._value(right)
            result = both(result, compared(known, difference(one, two, known)))
        return Value(result, truth=True)

    def _chosen(self, test: ast.expr, body: ast.expr, otherwise: ast.expr) -> Value:
        condition, first = self._truth(test), self._value(body)
        if first.truth:
            second = self._truth(otherwise)
            yes, no = both(condition, first.poly), both(opposite(condition), second)
            return Value(either(yes, no), truth=True)
        weight = self._weight(test, condition)
        one, two = self._number(body), self._number(otherwise)
        return Value(weight * one + opposite(weight) * two)

    # --- functions -------------------------------------------------------------------------------

    def _call(self, name: str, arguments: list[ast.expr]) -> Value:
        match name.lower():
            case "max" if arguments:
                return Value(atoms.max_of([self._number(item) for item in arguments]))
            case "min" if arguments:
                return Value(atoms.min_of([self._number(item) for item in arguments]))
            case "abs" if len(arguments) == 1:
                value = self._number(arguments[0])
                return Value(atoms.max_of((value, -value)))
            case "floor" if len(arguments) == 1:
                return Value(atoms.floor_of(self._number(arguments[0]), 1))
            case "ceil" if len(arguments) == 1:
                return Value(-atoms.floor_of(-self._number(arguments[0]), 1))
            case "option":
                argument, letters = option_letters(arguments)
                value = self._value(argument)
                if value.length != 1:
                    raise Trouble(f"{ast.unparse(argument)} is no single character")
                result = ZERO
                for letter in letters:
                    same = compared(Operator.EQ, value.poly - code_of_text(letter))
                    result = either(result, same) if result else same
                return Value(result, truth=True)
            case "sum":
                return Value(self._sum(arguments, []))
            case _:
                raise Trouble(f"{name}() is not understood here", f"known: {', '.join(FUNCTIONS)}")

    def _sum(self, arguments: list[ast.expr], nest: list[Index]) -> Poly:
        """``sum(J, first, last, body)``; a sum in a sum is counted as one nest."""
        hint = "for instance sum(J, 1, N, min(J, K))"
        if len(arguments) != 4 or not isinstance(arguments[0], ast.Name):
            raise Trouble("sum() takes a name, two bounds and what is added up", hint)
        name = arguments[0].id.upper()
        if name in self._indices or name in (argument.name for argument in self.stub.inputs):
            raise Trouble(f"the index {name} means something else already", "choose another name")
        index = index_name(self.stub.name, name)
        nest.append(Index(index, self._number(arguments[1]), self._number(arguments[2])))
        self._indices[name] = Poly.symbol(index)
        try:
            match arguments[3]:
                case ast.Call(func=ast.Name(id="sum"), args=inner, keywords=[]):
                    return self._sum(inner, nest)
                case body:
                    return sum_nest(nest, without_repeats(self._number(body)))
        finally:
            del self._indices[name]


def check_expressions(stub: Stub) -> None:
    """Raise ``SadError`` SAD602 at the first expression of a stub that is none."""
    formulas = Formulas(stub)
    for key in stub.where:
        formulas.check(key)
    formulas.calls()
    for item in stub.operations.values():
        formulas.count(item)
    if stub.seconds is not None:
        formulas.time(stub.seconds)
