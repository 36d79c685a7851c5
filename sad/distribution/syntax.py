"""Distributions as users write them: ``A(block,*)``, after HPF's DISTRIBUTE directive."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sad.diagnostics import argument_error
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable

BLOCK, CYCLIC, WHOLE = "block", "cyclic", "*"
MOST_SIDES = 3
"""As many dimensions as a process grid may have."""

_HINT = "for instance 'A(block,*)': block, block(k), cyclic, cyclic(k) or * for each dimension"
_ARRAY = re.compile(r"\s*([^\s()]+)\s*\((.*)\)\s*")
_WORD = re.compile(r"(block|cyclic)(?:\(\s*(\d+)\s*\))?")


@record
class Format:
    """How one dimension is distributed.

    ``block`` gives each process of a side one run of elements, the size of the array over the number
    of processes, rounded up; ``cyclic`` deals out runs of ``size`` elements in turn, of one without a
    size. A ``size`` of a block is that of each run. ``*`` is not distributed.
    """

    kind: str
    size: int | None = None

    def __str__(self) -> str:
        return self.kind if self.size is None else f"{self.kind}({self.size})"


@record
class Distribution:
    """An array as the user names it, with one format per dimension in the order of the source."""

    array: str
    formats: tuple[Format, ...]

    def __str__(self) -> str:
        return f"{self.array}({','.join(map(str, self.formats))})"

    @property
    def sides(self) -> tuple[int, ...]:
        """The distributed dimensions; the first is spread over the grid's first side, and so on."""
        return tuple(n for n, item in enumerate(self.formats) if item.kind != WHOLE)


def parse_distribution(text: str) -> Distribution:
    """Return the distribution of ``ARRAY(format,...)``; raises SAD900 if it is none."""
    found = _ARRAY.fullmatch(text)
    if found is None:
        raise argument_error("SAD900", f"--distribute {text!r}: ARRAY(FORMAT,...) expected", _HINT)
    formats = tuple(_format(word.strip(), text) for word in _words(found[2]))
    result = Distribution(found[1], formats)
    if len(result.sides) > MOST_SIDES:
        message = f"--distribute {text!r}: {len(result.sides)} distributed dimensions"
        raise argument_error(
            "SAD900", message, "a process grid has at most three; use * for others"
        )
    return result


def parse_distributions(texts: Iterable[str]) -> tuple[Distribution, ...]:
    """Return several distributions; raises SAD900 for what is none and for an array named twice."""
    found: dict[str, Distribution] = {}
    for text in texts:
        item = parse_distribution(text)
        key = item.array.lower()
        if key in found:
            message = f"--distribute {text!r}: {item.array} has a distribution already"
            raise argument_error("SAD900", message, "distribute each array once")
        found[key] = item
    return tuple(found.values())


def _words(text: str) -> list[str]:
    """The formats, split at commas outside of brackets."""
    return re.split(r",(?![^()]*\))", text)


def _format(word: str, text: str) -> Format:
    if word == WHOLE:
        return Format(WHOLE)
    found = _WORD.fullmatch(word.lower())
    if found is None:
        raise argument_error("SAD900", f"--distribute {text!r}: no format {word!r}", _HINT)
    size = None if found[2] is None else int(found[2])
    if size == 0:
        raise argument_error("SAD900", f"--distribute {text!r}: {word}: runs of 0 elements", _HINT)
    return Format(found[1], size)
