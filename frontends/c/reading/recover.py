"""Reading declaration by declaration: one that cannot be read costs only itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from frontends.c.reading.gnu import closing, like
from frontends.c.reading.grammar import Grammar, SyntaxProblem, TooDeep
from sad.diagnostics import Span

if TYPE_CHECKING:
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


# Second tries at a declaration that the grammar refuses: old C, GNU C, types from lost headers.
#
# Each repair takes the declaration's tokens and returns them changed, or the same list if it has
# nothing to do. They are tried one after the other, and only on what could not be read as it stands.

Tokens = list["Token"]
Repair = Callable[[Tokens, "Grammar"], Tokens]

_SPECIFIERS = frozenset(
    {"STATIC", "EXTERN", "REGISTER", "AUTO", "CONST", "VOLATILE", "INLINE", "TYPEDEF"}
)
_TYPES = frozenset(
    {"VOID", "CHAR", "SHORT", "INT", "LONG", "FLOAT", "DOUBLE", "SIGNED", "UNSIGNED", "_BOOL",
     "_COMPLEX", "__INT128", "STRUCT", "UNION", "ENUM"}
)  # fmt: skip
_NAMES = ("ID", "TYPEID")  # after a first try, names of types are told apart
_BOUNDARY = frozenset({"SEMI", "LBRACE", "RBRACE"})
_AFTER_NAME = frozenset({"EQUALS", "SEMI", "COMMA", "LBRACKET", "LPAREN", "RPAREN"})


def kind_at(tokens: Sequence[Token], at: int) -> str:
    """Return the type of a token, or ``""`` outside the list."""
    return tokens[at].type if 0 <= at < len(tokens) else ""


def implicit_int(tokens: Tokens, grammar: Grammar) -> Tokens:
    """C of 1978: ``static n = 0;``, ``register i;`` and ``f(a) double *a; {}`` mean int."""
    out: Tokens = []
    at = 0
    if kind_at(tokens, 0) == "ID" and kind_at(tokens, 1) == "LPAREN":
        out.append(like(tokens[0], "INT", "int"))
    while at < len(tokens):
        token = tokens[at]
        out.append(token)
        at += 1
        if token.type not in _SPECIFIERS or kind_at(tokens, at) in _SPECIFIERS:
            continue
        name = at
        while kind_at(tokens, name) == "TIMES":
            name += 1
        if kind_at(tokens, name) != "ID" or kind_at(tokens, name + 1) not in _AFTER_NAME:
            continue
        if name > at and kind_at(tokens, at - 2) in ("TIMES", *_TYPES, *_NAMES):
            continue  # the qualifier comes after its type: char const *s
        if kind_at(tokens, at - 2) not in _TYPES and not grammar.is_type(tokens[name].value):
            before = kind_at(tokens, at - 2)
            if before not in ("TIMES", *_NAMES):
                out.append(like(token, "INT", "int"))
    return out if len(out) > len(tokens) else tokens


def nested_functions(tokens: Tokens, _grammar: Grammar) -> Tokens:
    """GNU: a function defined in another becomes a statement that is not modelled."""
    out: Tokens = []
    at = depth = 0
    start = 0  # of the statement, in out
    while at < len(tokens):
        token = tokens[at]
        kind = token.type
        if (
            kind == "LBRACE"
            and depth > 0
            and kind_at(out, len(out) - 1) == "RPAREN"
            and (name := _defined_name(out[start:]))
        ):
            del out[start + 1 :]
            head = out.pop()
            out += [
                like(head, "ID", "__sad_opaque__"),
                like(head, "LPAREN", "("),
                like(head, "STRING_LITERAL", f'"nested function {name}"'),
                like(head, "COMMA", ","),
                like(head, "STRING_LITERAL", f'"{_words(tokens[at : closing(tokens, at)])}"'),
                like(head, "RPAREN", ")"),
                like(head, "SEMI", ";"),
            ]
            at = closing(tokens, at) + 1
            start = len(out)
            continue
        depth += (kind == "LBRACE") - (kind == "RBRACE")
        out.append(token)
        if kind in _BOUNDARY:
            start = len(out)
        at += 1
    return out if len(out) < len(tokens) else tokens


def _words(tokens: Sequence[Token]) -> str:
    """The names that tokens use."""
    return " ".join(dict.fromkeys(part.value for part in tokens if part.type in _NAMES))


def _defined_name(head: Sequence[Token]) -> str:
    """Return NAME if ``head`` is ``TYPE NAME(...)``."""
    for at, token in enumerate(head):
        if token.type == "LPAREN":
            before = head[: max(at - 1, 0)]
            fits = all(part.type in ("TIMES", *_NAMES, *_TYPES, *_SPECIFIERS) for part in before)
            named = kind_at(head, at - 1) == "ID"
            whole = closing(head, at) == len(head) - 1
            return head[at - 1].value if len(before) and fits and named and whole else ""
    return ""


def old_designators(tokens: Tokens, _grammar: Grammar) -> Tokens:
    """GNU of old: ``{ x: 1 }`` is ``{ .x = 1 }``."""
    out: Tokens = []
    braces: list[bool] = []  # for each open brace, whether it opens an initialiser
    for at, token in enumerate(tokens):
        kind, before = token.type, kind_at(tokens, at - 1)
        if kind == "LBRACE":
            braces.append(before == "EQUALS" or (bool(braces) and braces[-1]))
        elif kind == "RBRACE" and braces:
            braces.pop()
        named = kind == "ID" and kind_at(tokens, at + 1) == "COLON"
        if named and braces and braces[-1] and before in ("LBRACE", "COMMA"):
            out.append(like(token, "PERIOD", "."))
        after_name = kind == "COLON" and kind_at(out, len(out) - 2) == "PERIOD"
        out.append(like(token, "EQUALS", "=") if after_name else token)
    return out if len(out) > len(tokens) else tokens


def unknown_words(tokens: Tokens, grammar: Grammar) -> Tokens:
    """Drop macros that nothing defines: ``__global__ void f()``, ``foo_t API f()``."""
    out: Tokens = []
    for at, token in enumerate(tokens):
        kept = kind_at(out, len(out) - 1)
        after, second = kind_at(tokens, at + 1), kind_at(tokens, at + 2)
        if token.type == "ID" and not grammar.is_type(token.value):
            if after in _TYPES or after in _SPECIFIERS:
                continue
            if after == "ID" and second == "LPAREN" and kept in ("TIMES", *_NAMES, *_TYPES):
                continue
            following = tokens[at + 1].value if after == "ID" else ""
            if after == second == "ID" and (token.value.isupper() or not following.isupper()):
                continue
        out.append(token)
    return out if len(out) < len(tokens) else tokens


def unknown_types(tokens: Sequence[Token], grammar: Grammar) -> list[Token]:
    """Return the first token of each name that stands where only a type can."""
    found: dict[str, Token] = {}
    kinds = [token.type for token in tokens]
    header = kinds.index("LBRACE") if "LBRACE" in kinds else len(kinds)
    for at, token in enumerate(tokens):
        if token.type != "ID" or grammar.is_type(token.value) or token.value in found:
            continue
        before, after = kind_at(tokens, at - 1), kind_at(tokens, at + 1)
        if before in ("STRUCT", "UNION", "ENUM", "PERIOD", "ARROW", "GOTO"):
            continue
        stars = at + 1
        while kind_at(tokens, stars) in ("TIMES", "CONST", "RESTRICT", "VOLATILE"):
            stars += 1
        pointed = stars > at + 1
        end = kind_at(tokens, stars)
        starts = at == 0 or before in _BOUNDARY or before in _SPECIFIERS
        listed = at < header and before in ("LPAREN", "COMMA")
        cast = before == "LPAREN" and (
            (pointed and end == "RPAREN")
            or (
                after == "RPAREN"
                and kind_at(tokens, at + 2) in ("ID", "INT_CONST_DEC")
                and kind_at(tokens, at - 2) not in ("ID", "RPAREN", "SIZEOF")
            )
        )
        declares = (starts or listed) and pointed and end == "ID"
        if (
            (after == "ID" and before != "ID")
            or cast
            or (declares and kind_at(tokens, stars + 1) in _AFTER_NAME)
            or (listed and pointed and end in ("COMMA", "RPAREN"))
        ):
            found[token.value] = token
    return list(found.values())


REPAIRS: tuple[Repair, ...] = (implicit_int, nested_functions, old_designators, unknown_words)
