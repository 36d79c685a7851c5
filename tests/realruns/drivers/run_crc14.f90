program main
  implicit none
  integer :: n, i, j, crc, total
  integer(1) :: bits(96)
  read *, n
  total = 0
  do j = 1, n
    bits = 0
    do i = 1, 82
      bits(i) = int(mod(i*(j + 2)/3, 2), 1)
    end do
    call get_crc14(bits, 96, crc)
    total = total + crc
  end do
  print *, total
end program
