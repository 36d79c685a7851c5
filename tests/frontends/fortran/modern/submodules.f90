! Submodules below submodules, MODULE PROCEDURE, two procedures of one name.  INPUT 6
module others
contains
  integer function helper(i)
    integer, intent(in) :: i
    helper = 2 * i
  end function
end module
module tools
  implicit none
  integer, parameter :: most = 4
  integer, private :: calls = 0
  interface
    module function total(v) result(s)
      integer, intent(in) :: v(:)
      integer :: s
    end function
    module subroutine spread_out(n, w, k)
      integer, intent(in) :: n
      integer, intent(inout) :: w(n), k
    end subroutine
    module integer function times(n)
      integer, intent(in) :: n
    end function
  end interface
contains
  integer function called()
    called = calls
  end function
end module
submodule (tools) work
  implicit none
  integer :: factor = 2
contains
  module function total(v) result(s)
    integer, intent(in) :: v(:)
    integer :: s, i
    s = 0
    calls = calls + 1
    do i = 1, size(v)
      s = s + v(i)
    end do
  end function
  module procedure spread_out
    integer :: i, j
    do i = 1, n
      w(i) = i
      do j = 1, helper(i)
        k = k + 1
      end do
    end do
  end procedure
  integer function helper(i)
    integer, intent(in) :: i
    helper = min(i, most)
  end function
end submodule
submodule (tools:work) deeper
contains
  module procedure times
    times = factor * n
    calls = calls + 1
  end procedure
end submodule
program p
  use tools
  use others, only: helper
  implicit none
  integer :: n, i, k, k1, k2, k3
  integer, allocatable :: w(:)
  read *, n
  k = 0
  k1 = 0
  k2 = 0
  k3 = 0
  allocate(w(n))
  call spread_out(n, w, k)
  do i = 1, k
    k1 = k1 + 1
  end do
  do i = 1, total(w)
    k2 = k2 + 1
  end do
  do i = 1, times(called()) + helper(1)
    k3 = k3 + 1
  end do
  print *, k1, k2, k3
end program
