program p
  real, allocatable :: a(:), b(:)
  integer :: i, ierr = 7
  real :: x = 0
  allocate(a(7))
  call move_alloc(a, to=b, stat=ierr)
  do i = 1, size(b)
    x = x + 1
  end do
  if (.not. allocated(a)) then
    x = x + 2
  end if
  do i = 1, ierr
    x = x + 3
  end do
end program
