"""GNU and C23 constructs to tokens of the C that pycparser reads.

What has no meaning for counting (attributes, alignment of functions, hints) goes; what has one
becomes a call of a reserved name, ``__sad_asm__("text")`` and the like, for the lowering to see.

Over 400 lines: one pass over the tokens.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pycparser.c_lexer import Token

from frontends.c.reading import attributes
from frontends.c.reading.lexer import pragma

Tokens = Sequence[Token]

_OPEN = {"LPAREN": "RPAREN", "LBRACKET": "RBRACKET", "LBRACE": "RBRACE"}
_CLOSE = frozenset(_OPEN.values())
_TYPE_WORDS = frozenset(
    [
        "VOID",
        "CHAR",
        "SHORT",
        "INT",
        "LONG",
        "FLOAT",
        "DOUBLE",
        "SIGNED",
        "UNSIGNED",
        "STRUCT",
        "UNION",
        "ENUM",
        "CONST",
        "VOLATILE",
        "_BOOL",
        "_COMPLEX",
        "__INT128",
        "_ATOMIC",
    ]
)
_QUALIFIERS = frozenset({"CONST", "VOLATILE", "RESTRICT"})
_STATEMENT_HEADS = frozenset({"IF", "WHILE", "FOR", "SWITCH"})
_BEFORE_STATEMENT = frozenset({"SEMI", "LBRACE", "RBRACE", "COLON", "ELSE", "DO", "PPPRAGMASTR"})
_WITH_ARGUMENTS = frozenset({"__attribute__", "__attribute", "__declspec"})
_FIRST_ARGUMENT = frozenset(
    {"__builtin_expect", "__builtin_expect_with_probability", "__builtin_assume_aligned"}
)
_LONG_DOUBLE = frozenset({"__float128", "_Float128", "__float80", "_Float64x"})
_TYPEOF = frozenset({"typeof", "__typeof", "__typeof__", "typeof_unqual"})
_ALIGNOF = frozenset({"__alignof", "__alignof__"})
_PARTS = {"__real__": "real", "__real": "real", "__imag__": "imag", "__imag": "imag"}
_ASM = frozenset({"asm", "__asm", "__asm__"})


def rewrite(tokens: Tokens) -> list[Token]:
    """Return ``tokens`` with GNU constructs rewritten."""
    for token in tokens:
        if token.type == "TYPEID":  # said of it in another file: tokens of headers are shared
            token.type = "ID"
    return _Rewriter(tokens, typedef_names(tokens)).run()


def typedef_names(tokens: Tokens) -> frozenset[str]:
    """Return the names that the typedefs among ``tokens`` declare, found by their look."""
    names: set[str] = set()
    at = 0
    while at < len(tokens):
        if tokens[at].type == "TYPEDEF":
            end = at
            while end < len(tokens) and tokens[end].type != "SEMI":
                end = closing(tokens, end) + 1 if tokens[end].type == "LBRACE" else end + 1
            names.update(
                tokens[k].value
                for k in range(at, min(end, len(tokens)))
                if tokens[k].type == "ID"
                and k + 1 < len(tokens)
                and tokens[k + 1].type in ("SEMI", "COMMA", "LBRACKET", "RPAREN")
            )
            at = end
        at += 1
    return frozenset(names)


def closing(tokens: Tokens, at: int) -> int:
    """Return the place of the bracket that closes the one at ``at``, or the last place.

    For a brace, only braces count: a parenthesis forgotten inside does not matter.
    """
    braces = tokens[at].type == "LBRACE"
    opens, closes = (("LBRACE",), ("RBRACE",)) if braces else (_OPEN, _CLOSE)
    depth = 0
    for place in range(at, len(tokens)):
        kind = tokens[place].type
        if kind in opens:
            depth += 1
        elif kind in closes:
            depth -= 1
            if depth == 0:
                return place
    return len(tokens) - 1


def opening(tokens: Tokens, at: int) -> int:
    """Return the place of the bracket that the one at ``at`` closes, or 0."""
    depth = 0
    for place in range(at, -1, -1):
        kind = tokens[place].type
        if kind in _CLOSE:
            depth += 1
        elif kind in _OPEN:
            depth -= 1
            if depth == 0:
                return place
    return 0


def arguments(tokens: Tokens) -> list[Tokens]:
    """Split tokens at the commas outside brackets."""
    found: list[Tokens] = []
    depth = start = 0
    for at, token in enumerate(tokens):
        if token.type in _OPEN:
            depth += 1
        elif token.type in _CLOSE:
            depth -= 1
        elif token.type == "COMMA" and depth == 0:
            found.append(tokens[start:at])
            start = at + 1
    found.append(tokens[start:])
    return found


def like(token: Token, kind: str, value: str) -> Token:
    """Return a new token in the place of ``token``."""
    return Token(kind, value, token.lineno, token.column, token.filename)


class _Rewriter:
    """One pass over the tokens; ``out`` is what was written so far."""

    def __init__(self, tokens: Tokens, typedefs: frozenset[str]) -> None:
        self.tokens = tokens
        self.typedefs = typedefs
        self.out: list[Token] = []
        self.closers: dict[int, Token] = {}
        self._later: dict[int, list[Token]] = {}
        self._packing = attributes.Packing()
        self._layout: list[str] = []
        self._without_type = False

    def run(self) -> list[Token]:
        """Return the rewritten tokens."""
        at, tokens, out = 0, self.tokens, self.out
        depth = 0
        while at < len(tokens):
            token = tokens[at]
            if self.closers and at in self.closers:
                out.append(self.closers.pop(at))
            kind = token.type
            if kind == "GNU":
                at = self._word(token, at, depth)
                continue
            if kind == "ELLIPSIS" and self._is_range(at):
                self._range(token, at)
            elif kind == "TIMES" and out and out[-1].type == "GOTO":
                out[-1] = like(token, "ID", "__sad_goto__")
                out.append(like(token, "LPAREN", "("))
                self._close_before(at, "SEMI", token)
            elif kind == "LBRACKET" and self._next(at) == "LBRACKET":
                at = closing(tokens, at)
            elif kind == "_PRAGMA" and self._next(at) == "LPAREN":
                end = closing(tokens, at + 1)
                text = "".join(part.value for part in tokens[at + 2 : end])
                plain = text.strip('"').replace('\\"', '"')
                if not self._packing.take(plain):
                    out += pragma(plain, token.lineno, token.column, token.filename)
                at = end
            else:
                if kind == "LBRACE":
                    depth += 1
                elif kind == "RBRACE":
                    depth -= 1
                self._plain(token, at)
            at += 1
        return out

    def _plain(self, token: Token, at: int) -> None:
        """Write a token, and what attributes have said of its place."""
        out, kind = self.out, token.type
        if self._without_type:
            if kind in _TYPE_WORDS or (kind == "ID" and self._next(at) in ("ID", "TIMES")):
                return
            self._without_type = False
        if kind == "PPPRAGMASTR" and self._packing.take(token.value):
            del out[-1]
            return
        out.append(token)
        if kind == "LBRACE":
            if attributes.is_record_body(out, len(out) - 1):
                for word in (*self._layout, *self._packing.words()):
                    out += attributes.marker(token, f"{attributes.LAYOUT}{word}")
            elif "packed" in self._layout and attributes.is_enumeration(out, len(out) - 1):
                out += attributes.packed_enumeration(token)
            self._layout.clear()
        elif kind == "SEMI":
            self._layout.clear()
        out += self._later.pop(at, ())

    def _next(self, at: int) -> str:
        return self.tokens[at + 1].type if at + 1 < len(self.tokens) else ""

    def _inside(self, at: int) -> tuple[Tokens, int]:
        """Return the tokens in the parentheses after ``at``, rewritten, and the place after."""
        if self._next(at) != "LPAREN":
            return [], at + 1
        end = closing(self.tokens, at + 1)
        return _Rewriter(self.tokens[at + 2 : end], self.typedefs).run(), end + 1

    def _word(self, token: Token, at: int, depth: int) -> int:
        """Write what a special word stands for; return the place after it."""
        word = token.value
        if word in _WITH_ARGUMENTS:
            return self._attribute(token, at, depth)
        if word == "&&":
            name = self.tokens[at + 1] if at + 1 < len(self.tokens) else token
            self._call(token, "__sad_label__", [like(name, "ID", name.value)])
            return at + 2
        if word in _ASM:
            return self._asm(token, at, depth)
        if word in _TYPEOF:
            inside, end = self._inside(at)
            self.out += inside if self._is_type(inside) else [_unknown(token)]
            return end
        if word == "__auto_type":
            self.out.append(_unknown(token))
        elif word == "__label__":
            while at < len(self.tokens) and self.tokens[at].type != "SEMI":
                at += 1
        elif word in _ALIGNOF:
            inside, _ = self._inside(at)
            if not self._is_type(inside):
                operand = inside or self.tokens[at + 1 : at + 2]
                self._call(token, "__sad_alignof__", list(operand))
                return closing(self.tokens, at + 1) + 1 if inside else at + 2
            self.out.append(like(token, "_ALIGNOF", "_Alignof"))
        elif word in _LONG_DOUBLE:
            self.out += [like(token, "LONG", "long"), like(token, "DOUBLE", "double")]
        elif word.startswith("_Decimal"):
            self.out.append(like(token, "DOUBLE", "double"))
        elif word in _PARTS:
            return self._part(token, at)
        elif word == "_BitInt":
            inside, end = self._inside(at)
            wide = len(inside) == 1 and inside[0].value.isdigit() and int(inside[0].value) > 64
            kind = ("__INT128", "__int128") if wide else ("LONG", "long")
            self.out.append(like(token, *kind))
            return end
        elif word.startswith("__builtin_"):
            inside, end = self._inside(at)
            self._builtin(token, arguments(inside))
            return end
        return at + 1

    def _attribute(self, token: Token, at: int, depth: int) -> int:
        """An attribute goes; what counts need of it becomes marks (``attributes``)."""
        end = closing(self.tokens, at + 1) + 1 if self._next(at) == "LPAREN" else at + 1
        found = attributes.attributes(self.tokens[at + 1 : end])
        if not found:
            return end
        out, ahead = self.out, self.tokens[end : end + 80]
        if attributes.changes_types(found):
            changed = attributes.without_type(out)
            if changed is None:
                out.append(_unknown(token))
                self._without_type = True
            else:
                out[:] = changed
        if attributes.changes_layout(found):
            self._lay_out(token, found, end)
        if attributes.starts(found) and depth == 0:
            name = attributes.function_declared(out, ahead)
            self._at_start(token, f"{attributes.STARTS}{name}")
        alias = attributes.alias_of(found)
        if alias is not None and depth == 0:
            self._alias(token, end, alias)
        if "cleanup" in found:
            name = attributes.variable_declared(out, ahead)
            self._at_end(end, token, found["cleanup"].strip(), name)
        return end

    def _alias(self, token: Token, end: int, other: str) -> None:
        ahead = self.tokens[end : end + 80]
        name = attributes.function_declared(self.out, ahead[:1])
        name = name or attributes.variable_declared(self.out, ahead)
        for item in filter(None, (name, other)):
            self._at_start(token, f"{attributes.ALIAS}{item}")

    def _lay_out(self, token: Token, found: dict[str, str], end: int) -> None:
        """Mark the structure, the member's structure or the type that a layout belongs to."""
        out = self.out
        if out and out[-1].type in ("STRUCT", "UNION", "ENUM"):
            self._layout += attributes.layout_words(found)
            return
        opened = attributes.open_brace(out[:-1]) if out and out[-1].type == "RBRACE" else -1
        if opened >= 0 and attributes.is_record_body(out, opened):
            for word in attributes.layout_words(found):
                out[-1:-1] = attributes.marker(token, f"{attributes.LAYOUT}{word}")
            return
        if opened >= 0 and "packed" in found and attributes.is_enumeration(out, opened):
            out[opened + 1 : opened + 1] = attributes.packed_enumeration(token)
            return
        around = attributes.open_brace(out)
        start = attributes.declaration_start(out)
        if around >= 0 and attributes.is_record_body(out, around):
            out[start:start] = attributes.marker(token, f"{attributes.LAYOUT}unknown")
        elif any(part.type == "TYPEDEF" for part in out[start:]):
            name = attributes.variable_declared(out, self.tokens[end : end + 80])
            self._at_start(token, f"{attributes.ALIGNED}{name}")

    def _at_start(self, token: Token, name: str) -> None:
        """Declare a mark before the declaration that is being written."""
        start = attributes.declaration_start(self.out)
        self.out[start:start] = attributes.marker(token, name)

    def _at_end(self, at: int, token: Token, function: str, name: str) -> None:
        """Write a call of what an object's end runs after the declaration."""
        while at < len(self.tokens) and self.tokens[at].type != "SEMI":
            inner = self.tokens[at].type in _OPEN
            at = closing(self.tokens, at) + 1 if inner else at + 1
        arguments_ = [like(token, "ID", function)]
        if name:
            arguments_ += [
                like(token, "COMMA", ","),
                like(token, "AND", "&"),
                like(token, "ID", name),
            ]
        before = len(self.out)
        self._call(token, attributes.LATER, arguments_)
        call = self.out[before:]
        del self.out[before:]
        self._later.setdefault(at, []).extend([*call, like(token, "SEMI", ";")])

    def _is_type(self, inside: Tokens) -> bool:
        if not inside:
            return False
        first = inside[0]
        return first.type in _TYPE_WORDS or (first.type == "ID" and first.value in self.typedefs)

    def _call(self, token: Token, name: str, inside: Tokens) -> None:
        self.out += [
            like(token, "ID", name),
            like(token, "LPAREN", "("),
            *inside,
            like(token, "RPAREN", ")"),
        ]

    def _builtin(self, token: Token, parts: list[Tokens]) -> None:
        """Write a ``__builtin_`` whose meaning is known here."""
        word = token.value
        left, right = like(token, "LPAREN", "("), like(token, "RPAREN", ")")
        zero = like(token, "INT_CONST_DEC", "0")
        if word in _FIRST_ARGUMENT:
            self.out += [left, *parts[0], right]
        elif word == "__builtin_va_arg" and (len(parts) != 2 or not parts[1]):
            self.out.append(like(token, "BAD", word))
        elif word == "__builtin_va_arg":
            self.out += [left, like(token, "TIMES", "*"), left, *_pointer_to(parts[1]), right]
            self._call(token, "__sad_va_arg__", parts[0])
            self.out.append(right)
        elif word == "__builtin_choose_expr" and len(parts) == 3:
            question, colon = like(token, "CONDOP", "?"), like(token, "COLON", ":")
            self.out += [left, left, *parts[0], right, question, left, *parts[1], right]
            self.out += [colon, left, *parts[2], right, right]
        elif word == "__builtin_types_compatible_p" and len(parts) == 2:
            first, second = (
                [part.value for part in side if part.type not in _QUALIFIERS] for side in parts
            )
            self.out.append(like(token, "INT_CONST_DEC", str(int(first == second))))
        elif word == "__builtin_prefetch":
            self.out += [left, left, like(token, "VOID", "void"), right, zero, right]
        elif word == "__builtin_object_size":
            one = like(token, "INT_CONST_DEC", "1")
            self.out += [left, like(token, "MINUS", "-"), one, right]
        else:  # __builtin_constant_p: as if nothing but constants were folded
            constant = all(part.type not in ("ID", "TYPEID") for side in parts for part in side)
            self.out.append(like(token, "INT_CONST_DEC", "1") if constant else zero)

    def _part(self, token: Token, at: int) -> int:
        """``__real__ x``: the operand is a name with what follows it, or a parenthesis."""
        name = f"__sad_{_PARTS[token.value]}__"
        end = at + 1
        if self._next(at) == "LPAREN":
            end = closing(self.tokens, end) + 1
            self._call(token, name, self._inside(at)[0])
            return end
        while end < len(self.tokens) and self.tokens[end].type in ("TIMES", "AND", "MINUS"):
            end += 1
        end += 1
        while end < len(self.tokens):
            kind = self.tokens[end].type
            if kind in ("LBRACKET", "LPAREN"):
                end = closing(self.tokens, end) + 1
            elif kind in ("PERIOD", "ARROW"):
                end += 2
            else:
                break
        operand = _Rewriter(self.tokens[at + 1 : end], self.typedefs).run()
        self._call(token, name, operand)
        return end

    def _asm(self, token: Token, at: int, depth: int) -> int:
        """An asm statement becomes a call with its text; a name given to a declaration goes."""
        tokens, end = self.tokens, at + 1
        while end < len(tokens) and tokens[end].type in ("VOLATILE", "INLINE", "GOTO", "CONST"):
            end += 1
        if end >= len(tokens) or tokens[end].type not in ("LPAREN", "LBRACE"):
            return end
        braces = tokens[end].type == "LBRACE"
        last = closing(tokens, end)
        if not self._at_statement():
            label = "".join(part.value.strip('"') for part in tokens[end + 1 : last])
            if depth == 0 and label.isidentifier() and self.out[-1].type == "ID":
                self._alias(token, last + 1, label)
            return last + 1
        if depth == 0:
            at = last + 1
            return at + 1 if self._next(last) == "SEMI" else at
        text = " ".join(part.value for part in tokens[end + 1 : last])
        quoted = text.replace("\\", "\\\\").replace('"', '\\"')
        self._call(token, "__sad_asm__", [like(token, "STRING_LITERAL", f'"{quoted}"')])
        if any(part.type == "GOTO" for part in tokens[at + 1 : end]):
            labels = text.rpartition(":")[2].replace(",", " ")
            self.out.append(like(token, "COMMA", ","))
            self._call(token, "__sad_goto__", [like(token, "STRING_LITERAL", f'"{labels}"')])
        if braces:
            self.out.append(like(token, "SEMI", ";"))
        return last + 1

    def _at_statement(self) -> bool:
        """Whether a statement may start here (else a declaration goes on)."""
        if not self.out:
            return True
        kind = self.out[-1].type
        if kind == "RPAREN":
            start = opening(self.out, len(self.out) - 1)
            return start > 0 and self.out[start - 1].type in _STATEMENT_HEADS
        return kind in _BEFORE_STATEMENT

    def _is_range(self, at: int) -> bool:
        before = self.out[-1].type if self.out else ""
        return before not in ("COMMA", "LPAREN", "ID") or self._next(at) != "RPAREN"

    def _range(self, token: Token, at: int) -> None:
        """``a ... b`` after ``case`` or ``[`` becomes ``__sad_range__(a, b)``."""
        start, depth = len(self.out), 0
        while start > 0:
            kind = self.out[start - 1].type
            if kind in ("RPAREN", "RBRACKET", "RBRACE"):
                depth += 1
            elif depth == 0 and kind in ("CASE", "LBRACKET"):
                break
            elif kind in _OPEN:
                depth -= 1
            start -= 1
        case = start > 0 and self.out[start - 1].type == "CASE"
        self.out[start:start] = [
            like(token, "ID", "__sad_range__"),
            like(token, "LPAREN", "("),
        ]
        self.out.append(like(token, "COMMA", ","))
        self._close_before(at, "COLON" if case else "RBRACKET", token)

    def _close_before(self, at: int, kind: str, token: Token) -> None:
        """Write a closing parenthesis before the next ``kind`` outside brackets."""
        place = at + 1
        while place < len(self.tokens) and self.tokens[place].type != kind:
            inner = self.tokens[place].type in _OPEN
            place = closing(self.tokens, place) + 1 if inner else place + 1
        self.closers[place] = like(token, "RPAREN", ")")


def _pointer_to(name: Tokens) -> list[Token]:
    """Return the type name of a pointer to ``name``, also if that is ``int (*)(void)``."""
    at = next(
        (
            at + 1
            for at, token in enumerate(name[1:])
            if token.type == "TIMES" and name[at].type == "LPAREN"
        ),
        len(name),
    )
    return [*name[:at], like(name[-1], "TIMES", "*"), *name[at:]]


def _unknown(token: Token) -> Token:
    return like(token, "ID", "__sad_unknown_t")


Rewrite = Callable[[Tokens], list[Token]]
