"""A program's own input with values in braces: ``--stdin 'in.txt'`` with the text ``512 {nb} 40``.

The control flow of the program is run at each combination of the values that are named there.
"""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TYPE_CHECKING

from sad.diagnostics import argument_error
from sad.experiments.axes import parse_axis
from sad.profiles.running.commands import fill_text
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_MOST = 200  # the source is put on the machine anew for each


@record
class Inputs:
    """What the program reads, with names in braces: standard input, files by name, its command line.

    ``tried`` are the values of those that are tried, ``fixed`` the texts of others.
    """

    stdin: str | None
    files: tuple[tuple[str, str], ...]
    words: str | None
    tried: Mapping[str, Sequence[str]]
    fixed: Mapping[str, str]

    def check(self) -> None:
        """Raise SAD677 for more inputs than can be run."""
        count = prod(map(len, self.tried.values()))
        if count > _MOST:
            message = f"{count:,} inputs to run"
            raise argument_error("SAD677", message, f"give at most {_MOST:,}: coarser ranges")

    def points(self) -> Iterator[dict[str, str]]:
        """Yield each combination of what is tried here."""
        for row in product(*self.tried.values()):
            yield dict(zip(self.tried, row, strict=True))

    def at(
        self, point: Mapping[str, str]
    ) -> tuple[str | None, tuple[tuple[str, str], ...], str | None]:
        """Return standard input, files and command line with values in the place of names."""
        values = {**self.fixed, **point}
        return (
            None if self.stdin is None else _filled(self.stdin, values),
            tuple((name, _filled(text, values)) for name, text in self.files),
            None if self.words is None else _filled(self.words, values),
        )


def _filled(text: str, values: Mapping[str, str]) -> str:
    return fill_text(text.encode(errors="surrogateescape"), values)[0].decode(
        errors="surrogateescape"
    )


def inputs_of(
    stdin: str | None,
    files: tuple[tuple[str, str], ...],
    words: str | None,
    over: Sequence[str],
    fixed: Mapping[str, str],
) -> Inputs | None:
    """Return the inputs; None where no name of ``over`` is in braces. ``fixed`` are values set."""
    texts = [text for text in (stdin, words, *(text for _, text in files)) if text is not None]

    def has(name: str) -> bool:
        return any(f"{{{name}}}" in text for text in texts)

    tried = {
        name: [value.text for value in parse_axis(text).values]
        for name, text in ((text.partition("=")[0].strip(), text) for text in over)
        if has(name)
    }
    used = {name: text for name, text in fixed.items() if has(name)}
    return Inputs(stdin, files, words, tried, used) if tried else None
