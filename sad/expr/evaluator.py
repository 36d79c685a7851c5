"""The walk over a tree that all evaluations share: a subclass says what each function is to it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Generic, TypeVar

from sad.expr.functions import no_function
from sad.expr.tree import Call, ExpressionError, Name, Number, Text

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.expr.tree import Expr

Value = TypeVar("Value")
_LEFT = frozenset(("+", "-", "*", "/", "//", "%"))


class Evaluator(ABC, Generic[Value]):
    """Evaluates trees; ``lookup`` gives names their values, ``functions`` functions not built in.

    ``bound`` are the values of what sums count with: they come before ``lookup``.
    """

    forms = frozenset(("sum",))
    """Functions whose arguments are not evaluated before they are."""

    def __init__(
        self,
        lookup: Callable[[str], Value],
        functions: Callable[[str, tuple[Value, ...]], Value] | None = None,
    ) -> None:
        self.lookup = lookup
        self._functions = functions
        self.bound: dict[str, Value] = {}

    def value(self, node: Expr) -> Value:
        """Return the value of a tree; raise ``ExpressionError`` if it has none.

        A chain of operators is no deep recursion. Sweeps spend their time here: few calls.
        """
        match node:
            case Call(name, arguments):
                if name in self.forms:
                    return self.form(node)
                if name not in _LEFT:
                    return self.apply(node, [self.value(item) for item in arguments])
                chain: tuple[Call, ...] = (node,)
                while True:
                    match chain[0].arguments[0]:
                        case Call(inner) as left if inner in _LEFT:
                            chain = (left, *chain)
                        case left:
                            break
                value = self.value(left)
                for item in chain:
                    value = self.apply(item, [value, self.value(item.arguments[1])])
                return value
            case Name(name):
                known = self.bound.get(self.index(name)) if self.bound else None
                return self._named(name) if known is None else known
            case Number():
                return self.number(node)
            case Text():
                return self.characters(node)

    def _named(self, name: str) -> Value:
        """The value of a name; where it has none, what looks like an element is a function."""
        try:
            return self.lookup(name)
        except KeyError:
            function = name.partition("(")[0]
            if function == name:
                raise
            raise no_function(function) from None

    def other(self, node: Call, values: list[Value]) -> Value:
        """Return what a function that is not built in gives."""
        if self._functions is None:
            raise no_function(node.name)
        return self._functions(node.name, tuple(values))

    def term(self, node: Call, index: Value) -> Value:
        """Return the term of a sum for one value of what it counts with."""
        name, *_, term = node.arguments
        assert isinstance(name, Name)
        before = self.bound
        self.bound = {**before, self.index(name.name): index}
        try:
            return self.value(term)
        finally:
            self.bound = before

    def index(self, name: str) -> str:
        """Return what is the same for all spellings of a name that a sum counts with."""
        return name

    @abstractmethod
    def number(self, node: Number) -> Value:
        """Return a literal."""

    @abstractmethod
    def apply(self, node: Call, values: list[Value]) -> Value:
        """Return what a function or an operator gives for the values of its arguments."""

    def form(self, node: Call) -> Value:
        """Return what one of ``forms`` gives."""
        raise nothing(node)

    def characters(self, node: Text) -> Value:
        """Return a text."""
        raise nothing(node)


def nothing(node: Expr) -> ExpressionError:
    """Return the error about a part that has no value here."""
    return ExpressionError(f"{node.text} has no value here")
