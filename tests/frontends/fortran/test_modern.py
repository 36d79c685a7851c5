"""Programs in Fortran 90 count their own executions: gfortran's run, the IR's, and what sad says.

Each program of the folder ``modern`` reads the number after ``INPUT`` in its first line and prints
counters. A counter is raised on lines ``kN = kN + 1``; all lines of it together ran that often.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from frontends.registry import SourceOptions, read_program
from sad.diagnostics import Diagnostics
from sad.ir.check import check_program
from sad.ir.walk import statements
from tests.support.command import sad
from tests.support.compiler import GFORTRAN, run
from tests.support.interpreter.events import Event
from tests.support.interpreter.machine import interpreter

FOLDER = Path(__file__).parent / "modern"
NAMES = sorted(path.name for path in FOLDER.glob("*.f90"))
_COUNTER = re.compile(r" *(k\d+) = \1 \+ 1$")
_INPUT = re.compile(r"INPUT ([\d ]+)$", re.MULTILINE)


def _counters(text: str) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for number, line in enumerate(text.splitlines(), 1):
        match = _COUNTER.match(line)
        if match:
            found.setdefault(match[1], []).append(number)
    return found


def _stdin(text: str) -> str:
    match = _INPUT.search(text)
    assert match is not None
    return match[1].replace(" ", "\n") + "\n"


def _executed(path: Path, folder: Path) -> list[int]:
    """What the program prints, compiled by gfortran."""
    command = ["gfortran", "-O0", "-w", "-J", str(folder), "-o", "program", str(path)]
    result = run(command, folder)
    assert result.returncode == 0, result.stderr
    shown = run([str(folder / "program")], folder, _stdin(path.read_text()))
    return [int(word) for word in shown.stdout.split()]


@pytest.mark.skipif(GFORTRAN is None, reason="no gfortran")
@pytest.mark.parametrize("name", NAMES)
def test_counts_are_those_of_a_run(name: str, tmp_path: Path):
    path = FOLDER / name
    text = path.read_text()
    counters = _counters(text)
    executed = dict(zip(counters, _executed(path, tmp_path), strict=True))
    diagnostics = Diagnostics()
    program = read_program([str(path)], SourceOptions(), diagnostics)
    assert not diagnostics.items
    assert not check_program(program)
    if "not interpreted" in text.partition("INPUT")[0]:
        return  # what sad calls exact is compared below
    done = interpreter(program).run(stdin=_stdin(text))
    found = dict.fromkeys(counters, 0)
    lines = {line: name for name, places in counters.items() for line in places}
    for unit in program.units:
        for statement in statements(unit.body):
            if statement.span.line in lines:
                found[lines[statement.span.line]] += done.count(Event.START, statement)
    assert found == executed


@pytest.mark.skipif(GFORTRAN is None, reason="no gfortran")
@pytest.mark.parametrize("name", NAMES)
def test_what_is_called_exact_is_what_a_run_gives(name: str, tmp_path: Path):
    path = FOLDER / name
    text = path.read_text()
    counters = _counters(text)
    executed = dict(zip(counters, _executed(path, tmp_path), strict=True))
    (tmp_path / "in").write_text(_stdin(text))
    result = sad("annotate", path, "--stdin", tmp_path / "in")
    assert result.code == 0, result.err
    rows = re.findall(r"^ *= ([\d,]+) +(\d+):", result.out, re.MULTILINE)
    exact = {int(line): int(count.replace(",", "")) for count, line in rows}
    for counter, places in counters.items():
        if all(line in exact for line in places):
            assert sum(exact[line] for line in places) == executed[counter], counter
    assert (
        sum(line in exact for places in counters.values() for line in places) >= len(counters) - 1
    )


POINTERS = """\
program p
  type node
    integer :: val = 0
    type(node), pointer :: next => null()
  end type
  type(node), pointer :: head, q
  integer, target :: t
  integer, pointer :: r
  integer :: i, n
  read *, n
  nullify(head)
  do i = 1, n
    allocate(q)
    q%next => head
    head => q
  end do
  do while (associated(q))
    q => q%next
  end do
  t = 1
  r => t
  r = 5
  do i = 1, t
    n = n + 1
  end do
end program
"""


def test_what_pointers_may_have_changed_is_not_called_exact(tmp_path: Path):
    (tmp_path / "p.f90").write_text(POINTERS)
    (tmp_path / "in").write_text("3\n")
    result = sad("annotate", tmp_path / "p.f90", "--stdin", tmp_path / "in")
    marks = {
        int(line): mark
        for mark, line in re.findall(r"^ *(\S) .*? (\d+):", result.out, re.MULTILINE)
    }
    assert marks[13] == "="
    assert (marks[18], marks[24]) == ("?", "?")


def test_a_procedure_of_a_module_is_none_of_the_same_name_in_another_file(tmp_path: Path):
    """The external one stands first, and only the module's is called: by its generic name."""
    (tmp_path / "outer.f").write_text("      SUBROUTINE WORK(N)\n      N = N - 7\n      END\n")
    (tmp_path / "inner.f90").write_text(
        "module m\n interface go\n  module procedure work\n end interface\ncontains\n"
        " subroutine work(n)\n  integer n\n  n = n + 1\n end subroutine\nend module\n"
        "program p\n use m\n integer n, i\n n = 0\n do i = 1, 5\n  call go(n)\n end do\n"
        " print *, n\nend program\n"
    )
    result = sad("annotate", tmp_path / "outer.f", tmp_path / "inner.f90")
    assert result.code == 0, result.err
    assert re.search(r"= 5 +8:   n = n \+ 1$", result.out, re.MULTILINE)
    assert not re.search(r"[=?~] .*2:       N = N - 7$", result.out, re.MULTILINE)


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("sync all", "sync all"),
        ("sync images (*)", "sync images"),
        ("x(1:2) = x(2:3)[n]", "a coarray of another image"),
        ("if (n > 1) x(1) = x(2)[n]", "a coarray of another image"),
        ("z[2]%v = 3", "a coarray of another image"),
        ("print *, x(1)[2]", "a coarray of another image"),
        ("call co_sum(n)", "call co"),
        ("critical", "critical"),
    ],
)
def test_what_concerns_other_images_is_named_once(tmp_path: Path, statement: str, named: str):
    """The declarations and the image's own part are read as those of other arrays."""
    end = "end critical" if statement == "critical" else ""
    (tmp_path / "p.f90").write_text(
        "program p\n integer :: i, n = 3\n real, codimension[*] :: x(10)\n"
        " real, allocatable :: y(:)[:]\n type t\n  real :: v\n end type\n type(t) :: z[*]\n"
        f" x = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0]\n allocate(y(n)[*])\n do i = 1, size(y)\n"
        f"  y(i) = x(i)\n end do\n {statement}\n {end}\nend program\n"
    )
    result = sad("annotate", tmp_path / "p.f90")
    assert result.code == 0, result.err
    assert f"p.f90:14: warning[SAD210]: {named}" in result.err
    assert "error" not in result.err
    assert re.search(r"= 3 +12:   y\(i\) = x\(i\)$", result.out, re.MULTILINE)
