"""C source text to pieces: stretches of text, and the directives between them.

Comments become blanks and spliced lines are put together, but every line break stays (those of a
directive come after it), so that a piece's lines are the lines of the file. Pieces of included
files are kept: most files of a program include the same headers.
"""

from __future__ import annotations

import os
import re
from functools import lru_cache
from pathlib import Path

from sad.records import field, mutable, record

# Order matters: a comment mark in a string is none, and a quote in a comment opens no string.
_SPECIAL = re.compile(
    r"""
      (?P<directive>^[ \t]*(?>/\*[^\n]*?\*/[ \t]*)*+(?:\#|%:)
        (?:/\*.*?(?:\*/|\Z) | //[^\n\\]*(?:\\.[^\n\\]*)* | "(?:[^"\\\n]|\\.)*"
          | '(?:[^'\\\n]|\\.)' | \\[ \t]*\n | . )*?(?=\n|\Z))
    | (?P<comment>/\*.*?(?:\*/|\Z) | //[^\n\\]*(?:\\.[^\n\\]*)*)
    | (?P<quoted>"(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*')
    | (?P<splice>\\[ \t]*\n)
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
_IN_DIRECTIVE = re.compile(
    r"""(?P<quoted>"(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)+') | /\*.*?(?:\*/|\Z) | //.*""",
    re.VERBOSE | re.DOTALL,
)
_TOKENS = tuple(
    (re.compile(rf"{part}\Z"), re.compile(rf"(?:{part}|\\[ \t]*\n(?={part}))*"))
    for part in (r"[\w$.]", r"[-+*%&|^=<>!]")
)
"""What a token of one kind ends in, and what goes on with it after a splice."""
_SPLICE = re.compile(r"\\[ \t]*\n")
_DIRECTIVE = re.compile(r"\s*(?:#|%:)\s*(\w*)\s*(.*)", re.DOTALL)
_WORD = re.compile(r"[A-Za-z_$][\w$]*")
_GUARD = re.compile(r"(\w+)\s*\Z|!\s*defined\s*\(?\s*(\w+)\s*\)?\s*\Z")


@mutable
class Piece:
    """A stretch of text, or a directive if ``directive`` is its word (``""`` for a lone ``#``).

    ``breaks`` counts the line breaks in it; that at the end of a directive is the next piece's.
    """

    line: int
    text: str
    breaks: int
    directive: str | None = None
    _words: frozenset[str] | None = field(default=None, repr=False)

    @property
    def words(self) -> frozenset[str]:
        """The identifiers in the text (those in strings, too)."""
        if self._words is None:
            self._words = frozenset(_WORD.findall(self.text))
        return self._words


@record
class Pieces:
    """A file's pieces; the macro that guards all of it; the line of a comment that never ends."""

    items: tuple[Piece, ...]
    guard: str | None = None
    open_comment: int | None = None


def split_pieces(text: str) -> Pieces:
    """Return the pieces of ``text``, whose lines end in ``\\n``."""
    items: list[Piece] = []
    parts: list[str] = []
    position, line, start_line = 0, 1, 1
    open_comment: int | None = None
    for match in _SPECIAL.finditer(text):
        kind = match.lastgroup
        if match.start() < position:
            continue  # a splice in a word that has been put together
        found = match[0]
        before = text[position : match.start()]
        parts.append(before)
        line += before.count("\n")
        position = match.end()
        breaks = found.count("\n")
        if kind == "directive":
            if any(parts):
                items.append(Piece(start_line, "".join(parts), line - start_line))
            parts = []
            items.append(_directive(found, line, breaks))
            line += breaks
            start_line = line
            continue
        if kind == "comment":
            parts.append(_blanks(found, breaks))
            if found[:2] == "/*" and (len(found) < 4 or found[-2:] != "*/"):
                open_comment = line
        elif kind == "quoted":
            parts.append(_SPLICE.sub("", found) + "\n" * breaks if breaks else found)
        else:
            rest = _rest_of_token(before, text, position)
            position += len(rest)
            breaks += rest.count("\n")
            parts.append(_SPLICE.sub("", rest) + "\n" * breaks)
        line += breaks
    parts.append(text[position:])
    last = "".join(parts)
    if last:
        items.append(Piece(start_line, last, last.count("\n")))
    return Pieces(tuple(items), _guard(items), open_comment)


def _rest_of_token(before: str, text: str, position: int) -> str:
    """Return what goes on at ``position`` of the token that ``before`` ends in."""
    for pattern, rest in _TOKENS:
        if pattern.search(before):
            match = rest.match(text, position)
            return match[0] if match else ""
    return ""


def _blanks(comment: str, breaks: int) -> str:
    if not breaks:
        return " " * len(comment)
    return "\n" * breaks + " " * (len(comment) - comment.rindex("\n") - 1)


def _directive(found: str, line: int, breaks: int) -> Piece:
    text = _SPLICE.sub("", found) if "\\" in found else found
    if "/" in text:
        text = _IN_DIRECTIVE.sub(lambda match: match["quoted"] or " ", text)
    match = _DIRECTIVE.match(text)
    word, rest = (match[1], match[2].rstrip()) if match else ("", "")
    return Piece(line, rest, breaks, word)


def _guard(items: list[Piece]) -> str | None:
    """Return X if ``#ifndef X`` ... ``#endif`` spans the whole file."""
    directives = [(at, item) for at, item in enumerate(items) if item.directive is not None]
    if len(directives) < 3:
        return None
    (first_at, first), (last_at, last) = directives[0], directives[-1]
    if first.directive not in ("ifndef", "if") or last.directive != "endif":
        return None
    match = _GUARD.match(first.text)
    outside = items[:first_at] + items[last_at + 1 :]
    if not match or any(item.text.strip() for item in outside):
        return None
    if (first.directive == "ifndef") != (match[1] is not None):
        return None
    depth = 0
    for _, item in directives[:-1]:
        if item.directive in ("if", "ifdef", "ifndef"):
            depth += 1
        elif item.directive == "endif":
            depth -= 1
        elif item.directive in ("else", "elif") and depth == 1:
            return None
        if depth == 0:
            return None
    return match[1] or match[2]


def header_pieces(path: str) -> Pieces:
    """Return the pieces of an included file; raises OSError if it cannot be read."""
    status = os.stat(path)
    return _header_pieces(path, status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=4096)
def _header_pieces(path: str, _modified: int, _size: int) -> Pieces:
    text = Path(path).read_bytes().decode("latin-1").lstrip("\xef\xbb\xbf")
    return split_pieces(text.replace("\r\n", "\n").replace("\r", "\n"))
