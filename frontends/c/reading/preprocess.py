"""The C preprocessor: source text to regions of text without directives.

Built in, so that a machine without a compiler gives the same result as any other (see
docs/decisions/0012). Directives become blank lines, so line numbers stay; an included file is a
region of its own. ``#pragma`` lines stay in the files given, not in headers.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from frontends.c.reading import if_lines
from frontends.c.reading.header_memo import (
    Effect,
    Watch,
    expand_header,
    keep_effect,
    known_effects,
)
from frontends.c.reading.macros import Expander, MacroError, parse_define
from frontends.c.reading.pieces import Piece, Pieces, split_pieces
from frontends.c.reading.predefined import predefined
from sad.diagnostics import Span
from sad.records import field, mutable, record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from frontends.c.reading.find import Finder
    from sad.diagnostics import Diagnostics

MAX_INCLUDE_DEPTH = 100
_WORD = re.compile(r"[A-Za-z_$][\w$]*")
_DEFINED = re.compile(r"\bdefined\s*(?:\(\s*([\w$]+)\s*\)|([\w$]+))")
_HAS_INCLUDE = re.compile(r"\b__has_include(_next)?\s*\(\s*(<[^>\n]*>|\"[^\"\n]*\"|[\w$]+)\s*\)")
_HAS = re.compile(
    r"\b__has_(?:attribute|builtin|feature|extension|c_attribute|cpp_attribute|warning|embed)"
    r"\s*\([^()]*\)"
)
_HAS_NAMES = frozenset({"__has_include", "__has_include_next"})
_LINE = re.compile(r"(\d+)(?:\s+\"((?:[^\"\\]|\\.)*)\")?")
_CONDITIONAL = frozenset({"if", "ifdef", "ifndef", "elif", "else", "endif", "elifdef", "elifndef"})
_WITHOUT_EFFECT = frozenset({"warning", "ident", "sccs", "assert", "unassert", "import", ""})


@mutable
class _Branch:
    """State of one ``#if`` nesting level."""

    span: Span
    active: bool
    taken: bool
    parent_active: bool
    seen_else: bool = False


@record
class Region:
    """Preprocessed text of one file from ``line`` on; ``header``: it was included."""

    path: str
    line: int
    text: str
    header: bool


@mutable
class Preprocessor:
    """Carries out directives; one instance per translation unit.

    ``parameters`` are macros that stand for themselves; in ``#if`` they count as 1.
    """

    finder: Finder
    diagnostics: Diagnostics
    parameters: frozenset[str] = frozenset()
    expander: Expander = field(default_factory=Expander)
    _regions: list[Region] = field(default_factory=list[Region])
    _out: list[str] = field(default_factory=list[str])
    _pending: list[str] = field(default_factory=list[str])
    _pending_words: set[str] = field(default_factory=set[str])
    _pending_line: int = 1
    _region_line: int = 1
    _shift: int = 0
    _in_header: bool = False
    _once: set[str] = field(default_factory=set[str])
    _watches: list[Watch] = field(default_factory=list[Watch])

    def predefine(self, standard: str = "") -> None:
        """Define what a compiler defines under ``-std=standard``."""
        self.expander.macros.update(predefined(standard))

    def define(self, name: str, value: str) -> None:
        """Define a macro as ``-D NAME=VALUE`` does (``NAME`` may have parameters)."""
        known, macro = parse_define(f"{name} {value}")
        self.expander.macros[known] = macro

    def undefine(self, name: str) -> None:
        """Forget a macro, as ``-U NAME`` does."""
        self.expander.macros.pop(name, None)

    def run(self, text: str, path: str, before: Sequence[str] = ()) -> list[Region]:
        """Return ``text`` preprocessed; the files ``before`` are included first."""
        self._regions, self._out = [], []
        self._start(path, 1)
        for name in before:
            self._enter(f'"{name}"', Span.at(path), 0, "")
        self._file(split_pieces(text), path, 0, "")
        self._start(path, 1)
        return self._regions

    def _start(self, path: str, line: int) -> None:
        """Close the region at hand; what comes now is at ``line`` of ``path``."""
        text = "".join(self._out)
        if text and not text.isspace():
            place = (self.expander.file, self._region_line)
            self._regions.append(Region(*place, text, self._in_header))
        self._out = []
        self.expander.file = path
        self._pending_line = self._region_line = line

    def _file(self, pieces: Pieces, path: str, depth: int, folder: str) -> None:
        """Carry out the pieces of one file, found in the include folder ``folder``."""
        if pieces.open_comment is not None:
            span = Span.at(path, pieces.open_comment)
            self.diagnostics.error("SAD108", "comment without end", span, "add the missing */")
        self._start(path, 1)
        outer, self._in_header = self._in_header, depth > 0 and not path.endswith((".c", ".C"))
        stack: list[_Branch] = []
        active = True
        for piece in pieces.items:
            word = piece.directive
            if word is None:
                if active:
                    self._pending.append(piece.text)
                    self._pending_words |= piece.words
                else:
                    self._pending.append("\n" * piece.breaks)
                continue
            if word in _CONDITIONAL:
                self._conditional(word, piece, stack, path, folder)
                active = not stack or stack[-1].active
            elif active:
                self._flush(piece.line + self._shift)
                self._directive(piece, path, depth, folder)
            if piece.breaks:
                self._pending.append("\n" * piece.breaks)
        self._flush(0)
        self._start(path, 1)
        self._in_header = outer
        for branch in stack:
            self.diagnostics.error(
                "SAD108", "#if without #endif", branch.span, "add the missing #endif"
            )

    def _flush(self, next_line: int) -> None:
        """Expand and write the text since the last directive that may have changed a macro."""
        text = "".join(self._pending)
        line = self._pending_line
        words = self._pending_words
        self._pending, self._pending_words, self._pending_line = [], set(), next_line
        if text.isspace() or words.isdisjoint(self.expander.macros):
            self._out.append(text)
            if self._watches:
                self._watches[-1].words |= words
            return
        try:
            if self._in_header:
                expansion = expand_header(text, words, line, self.expander)
                self._out.append(expansion.result)
                if self._watches:
                    self._watches[-1].look(expansion.words, self.expander.macros)
            else:
                self._out.append(self.expander.expand(text, line))
                self._unsound()
        except MacroError as error:
            span = Span.at(self.expander.file, self.expander.line)
            self.diagnostics.error("SAD108", str(error), span, "left as it is written")
            self._out.append(text)

    def _conditional(
        self, word: str, piece: Piece, stack: list[_Branch], path: str, folder: str
    ) -> None:
        span = Span.at(path, piece.line)
        if word in ("if", "ifdef", "ifndef"):
            active = not stack or stack[-1].active
            value = active and self._condition(word, piece.text, span, folder)
            stack.append(_Branch(span, value, value, active))
            return
        if not stack:
            self.diagnostics.error("SAD108", f"#{word} without #if", span, "remove it")
            return
        branch = stack[-1]
        if word == "endif":
            stack.pop()
            return
        if branch.seen_else:
            self.diagnostics.error("SAD108", f"#{word} after #else", span, "remove it")
        branch.seen_else = branch.seen_else or word == "else"
        if branch.taken or not branch.parent_active:
            branch.active = False
        else:
            kind = word.removeprefix("el")
            value = word == "else" or self._condition(kind, piece.text, span, folder)
            branch.active = branch.taken = value

    def _look(self, text: str) -> None:
        """Note that the words of a directive decide what the header at hand does."""
        if self._watches:
            words = {*_WORD.findall(text), *self.expander.pasted}
            self._watches[-1].look(words, self.expander.macros)

    def _unsound(self) -> None:
        """Note that the header at hand depends on more than is looked at."""
        if self._watches:
            self._watches[-1].sound = False

    def _condition(self, word: str, rest: str, span: Span, folder: str) -> bool:
        macros = self.expander.macros
        self._look(rest)
        if word != "if":
            name = rest.split(maxsplit=1)[0] if rest else ""
            return (name in macros or name in _HAS_NAMES) == (word == "ifdef")

        def included(match: re.Match[str]) -> str:
            name = match[2] if match[2][0] in '<"' else self.expander.expand(match[2], span.line)
            return str(int(self._find(name.strip(), span.file, folder, bool(match[1])) is not None))

        def defined(match: re.Match[str]) -> str:
            name = match[1] or match[2]
            return str(int(name in macros or name in _HAS_NAMES))

        try:
            known = _DEFINED.sub(defined, rest)
            known = _HAS.sub("0", _HAS_INCLUDE.sub(included, known))
            expanded = self.expander.expand(known, span.line)
            self._look(expanded)
            if "defined" in expanded:
                expanded = _DEFINED.sub(defined, expanded)
            if self.parameters:
                expanded = _WORD.sub(
                    lambda match: "1" if match[0] in self.parameters else match[0], expanded
                )
            return if_lines.evaluate(expanded)
        except (if_lines.ConditionError, MacroError) as error:
            self.diagnostics.error("SAD108", f"#if {rest}: {error}", span, "taken as false")
            return False

    def _directive(self, piece: Piece, path: str, depth: int, folder: str) -> None:
        word, rest = piece.directive or "", piece.text
        span = Span.at(path, piece.line)
        if word == "define":
            self._define(rest, span)
        elif word == "undef":
            self._undefine(rest.strip())
        elif word in ("include", "include_next", "import"):
            self._include(word, rest, span, depth, folder)
        elif word == "pragma":
            if rest.split()[:1] == ["once"]:
                self._once.add(path)
            elif not self._in_header:
                self._out.append(f"#pragma {rest}")
        elif word == "error":
            self.diagnostics.error("SAD108", f"#error {rest}", span, "define what it asks for: -D")
        elif word == "line" or word.isdecimal():
            self._unsound()
            self._line(rest if word == "line" else f"{word} {rest}", span)
        elif word not in _WITHOUT_EFFECT:
            self.diagnostics.error("SAD108", f"#{word} is no directive", span, "remove the line")

    def _define(self, rest: str, span: Span) -> None:
        try:
            name, macro = parse_define(rest)
        except MacroError as error:
            self.diagnostics.error("SAD108", str(error), span, "remove the line")
            return
        if name not in self.parameters:  # -D NAME keeps it a parameter, whatever the source says
            self.expander.macros[name] = macro
            if self._watches:
                self._watches[-1].changed.add(name)

    def _undefine(self, name: str) -> None:
        if name not in self.parameters:
            self.expander.macros.pop(name, None)
            if self._watches:
                self._watches[-1].changed.add(name)

    def _line(self, rest: str, span: Span) -> None:
        match = _LINE.match(self.expander.expand(rest, span.line).strip())
        if not match:
            self.diagnostics.error("SAD108", f"#line {rest}", span, "a number is expected")
            return
        self._start(match[2] or self.expander.file, int(match[1]) - 1)
        self._shift = int(match[1]) - 1 - span.line

    def _include(self, word: str, rest: str, span: Span, depth: int, folder: str) -> None:
        name = rest if rest[:1] in '<"' else self.expander.expand(rest, span.line).strip()
        if name is not rest:
            self._look(rest)
        presumed, shift = self.expander.file, self._shift
        if self._enter(name, span, depth, folder, skip=word == "include_next"):
            self._start(presumed, span.line + shift)
            self._shift = shift

    def _enter(self, name: str, span: Span, depth: int, folder: str, *, skip: bool = False) -> bool:
        """Carry out an included file; report it and return False if it cannot be."""
        found = self._find(name, span.file, folder, skip)
        if found is None:
            self.finder.report_missing(name, span, self.diagnostics)
            return False
        if depth >= MAX_INCLUDE_DEPTH:
            message = f"include files are nested more than {MAX_INCLUDE_DEPTH} deep: {name}"
            self.diagnostics.error("SAD107", message, span, "does a file include itself?")
            return False
        if self._watches:
            self._watches[-1].once.setdefault(found, found in self._once)
        if found in self._once:
            return False
        try:
            pieces = self.finder.pieces(found)
        except OSError as error:
            message = f"{found}: {error.strerror or 'cannot be read'}"
            self.diagnostics.error("SAD107", message, span, "check the permissions")
            return False
        if self._watches:
            self._watches[-1].pieces[found] = pieces
        if pieces.guard is not None:
            self._look(pieces.guard)
            if pieces.guard in self.expander.macros:
                return False
        self._shift = 0
        self._header(pieces, found, depth + 1)
        return True

    def _header(self, pieces: Pieces, found: str, depth: int) -> None:
        """Carry out a header, or do what it did in an earlier translation unit."""
        macros = self.expander.macros
        key = (found, *self.finder.include_paths, "", *self.finder.quote_paths, self.parameters)
        for effect in known_effects(key):
            if effect.pieces[found] is pieces and self._would_do(effect):
                self._do(effect, found)
                return
        self._start(found, 1)
        said, first = len(self.diagnostics.items), len(self._regions)
        watch = Watch(dict(macros), frozenset(self._once), pieces={found: pieces})
        self._watches.append(watch)
        self._file(pieces, found, depth, os.path.dirname(found))
        self._watches.pop()
        watch.sound = watch.sound and len(self.diagnostics.items) == said
        if self._watches:
            self._watches[-1].add(watch)
            self._watches[-1].sound = self._watches[-1].sound and watch.sound
        if watch.sound:
            keep_effect(key, watch, self._regions[first:], macros, self._once)

    def _would_do(self, effect: Effect) -> bool:
        """Whether a header would do here what it did elsewhere."""
        return (
            effect.holds(self.expander.macros, self._once)
            and all(self.finder.find(search) == found for search, found in effect.searches.items())
            and all(self._is_unchanged(*item) for item in effect.pieces.items())
        )

    def _is_unchanged(self, path: str, pieces: Pieces) -> bool:
        try:
            return self.finder.pieces(path) is pieces
        except OSError:
            return False

    def _do(self, effect: Effect, path: str) -> None:
        self._start(path, 1)
        self._regions += effect.regions
        for name, macro in effect.changed.items():
            if macro is None:
                self.expander.macros.pop(name, None)
            else:
                self.expander.macros[name] = macro
        self._once |= effect.once_after
        if self._watches:
            self._watches[-1].add(effect)

    def _find(self, name: str, from_file: str, folder: str, after: bool) -> str | None:
        """Return the path of ``<name>`` or ``"name"``; ``after``: in folders after ``folder``."""
        key = (name, os.path.dirname(from_file) or ".", folder if after else "")
        found = self.finder.find(key)
        if self._watches:
            self._watches[-1].searches[key] = found
        return found
