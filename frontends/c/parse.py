"""A C file to pycparser's syntax tree, with what cannot be read left out and reported."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pycparser import c_ast

from frontends.c.reading.flags import flags_for
from frontends.c.reading.gnu import rewrite
from frontends.c.reading.grammar import Grammar
from frontends.c.reading.lexer import lex, lex_header
from frontends.c.reading.recover import Reader
from frontends.c.reading.regions import preprocessed
from frontends.c.reading.slim import slim
from frontends.source import read_source
from sad.diagnostics import Span, input_error
from sad.records import record

if TYPE_CHECKING:
    from pycparser.c_lexer import Token

    from frontends.c.reading.flags import Flags
    from frontends.registry import SourceOptions
    from sad.diagnostics import Diagnostics

UNKNOWN_TYPE = "__sad_unknown_t"
"""The type of ``typeof (expression)``: used in the tree, declared nowhere."""

LIST_TYPE = "__builtin_va_list"
"""The compiler's own type of argument lists: used in the tree, declared nowhere."""

_CPLUSPLUS = re.compile(
    r"^[ \t]*(?:template\s*<|using\s+namespace\b|namespace\s+\w*\s*\{|class\s+\w+\s*[:{]"
    r"|(?:public|private|protected)\s*:)|\bstd::\w|#[ \t]*include[ \t]*<(?:iostream|vector|string)>",
    re.MULTILINE,
)


@record
class Failure:
    """A function that could not be read; the syntax tree does not have it."""

    name: str
    span: Span
    message: str


@record
class ParsedFile:
    """A translation unit: its syntax tree, the functions it lacks, the lines of the file itself."""

    path: str
    tree: c_ast.FileAST
    failures: tuple[Failure, ...]
    lines: int


def parse_file(
    text: str, path: str, options: SourceOptions, diagnostics: Diagnostics
) -> ParsedFile:
    """Return the syntax tree of ``text``, or of the file if that is empty.

    Raises ``SadError`` SAD101 to SAD106 if there is no text to read, SAD112 or SAD113 if the
    preprocessor or its options cannot be had, SAD109 if its macros are nested too deeply, SAD214
    if it is C++.
    """
    text = text or read_source(path)
    flags = flags_for(path, options)
    said = len(diagnostics.items)
    try:
        tokens = _tokens(text, path, flags, options.cpp, diagnostics)
    except RecursionError:
        hint = "are there parentheses, or macros in macros, without end?"
        raise input_error("SAD109", "nested too deeply to be read", Span.at(path), hint) from None
    reader = Reader(Grammar((UNKNOWN_TYPE, LIST_TYPE)), diagnostics)
    reader.read(tokens)
    if len(diagnostics.items) > said:
        _refuse_cplusplus(text, path, diagnostics, said)
    lines = text.count("\n") + (not text.endswith("\n"))
    failures = tuple(Failure(*item) for item in reader.lost)
    return ParsedFile(path, c_ast.FileAST(reader.nodes), failures, lines)


def _tokens(
    text: str, path: str, flags: Flags, cpp: str | None, diagnostics: Diagnostics
) -> list[Token]:
    tokens: list[Token] = []
    special = False
    for part in slim(preprocessed(text, path, flags, cpp, diagnostics)):
        lexed = (lex_header if part.header else lex)(part.text, part.path, part.line)
        special = special or lexed.special
        tokens += lexed.tokens
    if special:
        tokens = rewrite(tokens)
    if flags.parameters:
        used = {token.value for token in tokens if token.value in flags.parameters}
        before = "".join(f"extern const int {name};" for name in sorted(used))
        tokens = lex(before, path).tokens + tokens
    return tokens


def _refuse_cplusplus(text: str, path: str, diagnostics: Diagnostics, said: int) -> None:
    """Say once that a file is C++, in place of all that was said of it."""
    match = _CPLUSPLUS.search(text)
    if not match or "__cplusplus" in text:
        return
    del diagnostics.items[said:]
    line = text.count("\n", 0, match.start() + len(match[0]) - len(match[0].lstrip())) + 1
    hint = "give the C or Fortran parts; of C++ there is no model"
    raise input_error("SAD214", "this is C++, which is not read", Span.at(path, line), hint)
