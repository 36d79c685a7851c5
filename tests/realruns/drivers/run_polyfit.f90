program main
  implicit none
  integer :: n, m, i
  real(8), allocatable :: x(:), y(:), s(:), a(:)
  real(8) :: chisqr
  read *, n, m
  allocate(x(n), y(n), s(n), a(m))
  do i = 1, n
    x(i) = i/real(n, 8)
    y(i) = 1 + x(i)*(2 - x(i))
  end do
  s = 1
  call polyfit(x, y, s, n, m, 0, a, chisqr)
  print *, a(1), chisqr
end program
