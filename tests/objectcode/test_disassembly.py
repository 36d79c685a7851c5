"""objdump's listing: functions, lines, jumps, calls, and what instructions do."""

from __future__ import annotations

import pytest

from sad.objectcode.blocks import graph_of
from sad.objectcode.compiling import functions_of, object_format
from sad.objectcode.instruction import Memory, SourceLine
from sad.objectcode.x86 import operation
from tests.objectcode.listings import HEAD, NESTED, SUM

NONE: set[str] = set()


def test_a_listing_gives_functions_with_lines() -> None:
    (function,) = functions_of(SUM)
    assert object_format(SUM) == "elf64-x86-64"
    assert function.name == "total_"
    assert len(function.instructions) == 17
    places = {item.address: item.place for item in function.instructions}
    assert places[0x10] == SourceLine("/w/total.f", 6)
    assert places[0x27] == SourceLine("/w/total.f", 5)


def test_calls_are_named_by_their_relocations() -> None:
    text = HEAD + (
        "0000000000000000 <f>:\n"
        "   0:\tcall   5 <f+0x5>\n\t\t\t1: R_X86_64_PLT32\tsin-0x4\n"
        "   5:\tcall   a <f+0xa>\n\t\t\t6: R_X86_64_PLT32\t_ZGVbN2v_exp-0x4\n"
        "   a:\tjmp    f <f+0xf>\n\t\t\tb: R_X86_64_PLT32\tmemset-0x4\n"
    )
    (function,) = functions_of(text)
    first, second, last = function.instructions
    assert (first.callee, first.operation.key) == ("sin", "call.sin")
    assert second.operation.key == "call.vector.exp"
    assert (last.callee, last.ends, last.target) == ("memset", True, None)


@pytest.mark.parametrize(
    ("text", "key", "reads", "writes"),
    [
        ("add $0x1,%rax", "integer", {"rax"}, {"rax", "flags"}),
        ("lea 0x8(%rsi,%rax,8),%rdi", "address", {"rsi", "rax"}, {"rdi"}),
        ("addsd %xmm1,%xmm0", "add.double.scalar", {"v0", "v1"}, {"v0"}),
        ("vaddpd %ymm1,%ymm2,%ymm3", "add.double.vector256", {"v1", "v2"}, {"v3"}),
        ("vfmadd231sd %xmm1,%xmm2,%xmm3", "fma.double.scalar", {"v1", "v2", "v3"}, {"v3"}),
        ("mulps (%rsi),%xmm1", "multiply.real.vector128", {"v1"}, {"v1"}),
        ("pxor %xmm2,%xmm2", "zero", NONE, {"v2"}),
        ("movsd (%rsi),%xmm1", "load", NONE, {"v1"}),
        ("movsd %xmm1,(%rsi)", "store", {"v1"}, NONE),
        ("movaps %xmm1,%xmm2", "move", {"v1"}, {"v2"}),
        ("movslq %edi,%r11", "integer.extend", {"rdi"}, {"r11"}),
        ("cmovle %ecx,%r8d", "select", {"rcx", "r8", "flags"}, {"r8"}),
        ("idiv %ecx", "divide.integer.int", {"rax", "rdx", "rcx"}, {"rax", "rdx", "flags"}),
        ("idivq 0x8(%rsp)", "divide.integer.long", {"rax", "rdx"}, {"rax", "rdx", "flags"}),
        ("imul %rsi,%rdx", "multiply.integer", {"rsi", "rdx"}, {"rdx"}),
        ("comisd %xmm7,%xmm4", "compare.double.scalar", {"v4", "v7"}, {"flags"}),
        ("cvtsi2sd %ecx,%xmm5", "convert", {"rcx", "v5"}, {"v5"}),
        ("sqrtsd %xmm1,%xmm2", "sqrt.double.scalar", {"v1"}, {"v2"}),
        ("unpckhpd %xmm1,%xmm1", "shuffle", {"v1"}, {"v1"}),
        ("paddd %xmm1,%xmm2", "vector", {"v1", "v2"}, {"v2"}),
        ("zorble %xmm1", "other", NONE, NONE),
    ],
)
def test_what_an_instruction_reads_and_writes(
    text: str, key: str, reads: set[str], writes: set[str]
) -> None:
    (function,) = functions_of(f"{HEAD}0000000000000000 <f>:\n   0:\t{text}\n")
    does = function.instructions[0].operation
    assert (does.key, set(does.reads), set(does.writes)) == (key, reads, writes)


def test_an_operand_in_memory_is_loaded_and_stored() -> None:
    does = operation("addl", ("$0x1", "-0x8(%rdi,%rax,4)"))
    assert does.memory == Memory("rdi", "rax", 4, -8)
    assert does.loads
    assert does.stores


def test_natural_loops_nest() -> None:
    (function,) = functions_of(NESTED)
    whole, outer, inner = graph_of(function).loops
    assert inner.parent is outer
    assert outer.parent is whole
    assert inner.blocks < outer.blocks < whole.blocks
    assert not set(outer.own) & inner.blocks
