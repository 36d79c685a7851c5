program t
  integer, parameter :: dp = 8
  real(dp) :: x
  integer :: n
  do n = 1, int(x*1e5_dp) + int(2E-1_8)
    x = x + 1d0
  end do
end program
