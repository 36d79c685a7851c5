"""What the C files of a program say about each other: functions by name, what is reached through
their arguments, which globals change.

Structures passed by pointer are flattened: the integer members a function reaches through a parameter
(``m->nrows``), itself or in what it calls, become hidden arguments of it.
"""

from __future__ import annotations

import itertools
from functools import partial
from typing import TYPE_CHECKING

from frontends.c.passing import let_escape, let_meet, only_frees, pass_arrays
from frontends.c.scope import Kind
from frontends.c.types import (
    Array,
    Function,
    Pointer,
    Record,
    Scalar,
    is_plain,
    is_plain_integer,
    member,
    members_of,
)
from sad.records import field, mutable, record

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pycparser import c_ast

    from frontends.c.bind import FunctionInfo, Path
    from frontends.c.image import Image
    from frontends.c.scope import Entity
    from frontends.c.types import CType

_MOST_HIDDEN = 40
_MOST_ELEMENTS = 8  # of an array that is handed over
_LONGEST_PATH = 4
_MOST_RESULTS = 12
_IN_COPIES = partial(is_plain, elements=_MOST_ELEMENTS)


@record
class Hidden:
    """A member reached through the parameter at ``position``."""

    position: int
    path: Path


@mutable
class FunctionRecord:
    """A function of the program: in which file, its IR name, its hidden arguments.

    ``results`` are the integer members of the structure it gives back, or a pointer to one.
    """

    file: str
    name: str
    info: FunctionInfo
    hidden: dict[Hidden, None] = field(default_factory=dict[Hidden, None])
    results: tuple[Path, ...] = ()


@mutable
class ProgramFacts:
    """All C functions of the program, and the globals that are written or whose address is taken.

    ``shared`` are the functions other files see, ``own`` those of each file by file and name,
    ``by_unit`` all by their IR names. ``whole`` tells that the program has a main function,
    ``initials`` are the initialisers of globals, ``images`` what they give by the id of their syntax,
    ``names`` what their identifiers mean; ``defined`` are the globals the source defines. ``targets``
    are the functions that pointers are set to, by member or global; ``unclear`` that some go to
    pointers in ways not followed. ``loose`` are the functions, ``escaped`` the members whose address
    goes somewhere; functions are by the file that means them and their name there. ``closed`` tells
    that every function called is in the program or in a library that knows nothing of it.
    ``starts`` are the functions that start by themselves, by their IR names;
    ``bytewise`` tells that pointers to characters may lead to objects of any type, ``resigned`` are the
    sizes of integers that may be read with a sign and stored without, or the other way round.
    """

    shared: dict[str, FunctionRecord] = field(default_factory=dict[str, FunctionRecord])
    own: dict[tuple[str, str], FunctionRecord] = field(
        default_factory=dict[tuple[str, str], FunctionRecord]
    )
    written: set[str] = field(default_factory=set[str])
    handed: set[str] = field(default_factory=set[str])
    library: frozenset[str] = frozenset()
    callers: frozenset[str] = frozenset()
    whole: bool = False
    main_is_called: bool = False
    closed: bool = True
    by_unit: dict[str, FunctionRecord] = field(default_factory=dict[str, FunctionRecord])
    initials: dict[str, c_ast.Node] = field(default_factory=dict[str, "c_ast.Node"])
    images: dict[int, Image] = field(default_factory=dict[int, "Image"])
    names: dict[int, Entity] = field(default_factory=dict[int, "Entity"])
    defined: set[str] = field(default_factory=set[str])
    targets: dict[str, set[tuple[str, str]]] = field(
        default_factory=dict[str, set[tuple[str, str]]]
    )
    unclear: bool = False
    loose: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    escaped: set[str] = field(default_factory=set[str])
    bytewise: bool = False
    resigned: set[int] = field(default_factory=set[int])
    starts: dict[str, FunctionRecord] = field(default_factory=dict[str, "FunctionRecord"])

    def started(self, file: str, names: set[str]) -> set[str]:
        """Note functions that start by themselves; return the globals that they may change."""
        changed: set[str] = set()
        todo = [self.function(file, name) for name in sorted(names)]
        found: dict[str, FunctionRecord] = {}
        while todo:
            record = todo.pop()
            if record is None or record.name in found:
                continue
            found[record.name] = record
            todo += [self.function(record.file, name) for name in record.info.calls]
            for entity in record.info.globals.values():
                if entity.assigned or entity.stored or entity.handed or entity.passed:
                    changed.add(global_block(entity, record.file))
        self.starts |= {
            record.name: record
            for name in names
            if (record := self.function(file, name)) is not None
        }
        return changed

    def escape(self, names: set[str]) -> None:
        """Note globals whose address is taken."""
        self.handed |= names

    def pointed(self, key: str) -> str | None:
        """Return the one function that a member or global pointer is ever set to, if that is seen.

        It goes by its IR name, or its own if it is not in the program.
        """
        found = {
            name if (record := self.function(file, name)) is None else record.name
            for file, name in self.targets.get(key, ())
        }
        return next(iter(found)) if len(found) == 1 and not self.unclear else None

    def loosened(self) -> list[str]:
        """Return the functions whose address goes somewhere, by their IR names."""
        found = (self.function(file, name) for file, name in self.loose)
        return sorted({record.name for record in found if record is not None})

    def function(self, file: str, name: str) -> FunctionRecord | None:
        """Return the function a file means by a name; None if it is not in the program."""
        return self.own.get((file, name)) or self.shared.get(name)


def collect(
    functions: Iterable[tuple[str, FunctionInfo]],
    library: frozenset[str],
    callers: frozenset[str] = frozenset(),
) -> ProgramFacts:
    """Return the facts of a program from its functions, each with its file.

    ``library`` are the functions of the C library that keep no pointers, ``callers`` those that call
    what they are passed, and hand it on to nobody.
    """
    facts = ProgramFacts(library=library, callers=callers)
    records: list[FunctionRecord] = []
    for file, info in functions:
        record = FunctionRecord(file, info.entity.name, info, results=result_members(info))
        records.append(record)
        if info.entity.internal:
            facts.own.setdefault((file, info.entity.name), record)
        else:
            facts.shared.setdefault(info.entity.name, record)
        facts.whole |= info.entity.name == "main"
        facts.main_is_called |= "main" in info.calls or "main" in info.loose
        for entity in info.globals.values():
            name = global_block(entity, file)
            if entity.assigned or entity.stored:
                facts.written.add(name)
            if entity.handed or entity.escapes or entity.passed:
                facts.handed.add(name)
        for key, names in info.targets.items():
            facts.targets.setdefault(key, set()).update((file, name) for name in names)
        facts.unclear |= info.unclear
        facts.loose |= {(file, name) for name in info.loose}
        facts.escaped |= info.escaped
    for record in records:
        for (callee, position), names in record.info.disguised.items():
            known = facts.function(record.file, callee)
            if not callee or (known is not None and not only_frees(known, position, facts)):
                facts.escaped |= names
        facts.resigned |= record.info.resigned
        for callee in record.info.bytewise:
            facts.bytewise |= not callee or facts.function(record.file, callee) is not None
    untyped = {item for record in records for item in record.info.untyped}
    typed = {item for record in records for item in record.info.typed}
    facts.resigned |= {size for size, signed in untyped if (size, not signed) in typed}
    let_escape(records, facts)
    let_meet(records, facts)
    pass_arrays(records, facts)
    _name_units(records, facts)
    facts.by_unit = {record.name: record for record in reversed(records)}
    _find_hidden(records, facts)
    return facts


def global_block(entity: Entity, file: str) -> str:
    """Return the name of a global's place in memory: files do not share static ones."""
    return f"{file}:{entity.name}" if entity.internal else entity.name


def _name_units(records: list[FunctionRecord], facts: ProgramFacts) -> None:
    """Static functions whose name means something else in another file get their file's name added."""
    elsewhere: dict[str, set[str]] = {}
    for function in records:
        elsewhere.setdefault(function.name, set()).add(function.file)
        for name in function.info.calls:
            if facts.function(function.file, name) is None:
                elsewhere.setdefault(name, set()).add(function.file)
    taken: set[str] = set()
    for function in records:
        if function.info.entity.internal and len(elsewhere[function.name]) > 1:
            stem = function.file.replace("\\", "/").rsplit("/", 1)[-1].rsplit(".", 1)[0]
            name, number = f"{function.name}.{stem}", 2
            while name in taken:  # files of one name in several folders
                name = f"{function.name}.{stem}{number}"
                number += 1
            function.name = name
            taken.add(name)


def _find_hidden(records: list[FunctionRecord], facts: ProgramFacts) -> None:
    """Own members first, then those of callees until nothing is new."""
    for function in records:
        positions = {item: number for number, item in enumerate(function.info.parameters)}
        for entity, position in positions.items():
            if isinstance(entity.type, Record):  # a copy, which goes on to others as a whole
                paths = itertools.islice(members_of(entity.type, _IN_COPIES), _MOST_RESULTS)
                function.hidden |= dict.fromkeys(Hidden(position, path) for path in paths)
        for entity, paths in function.info.members.items():
            position = positions.get(entity)
            if position is None or (entity.assigned and isinstance(entity.type, Pointer)):
                continue
            for path in paths:
                if hidden_type(entity, path) is not None:
                    function.hidden[Hidden(position, path)] = None
    changed = True
    while changed:
        changed = False
        for function in records:
            changed |= _from_callees(function, facts)


def _from_callees(function: FunctionRecord, facts: ProgramFacts) -> bool:
    before = len(function.hidden)
    positions = {item: number for number, item in enumerate(function.info.parameters)}
    for handed in function.info.handed:
        position = positions.get(handed.entity)
        callee = facts.function(function.file, handed.callee)
        if position is None or callee is None or handed.entity.assigned:
            continue
        for item in list(callee.hidden):
            path = (*handed.path, *item.path)
            if (
                item.position == handed.position
                and len(path) <= _LONGEST_PATH
                and len(function.hidden) < _MOST_HIDDEN
                and hidden_type(handed.entity, path) is not None
            ):
                function.hidden.setdefault(Hidden(position, path))
    return len(function.hidden) != before


def hidden_type(entity: Entity, path: Path) -> Scalar | Array | None:
    """Return the type of a member that callers hand over: it is reached from one structure.

    It is an integer, or a short array of such.
    """
    if entity.kind is not Kind.PARAMETER or entity.subscripted:
        return None
    kind: CType = entity.type.to if isinstance(entity.type, Pointer) else entity.type
    for name in path:
        if isinstance(kind, Pointer):
            kind = kind.to
        found = member(kind, name) if isinstance(kind, Record) else None
        if found is None:
            return None
        kind = found[-1].type
    if isinstance(kind, Array) and 0 < (kind.length or 0) <= _MOST_ELEMENTS:
        return kind if isinstance(kind.of, Scalar) and kind.of.is_integer else None
    return kind if isinstance(kind, Scalar) and kind.is_integer else None


def result_members(info: FunctionInfo) -> tuple[Path, ...]:
    """Return the integer members of the structure that a function gives back or points to; of a copy
    all that are single values, and short arrays.
    """
    kind = info.entity.type
    result = kind.result if isinstance(kind, Function) else None
    record = result.to if isinstance(result, Pointer) else result
    if not isinstance(record, Record):
        return ()
    takes = _IN_COPIES if record is result else is_plain_integer
    return tuple(itertools.islice(members_of(record, takes), _MOST_RESULTS))
