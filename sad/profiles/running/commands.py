"""Commands with their placeholders filled in.

``{NAME}`` in a word becomes a value, inside quotes or not; it stays inside its word, whatever it
contains. ``{coverage}`` as a word of its own becomes the compiler's options, each an argument;
inside a word, the options with blanks between. ``{{NAME}}`` is the text ``{NAME}``.
"""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import PurePath
from typing import TYPE_CHECKING

from sad.profiles.running.words import CommandError, Piece, Step, Word
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

COVERAGE = "coverage"
FLAGS = {
    # absolute names: what make -C compiles in a subfolder is found again
    "gcov": ("--coverage", "-fprofile-abs-path"),
    "llvm": ("-fprofile-instr-generate", "-fcoverage-mapping"),
}
_PLACEHOLDER = re.compile(r"\{\{([A-Za-z_]\w*)\}\}|\{([A-Za-z_]\w*)\}")
_SHELL = re.compile(r"(?:ba|da|z|k|mk)?sh")
_HARMLESS = re.compile(r"[\w.+/\-]*")


@record
class Command:
    """One program to start: arguments, additions to the environment, and files by operator."""

    arguments: tuple[str, ...]
    environment: tuple[tuple[str, str], ...]
    redirections: tuple[tuple[str, str], ...]


def words_of(step: Step) -> Iterator[Word]:
    """Yield all words of a step: values for the environment, arguments, names of files."""
    yield from (word for _, word in step.environment)
    yield from step.words
    yield from (redirection.target for redirection in step.redirections)


def placeholders(steps: Sequence[Step]) -> set[str]:
    """Return the names in braces that a command uses, ``coverage`` among them."""
    return {
        match[2]
        for step in steps
        for word in words_of(step)
        for piece in word
        for match in _PLACEHOLDER.finditer(piece.text)
        if match[2]
    }


def check_names(steps: Sequence[Step], known: Sequence[str]) -> None:
    """Raise ``CommandError`` if a command uses a name in braces that is not known."""
    for name in sorted(placeholders(steps)):
        if name not in known:
            hint = f"known: {', '.join(known)}; {{{{{name}}}}} stands for the text {{{name}}}"
            raise CommandError(f"{{{name}}} is not known", hint)


def fill(
    steps: Sequence[Step], values: Mapping[str, str], tool: str, more: Sequence[str] = ()
) -> list[Command]:
    """Return the commands with all names replaced; every name must be in ``values``.

    ``more`` are options that ``{coverage}`` has besides. Raises ``CommandError`` if a value could
    become part of a shell's program.
    """
    options = (*FLAGS[tool], *more)
    known = {**values, COVERAGE: " ".join(options)}
    for step in steps:
        _check_script(step, values)
    return [_filled(step, known, options) for step in steps]


def fill_text(text: bytes, values: Mapping[str, str]) -> tuple[bytes, int]:
    """Return a file's text with every ``{NAME}`` of a value replaced, and how many there were."""
    names = b"|".join(re.escape(name.encode()) for name in values)
    pattern = re.compile(rb"\{(" + names + rb")\}")
    encoded = {
        name.encode(): value.encode(errors="surrogateescape") for name, value in values.items()
    }
    return pattern.subn(lambda match: encoded[match[1]], text)


def _filled(step: Step, known: Mapping[str, str], options: Sequence[str]) -> Command:
    arguments: list[str] = []
    for word in step.words:
        if word == (Piece(f"{{{COVERAGE}}}", quoted=False),):
            arguments += options
        else:
            arguments.append(_text(word, known))
    return Command(
        tuple(arguments),
        tuple((name, _text(word, known)) for name, word in step.environment),
        tuple((item.operator, _text(item.target, known)) for item in step.redirections),
    )


def _text(word: Word, known: Mapping[str, str]) -> str:
    text = "".join(
        _PLACEHOLDER.sub(
            lambda match: known[match[2]] if match[2] else f"{{{match[1]}}}", piece.text
        )
        for piece in word
    )
    if "\0" in text:
        raise CommandError("a value contains a null character", "a file name cannot contain one")
    return text


def _check_script(step: Step, values: Mapping[str, str]) -> None:
    """A value with a blank or a sign must not stand in the program text of ``sh -c``."""
    plain = ["".join(piece.text for piece in word) for word in step.words]
    if not any(_SHELL.fullmatch(PurePath(text).name) for text in plain):
        return
    for before, text in pairwise(plain):
        if not re.fullmatch(r"-[a-z]*c[a-z]*", before):
            continue
        for match in _PLACEHOLDER.finditer(text):
            if match[2] in values and not _HARMLESS.fullmatch(values[match[2]]):
                message = f"the value {values[match[2]]!r} would become part of a shell's program"
                hint = f"give it as an argument: sh -c './md1 \"$1\"' sh {{{match[2]}}}"
                raise CommandError(message, hint)
