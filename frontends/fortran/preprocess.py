"""C-preprocessor lines in Fortran source, in the traditional way Fortran compilers use it.

Built in because a machine without a compiler has no ``cpp``, and because the C tokeniser of a
standard-conforming preprocessor stumbles over Fortran (apostrophes in comments, ``//``). Directive
lines become blank lines, so line numbers stay; an included file is framed by line markers.
Conditions are in ``conditions``. Behaviour is compared with ``cpp -traditional-cpp`` in the tests.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from frontends.fortran.bundled import bundled, is_bundled
from frontends.fortran.conditions import ConditionError, evaluate
from frontends.source import decode
from sad.diagnostics import SadError, Span
from sad.ir.program import Inclusion
from sad.records import field, mutable, record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.diagnostics import Diagnostics

_DIRECTIVE = re.compile(r"#\s*(\w+)\s*(.*)")
_ANY_DIRECTIVE = re.compile(
    r"^#\s*(?:if|ifdef|ifndef|elif|else|endif|define|undef|include|error|warning|pragma|line)\b",
    re.MULTILINE,
)
_DEFINE = re.compile(r"(\w+)(?:\(([^)]*)\))?\s*(.*)")
_DEFINE_FUNCTION = re.compile(r"\w+\(")
_WORD = re.compile(r"'[^'\n]*'|\"[^\"\n]*\"|[A-Za-z_]\w*")
_NAME = re.compile(r"[A-Za-z_]\w*")
_IN_ARGUMENTS = re.compile(r"'[^']*'|\"[^\"]*\"|[(),]")
_BLOCK_COMMENT = re.compile(r"/\*.*?\*/")
_INCLUDED = re.compile(r"\"([^\"]+)\"|<([^>]+)>")
# A C comment is removed where it starts a line or stands on a directive; elsewhere "/*" may be Fortran.
_LONG_COMMENT = re.compile(r"^([ \t]*|#[^\n]*?)/\*.*?\*/", re.MULTILINE | re.DOTALL)
MAX_INCLUDE_DEPTH = 40
_MOST_LINES = 50  # of the arguments of one macro
_WITHOUT_EFFECT = frozenset({"warning", "pragma", "line", "ident"})


@record
class Macro:
    """A macro: ``parameters`` is None for an object-like one."""

    parameters: tuple[str, ...] | None
    body: str


@mutable
class _Branch:
    """State of one ``#if`` nesting level."""

    span: Span
    active: bool
    taken: bool
    parent_active: bool


@mutable
class Preprocessor:
    """Expands directives; one instance per source file. ``macros`` changes as lines are read.

    ``included`` collects what is included.
    """

    include_paths: Sequence[str]
    diagnostics: Diagnostics
    macros: dict[str, Macro] = field(default_factory=dict[str, Macro])
    included: list[Inclusion] = field(default_factory=list["Inclusion"])

    def run(self, text: str, path: str, depth: int = 0) -> str:
        """Return ``text`` with its directives carried out."""
        out: list[str] = []
        stack: list[_Branch] = []
        if "/*" in text:
            text = _LONG_COMMENT.sub(lambda match: match[1] + "\n" * match[0].count("\n"), text)
        lines = text.split("\n")
        index = 0
        while index < len(lines):
            line, number = lines[index], index + 1
            index += 1
            active = not stack or stack[-1].active
            extra = 0
            if not line.startswith("#"):
                while active and index < len(lines) and self._goes_on(line):
                    line += f"\n{lines[index]}"
                    index += 1
                    extra += 1
                out.append(self._expand(line) if active else "")
                out.extend([""] * (extra - out[-1].count("\n")))
                continue
            while line.endswith("\\") and index < len(lines):
                line = line[:-1] + lines[index]
                index += 1
                extra += 1
            match = _DIRECTIVE.match(line)
            out.append("")
            if match:
                span = Span.at(path, number)
                included = self._directive(match[1], match[2], stack, span, depth)
                if included is not None:
                    out[-1] = f'{included}\n# {number + 1} "{path}"'
            out.extend([""] * extra)
        if stack:
            self.diagnostics.error(
                "SAD108", "#if without #endif", stack[-1].span, "add the missing #endif"
            )
        return "\n".join(out)

    def _directive(
        self, word: str, rest: str, stack: list[_Branch], span: Span, depth: int
    ) -> str | None:
        """Carry out one directive; return the text of an included file."""
        active = not stack or stack[-1].active
        rest = _BLOCK_COMMENT.sub(" ", rest).strip()
        if word in ("if", "ifdef", "ifndef"):
            value = active and self._condition(word, rest, span)
            stack.append(_Branch(span, value, value, active))
        elif word in ("elif", "else", "endif"):
            self._else_or_endif(word, rest, stack, span)
        elif not active:
            pass
        elif word == "define":
            self._define(rest, span)
        elif word == "undef":
            self.macros.pop(rest, None)
        elif word == "include":
            return self._include(rest, span, depth)
        elif word == "error":
            self.diagnostics.error("SAD108", f"#error {rest}", span, "define what it asks for: -D")
        elif not word.isdecimal() and word not in _WITHOUT_EFFECT:
            self.diagnostics.error("SAD108", f"#{word} is no directive", span, "remove the line")
        return None

    def _else_or_endif(self, word: str, rest: str, stack: list[_Branch], span: Span) -> None:
        if not stack:
            self.diagnostics.error("SAD108", f"#{word} without #if", span, "remove it")
            return
        branch = stack[-1]
        if word == "endif":
            stack.pop()
        elif branch.taken or not branch.parent_active:
            branch.active = False
        else:
            branch.active = branch.taken = word == "else" or self._condition("if", rest, span)

    def _condition(self, word: str, rest: str, span: Span) -> bool:
        if word != "if":
            name = rest.split(maxsplit=1)[0] if rest else ""
            return (name in self.macros) == (word == "ifdef")
        try:
            return evaluate(rest, self.macros, self._expand) != 0
        except ConditionError as error:
            self.diagnostics.error("SAD108", f"#if {rest}: {error}", span, "taken as false")
            return False

    def _define(self, rest: str, span: Span) -> None:
        match = _DEFINE.match(rest)
        if not match:
            self.diagnostics.error("SAD108", "#define without a name", span, "remove the line")
            return
        parameters = None
        if _DEFINE_FUNCTION.match(rest):
            parameters = tuple(name.strip() for name in match[2].split(",") if name.strip())
        self.macros[match[1]] = Macro(parameters, match[3])

    def _include(self, rest: str, span: Span, depth: int) -> str | None:
        name = _included_name(self._expand(rest).strip())
        found = find_include(name, span.file, self.include_paths)
        if found is not None and is_bundled(found):
            return f"      INCLUDE '{name}'"
        self.included.append(Inclusion(name, span.file, found))
        if found is None:
            report_missing_include(self.diagnostics, name, span, self.include_paths)
            return None
        if depth >= MAX_INCLUDE_DEPTH:
            report_endless_include(self.diagnostics, name, span)
            return None
        try:
            text = decode(Path(found).read_bytes(), found)
        except SadError:
            return ""
        return f'# 1 "{found}"\n' + self.run(text, found, depth + 1)

    def _goes_on(self, text: str) -> bool:
        """Whether the arguments of a macro in a line end in another one."""
        if not self.macros or self.macros.keys().isdisjoint(_NAME.findall(text)):
            return False
        return text.count("\n") < _MOST_LINES and any(
            macro.parameters is not None
            and text[match.end() :].lstrip(" ").startswith("(")
            and _arguments(text, match.end()) is None
            for match in _WORD.finditer(text)
            if (macro := self.macros.get(match[0])) is not None
        )

    def _expand(self, line: str, hidden: frozenset[str] = frozenset()) -> str:
        """Replace macros in ``line`` outside strings; a macro is not expanded inside itself."""
        if not self.macros or self.macros.keys().isdisjoint(_NAME.findall(line)):
            return line
        out: list[str] = []
        position = 0
        for match in _WORD.finditer(line):
            if match.start() < position:
                continue
            macro = self.macros.get(match[0])
            if macro is None or match[0] in hidden:
                continue
            end, body = match.end(), macro.body
            if macro.parameters is not None:
                call = _arguments(line, end)
                if call is None:
                    continue
                arguments, end = call
                expanded = [self._expand(argument, hidden) for argument in arguments]
                body = _substitute(body, macro.parameters, expanded)
            out.append(line[position : match.start()])
            out.append(self._expand(body.replace("/**/", ""), hidden | {match[0]}))
            position = end
        out.append(line[position:])
        return "".join(out)


def _included_name(rest: str) -> str:
    """Return what ``#include`` names; what follows it is a comment, with or without its mark."""
    match = _INCLUDED.match(rest)
    return (match[1] or match[2]) if match else rest


def _arguments(line: str, start: int) -> tuple[list[str], int] | None:
    """Return the macro arguments that start at ``line[start]`` and the position after them."""
    open_at = start
    while line[open_at : open_at + 1] == " ":
        open_at += 1
    if line[open_at : open_at + 1] != "(":
        return None
    arguments, depth, begin = list[str](), 0, open_at + 1
    for match in _IN_ARGUMENTS.finditer(line, open_at):
        char, position = match[0], match.start()
        if char == "(":
            depth += 1
        elif char == ")":
            depth -= 1
            if depth == 0:
                arguments.append(line[begin:position].strip())
                return arguments, position + 1
        elif char == "," and depth == 1:
            arguments.append(line[begin:position].strip())
            begin = position + 1
    return None


def _substitute(body: str, parameters: tuple[str, ...], arguments: list[str]) -> str:
    values = dict(zip(parameters, arguments, strict=False))
    return _NAME.sub(lambda match: values.get(match[0], match[0]), body)


def needs_preprocessing(text: str, path: str) -> bool:
    """Whether the file is preprocessed: an upper-case suffix such as .F, or a directive line."""
    suffix = Path(path).suffix
    return (suffix[:2] == ".F" and suffix != ".") or (
        "#" in text and bool(_ANY_DIRECTIVE.search(text))
    )


def macros_from_options(defines: Mapping[str, str]) -> dict[str, Macro]:
    """Return the macros of ``-D NAME=VALUE`` options."""
    return {name: Macro(None, value) for name, value in defines.items()}


def find_include(name: str, from_file: str, include_paths: Sequence[str]) -> str | None:
    """Return the path of an included file: one of our own, beside the including file, along ``-I``."""
    own = bundled(name)
    if own is not None:
        return own
    for folder in (os.path.dirname(from_file), *include_paths):
        if os.path.isfile(os.path.join(folder, name)):  # asked by the million: no Path
            return str(Path(folder) / name)
    return None


def report_missing_include(
    diagnostics: Diagnostics, name: str, span: Span, include_paths: Sequence[str]
) -> None:
    """Report SAD107 with the folders that were searched."""
    folders = ", ".join((str(Path(span.file).parent), *include_paths))
    diagnostics.error(
        "SAD107", f"include file not found: {name}", span, f"searched {folders}; add -I DIR"
    )


def report_endless_include(diagnostics: Diagnostics, name: str, span: Span) -> None:
    """Report SAD107 for a file that, in the end, includes itself."""
    message = f"include files are nested more than {MAX_INCLUDE_DEPTH} deep: {name}"
    diagnostics.error("SAD107", message, span, "does a file include itself?")
