program main
  implicit none
  integer :: n, i, az, el, miles, km, hot, hotab
  character(len=6) :: grid
  read *, n
  do i = 1, n
    grid = char(65 + mod(i, 18))//char(65 + mod(5*i, 18))//'42aa'
    call azdist('FN20qi', grid, 0.5d0*i, az, el, miles, km, hot, hotab)
  end do
  print *, az, km
end program
