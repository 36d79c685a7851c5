"""One statement's text to a syntax node, memoised.

Expressions in them are read by ``expressions``, declarations by ``declarations``, statements of Fortran
90 and later by ``modern``, and what none of these accepts by fparser2. A statement that it does not
accept either becomes ``Unreadable`` and costs only itself.

Over 400 lines: one short function for each kind of statement.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from frontends.fortran import declarations
from frontends.fortran import syntax as sx
from frontends.fortran.classify import CONSTRUCT_NAME, DO, FUNCTION, classify
from frontends.fortran.expressions import (
    ExpressionError,
    Parser,
    parse_expression,
    parse_list,
    unquote,
)
from frontends.fortran.headers import function_header, unit_header
from frontends.fortran.hollerith import quote_hollerith
from frontends.fortran.text import closing, plain_label, squeeze

if TYPE_CHECKING:
    from collections.abc import Callable

_memo: dict[str, sx.Statement] = {}
_as_written: dict[str, sx.Statement] = {}
"""The same statements by their texts before blanks are removed: most are written one way only."""


def parse_statement(text: str) -> sx.Statement:
    """Return what the statement ``text`` says; equal squeezed texts share one node."""
    statement = _as_written.get(text)
    if statement is None:
        squeezed = squeeze(quote_hollerith(text) if "H" in text or "h" in text else text)
        statement = _memo.get(squeezed)
        if statement is None:
            statement = _memo[squeezed] = parse_squeezed(squeezed)
        _as_written[text] = statement
    return statement


def clear_memo() -> None:
    """Forget all parsed statements (memory of a long-running process)."""
    _memo.clear()
    _as_written.clear()


_IMAGE = re.compile(r"[A-Z0-9_)]\[")
_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
_WITH_IMAGES = frozenset({"assignment", "call", "read", "write", "print"})


def _may_name_images(kind: str, text: str) -> bool:
    """Statements that are left out where they name a coarray's image; in others it is an unknown."""
    return kind in _WITH_IMAGES or (kind == "modern" and "=>" in text)


def parse_squeezed(text: str) -> sx.Statement:
    """Parse a squeezed statement without the memo."""
    name = None
    match = CONSTRUCT_NAME.match(text)
    if match:
        name, text = match[1], text[match.end() :]
    kind = classify(text)
    frame = _FRAMES.get(kind)
    if "[" in text and _may_name_images(kind, text) and _IMAGE.search(_QUOTED.sub("''", text)):
        return sx.Unmodelled("a coarray of another image", text)
    try:
        if frame is not None:
            return _with_name(frame(text), name)
    except (ExpressionError, ValueError, IndexError) as error:
        reason = str(error)
    else:
        reason = "no statement of this form is known"
    if kind in ("unmodelled", "modern", "attribute", "use"):
        return _opaque(kind, text)
    from frontends.fortran.fparser_bridge import parse_with_fparser  # noqa: PLC0415 - slow import

    return parse_with_fparser(kind, text) or sx.Unreadable(text, reason)


def _with_name(statement: sx.Statement, name: str | None) -> sx.Statement:
    if name is None:
        return statement
    match statement:
        case sx.IfThen(condition):
            return sx.IfThen(condition, name)
        case sx.Do(label, variable, first, last, step):
            return sx.Do(label, variable, first, last, step, name)
        case sx.DoWhile(label, condition):
            return sx.DoWhile(label, condition, name)
        case sx.SelectCase(selector):
            return sx.SelectCase(selector, name)
        case sx.Associate(pairs):
            return sx.Associate(pairs, name)
        case sx.SelectType(alias, selector):
            return sx.SelectType(alias, selector, name)
        case _:
            return statement


_WORDS = re.compile(r"^(END|SYNC|EVENT|FORM|CHANGE|FAIL|CALL)(?=.)")


def _opaque(kind: str, text: str) -> sx.Statement:
    word = re.match(r"[A-Z]+", text)
    keyword = _WORDS.sub(r"\1 ", word[0]) if word else kind
    if kind in ("unmodelled", "modern"):
        return sx.Unmodelled(keyword.lower(), text)
    return sx.Specification(kind, text)


def assignment(text: str) -> sx.Statement:
    """Read ``target = value``; raise ``ExpressionError`` if it is none."""
    parser = Parser(text)
    target = parser.target()
    parser.expect("=")
    value = parser.expression()
    parser.end()
    return sx.Assignment(target, value)


def _if_then(text: str) -> sx.Statement:
    return sx.IfThen(parse_expression(text[3 : text.rindex(")")]))


def _else_if(text: str) -> sx.Statement:
    return sx.ElseIf(parse_expression(text[7 : text.rindex(")")]))


def _closed(text: str, start: int) -> int:
    """Return where the parenthesis at ``text[start]`` is closed; raise if nowhere."""
    end = closing(text, start)
    if end < 0:
        raise ExpressionError("a parenthesis is not closed")
    return end


def _logical_if(text: str) -> sx.Statement:
    end = _closed(text, 2)
    action = parse_squeezed(text[end + 1 :])
    if isinstance(action, sx.Unreadable):
        raise ExpressionError(action.reason)
    return sx.LogicalIf(parse_expression(text[3:end]), action)


def _arithmetic_if(text: str) -> sx.Statement:
    end = _closed(text, 2)
    labels = [_label(part) for part in text[end + 1 :].split(",")]
    if len(labels) == 2:
        # Two-branch form of old CDC compilers: non-zero (true), zero (false).
        labels = [labels[0], labels[1], labels[0]]
    negative, zero, positive = labels
    return sx.ArithmeticIf(parse_expression(text[3:end]), (negative, zero, positive))


def _do(text: str) -> sx.Statement:
    match = DO.match(text)
    if match is None:
        raise ExpressionError("a DO without its bounds")
    bounds = parse_list(match[3])
    if len(bounds) not in (2, 3):
        raise ExpressionError(f"a DO with {len(bounds)} bounds")
    label = _label(match[1]) if match[1] else None
    return sx.Do(label, match[2], bounds[0], bounds[1], bounds[2] if len(bounds) > 2 else None)


_DO_WHILE = re.compile(r"DO(\d*),?WHILE")


def _do_while(text: str) -> sx.Statement:
    match = _DO_WHILE.match(text)
    if match is None or not text.endswith(")"):
        raise ExpressionError("a DO WHILE without its condition")
    label = _label(match[1]) if match[1] else None
    return sx.DoWhile(label, parse_expression(text[match.end() + 1 : -1]))


def _do_forever(text: str) -> sx.Statement:
    return sx.DoWhile(_label(text[2:]) if len(text) > 2 else None, None)


def _call(text: str) -> sx.Statement:
    parser = Parser(text[4:])
    name = parser.take()
    arguments: tuple[sx.Node, ...] = ()
    if "%" in text and parser.token in ("(", "%"):
        return _call_of_component(text)
    if parser.token == "(":
        parser.take()
        arguments = parser.arguments()
    parser.end()
    return sx.Call(name, arguments)


def _call_of_component(text: str) -> sx.Statement:
    parser = Parser(text[4:])
    node, arguments = parser.target(), tuple[sx.Node, ...]()
    parser.end()
    if isinstance(node, sx.Apply):
        node, arguments = node.base, node.arguments
    if isinstance(node, sx.Name):
        return sx.Call(node.name, arguments)
    if not isinstance(node, sx.Component):
        raise ExpressionError("a call of something that is no procedure")
    return sx.Call(node.name, arguments, node)


def _goto(text: str) -> sx.Statement:
    return sx.GoTo(_label(text[4:]))


def _computed_goto(text: str) -> sx.Statement:
    end = _closed(text, 4)
    labels = tuple(_label(part) for part in text[5:end].split(","))
    return sx.ComputedGoTo(labels, parse_expression(text[end + 1 :].lstrip(",")))


def _assigned_goto(text: str) -> sx.Statement:
    variable, _, rest = text[4:].partition("(")
    labels = tuple(_label(part) for part in rest.rstrip(")").split(",")) if rest else ()
    return sx.AssignedGoTo(variable.rstrip(","), labels)


_ASSIGN = re.compile(r"ASSIGN(\d+)TO([A-Z][\w$]*)$")


def _assign(text: str) -> sx.Statement:
    match = _ASSIGN.match(text)
    if match is None:
        raise ExpressionError("ASSIGN label TO variable expected")
    return sx.Assign(_label(match[1]), match[2])


def _return(text: str) -> sx.Statement:
    return sx.Return(parse_expression(text[6:]) if len(text) > 6 else None)


def _leave(keyword: str) -> Callable[[str], sx.Statement]:
    def frame(text: str) -> sx.Statement:
        return sx.Leave(keyword, text[len(keyword) :] or None)

    return frame


def _plain(keyword: str) -> Callable[[str], sx.Statement]:
    return lambda _text: sx.Plain(keyword)


def _constant(statement: sx.Statement) -> Callable[[str], sx.Statement]:
    return lambda _text: statement


def _select(text: str) -> sx.Statement:
    return sx.SelectCase(parse_expression(text[11 : _closed(text, 10)]))


def _case(text: str) -> sx.Statement:
    if text.startswith("CASEDEFAULT"):
        return sx.CaseLabel(None)
    parser = Parser(text[5:])
    values = parser.arguments()
    return sx.CaseLabel(values)


def _include(text: str) -> sx.Statement:
    return sx.Include(unquote(text[7:]))


def _entry(text: str) -> sx.Statement:
    header = unit_header("entry", text)
    return sx.Entry(header.name, header.dummies)


_DEC_DIRECT_ACCESS = re.compile(r"\((\w+)'([^']*)\)")


def _input_output(keyword: str, spelled: str | None = None) -> Callable[[str], sx.Statement]:
    start = len(spelled or keyword)

    def frame(text: str) -> sx.Statement:
        rest = _DEC_DIRECT_ACCESS.sub(r"(\1,REC=\2)", text[start:], count=1)
        if keyword == "print" or (keyword == "read" and not rest.startswith("(")):
            return _short_form(keyword, rest)
        if not rest.startswith("("):
            return sx.InputOutput(keyword, ((None, parse_expression(rest)),), ())
        end = _closed(rest, 0)
        controls = Parser(rest[1 : end + 1]).arguments()
        return sx.InputOutput(keyword, _controls(controls), _items(rest[end + 1 :].lstrip(",")))

    return frame


def _short_form(keyword: str, rest: str) -> sx.Statement:
    """PRINT format, items / READ format, items."""
    parser = Parser(rest)
    control: sx.Node
    if parser.token == "*":
        parser.take()
        control = sx.Star(None)
    else:
        control = parser.expression()
    items: tuple[sx.Node, ...] = ()
    if parser.token == ",":
        parser.take()
        items = _rest_of_list(parser)
    parser.end()
    name = "FMT" if keyword == "read" else None  # READ (5) has nothing but a unit
    return sx.InputOutput(keyword, ((name, control),), items)


def _items(text: str) -> tuple[sx.Node, ...]:
    return parse_list(text) if text else ()


def _rest_of_list(parser: Parser) -> tuple[sx.Node, ...]:
    if not parser.token:
        return ()
    items = [parser.expression()]
    while parser.token == ",":
        parser.take()
        if not parser.token:
            break
        items.append(parser.expression())
    return tuple(items)


def _controls(arguments: tuple[sx.Node, ...]) -> tuple[tuple[str | None, sx.Node], ...]:
    return tuple(
        (argument.name, argument.value) if isinstance(argument, sx.Keyword) else (None, argument)
        for argument in arguments
    )


def _label(text: str) -> str:
    if not text.isdecimal():
        raise ExpressionError(f"no label: {text}")
    return plain_label(text)


_NAMELIST_GROUP = re.compile(r"/(\w+)/([^/]+)")


def _namelist(text: str) -> sx.Statement:
    groups = _NAMELIST_GROUP.findall(text[8:])
    return sx.Namelist(
        tuple(
            (name, tuple(member for member in members.split(",") if member))
            for name, members in groups
        )
    )


def _function(text: str) -> sx.Statement:
    match = FUNCTION.match(text)
    if match is None:
        raise ExpressionError("a FUNCTION without its name")
    return function_header(text, match)


def _modern(reader: str) -> Callable[[str], sx.Statement]:
    def frame(text: str) -> sx.Statement:
        from frontends.fortran import modern  # noqa: PLC0415 - not for older Fortran

        return modern.statement(text) if reader == "statement" else modern.attribute(text)

    return frame


def _header(kind: str) -> Callable[[str], sx.Statement]:
    return lambda text: unit_header(kind, text)


_FRAMES: dict[str, Callable[[str], sx.Statement]] = {
    "assignment": assignment,
    "ifthen": _if_then,
    "elseif": _else_if,
    "else": _constant(sx.Else()),
    "endif": _constant(sx.EndIf()),
    "if": _logical_if,
    "arithmeticif": _arithmetic_if,
    "do": _do,
    "dowhile": _do_while,
    "doforever": _do_forever,
    "enddo": _constant(sx.EndDo()),
    "call": _call,
    "goto": _goto,
    "computedgoto": _computed_goto,
    "assignedgoto": _assigned_goto,
    "assign": _assign,
    "return": _return,
    "stop": _plain("stop"),
    "pause": _plain("pause"),
    "continue": _plain("continue"),
    "exit": _leave("EXIT"),
    "cycle": _leave("CYCLE"),
    "select": _select,
    "case": _case,
    "endselect": _constant(sx.EndSelect()),
    "modern": _modern("statement"),
    "attribute": _modern("attribute"),
    "coarray": lambda text: _opaque("unmodelled", text),
    "include": _include,
    "entry": _entry,
    "end": _constant(sx.End()),
    "contains": _constant(sx.Contains()),
    "program": _header("program"),
    "subroutine": _header("subroutine"),
    "blockdata": _header("blockdata"),
    "module": _header("module"),
    "function": _function,
    "type": declarations.type_declaration,
    "dimension": declarations.dimension,
    "common": declarations.common,
    "parameter": declarations.parameters,
    "implicit": declarations.implicit,
    "external": declarations.names("external"),
    "intrinsic": declarations.names("intrinsic"),
    "save": declarations.names("save"),
    "data": declarations.data,
    "equivalence": declarations.equivalence,
    "namelist": _namelist,
    "region": lambda text: _opaque("region", text),
    "endregion": lambda text: _opaque("endregion", text),
    "use": lambda text: _opaque("use", text),
    "specification": lambda text: _opaque("specification", text),
    "read": _input_output("read"),
    "write": _input_output("write"),
    "print": _input_output("print"),
    "punch": _input_output("print", "punch"),
    "typeout": _input_output("print", "type"),
    "accept": _input_output("read", "accept"),
    "open": _input_output("open"),
    "close": _input_output("close"),
    "inquire": _input_output("inquire"),
    "rewind": _input_output("rewind"),
    "flush": _input_output("flush"),
    "backspace": _input_output("backspace"),
    "endfile": _input_output("endfile"),
}
