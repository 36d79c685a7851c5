program main
  implicit none
  integer :: n, i
  real :: long, lat
  character(len=6) :: grid
  read *, n
  do i = 1, n
    call deg2grid(mod(53*i, 350) - 175.0, mod(37*i, 170) - 85.0, grid)
    call grid2deg(grid, long, lat)
  end do
  print *, grid, long, lat
end program
