! Generic names are resolved by constructors with implied DO. INPUT 3
module mm
  implicit none
  interface measure
    module procedure measure_vector, measure_scalar
  end interface
contains
  integer function measure_scalar(s)
    integer, intent(in) :: s
    measure_scalar = s
  end function
  integer function measure_vector(s)
    integer, intent(in) :: s(:)
    integer :: i
    measure_vector = 0
    do i = 1, size(s)
      measure_vector = measure_vector + s(i)
    end do
  end function
end module
program t
  use mm
  implicit none
  integer :: i3, k, k1, n
  k1 = 0
  read (*, *) n
  k = measure((/ (i3 * 2, i3 = 1, n) /))
  k = k + measure((/ (mod(i3 * 2, 5), i3 = 1, 4) /))
  do i3 = 1, k
    k1 = k1 + 1
  end do
  print *, k1
end program
