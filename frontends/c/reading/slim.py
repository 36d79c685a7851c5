"""What of the headers a translation unit needs: the declarations whose names it uses.

Headers are most of a preprocessed file, and pycparser would read each of their lines; only what
the file itself, or something kept, names is handed on. Names are looked at without regard to what
they name, so too much may be kept, never too little.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from frontends.c.reading.lexer import KEYWORDS, SPECIAL
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from frontends.c.reading.preprocess import Region

_WORD = re.compile(r"[A-Za-z_$][\w$]*")
_TOKEN = re.compile(
    r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|(?P<word>[A-Za-z_$][\w$]*)|(?P<mark>[(){}\[\];,=*:])"
    r"|(?P<pragma>^[ \t]*#[^\n]*)",
    re.MULTILINE | re.DOTALL,
)
_TYPES = frozenset({"struct", "union", "enum"})
_NO_NAMES = KEYWORDS.keys() | SPECIAL


@record
class Chunk:
    """One declaration: its first line within the region, text, declared and used names."""

    line: int
    text: str
    declares: frozenset[str]
    uses: frozenset[str]


@record
class Chunks:
    """A region's declarations; ``depth``: how many braces it leaves open; ``rest``: unfinished.

    ``declared`` has the declarations of each name.
    """

    items: tuple[Chunk, ...]
    depth: int
    rest: bool
    declared: Mapping[str, Sequence[Chunk]]


@record
class Part:
    """Text to be parsed, from ``line`` of ``path`` on."""

    path: str
    line: int
    text: str
    header: bool


def slim(regions: Sequence[Region]) -> list[Part]:
    """Return what is to be parsed, in order."""
    parts: list[Part | tuple[Region, Chunks]] = []
    todo: set[str] = set()
    depth, loose = 0, False
    last_header = max((at for at, region in enumerate(regions) if region.header), default=-1)
    for at, region in enumerate(regions):
        chunks = None
        if at <= last_header:
            cut = header_chunks if region.header else cut_chunks
            chunks = cut(region.text)
        if region.header and chunks and not depth and not loose and not chunks.rest:
            parts.append((region, chunks))
        else:
            parts.append(Part(region.path, region.line, region.text, region.header))
            todo.update(_WORD.findall(region.text))
        if chunks is not None:
            depth = max(depth + chunks.depth, 0)
            loose = chunks.rest if not depth else True
    kept = _needed(parts, todo)
    out: list[Part] = []
    for part in parts:
        if isinstance(part, Part):
            out.append(part)
            continue
        region, chunks = part
        out += [
            Part(region.path, region.line + chunk.line, chunk.text, True)
            for chunk in chunks.items
            if id(chunk) in kept
        ]
    return out


def _needed(parts: Sequence[Part | tuple[Region, Chunks]], todo: set[str]) -> set[int]:
    """Return the identities of the chunks that declare what ``todo`` or a kept chunk uses."""
    tables = [part[1].declared for part in parts if isinstance(part, tuple)]
    kept: set[int] = set()
    names = seen = set(todo)
    while names:
        found = {
            id(chunk): chunk
            for table in tables
            for name in table.keys() & names  # looks at the fewer ones
            for chunk in table[name]
        }
        names = set[str]().union(*(c.uses for n, c in found.items() if n not in kept)) - seen
        kept |= found.keys()
        seen = seen | names
    return kept


@lru_cache(maxsize=20_000)
def header_chunks(text: str) -> Chunks:
    """``cut_chunks``, remembered: most files of a program include the same headers."""
    return cut_chunks(text)


def cut_chunks(text: str) -> Chunks:
    """Cut text into top-level declarations."""
    items: list[Chunk] = []
    start = line = below = 0
    cutter = _Cutter()
    for match in _TOKEN.finditer(text):
        if match.lastgroup is None:
            cutter.last = "0"
            continue
        if match.lastgroup == "pragma":
            if cutter.fresh:
                line += text.count("\n", start, match.end())
                start = match.end()
            continue
        if cutter.take(match[0], match.lastgroup == "word"):
            body = text[start : match.end()]
            blank = len(body) - len(body.lstrip())
            line += body.count("\n", 0, blank)
            declares = frozenset(cutter.declares) - _NO_NAMES
            if declares:
                uses = frozenset(_WORD.findall(body)) - _NO_NAMES
                items.append(Chunk(line, body[blank:], declares, uses))
            line += body.count("\n", blank)
            start = match.end()
            below += cutter.below
            cutter = _Cutter()
    declared: dict[str, list[Chunk]] = {}
    for chunk in items:
        for name in chunk.declares:
            declared.setdefault(name, []).append(chunk)
    rest = not cutter.fresh or below > 0
    return Chunks(tuple(items), cutter.braces - below, rest, declared)


class _Cutter:
    """Follows one declaration, token by token, and notes the names it declares."""

    def __init__(self) -> None:
        self.declares: set[str] = set()
        self.fresh = True
        self.last = ""
        self.below = 0  # braces closed that were never opened
        self._enums: list[bool] = []  # for each open brace, whether it is an enum's
        self._parens = 0
        self._before = ""  # the token before a name, or before stars before it
        self._enum = False
        self._function = False
        self._alone = ""  # the name in "(name)"

    @property
    def braces(self) -> int:
        """How many braces are open."""
        return len(self._enums) - self.below

    def take(self, token: str, is_word: bool) -> bool:
        """Take a token; return whether it ends the declaration."""
        self.fresh = False
        last, self.last = self.last, token
        if is_word:
            if last in _TYPES:
                self._enum = last == "enum"
            if self._enums:
                if self._enums[-1] and last in ("{", ","):
                    self.declares.add(token)
            elif last == "*" and self._before == "(":
                self.declares.add(token)  # (*name)
            if last != "*":
                self._before = last
            return False
        name = last if last[:1].isalpha() or last[:1] in ("_", "$") else ""
        if token == "*":
            if last != "*":
                self._before = last
            return False
        if token == "{":
            self.declares.add(name) if name else None
            self._function = (not self._enums and last == ")") or (
                bool(self._enums) and self._function
            )
            self._enums.append(name == "enum" or (self._enum and bool(name)))
        elif token == "}":
            if not self._enums:
                self.below += 1
                return True
            self._enums.pop()
            return not self._enums and self._function
        elif not self._enums:
            if name and not self._parens and token in "(,;=[:":
                self.declares.add(name)
            if token == "(":
                if last == ")" and self._alone:
                    self.declares.add(self._alone)
                self._parens += 1
            elif token == ")":
                self._alone = name if self._before == "(" else ""
                self._parens -= 1
            elif token == ";":
                return self._parens <= 0
        return False
