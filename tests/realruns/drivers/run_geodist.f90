program main
  implicit none
  integer :: n, i
  real :: az, baz, dist, total
  read *, n
  total = 0
  do i = 1, n
    call geodist(10.0 + i, 20.0, mod(37*i, 80) - 40.0, mod(53*i, 170) - 90.0, az, baz, dist)
    total = total + dist
  end do
  print *, total
end program
