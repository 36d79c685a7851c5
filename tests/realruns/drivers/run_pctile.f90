program main
  implicit none
  integer :: n, i
  real, allocatable :: x(:)
  real :: middle
  read *, n
  allocate(x(n))
  do i = 1, n
    x(i) = mod(7919*i, 10007)
  end do
  call pctile(x, n, 50, middle)
  print *, middle
end program
