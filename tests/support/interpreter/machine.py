"""A whole program to Python code, and its runs."""

from __future__ import annotations

import struct
import sys
from dataclasses import dataclass, field
from itertools import islice, repeat
from typing import TYPE_CHECKING, Any, NoReturn

from frontends.fortran.intrinsics import INTRINSICS
from frontends.registry import SourceOptions
from sad.ir.expr import Type
from sad.ir.program import UnitKind
from tests.support.interpreter import arithmetic, intrinsics, storage, wide
from tests.support.interpreter.details import details_of
from tests.support.interpreter.errors import InvalidRun, NotInterpreted, StepLimit, Stopped
from tests.support.interpreter.events import Event, Events
from tests.support.interpreter.list_input import EndOfInput, ListInput
from tests.support.interpreter.names import CLEAR, identifier
from tests.support.interpreter.unit_code import UnitCode

if TYPE_CHECKING:
    import ast
    from collections.abc import Callable, Mapping, Sequence
    from types import CodeType

    from sad.ir.program import Program, Unit
    from tests.support.interpreter.events import Node

LIMIT = 20_000_000
"""Loop iterations and jumps of one run, unless said otherwise."""

_BROKEN = (TypeError, IndexError, ZeroDivisionError, OverflowError, ValueError, struct.error)
_DEEPEST = 20_000


@dataclass(frozen=True, slots=True)
class Run:
    """The counts of one run, by event."""

    events: Events
    counts: list[int]

    def count(self, event: Event, node: Node) -> int:
        """Return how often an event happened."""
        number = self.events.find(event, node)
        return 0 if number is None else self.counts[number]


@dataclass(frozen=True, slots=True)
class Interpreter:
    """A program made ready to run; every run starts from fresh memory."""

    program: Program
    events: Events
    buffers: dict[str, int]
    code: CodeType
    missing: frozenset[str]
    tools: Mapping[str, Any] = field(default_factory=dict[str, Any])

    def run(
        self,
        entry: str | None = None,
        arguments: Sequence[object] = (),
        stdin: str = "",
        limit: int = LIMIT,
    ) -> Run:
        """Run the main program, or the unit ``entry`` with scalar ``arguments``.

        Raises ``NotInterpreted``, ``InvalidRun`` or ``StepLimit``.
        """
        counts = [0] * len(self.events.keys)
        fuel = repeat(True, limit)
        scope = self._scope(counts, fuel, stdin)
        pairs = [item for value in arguments for item in ([value], 0)]
        depth = sys.getrecursionlimit()
        sys.setrecursionlimit(_DEEPEST)
        try:
            exec(self.code, scope)
            scope[f"f_{identifier(entry or self._main().name)}"](*pairs)
        except Stopped:
            pass
        except EndOfInput:
            raise InvalidRun("no more input") from None
        except _BROKEN as error:
            raise InvalidRun(f"{type(error).__name__}: {error}") from error
        finally:
            sys.setrecursionlimit(depth)
        if not next(fuel, False):
            raise StepLimit(f"more than {limit} steps")
        return Run(self.events, counts)

    def _main(self) -> Unit:
        for unit in self.program.units:
            if unit.kind is UnitKind.PROGRAM:
                return unit
        raise NotInterpreted("no main program")

    def _scope(self, counts: list[int], fuel: repeat[bool], stdin: str) -> dict[str, Any]:
        memory = storage.Memory()
        for name, size in self.buffers.items():
            memory.reserve(name, size)
        scope: dict[str, Any] = {
            **{name: getattr(arithmetic, name) for name in _OPERATIONS},
            **intrinsics.FUNCTIONS,
            **wide.FUNCTIONS,
            "heap": wide.Heap(),
            "Growing": wide.Growing,
            "Record": wide.Record,
            "SectionStore": storage.SectionStore,
            "single": storage.single,
            "PartOfString": storage.PartOfString,
            "character_dummy": storage.character_dummy,
            "Type": Type,
            "EndOfInput": EndOfInput,
            "memory": memory,
            "stdin": ListInput(stdin),
            "c": counts,
            "fuel": fuel,
            "islice": islice,
            "out_of_fuel": _out_of_fuel,
            "stop": _stop,
            **self.tools,
        }

        def evaluated(event: int) -> bool:
            counts[event] += 1
            return True

        scope["evaluated"] = evaluated
        for name in self.missing:
            scope[f"f_{identifier(name)}"] = _external(name)
        return scope


_OPERATIONS = (
    "overflow", "outside", "not_interpreted", "divide", "integer_power", "power", "trips",
    "to_integer", "single_complex", "pad", "order", "part", "with_part", "both", "either",
)  # fmt: skip


def interpreter(
    program: Program,
    text: str | None = None,
    options: SourceOptions | None = None,
    change: Callable[[str, Events], ast.Module] | None = None,
) -> Interpreter:
    """Make a program ready to run; ``text`` is its source where that is not a file.

    ``change`` may turn the text of the code into another one; what that calls goes into ``tools``.
    Raises ``NotInterpreted`` for what can be seen before the run.
    """
    details = details_of(program, text, options or SourceOptions())
    events = Events()
    units = [UnitCode(unit, details, events, number) for number, unit in enumerate(program.units)]
    buffers: dict[str, int] = {}
    for unit in units:
        for name, size in unit.buffers.items():
            buffers[name] = max(buffers.get(name, 0), size)
    lines = [line for unit in units for line in (*unit.stores, *unit.functions)]
    lines += [line for unit in units for line in unit.data]
    own = {unit.name for unit in program.units}
    for alias, name in program.aliases.items():
        if name in own:
            lines.append(f"f_{identifier(alias)} = f_{identifier(name)}")
    text_of_all = "\n".join(lines) + "\n"
    made = text_of_all if change is None else change(text_of_all, events)
    code = compile(made, "<program>", "exec")
    called = {name for unit in units for name in unit.called}
    defined = {line[4:].split("(")[0] for line in lines if line.startswith("def ")}
    defined |= {f"f_{identifier(alias)}" for alias, name in program.aliases.items() if name in own}
    missing = frozenset(name for name in called if f"f_{identifier(name)}" not in defined)
    return Interpreter(program, events, buffers, code, missing)


def _external(name: str) -> Callable[..., Any]:
    """Return what a name means that no unit defines: an intrinsic that is passed, or nothing."""
    info = INTRINSICS.get(name)
    if info is not None and f"intrinsic_{info.generic}" in intrinsics.FUNCTIONS:
        function = intrinsics.FUNCTIONS[f"intrinsic_{info.generic}"]
        double = name[0] in "DCZ" and name not in ("CABS", "CHAR", "COS", "COSH", "CONJG")

        def intrinsic(*pairs: Any) -> Any:
            value = function(*(pairs[at][pairs[at + 1]] for at in range(0, len(pairs), 2)))
            return storage.single(value) if isinstance(value, float) and not double else value

        return intrinsic

    if name == CLEAR:
        return _clear
    if name in ("ALLOCATE", "DEALLOCATE"):
        return lambda *_: None

    def refuse(*_: Any) -> NoReturn:
        if name == "EXIT":
            raise Stopped
        raise NotInterpreted(f"{name} is not in the source")

    return refuse


def _clear(
    store: Any, at: int, value: Any, value_at: int, size: Any, size_at: int, element: int | None
) -> None:
    """Set bytes to zero, as C's partial initialisers do first; elements have ``element`` bytes."""
    if value[value_at] != 0 or not element or size[size_at] % element:
        raise NotInterpreted(f"{CLEAR} of other than whole elements to zero")
    for index in range(at, at + size[size_at] // element):
        store[index] = 0


def _out_of_fuel() -> NoReturn:
    raise StepLimit("too many steps")


def _stop() -> NoReturn:
    raise Stopped
