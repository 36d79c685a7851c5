"""Counts of random programs in Fortran 90: gfortran's run against the interpreter's and sad's."""

from __future__ import annotations

import re
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from frontends.registry import SourceOptions, read_program
from sad.diagnostics import Diagnostics
from sad.ir.check import check_program
from sad.ir.walk import statements
from tests.oracle.f90_programs.further import SETUP, setup_of
from tests.oracle.f90_programs.writer import INPUTS, random_text
from tests.support.command import sad
from tests.support.compiler import run
from tests.support.interpreter.errors import InvalidRun, NotInterpreted, StepLimit
from tests.support.interpreter.events import Event
from tests.support.interpreter.machine import Interpreter, interpreter

_COUNTER = re.compile(r" *(k\d+) = \1 \+ 1$")
_LEFT_TO_RUNS = re.compile(r"pointer ::|class\(animal\)|write \(word|nml=|transfer|spacing|nearest")
_PRINTED = re.compile(r"^ *print \*, (k1, .*)$", re.MULTILINE)
_ROW = re.compile(r"^ *= ([\d,]+) +(\d+):", re.MULTILINE)


@dataclass(slots=True)
class Found:
    """What was compared. ``exact`` of the ``lines`` are called exact by sad."""

    runs: int = 0
    left_out: int = 0
    lines: int = 0
    exact: int = 0
    differences: list[str] = field(default_factory=list[str])

    def add(self, other: Found) -> None:
        """Put the figures of other programs in."""
        self.runs += other.runs
        self.left_out += other.left_out
        self.lines += other.lines
        self.exact += other.exact
        self.differences += other.differences


def counters_in(text: str) -> dict[str, list[int]]:
    """Return the lines that raise each counter."""
    found: dict[str, list[int]] = {}
    for number, line in enumerate(text.splitlines(), 1):
        match = _COUNTER.match(line)
        if match:
            found.setdefault(match[1], []).append(number)
    return found


def printed_names(text: str) -> list[str]:
    """Return the counters in the order in which the program prints them."""
    (listed,) = _PRINTED.findall(text)
    return [word.strip() for word in listed.split(",")]


def compare(seed: int, *, shown: bool = False) -> Found:
    """Compare the program of one seed, in a folder of its own.

    It runs with all inputs. What sad says is compared for one of them, for all if that is ``shown``.
    """
    with tempfile.TemporaryDirectory() as folder:
        asked = INPUTS if shown else (INPUTS[seed % len(INPUTS)],)
        return compare_text(random_text(seed), Path(folder), f"seed {seed}", asked)


def compare_text(
    text: str, folder: Path, what: str, asked: tuple[tuple[int, ...], ...] = INPUTS
) -> Found:
    """Compare one program for all inputs, with what sad says for those ``asked``."""
    found = Found()
    path = folder / "p.f90"
    path.write_text(text)
    built = run(
        [
            "gfortran",
            "-O0",
            "-w",
            "-fcheck=bounds,mem",
            "-ffree-line-length-none",
            "-o",
            "p",
            "p.f90",
        ],
        folder,
    )
    if built.returncode != 0:
        found.differences.append(f"{what}: {built.stderr[:300]}")
        return found
    said = Diagnostics()
    program = read_program([str(path)], SourceOptions(), said)
    unexpected = [item for item in said.items if "target procedure pointer" not in item.message]
    found.differences += [f"{what}: {item}" for item in unexpected]
    found.differences += [f"{what}: {item}" for item in check_program(program)]
    machine: Interpreter | None = None
    try:
        if not _LEFT_TO_RUNS.search(text):
            machine = interpreter(program)
    except NotInterpreted as error:
        found.differences.append(f"{what}: not interpreted: {error}")
        return found
    for values in INPUTS:
        by_line = _one_run(text, folder, values, machine, found, what)
        if by_line is not None and values in asked:
            _said(folder, by_line, found, f"{what}, input {values}")
    return found


def _one_run(
    text: str,
    folder: Path,
    values: tuple[int, ...],
    machine: Interpreter | None,
    found: Found,
    what: str,
) -> dict[int, int] | None:
    """How often the lines with counters ran; None where that is not known."""
    stdin = " ".join(map(str, values)) + "\n" + (setup_of(values) if SETUP in text else "")
    result = run(["timeout", "5", "./p"], folder, stdin)
    if result.returncode != 0:
        found.left_out += 1
        return None
    found.runs += 1
    executed = dict(zip(printed_names(text), map(int, result.stdout.split()), strict=True))
    counters = counters_in(text)
    places = {line: name for name, lines in counters.items() for line in lines}
    where = f"{what}, input {values}"
    if machine is None:  # counters on one line tell how often it ran
        by_line = {
            line: executed[name]
            for line, name in places.items()
            if len(counters[name]) == 1 and name in executed
        }
    else:
        by_line = _interpreted(machine, stdin, places, executed, found, where)
    (folder / "in").write_text(stdin)
    return by_line


def _said(folder: Path, by_line: dict[int, int], found: Found, where: str) -> None:
    """Compare what sad says of the last input."""
    shown = sad("annotate", folder / "p.f90", "--stdin", folder / "in")
    if shown.code != 0:
        found.differences.append(f"{where}: sad: {shown.err[:300]}")
        return
    own = re.split(r"^\S*\.yaml:$", shown.out, maxsplit=1, flags=re.MULTILINE)[0]  # not of stubs
    rows = {int(line): int(count.replace(",", "")) for count, line in _ROW.findall(own)}
    for line, count in by_line.items():
        found.lines += 1
        if line in rows:
            found.exact += 1
            if rows[line] != count:
                found.differences.append(f"{where}: line {line}: sad {rows[line]}, ran {count}")


def _interpreted(
    machine: Interpreter,
    stdin: str,
    places: dict[int, str],
    executed: dict[str, int],
    found: Found,
    where: str,
) -> dict[int, int] | None:
    """How often lines ran in the interpreter, which must agree with the run; None if it cannot."""
    try:
        done = machine.run(stdin=stdin, limit=2_000_000)
    except NotInterpreted:  # what sad does not know either: it calls nothing of it exact
        found.left_out += 1
        return None
    except (InvalidRun, StepLimit) as error:
        found.differences.append(f"{where}: interpreter: {error}")
        return None
    interpreted = dict.fromkeys(places.values(), 0)
    by_line = dict.fromkeys(places, 0)
    for unit in machine.program.units:
        for statement in statements(unit.body):
            line = statement.span.line
            if line in places:
                count = done.count(Event.START, statement)
                interpreted[places[line]] += count
                by_line[line] += count
    for name, count in interpreted.items():
        if count != executed.get(name, 0):
            found.differences.append(f"{where}: {name} {count}, ran {executed.get(name, 0)} times")
    return by_line
