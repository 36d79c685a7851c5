program main
  implicit none
  integer :: n, i
  real(8), allocatable :: x(:)
  real(8) :: c, s, r, a, b, dnrm2, scale, sums
  external dnrm2
  read *, n
  allocate(x(n))
  do i = 1, n
    x(i) = mod(7919*i, 10007) - 5000
    a = x(i)
    b = i
    call dlartg(a, b, c, s, r)
    call drotg(a, b, c, s)
  end do
  scale = 1
  sums = 0
  call dlassq(n, x, 1, scale, sums)
  print *, dnrm2(n, x, 1), r, a, scale*sqrt(sums)
end program
