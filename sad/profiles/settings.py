"""Values given for parameters: by name as written, with where they come from; texts as values."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING

from sad.algebra.codes import Coding, code_of_real, code_of_text
from sad.diagnostics import Span, argument_error
from sad.expr.numbers import evaluate_expression
from sad.expr.tree import ExpressionError
from sad.records import field, mutable, record, replace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from sad.algebra.evaluate import Number
    from sad.profiles.run_counts import RunCounts, Together


_TRUE = frozenset(("true", ".true.", "t", ".t.", "yes", "1"))
_FALSE = frozenset(("false", ".false.", "f", ".f.", "no", "0"))
HINTS = {
    Coding.TEXT: "for instance TRANSA=N or \"TRANSA='N'\"",
    Coding.TRUTH: "for instance UPPER=true or UPPER=.FALSE.",
    Coding.REAL: "for instance ALPHA=0.5 or ALPHA=1D-3",
}


class Origin(StrEnum):
    """Where a parameter's value comes from."""

    SOURCE = "source"
    USER = "user"
    PROFILE = "profile"
    EVALUATED = "evaluated"
    """A mean of a run of the program's slice."""
    DEFAULT = "default"
    NONE = "none"


@record
class Setting:
    """One given value: ``text`` is a number, an expression over other names, or a distribution.

    ``note`` tells in words where a default comes from. ``spread`` is a distribution around a value
    that is none itself: how uncertain it is. ``is_optional`` is set where the program need not have
    the name.
    """

    name: str
    text: str
    origin: Origin
    span: Span
    note: str = ""
    spread: str = ""
    is_optional: bool = False


@mutable
class Settings:
    """All given values; a later one for the same name wins.

    ``misses`` are rates of mispredictions by the names of ``misses.rates``, ``runs`` the counts of
    whole runs, ``together`` what blocks' products of means are multiplied with.
    """

    items: dict[str, Setting] = field(default_factory=dict[str, Setting])
    misses: dict[str, float] = field(default_factory=dict[str, float])
    runs: tuple[RunCounts, ...] = ()
    together: Mapping[str, Together] = field(default_factory=dict[str, "Together"])

    def copy(self) -> Settings:
        """Return the same values, to add others to."""
        return Settings(dict(self.items), dict(self.misses), self.runs, self.together)

    def after(self, given: Mapping[str, str], file: str) -> Settings:
        """Return the same values with those that a source file gives where nobody else does."""
        if not given:
            return self
        place = Span.at(file)
        items = {
            name: Setting(name, text, Origin.SOURCE, place, is_optional=True)
            for name, text in given.items()
        }
        found = replace(self, items=items)
        for item in self.items.values():
            found.add(item)
        return found

    def add(self, setting: Setting) -> None:
        """Add a value, after all others: one symbol may have several names."""
        self.items.pop(setting.name, None)
        self.items[setting.name] = setting


def settings_from_arguments(arguments: Iterable[str]) -> Settings:
    """Return the settings of ``--set NAME=EXPR`` options; SAD502 if one has another form."""
    settings = Settings()
    for argument in arguments:
        name, equals, text = argument.partition("=")
        if not equals or not name.strip() or not text.strip():
            message = f"--set {argument!r}: NAME=VALUE expected"
            raise argument_error("SAD502", message, "for instance --set n=1000")
        place = Span.at("<arguments>")
        settings.add(Setting(name.strip(), text.strip(), Origin.USER, place))
    return settings


class OptionError(Exception):
    """The text is no value of an option. The message says why."""


def option_code(
    text: str, coding: Coding, length: int | None, lookup: Callable[[str], Number]
) -> int:
    """Return the code of an option's value; raise ``OptionError`` if it is none.

    ``length`` is that of a text variable [characters]: shorter values are filled with blanks.
    ``lookup`` gives the value of a name inside the expression for a real number.
    """
    match coding:
        case Coding.TEXT:
            return code_of_text(_filled(_unquoted(text), length))
        case Coding.TRUTH:
            word = text.lower()
            if word in _TRUE or word in _FALSE:
                return int(word in _TRUE)
            raise OptionError("true or false is expected")
        case _:
            return code_of_real(real_value(text, lookup))


def real_value(text: str, lookup: Callable[[str], Number]) -> Fraction:
    """Return a real number: a constant as it is written, or the value of an expression."""
    try:
        return Fraction(text.upper().replace("D", "E"))
    except (ValueError, ZeroDivisionError):
        pass
    try:
        value = evaluate_expression(text, lookup)
        return Fraction(repr(value)) if isinstance(value, float) else Fraction(value)
    except ExpressionError as error:
        raise OptionError(str(error)) from None
    except ValueError:
        raise OptionError("a finite number is expected") from None


def _unquoted(text: str) -> str:
    for quote in ("'", '"'):
        if text.startswith(quote):
            inner = text[1:-1]
            if len(text) < 2 or not text.endswith(quote) or quote in inner.replace(quote * 2, ""):
                raise OptionError(f"a closing {quote} is missing")
            return inner.replace(quote * 2, quote)
    return text


def _filled(text: str, length: int | None) -> str:
    if length is None:
        return text
    if len(text.rstrip(" ")) > length:
        many = f"{length} character{'s' * (length != 1)}"
        raise OptionError(f"the variable has {many}, {text!r} has {len(text)}")
    return text[:length].ljust(length)
