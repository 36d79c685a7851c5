"""Commands as users write them: taken apart as a shell would, placeholders filled in, no shell.

``{NAME}`` in a word becomes a value, inside quotes or not; it stays inside its word, whatever it
contains. ``{coverage}`` as a word of its own becomes the compiler's options, each an argument;
inside a word, the options with blanks between. ``{{NAME}}`` is the text ``{NAME}``.

A command is programs with arguments joined by ``&&``, each with ``NAME=value`` before it and the
redirections ``<``, ``>``, ``>>``, ``2>`` and ``2>&1``. Quotes and backslashes are those of POSIX sh
(Shell Command Language, 2.2). Everything else that means something to a shell is refused by name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import PurePath
from typing import TYPE_CHECKING, NamedTuple

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
_OPERATOR = re.compile(r"&&|\|\||&>|\|&|[|;&()\n]|<<<|<<|<>|<&|<|2>&1(?![\w.])|>>|>&|>\||>")
_NAMES = {
    "||": "||",
    "|": "a pipe (|)",
    "|&": "a pipe (|&)",
    ";": "the separator ;",
    "\n": "a line break",
    "&": "a job in the background (&)",
    "(": "a subshell, ( )",
    ")": "a subshell, ( )",
    "<<": "a here-document (<<)",
    "<<<": "a here-string (<<<)",
}
_DOLLAR = re.compile(r"\$(\(\(?|\{|[A-Za-z_]\w*|[\d@*#?$!-])")
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=")
_REDIRECTIONS = frozenset(("<", ">", ">>", "2>", "2>&1"))
_SHELL_WORDS = frozenset(
    (
        *("!", ".", "{", "}", "alias", "bg", "break", "case", "cd", "command", "continue", "do"),
        *("eval", "exec", "exit", "export", "fg", "for", "if", "read", "readonly", "return"),
        *("set", "shift", "source", "times", "trap", "type", "ulimit", "umask", "unalias"),
        *("unset", "until", "wait", "while"),
    )
)
_SHELL_HINT = "write a shell yourself if you need one: sh -c '...'"


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


class CommandError(Exception):
    """The command cannot be run as written. ``hint`` says what to write instead."""

    def __init__(self, message: str, hint: str = _SHELL_HINT) -> None:
        super().__init__(message)
        self.hint = hint


class Piece(NamedTuple):
    """Part of a word that is quoted in one way."""

    text: str
    quoted: bool


Word = tuple[Piece, ...]


@record
class Redirection:
    """``operator`` is one of ``< > >> 2> 2>&1``; ``target`` the file, empty for ``2>&1``."""

    operator: str
    target: Word


@dataclass(slots=True)
class Step:
    """One program: values for its environment, the program and its arguments, redirections."""

    environment: list[tuple[str, Word]] = field(default_factory=list[tuple[str, Word]])
    words: list[Word] = field(default_factory=list[Word])
    redirections: list[Redirection] = field(default_factory=list[Redirection])


def parse_command(text: str) -> list[Step]:
    """Return the programs of a command, joined by ``&&``; raise ``CommandError``."""
    steps = [Step()]
    tokens = _tokens(text)
    position = 0
    while position < len(tokens):
        token = tokens[position]
        position += 1
        if isinstance(token, tuple):
            _add_word(steps[-1], token)
        elif token == "&&":
            _check_step(steps[-1], "before &&")
            steps.append(Step())
        elif token == "2>&1":
            steps[-1].redirections.append(Redirection(token, ()))
        else:
            target = tokens[position] if position < len(tokens) else ""
            if not isinstance(target, tuple):
                raise CommandError(f"no file name after {token}", "for instance ./md1 < in.dat")
            position += 1
            steps[-1].redirections.append(Redirection(token, target))
    _check_step(steps[-1], "after &&" if len(steps) > 1 else "in it")
    return steps


def _add_word(step: Step, word: Word) -> None:
    first = word[0]
    match = None if step.words or first.quoted else _ASSIGNMENT.match(first.text)
    if match is None:
        step.words.append(word)
        return
    rest = Piece(first.text[match.end() :], quoted=False)
    step.environment.append((match[0][:-1], (rest, *word[1:])))


def _check_step(step: Step, where: str) -> None:
    if not step.words:
        raise CommandError(f"there is no program {where}", "for instance ./md1 < in.dat")
    first = step.words[0]
    name = "".join(piece.text for piece in first)
    if name in _SHELL_WORDS and not any(piece.quoted for piece in first):
        raise CommandError(f"{name} is a word of the shell, not a program")


def _tokens(text: str) -> list[Word | str]:
    """Return words and operators in order."""
    found: list[Word | str] = []
    pieces: list[Piece] = []
    plain = ""
    position = 0

    def close_piece() -> None:
        nonlocal plain
        if plain:
            pieces.append(Piece(plain, quoted=False))
        plain = ""

    def close_word() -> None:
        close_piece()
        if pieces:
            found.append(tuple(pieces))
        pieces.clear()

    while position < len(text):
        character = text[position]
        if character in " \t":
            close_word()
            position += 1
        elif character in "'\"":
            close_piece()
            piece, position = _quoted(text, position)
            pieces.append(piece)
        elif character == "\\":
            if position + 1 == len(text):
                raise CommandError("it ends with a backslash", "remove it, or write \\\\")
            close_piece()
            if text[position + 1] != "\n":
                pieces.append(Piece(text[position + 1], quoted=True))
            position += 2
        elif match := _OPERATOR.match(text, position):
            operator = match[0]
            if operator == "2>&1" and (plain or pieces):  # a word that ends in 2, then >&1
                plain += "2"
                position += 1
                continue
            position += len(operator)
            if operator[0] in "<>" and plain.isdecimal() and not pieces:
                plain, operator = "", plain + operator
            close_word()
            if operator != "&&" and operator not in _REDIRECTIONS:
                raise CommandError(f"{_NAMES.get(operator, operator)} is not supported")
            found.append(operator)
        else:
            _check_plain(text, position, at_start=not plain and not pieces)
            plain += character
            position += 1
    close_word()
    return found


def _quoted(text: str, start: int) -> tuple[Piece, int]:
    """Return what stands in quotes, and the position behind them."""
    quote, position, inner = text[start], start + 1, ""
    while position < len(text):
        character = text[position]
        if character == quote:
            return Piece(inner, quoted=True), position + 1
        if quote == '"':
            following = text[position + 1 : position + 2]
            if character == "\\" and following and following in '"\\$`\n':
                inner += following.replace("\n", "")
                position += 2
                continue
            _check_expansion(text, position)
        inner += character
        position += 1
    raise CommandError(f"a closing {quote} is missing", "quotes are those of sh")


def _check_plain(text: str, position: int, *, at_start: bool) -> None:
    character = text[position]
    _check_expansion(text, position)
    if character in "*?[":
        hint = f"quote it to pass it on as it is; for file names: {_SHELL_HINT}"
        raise CommandError(f"a pattern for file names ({character}) is not supported", hint)
    if character == "~" and (at_start or text[position - 1] in "=:"):
        raise CommandError("the home directory (~) is not supported", "write the path, or quote it")
    if character == "#" and at_start:
        raise CommandError("a comment (#) is not supported", "remove or quote it")


def _check_expansion(text: str, position: int) -> None:
    if text[position] == "`":
        raise CommandError("a command's output (`...`) is not supported")
    match = _DOLLAR.match(text, position) if text[position] == "$" else None
    if match is None:
        return
    if match[1].startswith("("):
        raise CommandError(f"a command's output, {match[0]}...), is not supported")
    hint = f"put it in single quotes to pass it on as it is; {_SHELL_HINT}"
    raise CommandError(f"a variable of the shell, {match[0]}, is not supported", hint)
