"""Reading declaration by declaration: one that cannot be read costs only itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frontends.c.reading.gnu import closing
from frontends.c.reading.grammar import Grammar, SyntaxProblem, TooDeep
from frontends.c.reading.repair import REPAIRS, kind_at, unknown_types, unknown_words
from sad.diagnostics import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pycparser import c_ast
    from pycparser.c_lexer import Token

    from sad.diagnostics import Diagnostics

Lost = tuple[str, Span, str]
"""A function that is left out: its name, place, and what is wrong with it."""


class Reader:
    """Reads the external declarations of one translation unit."""

    def __init__(self, grammar: Grammar, diagnostics: Diagnostics) -> None:
        self.grammar = grammar
        self.diagnostics = diagnostics
        self.nodes: list[c_ast.Node] = []
        self.lost: list[Lost] = []
        self._reported: set[str] = set()

    def read(self, tokens: list[Token]) -> None:
        """Read all declarations; what cannot be read is reported and left out."""
        grammar = self.grammar
        grammar.load(tokens)
        while (start := grammar.place) < len(tokens):
            try:
                self.nodes += grammar.declaration()
            except TooDeep:
                end = declaration_end(tokens, start)
                self._lose(tokens[start:end], tokens[start], "")
            except SyntaxProblem as problem:
                end = declaration_end(tokens, start)
                self._second_try(
                    tokens[start:end],
                    problem.message,
                    tokens[min(start + problem.at, len(tokens) - 1)],
                )
            else:
                continue
            grammar.load(tokens)
            grammar.place = end

    def _second_try(self, chunk: list[Token], message: str, token: Token) -> None:
        for part in chunk:
            if part.type == "TYPEID" and not self.grammar.is_type(part.value):
                part.type = "ID"  # a local type, or one of another file
        if open_brace := _unclosed(chunk):
            return self._lose(chunk, open_brace, "this { is never closed")
        if chunk[0].type == "RBRACE":
            return self._lose(chunk, chunk[0], "this } closes nothing")
        bad = next((part for part in chunk if part.type == "BAD"), None)
        if bad:
            return self._lose(chunk, bad, f"{bad.value!r} is no C")
        tried = chunk
        try:
            for repair in REPAIRS:
                changed = repair(tried, self.grammar)
                if changed is not tried:
                    dropped = _only_in(tried, changed) if repair is unknown_words else []
                    tried = changed
                    if self._try(tried):
                        return self._report(dropped, "left out")
            types = unknown_types(tried, self.grammar)
            for part in types:
                self.grammar.declare_type(part.value)
            if types and self._try(tried):
                return self._report(types, "taken as a type")
            for part in types:
                self.grammar.forget(part.value)
        except TooDeep:
            return self._lose(chunk, token, "")
        return self._lose(chunk, token, message)

    def _try(self, tokens: list[Token]) -> bool:
        self.grammar.load(tokens)
        found: list[c_ast.Node] = []
        try:
            while self.grammar.place < len(tokens):
                found += self.grammar.declaration()
        except SyntaxProblem:
            return False
        self.nodes += found
        return True

    def _report(self, words: list[Token], done: str) -> None:
        for token in words:
            if token.value not in self._reported:
                self._reported.add(token.value)
                hint = "is a header missing, or a macro?"
                message = f"{token.value} is not declared; {done}"
                self.diagnostics.warning("SAD215", message, place_of(token), hint)

    def _lose(self, chunk: Sequence[Token], token: Token, message: str) -> None:
        """Leave a declaration out; ``message`` is empty if it is nested too deeply."""
        name = function_name(chunk)
        what = f"function {name}" if name else "declaration"
        span = place_of(token)
        if message:
            hint = f"the {'function' if name else 'declaration'} is left out, the rest is read"
            self.diagnostics.error("SAD213", f"{what} cannot be read: {message}", span, hint)
        else:
            hint = "split the expression, or take inner blocks out into a function"
            self.diagnostics.error("SAD109", f"{what} is nested too deeply to be read", span, hint)
        if name:
            self.grammar.declare(name)
            whole = Span(span.file, chunk[0].lineno, chunk[-1].lineno, chunk[0].column)
            self.lost.append((name, whole, message or "nested too deeply"))


def _only_in(tokens: list[Token], others: list[Token]) -> list[Token]:
    """Return the tokens of the first list that are not in the second."""
    kept = {id(token) for token in others}
    return [token for token in tokens if id(token) not in kept]


def place_of(token: Token) -> Span:
    """Return the place of a token."""
    return Span(token.filename, token.lineno, token.lineno, token.column)


def function_name(chunk: Sequence[Token]) -> str:
    """Return the name of the function that a declaration defines, or ``""``."""
    name = ""
    for at, token in enumerate(chunk):
        if token.type == "LPAREN" and kind_at(chunk, at - 1) == "ID" and not name:
            name = chunk[at - 1].value
        elif token.type == "LBRACE":
            return name
        elif token.type == "EQUALS":
            return ""
    return ""


def declaration_end(tokens: Sequence[Token], start: int) -> int:
    """Return the place after the external declaration that starts at ``start``."""
    at = start
    old_style = broken = False
    while at < len(tokens):
        kind = tokens[at].type
        if kind == "SEMI" and not old_style:
            return at + 1
        if kind == "LBRACE":
            end = closing(tokens, at)
            if tokens[end].type != "RBRACE" or (end == len(tokens) - 1 and _unclosed(tokens[at:])):
                return _next_start(tokens, at)
            if old_style or broken or kind_at(tokens, at - 1) == "RPAREN":
                return end + 1
            at = end
        elif kind in ("LPAREN", "LBRACKET"):
            end = closing(tokens, at)
            if tokens[end].type not in ("RPAREN", "RBRACKET"):
                end, broken = at, True  # never closed
            inside = {token.type for token in tokens[at + 1 : end]}
            after = kind_at(tokens, end + 1)
            if inside and inside <= {"ID", "COMMA"} and after not in ("SEMI", "COMMA", "EQUALS"):
                old_style = _has_body(tokens, end + 1)
            at = end
        elif kind == "RBRACE":
            return at + 1
        at += 1
    return len(tokens)


def _has_body(tokens: Sequence[Token], at: int) -> bool:
    """Whether declarations of parameters and a brace follow: a definition in the style of 1978."""
    while at < len(tokens):
        kind = tokens[at].type
        if kind == "LBRACE":
            return kind_at(tokens, at - 1) in ("SEMI", "RPAREN")
        if kind in ("EQUALS", "RBRACE", "TYPEDEF", "STATIC", "EXTERN"):
            return False
        at = closing(tokens, at) + 1 if kind in ("LPAREN", "LBRACKET") else at + 1
    return False


def _unclosed(chunk: Sequence[Token]) -> Token | None:
    """Return the first brace that nothing closes."""
    stack: list[Token] = []
    for token in chunk:
        if token.type == "LBRACE":
            stack.append(token)
        elif token.type == "RBRACE" and stack:
            stack.pop()
    return stack[0] if stack else None


def _next_start(tokens: Sequence[Token], at: int) -> int:
    """Where reading may go on after a brace that is never closed: after a } that starts a line."""
    for place in range(at + 1, len(tokens)):
        token = tokens[place]
        if token.type == "RBRACE" and token.column == 1:
            return place + 1
    return len(tokens)
