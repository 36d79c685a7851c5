"""Directives of OpenMP and OpenACC: where they are, and the constructs that they begin.

Other directives (``!DIR$``, ``#pragma GCC ivdep``) do not change how often a statement runs.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from sad.diagnostics import Span
from sad.ir.expr import FunctionCall, Variable
from sad.ir.program import Construct, Storage
from sad.ir.stmt import Assign, CallStatement, CountedLoop, InputOutput, Mark, Opaque
from sad.ir.walk import bodies, expressions, statements, walk
from sad.records import replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from frontends.openmp import Directive
    from sad.diagnostics import Diagnostics
    from sad.ir.program import Unit
    from sad.ir.stmt import Stmt

_NAMES = {"omp": "OpenMP", "acc": "OpenACC"}
PRAGMAS = frozenset(_NAMES)
"""First words of pragmas that may begin a construct."""
_SENTINEL = re.compile(r"^([ \t]*)[cC*!]\$(omp|acc)(?![a-z])(.*)$", re.IGNORECASE | re.MULTILINE)
_LINE_MARKER = re.compile(r'#\s*(?:line\s+)?(\d+)\s+"([^"]*)"')
_FIXED_CODE = re.compile(r"^[cC*!]\$(?=[ \t\d]{3}[^\n]|\t)", re.MULTILINE)
_FREE_CODE = re.compile(r"^([ \t]*)!\$(?=[ \t&])", re.MULTILINE)
_NO_CONSTRUCTS = re.compile(r"(?:end|declare|routine\b)", re.IGNORECASE)
"""Directives of OpenACC that end or only declare something."""
_ACC_TEAM = re.compile(r"parallel\b(?![ \t]*loop\b)", re.IGNORECASE)
_TAKEN = "counts are those of nthreads threads, 1 unless set; times of all add up"
_HINT = "it is left out, so counts with several threads are not exact"
_COPIED = re.compile(r"\b(?:first)?private[ \t]*\(([^()]*)\)", re.IGNORECASE)
_SHARED = frozenset(
    ["do", "for", "sections", "single", "master", "masked", "workshare", "loop", "distribute"]
)
_ODD = frozenset(
    {
        "target",
        "teams",
        "loop",
        "distribute",
        "cancel",
        "tile",
        "unroll",
        "task",
        "taskloop",
        "flush",
    }
)
_ODD_CLAUSES = frozenset({"num_threads", "if", "filter", "read", "capture", "compare"})


class Found(NamedTuple):
    """A directive: the text behind its sentinel, and the number of the line it starts on, from 0."""

    language: str
    text: str
    span: Span
    at: int


class Read(NamedTuple):
    """A construct, and of OpenMP the directive that begins or ends it. None: it begins none."""

    construct: Construct | None
    directive: Directive | None
    span: Span


def read_directive(language: str, text: str, span: Span, *, fortran: bool) -> Read:
    """Return what a directive begins or ends; ``language`` is ``omp`` or ``acc``."""
    said = text.strip()
    name = _NAMES[language.lower()]
    if language.lower() == "acc":
        if not said or _NO_CONSTRUCTS.match(said):
            return Read(None, None, span)
        copied = frozenset[str]()
        for found in _COPIED.finditer(said):
            copied |= frozenset(item.strip() for item in found[1].split(","))
        word = re.split(r"\W", said, maxsplit=1)[0].lower()
        return Read(
            Construct(name, span, _ACC_TEAM.match(said) is not None, copied, word), None, span
        )
    from frontends.openmp import DECLARING, parse  # noqa: PLC0415 - not for code without any

    directive = parse(said, fortran=fortran)
    words = directive.words
    if directive.ends or words & DECLARING or directive.name == "section":
        return Read(None, directive, span)
    clauses = tuple((item.name, item.argument) for item in directive.clauses)
    odd = not words.isdisjoint(_ODD) or any(item[0] in _ODD_CLAUSES for item in clauses)
    construct = Construct(
        name,
        span,
        bool(words & {"parallel", "teams"}),
        directive.names("private", "firstprivate"),
        directive.name,
        bool(words & _SHARED),
        odd,
        clauses,
        directive.problems,
        directive.argument if "critical" in words else None,
    )
    return Read(construct, directive, span)


def note_section(constructs: list[Construct], read: Read) -> None:
    """Enter a directive ``section`` in the construct it is of, the last one with sections."""
    if read.directive is None or read.directive.name != "section" or read.directive.ends:
        return
    for place in range(len(constructs) - 1, -1, -1):
        item = constructs[place]
        if "sections" in item.name.split():
            constructs[place] = item._replace(sections=(*item.sections, read.span.line))
            return


def with_copies(unit: Unit, constructs: tuple[Construct, ...]) -> Unit:
    """Return a unit with constructs in it. What a thread's copy held is not known afterwards.

    That is left out of variables that count loops: each loop sets its own again. Variables that only
    stand inside regions to which they are private are like variables declared there; copies that begin
    with what is held outside, and are not changed, are as good as that.
    """
    copied = frozenset[str]().union(*(item.copied for item in constructs))
    counters = {
        item.variable.name for item in statements(unit.body) if isinstance(item, CountedLoop)
    }
    names = (copied & unit.symbols.keys()) - counters - _inside_only(unit, copied)
    names -= _only_read(unit, names)
    symbols = {name: replace(unit.symbols[name], volatile=True) for name in names}
    return replace(unit, symbols={**unit.symbols, **symbols}, sequential=constructs)


def _inside_only(unit: Unit, names: frozenset[str]) -> frozenset[str]:
    """Which of these names only stand in regions that each thread runs all of, private to them."""
    own: list[tuple[Construct, frozenset[str]]] = []
    local = {
        name
        for name in names & unit.symbols.keys()
        if (symbol := unit.symbols[name]).storage is Storage.LOCAL
        and not (symbol.shares or symbol.dimensions or symbol.memory or symbol.saved)
    }
    elsewhere = set(names - local)
    for item in _with_marks(unit.body):
        if isinstance(item, Opaque):  # whatever stands in it
            return frozenset()
        if isinstance(item, Mark):
            construct = item.construct
            if not item.begins:
                own = [pair for pair in own if pair[0].span is not construct.span]
            elif construct.team and not construct.shared:
                own.append((construct, frozenset(_listed(construct, "private"))))
            continue
        known = frozenset[str]().union(*(private for _, private in own))
        mentioned = {
            part.name
            for node in expressions(item)
            for part in walk(node)
            if isinstance(part, Variable)
        }
        elsewhere |= {name for name in mentioned if name.lower() not in known}
    return names - elsewhere


def _listed(construct: Construct, clause: str) -> set[str]:
    """The names in clauses of a construct, in small letters."""
    listed = (said or "" for name, said in construct.clauses if name == clause)
    return {name.strip().lower() for text in listed for name in text.split(",")}


def _only_read(unit: Unit, names: frozenset[str]) -> frozenset[str]:
    """Which of these names are ``firstprivate``, and in such regions handed to nobody and not set."""
    constructs = [item.construct for item in _with_marks(unit.body) if isinstance(item, Mark)]
    first = {name for item in constructs for name in _listed(item, "firstprivate")}
    first -= {name for item in constructs for name in _listed(item, "private")}
    kept = {
        name
        for name in names
        if name.lower() in first
        and not ((symbol := unit.symbols[name]).shares or symbol.dimensions or symbol.memory)
        and symbol.storage in (Storage.LOCAL, Storage.DUMMY)
    }
    inside = 0
    for item in _with_marks(unit.body) if kept else ():
        if isinstance(item, Opaque):
            return frozenset()
        if isinstance(item, Mark):
            if _listed(item.construct, "firstprivate"):
                inside += 1 if item.begins else -1
        elif inside:
            nodes = [part for node in expressions(item) for part in walk(node)]
            given = [part.arguments for part in nodes if isinstance(part, FunctionCall)]
            match item:
                case Assign(target=target):
                    given.append((target,))
                case CallStatement(arguments=arguments, hidden=hidden):
                    given.append((*arguments, *hidden))
                case InputOutput(results=results):
                    given.append(results)
                case _:
                    pass
            kept -= {part.name for some in given for part in some if isinstance(part, Variable)}
    return frozenset(kept)


def _with_marks(body: Sequence[Stmt]) -> Iterator[Stmt]:
    """Every statement in the order of the source, and where constructs begin and end."""
    for statement in body:
        yield statement
        for inner in bodies(statement):
            yield from _with_marks(inner)


def conditional_code(text: str, *, free_form: bool) -> str:
    """Return Fortran with the statements behind ``!$`` as code, as compilers read it with OpenMP."""
    if "$" not in text:
        return text
    if free_form:
        return _FREE_CODE.sub(r"\1  ", text)
    return _FIXED_CODE.sub("  ", text)


def fortran_directives(text: str, file: str, *, free_form: bool) -> list[Found]:
    """Return the directives in comment lines of Fortran; ``# n "file"`` lines set the place."""
    if _SENTINEL.search(text) is None:
        return []
    found: list[Found] = []
    is_continued = False
    for index, (line, place) in enumerate(_places(text, file)):
        match = _SENTINEL.match(line)
        if match is None or not _is_directive(match, free_form=free_form):
            continue
        rest = match[3].rstrip()
        if free_form:
            is_next, is_continued = is_continued, rest.endswith("&")
            rest = rest.removesuffix("&")
            is_next = is_next or rest.startswith("&")
            rest = rest.lstrip().removeprefix("&") if is_next else rest
        else:
            field = 72 - len(match[0]) + len(match[3])
            is_next = rest[:1] not in ("", " ", "0", "\t", "!")
            # A word does not go on across lines, but at column 72.
            rest = rest[1:field].ljust(field)
        rest = rest.partition("!")[0].upper()
        if is_next and found:
            found[-1] = found[-1]._replace(text=f"{found[-1].text}{rest}")
        elif not is_next:
            found.append(Found(match[2].lower(), rest, Span.at(*place), index))
    return found


def _is_directive(match: re.Match[str], *, free_form: bool) -> bool:
    """Whether a line that looks like a directive is one: fixed form has it in column 1."""
    return match[0].lstrip()[0] == "!" if free_form else not match[1]


def _places(text: str, file: str) -> Iterator[tuple[str, tuple[str, int]]]:
    """Yield each line with the file and number that it is from."""
    number = 0
    for line in text.split("\n"):
        number += 1
        yield line, (file, number)
        marker = _LINE_MARKER.match(line) if line.startswith("#") else None
        if marker is not None:
            number, file = int(marker[1]) - 1, marker[2]


class Directives:
    """The directives of a text, given out to the statements that follow them, in order."""

    def __init__(self, text: str, file: str, *, free_form: bool) -> None:
        found = fortran_directives(text, file, free_form=free_form)
        self.all = [
            read_directive(item.language, item.text, item.span, fortran=True) for item in found
        ]
        self._indices = [item.at for item in found]
        self._given = 0
        self._places = [place for _, place in _places(text, file)] if found else []
        self._at = 0

    @property
    def are_left(self) -> bool:
        """Whether some are not given out yet."""
        return self._given < len(self.all)

    def before(self, span: Span) -> tuple[Read, ...]:
        """Return the directives between the last statement asked for and one at this place."""
        self._at = self._places.index((span.file, span.line), self._at)
        first = self._given
        while self.are_left and self._indices[self._given] < self._at:
            self._given += 1
        return tuple(self.all[first : self._given])


def tell_constructs(constructs: Iterable[Construct], diagnostics: Diagnostics) -> None:
    """Note (SAD230) each construct, and warn (SAD231) of what is not understood of it."""
    for item in constructs:
        for problem in item.problems:
            tell_problem(problem, item.span, diagnostics)
        message = f"{item.language} {item.name} is taken as sequential"
        diagnostics.note("SAD230", message, item.span, _TAKEN)


def tell_problem(problem: str, span: Span, diagnostics: Diagnostics) -> None:
    """Warn (SAD231) of a directive that is not understood, or governs nothing where it stands."""
    diagnostics.warning("SAD231", f"OpenMP: {problem}", span, _HINT)
