"""Tables that runs left, and listings of code."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sad.profiles.misses.runtime import jumps_in, read_tables

if TYPE_CHECKING:
    from pathlib import Path

ONE = "sad-misses 1\nmodule /a/p\n1f07 10 3 1f5d:6 1f38:4\n2000 7 0 2010:7 2020:1 2030:1\nwhole\n"
X86 = """
0000000000001139 <main>:
    1139:\tpush   %rbp
    113e:\tcall   1930 <__sanitizer_cov_trace_pc>
    1143:\tcmpl   $0x0,-0x14(%rbp)
    1147:\tjp     1160 <main+0x27>
    1149:\tjne    1160 <main+0x27>
    114b:\tcall   1930 <__sanitizer_cov_trace_pc>
    1150:\tjmp    1170 <main+0x37>
    1152:\tcall   1030 <__sanitizer_cov_trace_pc@plt>
    1157:\tja     1170 <main+0x37>
    1160:\tnotrack jmp *%rax
    1170:\tcall   1930 <__sanitizer_cov_trace_pc>
    1175:\tret
"""
ARM = """
0000000000000894 <main>:
 894:\tstp\tx29, x30, [sp, #-32]!
 898:\tbl\t7c0 <__sanitizer_cov_trace_pc>
 89c:\tcmp\tw0, #0x3
 8a0:\tb.le\t8b0 <main+0x1c>
 8a4:\tbl\t7c0 <__sanitizer_cov_trace_pc>
 8a8:\tcbz\tw0, 8b0 <main+0x1c>
 8ac:\tbl\t7c0 <__sanitizer_cov_trace_pc>
 8b0:\tb\t8c0 <main+0x2c>
 8b4:\tret
"""


def test_processes_are_added_up(tmp_path: Path) -> None:
    (tmp_path / "1-a.misses").write_text(ONE)
    (tmp_path / "2-a.misses").write_text(ONE)
    (tmp_path / "3-a.misses.part").write_text("sad-misses 1\nmod")
    table = read_tables(tmp_path)
    assert not table.is_full
    branch = table.modules["/a/p"][0x1F07]
    assert (branch.simulated, branch.misses) == (20, 6)
    assert branch.ways == {0x1F5D: 12, 0x1F38: 8}
    assert len(table.modules["/a/p"][0x2000].ways) == 3


@pytest.mark.parametrize("text", [ONE.replace("whole", "full"), ONE[:-6], ONE[3:], "", "\0\n\0\n"])
def test_what_is_not_whole_is_not_taken_for_it(text: str, tmp_path: Path) -> None:
    (tmp_path / "1-a.misses").write_text(text)
    assert read_tables(tmp_path).is_full


def test_jumps_of_blocks_x86() -> None:
    found = jumps_in(X86.split("\n"), {0x1143, 0x1150, 0x1157, 0x1175})
    assert found == {0x1143: 0x1149, 0x1157: 0x1160}


def test_jumps_of_blocks_arm() -> None:
    found = jumps_in(ARM.split("\n"), {0x89C, 0x8A8, 0x8B0})
    assert found == {0x89C: 0x8A0, 0x8A8: 0x8A8}
