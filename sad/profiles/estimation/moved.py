"""Counts of an earlier text of a source, at the places where its lines are now.

Comments, blank lines and blanks in lines may have changed, and a line may have been broken or joined
with others: its counts are left out then, because a compiler's figures hold for lines. Statements may
not have changed: what a run would do now is not known.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, NamedTuple

from sad.diagnostics import Diagnostic, Severity, Span
from sad.profiles.counts import FileCounts
from sad.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_C_TOKEN = re.compile(
    r"""(?P<gap>/\*[\s\S]*?(?:\*/|\Z)|//[^\n]*|\\\n|\s+)
    |"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\.?\d(?:[eEpP][+-]|[\w.])*|\w+|.""",
    re.VERBOSE,
)
_FIXED_COMMENT = ("C", "c", "*", "!", "d", "D")
_MARK = 5  # column of a continuation mark, from 0
_LAST = 72
_MOST_SHOWN = 8


class Token(NamedTuple):
    """A piece of a source as a compiler sees it, with its place: line and columns from 1."""

    text: str
    line: int
    column: int
    end: int


@record
class Change:
    """Lines that are others now: the first one's number then and today, and what stands there."""

    line: int
    today: int
    before: str
    now: str


@record
class Moved:
    """Counts at today's lines, the lines then whose counts are left out, and what changed."""

    counts: FileCounts
    left_out: tuple[int, ...] = ()
    changes: tuple[Change, ...] = ()


def moved(counts: FileCounts, now: Sequence[str], *, is_c: bool) -> Moved:
    """Return the counts of ``counts.text`` at the lines of the same text ``now``.

    They are unchanged if the texts are the same, and of no use if there are ``changes``.
    """
    before = counts.text
    if [line.rstrip() for line in _body(before)] == [line.rstrip() for line in _body(now)]:
        return Moved(counts)
    free = not is_c and _is_free(now)
    old, new = list(_tokens(before, is_c, _is_free(before))), list(_tokens(now, is_c, free))
    if [token.text for token in old] != [token.text for token in new]:
        return Moved(counts, changes=tuple(_changes(before, now, is_c=is_c)))
    return _placed(counts, old, new)


def moved_messages(path: str, found: Moved, profile: str) -> Iterator[Diagnostic]:
    """Yield an error (SAD711) that lists what changed, or a note (SAD713) of lines left out."""
    if found.changes:
        shown = [
            f"line {item.line} was {item.before or '(nothing)'!r} and is {item.now or '(nothing)'!r}"
            for item in found.changes[:_MOST_SHOWN]
        ]
        left = len(found.changes) - len(shown)
        more = f"; {left} more" if left else ""
        message = f"statements changed since {profile} was measured: {'; '.join(shown)}{more}"
        hint = "build, run and profile the program again with the source as it is"
        place = Span.at(path, found.changes[0].today)
        yield Diagnostic("SAD711", Severity.ERROR, message, place, hint)
    elif found.left_out:
        lines = ", ".join(map(str, found.left_out[:_MOST_SHOWN]))
        lines += ", ..." * (len(found.left_out) > _MOST_SHOWN)
        message = f"left out, in {profile}: lines {lines}, which were broken or joined since"
        hint = "profile again, if a parameter that depends on one is not measured"
        yield Diagnostic("SAD713", Severity.NOTE, message, Span.at(path), hint)


def _body(lines: Sequence[str]) -> list[str]:
    """The lines up to the last one that is not empty."""
    last = len(lines)
    while last and not lines[last - 1].strip():
        last -= 1
    return [*lines[:last]]


def _placed(counts: FileCounts, old: Sequence[Token], new: Sequence[Token]) -> Moved:
    to: dict[int, set[int]] = {}
    back: dict[int, set[int]] = {}
    for then, today in zip(old, new, strict=True):
        to.setdefault(then.line, set()).add(today.line)
        back.setdefault(today.line, set()).add(then.line)
    lines = {
        line: next(iter(found))
        for line, found in to.items()
        if len(found) == 1 and len(back[next(iter(found))]) == 1
    }
    columns = _Columns(old, new)
    placed = FileCounts(branches={lines[k]: v for k, v in counts.branches.items() if k in lines})
    placed.document = counts.document
    placed.copies = {name: _placed(one, old, new).counts for name, one in counts.copies.items()}
    for line, count in counts.lines.items():
        if line in lines:
            conditions = tuple(
                condition._replace(
                    column=columns.start(line, condition.column)[1],
                    end_line=columns.end(condition.end_line, condition.end_column)[0],
                    end_column=columns.end(condition.end_line, condition.end_column)[1],
                )
                for condition in count.conditions
            )
            placed.lines[lines[line]] = replace(count, conditions=conditions)
    for segment in counts.segments:
        line, column = columns.start(segment.line, segment.column)
        placed.segments.append(segment._replace(line=line, column=column))
    first = {
        then.line: today.line for then, today in zip(reversed(old), reversed(new), strict=True)
    }
    for function in counts.functions:
        if function.line in first:
            placed.functions.append(replace(function, line=first[function.line]))
    left_out = [line for line in counts.lines if line in to and line not in lines]
    return Moved(placed, tuple(sorted(left_out)))


class _Columns:
    """Where a place in the earlier text is now."""

    def __init__(self, old: Sequence[Token], new: Sequence[Token]) -> None:
        self._new = new
        self._starts = [(token.line, token.column) for token in old]
        self._ends = [(token.line, token.end) for token in old]

    def start(self, line: int, column: int) -> tuple[int, int]:
        """Return where the first token is that begins there or later."""
        found = min(bisect_left(self._starts, (line, column)), len(self._new) - 1)
        return self._new[found].line, self._new[found].column

    def end(self, line: int, column: int) -> tuple[int, int]:
        """Return where the last token ends that ends there or before."""
        found = max(bisect_right(self._ends, (line, column)) - 1, 0)
        return self._new[found].line, self._new[found].end


def _changes(before: Sequence[str], now: Sequence[str], *, is_c: bool) -> Iterator[Change]:
    """The lines that are not the same, blanks and comments aside."""
    old, new = (
        _by_line(_tokens(lines, is_c, not is_c and _is_free(lines))) for lines in (before, now)
    )
    texts = [text for _, text in old], [text for _, text in new]
    for kind, a, b, c, d in SequenceMatcher(None, *texts, autojunk=False).get_opcodes():
        if kind == "equal" or _joined(texts[0][a:b]) == _joined(texts[1][c:d]):
            continue
        for number in range(max(b - a, d - c)):
            line = old[min(a + number, len(old) - 1)][0] if old else 1
            today = new[min(c + number, len(new) - 1)][0] if new else 1
            first = before[line - 1].strip() if a + number < b else ""
            yield Change(line, today, first, now[today - 1].strip() if c + number < d else "")


def _joined(lines: Sequence[str]) -> str:
    """Lines as one: it does not matter where they were broken."""
    return " ".join(lines)


def _by_line(tokens: Iterator[Token]) -> list[tuple[int, str]]:
    found: dict[int, list[str]] = {}
    for token in tokens:
        found.setdefault(token.line, []).append(token.text)
    return [(line, " ".join(texts)) for line, texts in found.items()]


def _tokens(lines: Sequence[str], is_c: bool, free: bool) -> Iterator[Token]:
    return _c_tokens("\n".join(lines)) if is_c else _fortran_tokens(lines, free=free)


def _c_tokens(text: str) -> Iterator[Token]:
    line, begin = 1, 0
    for match in _C_TOKEN.finditer(text):
        piece = match[0]
        if match["gap"] is None:
            column = match.start() - begin + 1
            yield Token(piece, line, column, column + len(piece))
        if "\n" in piece:
            line += piece.count("\n")
            begin = match.start() + piece.rindex("\n") + 1


def _is_free(lines: Sequence[str]) -> bool:
    """Whether Fortran is in free form: a statement begins where fixed form has labels."""
    return any(
        (line[:1].isalpha() and line[:1] not in _FIXED_COMMENT)
        or line.rstrip().endswith("&")
        or re.match(r" {1,4}[A-Za-z]", line) is not None
        for line in lines
    )


def _fortran_tokens(lines: Sequence[str], *, free: bool) -> Iterator[Token]:
    """The characters of Fortran without blanks, in upper case outside of texts."""
    quote = ""
    for number, written in enumerate(lines, 1):
        line = written
        begin = 0
        if not free:
            if line[:1] in _FIXED_COMMENT:
                continue
            if "\t" in line[: _MARK + 1]:
                line = line.expandtabs(8)
            if len(line) > _MARK and line[_MARK] not in " 0" and not line[:_MARK].strip():
                begin = _MARK + 1
            elif line.lstrip()[:1] != "!":
                quote = ""
            line = line[:_LAST]
        elif not quote and line.lstrip()[:1] == "&":
            begin = line.index("&") + 1
        column = begin
        while column < len(line):
            character = line[column]
            column += 1
            if quote:
                quote = "" if character == quote else quote
            elif character in "'\"":
                quote = character
            elif character == "!":
                break
            elif character.isspace() or (free and character == "&" and not line[column:].strip()):
                continue
            yield Token(character if quote else character.upper(), number, column, column + 1)
        if free:
            quote = ""
