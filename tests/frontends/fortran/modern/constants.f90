! Named constants of hosts and modules that rest on others, and tables of constants.  INPUT 3
module sizes
  implicit none
  integer, parameter :: nx = 4, n = nx*2
  integer, private :: j, k
  integer, parameter :: tab(3) = (/ nx, n, nx + n /), flat(4) = nx
  integer, parameter :: made(6) = (/ ((k*10 + j, k = 1, j), j = 1, 3) /)
  integer, parameter :: grid(2, 2) = reshape((/ 1, 2, 3, 4 /), (/ 2, 2 /))
end module
program constants
  use sizes, only: many => n, tab, flat, made, grid
  implicit none
  integer, parameter :: a = 3, b = a*many, own(2) = [b, a]
  integer :: k1 = 0, k2 = 0, k3 = 0, k4 = 0, k5 = 0, k6 = 0, k7 = 0
  integer :: m
  read (*, *) m
  call inside
  call shadowed(m)
  do m = 1, tab(2)
    k1 = k1 + 1
  end do
  do m = 1, grid(2, 1) + made(4) + flat(3)
    k2 = k2 + 1
  end do
  print *, k1, k2, k3, k4, k5, k6, k7
contains
  subroutine inside
    integer :: i, l
    real :: y(b)
    do i = 1, b
      k3 = k3 + 1
    end do
    do i = 1, own(1) + size(y)
      k4 = k4 + 1
    end do
    do l = 1, 3
      do i = 1, tab(l)
        k5 = k5 + 1
      end do
    end do
    do i = 1, sum(tab)
      k6 = k6 + 1
    end do
  end subroutine
  subroutine shadowed(a)
    integer, intent(in) :: a
    integer :: i, nx
    nx = a
    do i = 1, b + nx
      k7 = k7 + 1
    end do
  end subroutine
end program
