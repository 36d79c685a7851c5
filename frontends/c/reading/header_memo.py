"""Expansions of text in headers, kept from one translation unit to the next.

The files of a program include the same headers under almost the same macros. What a text expands
to depends on the macros of its words, and of the words in their bodies, and on nothing else
(unless it depends on its line, or puts names together with ``##``: then it is not kept).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from frontends.c.reading.macros import Expander, Macro

MAX_ENTRIES = 50_000


@dataclass(frozen=True, slots=True)
class _Expansion:
    """A text's expansion, the words it depends on, and which of these were which macros."""

    words: frozenset[str]
    macros: dict[str, Macro]
    result: str


_MEMO: dict[str, _Expansion] = {}


def expand_header(text: str, words: AbstractSet[str], line: int, expander: Expander) -> str:
    """Return ``text`` expanded, which starts in ``line`` and has the identifiers ``words``."""
    known = _MEMO.get(text)
    macros = expander.macros
    if known is not None:
        now = macros.keys() & known.words
        if len(now) == len(known.macros) and all(
            known.macros.get(name) is macros[name] for name in now
        ):
            return known.result
    found, reached = _reached(words, macros)
    result = expander.expand(text, line)
    if not any(macro.special or "##" in macro.body for macro in found.values()):
        if len(_MEMO) >= MAX_ENTRIES:
            _MEMO.clear()
        _MEMO[text] = _Expansion(frozenset(reached), found, result)
    return result


def _reached(
    words: AbstractSet[str], macros: dict[str, Macro]
) -> tuple[dict[str, Macro], set[str]]:
    """Return the macros that ``words`` can reach, and all words on the way."""
    reached = set(words)
    found: dict[str, Macro] = {}
    todo = [name for name in words if name in macros]
    while todo:
        name = todo.pop()
        if name in found:
            continue
        macro = found[name] = macros[name]
        reached.update(macro.body)
        todo += [word for word in macro.body if word in macros and word not in found]
    return found, reached
