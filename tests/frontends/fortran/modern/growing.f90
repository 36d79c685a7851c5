! Assignments that give allocatable arrays another shape; FINDLOC.  INPUT 5
program p
  implicit none
  type bag
    integer, allocatable :: v(:)
    integer :: n = 0
  end type
  type(bag) :: b
  integer :: n, i, k1, k2, k3, k4, k5, k6, k7, at(2)
  integer, allocatable :: x(:), y(:), z(:,:), low(:)
  read *, n
  k1 = 0
  k2 = 0
  k3 = 0
  k4 = 0
  k5 = 0
  k6 = 0
  k7 = 0
  allocate(x(0), y(2*n), b%v(1), low(0:n-1))
  do i = 1, n
    x = [x, i]
  end do
  do i = 1, size(x)
    k1 = k1 + 1
  end do
  y = 7
  y = x(2:)
  do i = lbound(y, 1), ubound(y, 1)
    k2 = k2 + 1
  end do
  do i = 1, n
    b%v = [b%v, i, i]
  end do
  do i = 1, size(b%v)
    k3 = k3 + 1
  end do
  z = reshape(x, [n, 1])
  z = matmul(z, transpose(z))
  do i = 1, size(z)
    k4 = k4 + 1
  end do
  low = x
  do i = lbound(low, 1), 2
    k5 = k5 + 1
  end do
  y = twice(y)
  do i = 1, size(y)
    k6 = k6 + 1
  end do
  at = findloc(reshape([1, 2, 3, 4, 5, 6], [2, 3]), 4)
  do i = 1, findloc(x(2:), n - 1, dim=1) + 10 * at(1) + 20 * at(2) + findloc(x, -1, 1)
    k7 = k7 + 1
  end do
  print *, k1, k2, k3, k4, k5, k6, k7
contains
  function twice(v) result(w)
    integer, intent(in) :: v(:)
    integer, allocatable :: w(:)
    w = v
    w = [w, v]
  end function
end program
