"""Components of types that a callee allocates, in runs of slices."""

from __future__ import annotations

from pathlib import Path

from tests.slicing.runs import annotated

LEVELS = """\
module grids
  implicit none
  type level
    integer :: n
    real, allocatable :: u(:)
  end type level
contains
  subroutine make(levels, n)
    type(level), allocatable, intent(out) :: levels(:)
    integer, intent(in) :: n
    integer :: l, m
    m = n
    l = 0
    do while (m >= 1)
      l = l + 1
      m = m/2
    end do
    allocate (levels(l))
    m = n
    do l = 1, size(levels)
      levels(l)%n = m
      allocate (levels(l)%u(0:m + 1))
      levels(l)%u = 0
      m = m/2
    end do
  end subroutine make
  recursive subroutine visit(levels, l, total)
    type(level), intent(inout) :: levels(:)
    integer, intent(in) :: l
    real, intent(inout) :: total
    integer :: i
    do i = 1, levels(l)%n
      total = total + levels(l)%u(i)
    end do
    if (l < size(levels)) call visit(levels, l + 1, total)
  end subroutine visit
end module grids
program p
  use grids
  implicit none
  type(level), allocatable :: levels(:)
  integer :: n, i
  real :: total
  read (*, *) n
  call make(levels, n)
  total = 0
  call visit(levels, 1, total)
  do i = lbound(levels(2)%u, 1), ubound(levels(2)%u, 1)
    total = total + levels(2)%u(i)
  end do
  total = total + sum(levels(1)%u)
  deallocate (levels)
  allocate (levels(3))
  do i = 1, size(levels)
    if (allocated(levels(i)%u)) total = total + 1
  end do
  print *, total
end program p
"""


def test_components_of_arrays_that_a_callee_allocates_are_followed():
    """Their bounds, and which of them are allocated, are in arrays of the callee's size."""
    Path("t.f90").write_text(LEVELS)
    lines = annotated("t.f90", {"N": 21})
    ran = {15: 5, 22: 5, 32: 5, 33: 39, 35: 5, 49: 12, 54: 1, 55: 3}  # sizes 21, 10, 5, 2, 1
    assert {line: lines[str(line)]["count"]["value"] for line in ran} == ran
    assert all(line["exact"] for line in lines.values())


CLASSES = """\
module shapes
  implicit none
  type shape
    integer :: sides = 0
  end type shape
  type, extends(shape) :: box
    integer :: w = 1
  contains
    procedure :: count
  end type box
  type holder
    class(shape), allocatable :: s
  end type holder
contains
  subroutine count(self, n)
    class(box), intent(in) :: self
    integer, intent(inout) :: n
    integer :: i
    do i = 1, self%w
      n = n + 1
    end do
  end subroutine count
end module shapes
program p
  use shapes
  implicit none
  type(holder) :: all(4), one
  class(shape), allocatable :: other
  integer :: i, n
  do i = 1, 4
    allocate (all(i)%s, source=box(4, 3*i))
  end do
  n = 0
  all(4) = all(2)
  one = all(3)
  allocate (other, source=all(1)%s)
  select type (q => all(4)%s)
  type is (box)
    call q%count(n)
  end select
  select type (q => one%s)
  class is (box)
    call q%count(n)
  end select
  select type (other)
  type is (box)
    do i = 1, other%w
      n = n + 1
    end do
  end select
  do i = 1, n
    if (mod(i, 2) == 0) print *, i
  end do
end program p
"""


def test_copies_of_a_class_have_what_its_type_adds():
    Path("t.f90").write_text(CLASSES)
    counts = {line: row["count"]["value"] for line, row in annotated("t.f90", {}).items()}
    assert [counts[line] for line in ("20", "48", "52")] == [6 + 9, 3, 6 + 9 + 3]
