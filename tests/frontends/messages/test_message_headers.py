"""Our headers of message-passing libraries in programs: found, silent, alike in C and Fortran."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from frontends.fortran.bundled import bundled
from frontends.registry import SourceOptions, read_program
from sad.cli import main
from sad.diagnostics import Diagnostics
from sad.ir import expr, stmt
from sad.ir.dump import dump_program
from tests.analysis.messages.test_datatypes import c_constants, fortran_constants
from tests.support.account import statement_count
from tests.support.compiler import GFORTRAN, needs_gfortran, run

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sad.ir.program import Program, Unit

NAMES = sorted(c_constants("mpi.h").keys() & fortran_constants("mpif.h").keys())


def read(folder: Path, name: str, text: str, **options: object) -> Program:
    """Read a program of one file; nothing must be said about it."""
    path = folder / name
    path.write_text(text)
    diagnostics = Diagnostics()
    program = read_program([str(path)], SourceOptions(**options), diagnostics)
    assert diagnostics.items == []
    return program


def fortran(lines: Iterable[str]) -> str:
    return "".join(f"      {line}\n" for line in lines)


def assigned(unit: Unit) -> list[int]:
    """The constants that a unit assigns, in order."""
    return [
        number(statement.value, unit)
        for statement in unit.body
        if isinstance(statement, stmt.Assign)
    ]


def number(value: expr.Expr, unit: Unit) -> int:
    """An integer constant, written out or by its name."""
    match value:
        case expr.Constant(value=int() as found):
            return found
        case expr.Variable(name=name):
            known = unit.symbols[name].value
            assert known is not None
            return number(known, unit)
        case expr.Unary(operand=inner):
            return -number(inner, unit)
        case _:
            pytest.fail(f"no constant: {value}")


def test_every_constant_has_one_value_in_both_languages(tmp_path: Path) -> None:
    c = "#include <mpi.h>\nvoid all(int *k) {\n" + "".join(
        f"k[{at}] = {name};\n" for at, name in enumerate(NAMES)
    )
    f = ["SUBROUTINE ALL(K)", "INCLUDE 'mpif.h'", f"INTEGER K({len(NAMES)})"]
    f += [f"K({at}) = {name}" for at, name in enumerate(NAMES, 1)]
    in_c = assigned(read(tmp_path, "all.c", c + "}\n").units[0])
    in_fortran = assigned(read(tmp_path, "all.f", fortran([*f, "END"])).units[0])
    assert len(in_c) == len(NAMES) > 150
    assert in_c == in_fortran
    assert in_c == [c_constants("mpi.h")[name] for name in NAMES]


TWIN_C = """#include "mpi.h"
int main(int argc, char **argv) {
  int rank, requests[4]; double a[40], s; MPI_Status status;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Send(&a[10], 20, MPI_DOUBLE_PRECISION, rank + 1, 7, MPI_COMM_WORLD);
  MPI_Irecv(a, 10, MPI_REAL8, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &requests[1]);
  MPI_Allreduce(MPI_IN_PLACE, &s, 1, MPI_2INTEGER, MPI_SUM, MPI_COMM_SELF);
  MPI_Finalize();
}
"""
TWIN_FORTRAN = [
    "PROGRAM TWIN",
    "INCLUDE 'mpif.h'",
    "INTEGER RANK, REQUESTS(4), IERR",
    "DOUBLE PRECISION A(40), S",
    "CALL MPI_INIT(IERR)",
    "CALL MPI_COMM_RANK(MPI_COMM_WORLD, RANK, IERR)",
    "CALL MPI_SEND(A(11), 20, MPI_DOUBLE_PRECISION, RANK + 1, 7,",
    "CALL MPI_IRECV(A, 10, MPI_REAL8, MPI_ANY_SOURCE, MPI_ANY_TAG,",
    "CALL MPI_ALLREDUCE(MPI_IN_PLACE, S, 1, MPI_2INTEGER, MPI_SUM,",
    "CALL MPI_FINALIZE(IERR)",
    "END",
]
TWIN_REST = {
    6: " MPI_COMM_WORLD, IERR)",
    7: " MPI_COMM_WORLD, REQUESTS(2), IERR)",
    8: " MPI_COMM_SELF, IERR)",
}


def twin_text() -> str:
    """The Fortran twin with its continuation lines."""
    lines = list[str]()
    for at, line in enumerate(TWIN_FORTRAN):
        lines.append(f"      {line}\n")
        if at in TWIN_REST:
            lines.append(f"     &{TWIN_REST[at]}\n")
    return "".join(lines)


def calls(program: Program) -> list[tuple[str, list[int | str]]]:
    """Routine and arguments of the calls; constants as numbers, the place of MPI_IN_PLACE by name."""
    found: list[tuple[str, list[int | str]]] = []
    for unit in program.units:
        for statement in unit.body:
            if isinstance(statement, stmt.CallStatement):
                given = list[int | str]()
                for item in statement.arguments:
                    if isinstance(item, expr.Constant) or (
                        isinstance(item, expr.Variable)
                        and unit.symbols[item.name].value is not None
                    ):
                        given.append(number(item, unit))
                    elif isinstance(item, expr.Variable) and item.name == "MPI_IN_PLACE":
                        given.append(item.name)
                found.append((statement.name.lower(), given))
    return found


def test_twins_pass_equal_handles(tmp_path: Path) -> None:
    in_c = calls(read(tmp_path, "twin.c", TWIN_C))
    in_fortran = calls(read(tmp_path, "twin.f", twin_text()))
    assert in_c == in_fortran
    assert [name for name, _ in in_c][:3] == ["mpi_init", "mpi_comm_rank", "mpi_send"]
    assert in_c[4][1][0] == "MPI_IN_PLACE"


def test_only_the_names_in_use_are_kept_and_all_stand_at_the_include_line(tmp_path: Path) -> None:
    program = read(tmp_path, "twin.f", twin_text())
    unit = program.units[0]
    assert sorted(name for name in unit.symbols if name.startswith("MPI_")) == [
        "MPI_2INTEGER", "MPI_ANY_SOURCE", "MPI_ANY_TAG", "MPI_COMM_SELF", "MPI_COMM_WORLD",
        "MPI_DOUBLE_PRECISION", "MPI_IN_PLACE", "MPI_REAL8", "MPI_SUM",
    ]  # fmt: skip
    file = program.files[0]
    assert file.lines == twin_text().count("\n")
    assert statement_count(file) == file.statements == len(TWIN_FORTRAN)
    assert {span.span.file for span in unit.declarations} == {file.path}


def test_a_preprocessor_line_a_module_and_free_form_give_the_same_unit(tmp_path: Path) -> None:
    plain = dump_program(read(tmp_path, "twin.f", twin_text())).splitlines()[1:]
    directive = twin_text().replace("      INCLUDE 'mpif.h'", '#include "mpif.h"')
    assert dump_program(read(tmp_path, "twin.F", directive)).splitlines()[1:] == plain
    for name in ("mpi", "mpi_f08"):
        module = twin_text().replace("INCLUDE 'mpif.h'", f"USE {name}")
        assert dump_program(read(tmp_path, "twin.f", module)).splitlines()[1:] == plain


@pytest.mark.parametrize(("name", "text"), [("twin.c", TWIN_C), ("twin.f", twin_text())])
def test_analysing_a_program_misses_no_file(
    name: str, text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / name).write_text(text)
    assert main(["analyze", str(tmp_path / name)]) == 0
    said = capsys.readouterr()
    assert "rests on  100 % exact counts" in said.out
    assert not {"SAD107", "SAD210"} & set(re.findall(r"SAD\d+", said.out + said.err))


@pytest.mark.parametrize("name", ["mpif.h", "fpvm3.h", "mpi.h", "pvm3.h"])
def test_our_files_win_over_those_of_an_installation(name: str, tmp_path: Path) -> None:
    (tmp_path / "include").mkdir()
    (tmp_path / "include" / name).write_text("no language at all\n")
    (tmp_path / name).write_text("no language at all\n")
    folders = {"include_paths": (str(tmp_path / "include"),)}
    if "f" in name:
        text = fortran(["SUBROUTINE S", f"INCLUDE '{name}'", "END"])
        program = read(tmp_path, "s.f", text, **folders)
        assert [item.found for item in program.files[0].included] == [bundled(name)]
    else:
        read(tmp_path, "s.c", f'#include "{name}"\n#include <{name}>\nint s;\n', **folders)


def test_a_header_called_express_may_be_the_program_s_own(tmp_path: Path) -> None:
    (tmp_path / "express.h").write_text("#define ANSWER 42\n")
    text = '#include "express.h"\nvoid f(int *k) { *k = ANSWER; }\n'
    assert assigned(read(tmp_path, "f.c", text).units[0]) == [42]


@pytest.mark.parametrize(
    ("header", "call"),
    [
        ("pvm3.h", "pvm_psend(1, 2, a, 10, PVM_DOUBLE)"),
        ("express.h", "exwrite(a, 80, &k, &k)"),
    ],
)
def test_pvm_and_express_are_declared_in_c(header: str, call: str, tmp_path: Path) -> None:
    text = f"#include <{header}>\nvoid f(double *a, int k) {{ {call}; }}\n"
    program = read(tmp_path, "f.c", text)
    assert call.partition("(")[0] in program.files[0].bounded


def test_pvm_has_its_constants_in_fortran(tmp_path: Path) -> None:
    text = fortran(
        ["SUBROUTINE S(K)", "INCLUDE 'fpvm3.h'", "K = REAL8", "K = PVMDATAINPLACE", "END"]
    )
    assert assigned(read(tmp_path, "s.f", text).units[0]) == [6, 2]


def test_internal_procedures_know_the_constants_of_their_module(tmp_path: Path) -> None:
    text = fortran(
        [
            "MODULE M",
            "USE MPI",
            "CONTAINS",
            "SUBROUTINE S(K)",
            "K = MPI_COMM_SELF",
            "END SUBROUTINE",
            "END MODULE",
        ]
    )
    inner = read(tmp_path, "m.f", text).units[1]
    assert assigned(inner) == [92]


@needs_gfortran
@pytest.mark.compiler
@pytest.mark.parametrize("name", ["mpif.h", "fpvm3.h"])
@pytest.mark.parametrize("form", ["fixed", "free"])
def test_a_compiler_takes_our_include_files_in_both_forms(
    name: str, form: str, tmp_path: Path
) -> None:
    assert GFORTRAN is not None
    path = bundled(name)
    assert path is not None
    text = fortran(["PROGRAM P", "IMPLICIT NONE", f"INCLUDE '{name}'", "END"])
    (tmp_path / "p.f").write_text(text)
    options = [f"-f{form}-form", f"-I{Path(path).parent}", "-fsyntax-only", "-std=f2018", "p.f"]
    built = run([GFORTRAN, *options], tmp_path)
    assert built.returncode == 0, built.stderr


def test_units_have_the_names_that_a_module_of_the_file_uses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    text = """\
module m
  use mpi_f08
  type :: slab
    integer :: n
    type(MPI_Comm) :: comm
  end type
contains
  subroutine exchange(self)
    type(slab), intent(inout) :: self
    integer :: rank
    call MPI_Comm_rank(self%comm, rank)
    if (rank == 0) then
      self%n = 3
    end if
  end subroutine
end module
program p
  use m
  type(slab) :: s
  call MPI_Init()
  s%comm = MPI_COMM_WORLD
  call exchange(s)
  call MPI_Finalize()
end program
"""
    (tmp_path / "p.f90").write_text(text)
    assert main(["annotate", str(tmp_path / "p.f90")]) == 0
    assert re.search(r"= \[rank == 0\] +13:", capsys.readouterr().out)
