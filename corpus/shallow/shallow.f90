! shallow - shallow water waves in a closed basin with an island.
! Staggered grid, forward-backward time steps.  Uses allocatable
! arrays, WHERE and array sections.
program shallow
  implicit none
  integer :: nx, ny, nsteps, n, ios
  real, allocatable :: h(:,:), u(:,:), v(:,:), depth(:,:)
  logical, allocatable :: wet(:,:)
  real :: dx, dt, total, start, high

  read (*, *, iostat=ios) nx, ny, nsteps
  if (ios /= 0) stop 'no input'
  allocate (h(nx,ny), u(0:nx,ny), v(nx,0:ny), depth(nx,ny), wet(nx,ny))
  dx = 1000.0
  call setup(nx, ny, h, depth, wet)
  u = 0.0
  v = 0.0
  dt = 0.5*dx/sqrt(9.81*maxval(depth))
  start = sum(h, mask=wet)
  high = 0.0

  do n = 1, nsteps
    call momentum(nx, ny, h, u, v, wet, 9.81*dt/dx)
    call continuity(nx, ny, h, u, v, depth, dt/dx)
    high = max(high, maxval(h(:,1), mask=wet(:,1)))
    if (mod(n, max(nsteps/4,1)) == 0) then
      total = sum(h, mask=wet)
      print '(a,i5,a,f7.3,a,f7.3,a,f8.2)', ' step', n, '  highest', &
            maxval(h), '  lowest', minval(h), '  volume ratio', total/start
    end if
  end do
  print '(a,f7.3)', ' highest level at the south coast', high
  print '(a,i5)', ' wet cells above 0.01:', count(wet .and. h > 0.01)
  deallocate (h, u, v, depth, wet)
end program shallow

! basin with sloping bottom, square island, initial hump of water
subroutine setup(nx, ny, h, depth, wet)
  implicit none
  integer, intent(in) :: nx, ny
  real, intent(out) :: h(nx,ny), depth(nx,ny)
  logical, intent(out) :: wet(nx,ny)
  integer :: i, j
  do j = 1, ny
    depth(:,j) = 20.0 + 80.0*real(j)/real(ny)
  end do
  depth(nx/2-2:nx/2+2, ny/3-2:ny/3+2) = 0.0
  wet = depth > 0.0
  do j = 1, ny
    do i = 1, nx
      h(i,j) = exp(-0.1*((i-nx/4)**2 + (j-2*ny/3)**2))
    end do
  end do
  where (.not. wet) h = 0.0
end subroutine setup

! new velocities from the slope of the surface; none through the coast
subroutine momentum(nx, ny, h, u, v, wet, c)
  implicit none
  integer, intent(in) :: nx, ny
  real, intent(in) :: h(nx,ny), c
  real, intent(inout) :: u(0:nx,ny), v(nx,0:ny)
  logical, intent(in) :: wet(nx,ny)
  where (wet(1:nx-1,:) .and. wet(2:nx,:))
    u(1:nx-1,:) = u(1:nx-1,:) - c*(h(2:nx,:) - h(1:nx-1,:))
  elsewhere
    u(1:nx-1,:) = 0.0
  end where
  where (wet(:,1:ny-1) .and. wet(:,2:ny))
    v(:,1:ny-1) = v(:,1:ny-1) - c*(h(:,2:ny) - h(:,1:ny-1))
  elsewhere
    v(:,1:ny-1) = 0.0
  end where
end subroutine momentum

! new surface from the divergence of the flow, depth taken upstream
subroutine continuity(nx, ny, h, u, v, depth, c)
  implicit none
  integer, intent(in) :: nx, ny
  real, intent(inout) :: h(nx,ny)
  real, intent(in) :: u(0:nx,ny), v(nx,0:ny), depth(nx,ny), c
  real, allocatable :: flux(:)
  integer :: i, j
  allocate (flux(0:max(nx,ny)))
  flux = 0.0
  do j = 1, ny
    do i = 1, nx-1
      flux(i) = u(i,j)*merge(depth(i,j), depth(i+1,j), u(i,j) > 0.0)
    end do
    flux(nx) = 0.0
    h(:,j) = h(:,j) - c*(flux(1:nx) - flux(0:nx-1))
  end do
  do i = 1, nx
    do j = 1, ny-1
      flux(j) = v(i,j)*merge(depth(i,j), depth(i,j+1), v(i,j) > 0.0)
    end do
    flux(ny) = 0.0
    h(i,:) = h(i,:) - c*(flux(1:ny) - flux(0:ny-1))
  end do
  deallocate (flux)
end subroutine continuity
