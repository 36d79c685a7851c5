! Functions with side effects in array expressions, constructors and generic calls.  INPUT 5
module mo
  implicit none
  integer :: k1 = 0, k2 = 0, k3 = 0, k4 = 0
  interface gen
    module procedure gen1, gen2
  end interface
contains
  integer function one(s)
    integer, intent(in) :: s
    k1 = k1 + 1
    one = mod(s, 3)
  end function
  impure elemental integer function twice(s)
    integer, intent(in) :: s
    k2 = k2 + 1
    twice = mod(2*s, 5)
  end function
  impure elemental integer function gen1(i)
    integer, intent(in) :: i
    k3 = k3 + 1
    gen1 = 2*i
  end function
  impure elemental real function gen2(i)
    real, intent(in) :: i
    gen2 = 2*i
  end function
  impure elemental subroutine each(i)
    integer, intent(in) :: i
    k4 = k4 + 1
    if (i > 100) stop
  end subroutine
end module
program p
  use mo
  implicit none
  integer :: n, i, s, x(4), y(4), z(3,4), w(3)
  read *, n
  y = n
  x = one(n)
  x = y + one(n)
  x = twice(y + one(2)) + twice(one(2))
  x = merge(max(y, one(n)), one(n), y > one(3))
  where (y > one(2)) x = one(3) + twice(y)
  s = sum(y * one(3)) + sum(y, mask=y > one(2)) + dot_product(y + one(2), y)
  z = spread(x + one(1), 1, 3)
  z(one(1), :) = y + one(1)
  x(1:2) = [y(1:1) + one(1), one(5)]
  x(one(1):) = 3
  x(one(2):4) = y(one(1):3)
  x = cshift(y + one(3), one(1))
  x = twice((/ (one(i), i=1,4) /))
  w = twice([one(1), one(2), n])
  x = x + twice([(one(i), i=1,3), n])
  x = gen([(one(i), i=1,4)])
  i = gen(one(3) + sum(twice(x)))
  x = gen(i=[one(1), one(1), one(1), one(1)])
  call each([(one(i), i=1,n)])
  print *, k1, k2, k3, k4
end program
