"""Symbols, units, files and programs."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from sad.records import field, record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.diagnostics import Span
    from sad.ir.expr import Expr, Type
    from sad.ir.runs import Run
    from sad.ir.stmt import Stmt


class Storage(StrEnum):
    """Where a name lives, or what it stands for."""

    LOCAL = "local"
    DUMMY = "dummy"
    COMMON = "common"
    RESULT = "result"
    CONSTANT = "constant"
    PROCEDURE = "procedure"
    HOST = "host"


class UnitKind(StrEnum):
    """What a program unit is."""

    PROGRAM = "program"
    SUBROUTINE = "subroutine"
    FUNCTION = "function"
    BLOCK_DATA = "block data"
    MODULE = "module"


ANY_MEMORY = "any"
"""The class of memory of what a pointer without a type leads to: it may be of every class."""

FORTRAN_TARGETS = "target "
"""Begins the classes of memory of Fortran's pointers and of what these may lead to."""
IS_THERE = "$A"
"""Ends the name of the logical beside a pointer or allocatable array: whether it has a place."""
POINTS_TO = "$R"
"""Ends the name of the integer beside a pointer of Fortran to one structure: the address of that."""


def may_meet(one: str | None, other: str | None) -> bool:
    """Whether pointers into two classes of memory may lead to one place."""
    if one is None or other is None:
        return False
    if one == other or ANY_MEMORY in (one, other):
        return True
    kind, _, component = one.partition("%")
    other_kind, _, other_component = other.partition("%")
    is_open = not (component and other_component)  # such a pointer leads to components as well
    return is_open and kind == other_kind and kind.startswith(FORTRAN_TARGETS)


@record
class Dimension:
    """Bounds of one array dimension; ``upper`` is None for an assumed size."""

    lower: Expr | None
    upper: Expr | None


@record
class Symbol:
    """A name of a unit.

    ``block`` and ``offset`` place a COMMON (or C global) variable: bytes from the block's start, None
    where a preceding size is not constant. ``shares`` names the group of names that overlap in memory
    (EQUIVALENCE, unions); of local ones the offset counts from the group's start. ``value`` is a
    named constant's value, ``initial`` what a scalar holds at load, ``runs`` what an array's elements
    do; without any nothing is known. Character constants there are as written: blanks follow.
    ``spelling`` is the name as the source writes it. ``memory`` is the class of memory that pointers
    may also reach: writing one name of a class may change all others of it. ``reached`` are the
    pointers a name is reached through: it is another one once they are assigned. ``row_major`` arrays
    have the last subscript's elements next to each other. ``declared`` names are of one object each:
    two of these are never the same place. What a unit does to a dummy ``by_value`` stays there.
    ``volatile`` ones change by themselves. No other name leads to what is ``alone`` (C's restrict, and
    arrays that the only call of a static function tells apart).
    The bounds of an ``open`` array are variables that change while the unit runs (Fortran's ALLOCATE).
    An ``open`` text is as long as what was assigned to it.
    """

    name: str
    type: Type
    storage: Storage
    dimensions: tuple[Dimension, ...] = ()
    size_bytes: int | None = None
    block: str | None = None
    offset: int | None = None
    shares: str | None = None
    value: Expr | None = None
    initial: Expr | None = None
    saved: bool = False
    spelling: str = ""
    memory: str | None = None
    reached: tuple[str, ...] = ()
    row_major: bool = False
    declared: bool = False
    by_value: bool = False
    volatile: bool = False
    alone: bool = False
    runs: tuple[Run, ...] = ()
    open: bool = False


def is_behind_reference(symbol: Symbol) -> bool:
    """Whether a name is in what a pointer of Fortran to one structure leads to."""
    return bool(symbol.reached) and symbol.reached[-1].endswith(POINTS_TO)


@record
class Declaration:
    """A non-executable statement; what it says stands in the symbols.

    ``name`` is that of the variable it declares, where that is only known in a part of the unit.
    """

    kind: str
    span: Span = field(compare=False)
    name: str = ""


class Construct(NamedTuple):
    """A construct of OpenMP or OpenACC, the ``language``; ``name`` is that of its directive.

    What is in a ``team`` runs once for each thread, but for what is in constructs that are ``shared``
    inside it: this runs once in all, by whatever threads. Of the variables in ``copied`` each thread
    has its own, whose value is gone behind the construct. ``odd`` ones change how many threads there
    are, or who runs what, in a way that is not modelled; ``problems`` say what is not understood.
    ``clauses`` are as written, ``argument`` is the name of a critical region. ``sections`` are the
    lines on which its sections begin, ``goes_on`` tells that its END says NOWAIT.
    """

    language: str
    span: Span
    team: bool = False
    copied: frozenset[str] = frozenset()
    name: str = ""
    shared: bool = False
    odd: bool = False
    clauses: tuple[tuple[str, str | None], ...] = ()
    problems: tuple[str, ...] = ()
    argument: str | None = None
    sections: tuple[int, ...] = ()
    goes_on: bool = False

    @property
    def text(self) -> str:
        """The directive as people write it."""
        shown = [name if said is None else f"{name}({said})" for name, said in self.clauses]
        return " ".join((self.name, *shown))


@record
class Unit:
    """A program unit: its interface, names and executable statements.

    ``header`` and ``end`` are None where the source leaves the statement out. ``host`` names the
    enclosing unit of an internal or module procedure. ``hidden`` are further dummy arguments that
    calls pass as their ``hidden`` ones: what the unit reaches through its pointers to structures.
    ``sequential`` are parallel constructs in it that are read as if they were not there.
    ``key`` is a name of the unit that is unique in the program.
    """

    name: str
    kind: UnitKind
    dummies: tuple[str, ...]
    result: str | None
    symbols: Mapping[str, Symbol]
    declarations: tuple[Declaration, ...]
    body: tuple[Stmt, ...]
    span: Span = field(compare=False)
    header: Span | None = field(compare=False, default=None)
    end: Span | None = field(compare=False, default=None)
    host: str | None = None
    spelling: str = field(compare=False, default="")
    hidden: tuple[str, ...] = ()
    sequential: tuple[Construct, ...] = field(compare=False, default=())
    key: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        key = f"{self.span.file}:{self.span.line}:{self.name}"
        object.__setattr__(self, "key", key)

    @property
    def every_dummy(self) -> tuple[str, ...]:
        """The dummy arguments, hidden ones after the others."""
        return self.dummies + self.hidden


USED = "USE "
"""In front of a module's name where it stands among included files."""


class Inclusion(NamedTuple):
    """A file's name in an INCLUDE line or directive, the file that has it, and the one found."""

    name: str
    asked_in: str
    found: str | None


@record
class SourceFile:
    """One source file read to IR. ``statements`` is how many statements its reader saw.

    ``bounded`` are procedures outside the source, of the language's library, that change nothing but
    what their arguments lead to. ``included`` are the files that Fortran source includes, ``text`` is
    a digest of what its statements say, wherever they stand.
    """

    path: str
    language: str
    units: tuple[Unit, ...]
    lines: int
    statements: int
    case_sensitive: bool = False
    bounded: frozenset[str] = frozenset()
    included: tuple[Inclusion, ...] = field(compare=False, default=())
    text: str = field(compare=False, default="")


@record
class Program:
    """All files of one analysis.

    ``aliases`` are further names of procedures, by which code in another language calls them.
    """

    files: tuple[SourceFile, ...]
    aliases: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def units(self) -> tuple[Unit, ...]:
        """All units, in file and source order."""
        return tuple(unit for file in self.files for unit in file.units)
