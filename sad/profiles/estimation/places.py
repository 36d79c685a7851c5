"""Where statements stand: actions of the flow by line, and lines of C with whole statements."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from sad.analysis.cfg.graph import LoopHead, Part, Split
from sad.ir.line_starts import first_spans

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.analysis.cfg.flow_equations import UnitFlow
    from sad.analysis.cfg.graph import Action


LinePlace = tuple[str, int]
_NOT_CODE = re.compile(
    r"/\*[\s\S]*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|^[ \t]*#(?:.*\\\n)*.*$",
    re.MULTILINE,
)
_LABEL = re.compile(r"[\s{}]*(?:case\b|default\b|[A-Za-z_]\w*\s*:(?!:))")
_INNER_LABEL = re.compile(
    r"[;{}]\s*(?:case\b[^;?]*:|default\s*:|[A-Za-z_]\w*\s*:(?!:))|else\s+\w+\s*:"
)
_COMPLETE = (";", "{", "}", ")", "else", "do")
_HEAD = re.compile(r"\b(?:if|for|while|switch)\s*(?=\()")
_GOES_ON = re.compile(r"&&|\+(?!\+)|-(?!-)|!=|[|?:<>=%/^,.)\]]")
_MAY_GO_ON = re.compile(r"[*&(\[]")


@dataclass(slots=True, eq=False)
class Start:
    """An action at the place where its span begins; ``arcs`` add up to how often it starts."""

    action: Action
    block: int
    arcs: tuple[int, ...] | None


@dataclass(slots=True)
class StatementPlaces:
    """What stands where in one unit: actions by line, branches by line with their blocks.

    ``first`` is the action of each line whose starts are the line's count.
    """

    starts: dict[LinePlace, list[Start]]
    first: dict[LinePlace, Start]
    splits: dict[LinePlace, list[int]]
    heads: dict[LinePlace, list[int]]


def places_of(flow: UnitFlow) -> StatementPlaces:
    """Return what stands on each line of a unit."""
    starts: dict[LinePlace, list[Start]] = defaultdict(list)
    splits: dict[LinePlace, list[int]] = defaultdict(list)
    heads: dict[LinePlace, list[int]] = defaultdict(list)
    first: dict[LinePlace, Start] = {}
    spans = first_spans(flow.unit)
    for block in flow.cfg.blocks:
        for number, action in enumerate(block.actions):
            place = (action.span.file, action.span.line)
            start = Start(action, block.id, flow.at(block.id, number))
            starts[place].append(start)
            if action.part is not Part.LOOP_STEP and spans.get(place) is action.span:
                first.setdefault(place, start)
        match block.terminator:
            case Split(span=span):
                splits[span.file, span.line].append(block.id)
            case LoopHead(loop=loop):
                heads[loop.span.file, loop.span.line].append(block.id)
            case _:
                pass
    return StatementPlaces(dict(starts), first, dict(splits), dict(heads))


def whole_lines(text: str) -> frozenset[int]:
    """Return the lines of a C source on which every statement begins and ends.

    Left out are those with a label behind a statement: they are also entered there.
    """
    return frozenset(
        number
        for number, code, ends in _begun(text)
        if ends and not _INNER_LABEL.search(code.lstrip("{} "))
    )


def begun_lines(text: str) -> frozenset[int]:
    """Return the lines of a C source that begin with a statement, not with what goes on from above."""
    return frozenset(number for number, _, _ in _begun(text))


def _begun(text: str) -> Iterator[tuple[int, str, bool]]:
    """Lines that begin with a statement, their code, and whether every statement ends there."""
    depth, complete, held = 0, True, ""
    numbered = enumerate(map(str.strip, _NOT_CODE.sub(_blank, text).splitlines()), 1)
    lines = [(number, code) for number, code in numbered if code]
    for (number, code), (_, behind) in zip(lines, [*lines, (0, "")][1:], strict=True):
        begins = complete and depth == 0
        held = code if begins else f"{held} {code}"
        depth += _deeper(code)
        is_label = code.endswith(":") and _LABEL.match(code) is not None
        complete = is_label or code.endswith(_COMPLETE)
        complete = complete and not (code.endswith(")") and _goes_on(held, behind))
        if begins:
            yield number, code, complete and depth == 0


def _goes_on(code: str, behind: str) -> bool:
    """Whether what ends in a parenthesis goes on behind: ``x = (a)`` does before ``|| b;``."""
    if _MAY_GO_ON.match(behind):
        heads = (code[found.end() :] for found in _HEAD.finditer(code))
        return not any(_is_in_parentheses(rest) for rest in heads)
    return _GOES_ON.match(behind) is not None


def _is_in_parentheses(code: str) -> bool:
    """Whether the first parenthesis is closed by the last character."""
    closed = (place for place, depth in enumerate(accumulate(map(_deeper, code)), 1) if not depth)
    return next(closed, 0) == len(code)


def _deeper(code: str) -> int:
    return code.count("(") + code.count("[") - code.count(")") - code.count("]")


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
