"""What attributes and ``#pragma pack`` say about layout, names and hidden calls, put into tokens.

The grammar has no attributes. What matters to counts is written as declarations of names that
``MARK`` begins, which ``declare`` and ``files`` understand: members of a structure that say how it is
laid out, and globals that say that a function starts by itself or that two names are one thing. A
type that an attribute changes in other ways is not known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pycparser.c_lexer import Token

Tokens = Sequence[Token]

MARK = "__sad_"
LAYOUT = f"{MARK}layout_"
ALIGNED = f"{MARK}aligned_"
"""Begins a type's name that has another alignment than its type: ``__sad_aligned_real``."""
STARTS = f"{MARK}starts_"
"""Begins the name of a function that starts by itself."""
ALIAS = f"{MARK}alias_"
"""Begins a name that is another one's thing, too."""
LATER = f"{MARK}later__"
"""A call of what runs when a variable's block is left."""
UNKNOWN_TYPE = f"{MARK}unknown_t"

_LAYOUT = frozenset({"packed", "aligned", "gcc_struct", "ms_struct", "scalar_storage_order"})
_TYPES = frozenset({"vector_size", "mode", "ext_vector_type", "btf_type_tag"})
_STARTS = frozenset({"constructor", "destructor"})
_ALIASES = frozenset({"alias", "weakref", "ifunc"})
MARKED = _LAYOUT | _TYPES | _STARTS | _ALIASES | {"cleanup"}
"""The attributes that matter."""
GREATEST_ALIGNMENT = 16
_TYPE_WORDS = frozenset(
    {"VOID", "CHAR", "SHORT", "INT", "LONG", "FLOAT", "DOUBLE", "SIGNED", "UNSIGNED", "_BOOL",
     "_COMPLEX", "__INT128"}
)  # fmt: skip
_RECORDS = ("STRUCT", "UNION")
_NAMES = ("ID", "TYPEID")
_PACK = re.compile(r"pack\s*\((.*)\)")


def attributes(inside: Tokens) -> dict[str, str]:
    """Return the attributes that matter in ``((packed, aligned(8)))``, with their arguments as text."""
    found: dict[str, str] = {}
    for at, token in enumerate(inside):
        name = token.value.strip("_")
        if name not in MARKED:
            continue
        depth, words = 0, list[str]()
        for part in inside[at + 1 :]:
            depth += (part.type == "LPAREN") - (part.type == "RPAREN")
            if depth <= 0:
                break
            words.append(part.value)
        found[name] = " ".join(words[1:])
    return found


def layout_words(found: dict[str, str]) -> list[str]:
    """Return the marks of a structure that attributes lay out otherwise."""
    marks: list[str] = []
    for name, text in found.items():
        if name == "packed":
            marks.append("packed")
        elif name == "aligned" and (not text or text.isdecimal()):
            marks.append(f"aligned_{text or GREATEST_ALIGNMENT}")
        elif name in _LAYOUT and name != "gcc_struct":
            marks.append("unknown")
    return marks


def changes_types(found: dict[str, str]) -> bool:
    """Whether attributes make another type of a declaration's."""
    return not _TYPES.isdisjoint(found)


def changes_layout(found: dict[str, str]) -> bool:
    """Whether attributes change where members lie."""
    return not _LAYOUT.isdisjoint(found)


def starts(found: dict[str, str]) -> bool:
    """Whether a function starts by itself."""
    return not _STARTS.isdisjoint(found)


def alias_of(found: dict[str, str]) -> str | None:
    """Return the name that another one stands for, empty if it is not said; None for no alias."""
    for name in _ALIASES:
        if name in found:
            return "".join(re.findall(r"[\w$]+", found[name]))
    return None


def marker(place: Token, name: str) -> list[Token]:
    """Return the tokens of ``int name;``."""
    words = (("INT", "int"), ("ID", name), ("SEMI", ";"))
    return [Token(kind, value, place.lineno, place.column, place.filename) for kind, value in words]


def is_record_body(out: Tokens, brace: int) -> bool:
    """Whether the brace at a place opens the members of a structure or union."""
    return _opened_by(out, brace) in _RECORDS


def is_enumeration(out: Tokens, brace: int) -> bool:
    """Whether the brace at a place opens the constants of an enumeration."""
    return _opened_by(out, brace) == "ENUM"


def packed_enumeration(place: Token) -> list[Token]:
    """Return the mark of an enumeration in as few bytes as hold it: a constant before its own."""
    words = (("ID", f"{LAYOUT}packed"), ("COMMA", ","))
    return [Token(kind, value, place.lineno, place.column, place.filename) for kind, value in words]


def _opened_by(out: Tokens, brace: int) -> str:
    before = brace - 1
    if before >= 0 and out[before].type in _NAMES:
        before -= 1
    return out[before].type if before >= 0 else ""


def open_brace(out: Tokens) -> int:
    """Return the place of the innermost brace that is still open, -1 if there is none."""
    depth = 0
    for at in range(len(out) - 1, -1, -1):
        kind = out[at].type
        if kind == "RBRACE":
            depth += 1
        elif kind == "LBRACE":
            if depth == 0:
                return at
            depth -= 1
    return -1


def declaration_start(out: Tokens, braces: bool = True) -> int:
    """Return where the declaration starts that ``out`` ends in; it may stand in parentheses."""
    ends = {"SEMI", "LBRACE", "PPPRAGMASTR"} | ({"RBRACE"} if braces else {"LPAREN"})
    at, depth = len(out), 0
    while at > 0:
        kind = out[at - 1].type
        if kind in ("RPAREN", "RBRACKET") or (kind == "RBRACE" and not braces):
            depth += 1
        elif depth and kind in ("LPAREN", "LBRACKET", "LBRACE"):
            depth -= 1
        elif not depth and kind in ends:
            break
        at -= 1
    return at


def without_type(out: Tokens) -> list[Token] | None:
    """Return tokens with the type of the declaration that they end in made unknown; None if none."""
    start = declaration_start(out, braces=False)
    words = [at for at in range(start, len(out)) if out[at].type in _TYPE_WORDS]
    if not words:
        words = [
            at
            for at in range(start, len(out) - 1)
            if out[at].type in _NAMES and out[at + 1].type in (*_NAMES, "TIMES")
        ][:1]
    if not words:
        return None
    first = out[words[0]]
    unknown = Token("ID", UNKNOWN_TYPE, first.lineno, first.column, first.filename)
    return [
        unknown if at == words[0] else token for at, token in enumerate(out) if at not in words[1:]
    ]


def function_declared(out: Tokens, ahead: Tokens) -> str:
    """Return the function that an attribute after ``out``, before ``ahead``, belongs to."""
    for tokens in (out[declaration_start(out) :], ahead):
        for at, token in enumerate(tokens[:-1]):
            if (
                token.type in _NAMES
                and tokens[at + 1].type == "LPAREN"
                and "attr" not in token.value
            ):
                return token.value
            if token.type in ("SEMI", "LBRACE"):
                break
    return ""


def variable_declared(out: Tokens, ahead: Tokens) -> str:
    """Return the variable or type that an attribute after ``out``, before ``ahead``, belongs to."""
    if out and out[-1].type in _NAMES and declaration_start(out) < len(out) - 1:
        return out[-1].value
    name = ""
    for token in ahead:
        if token.type in ("SEMI", "EQUALS", "COMMA", "LBRACKET"):
            break
        if token.type in _NAMES:
            name = token.value
    return name


class Packing:
    """What ``#pragma pack`` has set so far: the greatest alignment of members, None if any [bytes]."""

    def __init__(self) -> None:
        self.most: int | None = None
        self._stack: list[tuple[str, int | None]] = []

    def take(self, text: str) -> bool:
        """Take a pragma; return whether it is one of packing."""
        found = _PACK.match(text)
        if found is None:
            return text.split(None, 1)[:1] == ["pack"]
        words = [word.strip() for word in found[1].split(",")]
        number = next((int(word) for word in words if word.isdecimal()), None)
        if words[0] == "push":
            names = [word for word in words[1:] if word and not word.isdecimal()]
            self._stack.append((names[0] if names else "", self.most))
            self.most = self.most if number is None else number
        elif words[0] == "pop":
            if self._stack:
                self.most = self._stack.pop()[1]
            self.most = self.most if number is None else number
        else:
            self.most = number
        return True

    def words(self) -> Iterator[str]:
        """Yield the mark of a structure that is defined now."""
        if self.most is not None:
            yield f"pack_{self.most}"
