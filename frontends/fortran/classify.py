"""Which statement a squeezed text is (Sale's method: Fortran has no reserved words).

A statement with ``=`` outside parentheses is an assignment unless it is a DO, an IF or a
declaration with an initial value; everything else starts with its keyword.
"""

from __future__ import annotations

import re

from frontends.fortran.text import closing, top_level

TYPES = (
    r"(?:INTEGER|REAL|LOGICAL|COMPLEX|CHARACTER|DOUBLEPRECISION|DOUBLECOMPLEX|BYTE"
    r"|(?:TYPE|CLASS)(?=\())"
)
_OF_PROCEDURE = r"MODULE(?!(?:SUBROUTINE|FUNCTION)S?(?:_\w*)?$|PROCEDURE)"
PREFIX = rf"(?:RECURSIVE|PURE|ELEMENTAL|IMPURE|{_OF_PROCEDURE})*"
"""A module may be called FUNCTIONS or SUBROUTINES_OF_X: that is no header of a procedure."""

# Squeezed prefix -> kind. Order matters: the first match wins.
_KEYWORDS = (
    (r"PROGRAM[A-Z]", "program"),
    (PREFIX + r"SUBROUTINE[A-Z]", "subroutine"),
    (r"CONTAINS$", "contains"),
    (r"BLOCKDATA", "blockdata"),
    (r"ENDBLOCKDATA", "end"),
    (r"ENTRY[A-Z]", "entry"),
    (r"IMPLICIT", "implicit"),
    (r"PARAMETER", "parameter"),
    (r"DIMENSION", "dimension"),
    (r"VIRTUAL", "dimension"),
    (r"COMMON", "common"),
    (r"EQUIVALENCE\(", "equivalence"),
    (r"EXTERNAL", "external"),
    (r"INTRINSIC", "intrinsic"),
    (r"SAVE", "save"),
    (r"DATA", "data"),
    (r"NAMELIST/", "namelist"),
    (r"FORMAT\(", "specification"),
    (r"INCLUDE['\"]", "include"),
    (r"CALLCO_(?:SUM|MAX|MIN|REDUCE|BROADCAST)\(", "coarray"),
    (r"CALL[A-Z]", "call"),
    (r"CONTINUE$", "continue"),
    (r"GOTO\d+$", "goto"),
    (r"GOTO\(", "computedgoto"),
    (r"GOTO[A-Z]", "assignedgoto"),
    (r"ASSIGN\d+TO[A-Z]", "assign"),
    (r"RETURN", "return"),
    (r"(?:ERROR)?STOP", "stop"),
    (r"PAUSE", "pause"),
    (r"WRITE\(", "write"),
    (r"READ", "read"),
    (r"PRINT", "print"),
    (r"PUNCH", "punch"),
    (r"ACCEPT", "accept"),
    (r"TYPE(?:\*|\d+,|'|\d+$)", "typeout"),
    (r"OPEN\(", "open"),
    (r"CLOSE\(", "close"),
    (r"INQUIRE\(", "inquire"),
    (r"REWIND", "rewind"),
    (r"BACKSPACE", "backspace"),
    (r"ENDFILE(?=[\dA-Z(*])", "endfile"),
    (r"FLUSH(?=[\dA-Z(*])", "flush"),
    (r"WAIT\(", "unmodelled"),
    (r"ELSEIF\(.*\)THEN", "elseif"),
    (r"ELSE(?!WHERE)\w*$", "else"),
    (r"ENDIF", "endif"),
    (r"ENDDO", "enddo"),
    (r"ENDSELECT", "endselect"),
    (r"END(?:INTERFACE|TYPE|STRUCTURE|UNION|MAP|ENUM)", "endregion"),
    (r"END(?:WHERE|FORALL|ASSOCIATE)", "modern"),
    (r"ENDBLOCK(?!DATA)\w*$", "unmodelled"),
    (r"ENDCRITICAL|ENDTEAM", "coarray"),
    (r"END(?:PROGRAM|SUBROUTINE|FUNCTION|MODULE|SUBMODULE|PROCEDURE)\w*$|END$", "end"),
    (r"DO(?:\d+,?)?WHILE\(", "dowhile"),
    (r"DO\d*$", "doforever"),
    (r"SELECTCASE\(", "select"),
    (r"CASE(?:\(|DEFAULT)", "case"),
    (r"SELECTTYPE\(|CLASSDEFAULT|(?:TYPE|CLASS)IS\(", "modern"),
    (r"EXIT", "exit"),
    (r"CYCLE", "cycle"),
    (r"MODULEPROCEDURE", "specification"),
    (r"MODULE[A-Z]", "module"),
    (r"SUBMODULE\(", "module"),
    (r"(?:ABSTRACT)?INTERFACE", "region"),
    (r"TYPE(?:,.*)?(?:::)?[A-Z]\w*$", "region"),
    (r"(?:STRUCTURE/|UNION$|MAP$|ENUM,)", "region"),
    (r"USE(?:,|::|[A-Z])", "use"),
    (r"IMPORT|PRIVATE|PUBLIC|SEQUENCE$|PROCEDURE|GENERIC|FINAL", "specification"),
    (r"ALLOCATABLE|OPTIONAL|TARGET|INTENT\(|POINTER|VOLATILE", "attribute"),
    (r"ASYNCHRONOUS|PROTECTED|VALUE", "attribute"),
    (r"AUTOMATIC|STATIC|RECORD/|BIND\(", "attribute"),
    (r"ENCODE\(|DECODE\(", "unmodelled"),
    (r"WHERE\(|ELSEWHERE|FORALL\(|ALLOCATE\(|DEALLOCATE\(|NULLIFY\(|ASSOCIATE\(", "modern"),
    (r"BLOCK$", "unmodelled"),
    (r"SYNC(?:ALL|MEMORY|IMAGES\(|TEAM\()|CRITICAL(?:$|\()|(?:UN)?LOCK\(", "coarray"),
    (r"EVENT(?:POST|WAIT)\(|(?:FORM|CHANGE)TEAM\(|FAILIMAGE$", "coarray"),
)  # fmt: skip
_KEYWORD = re.compile("|".join(f"(?P<k{i}>{pattern})" for i, (pattern, _) in enumerate(_KEYWORDS)))
_KINDS = tuple(kind for _, kind in _KEYWORDS)
_FUNCTION_SUFFIX = r"(?:RESULT\(\w+\)|BIND\([^()]*\))*$"
FUNCTION = re.compile(
    PREFIX
    + r"(?P<type>"
    + TYPES
    + r"(?:\*(?:\d+|\([^()]*\)))?(?:\((?:[^()]|\([^()]*\))*\))?)?"
    + PREFIX
    + r"FUNCTION(?P<name>[A-Z][\w$]*)(?P<length>\*(?:\d+|\(\*\)))?(?:\((?P<dummies>[^()]*)\))?"
    + _FUNCTION_SUFFIX
)
_TYPE_DECLARATION = re.compile(TYPES + r"(?=[A-Z*(,:])")
DO = re.compile(r"DO(\d*),?([A-Z][\w$]*)=(.*)$", re.DOTALL)
CONSTRUCT_NAME = re.compile(r"([A-Z]\w*):(?=DO|IF\(|SELECT|WHERE\(|FORALL\(|ASSOCIATE\(|BLOCK$)")
_PARAMETER_DEC = re.compile(r"PARAMETER[A-Z]\w*=")


def classify(text: str) -> str:
    """Return the kind of a squeezed statement, ``unknown`` if no keyword fits."""
    if "=" in text:
        kind = _with_equals(text)
        if kind:
            return kind
    if text.startswith("IF("):
        rest = text[closing(text, 2) + 1 :]
        if rest == "THEN":
            return "ifthen"
        return "arithmeticif" if rest[:1].isdigit() else "if"
    if "FUNCTION" in text and FUNCTION.match(text):
        return "function"
    if _TYPE_DECLARATION.match(text):
        return "type"
    match = _KEYWORD.match(text)
    if match and match.lastgroup:
        return _KINDS[int(match.lastgroup[1:])]
    return "unknown"


def _with_equals(text: str) -> str | None:
    """Return the kind of a statement decided by its top-level ``=``, or None."""
    equals, comma, colons = top_level(text)
    if equals <= 0:
        is_declared = colons and _TYPE_DECLARATION.match(text)  # TYPE(T), POINTER :: P(:) => NULL()
        return "modern" if not is_declared and _is_pointer_assignment(text) else None
    if comma and text.startswith("DO") and DO.match(text):
        return "do"
    if text.startswith("IF("):
        end = closing(text, 2)
        if end > 0 and text[end + 1 : end + 2] not in ("=", "(", "%", ""):
            return None
    for keyword in ("WHERE(", "FORALL("):
        if text.startswith(keyword):
            end = closing(text, len(keyword) - 1)
            if end > 0 and text[end + 1 : end + 2] not in ("=", "(", ""):
                return "modern"
    if _PARAMETER_DEC.match(text):
        return "parameter"
    if colons and _TYPE_DECLARATION.match(text):
        return "type"
    if comma and text.startswith("DATA"):
        return None
    return "assignment"


_POINTER = re.compile(r"[A-Z][\w$]*(?:\([^=]*\))?(?:%[A-Z]\w*(?:\([^=]*\))?)*=>")


def _is_pointer_assignment(text: str) -> bool:
    return bool(_POINTER.match(text)) and not text.startswith("ASSOCIATE(")
