"""Runs of compiled programs of C that note which iterations of loops touch one place of memory.

The compiler puts a call in front of every load and store (``-fsanitize=thread``, with a run-time
library of our own), and loops tell when they start, go on and end. Variables that stay in registers
are not seen: what is found did happen, but not all that happens is found.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

RUNTIME = Path(__file__).parent / "runtime.c"
GCC = shutil.which("gcc")
_LOOP = re.compile(r"\b(for|while|do)\b")
_HEAD = """\
int touched_start(int); void touched_next(int); int touched_end(int); void touched_keep(void *);
#line 1
"""


class Met(NamedTuple):
    """Two iterations that touched one place, ``distance`` apart at least, and the lines that did.

    ``exposed``: an iteration reads it that has not set it before.
    """

    lines: tuple[int, int]
    distance: int
    exposed: bool


class Touched(NamedTuple):
    """What runs of loops touched, by the line of each: its conflicts, and its most iterations."""

    conflicts: Mapping[int, Sequence[Met]]
    iterations: Mapping[int, int]


def _matching(text: str, at: int) -> int:
    """The place of the bracket that closes the one at ``at``."""
    depth, quoted = 0, ""
    while True:
        char = text[at]
        if quoted:
            if char == "\\":
                at += 1
            elif char == quoted:
                quoted = ""
        elif char in "\"'":
            quoted = char
        elif char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
            if not depth:
                return at
        at += 1


def _semicolons(text: str, first: int, last: int) -> list[int]:
    depth, found = 0, list[int]()
    for place in range(first, last):
        depth += (text[place] in "([{") - (text[place] in ")]}")
        if text[place] == ";" and depth == 1:
            found.append(place)
    return found


def with_marks(text: str, lines: Iterable[int]) -> str:
    """Return a source whose loops on these lines tell what they do; lines keep their numbers."""
    starts = [0]
    starts += [place + 1 for place, char in enumerate(text) if char == "\n"]
    for line in sorted(set(lines), reverse=True):
        begin = starts[line - 1]
        end = text.find("\n", begin)
        row = text[begin : end if end >= 0 else len(text)]
        found = [*_LOOP.finditer(row.partition("//")[0].partition("/*")[0])]
        if row.lstrip().startswith("#") or len(found) != 1:
            continue
        place, word = begin + found[0].start(), found[0][0]
        if word == "do":
            brace = re.compile(r"do\s*\{").match(text, place)
            if brace is None:
                continue
            inserts = [(brace.end(), f" touched_next({line});")]
        else:
            opened = text.index("(", place)
            closed = _matching(text, opened)
            if word == "while":
                if text[closed + 1 :].lstrip().startswith(";") and "}" in row[: found[0].start()]:
                    continue  # the end of do
                inserts = [(closed, ")"), (opened + 1, f"touched_next({line}), (")]
            else:
                first, second = _semicolons(text, opened, closed)
                condition = "1" if not text[first + 1 : second].strip() else ""
                inserts = [(second, f"{condition})"), (first + 1, f"touched_next({line}), (")]
        name = f"touched_{line}"
        begin_loop = (
            f"for (int {name} = touched_start({line}); {name}; {name} = touched_end({line})) "
        )
        for at, more in (*sorted(inserts, reverse=True), (place, begin_loop)):
            text = text[:at] + more + text[at:]
    return text


def touched(
    source: Path, lines: Iterable[int], folder: Path, rest: Sequence[Path] = (), text: str = ""
) -> Touched:
    """Compile a program into ``folder``, run it with ``text`` as its input, and look at its loops.

    Loops are those of ``source``; what stands in ``rest`` is linked. Raises ``CalledProcessError``
    where the compiler refuses it.
    """
    assert GCC is not None
    marked = folder / source.name
    marked.write_text(_HEAD + with_marks(source.read_text(), lines))
    program = folder / "program"
    flags = ("-g", "-O0", "-w", "-no-pie", "-fno-pie")
    own = folder / "runtime.o"
    subprocess.run([GCC, *flags, "-O1", "-c", str(RUNTIME), "-o", str(own)], check=True)
    made = folder / "marked.o"
    command = [GCC, *flags, "-fsanitize=thread", "-Dfree=touched_keep", "-c", str(marked)]
    command += ["-I", str(source.parent), "-o", str(made)]
    subprocess.run(command, check=True, capture_output=True)
    objects = [str(made), str(own), *map(str, rest)]
    subprocess.run([GCC, *flags, *objects, "-o", str(program), "-lm"], check=True)
    given = text.encode()
    run = subprocess.run([program], capture_output=True, check=False, timeout=60, input=given)
    told = [line.split() for line in run.stderr.decode("latin-1").splitlines()]
    pairs = {(int(w[1]), w[2], w[3], int(w[4]), w[5] == "1") for w in told if w[:1] == ["touched"]}
    codes = sorted({code for _, one, other, _, _ in pairs for code in (one, other)})
    places = _lines_of(program, codes)
    conflicts: dict[int, list[Met]] = {}
    for loop, one, other, distance, exposed in sorted(pairs):
        found = Met((places[one], places[other]), distance, exposed)
        conflicts.setdefault(loop, []).append(found)
    iterations: dict[int, int] = {}
    for words in told:
        if words[:1] == ["ran"]:
            loop = int(words[1])
            iterations[loop] = max(iterations.get(loop, 0), int(words[2]))
    return Touched(conflicts, iterations)


def _lines_of(program: Path, codes: Sequence[str]) -> dict[str, int]:
    """The lines of addresses behind calls, 0 where none is known."""
    if not codes:
        return {}
    before = [f"{int(code, 16) - 1:x}" for code in codes]
    done = subprocess.run(
        ["addr2line", "-e", str(program), *before], capture_output=True, text=True, check=True
    )
    numbers = [row.rpartition(":")[2].partition(" ")[0] for row in done.stdout.splitlines()]
    return {
        code: int(number) if number.isdigit() else 0
        for code, number in zip(codes, numbers, strict=True)
    }
