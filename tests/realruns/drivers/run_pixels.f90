program main
  use healpix_types
  use bit_manipulation
  use pix_tools
  implicit none
  integer(i4b) :: nside, i, again, ring, found(8), count
  real(dp) :: theta, phi
  read *, nside
  ring = 0
  do i = 0, 12*nside**2 - 1
    call pix2ang_nest(nside, i, theta, phi)
    call ang2pix_ring(nside, theta, phi, again)
    call nest2ring(nside, i, ring)
    if (again /= ring) stop 1
    call neighbours_nest(nside, i, found, count)
  end do
  print *, theta, phi, count
end program

subroutine ftvers(version)  ! of CFITSIO, which is not called
  real :: version
  version = 0
end subroutine

subroutine ftexist(name, found, status)
  character(len=*) :: name
  integer :: found, status
  found = 0
  status = 0
end subroutine
