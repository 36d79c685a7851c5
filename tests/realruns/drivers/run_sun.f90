program main
  implicit none
  integer :: n, i, mjd
  real :: ra, dec, lst, az, el, day
  read *, n
  do i = 1, n
    call sun(2020, 1 + mod(i, 12), 1 + mod(i, 28), 0.5*mod(i, 48), -70.0, 42.0, ra, dec, lst, az, el, &
      mjd, day)
  end do
  print *, az, el
end program
