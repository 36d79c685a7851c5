! Kinds of statements that were met in real code.  INPUT 3
module links
  implicit none
  type column
    integer :: k = 2
  end type
  type matrix
    type(column), pointer :: col(:) => null()
    type(column), dimension(:), pointer :: row => null()
  end type
end module
program p
  use links, only: matrix
  implicit none
  type(matrix) :: m
  integer :: n, i, k1, k2, k3, a(3,3), v(3), counts(4)
  read *, n
  k1 = 0
  k2 = 0
  k3 = 0
  allocate(m%col(n), m%row(2))
  do i = 1, n
    m%col(i)%k = i
  end do
  do i = 1, m%col(n)%k + m%row(2)%k
    k1 = k1 + 1
  end do
  a = reshape([(i, i = 1, 9)], [3, 3])
  v = matmul(a, (/ 1, n, 0 /))
  do i = 1, v(2)
    k2 = k2 + 1
  end do
  call tell(a)
  print *, k1, k2, k3
contains
  subroutine tell(b)
    integer, intent(in) :: b(:,:)
    counts(:3) = (/ n, shape(b) /)
    do i = 1, sum(counts(:3))
      k3 = k3 + 1
    end do
  end subroutine
end program
