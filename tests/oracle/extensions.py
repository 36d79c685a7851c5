"""Extensions fparser2 does not know: it gets an equivalent, and our tree is changed alike.

Two adjacent operators (``A*-B``) get parentheses, ``%VAL(X)``, ``%REF(X)`` and ``%LOC(X)`` become
``(X)``, and the exponent letter Q becomes D (``frontends.fortran.canonical.expression_text``).
"""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass, replace
from typing import Any

from frontends.fortran import syntax as sx

_QUAD = re.compile(r"(?<=[\d.])Q(?=[+-]?\d)")


def as_rewritten(node: Any) -> Any:
    """Return our tree of a statement as it is for the text rewritten for fparser2."""
    if isinstance(node, tuple):
        return tuple(as_rewritten(item) for item in node)
    if isinstance(node, sx.ByPass):
        return sx.Paren(as_rewritten(node.operand))
    if isinstance(node, sx.Number):
        return sx.Number(_QUAD.sub("D", node.text))
    if not is_dataclass(node):
        return node
    values = {field.name: as_rewritten(getattr(node, field.name)) for field in fields(node)}
    if isinstance(node, sx.Infix) and _is_signed(node.right):
        values["right"] = sx.Paren(values["right"])
    return replace(node, **values)  # type: ignore[type-var]


def _is_signed(node: sx.Node) -> bool:
    return isinstance(node, sx.Prefix) and node.operator in ("-", "+")
