"""PAMELA files from trees: one way to write each, so that what is written, read and written again
stays the same text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.pamela.tree import Apply, Condition, Group, Repeat, UseTerm

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.pamela.tree import Equation, File, Formula, Parameter, Remarks, ResourceLine, Term

_WIDTH = 80
_MARGIN = "  "


def text_of(file: File) -> str:
    """Return the text of a file; comments stay with the declarations they belong to."""
    sections = (
        [_Declaration(f'import "{path}";') for path, _ in file.imports],
        [_Declaration(_parameter(item), item.remarks) for item in file.parameters],
        [_Declaration(_resource(item), item.remarks) for item in file.resources],
        [_Declaration(f"|{name}| = {number.written};") for name, number in file.servers],
        [_Declaration(equation_text(item), item.remarks) for item in file.equations],
    )
    lines: list[str] = []
    for section in sections:
        for place, item in enumerate(section):
            if lines and (place == 0 or item.above):
                lines.append("")
            lines += [_remark(text) for text in item.above]
            lines.append(f"{item.text}  {_remark(item.behind)}" if item.behind else item.text)
    if file.remarks:
        lines += [""] * bool(lines) + [_remark(text) for text in file.remarks]
    return "\n".join(lines) + "\n"


class _Declaration:
    def __init__(self, text: str, remarks: Remarks | None = None) -> None:
        self.text = text
        self.above = () if remarks is None else remarks.above
        self.behind = "" if remarks is None else remarks.behind


def _remark(text: str) -> str:
    return f"// {text}".rstrip()


def _parameter(item: Parameter) -> str:
    value = "" if item.value is None else f" = {item.value.written}"
    return f"param {item.name}{value};"


def _resource(item: ResourceLine) -> str:
    text = f"resource {item.name}"
    if item.first is not None and item.last is not None:
        text += f"[{item.first.written} .. {item.last.written}]"
    return f"{text};" if item.servers is None else f"{text}({item.servers.written});"


def equation_text(item: Equation) -> str:
    """Return an equation, over several lines where it is long."""
    arguments = f"({', '.join(item.arguments)})" if item.arguments else ""
    head = f"{item.name}{arguments} ="
    line = f"{head} {_line(item.term)};"
    if len(line) <= _WIDTH:
        return line
    term = item.term
    if isinstance(_only(term), Group):
        first, *others = _lines(term, "")
        return "\n".join([f"{head} {first}", *others]) + ";"
    return "\n".join([head, *_lines(term, _MARGIN)]) + ";"


def _only(term: Term) -> Term:
    """A group of one is what is in it."""
    while isinstance(term, Group) and len(term.parts) == 1:
        term = term.parts[0]
    return term


def _line(term: Term) -> str:
    """A term on one line."""
    term = _only(term)
    match term:
        case UseTerm() | Apply():
            return _leaf(term)
        case Group(is_parallel=is_parallel, parts=parts):
            between = " || " if is_parallel else "; "
            return f"{{ {between.join(map(_line, parts))} }}" if parts else "skip"
        case Repeat():
            return f"{_head(term)} {_line(term.body)}"
        case Condition(no=None):
            return f"{_test(term)} {_line(term.yes)}"
        case Condition(yes=yes, no=no):
            assert no is not None
            return f"{_test(term)} {_closed(yes)} else {_line(no)}"


def _lines(term: Term, margin: str) -> Iterator[str]:
    """A term over as many lines as it needs."""
    term = _only(term)
    line = margin + _line(term)
    if len(line) < _WIDTH or isinstance(term, UseTerm | Apply):
        yield line
        return
    match term:
        case Group(is_parallel=is_parallel, parts=parts):
            yield f"{margin}{{"
            for part in parts:
                *first, last = _lines(part, margin + _MARGIN)
                yield from first
                yield last + (" ||" if is_parallel else ";") * (part is not parts[-1])
            yield f"{margin}}}"
        case Repeat():
            yield from _headed(_head(term), term.body, margin)
        case Condition(yes=yes, no=no):
            if no is not None and _takes_else(yes):
                yield f"{margin}{_test(term)} {{"
                yield from _lines(yes, margin + _MARGIN)
                yield f"{margin}}}"
            else:
                yield from _headed(_test(term), yes, margin)
            if no is not None:
                yield from _headed("else", no, margin)


def _headed(head: str, body: Term, margin: str) -> Iterator[str]:
    if isinstance(_only(body), Group):
        first, *others = _lines(body, margin)
        yield f"{margin}{head} {first.lstrip()}"
        yield from others
        return
    yield margin + head
    yield from _lines(body, margin + _MARGIN)


def _closed(yes: Term) -> str:
    """What stands before an ``else``: in braces where the ``else`` could belong inside it."""
    return f"{{ {_line(yes)} }}" if _takes_else(yes) else _line(yes)


def _takes_else(term: Term) -> bool:
    term = _only(term)
    while isinstance(term, Repeat):
        term = _only(term.body)
    return isinstance(term, Condition)


def _test(term: Condition) -> str:
    return f"if ({'prob ' * term.is_chance}{term.test.written})"


def _head(term: Repeat) -> str:
    ends = [f"{term.index} = {term.first.written}", term.last.written]
    if term.step is not None:
        ends.append(term.step.written)
    return f"{'par' if term.is_parallel else 'seq'} ({', '.join(ends)})"


def _leaf(term: UseTerm | Apply) -> str:
    if isinstance(term, Apply):
        arguments = ", ".join(item.written for item in term.arguments)
        return f"{term.name}({arguments})" if arguments else term.name
    time = _time(term.law, term.time, term.spread)
    if term.resource is None:
        return f"delay({time})"
    member = "" if term.member is None else f"[{term.member.written}]"
    return f"use({term.resource}{member}, {time})"


def _time(law: str, time: Formula, spread: Formula | None) -> str:
    if not law:
        return time.written
    return f"{law}({time.written}{'' if spread is None else f', {spread.written}'})"
