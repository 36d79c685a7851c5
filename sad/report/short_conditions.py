"""Formulas in which long conditions have names, said once below the formulas."""

from __future__ import annotations

import re
from textwrap import wrap
from typing import TYPE_CHECKING

from sad.algebra.text import Printer

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from sad.algebra.codes import Coding

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
