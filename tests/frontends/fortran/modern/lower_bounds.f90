! Lower bounds that allocatable arrays keep or get, and those of arrays without elements.  INPUT 3
module mm
  integer, allocatable :: pool(:)
  type box
    integer, allocatable :: v(:)
  end type
  type cell
    integer :: a
  end type
  integer :: con(0:2) = [1,2,3]
contains
  subroutine grow(a)
    integer, allocatable, intent(inout) :: a(:)
    a = [a, 1]
  end subroutine
  integer function fix(a)
    integer, allocatable, intent(inout) :: a(:)
    if (allocated(a)) deallocate(a)
    allocate(a(-2:4))
    a = 0
    fix = 1
  end function
  function give(n) result(r)
    integer, allocatable :: r(:)
    integer, intent(in) :: n
    allocate(r(0:n))
    r = n
  end function
end module
program p
  use mm
  implicit none
  integer :: n, i, t
  integer :: k1 = 0, k2 = 0, k3 = 0, k4 = 0, k5 = 0, k6 = 0, k7 = 0, k8 = 0
  integer :: k9 = 0, k10 = 0, k11 = 0, k12 = 0, k13 = 0, k14 = 0, k15 = 0, k16 = 0
  integer :: k17 = 0, k18 = 0, k19 = 0, k20 = 0, k21 = 0, k22 = 0, k23 = 0, k24 = 0
  integer :: k25 = 0, k26 = 0, k27 = 0, k28 = 0
  integer, allocatable :: x(:), y(:), low(:), z(:), w(:), e(:), m2(:,:), q(:)
  integer, pointer :: pt(:)
  type(box) :: b, c, d(2)
  type(cell), allocatable :: l(:)
  read *, n
  call make()
  x = [1, 2, 3]
  do i = -9, lbound(x,1)
    k1 = k1 + 1
  end do
  allocate(y(n))
  t = fix(y)
  y = [(i, i=1,7)]
  do i = -9, lbound(y,1)
    k2 = k2 + 1
  end do
  z = give(n)
  do i = -9, lbound(z, 1)
    k3 = k3 + 1
  end do
  do i = -9, lbound(give(n), 1)
    k4 = k4 + 1
  end do
  e = con
  do i = -9, lbound(e,1)
    k5 = k5 + 1
  end do
  allocate(low(0:3)); low = 1
  b = box(low)
  do i = -9, lbound(b%v,1)
    k6 = k6 + 1
  end do
  b = box(low+1)
  do i = -9, lbound(b%v,1)
    k7 = k7 + 1
  end do
  allocate(d(1)%v(3:5))
  d(1)%v = 1
  do i = -9, lbound(d(1)%v,1)
    k8 = k8 + 1
  end do
  w = d(1)%v
  do i = -9, lbound(w,1)
    k9 = k9 + 1
  end do
  do i = -9, lbound(low(:),1)
    k10 = k10 + 1
  end do
  deallocate(w)
  allocate(w, source=low(2:3))
  do i = -9, lbound(w,1)
    k11 = k11 + 1
  end do
  deallocate(w)
  allocate(w, source=low)
  do i = -9, lbound(w,1)
    k12 = k12 + 1
  end do
  allocate(pool(2:4))
  pool = 0
  call grow(pool)
  do i = -9, lbound(pool,1)
    k13 = k13 + 1
  end do
  allocate(l(0:2))
  l%a = 1
  do i = -9, lbound(l%a,1)
    k14 = k14 + 1
  end do
  deallocate(w)
  w = l%a
  do i = -9, lbound(w,1)
    k15 = k15 + 1
  end do
  allocate(q(5:2))
  q = 1
  do i = -9, lbound(q,1)
    k16 = k16 + 1
  end do
  do i = -9, ubound(q,1)
    k17 = k17 + 1
  end do
  q = [q, 1]
  do i = -9, ubound(q,1)
    k18 = k18 + 1
  end do
  allocate(m2(0:1,0:n))
  m2 = 1
  m2 = m2(:,0:1)
  do i = -9, lbound(m2,1)
    k19 = k19 + 1
  end do
  do i = -9, lbound(m2,2)
    k20 = k20 + 1
  end do
  deallocate(low)
  allocate(low(0:1))
  deallocate(pool)
  allocate(pool(2:n))
  pool = 1
  pool = con
  do i = -9, lbound(pool,1)
    k21 = k21 + 1
  end do
  do i = -9, size(low(2:-3))
    k22 = k22 + 1
  end do
  do i = -9, sz(low(2:-3))
    k23 = k23 + 1
  end do
  deallocate(low); allocate(low(9)); low = 2
  do i = -9, sz(low(1:n))
    k24 = k24 + 1
  end do
  deallocate(w); allocate(w(4:6)); w=1
  w = merge(w, w, w > 2)
  do i = -9, lbound(w,1)
    k25 = k25 + 1
  end do
  call out(w, n)
  do i = -9, lbound(w,1)
    k26 = k26 + 1
  end do
  c = b
  do i = -9, lbound(c%v,1)
    k27 = k27 + 1
  end do
  c%v = [c%v, 1]
  do i = -9, ubound(c%v,1)
    k28 = k28 + 1
  end do
  print *, k1, k2, k3, k4, k5, k6, k7, k8, k9, k10, &
    k11, k12, k13, k14, k15, k16, k17, k18, k19, k20, &
    k21, k22, k23, k24, k25, k26, k27, k28
contains
  subroutine make()
    allocate(x(0:2))
  end subroutine
  integer function sz(a)
    integer, intent(in) :: a(0:)
    integer j
    sz = 0
    do j = 1, ubound(a,1) + 3
      sz = sz + 1
    end do
  end function
  subroutine out(a, n)
    integer, allocatable, intent(out) :: a(:)
    integer, intent(in) :: n
    allocate(a(7:6+n))
    a = 1
    a = [1,2]
  end subroutine
end program
