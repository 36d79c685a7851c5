"""Machine instructions as a disassembler lists them, and what they do to a processor."""

from __future__ import annotations

from typing import NamedTuple

from sad.records import record


class SourceLine(NamedTuple):
    """A source line an instruction comes from."""

    file: str
    line: int


@record
class Memory:
    """An address: base + index*scale + displacement. Registers are whole ones, empty if absent."""

    base: str
    index: str
    scale: int
    displacement: int
    symbol: str = ""

    @property
    def registers(self) -> tuple[str, ...]:
        """The registers the address is made of."""
        return tuple(name for name in (self.base, self.index) if name)


@record
class Operation:
    """What an instruction does.

    ``key`` is its kind, dotted, most general part first (docs/asm.md), ``reads`` and ``writes`` the
    registers it uses beside those of its address, ``flags`` among them; nobody reads what it leaves in
    those it ``clobbers``. ``memory`` is the place it
    reads (``loads``) and writes (``stores``). ``adds`` is a constant added to a register, ``lanes`` how
    many elements of what size it works on, 0 where that means nothing.
    """

    key: str
    reads: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()
    memory: Memory | None = None
    loads: bool = False
    stores: bool = False
    adds: tuple[str, int] | None = None
    lanes: int = 0
    clobbers: tuple[str, ...] = ()


@record
class Instruction:
    """One instruction. ``target`` is where a jump goes, ``callee`` what a call or jump calls.

    ``conditional`` jumps may fall through; ``ends`` is whether control leaves the function.
    """

    address: int
    mnemonic: str
    operands: tuple[str, ...]
    place: SourceLine | None
    operation: Operation
    target: int | None = None
    callee: str = ""
    conditional: bool = False
    ends: bool = False


@record
class Function:
    """A function of an object file, instructions by ascending address."""

    name: str
    instructions: tuple[Instruction, ...]
