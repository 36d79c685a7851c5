"""The grammar of expressions in stub files: a small part of Python's, read by Python's own parser.

``1/2*N*(N + 1)``, ``M if LEFT else N``, ``TRANS == 'N' or K > 0``, ``sum(J, 1, N, min(J, K))``.
"""

from __future__ import annotations

import ast
import warnings
from difflib import get_close_matches
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sad.document import Item

FUNCTIONS = ("abs", "ceil", "floor", "max", "min", "option", "same_letter", "sum")


class Trouble(Exception):
    """An expression says nothing that can be counted. The message says why, ``hint`` what to do."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


def parse(item: Item) -> ast.expr:
    """Return the syntax tree of an expression; raise ``SadError`` SAD602 if it is none."""
    text = item.text().strip()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # Python only warns of '2if'
            return ast.parse(text, mode="eval").body
    except SyntaxError as error:
        item.fail("SAD602", f"{text!r} is no expression: {error.msg}", _HINT)
    except (Warning, ValueError, RecursionError, MemoryError):
        item.fail("SAD602", f"{text!r} is no expression", _HINT)


_HINT = "for instance M*N*K or (M if LEFT else N)"


def fail(item: Item, trouble: Trouble) -> NoReturn:
    """Raise ``SadError`` SAD602 about an expression."""
    raise_at = f"{item.text().strip()!r}: {trouble}"
    item.fail(
        "SAD602", raise_at, trouble.hint or "docs/stubs.md tells what expressions may contain"
    )


def unknown_name(name: str, known: Iterable[str]) -> Trouble:
    """Return the complaint about a name that means nothing."""
    names = list(known)
    close = get_close_matches(name.upper(), names, 1)
    listed = f"known: {', '.join(names)}" if names else "the stub has no arguments"
    return Trouble(f"there is no {name}", f"did you mean {close[0]}?" if close else listed)


def option_letters(arguments: list[ast.expr]) -> tuple[ast.expr, str]:
    """Return the argument and the letters, in both cases, of ``option(ARG, 'N', 'T')``."""
    letters = [item.value for item in arguments[1:] if isinstance(item, ast.Constant)]
    texts = [item for item in letters if isinstance(item, str) and len(item) == 1]
    if len(arguments) < 2 or len(texts) != len(arguments) - 1:
        raise Trouble("option() takes an argument and letters", "for instance option(TRANS, 'N')")
    return arguments[0], "".join(
        dict.fromkeys(x for text in texts for x in text.upper() + text.lower())
    )
