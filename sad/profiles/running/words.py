"""Commands as users write them, taken apart like a shell would, but never given to one.

A command is programs with arguments joined by ``&&``, each with ``NAME=value`` before it and the
redirections ``<``, ``>``, ``>>``, ``2>`` and ``2>&1``. Quotes and backslashes are those of POSIX sh
(Shell Command Language, 2.2). Everything else that means something to a shell is refused by name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from sad.records import record

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
