! Objects of classes: types that are allocated, passed, assigned and returned.
! The interpreter knows no unknown components: not interpreted.  INPUT 5
module shapes
  implicit none
  integer :: k1 = 0, k2 = 0, k3 = 0, k4 = 0, k5 = 0, k6 = 0, k7 = 0, k8 = 0
  type, abstract :: shape
    integer :: n = 2
  contains
    procedure(area_of), deferred :: area
    procedure :: grow => grow_shape
  end type
  abstract interface
    integer function area_of(self)
      import :: shape
      class(shape), intent(in) :: self
    end function
  end interface
  type, extends(shape) :: square
    integer :: side = 3
  contains
    procedure :: area => area_of_square
  end type
  type, extends(square) :: box
    integer :: height = 4
  contains
    procedure :: area => area_of_box
    procedure :: grow => grow_box
  end type
  type :: holder
    class(shape), allocatable :: s
  end type
contains
  integer function area_of_square(self) result(area)
    class(square), intent(in) :: self
    area = self%side*self%n
    k1 = k1 + 1
  end function
  integer function area_of_box(self) result(area)
    class(box), intent(in) :: self
    area = self%side*self%height
    k2 = k2 + 1
  end function
  subroutine grow_shape(self, by)
    class(shape), intent(inout) :: self
    integer, intent(in) :: by
    self%n = self%n + by
    k3 = k3 + 1
  end subroutine
  subroutine grow_box(self, by)
    class(box), intent(inout) :: self
    integer, intent(in) :: by
    call self%square%grow(by)
    self%height = self%height + by
    k4 = k4 + 1
  end subroutine
  subroutine kind_of(o, n)
    class(shape), intent(inout) :: o
    integer, intent(in) :: n
    select type (o)
    class default
      k5 = k5 + 1
    class is (square)
      k6 = k6 + 1
    type is (box)
      k7 = k7 + 1
    end select
    call o%grow(n)
  end subroutine
  function made(what) result(o)
    integer, intent(in) :: what
    class(shape), allocatable :: o
    if (what > 3) then
      allocate(box :: o)
    else
      allocate(square :: o)
    end if
  end function
end module
program p
  use shapes
  implicit none
  type(square) :: q
  type(box), target :: b
  class(shape), allocatable :: s, t
  class(shape), pointer :: r
  type(holder) :: h
  integer :: n, i
  read *, n
  allocate(box :: s)
  call s%grow(1)
  do i = 1, s%n
    call kind_of(s, 1)
  end do
  call kind_of(q, n)
  do i = 1, q%area()
    k8 = k8 + 1
  end do
  deallocate(s)
  allocate(s, source=q)
  call kind_of(s, 2)
  call move_alloc(s, t)
  call t%grow(1)
  do i = 1, t%n
    k8 = k8 + 1
  end do
  r => b
  call kind_of(r, 1)
  call kind_of(b%square, 1)
  s = made(n)
  call kind_of(s, 1)
  allocate(square :: h%s)
  call kind_of(h%s, n)
  call h%s%grow(1)
  do i = 1, h%s%n
    k8 = k8 + 1
  end do
  print *, k1, k2, k3, k4, k5, k6, k7, k8
end program
