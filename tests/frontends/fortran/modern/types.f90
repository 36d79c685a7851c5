! Derived types, type-bound procedures, operators, elemental functions, ASSOCIATE.  INPUT 4
module shapes
  implicit none
  type, abstract :: base
    integer :: id = 3
  end type
  type, extends(base) :: grid
    integer :: nx = 0, ny = 0
    integer, allocatable :: cell(:,:)
    real, pointer :: view(:) => null()
  contains
    procedure :: init => grid_init
    procedure :: area
    procedure, private :: scale_i, scale_r
    generic :: scale => scale_i, scale_r
  end type
  type particle
    integer :: kind
    integer :: pos(3)
  end type
  type box
    type(grid) :: g
    type(particle), allocatable :: p(:)
    integer :: n = 2
  end type
  interface operator(+)
    module procedure add_particles
  end interface
contains
  subroutine grid_init(self, nx, ny)
    class(grid), intent(inout) :: self
    integer, intent(in) :: nx
    integer, intent(in), optional :: ny
    self%nx = nx
    self%ny = nx
    if (present(ny)) self%ny = ny
    allocate(self%cell(0:self%nx-1, self%ny))
    self%cell = 1
  end subroutine
  integer function area(self)
    class(grid), intent(in) :: self
    area = sum(self%cell)
  end function
  subroutine scale_i(self, by)
    class(grid) :: self
    integer :: by
    self%cell = self%cell * by
  end subroutine
  subroutine scale_r(self, by)
    class(grid) :: self
    real :: by
    self%cell = int(self%cell * by)
  end subroutine
  function add_particles(a, b) result(c)
    type(particle), intent(in) :: a, b
    type(particle) :: c
    c%kind = a%kind + b%kind
    c%pos = a%pos + b%pos
  end function
  subroutine fill(b, n)
    type(box), intent(out) :: b
    integer, intent(in) :: n
    integer :: i
    call b%g%init(n)
    allocate(b%p(n))
    do i = 1, n
      b%p(i)%kind = i
      b%p(i)%pos = [i, 2*i, 3*i]
    end do
    b%n = b%n + n
  end subroutine
  elemental integer function twice(x)
    integer, intent(in) :: x
    twice = 2*x
  end function
end module
program q
  use shapes
  implicit none
  type(box) :: b, c
  type(particle) :: s
  integer :: n, i, k1, k2, k3, k4, k5
  integer, target :: buf(10)
  integer, pointer :: ptr(:)
  k1 = 0; k2 = 0; k3 = 0; k4 = 0; k5 = 0
  read *, n
  call fill(b, n)
  do i = 1, b%g%area() + b%n
    k1 = k1 + 1
    continue
  end do
  call b%g%scale(2)
  call b%g%scale(1.5)
  c = b
  do i = 1, c%g%area()
    k2 = k2 + 1
    continue
  end do
  s = b%p(1) + c%p(2)
  s = s + particle(1, [1,2,3])
  do i = 1, s%kind + sum(s%pos)
    k3 = k3 + 1
    continue
  end do
  do i = 1, sum(b%p(:)%kind) + sum(twice(b%p%pos(2)))
    k4 = k4 + 1
    continue
  end do
  buf = 1
  ptr => buf(1:10:3)
  do i = 1, size(buf) + size(ptr)
    k5 = k5 + 1
    continue
  end do
  associate (g => b%g, m => b%n * 2)
    do i = 1, g%nx + m
      k5 = k5 + 1
      continue
    end do
  end associate
  print *, k1, k2, k3, k4, k5
end program
