"""Second tries at a declaration that the grammar refuses: old C, GNU C, types from lost headers.

Each repair takes the declaration's tokens and returns them changed, or the same list if it has
nothing to do. They are tried one after the other, and only on what could not be read as it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from frontends.c.reading.gnu import closing, like

if TYPE_CHECKING:
    from pycparser.c_lexer import Token

    from frontends.c.reading.grammar import Grammar

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
