! Procedure pointers with one target each.  INPUT 4
module m
  implicit none
  abstract interface
    integer function shape_of(n)
      integer, intent(in) :: n
    end function
    subroutine work_on(n)
      integer, intent(in) :: n
    end subroutine
  end interface
  integer :: k1 = 0, k2 = 0, k3 = 0
  type solver
    integer :: n = 2
    procedure(work_on), pointer, nopass :: step => null()
    procedure(own), pointer :: mine => null()
  end type
contains
  subroutine own(self, m)
    class(solver), intent(in) :: self
    integer, intent(in) :: m
    integer :: i
    do i = 1, self%n*m
      k1 = k1 + 1
    end do
  end subroutine
  integer function twice(n)
    integer, intent(in) :: n
    twice = 2*n
  end function
  integer function thrice(n)
    integer, intent(in) :: n
    thrice = 3*n
  end function
  subroutine count_up(n)
    integer, intent(in) :: n
    integer :: i
    do i = 1, n
      k2 = k2 + 1
    end do
  end subroutine
end module
program p
  use m
  implicit none
  procedure(shape_of), pointer :: f => null()
  procedure(work_on), pointer :: g
  type(solver) :: s
  integer :: n, i
  read *, n
  f => twice
  g => count_up
  call g(n)
  do i = 1, f(n)
    k3 = k3 + 1
  end do
  s%step => count_up
  call s%step(n + 1)
  s%mine => own
  call s%mine(3)
  print *, k1, k2, k3
end program
