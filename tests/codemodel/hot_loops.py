"""Small kernels and what a real compiler makes of their innermost loop, read off its object code."""

from __future__ import annotations

import re
import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_LINE = re.compile(r"^\s*([0-9a-f]+):\t(\S+)\s*([^#<]*)")
_FLOATING = {
    "add": "add", "sub": "add", "mul": "mul", "div": "div", "sqrt": "sqrt", "max": "max",
    "min": "max", "comi": "compare", "ucomi": "compare",
}  # fmt: skip


def compiled_loop(source: str, suffix: str, folder: Path, *flags: str) -> dict[str, int]:
    """Compile one procedure with gcc 12; count loads, stores and reals' operations of its last loop.

    The last of the loops that have no loop in them, as the object code's backward jumps show.
    """
    path = folder / f"kernel{suffix}"
    path.write_text(source, encoding="utf-8")
    compiler = "gfortran-12" if suffix == ".f" else "gcc-12"
    output = folder / "kernel.o"
    subprocess.run(
        [
            compiler,
            "-w",
            "-O2",
            "-fno-tree-slp-vectorize",
            *flags,
            "-c",
            str(path),
            "-o",
            str(output),
        ],
        check=True,
        timeout=60,
    )
    text = subprocess.run(
        ["objdump", "-d", "--no-show-raw-insn", str(output)],
        check=True, timeout=60, capture_output=True, text=True,
    ).stdout  # fmt: skip
    code = [
        (int(found[1], 16), found[2], found[3].strip())
        for found in map(_LINE.match, text.splitlines())
        if found is not None
    ]
    loops = [
        (int(operands.split()[0], 16), address)
        for address, name, operands in code
        if name.startswith("j") and re.match(r"[0-9a-f]+", operands)
        and int(operands.split()[0], 16) <= address
    ]  # fmt: skip
    inner = [
        loop
        for loop in loops
        if not any(other != loop and loop[0] <= other[0] and other[1] <= loop[1] for other in loops)
    ]
    first, last = inner[-1]
    counts: dict[str, int] = {}
    for address, name, operands in code:
        if first <= address <= last:
            for key in _kinds(name, operands):
                counts[key] = counts.get(key, 0) + 1
    return counts


def _kinds(name: str, operands: str) -> list[str]:
    """What one instruction does."""
    found: list[str] = []
    floating = re.fullmatch(r"(add|sub|mul|div|sqrt|max|min|comi|ucomi)(s[sd]|p[sd])", name)
    if floating is not None:
        found.append(_FLOATING[floating[1]])
    if name.startswith("j") and name != "jmp":
        found.append("branch")
    if "(" not in operands or name.startswith(("lea", "nop", "j", "cs")):
        return found
    if "%rip" in operands:  # a constant that is read, or a global that is written
        return (
            [*found, "store"] if operands.endswith("(%rip)") and name.startswith("mov") else found
        )
    source, _, target = _split(operands)
    if name.startswith(("idiv", "div", "mul", "push")) and not source:
        return [*found, "load"]
    if "(" in target and not name.startswith(("cmp", "test", "imul", "comi", "ucomi")):
        if not name.startswith("mov"):
            found.append("load")
        found.append("store")
    elif "(" in source or "(" in target:
        found.append("load")
    return found


def _split(operands: str) -> tuple[str, str, str]:
    """The source and the target operand of an instruction (AT&T order)."""
    depth = 0
    for place in range(len(operands) - 1, -1, -1):
        if operands[place] == ")":
            depth += 1
        elif operands[place] == "(":
            depth -= 1
        elif operands[place] == "," and depth == 0:
            return operands[:place], ",", operands[place + 1 :]
    return "", "", operands
