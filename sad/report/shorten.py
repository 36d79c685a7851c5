"""Formulas cut to a width: between terms and between factors, never in the middle of a word."""

from __future__ import annotations

import re
from itertools import pairwise

DOTS = "..."
_SIGNS = (" + ", " - ")


def shortened(formula: str, width: int) -> str:
    """Return a formula in at most ``width`` characters (``...`` is the least there can be)."""
    if len(formula) <= width:
        return formula
    terms = _split(formula, _SIGNS)
    if len(terms) > 1:
        kept = _longest(terms, width, f" + {DOTS}")
        if kept:
            return kept
        return _joined(terms[0], width, f" + {DOTS}")
    return _joined(formula, width, "")


def _joined(term: str, width: int, end: str) -> str:
    """One term cut to a width, ``end`` behind it."""
    if len(term) + len(end) <= width:
        return term + end
    factors = _split(term, ("*",))
    short = [_without_arguments(item) for item in factors]
    if end and len("".join(short)) + len(end) <= width:
        return "".join(short) + end
    for parts in (factors, short):
        kept = _longest(parts, width, f"*{DOTS}")
        if kept and (not end or kept.endswith(DOTS)):  # more follows a term that is not the last
            return kept
    first = f"{short[0]}*{DOTS}"
    return first if len(first) <= width and len(short) > 1 else DOTS


def _longest(parts: list[str], width: int, end: str) -> str:
    """As many parts from the first on as fit before ``end``; empty if none does."""
    kept, length = 0, 0
    for part in parts:
        if length + len(part) + len(end) > width:
            break
        kept, length = kept + 1, length + len(part)
    if not kept:
        return ""
    return "".join(parts[:kept]) + (end if kept < len(parts) else "")


def _split(formula: str, separators: tuple[str, ...]) -> list[str]:
    """The parts between separators outside all brackets, each but the first with its separator.

    Powers (``**``) and what follows them stay with their base.
    """
    depth, cuts = 0, [0]
    at = 0
    while at < len(formula):
        letter = formula[at]
        if letter in "([{":
            depth += 1
        elif letter in ")]}":
            depth -= 1
        elif formula.startswith("**", at):
            at += 2
            continue
        elif depth == 0 and formula.startswith(separators, at) and at:
            cuts.append(at)
        at += 1
    return [formula[first:last] for first, last in pairwise([*cuts, len(formula)])]


def _without_arguments(factor: str) -> str:
    """A factor with ``...`` in place of what stands in its brackets."""
    found = re.fullmatch(r"(\*?\w*)([(\[]).*([)\]])(\*\*\w+)?", factor)
    if found is None:
        return factor
    name, opening, closing, power = found.groups()
    return f"{name}{opening}{DOTS}{closing}{power or ''}"
