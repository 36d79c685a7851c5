program main
  implicit none
  integer :: n, i, j, iterations
  integer(1) :: message(16), codeword(32), decoded(16)
  real :: llr(32)
  read *, n
  do j = 1, n
    do i = 1, 16
      message(i) = int(mod(i*(j + 2)/3, 2), 1)
    end do
    call encode_msk40(message, codeword)
    llr = 4*(2*codeword - 1)
    llr(1 + mod(j, 32)) = -0.5*llr(1 + mod(j, 32))
    call bpdecode40(llr, 5, decoded, iterations)
  end do
  print *, decoded, iterations
end program
