"""The constructs of docs/fortran.md, each with a program that counts what it does.

``python -m tests.frontends.fortran.constructs`` writes the table of the page.
"""

from __future__ import annotations

from typing import NamedTuple

from tests.support.realcode import ROOT

PAGE = ROOT / "docs" / "fortran.md"
_HEAD = "| construct | how it is counted | for instance |\n|---|---|---|\n"


class Construct(NamedTuple):
    """A row of the table. ``shown`` is the construct in code, which ``program`` uses.

    Declarations, statements and procedures of the program are apart by ``---``; ``module`` stands
    before it. The last loop counts: K is raised as often as is printed.
    """

    names: str
    counted: str
    shown: str
    program: str
    module: str = ""

    @property
    def text(self) -> str:
        """The program: it reads N and prints K."""
        parts = [*self.program.split("---"), "", ""]
        declared, statements, procedures = (part.strip("\n") for part in parts[:3])
        lines = ["  use m", "  implicit none", "  integer :: n, i, k", declared, "  k = 0"]
        lines += ["  read *, n", statements, "  print *, k"]
        lines += ["contains", procedures] if procedures else []
        body = "\n".join(line for line in lines if line)
        module = self.module.strip("\n") or "  implicit none"
        return f"module m\n{module}\nend module\nprogram p\n{body}\nend program\n"


_COUNT = "  do i = 1, {}\n    k = k + 1\n  end do"
_SUM = _COUNT.format("sum(x)")


def _vector(statement: str, bound: str = "sum(x)") -> str:
    return f"  integer :: x(4)\n---\n  x = [n, 2, 1, 3]\n  {statement}\n{_COUNT.format(bound)}"


_DEFERRED = """
  implicit none
  type, abstract :: shape
  contains
    procedure(size_of), deferred :: size
  end type
  type, extends(shape) :: square
  contains
    procedure :: size => squared
  end type
  type, extends(shape) :: point
  contains
    procedure :: size => one
  end type
  abstract interface
    integer function size_of(self, n)
      import shape
      class(shape), intent(in) :: self
      integer, intent(in) :: n
    end function
  end interface
contains
  integer function squared(self, n)
    class(square), intent(in) :: self
    integer, intent(in) :: n
    squared = n*n
  end function
  integer function one(self, n)
    class(point), intent(in) :: self
    integer, intent(in) :: n
    one = 1
  end function
"""
_TYPE = """
  implicit none
  type grid
    integer :: nx = 2
    integer, allocatable :: a(:)
  contains
    procedure :: size => size_of
    procedure, private :: times, set
    generic :: operator(*) => times
    generic :: assignment(=) => set
  end type
  type, extends(grid) :: fine
    integer :: by = 3
  contains
    procedure :: size => size_of_fine
  end type
  interface operator(+)
    module procedure joined
  end interface
contains
  integer function size_of(self)
    class(grid), intent(in) :: self
    size_of = self%nx
  end function
  integer function size_of_fine(self)
    class(fine), intent(in) :: self
    size_of_fine = self%nx*self%by
  end function
  function joined(f, g) result(h)
    type(grid), intent(in) :: f, g
    type(grid) :: h
    h%nx = f%nx + g%nx
  end function
  function times(self, by) result(h)
    class(grid), intent(in) :: self
    integer, intent(in) :: by
    type(grid) :: h
    h%nx = self%nx*by
  end function
  subroutine set(self, to)
    class(grid), intent(inout) :: self
    integer, intent(in) :: to
    self%nx = self%nx + to
  end subroutine
  subroutine act(i)
    integer, intent(inout) :: i
    i = i + 2
  end subroutine
"""
CONSTRUCTS = (
    Construct(
        "modules",
        "USE with ONLY and renaming, PUBLIC and PRIVATE, host association; files in any order."
        " Variables are traced like those in COMMON, arguments of a host that internal procedures use"
        " like their own arguments, `real(dp)` has the precision that `dp` says",
        "use m, only: many => size",
        "---\n  size = n + 1\n" + _COUNT.format("size"),
        "  integer :: size",
    ),
    Construct(
        "generic names and operators",
        "the procedure that fits in number, type, kind and rank; of operators and assignment also those"
        " bound to types",
        "h = f + g",
        "  type(grid) :: f, g\n---\n  f%nx = n\n  f = (f + g) * 2\n  f = 3\n"
        "  f = f * 2\n" + _COUNT.format("f%nx"),
        _TYPE,
    ),
    Construct(
        "keyword and optional arguments",
        "in the order of the dummies; PRESENT is decided for each call",
        "call s(k, by=2)",
        "---\n  call s(by=n)\n  call s()\n"
        + _COUNT.format("1")
        + """
---
  subroutine s(by)
    integer, intent(in), optional :: by
    if (present(by)) then
      k = k + 1
    end if
  end subroutine""",
    ),
    Construct(
        "derived types",
        "each component is a variable, `f%grid%nx`; of an array of a type, an array. Components of"
        " components, extended types, constructors, defaults, assignment as a whole",
        "f%nx = 3; g = f",
        "  type(fine) :: f, g\n---\n  f%grid%nx = n\n  g = f\n" + _COUNT.format("g%nx + g%by"),
        _TYPE,
    ),
    Construct(
        "objects of a CLASS, type-bound procedures, SELECT TYPE",
        "which type an object has is followed from ALLOCATE (`child :: x`, SOURCE=), assignments,"
        " MOVE_ALLOC, pointer assignments, arguments and results; where it is not known, branches and"
        " procedures get probabilities. What a callee may change beyond the components of its dummy"
        " argument's type is unknown after the call",
        "allocate(fine :: o); n = o%size()",
        "  class(grid), allocatable :: o\n---\n  allocate(fine :: o)\n  o%nx = n\n"
        + _COUNT.format("o%nx"),
        _TYPE,
    ),
    Construct(
        "deferred bindings of abstract types",
        "the procedure of the type that the object has; where types that extend it are in other files"
        " than the call's module, the call is named",
        "procedure(f), deferred :: size",
        "  class(shape), allocatable :: o\n---\n  allocate(square :: o)\n"
        + _COUNT.format("o%size(n)"),
        _DEFERRED,
    ),
    Construct(
        "whole arrays, sections, vector subscripts",
        "loops over the exact extents, the first dimension innermost; a copy where the same array is"
        " read at other places than it is set",
        "x(2:4) = x(1:3) + 1; x([2, 1]) = 0",
        _vector("x(2:4) = x(1:3) + 1; x([2, 1]) = 0"),
    ),
    Construct(
        "shapes",
        "declared, of ALLOCATE, of the actual argument (`a(:)`); SIZE, SHAPE, LBOUND, UBOUND and"
        " ALLOCATED are followed",
        "size(a, 2)",
        "  integer, allocatable :: a(:,:)\n---\n  allocate(a(0:n,n))\n"
        + _COUNT.format("size(a, 1)"),
    ),
    Construct(
        "WHERE, ELSEWHERE, FORALL, DO CONCURRENT",
        "loops with IFs; masks of constructs are computed once",
        "where (x > 1) x = x - 1",
        _vector("where (x > 1) x = x - 1"),
    ),
    Construct(
        "elemental procedures",
        "a call for each element",
        "x = twice(x)",
        _vector("x = twice(x)")
        + """
---
  elemental integer function twice(j)
    integer, intent(in) :: j
    twice = 2*j
  end function""",
    ),
    Construct(
        "functions that are not elemental, in array expressions",
        "called once for the statement, as gfortran does it",
        "x = x + f(n)",
        """
  integer :: x(4)
---
  x = 0
  x = x + f(n)
---
  integer function f(j)
    integer, intent(in) :: j
    k = k + 1
    f = j
  end function""",
    ),
    Construct(
        "SUM, PRODUCT, MAXVAL, MINVAL, COUNT, ANY, ALL, IANY, IALL, IPARITY, PARITY, DOT_PRODUCT,"
        " NORM2",
        "loops, with MASK= and DIM=; ANY and ALL stop where the result is known",
        "sum(x, mask=x > 1)",
        _vector("k = 0", "sum(x, mask=x > 1)"),
    ),
    Construct(
        "MAXLOC, MINLOC, FINDLOC",
        "loops, with MASK=, DIM= and a constant BACK=; FINDLOC stops at the element that it finds",
        "findloc(x, 1, dim=1)",
        _vector("k = 0", "findloc(x, 1, dim=1)"),
    ),
    Construct(
        "MATMUL",
        "three loops; straight into the result where no argument is the same array",
        "c = matmul(a, b)",
        "  integer :: a(2,2), c(2,2)\n---\n  a = n\n  c = matmul(a, a)\n" + _COUNT.format("c(1,2)"),
    ),
    Construct(
        "TRANSPOSE, SPREAD, CSHIFT, EOSHIFT, MERGE, RESHAPE, PACK, UNPACK",
        "the elements in their new places, with all arguments; DIM= and ORDER= are constants",
        "x = eoshift(x, 1, boundary=7)",
        _vector("x = eoshift(x, 1, boundary=7)"),
    ),
    Construct(
        "intrinsic functions of scalars",
        "all of the standard of 2018 but those of coarrays, OUT_OF_RANGE and REDUCE; of bits at each"
        " kind of integers. IBITS and shifts to the right have formulas, others values at an input;"
        " numbers of models and types (HUGE, KIND, STORAGE_SIZE) are constants. What TRANSFER gives is"
        " not known",
        "k = popcnt(ishft(n, 2))",
        "  integer :: j\n---\n  j = ibits(n, 0, 2) + bit_size(n)/32\n" + _COUNT.format("j"),
    ),
    Construct(
        "constant array expressions",
        "known, like those of scalars",
        "integer, parameter :: twice(3) = 2*cube",
        "  integer, parameter :: cube(3) = [1, 2, 3]**3, twice(3) = 2*cube\n---\n"
        + _COUNT.format("twice(2) + n"),
    ),
    Construct(
        "array constructors",
        "an assignment for each item, a loop for each implied DO",
        "x = [1, (i, i = 2, 4)]",
        _vector("x = [1, (i, i = 2, 4)]"),
    ),
    Construct(
        "constructors of structures, of items that differ in size, with calls in implied DOs",
        "the same, structures by their components; arrays grow",
        "l = [l, cell(3)]",
        "  type(fine), allocatable :: l(:)\n  integer, allocatable :: w(:)\n---\n"
        "  l = [fine(nx=n, by=2)]\n  l = [l, fine(nx=1), (fine(nx=i), i = 1, n)]\n"
        "  w = [(l(i)%nx, [l(:i)%by], i = 1, n)]\n" + _COUNT.format("size(w) + sum(w) + size(l)"),
        _TYPE,
    ),
    Construct(
        "functions that return arrays or structures",
        "calls with one argument more, the place of the result",
        "x = ramp(n)",
        _vector("x = ramp(n)")
        + """
---
  function ramp(n) result(r)
    integer, intent(in) :: n
    integer :: r(4), j
    r = [(n + j, j = 1, 4)]
  end function""",
    ),
    Construct(
        "ALLOCATE, DEALLOCATE",
        "`library.allocate` and `library.free` for each object ([operations.md](operations.md));"
        " bounds are followed",
        "allocate(a(0:n))",
        "  integer, allocatable :: a(:)\n---\n  allocate(a(0:n))\n" + _COUNT.format("ubound(a, 1)"),
    ),
    Construct(
        "assignments to whole allocatable arrays",
        "give them the shape of the right side, also of themselves. Lower bounds stay where the shape"
        " is the same; else they are those of a variable that stands alone on the right, or 1. Where it"
        " is not known whether the shape stays, what depends on the lower bound is named",
        "a = [a, n]",
        "  integer, allocatable :: a(:)\n---\n  allocate(a(n))\n  a = 1\n  a = [a, n]\n"
        + _COUNT.format("size(a)"),
    ),
    Construct(
        "pointers",
        "bounds, ASSOCIATED, and integers at the assignment; what is stored through one name of a"
        " target makes values of the others unknown. [Runs of what decides control flow](evaluated.md)"
        " follow pointers to structures wherever they lead (lists, trees), unless pointers to arrays of"
        " these, or to numbers, may lead to their components",
        "r => t(2:n)",
        "  integer, target :: t(9)\n  integer, pointer :: r(:)\n---\n  r => t(2:n)\n"
        + _COUNT.format("size(r)"),
    ),
    Construct(
        "ASSOCIATE",
        "names stand for what they are associated with",
        "associate (y => x(2:3))",
        _vector("associate (y => x(2:3)); y = n; end associate"),
    ),
    Construct(
        "BLOCK, SELECT CASE, named EXIT and CYCLE",
        "variables of a BLOCK are its own, the bounds of its arrays those where it begins; EXIT leaves"
        " loops, IF, SELECT, ASSOCIATE and BLOCK by their names",
        "exit outer",
        """
---
  outer: block
    integer :: x(n)
    n = n + 1
    k = k + size(x) - 5
    check: if (n > 1) then
      do i = 1, n
        k = k + 1
        if (i == 2) exit check
        if (n > 7) exit outer
      end do
      k = k + 1
    end if check
    k = k + 1
  end block outer""",
    ),
    Construct(
        "procedure pointers",
        "from all pointer assignments of the program: one target is called, each of several gets a"
        " probability; what an argument or constructor may set is named (SAD210)",
        "q => act; call q(n)",
        "  procedure(act), pointer :: q\n---\n  q => act\n  call q(n)\n" + _COUNT.format("n"),
        _TYPE,
    ),
)
BY_PROSE = """\
| submodules | at any depth, in any file: they know all names of the units above. MODULE PROCEDURE has the interface that stands there | |
| modules that are not there | one warning (SAD210); their variables and constants are named inputs. `iso_fortran_env`, `iso_c_binding`, the modules of IEEE, `omp_lib`, `mpi` and `mpi_f08` are known | |
| procedures of the same name | those of two modules, or of two hosts, are apart: the second is called `HOST.NAME` | |
| NAMELIST | what a READ may set, components included, also of groups in modules; with `--stdin` or `--file`, the values that the groups have ([page](evaluated.md)) | `read (*, nml=g)` |
| SELECT TYPE | the branch of the object's type, wherever CLASS DEFAULT stands; of CLASS(*), each branch has a probability | `class is (grid)` |
"""  # noqa: E501
"""Rows of constructs that take several files or an input; other tests hold them."""


def table() -> str:
    """Return the table of the page."""
    rows = [f"| {item.names} | {item.counted} | `{item.shown}` |\n" for item in CONSTRUCTS]
    return _HEAD + "".join(rows) + BY_PROSE


def page(text: str) -> str:
    """Return the page with the table of now."""
    start = text.index("| construct | how it is counted")
    return text[:start] + table() + text[text.index("\n\n", start) + 1 :]


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text()))
