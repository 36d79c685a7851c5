"""First statements of program units, and type specifications as written in them."""

from __future__ import annotations

import re

from frontends.fortran import syntax as sx
from frontends.fortran.classify import TYPES
from frontends.fortran.expressions import ExpressionError, parse_expression
from frontends.fortran.text import closing, split_commas

_NAME_AND_DUMMIES = re.compile(r"([A-Z][\w$]*)(?:\((.*?)\))?(?:BIND\(.*\))?$")
_RESULT = re.compile(r"RESULT\((\w+)\)")
_TYPE = re.compile(
    r"(INTEGER|REAL|LOGICAL|COMPLEX|CHARACTER|DOUBLEPRECISION|DOUBLECOMPLEX|BYTE|TYPE|CLASS)(.*)$"
)
_TYPE_HEAD = re.compile(
    r"(" + TYPES + r")"
    r"(\*\d+|\*\(\*\)|\*\((?:[^()]|\([^()]*\))+\)"
    r"|\((?:KIND|LEN)=(?:[^()]|\([^()]*\))*\)|\((?:[^()]|\([^()]*\))*\)(?=[A-Z:,]))?,?"
)
IMPLICIT_RULE = re.compile(
    r"(" + TYPES + r"|AUTOMATIC|STATIC|UNDEFINED)"
    r"(\*\d+|\*\(\d+\)|\*\(\*\)|\((?:[^()]|\([^()]*\))*\)(?=\())?\(([A-Z$,-]+)\)"
)
_KEYWORDS = {"blockdata": "BLOCKDATA"}
_HANDLES = frozenset(
    f"MPI_{name}"
    for name in "COMM DATATYPE REQUEST OP GROUP INFO ERRHANDLER WIN FILE MESSAGE".split()  # noqa: SIM905
)
"""Types of ``mpi_f08`` that hold nothing but a number."""
_SUBMODULE = re.compile(r"SUBMODULE\(([A-Z]\w*)(?::([A-Z]\w*))?\)([A-Z]\w*)$")


def unit_header(kind: str, text: str) -> sx.Header:
    """Parse PROGRAM, SUBROUTINE, BLOCK DATA, MODULE or ENTRY (squeezed)."""
    if text.startswith("SUBMODULE("):
        return _submodule(text)
    keyword = _KEYWORDS.get(kind, kind.upper())
    start = text.index(keyword)
    rest = text[start + len(keyword) :]
    recursive = "RECURSIVE" in text[:start]
    if kind == "blockdata" and not rest:
        return sx.Header(kind, "BLOCKDATA")
    match = _NAME_AND_DUMMIES.match(rest)
    if match is None:
        raise ExpressionError(f"a {keyword} without a proper name")
    dummies = () if kind == "program" else _dummies(match[2])
    return sx.Header(kind, match[1], dummies, recursive=recursive)


def _submodule(text: str) -> sx.Header:
    match = _SUBMODULE.match(text)
    if match is None:
        raise ExpressionError("a SUBMODULE without a proper name")
    ancestor, parent, name = match.groups()
    above = ancestor if parent is None else f"{ancestor}.{parent}"
    return sx.Header("module", f"{ancestor}.{name}", parent=above)


def function_header(text: str, match: re.Match[str]) -> sx.Header:
    """Build a FUNCTION header from a match of ``classify.FUNCTION``."""
    spec = type_spec(match["type"]) if match["type"] else None
    if spec is not None and match["length"]:
        spec = sx.TypeSpec(spec.base, _size(match["length"][1:]))
    result = _RESULT.search(text[match.end("name") :])
    return sx.Header(
        "function",
        match["name"],
        _dummies(match["dummies"]),
        spec,
        result[1] if result else None,
        recursive="RECURSIVE" in text[: match.start("name")],
    )


def _dummies(text: str | None) -> tuple[str, ...]:
    """Split a dummy-argument list; every mark of an alternate return becomes ``*``."""
    if not text:
        return ()
    names = text.split(",")
    if "" in names:
        raise ExpressionError("an argument without a name")
    return tuple("*" if name in ("*", "&", "$") else name for name in names)


def type_head(text: str) -> tuple[str, str]:
    """Split a type statement into its type specification and the rest."""
    match = _TYPE_HEAD.match(text)
    if match is None:
        return text, ""
    at = match.end(1)
    if text[at : at + 1] == "(" and not match[2]:  # parentheses that nest more deeply
        end = closing(text, at) + 1
        is_named = text.startswith(("KIND=", "LEN="), at + 1)
        if end > 0 and (
            is_named or text[end : end + 1].isalpha() or text[end : end + 1] in (",", ":")
        ):
            return text[:end], text[end:].removeprefix(",")
    return match[1] + (match[2] or ""), text[match.end() :]


def type_spec(text: str) -> sx.TypeSpec:
    """Parse a squeezed type specification such as ``REAL*8`` or ``CHARACTER(LEN=4)``."""
    match = _TYPE.match(text)
    if match is None:
        raise ExpressionError(f"no type: {text}")
    base, rest = match[1], match[2]
    if base == "TYPE" and rest.strip("()") in _HANDLES:
        return sx.TypeSpec("INTEGER")
    if base in ("TYPE", "CLASS"):
        return sx.TypeSpec("TYPE", derived=rest.strip("()"), polymorphic=base == "CLASS")
    if not rest:
        return sx.TypeSpec(base)
    if rest.startswith("*"):
        return sx.TypeSpec(base, _size(rest[1:]))
    parts = split_commas(rest[1 : closing(rest, 0)])
    if base == "CHARACTER":  # LEN comes first if no name says otherwise
        parts = [part for part in parts if not part.startswith("KIND=")] or ["1"]
    inner = parts[0].removeprefix("KIND=").removeprefix("LEN=")
    return sx.TypeSpec(base, _size(inner), kind=True)


def _size(text: str) -> sx.Node:
    if text.startswith("(") and closing(text, 0) == len(text) - 1:
        text = text[1:-1]
    return sx.Star(None) if text in ("*", ":") else parse_expression(text)
