! Functions of whole arrays with all their arguments.  INPUT 4
program p
  implicit none
  integer, parameter :: first = 1
  integer :: n, i, j, k1, k2, k3, k4, k5, k6, k7, k8, k9
  integer :: x(6), a(3,4), b(3,4), v(4), w(3), s(2), far(3)
  real :: r(4)
  logical :: m(3,4), t(4)
  character(2) :: c(3)
  read *, n
  k1 = 0
  k2 = 0
  k3 = 0
  k4 = 0
  k5 = 0
  k6 = 0
  k7 = 0
  k8 = 0
  k9 = 0
  x = [3, n, 1, n, 5, 2]
  a = reshape([(mod(5*j, 7), j = 1, 12)], [3, 4])
  m = mod(a, 2) == 0
  c = ['ab', 'cd', 'ab']
  far = huge(1)

  ! EOSHIFT and CSHIFT
  x = eoshift(x, 1)
  do i = 1, sum([(j*x(j), j = 1, 6)])
    k1 = k1 + 1
  end do
  x = eoshift(x, -2, boundary=n)
  do i = 1, sum([(j*x(j), j = 1, 6)])
    k1 = k1 + 1
  end do
  b = eoshift(a, [1, -1, 0], [7, 8, 9], 2)
  do i = 1, weighted(b)
    k1 = k1 + 1
  end do
  b = eoshift(array=a, dim=first, shift=2)
  do i = 1, weighted(b)
    k1 = k1 + 1
  end do
  t = eoshift([.true., .true., .false., .true.], 1)
  do i = 1, count(t)
    k1 = k1 + 1
  end do
  c = eoshift(c, 1)
  if (c(3) == ' ') then
    do i = 1, 3
      k1 = k1 + 1
    end do
  end if
  b = cshift(a, [0, 1, 2, -1])
  do i = 1, weighted(b)
    k2 = k2 + 1
  end do
  b = cshift(a, dim=2, shift=[3, n, 1])
  do i = 1, weighted(b)
    k2 = k2 + 1
  end do

  ! bits
  do i = 1, iany(x) + 3*iall(x(:2)) + 5*iparity(a, mask=a > 2)
    k3 = k3 + 1
  end do
  v = iany(a, dim=1)
  w = iparity(a, 2)
  do i = 1, sum(v) + 7*sum(w)
    k3 = k3 + 1
  end do
  if (parity(m)) then
    do i = 1, 2
      k3 = k3 + 1
    end do
  end if
  if (parity(a > 1)) then
    do i = 1, 4
      k3 = k3 + 1
    end do
  end if

  ! places
  do i = 1, findloc(x, n, dim=1, back=.true.) + 10*findloc(x, 0, 1, x > 5)
    k4 = k4 + 1
  end do
  s = findloc(a, 3, mask=a < 9, back=.true.)
  do i = 1, s(1) + 5*s(2)
    k4 = k4 + 1
  end do
  v = findloc(a, 5, dim=1)
  w = findloc(a, 5, 2, back=.true.)
  do i = 1, sum([(j*v(j), j = 1, 4)]) + sum([(j*w(j), j = 1, 3)])
    k4 = k4 + 1
  end do
  s = findloc(m, .true.)
  do i = 1, s(1) + 5*s(2)
    k4 = k4 + 1
  end do
  v = maxloc(a, 1)
  w = minloc(a, 2, mask=m)
  do i = 1, sum([(j*v(j), j = 1, 4)]) + sum([(j*w(j), j = 1, 3)])
    k5 = k5 + 1
  end do
  do i = 1, maxloc([2, 7, 7, 1], 1, back=.true.) + 10*minloc([4, 2, 2, 3], 1)
    k5 = k5 + 1
  end do
  do i = 1, minloc(far, 1) + 10*minloc(far, 1, far < 3)
    k5 = k5 + 1
  end do
  s = maxloc(a, m)
  do i = 1, s(1) + 5*s(2)
    k5 = k5 + 1
  end do

  ! PACK, UNPACK, RESHAPE, SPREAD
  x = pack(a, m, [(10 + j, j = 1, 6)])
  do i = 1, sum([(j*x(j), j = 1, 6)])
    k6 = k6 + 1
  end do
  b = unpack(x, m, -a)
  do i = 1, 60 + weighted(b)
    k6 = k6 + 1
  end do
  b = unpack([(j, j = 1, 12)], a > 2, 0)
  do i = 1, weighted(b)
    k6 = k6 + 1
  end do
  b = reshape([1, 2, 3, n, 5], [3, 4], pad=[7, 8], order=[2, 1])
  do i = 1, weighted(b)
    k7 = k7 + 1
  end do
  s = [3, 4]
  b = reshape(source=x, shape=s, pad=[9])
  do i = 1, weighted(b)
    k7 = k7 + 1
  end do
  b = spread(v, dim=first, ncopies=3) + spread(w, 2, 4)
  do i = 1, weighted(b)
    k8 = k8 + 1
  end do
  b = spread(ncopies=3, dim=1, source=[1, n, 2, 5])
  do i = 1, weighted(b)
    k8 = k8 + 1
  end do
  r = norm2(real(a), dim=1)
  do i = 1, int(sum(r))
    k9 = k9 + 1
  end do
  b = transpose(matrix=reshape(a, [4, 3]))
  do i = 1, weighted(b)
    k9 = k9 + 1
  end do
  print *, k1, k2, k3, k4, k5, k6, k7, k8, k9
contains
  integer function weighted(b)
    integer, intent(in) :: b(:,:)
    integer :: i, j
    weighted = 0
    do j = 1, size(b, 2)
      do i = 1, size(b, 1)
        weighted = weighted + mod(i + 3*j, 5)*b(i,j)
      end do
    end do
  end function
end program
