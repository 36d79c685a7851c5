! Constructors with a type; SOURCE= and ASSOCIATE of constructors.  not interpreted INPUT 3 2
module t
  type item
    integer :: a = 1
  end type
end module
program p
  use t
  implicit none
  integer :: n, m, i, k, k1=0, k2=0, k3=0, k4=0
  integer, allocatable :: w(:)
  real(8), allocatable :: r(:)
  type(item), allocatable :: l(:)
  character(6) :: names(2) = [character(6) :: 'ab', 'long']
  integer, parameter :: c(3) = [integer :: 1, 2, 3]
  read *, n, m
  w = [integer ::]
  l = [item ::]
  r = [real(8) :: 1, n, 2.5]
  do i = 1, n
    w = [integer(4) :: w, i + 0.5, (m*j_(k), k = 1, 1)]
    l = [item :: l, item(i)]
  end do
  do i = 1, size(w) + sum(w)
    k1 = k1 + 1
  end do
  do i = 1, size(l) + l(n)%a + size(r)
    k2 = k2 + 1
  end do
  do i = 1, len_trim(names(1)) + len(names) + c(2)
    k3 = k3 + 1
  end do
  associate (q => [n, m, 3])
    do i = 1, q(1) + size(q)
      k4 = k4 + 1
    end do
  end associate
  print *, k1, k2, k3, k4
contains
  integer function j_(i)
    integer, intent(in) :: i
    j_ = i + 1
  end function
end program
