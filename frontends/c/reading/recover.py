"""Reading declaration by declaration: one that cannot be read costs only itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frontends.c.reading.gnu import closing
from frontends.c.reading.grammar import Grammar, SyntaxProblem
from sad.diagnostics import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pycparser import c_ast
    from pycparser.c_lexer import Token

    from sad.diagnostics import Diagnostics


def read_declarations(
    grammar: Grammar, tokens: Sequence[Token], diagnostics: Diagnostics
) -> tuple[list[c_ast.Node], list[tuple[str, Span, str]]]:
    """Return the external declarations, and name, place and message of functions left out."""
    nodes: list[c_ast.Node] = []
    failures: list[tuple[str, Span, str]] = []
    grammar.load(tokens)
    start = base = 0
    while base + grammar.place < len(tokens):
        start = base + grammar.place
        try:
            nodes += grammar.declaration()
        except SyntaxProblem as problem:
            at = min(base + problem.at, len(tokens) - 1)
            token = tokens[at]
            span = Span(token.filename, token.lineno, token.lineno, token.column)
            diagnostics.error("SAD201", problem.message, span, "")
            end = declaration_end(tokens, start)
            base = end
            grammar.load(tokens[end:])
    return nodes, failures


def declaration_end(tokens: Sequence[Token], start: int) -> int:
    """Return the place after the external declaration that starts at ``start``."""
    at = start
    last = ""
    while at < len(tokens):
        kind = tokens[at].type
        if kind == "SEMI":
            return at + 1
        if kind == "LBRACE":
            end = closing(tokens, at)
            if last == "RPAREN":
                return end + 1
            at = end
        elif kind in ("LPAREN", "LBRACKET"):
            at = closing(tokens, at)
        elif kind == "RBRACE":
            return at + 1
        last = tokens[at].type
        at += 1
    return len(tokens)
