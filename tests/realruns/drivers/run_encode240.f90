program main
  implicit none
  integer :: n, i, j
  integer(1) :: message(101), codeword(240)
  read *, n
  do j = 1, n
    do i = 1, 101
      message(i) = int(mod(i*(j + 2)/3, 2), 1)
    end do
    call encode240_101(message, codeword)
  end do
  print *, codeword(110:120)
end program
