"""Squeezed text back to text fparser2 accepts: blanks between keywords, extensions rewritten."""

from __future__ import annotations

import re

from frontends.fortran.headers import IMPLICIT_RULE, type_head
from frontends.fortran.text import closing, outside_strings, split_commas

_SPACED = {
    "DOUBLEPRECISION": "DOUBLE PRECISION",
    "DOUBLECOMPLEX": "DOUBLE COMPLEX",
    "BYTE": "INTEGER*1",
}
_DEC_LENGTH_FIRST = re.compile(r"([A-Z][\w$]*)\*(\d+)(\([^()]*\))")
_SIGNED_OPERAND = re.compile(
    r"(?<=[*/+\-])([+-])"
    r"((?:[A-Z][A-Z0-9_$]*|\d+\.?\d*(?:[ED][+-]?\d+)?|\.\d+(?:[ED][+-]?\d+)?)"
    r"(?:\([^()]*(?:\([^()]*\)[^()]*)*\))?)"
)
_QUAD_EXPONENT = re.compile(r"(?<![A-Z0-9_])(\d+\.?\d*|\.\d+)Q([+-]?\d)")
_PASS_BY = re.compile(r"%(?:VAL|REF|LOC)\(")
_ALTERNATE = re.compile(r"(?<=[(,])[&$](\d+)(?=[,)])")
_XOR = re.compile(r"\.XOR\.")
_HEX_BEFORE = re.compile(r"(?<=[/,*])X('[0-9A-F]+')", re.IGNORECASE)
_HEX_AFTER = re.compile(r"('[0-9A-F]+')X(?=[,/])", re.IGNORECASE)
_LEADING_KEYWORD = re.compile(
    r"(DIMENSION|COMMON|EXTERNAL|INTRINSIC|SAVE|DATA|VOLATILE|PARAMETER|EQUIVALENCE|NAMELIST"
    r"|ALLOCATABLE|OPTIONAL|TARGET|POINTER|CALL|USE|READ|WRITE|PRINT|RETURN)(.*)$",
    re.DOTALL,
)


def expression_text(text: str) -> str:
    """Rewrite what fparser2 does not accept in expressions into an equivalent it does."""
    text = outside_strings(text, _XOR, ".NEQV.")
    text = outside_strings(text, _PASS_BY, "(")
    text = outside_strings(text, _ALTERNATE, r"*\1")
    text = outside_strings(text, _QUAD_EXPONENT, r"\1D\2")
    return outside_strings(text, _SIGNED_OPERAND, r"(\1\2)")


def canonical(kind: str, text: str) -> str:
    """Return squeezed ``text`` of a statement of ``kind`` with blanks where fparser2 needs them."""
    if kind == "type":
        return _type_statement(text)
    if kind == "implicit":
        return _implicit(text)
    if kind == "dimension" and text.startswith("VIRTUAL"):
        return "DIMENSION " + text[7:]
    if kind == "parameter" and text[9:10] != "(":
        return f"PARAMETER({expression_text(text[9:])})"
    if kind == "data":
        text = _HEX_BEFORE.sub(r"Z\1", text)
        text = _HEX_AFTER.sub(r"Z\1", text)
        return "DATA " + text[4:]
    if kind == "if":
        end = closing(text, 2)
        return f"{expression_text(text[: end + 1])} {canonical('', text[end + 1 :])}"
    match = _LEADING_KEYWORD.match(text)
    if match and kind != "assignment":
        return f"{match[1]} {expression_text(match[2])}"
    return expression_text(text)


def _type_statement(text: str) -> str:
    first, rest = type_head(text)
    word = first.partition("(")[0].partition("*")[0]
    head = _SPACED.get(word, word) + first[len(word) :]
    if "::" in rest:
        return head + ("" if rest.startswith("::") else ",") + rest
    if head.startswith("CHARACTER"):
        return head + " " + _DEC_LENGTH_FIRST.sub(r"\1\3*\2", rest)
    return head + " " + _DEC_LENGTH_FIRST.sub(r"\1\3", rest)


def _implicit(text: str) -> str:
    rules: list[str] = []
    for word, size, letters in IMPLICIT_RULE.findall(text[8:]):
        if word in ("AUTOMATIC", "STATIC"):
            continue
        if word == "UNDEFINED":
            return "IMPLICIT NONE"
        rules.append(f"{_SPACED.get(word, word)}{size} ({letters.replace('$', 'Z')})")
    if not rules:
        return "IMPLICIT NONE" if text[8:].startswith("NONE") else ""
    return "IMPLICIT " + ", ".join(rules)


_INITIAL_VALUES = re.compile(r"((?:[^()/]|\((?:[^()]|\([^()]*\))*\))*?)/([^/]*)/(,|$)")


def split_initial_values(text: str) -> tuple[str, list[tuple[str, str]]]:
    """Split DEC initial values ``NAME/values/`` off an entity list.

    Returns the list without them and the (entity, values) pairs. A ``/`` inside parentheses or
    after ``=`` is a division.
    """
    kept: list[str] = []
    initial: list[tuple[str, str]] = []
    position = 0
    while "=" not in text:
        match = _INITIAL_VALUES.match(text, position)
        if match is None:
            break
        kept.append(match[1] + match[3])
        initial.append((split_commas(match[1])[-1], match[2]))
        position = match.end()
    return "".join(kept) + text[position:], initial
