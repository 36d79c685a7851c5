! Modules, optional arguments, generic names, array functions, WHERE.  INPUT 5
module consts
  implicit none
  private
  integer, parameter, public :: wp = selected_real_kind(15), nmax = 6
  integer, public :: total = 3
  integer, public, allocatable :: table(:)
  public :: setup, norm, grow
  interface norm
    module procedure norm1, norm2d
  end interface
contains
  subroutine setup(n, start)
    integer, intent(in) :: n
    integer, intent(in), optional :: start
    integer :: i
    if (allocated(table)) deallocate(table)
    if (present(start)) then
      allocate(table(start:start+n-1))
    else
      allocate(table(n))
    end if
    table = 0
    do i = lbound(table,1), ubound(table,1)
      table(i) = i
    end do
  end subroutine
  function norm1(x) result(s)
    real(wp), intent(in) :: x(:)
    real(wp) :: s
    integer :: k
    s = 0
    do k = 1, size(x)
      s = s + abs(x(k))
    end do
  end function
  function norm2d(x) result(s)
    real(wp), intent(in) :: x(:,:)
    real(wp) :: s
    integer :: k
    s = 0
    do k = 1, size(x,2)
      s = s + norm1(x(:,k))
    end do
  end function
  function grow(v, m) result(w)
    integer, intent(in) :: v(:), m
    integer :: w(size(v)+m)
    w(1:size(v)) = v
    w(size(v)+1:) = 7
  end function
end module
program p
  use consts, only: wp, n0 => nmax, setup, norm, table, total, grow
  implicit none
  integer :: n, i, k1, k2, k3, k4, k5, k6, k7
  real(wp), allocatable :: a(:,:)
  real(wp) :: s
  integer :: v(4), b(3,4), r(3)
  integer, allocatable :: w(:)
  logical :: mask(4)
  k1=0; k2=0; k3=0; k4=0; k5=0; k6=0; k7 = 0
  read *, n
  call setup(n)
  do i = 1, sum(table)
    k1 = k1 + 1
    continue
  end do
  call setup(n, start=3)
  do i = 1, table(3) + size(table)
    k2 = k2 + 1
    continue
  end do
  allocate(a(n, n0))
  a = 1
  s = norm(a) + norm(a(:,1))
  do i = 1, int(s)
    k3 = k3 + 1
    continue
  end do
  v = [1, n, 3, 4]
  mask = v > 2
  where (mask)
    v = v * 2
  elsewhere (v == 1)
    v = 10
  elsewhere
    v = 0
  end where
  do i = 1, sum(v)
    k4 = k4 + 1
    continue
  end do
  b = reshape([(i, i = 1, 12)], [3, 4])
  r = maxval(b, dim=2)
  do i = 1, r(1) + count(b > 5) + maxloc(v, 1) + merge(1, 2, any(b == 7))
    k5 = k5 + 1
    continue
  end do
  v(2:4) = v(1:3)
  do i = 1, v(4) + dot_product(b(1,:), b(2,:))
    k6 = k6 + 1
    continue
  end do
  w = grow(v, n)
  do i = 1, size(w) + w(size(w))
    k7 = k7 + 1
    continue
  end do
  do while (any(v > 0))
    v = v - 3
    k7 = k7 + 1
    continue
  end do
  total = total + sum(transpose(b)) + sum(matmul(b, v))
  print *, k1, k2, k3, k4, k5, k6, k7
end program
