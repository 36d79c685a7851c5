"""Lines of C on which every statement begins and ends."""

from __future__ import annotations

import re

_NOT_CODE = re.compile(
    r"/\*[\s\S]*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|^[ \t]*#(?:.*\\\n)*.*$",
    re.MULTILINE,
)
_LABEL = re.compile(r"[\s{}]*(?:case\b|default\b|[A-Za-z_]\w*\s*:(?!:))")
_COMPLETE = (";", "{", "}", ")", "else", "do")


def whole_lines(text: str) -> frozenset[int]:
    """Return the lines of a C source on which every statement begins and ends."""
    found: set[int] = set()
    depth, complete = 0, True
    for number, line in enumerate(_NOT_CODE.sub(_blank, text).splitlines(), 1):
        code = line.strip()
        before, started = depth, complete
        depth += code.count("(") + code.count("[") - code.count(")") - code.count("]")
        if code:
            is_label = code.endswith(":") and _LABEL.match(code) is not None
            complete = is_label or code.endswith(_COMPLETE)
        if code and started and complete and before == depth == 0:
            found.add(number)
    return frozenset(found)


def labelled_lines(text: str) -> frozenset[int]:
    """Return the lines of a C source with a label or ``case``: their figure may stand on another."""
    code = _NOT_CODE.sub(_blank, text).splitlines()
    return frozenset(number for number, line in enumerate(code, 1) if _LABEL.match(line))


def code_lines(text: str) -> frozenset[int]:
    """Return the lines of a C source that have anything but blanks and comments."""
    code = _NOT_CODE.sub(_blank, text).splitlines()
    return frozenset(number for number, line in enumerate(code, 1) if line.strip())


def _blank(found: re.Match[str]) -> str:
    """Comments and strings keep their newlines only; a string stays a word."""
    return ("s" if found[0][0] in "\"'" else " ") + "\n" * found[0].count("\n")
