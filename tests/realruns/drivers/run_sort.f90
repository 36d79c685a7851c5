program main
  implicit none
  integer :: n, i
  real, allocatable :: x(:)
  read *, n
  allocate(x(n))
  do i = 1, n
    x(i) = mod(7919*i, 10007)
  end do
  call sort(n, x)
  print *, x(1), x(n)
end program
