"""A C file to pycparser's syntax tree, with what cannot be read left out and reported."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pycparser import c_ast

from frontends.c.reading.gnu import rewrite
from frontends.c.reading.grammar import Grammar
from frontends.c.reading.lexer import lex
from frontends.c.reading.preprocess import Preprocessor
from frontends.c.reading.recover import read_declarations
from frontends.c.reading.slim import slim
from frontends.fortran.source import read_source

if TYPE_CHECKING:
    from pycparser.c_lexer import Token

    from frontends.registry import SourceOptions
    from sad.diagnostics import Diagnostics, Span

UNKNOWN_TYPE = "__sad_unknown_t"


@dataclass(frozen=True, slots=True)
class Failure:
    """A function that could not be read; the syntax tree does not have it."""

    name: str
    span: Span
    message: str


@dataclass(frozen=True, slots=True)
class ParsedFile:
    """A translation unit: its syntax tree, the functions it lacks, the lines of the file itself."""

    path: str
    tree: c_ast.FileAST
    failures: tuple[Failure, ...]
    lines: int


def parse_file(
    text: str, path: str, options: SourceOptions, diagnostics: Diagnostics
) -> ParsedFile:
    """Return the syntax tree of ``text``, or of the file if that is empty."""
    text = text or read_source(path)
    preprocessor = Preprocessor(options.include_paths, diagnostics)
    preprocessor.predefine()
    for name, value in options.defines.items():
        preprocessor.define(name, value)
    tokens: list[Token] = []
    special = False
    for part in slim(preprocessor.run(text, path)):
        lexed = lex(part.text, part.path, part.line)
        special = special or lexed.special
        tokens += lexed.tokens
    if special:
        tokens = rewrite(tokens)
    grammar = Grammar((UNKNOWN_TYPE, "__builtin_va_list"))
    nodes, failures = read_declarations(grammar, tokens, diagnostics)
    lines = text.count("\n") + (not text.endswith("\n"))
    return ParsedFile(path, c_ast.FileAST(nodes), tuple(Failure(*item) for item in failures), lines)
