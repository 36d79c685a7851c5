"""Formulas cut to a width: between terms and between factors, never in the middle of a word."""

from __future__ import annotations

import re
from itertools import pairwise
from textwrap import wrap
from typing import TYPE_CHECKING

from sad.algebra.text import Printer

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from sad.algebra.codes import Coding

DOTS = "..."
_SIGNS = (" + ", " - ")


def shortened(formula: str, width: int) -> str:
    """Return a formula in at most ``width`` characters (``...`` is the least there can be)."""
    if len(formula) <= width:
        return formula
    terms = _split(formula, _SIGNS)
    if len(terms) > 1:
        kept = _longest(terms, width, f" + {DOTS}")
        if kept:
            return kept
        return _joined(terms[0], width, f" + {DOTS}")
    return _joined(formula, width, "")


def _joined(term: str, width: int, end: str) -> str:
    """One term cut to a width, ``end`` behind it."""
    if len(term) + len(end) <= width:
        return term + end
    factors = _split(term, ("*",))
    short = [_without_arguments(item) for item in factors]
    if end and len("".join(short)) + len(end) <= width:
        return "".join(short) + end
    for parts in (factors, short):
        kept = _longest(parts, width, f"*{DOTS}")
        if kept and (not end or kept.endswith(DOTS)):  # more follows a term that is not the last
            return kept
    first = f"{short[0]}*{DOTS}"
    return first if len(first) <= width and len(short) > 1 else DOTS


def _longest(parts: list[str], width: int, end: str) -> str:
    """As many parts from the first on as fit before ``end``; empty if none does."""
    kept, length = 0, 0
    for part in parts:
        if length + len(part) + len(end) > width:
            break
        kept, length = kept + 1, length + len(part)
    if not kept:
        return ""
    return "".join(parts[:kept]) + (end if kept < len(parts) else "")


def _split(formula: str, separators: tuple[str, ...]) -> list[str]:
    """The parts between separators outside all brackets, each but the first with its separator.

    Powers (``**``) and what follows them stay with their base.
    """
    depth, cuts = 0, [0]
    at = 0
    while at < len(formula):
        letter = formula[at]
        if letter in "([{":
            depth += 1
        elif letter in ")]}":
            depth -= 1
        elif formula.startswith("**", at):
            at += 2
            continue
        elif depth == 0 and formula.startswith(separators, at) and at:
            cuts.append(at)
        at += 1
    return [formula[first:last] for first, last in pairwise([*cuts, len(formula)])]


def _without_arguments(factor: str) -> str:
    """A factor with ``...`` in place of what stands in its brackets."""
    found = re.fullmatch(r"(\*?\w*)([(\[]).*([)\]])(\*\*\w+)?", factor)
    if found is None:
        return factor
    name, opening, closing, power = found.groups()
    return f"{name}{opening}{DOTS}{closing}{power or ''}"


# Formulas in which long conditions have names, said once below the formulas.


_LONGEST = 32  # of a condition that stays in the formula


class ShortPrinter(Printer):
    """Prints ``C1*N`` for ``[a long condition]*N``; ``conditions`` are the names given so far.

    ``taken`` are names that the program uses.
    """

    def __init__(
        self,
        name: Callable[[str], str],
        weight: Callable[[str], int],
        longest: int,
        coding: Callable[[str], Coding],
        taken: Collection[str],
    ) -> None:
        super().__init__(name, weight, longest, coding)
        self.conditions: dict[str, str] = {}
        clash = any(re.fullmatch(r"C\d+", item, re.IGNORECASE) for item in taken)
        self._letter = "COND" if clash else "C"

    def bracket(self, conditions: Sequence[str]) -> str:
        """Return what is 1 where all conditions hold, else 0."""
        text = super().bracket(conditions)
        if len(text) <= _LONGEST:
            return text
        known = self.conditions.get(text)
        if known is None:
            known = self.conditions[text] = f"{self._letter}{len(self.conditions) + 1}"
        return known

    def numbered(self, text: str, first: str) -> tuple[str, list[tuple[str, str]]]:
        """Return a text with the names numbered as they appear, and the conditions they stand for.

        Names in ``first`` come before all others, names that conditions use after those of the text.
        """
        known = {name: condition for condition, name in self.conditions.items()}
        found: dict[str, str] = {}

        def shown(match: re.Match[str]) -> str:
            name = match[0]
            if name not in known:
                return name
            return found.setdefault(name, f"{self._letter}{len(found) + 1}")

        pattern = rf"\b{self._letter}\d+\b"
        re.sub(pattern, shown, first)
        renamed = re.sub(pattern, shown, text)
        meanings: list[tuple[str, str]] = []
        while len(meanings) < len(found):
            old = list(found)[len(meanings)]
            meanings.append((found[old], re.sub(pattern, shown, known[old][1:-1])))
        return renamed, meanings


def lines_of(condition: str, width: int) -> list[str]:
    """Return a condition in lines that end before ``and`` or ``or``."""
    held = re.sub(r" (?!(and|or) )", "\0", condition)
    held = re.sub(r"(and|or) ", "\\1\0", held)
    return [line.replace("\0", " ") for line in wrap(held, width, break_long_words=False)]
