"""A function of numbers that is called again and again: code for points that decide alike.

The function runs once on numbers that write down what is done with them. Each truth that was asked for
on the way is checked in the code made of that: at a point where one comes out otherwise it gives
nothing, and other code is taken, or the function itself. All else is the same operations in the same
order, so values are the same to the last bit.
"""

from __future__ import annotations

import operator
import re
from math import inf, nan
from typing import TYPE_CHECKING, Any

from sad.algebra.piecewise import applied, under_way

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping

    Code = Callable[[Mapping[Any, Any]], Any]

_MISSES = 32  # making code takes about as long as so many points
_MOST_CODES = 16
_MOST_STEPS = 30_000  # compiling them takes 100 MB
_OPERATORS = "add sub mul truediv floordiv mod pow lt le gt ge eq ne"
_SIGNS = "+ - * / // % ** < <= > >= == !="
_NAME = re.compile(r"\bx\d+\b")


class Repeated:
    """A function of numbers by key, to be called often; its results are numbers in lists or tuples.

    A list may come out as a tuple.
    """

    def __init__(self, function: Code) -> None:
        self._function = function
        self._codes: list[Code] = []
        self._misses = 0
        self._patience = _MISSES

    def __call__(self, numbers: Mapping[Any, Any]) -> Any:
        """Return the function's value; raises as it does."""
        for place, code in enumerate(self._codes):
            try:
                found = code(numbers)
            except ArithmeticError:
                continue
            if found is not None:
                if place:
                    self._take_first(code)
                return found
        self._misses += 1
        if self._misses >= self._patience:
            self._misses = 0
            if len(self._codes) == _MOST_CODES:
                self._patience += _MISSES
            self._take_first(Recording().code(self._function, numbers))
        return self._function(numbers)

    def _take_first(self, code: Code) -> None:
        others = [other for other in self._codes if other is not code]
        self._codes = [code, *others][:_MOST_CODES]


class Recorded:
    """A number of a run that is recorded: its name in the code, and its value there."""

    __slots__ = ("name", "recording", "value")
    __hash__ = None  # pyright: ignore[reportAssignmentType] - equality is recorded

    def __init__(self, recording: Recording, name: str, value: Any) -> None:
        self.recording, self.name, self.value = recording, name, value

    def __bool__(self) -> bool:
        truth = bool(self.value)
        self.recording.steps.setdefault(f"if {'not ' * truth}{self.name}: return", "")
        return truth


def _add_operator(name: str, sign: str) -> None:
    of = getattr(operator, name)

    def forward(self: Recorded, other: Any) -> Recorded:
        text = f"{self.name} {sign} {self.recording.text(other)}"
        return self.recording.number(text, of, self, other)

    def backward(self: Recorded, other: Any) -> Recorded:
        text = f"{self.recording.text(other)} {sign} {self.name}"
        return self.recording.number(text, of, other, self)

    setattr(Recorded, f"__{name}__", forward)
    setattr(Recorded, f"__r{name}__", backward)


def _add_function(function: Callable[..., Any]) -> None:
    name = f"__{function.__name__}__"
    setattr(Recorded, name, lambda *numbers: applied(function, *numbers))  # pyright: ignore


for _name, _sign in zip(_OPERATORS.split(), _SIGNS.split(), strict=True):
    _add_operator(_name, _sign)
for _function in (operator.neg, abs, round):
    _add_function(_function)


def _value(number: Any) -> Any:
    return number.value if type(number) is Recorded else number


class Recording:
    """What one run of a function does: ``steps`` are names by expression, checks have none."""

    def __init__(self) -> None:
        self.steps: dict[str, str] = {}
        self.scope: dict[str, Any] = {"inf": inf, "nan": nan}

    def number(self, text: str, function: Callable[..., Any], *numbers: Any) -> Recorded:
        """Return the number that an expression gives; the same one is computed once."""
        try:
            value = function(*map(_value, numbers))
        except Exception:
            self.steps["return"] = ""  # whoever catches this decides by it
            raise
        return Recorded(self, self.steps.setdefault(text, f"x{len(self.steps)}"), value)

    def applied(self, function: Callable[..., Any], *numbers: Any) -> Any:
        """Return what ``piecewise.applied`` gives, as one step."""
        text = f"{self.text(function)}({', '.join(map(self.text, numbers))})"
        found = self.number(text, function, *numbers)
        values: Any = found.value
        if type(values) is not list:
            return found
        places = range(len(values))  # pyright: ignore[reportUnknownArgumentType]
        return [self.number(f"{found.name}[{n}]", operator.getitem, found, n) for n in places]

    def text(self, value: Any) -> str:
        """Return a value as code."""
        if type(value) is Recorded:
            return value.name
        if type(value) is int or type(value) is float:
            return f"({value!r})"
        if type(value) is list or type(value) is tuple:
            return f"({''.join(f'{self.text(item)}, ' for item in value)})"  # pyright: ignore
        name = f"k{id(value)}"
        self.scope[name] = value
        return name

    def code(self, function: Code, numbers: Mapping[Hashable, Any]) -> Code:
        """Return code that gives what a function does where all is decided as for these numbers."""
        inputs = {key: self.number(f"v[{key!r}]", numbers.__getitem__, key) for key in numbers}
        under_way.append(self)
        try:
            result = self.text(function(inputs))
        finally:
            under_way.remove(self)
        if len(self.steps) > _MOST_STEPS:
            return lambda _: None
        lines, needed = [f" return {result}"], set(_NAME.findall(result))
        for text, name in reversed(self.steps.items()):
            if not name or name in needed:
                lines.append(f" {name} = {text}" if name else f" {text}")
                needed.update(_NAME.findall(text))
        source = "\n".join(["def code(v):", *reversed(lines)])
        exec(compile(source, "<recorded>", "exec"), self.scope)
        return self.scope["code"]
