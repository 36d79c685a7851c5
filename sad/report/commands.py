"""Command lines to type next, made from the one that was typed."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING

from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence


@record
class Command:
    """A command line: its words after ``sad``, those among them that name sources, and a machine.

    ``shared`` are the words that other commands understand as well. No words: not called from a shell,
    so there is nothing to repeat.
    """

    words: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    machine: str | None = None
    shared: tuple[str, ...] = ()

    def plus(self, *words: str) -> str:
        """Return the command with further options."""
        return self._text((*self.words, *words))

    def changed(self, option: str, value: str) -> str:
        """Return the command with another value of an option that takes one."""
        return self._text((*_without_options(self.words, {option: 1}), option, value))

    def instead(self, name: str, *words: str, without: str) -> str:
        """Return another command with the same options, but for a value of one name."""
        return self._text((name, *_without(self.shared[1:], without), *words))

    def other(self, name: str, *words: str) -> str:
        """Return another command on the same sources."""
        return self._text((name, *self.sources, *words))

    def given(self, option: str) -> str | None:
        """Return the value of an option; None if it was not typed."""
        for word, following in zip(self.words, (*self.words[1:], ""), strict=True):
            if word == option:
                return following
            if word.startswith(f"{option}="):
                return word.partition("=")[2]
        return None

    def on_machine(self) -> Sequence[str]:
        """Return the option that names the machine; nothing without one."""
        return () if self.machine is None else ("--machine", self.machine)

    def _text(self, words: Sequence[str]) -> str:
        return " ".join(map(quoted, ("sad", *words)))


NO_COMMAND = Command()

_SHOWING = {
    "-o": 1,
    "--format": 1,
    "--also-machine": 1,
    "--width": 1,
    "--color": 1,
    "--all": 0,
    "--formula": 0,
    "--no-cache": 0,
}
"""Options that say how a result is shown, and how many words follow each."""


def command_of(
    words: Sequence[str], sources: Sequence[str], machine: str | None, shared: Sequence[str]
) -> Command:
    """Return a command line without the options that only say how its result is shown."""
    asking, others = (tuple(_without_options(told, _SHOWING)) for told in (words, shared))
    return Command(asking, tuple(sources), machine, others)


def _without_options(words: Sequence[str], options: Mapping[str, int]) -> list[str]:
    """The words without these options, which have so many words behind them."""
    kept: list[str] = []
    skip = 0
    for word in words:
        if skip:
            skip -= 1
            continue
        option, equals, _ = word.partition("=")
        if option in options:
            skip = 0 if equals else options[option]
            continue
        kept.append(word)
    return kept


def quoted(word: str) -> str:
    """Return a word as a shell reads it back, in the quotes that are easiest to read."""
    if "'" in word and not re.search(r'["$`!\\\\]', word):
        return f'"{word}"'
    return shlex.quote(word)


def command_lines(command: str, width: int) -> Iterator[str]:
    """Yield a command line in lines that a shell reads as one, broken between words."""
    words = [quoted(word) for word in shlex.split(command)]
    line = "  "
    for number, word in enumerate(words):
        is_last = number == len(words) - 1
        room = width - (0 if is_last else 2)
        if line.strip() and len(line) + len(word) + 1 > room:
            yield f"{line} \\"
            line = " " * 6 + word
        else:
            line += word if not line.strip() else f" {word}"
    yield line


def _without(words: Sequence[str], name: str) -> Iterator[str]:
    """The words of a command without those that give a value to one name."""
    skip = False
    for word, following in zip(words, [*words[1:], ""], strict=False):
        if skip:
            skip = False
        elif word == "--set" and following.lower().startswith(f"{name.lower()}="):
            skip = True
        else:
            yield word
