"""Preprocessed text to the tokens that pycparser's parser takes.

pycparser's own lexer takes 40 % of its time; this one knows GNU's spellings, too. Tokens that need
more than another spelling are marked (``Lexed.special``) and rewritten in ``gnu``.
"""

from __future__ import annotations

import re
from functools import lru_cache

from pycparser.c_lexer import Token

from sad.records import field, mutable

_TOKEN = re.compile(
    r"(?P<blank>[ \t\f\v\r]+)|(?P<breaks>\n\s*)"
    r"|(?P<word>(?!(?:L|u8|u|U)['\"])[A-Za-z_$\x80-\U0010ffff][\w$\x80-\U0010ffff]*)"
    r"|(?P<number>\.?\d(?:[eEpP][+-]|[\w.]|'(?=\w))*)"
    r"|(?P<operator>\?\s*:|\.\.\.|<<=|>>=|->|\+\+|--|&&|\|\||<<|>>|[-+*/%&|^=<>!]=|::"
    r"|<:|:>|<%|%>|[-+*/%=<>!?(){}\[\],.;:&|^~])"
    r"|(?P<string>(?:L|u8|u|U)?\"(?:[^\"\\\n]|\\.)*\")"
    r"|(?P<char>(?:L|u8|u|U)?'(?:[^'\\\n]|\\.)+')"
    r"|(?P<directive>#[ \t]*(?:pragma|ident|define|undef|include)\b[^\n]*)"
    r"|(?P<bad>.)",
    re.DOTALL,
)
OPERATORS = {
    "...": "ELLIPSIS", "<<=": "LSHIFTEQUAL", ">>=": "RSHIFTEQUAL", "++": "PLUSPLUS",
    "--": "MINUSMINUS", "->": "ARROW", "&&": "LAND", "||": "LOR", "<<": "LSHIFT", ">>": "RSHIFT",
    "<=": "LE", ">=": "GE", "==": "EQ", "!=": "NE", "*=": "TIMESEQUAL", "/=": "DIVEQUAL",
    "%=": "MODEQUAL", "+=": "PLUSEQUAL", "-=": "MINUSEQUAL", "&=": "ANDEQUAL", "|=": "OREQUAL",
    "^=": "XOREQUAL", "=": "EQUALS", "+": "PLUS", "-": "MINUS", "*": "TIMES", "/": "DIVIDE",
    "%": "MOD", "|": "OR", "&": "AND", "~": "NOT", "^": "XOR", "!": "LNOT", "<": "LT", ">": "GT",
    "?": "CONDOP", "(": "LPAREN", ")": "RPAREN", "[": "LBRACKET", "]": "RBRACKET", "{": "LBRACE",
    "}": "RBRACE", ",": "COMMA", ".": "PERIOD", ";": "SEMI", ":": "COLON", "::": "COLONCOLON",
    "<:": "LBRACKET", ":>": "RBRACKET", "<%": "LBRACE", "%>": "RBRACE",
}  # fmt: skip
_PLAIN = """auto break case char const continue default do double else enum extern float for goto if
inline int long register restrict return short signed sizeof static struct switch typedef union
unsigned void volatile while"""
KEYWORDS: dict[str, tuple[str, str]] = {word: (word.upper(), word) for word in _PLAIN.split()} | {
    "__builtin_offsetof": ("OFFSETOF", "offsetof"),
    "offsetof": ("OFFSETOF", "offsetof"),
    "__int128": ("__INT128", "__int128"),
    "__int128_t": ("__INT128", "__int128"),
    "_Bool": ("_BOOL", "_Bool"),
    "_Complex": ("_COMPLEX", "_Complex"),
    "_Generic": ("_GENERIC", "_Generic"),
    "_Noreturn": ("_NORETURN", "_Noreturn"),
    "_Thread_local": ("_THREAD_LOCAL", "_Thread_local"),
    "_Static_assert": ("_STATIC_ASSERT", "_Static_assert"),
    "_Atomic": ("_ATOMIC", "_Atomic"),
    "_Alignof": ("_ALIGNOF", "_Alignof"),
    "_Alignas": ("_ALIGNAS", "_Alignas"),
    "_Pragma": ("_PRAGMA", "_Pragma"),
    "__restrict": ("RESTRICT", "restrict"),
    "__restrict__": ("RESTRICT", "restrict"),
    "__inline": ("INLINE", "inline"),
    "__inline__": ("INLINE", "inline"),
    "__forceinline": ("INLINE", "inline"),
    "__volatile": ("VOLATILE", "volatile"),
    "__volatile__": ("VOLATILE", "volatile"),
    "__const": ("CONST", "const"),
    "__const__": ("CONST", "const"),
    "__signed": ("SIGNED", "signed"),
    "__signed__": ("SIGNED", "signed"),
    "__complex": ("_COMPLEX", "_Complex"),
    "__complex__": ("_COMPLEX", "_Complex"),
    "__thread": ("_THREAD_LOCAL", "_Thread_local"),
    "_Float64": ("DOUBLE", "double"),
    "_Float32x": ("DOUBLE", "double"),
    "_Float32": ("FLOAT", "float"),
    "_Float16": ("FLOAT", "float"),
    "__fp16": ("FLOAT", "float"),
    "__bf16": ("FLOAT", "float"),
}
SPECIAL = frozenset(
    [
        "__attribute__",
        "__attribute",
        "__declspec",
        "__extension__",
        "asm",
        "__asm",
        "__asm__",
        "typeof",
        "__typeof",
        "__typeof__",
        "typeof_unqual",
        "__auto_type",
        "__label__",
        "__alignof",
        "__alignof__",
        "__float128",
        "_Float128",
        "__float80",
        "_Float64x",
        "__real__",
        "__real",
        "__imag__",
        "__imag",
        "__builtin_expect",
        "__builtin_va_arg",
        "__builtin_expect_with_probability",
        "__builtin_assume_aligned",
        "__builtin_constant_p",
        "__builtin_prefetch",
        "__builtin_choose_expr",
        "__builtin_types_compatible_p",
        "__builtin_object_size",
        "_BitInt",
        "__cdecl",
        "__stdcall",
        "__fastcall",
        "__nonnull",
        "_Nonnull",
        "_Nullable",
        "__unaligned",
        "__w64",
        "__ptr64",
        "__pascal",
        "_Decimal32",
        "_Decimal64",
        "_Decimal128",
    ]
)
"""Words that ``gnu`` rewrites; their tokens have the type ``GNU``."""

_STRINGS = {
    "": "STRING_LITERAL", "L": "WSTRING_LITERAL", "u8": "U8STRING_LITERAL",
    "u": "U16STRING_LITERAL", "U": "U32STRING_LITERAL",
}  # fmt: skip
_CHARS = {
    "": "CHAR_CONST", "L": "WCHAR_CONST", "u8": "U8CHAR_CONST", "u": "U16CHAR_CONST",
    "U": "U32CHAR_CONST",
}  # fmt: skip
_ONE_CHAR = re.compile(r"'(?:[^\\]|\\(?:x[0-9a-fA-F]+|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-7]+|.))'")
_FLOAT = re.compile(
    r"(?:(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|0[xX](?:[\da-fA-F]+\.?[\da-fA-F]*|\.[\da-fA-F]+)"
    r"[pP][+-]?\d+)([a-zA-Z]\w*)?"
)
_INTEGER = re.compile(r"(0[xX][\da-fA-F]+|0[bB][01]+|\d+)([uUlLzZiIjJwWbB]*)")
_FLOAT_SUFFIX = re.compile(r"(?i:(f16|f32x?|f64x?|f128x?|bf16|df|dd|dl|[flqw])?)")
# An operand ends before these: after any other token, && is the address of a label.
_OPERAND_ENDS = frozenset(
    {"ID", "RPAREN", "RBRACKET", "RBRACE", "PLUSPLUS", "MINUSMINUS", "GNU", *_STRINGS.values(),
     *_CHARS.values(), "INT_CONST_CHAR"}
)  # fmt: skip


_WATCHED = frozenset({"LAND", "ELLIPSIS", "TIMES", "LBRACKET"})


@mutable
class Lexed:
    """Tokens; whether some need rewriting; the characters that are no C, as (line, text)."""

    tokens: list[Token] = field(default_factory=list[Token])
    special: bool = False
    bad: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])


def lex(text: str, path: str, line: int = 1) -> Lexed:
    """Return the tokens of ``text``, which starts in ``line`` of ``path``."""
    found = Lexed()
    add = found.tokens.append
    line_start = 0
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup
        if kind == "blank":
            continue
        value = match[0]
        if kind == "breaks":
            line += value.count("\n")
            line_start = match.start() + value.rindex("\n") + 1
            continue
        column = match.start() - line_start + 1
        if kind == "word":
            if value in KEYWORDS:
                name, value = KEYWORDS[value]
                found.special = found.special or name == "_PRAGMA"
            elif value in SPECIAL:
                name, found.special = "GNU", True
            else:
                name = "ID"
            add(Token(name, value, line, column, path))
        elif kind == "operator" and value in OPERATORS:
            name = OPERATORS[value]
            if name in _WATCHED:
                name = _watched(name, found)
            add(Token(name, value, line, column, path))
        else:
            _other(kind or "", value, Token("", "", line, column, path), found)
            line += value.count("\n")
    return found


@lru_cache(maxsize=8192)
def lex_header(text: str, path: str, line: int) -> Lexed:
    """``lex``, remembered: the parser changes of a token only what it says of it each time."""
    return lex(text, path, line)


def _watched(name: str, found: Lexed) -> str:
    """Note an operator that may be a GNU construct; return its token type."""
    last = found.tokens[-1].type if found.tokens else ""
    if name == "LAND":
        if last in _OPERAND_ENDS or "CONST" in last:
            return name
        name = "GNU"
    elif (name == "TIMES" and last != "GOTO") or (name == "LBRACKET" and last != "LBRACKET"):
        return name
    found.special = True
    return name


def _other(kind: str, value: str, place: Token, found: Lexed) -> None:
    """Add the tokens of what is neither a word nor a plain operator."""
    line, column, path = place.lineno, place.column, place.filename
    if kind == "number":
        name, value, imaginary = number(value)
        if imaginary:
            for other, sign in (("ID", "__sad_imaginary__"), ("LPAREN", "("), (name, value)):
                found.tokens.append(Token(other, sign, line, column, path))
            name, value = "RPAREN", ")"
    elif kind == "string":
        name = _STRINGS[value[: value.index('"')]]
    elif kind == "char":
        prefix = value[: value.index("'")]
        one = _ONE_CHAR.match(value, len(prefix))
        name = _CHARS[prefix] if one else "INT_CONST_CHAR"
    elif kind == "operator":  # "?:" without an operand between
        found.tokens.append(Token("CONDOP", "?", line, column, path))
        found.tokens.append(Token("ID", "__sad_same__", line, column, path))
        name, value = "COLON", ":"
    elif kind == "directive":
        words = value[1:].split(None, 1)
        if words[0] == "pragma":
            found.tokens += pragma(words[-1], line, column, path)
            found.special = found.special or words[-1].startswith("pack")
        return
    else:
        name = "BAD"
    if name == "BAD":
        found.bad.append((line, value))
    found.tokens.append(Token(name, value, line, column, path))


def pragma(text: str, line: int, column: int, path: str) -> list[Token]:
    """Return the tokens of a pragma; none if it cannot change what is counted."""
    if text.split(None, 1)[:1] not in (["omp"], ["acc"]) and not text.startswith("pack"):
        return []
    return [
        Token("PPPRAGMA", "pragma", line, column, path),
        Token("PPPRAGMASTR", text.strip(), line, column, path),
    ]


@lru_cache(maxsize=65536)
def number(text: str) -> tuple[str, str, bool]:
    """Return a number's token type, its spelling for the parser, and whether it is imaginary."""
    plain = text.replace("'", "")
    match = _INTEGER.fullmatch(plain)
    if match:
        digits, suffix = match.groups()
        lower = suffix.lower()
        kept = "u" * ("u" in lower) + "l" * min(lower.count("l"), 2)
        if digits[:2] in ("0x", "0X"):
            name = "INT_CONST_HEX"
        elif digits[:2] in ("0b", "0B"):
            name = "INT_CONST_BIN"
        else:
            name = "INT_CONST_OCT" if digits[0] == "0" and len(digits) > 1 else "INT_CONST_DEC"
            if name == "INT_CONST_OCT" and ("8" in digits or "9" in digits):
                return "BAD", text, False
        return name, digits + kept, "i" in lower or "j" in lower
    match = _FLOAT.fullmatch(plain)
    if not match:
        return "BAD", text, False
    suffix = match[1] or ""
    body = plain[: len(plain) - len(suffix)]
    real = suffix.replace("i", "").replace("I", "").replace("j", "").replace("J", "")
    if not _FLOAT_SUFFIX.fullmatch(real):
        return "BAD", text, False
    lower = real.lower()
    kept = ""
    if lower in ("f", "f16", "f32", "bf16"):
        kept = "f"
    elif lower in ("l", "q", "w", "f64x", "f128"):
        kept = "l"
    name = "HEX_FLOAT_CONST" if body[:2] in ("0x", "0X") else "FLOAT_CONST"
    return name, body + kept, real != suffix
