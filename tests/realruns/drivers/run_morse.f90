program main
  implicit none
  integer :: n, i, length, bits(250)
  character(len=22) :: text
  read *, n
  do i = 1, n
    text = 'CQ K1ABC FN42'
    text(4:4) = char(64 + mod(i, 26) + 1)
    call morse(text, bits, length)
  end do
  print *, length, bits(1)
end program
