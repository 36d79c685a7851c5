"""Macros of C and their expansion (ISO C 6.10.3, with GNU's named and swallowed variadics).

Text without macros is copied as it is. A token on the way through an expansion carries the macros
it came from, its hide set (Prosser's algorithm), so that no macro is expanded inside itself.
"""

from __future__ import annotations

import re
from functools import lru_cache

from sad.records import field, mutable, record

_QUOTED = r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'"
_NUMBER = r"\.?\d(?:[eEpP][+-]|[\w.]|'(?=\w))*"
_SCAN = re.compile(rf"{_QUOTED}|{_NUMBER}|[A-Za-z_$][\w$]*")
_TOKEN = re.compile(
    rf"\s+|{_QUOTED}|{_NUMBER}|[A-Za-z_$][\w$]*|\.\.\.|<<=|>>=|##|->|\+\+|--|<<|>>|&&|\|\||"
    r"[-+*/%&|^=<>!]=|.",
    re.DOTALL,
)
_DEFINE = re.compile(r"([A-Za-z_$][\w$]*)(?:\(([^)]*)\))?\s*(.*)", re.DOTALL)
_AROUND_PASTE = re.compile(r"\s*##\s*")
MAX_TOKENS = 1_000_000
"""Tokens that one use of a macro may grow to."""

_MAX_NESTED = 500  # uses in arguments of uses; each looks at all that is inside

_PADDING = "\x1f"
"""Keeps the tokens around an expansion apart; no blank of the source, which # would show."""

_BLANKS = (" ", _PADDING)
_NOTHING: frozenset[str] = frozenset()
Token = tuple[str, frozenset[str]]


class MacroError(Exception):
    """A definition that is none, or an expansion that does not end."""


@record
class Macro:
    """A macro: ``parameters`` is None for an object-like one; ``body`` is tokens and blanks."""

    parameters: tuple[str, ...] | None
    body: tuple[str, ...]
    variadic: str | None = None
    special: bool = False


def tokens_of(text: str) -> list[str]:
    """Return the tokens of ``text``; each stretch of white space is one blank."""
    return [" " if token.isspace() else token for token in _TOKEN.findall(text)]


@lru_cache(maxsize=65536)
def parse_define(text: str) -> tuple[str, Macro]:
    """Return the name and macro of a ``#define``'s text; raises ``MacroError``."""
    match = _DEFINE.match(text)
    if not match:
        raise MacroError("#define without a name")
    name, inside, body = match[1], match[2], match[3].rstrip()
    tokens = tokens_of(_AROUND_PASTE.sub("##", body) if "##" in body else body)
    if inside is None:
        return name, Macro(None, tuple(tokens))
    parameters = [word.strip() for word in inside.split(",") if word.strip()]
    variadic = None
    if parameters and parameters[-1].endswith("..."):
        variadic = parameters[-1][:-3].strip() or "__VA_ARGS__"
        parameters[-1] = variadic
    for word in parameters:
        if not word.replace("$", "_").isidentifier():
            raise MacroError(f"#define {name}: bad parameter {word!r}")
    return name, Macro(tuple(parameters), _without_blanks_after_hash(tokens), variadic)


def _without_blanks_after_hash(tokens: list[str]) -> tuple[str, ...]:
    return tuple(
        token for at, token in enumerate(tokens) if token != " " or not at or tokens[at - 1] != "#"
    )


@mutable
class Expander:
    """Expands the macros of ``macros``, which the owner changes as directives are read.

    ``pasted`` collects what ``##`` makes of the arguments of macros.
    """

    macros: dict[str, Macro] = field(default_factory=dict[str, Macro])
    file: str = ""
    counter: int = 0
    line: int = 1
    pasted: set[str] = field(default_factory=set[str])
    _left: int = MAX_TOKENS
    _nested: int = 0

    def expand(self, text: str, line: int) -> str:
        """Return ``text``, which starts in ``line``, expanded; it keeps its line breaks.

        The breaks between the arguments of a macro come after its expansion, which is thus on
        the line of its name. Raises ``MacroError`` if a macro grows without end, ``RecursionError``
        if macros are nested too deeply in each other's arguments.
        """
        macros = self.macros
        out: list[str] = []
        copied = counted = 0
        for match in _SCAN.finditer(text):
            start = match.start()
            if start < copied or match[0] not in macros:
                continue
            line += text.count("\n", counted, start)
            counted, self.line, self._left, self._nested = start, line, MAX_TOKENS, 0
            out.append(text[copied:start])
            source = _Source(text, match.end())
            result = self._run([(match[0], _NOTHING)], source)
            copied = source.position
            out.append(f" {''.join(result)} ".replace(_PADDING, " "))
            breaks = text.count("\n", start, copied)
            if breaks:
                out.append("\n" * breaks)
        out.append(text[copied:])
        return "".join(out)

    def _run(self, stack: list[Token], source: _Source | None) -> list[str]:
        return [token for token, _ in self._expand(stack, source)]

    def _expand(self, stack: list[Token], source: _Source | None) -> list[Token]:
        """Expand the tokens of ``stack`` (the first on top); arguments may come from ``source``."""
        out: list[Token] = []
        macros = self.macros
        while stack:
            token, hidden = item = stack.pop()
            macro = macros.get(token)
            if macro is None or token in hidden:
                out.append(item)
                continue
            if macro.special:
                out.append((self._special(token), _NOTHING))
                continue
            if macro.parameters is None:
                body = _pasted(macro.body)
                self._push(stack, [(word, hidden | {token}) for word in body])
                continue
            arguments = _arguments(stack, source, macro)
            if arguments is None:
                out.append(item)
                continue
            body = self._substitute(macro, arguments)
            inner = hidden | {token}
            self._push(stack, [(word, inner | hide if hide else inner) for word, hide in body])
        return out

    def _expanded(self, argument: list[Token]) -> list[Token]:
        self._nested += 1
        if self._nested > _MAX_NESTED:
            raise RecursionError
        found = self._expand(list(reversed(argument)), None)
        self._nested -= 1
        self._left -= len(found)
        return found

    def _push(self, stack: list[Token], body: list[Token]) -> None:
        self._left -= len(body) + 2
        if self._left < 0:
            raise MacroError("a macro grows beyond all bounds")
        stack.append((_PADDING, _NOTHING))
        stack.extend(reversed(body))
        stack.append((_PADDING, _NOTHING))

    def _special(self, name: str) -> str:
        if name == "__LINE__":
            return str(self.line)
        if name == "__FILE__":
            escaped = self.file.replace("\\", "\\\\").replace('"', '\\"')
            return f'"{escaped}"'
        self.counter += 1
        return str(self.counter - 1)

    def _substitute(self, macro: Macro, arguments: dict[str, list[Token]]) -> list[Token]:
        """Return the body with arguments put in: expanded, or as written beside # and ##."""
        expanded: dict[str, list[Token]] = {}
        out: list[Token] = []
        body = macro.body
        at, paste = 0, False
        while at < len(body):
            token = body[at]
            at += 1
            if token == "##" and at > 1 and at < len(body):
                paste = True
                continue
            new: list[Token]
            if token == "#" and at < len(body) and body[at] in arguments:
                new = [(_stringify(arguments[body[at]]), _NOTHING)]
                at += 1
            elif token == "__VA_OPT__" and macro.variadic:
                inside, at = _group(body, at)
                empty = not _bare(arguments[macro.variadic])
                part = Macro(macro.parameters, () if empty else inside, macro.variadic)
                new = self._substitute(part, arguments)
            elif token in arguments:
                raw = arguments[token]
                if paste and token == macro.variadic and out and out[-1][0] == ",":
                    paste = False  # GNU: `, ## args` drops the comma when there are none
                    if not _bare(raw):
                        out.pop()
                if paste or body[at : at + 1] == ("##",):
                    new = _bare(raw) or [("", _NOTHING)]
                else:
                    if token not in expanded:
                        expanded[token] = self._expanded(raw)
                    new = [(_PADDING, _NOTHING), *expanded[token], (_PADDING, _NOTHING)]
            else:
                new = [(token, _NOTHING)]
            if paste and out and new:
                left, right = out.pop(), new[0]
                out.append((left[0] + right[0], left[1] & right[1]))
                self.pasted.add(left[0] + right[0])
                new = new[1:]
            paste = False
            out.extend(new)
        return [item for item in out if item[0]]


@mutable
class _Source:
    """The text after a macro's name, from which its arguments may be taken."""

    text: str
    position: int

    def take(self) -> str | None:
        """Return the next token."""
        match = _TOKEN.match(self.text, self.position)
        if match is None:
            return None
        self.position = match.end()
        return match[0]


def _pasted(body: tuple[str, ...]) -> list[str]:
    """Return an object-like macro's body with ``##`` carried out."""
    if "##" not in body:
        return list(body)
    out: list[str] = []
    paste = False
    for at, token in enumerate(body):
        if token == "##" and 0 < at < len(body) - 1:
            paste = True
        elif paste:
            out[-1] += token
            paste = False
        else:
            out.append(token)
    return out


def _group(body: tuple[str, ...], at: int) -> tuple[tuple[str, ...], int]:
    """Return what is in the parentheses that start at ``at``, and the place after them."""
    while at < len(body) and body[at] == " ":
        at += 1
    depth, start = 0, at + 1
    while at < len(body):
        depth += {"(": 1, ")": -1}.get(body[at], 0)
        at += 1
        if depth == 0:
            return body[start : at - 1], at
    return body[start:], at


def _bare(tokens: list[Token]) -> list[Token]:
    """Return tokens without the blanks around them."""
    start, end = 0, len(tokens)
    while start < end and tokens[start][0] in _BLANKS:
        start += 1
    while end > start and tokens[end - 1][0] in _BLANKS:
        end -= 1
    return tokens[start:end]


def _stringify(tokens: list[Token]) -> str:
    parts: list[str] = []
    for token, _ in _bare(tokens):
        quoted = token[0] in "\"'"
        parts.append(token.replace("\\", "\\\\").replace('"', '\\"') if quoted else token)
    text = re.sub(r" +", " ", "".join(parts).replace(_PADDING, ""))
    return f'"{text}"'


def _arguments(
    stack: list[Token], source: _Source | None, macro: Macro
) -> dict[str, list[Token]] | None:
    """Take a macro's arguments; None, and nothing taken, if no parenthesis follows."""
    at = len(stack) - 1
    while at >= 0 and stack[at][0] in _BLANKS:
        at -= 1
    if at >= 0:
        if stack[at][0] != "(":
            return None
        del stack[at:]
    else:
        if source is None:
            return None
        start = source.position
        token = source.take()
        while token is not None and token.isspace():
            token = source.take()
        if token != "(":
            source.position = start
            return None
        stack.clear()
    return _bind(_collect(stack, source), macro)


def _collect(stack: list[Token], source: _Source | None) -> list[list[Token]]:
    """Take tokens up to the parenthesis that closes the arguments."""
    found: list[list[Token]] = [[]]
    depth = 1
    while True:
        if stack:
            item = stack.pop()
        else:
            token = source.take() if source else None
            if token is None:
                raise MacroError("a macro's arguments have no closing parenthesis")
            item = (" " if token.isspace() else token, _NOTHING)
        token = item[0]
        if token == "(":
            depth += 1
        elif token == ")":
            depth -= 1
            if depth == 0:
                return found
        elif token == "," and depth == 1:
            found.append([])
            continue
        found[-1].append(item)


def _bind(found: list[list[Token]], macro: Macro) -> dict[str, list[Token]]:
    parameters = macro.parameters or ()
    if macro.variadic is not None:
        fixed = len(parameters) - 1
        rest: list[Token] = []
        for index, argument in enumerate(found[fixed:]):
            if index:
                rest.append((",", _NOTHING))
            rest.extend(argument)
        found = [*found[:fixed], rest]
    bound: dict[str, list[Token]] = {name: [] for name in parameters}
    for name, argument in zip(parameters, found, strict=False):
        bound[name] = _bare(argument)
    return bound
