program main
  use packjt77
  implicit none
  integer :: n, i, i3, n3
  character(len=37) :: text, again
  character(len=77) :: bits
  logical :: good
  read *, n
  do i = 1, n
    text = 'CQ K1ABC FN42'
    if (mod(i, 3) == 1) text = 'K1ABC W9XYZ EN37'
    if (mod(i, 3) == 2) text = 'TNX BOB 73 GL'
    i3 = -1
    n3 = -1
    call pack77(text, i3, n3, bits)
    call unpack77(bits, 0, again, good)
  end do
  print *, bits, again
end program
