"""Texts of PAMELA to trees.

    file     = { "param" NAME ["=" value] {"," ...} ";" | "import" TEXT ";" | "|" NAME "|" "=" n ";"
             | "resource" NAME ["[" a ".." b "]"] ["(" n ")"] {"," ...} ";"
             | NAME ["(" names ")"] "=" term ";" }
    term     = sequence { "||" sequence }
    sequence = prefix { ";" prefix }
    prefix   = ("seq" | "par") "(" NAME "=" a "," b ["," step] ")" prefix
             | "if" "(" ["prob"] condition ")" prefix ["else" prefix]
             | "use" "(" NAME ["[" member "]"] "," time ")" | "delay" "(" time ")" | "skip"
             | NAME ["(" arguments ")"] | "{" term "}"

An equation ends at the ``;`` before a declaration, another equation or the end of the file.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from sad.diagnostics import Span, input_error
from sad.pamela.tree import (
    Apply,
    Condition,
    Equation,
    File,
    Formula,
    Group,
    Parameter,
    Remarks,
    Repeat,
    ResourceLine,
    UseTerm,
)
from sad.records import replace

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn

    from sad.pamela.tree import Term

UNITS = ("s", "ms", "us", "ns")
"""Units of times that may stand behind a number."""
LAWS = {"exp": 1, "uniform": 2, "normal": 2}
"""Random times, with how many arguments they have."""
_DECLARING = frozenset(("param", "resource", "import"))
_KEYWORDS = _DECLARING | {"seq", "par", "if", "else", "use", "delay", "skip", "prob"}
_TOKEN = re.compile(
    r"(?P<blank>[ \t\r\f\v]+|(?://|\#)(?P<remark>[^\n]*)|(?P<line>\n))"
    r"|(?P<number>\d+(?:\.(?!\.)\d*)?(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)"
    r"|(?P<name>[A-Za-z_]\w*)"
    r"|(?P<text>\"[^\"\n]*\")"
    r"|(?P<sign>\|\||\.\.|\*\*|//|[=!<>]=|[-+*/%()\[\]{},:;<>=|])"
)
_SYNTAX = "SAD962"
_Declared = TypeVar("_Declared", Parameter, ResourceLine)
_Item = TypeVar("_Item")


class _Token(NamedTuple):
    kind: str
    text: str
    line: int
    column: int


def parse(text: str, path: str) -> File:
    """Return what stands in a file; raises SAD962 with line and column where it is no PAMELA."""
    return _Parser(text, path).file()


def _tokens(text: str, path: str, remarks: dict[int, str]) -> list[_Token]:
    """The tokens of a text; comments go to ``remarks``, by line."""
    found: list[_Token] = []
    line, start, at = 1, 0, 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            span = Span(path, line, line, at - start + 1)
            raise input_error(_SYNTAX, f"{text[at]!r} means nothing here", span, "")
        if match["blank"] is None:
            found.append(_Token(match.lastgroup or "", match[0], line, at - start + 1))
        if match["remark"] is not None:
            remarks[line] = match["remark"].strip()
        at = match.end()
        if match["line"] is not None:
            line, start = line + 1, at
    found.append(_Token("end", "", line, at - start + 1))
    return found


class _Parser:
    def __init__(self, text: str, path: str) -> None:
        self._path = path
        self._lines = text.count("\n") + (not text.endswith("\n"))
        self._remarks: dict[int, str] = {}
        self._tokens = _tokens(text, path, self._remarks)
        self._at = 0
        self._parameters: list[Parameter] = []
        self._resources: list[ResourceLine] = []
        self._servers: list[tuple[str, Formula]] = []
        self._equations: list[Equation] = []
        self._imports: list[tuple[str, Span]] = []
        self._mixed: list[Span] = []

    # --- tokens ------------------------------------------------------------------------------------

    @property
    def _next(self) -> _Token:
        return self._tokens[self._at]

    def _ahead(self, count: int) -> str:
        place = self._at + count
        return self._tokens[place].text if place < len(self._tokens) else ""

    def _span(self, token: _Token | None = None) -> Span:
        token = token or self._next
        return Span(self._path, token.line, token.line, token.column)

    def _fail(self, expected: str, hint: str = "") -> NoReturn:
        found = self._next.text or "the end of the file"
        raise input_error(_SYNTAX, f"{expected} is expected, not {found}", self._span(), hint)

    def _take(self, text: str) -> _Token:
        if self._next.text != text:
            self._fail(repr(text))
        self._at += 1
        return self._tokens[self._at - 1]

    def _is(self, text: str) -> bool:
        """Whether a token is the next one; then it is taken."""
        found = self._next.text == text and self._next.kind in ("sign", "name")
        self._at += found
        return found

    def _name(self, what: str) -> _Token:
        if self._next.kind != "name" or self._next.text in _KEYWORDS:
            self._fail(what)
        self._at += 1
        return self._tokens[self._at - 1]

    def _formula(self, what: str, *ends: str) -> Formula:
        """An expression up to the first of ``ends`` outside parentheses, which is not taken."""
        first, depth, parts, written, before = self._next, 0, list[str](), list[str](), self._next
        while True:
            token = self._next
            if token.kind == "end" or (depth == 0 and token.text in ends) or token.text in "{};":
                break
            depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(token.text, 0)
            if depth < 0:
                break
            self._at += 1
            end = before.column + len(before.text)
            apart = token is not first and (token.line, token.column) != (before.line, end)
            written.append(f" {token.text}" if apart else token.text)
            before = token
            if token.kind == "number" and self._next.text in UNITS:
                parts.append(f"({token.text}*${self._next.text})")
                written.append(f" {self._next.text}")
                before = self._next
                self._at += 1
            else:
                parts.append(f" {token.text} " if token.kind == "name" else token.text)
        if not parts:
            self._fail(what)
        return Formula("".join(parts).strip(), "".join(written), self._span(first))

    # --- declarations ------------------------------------------------------------------------------

    def file(self) -> File:
        while self._next.kind != "end":
            if self._is("param"):
                self._each(self._parameter, self._parameters)
            elif self._is("resource"):
                self._each(self._resource, self._resources)
            elif self._is("import"):
                self._import()
            elif self._is("|"):
                name = self._name("the name of a resource").text
                self._take("|")
                self._take("=")
                self._servers.append((name, self._formula("a number of servers")))
                self._take(";")
            else:
                self._equation()
        return File(
            self._path,
            self._lines,
            tuple(self._parameters),
            tuple(self._resources),
            tuple(self._servers),
            tuple(self._equations),
            tuple(self._imports),
            tuple(self._mixed),
            self._above(),
        )

    def _above(self) -> tuple[str, ...]:
        """The comments before the next token that nothing has yet."""
        lines = [line for line in self._remarks if line < self._next.line or self._is_end]
        return tuple(self._remarks.pop(line) for line in sorted(lines))

    @property
    def _is_end(self) -> bool:
        return self._next.kind == "end"

    def _noted(self, above: tuple[str, ...], line: int) -> Remarks:
        """The comments of a declaration that ends in a line; those inside it come before it."""
        behind = self._remarks.pop(line, "")
        inside = [self._remarks.pop(number) for number in sorted(self._remarks) if number < line]
        return Remarks((*above, *inside), behind)

    def _each(self, one: Callable[[], None], made: list[_Declared]) -> None:
        """Declarations with commas between: comments above are the first one's, others the last's."""
        place, above = len(made), self._above()
        one()
        while self._is(","):
            one()
        remarks = self._noted((), self._take(";").line)
        made[-1] = replace(made[-1], remarks=remarks)
        first = made[place].remarks
        made[place] = replace(made[place], remarks=replace(first, above=(*above, *first.above)))

    def _parameter(self) -> None:
        token = self._name("the name of a parameter")
        value = self._formula("a value", ",") if self._is("=") else None
        self._parameters.append(Parameter(token.text, self._span(token), value))

    def _resource(self) -> None:
        token = self._name("the name of a resource")
        first = last = servers = None
        if self._is("["):
            first = self._formula("the first member", "..")
            self._take("..")
            last = self._formula("the last member", "]")
            self._take("]")
        if self._is("("):
            servers = self._formula("a number of servers", ")")
            self._take(")")
        self._resources.append(ResourceLine(token.text, self._span(token), first, last, servers))

    def _import(self) -> None:
        if self._next.kind != "text":
            self._fail("a file name in quotes", 'for instance import "machine.pam";')
        token = self._take(self._next.text)
        self._imports.append((token.text[1:-1], self._span(token)))
        self._take(";")

    def _equation(self) -> None:
        above = self._above()
        token = self._name("a declaration or an equation")
        arguments = self._in_parentheses(lambda: self._name("the name of an argument").text)
        self._take("=")
        term = self._term()
        remarks = self._noted(above, self._take(";").line)
        self._equations.append(Equation(token.text, self._span(token), arguments, term, remarks))

    def _in_parentheses(self, one: Callable[[], _Item]) -> tuple[_Item, ...]:
        """Items with commas between, if there is a parenthesis."""
        found: list[_Item] = []
        if self._is("("):
            found.append(one())
            while self._is(","):
                found.append(one())
            self._take(")")
        return tuple(found)

    # --- terms -------------------------------------------------------------------------------------

    def _term(self) -> Term:
        span = self._span()
        parts = [self._sequence()]
        while self._is("||"):
            parts.append(self._sequence())
        if len(parts) == 1:
            return parts[0][0]
        if any(is_mixed for _, is_mixed in parts):
            self._mixed.append(span)
        return Group(span, is_parallel=True, parts=tuple(part for part, _ in parts))

    def _sequence(self) -> tuple[Term, bool]:
        """Terms in sequence, and whether they are several without braces around."""
        span = self._span()
        parts = [self._prefix()]
        while not self._ends_equation() and self._is(";"):
            if self._next.text == "}":  # a ; before the brace
                break
            parts.append(self._prefix())
        if len(parts) == 1:
            return parts[0], False
        return Group(span, is_parallel=False, parts=tuple(parts)), True

    def _ends_equation(self) -> bool:
        """Whether what follows the ``;`` is no term."""
        following = self._ahead(1)
        if following in _DECLARING or following in ("", "|"):
            return True
        token = self._tokens[self._at + 1]
        if token.kind != "name" or token.text in _KEYWORDS:
            return False
        if self._ahead(2) == "=":
            return True
        if self._ahead(2) != "(":
            return False
        place = 3
        while self._ahead(place) not in (")", "", ";"):
            place += 1
        return self._ahead(place) == ")" and self._ahead(place + 1) == "="

    def _prefix(self) -> Term:
        span = self._span()
        match self._next.text:
            case "seq" | "par":
                return self._repeat(span)
            case "if":
                return self._if(span)
            case "use" | "delay":
                return self._use(span)
            case "skip":
                self._at += 1
                return Group(span, is_parallel=False, parts=())
            case "{":
                self._at += 1
                found = self._term()
                self._take("}")
                return found
            case _:
                token = self._name("a term")
                given = self._in_parentheses(lambda: self._formula("an argument", ",", ")"))
                return Apply(span, token.text, given)

    def _repeat(self, span: Span) -> Repeat:
        word = self._take(self._next.text).text
        self._take("(")
        index = self._name("an index").text
        self._take("=")
        first = self._formula("the first value", ",", ")")
        self._take(",")
        last = self._formula("the last value", ",", ")")
        step = self._formula("a step", ")") if self._is(",") else None
        self._take(")")
        return Repeat(span, word == "par", index, first, last, step, self._prefix())

    def _if(self, span: Span) -> Condition:
        self._take("if")
        self._take("(")
        is_chance = self._is("prob")
        test = self._formula("a condition", ")")
        self._take(")")
        yes = self._prefix()
        no = self._prefix() if self._is("else") else None
        return Condition(span, test, is_chance, yes, no)

    def _use(self, span: Span) -> UseTerm:
        word = self._take(self._next.text).text
        self._take("(")
        resource = member = None
        if word == "use":
            resource = self._name("a resource").text
            if self._is("["):
                member = self._formula("a member", "]")
                self._take("]")
            self._take(",")
        law, spread = "", None
        if self._next.text in LAWS and self._ahead(1) == "(":
            law = self._take(self._next.text).text
            self._take("(")
            time = self._formula("a time", ",", ")")
            if LAWS[law] > 1:
                self._take(",")
                spread = self._formula("a time", ")")
            self._take(")")
        else:
            time = self._formula("a time", ")")
        self._take(")")
        return UseTerm(span, resource, member, time, law, spread)
