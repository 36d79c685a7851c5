"""Operations of a procedure for given arguments, from its stub and from its source."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from frontends.registry import SourceOptions, read_program
from sad.algebra import atoms
from sad.algebra.evaluate import compile_polys
from sad.analysis.unit import analyse
from sad.diagnostics import Diagnostics
from sad.evaluation.model import build_model
from sad.ir.expr import Type
from sad.ir.program import Program, SourceFile
from sad.lowering.build import describe
from sad.profiles.settings import Settings
from sad.stubs.link import with_stubs
from tests.support.model import program_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from sad.algebra.evaluate import Number
    from sad.model.nodes import Description
    from sad.stubs.schema import Stub, StubArgument

_DECLARED = {Type.DOUBLE: "DOUBLE PRECISION", Type.DOUBLE_COMPLEX: "COMPLEX*16"}


def caller(stub: Stub, values: Mapping[str, str]) -> str:
    """Return a program unit with one call; ``values`` are arguments as source text."""
    lines = ["SUBROUTINE CALLER"]
    actual: list[str] = []
    for number, argument in enumerate(stub.arguments):
        name = f"V{number}"
        actual.append(values.get(argument.name, name))
        if actual[-1] == name:
            lines.append(f"{_declared(argument.type)} {name}{_extent(argument)}")
    call = f"{stub.name}({', '.join(actual)})"
    if stub.result is None:
        lines.append(f"CALL {call}")
    else:
        lines += [f"{_declared(stub.result)} {stub.name}, R", f"R = {call}"]
    return "".join(f"      {line}\n" for line in [*lines, "END"])


def _declared(kind: Type) -> str:
    return _DECLARED.get(kind, kind.upper())


def _extent(argument: StubArgument) -> str:
    return "(99)" if argument.is_array else ""


@dataclass(frozen=True)
class Counted:
    """Operations of one procedure as formulas over its arguments."""

    name: str
    keys: tuple[str, ...]
    counts: object
    symbols: frozenset[str]

    def at(self, values: Mapping[str, Number], others: Number = 0) -> dict[str, Number]:
        """Return the counts for ``values`` by argument; all ``others`` have one value."""
        known = dict.fromkeys(self.symbols, others)
        known |= {f"{self.name}.{argument}": value for argument, value in values.items()}
        numbers = self.counts(known)
        return {key: value for key, value in zip(self.keys, numbers, strict=True) if value}


def _counted(description: Description, name: str) -> Counted:
    model = build_model(description, name, Settings(), assume=("no-error-exits",))
    totals = {}
    for block in model.expansion.blocks:
        for line in block.block.lines:
            for key, number in line.operations.items():
                totals[key] = (
                    totals[key] + block.count * number if key in totals else block.count * number
                )
    symbols = frozenset[str]().union(*map(atoms.free_symbols, totals.values()))
    return Counted(name, tuple(totals), compile_polys(list(totals.values())), symbols)


def of_stub(name: str, stubs: Mapping[str, Stub]) -> Counted:
    """Return what a stub counts."""
    return call_of_stub(caller(stubs[name], {}), stubs, name)


def call_of_stub(text: str, stubs: Mapping[str, Stub], name: str = "CALLER") -> Counted:
    """Return what is counted from ``name`` on, procedures that ``text`` calls being stubs."""
    diagnostics = Diagnostics()
    linked = with_stubs(program_of(text), stubs, diagnostics)
    assert not diagnostics.items
    return _counted(describe(analyse(linked.program), linked.outside), name)


def of_source(name: str, files: Iterable[Path]) -> Counted:
    """Return what is counted in the source of a procedure and of those it calls."""
    return _counted(describe(analyse(Program(_read(files)))), name)


def call_of_source(text: str, files: Iterable[Path]) -> Counted:
    """Return what is counted in a calling unit and the source of what it calls."""
    return _counted(describe(analyse(Program((*program_of(text).files, *_read(files))))), "CALLER")


def _read(files: Iterable[Path]) -> tuple[SourceFile, ...]:
    return read_program([str(file) for file in files], SourceOptions(), Diagnostics()).files
