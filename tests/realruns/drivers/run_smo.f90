program main
  implicit none
  integer :: n, m, i
  real, allocatable :: x(:), y(:)
  real :: a(5)
  read *, n, m
  allocate(x(n), y(n))
  do i = 1, n
    x(i) = 1 + 10/(1 + (i - 0.4*n)**2/16)
  end do
  call smo(x, n, y, m)
  call lorentzian(x, n, a)
  print *, a
end program
