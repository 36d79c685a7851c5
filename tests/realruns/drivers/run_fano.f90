program main
  implicit none
  integer :: n, i, j, cycles, metric, ierr, table(-128:127, 0:1)
  integer(1) :: packed(13), found(13), symbols(0:206)
  read *, n
  do i = -128, 127
    table(i,0) = merge(6, -40, i < 0)
    table(i,1) = merge(-40, 6, i < 0)
  end do
  do j = 1, n
    do i = 1, 13
      packed(i) = int(mod(29*i*j, 120), 1)
    end do
    packed(10:13) = 0
    call encode232(packed, 206, symbols)
    do i = 0, 205
      symbols(i) = merge(50_1, -50_1, symbols(i) > 0)
    end do
    call fano232(symbols, 103, table, 17, 1000, found, cycles, metric, ierr)
  end do
  print *, found(1), cycles
end program
