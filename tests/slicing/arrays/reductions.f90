program reductions
  implicit none
  integer, parameter :: m = 10
  integer :: a(m), b(m), i, n, k, s
  integer :: g(3,0:4)
  real :: x(m)
  logical :: lm(m)
  read (*,*) n
  do i = 1, m
    a(i) = mod(i*n, 7)
    x(i) = 1.5 * mod(i, n)
    lm(i) = a(i) > 3
  end do
  b = a + 1
  s = sum(a) + 2 * sum(a(2:8:3) * b(1:3))
  do i = 1, s
    k = i
    b(1) = b(1)
  end do
  do i = 1, maxval(a) - minval(b)
    k = i
    b(1) = b(1)
  end do
  if (any(a > 5)) then
    print *, 'any'
  end if
  if (all(a(1:3) < 7) .and. .not. all(lm)) then
    print *, 'all'
  end if
  do i = 1, count(a > 2 .or. lm)
    k = k + 1
    b(1) = b(1)
  end do
  k = maxloc(a, 1) + 10 * minloc(x, 1)
  do i = 1, k
    s = s + 1
    b(1) = b(1)
  end do
  do i = 1, size(a) + size(g)
    s = s + 1
    b(1) = b(1)
  end do
  k = dot_product(a, b)
  if (k > 100) print *, k
  g = 1
  g(2,:) = 3
  do while (sum(g(2,:)) + product(g(:,1)) > 10)
    g(2,1) = g(2,1) - 1
    s = s + 1
  end do
  if (maxval(x) > 2.0) print *, s
  select case (sum(g))
  case (:20)
    print *, 'few'
  case default
    print *, 'many'
  end select
end program
