! FORALL that reads elements it sets.  INPUT 3 2
program p
  implicit none
  type t
    integer :: a = 1, v(3) = 2
  end type
  integer :: n, m, i, j, k1=0, k2=0, k3=0, k4=0, k5=0, k6=0
  integer :: x(6), y(0:6), z(3,3)
  type(t) :: l(4)
  read *, n, m
  x = [n, m, -3, n-m, 1, 0]
  y = 0
  forall (i = 1:6, x(i) > 0)
    x(i) = -x(i)
    y(i) = 2
  end forall
  do i = 1, sum(y)
    k1 = k1 + 1
  end do
  y = [(mod(i*n + 1, 4), i = 0, 6)]
  forall (i = 1:6:2) y(i) = y(i-1) + y(7-i)
  do i = 1, sum(y) + y(3)
    k2 = k2 + 1
  end do
  z = reshape([(i, i = 1, 9)], [3, 3])
  forall (i = 1:3) z(i, :) = z(:, i)
  do i = 1, z(3,1) + z(2,3)
    k3 = k3 + 1
  end do
  l%a = [n, m, 2, 1]
  forall (i = 2:4) l(i)%v(i-1) = m + i
  do i = 1, sum(l%v(1)) + l(4)%v(3)
    k4 = k4 + 1
  end do
  forall (i = 1:3)
    forall (j = 1:i) z(i, j) = z(j, i) + 1
  end forall
  do i = 1, sum(z)
    k5 = k5 + 1
  end do
  forall (i = 1:3, x(i) < 0) x(i + 1) = x(i) + x(7 - i)
  do i = 1, sum(x) + 20
    k6 = k6 + 1
  end do
  print *, k1, k2, k3, k4, k5, k6
end program
