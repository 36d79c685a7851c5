program main
  implicit none
  integer :: n, i
  real, allocatable :: x(:)
  integer, allocatable :: at(:)
  read *, n
  allocate(x(n), at(n))
  do i = 1, n
    x(i) = mod(7919*i, 10007)
  end do
  call indexx(x, n, at)
  print *, at(1), at(n)
end program
