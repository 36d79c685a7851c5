"""Names that only a part of a unit knows: those of BLOCK, and the indices of DO CONCURRENT.

They get names of their own (``N$1``), and the constructs become what the rest of the reader knows:
nested DOs with an IF for the mask, labels for leaving a named BLOCK.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from frontends.fortran import syntax as sx
from frontends.fortran.classify import CONSTRUCT_NAME
from frontends.fortran.statements import parse_statement
from frontends.fortran.text import closing, outside_strings, split_commas, squeeze
from frontends.fortran.trees import nodes_in
from frontends.fortran.units import Line
from sad.records import field, mutable, replace

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sad.diagnostics import Span

_END_BLOCK = re.compile(r"ENDBLOCK(?!DATA)\w*$")
_MAY_OPEN = re.compile(r"block|concurrent", re.IGNORECASE)
_CONCURRENT = re.compile(r"(?:DO|do|Do)[ \t]*concurrent[ \t]*(?=\()", re.IGNORECASE)
_NAMED = re.compile(r"[ \t]*([A-Za-z]\w*)[ \t]*:(?!:)[ \t]*")
_TRIPLET = re.compile(r"([A-Z][\w$]*)=(.*)$")
_TYPE_BEFORE = re.compile(r"[A-Z0-9*()=]+::")
_LOCALITY = re.compile(r"(LOCAL|LOCAL_INIT|SHARED|REDUCE|DEFAULT)\(([^()]*)\)")
_FIXED = frozenset({"ALLOCATABLE", "POINTER", "PARAMETER"})
_FIRST_LABEL = 70001
_FIRST_END = 80001
_CONSTRUCTS = (sx.IfThen, sx.SelectCase, sx.SelectType, sx.Associate)
_END = re.compile(r"END(?:IF|SELECT|ASSOCIATE)(\w+)$")


@mutable
class _Scope:
    """An open construct: its own names, and how it closes.

    ``label`` is the terminal label of a DO, ``ends`` what its END becomes; ``name`` that of a BLOCK,
    whose end is at the label ``target``.
    """

    kind: str
    names: dict[str, str] = field(default_factory=dict[str, str])
    label: str | None = None
    ends: tuple[sx.Statement, ...] = ()
    name: str = ""
    target: str = ""


def with_own_names(lines: Sequence[Line]) -> list[Line]:
    """Return the lines of a unit without BLOCK, DO CONCURRENT and EXIT from what is no loop."""
    left = set(_left_by_name(lines))
    if not left and not any(_MAY_OPEN.search(line.text) and _opens(line) for line in lines):
        return list(lines)
    return list(_Scopes(lines, left).run())


def _left_by_name(lines: Sequence[Line]) -> Iterator[str]:
    """The names of constructs that are no loops and that an EXIT leaves."""
    wanted: set[str] = set()
    for line in lines:
        statement = line.statement
        if isinstance(statement, sx.LogicalIf):
            statement = statement.action
        if isinstance(statement, sx.Leave) and statement.keyword == "EXIT" and statement.name:
            wanted.add(statement.name)
    for line in lines if wanted else ():
        if isinstance(line.statement, _CONSTRUCTS):
            name = _without_name(line.text)[0]
            if name in wanted:
                yield name


def _opens(line: Line) -> bool:
    text = _without_name(line.text)[1]
    return squeeze(text) == "BLOCK" or _CONCURRENT.match(text) is not None


def _without_name(text: str) -> tuple[str, str]:
    """The name of a construct, upper case, and the rest of its statement."""
    match = _NAMED.match(text)
    if match is None or CONSTRUCT_NAME.match(squeeze(text)) is None:
        return "", text
    return match[1].upper(), text[match.end() :]


class _Scopes:
    def __init__(self, lines: Sequence[Line], left: set[str]) -> None:
        self._lines = lines
        self._targets = {name: str(_FIRST_END + at) for at, name in enumerate(sorted(left))}
        self._open: list[_Scope] = []
        self._made = 0
        self._constants = {
            item.name
            for line in lines
            if isinstance(line.statement, sx.TypeDeclaration)
            and "PARAMETER" in line.statement.attributes
            for item in line.statement.entities
        }

    def run(self) -> Iterator[Line]:
        for at, written in enumerate(self._lines):
            line = self._renamed(written)
            name, text = _without_name(line.text)
            if squeeze(text) == "BLOCK":
                self._block(at, name)
                yield replace(line, statement=sx.Plain("continue"))
            elif _END_BLOCK.match(squeeze(text)) and self._innermost("block"):
                scope = self._open.pop()
                label = line.label or (scope.target if scope.name else None)
                yield replace(line, statement=sx.Plain("continue"), label=label)
            elif found := _CONCURRENT.match(text):
                yield from self._concurrent(line, name, text[found.end() :])
            elif isinstance(line.statement, sx.TypeDeclaration) and self._innermost("block"):
                yield from self._declared(line, line.statement)
            else:
                yield from self._other(line)

    def _innermost(self, kind: str) -> bool:
        return bool(self._open) and self._open[-1].kind == kind

    def _renamed(self, line: Line) -> Line:
        names: dict[str, str] = {}
        for scope in self._open:
            names.update(scope.names)
        text = line.text
        for old, new in names.items():
            word = re.compile(rf"(?<![\w$%]){re.escape(old)}(?![\w$])", re.IGNORECASE)
            text = outside_strings(text, word, new)
        if text == line.text:
            return line
        return replace(line, statement=parse_statement(text), text=text)

    def _new_names(self, names: Sequence[str]) -> dict[str, str]:
        self._made += 1
        return {name: f"{name}${self._made}" for name in names}

    def _block(self, at: int, name: str) -> None:
        declared: list[str] = []
        for line in self._lines[at + 1 :]:
            if isinstance(line.statement, sx.TypeDeclaration):
                declared += [item.name for item in line.statement.entities]
            elif not isinstance(line.statement, sx.Dimensions | sx.Specification | sx.Implicit):
                break
        names = self._new_names(declared)
        self._open.append(_Scope("block", names, name=name, target=str(_FIRST_LABEL + self._made)))

    def _declared(self, line: Line, statement: sx.TypeDeclaration) -> Iterator[Line]:
        """A declaration in a BLOCK: arrays get bounds that are not constant where it begins."""
        own: list[sx.Entity] = []
        if _FIXED.isdisjoint(statement.attributes):
            own = [
                item
                for item in statement.entities
                if any(
                    isinstance(part, sx.Name) and part.name not in self._constants
                    for bound in item.dimensions or statement.dimensions or ()
                    for part in nodes_in(bound)
                )
            ]
        others = tuple(item for item in statement.entities if item not in own)
        if others:
            yield line.saying(replace(statement, entities=others))
        if not own:
            return
        made: list[sx.Node] = []
        opened: list[sx.Entity] = []
        for item in own:
            bounds = item.dimensions or statement.dimensions or ()
            made.append(sx.Apply(sx.Name(item.name), bounds))
            opened.append(replace(item, dimensions=(sx.Triplet(None, None, None),) * len(bounds)))
        attributes = (*statement.attributes, "ALLOCATABLE")
        yield line.saying(sx.TypeDeclaration(statement.type, attributes, None, tuple(opened)))
        yield replace(
            line,
            statement=sx.Allocation("automatic", tuple(made)),
            span=_again(line, 1),
            label=None,
        )

    def _concurrent(self, line: Line, name: str, text: str) -> Iterator[Line]:
        """DO CONCURRENT as nested DOs and an IF; what is not understood stays as it is."""
        end = closing(text, 0)
        header = squeeze(text[1:end])
        header = _TYPE_BEFORE.sub("", header, count=1)
        local = [
            item
            for kind, names in _LOCALITY.findall(squeeze(text[end + 1 :]))
            if kind.startswith("LOCAL")
            for item in names.split(",")
        ]
        loops: list[tuple[str, str]] = []
        mask = ""
        for part in split_commas(header):
            found = _TRIPLET.match(part)
            bounds = None if found is None else _bounds(found[2])
            if found is None or bounds is None:
                mask = part
            else:
                loops.append((found[1], bounds))
        names = self._new_names([*(variable for variable, _ in loops), *local])
        scope = _Scope("do", names)
        made: list[str] = []
        for number, (variable, bounds) in enumerate(loops):
            prefix = f"{name}:" if name and number == len(loops) - 1 else ""
            made.append(f"{prefix}DO {names[variable]}={bounds}")
        ends: list[sx.Statement] = [sx.EndDo()] * len(loops)
        self._open.append(scope)
        if mask:
            (guard,) = (self._renamed(replace(line, text=f"IF ({mask}) THEN")),)
            made.append(guard.text)
            ends.insert(0, sx.EndIf())
        scope.ends = tuple(ends)
        for number, part in enumerate(made):
            label = line.label if number == 0 else None
            yield Line(parse_statement(part), label, _again(line, number), part)

    def _other(self, line: Line) -> Iterator[Line]:
        statement = line.statement
        if isinstance(statement, sx.Do | sx.DoWhile):
            self._open.append(_Scope("loop", label=statement.label))
        elif isinstance(statement, sx.EndDo) and line.label is None:
            scope = self._open.pop() if self._open and self._open[-1].kind != "block" else None
            if scope is not None and scope.ends:
                for number, end in enumerate(scope.ends):
                    yield replace(line, statement=end, span=_again(line, number))
                return
        elif line.label is not None:
            while self._innermost("loop") and self._open[-1].label == line.label:
                self._open.pop()
        end = _END.match(squeeze(line.text)) if self._targets else None
        target = None if end is None else self._targets.get(end[1])
        if target is not None and isinstance(statement, sx.EndConstruct):
            yield Line(sx.Plain("continue"), target, line.span, line.text)
        yield replace(line, statement=self._left(statement))
        if target is not None and not isinstance(statement, sx.EndConstruct):
            yield Line(sx.Plain("continue"), target, _again(line, 1), "")

    def _left(self, statement: sx.Statement) -> sx.Statement:
        """EXIT of a named construct that is no loop is a jump to its end."""
        match statement:
            case sx.LogicalIf(condition, action):
                return sx.LogicalIf(condition, self._left(action))
            case sx.Leave("EXIT", str(name)):
                targets = [item.target for item in self._open if item.name and item.name == name]
                target = targets[-1] if targets else self._targets.get(name)
                return statement if target is None else sx.GoTo(target)
            case _:
                return statement


def _bounds(text: str) -> str | None:
    """``first:last:step`` as the bounds of a DO; None if that is no triplet."""
    parts: list[str] = []
    depth = start = 0
    for at, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if character == ":" and depth == 0:
            parts.append(text[start:at])
            start = at + 1
    parts.append(text[start:])
    return ",".join(parts) if len(parts) in (2, 3) and text[:1] != "=" else None


def _again(line: Line, number: int) -> Span:
    """A span of its own for each statement made of one."""
    return line.span if number == 0 else replace(line.span)
