! Calls of procedures of the host, again and again; MERGE of calls.  INPUT 1 5
module lib
  implicit none
  integer :: k1=0, k2=0, k3=0
contains
  elemental integer function clip(v, low, high) result(r)
    integer, intent(in) :: v
    integer, intent(in), optional :: low, high
    r = v
    if (present(low)) r = max(r, low)
    if (present(high)) r = min(r, high)
  end function
  integer function total(a, skip)
    integer, intent(in) :: a(:)
    integer, intent(in), optional :: skip
    integer :: i
    total = 0
    do i = lbound(a, 1), ubound(a, 1)
      if (present(skip)) then
        if (a(i) == skip) cycle
      end if
      k1 = k1 + 1
      total = total + a(i)
    end do
  end function
  subroutine use_them(x, n)
    integer, intent(inout) :: x(:)
    integer, intent(in) :: n
    integer :: i
    if (sum(clip(x, high=3)) > 1) then
      do i = 1, maxval(clip(x, high=4, low=2))
        k2 = k2 + 1
      end do
    end if
    if (merge(1, 2, total(x) > 3) == 1) then
      do i = 1, total(x(2:), skip=n)
        k3 = k3 + 1
      end do
    end if
    do i = 1, merge(total(x, n), clip(n, 2), n > 2)
      k3 = k3 + 1
    end do
  end subroutine
end module
program p
  use lib
  implicit none
  integer :: n, m, y(5)
  read *, n, m
  y = [n, m, 2, 1, 7]
  call use_them(y, n)
  print *, k1, k2, k3
end program
