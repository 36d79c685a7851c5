! kmeans - group points of the plane into clusters.  Free source form,
! named loops with EXIT and CYCLE, no modules.
program kmeans
  implicit none
  integer, parameter :: npts = 300, ngrp = 4, maxit = 50
  real :: x(npts), y(npts), cx(ngrp), cy(ngrp)
  integer :: owner(npts), members(ngrp)
  integer :: it, moved, g, outliers

  call scatter(npts, ngrp, x, y)
  do g = 1, ngrp                      ! poor start: all centres near one line
    cx(g) = 0.5*x(g) + 1.0
    cy(g) = 0.1*g
  end do
  owner = 0

  iterate: do it = 1, maxit
    call assign_points(npts, ngrp, x, y, cx, cy, owner, moved)
    if (moved == 0) exit iterate
    call recentre(npts, ngrp, x, y, owner, cx, cy, members)
  end do iterate

  print '(a,i3)', ' iterations ', it
  do g = 1, ngrp
    print '(a,i2,a,2f7.2,a,i4)', ' group', g, '  centre', cx(g), cy(g), &
          '  members', members(g)
  end do
  call count_outliers(npts, ngrp, x, y, cx, cy, 1.9, outliers)
  print '(a,i3)', ' outliers ', outliers
end program kmeans

! deterministic points around ngrp centres
subroutine scatter(n, ng, x, y)
  implicit none
  integer, intent(in) :: n, ng
  real, intent(out) :: x(n), y(n)
  integer :: i, g, now
  real :: r
  now = 77
  do i = 1, n
    g = mod(i-1, ng)
    call draw(now, r)
    x(i) = 4.0*mod(g,2) + 3.6*r - 1.8
    call draw(now, r)
    y(i) = 3.0*(g/2) + 3.6*r - 1.8
  end do
end subroutine scatter

subroutine draw(now, r)
  implicit none
  integer, intent(inout) :: now
  real, intent(out) :: r
  now = mod(now*1366 + 150889, 714025)
  r = real(now)/714025.0
end subroutine draw

! nearest centre of each point; a partial sum already too large ends a try
subroutine assign_points(n, ng, x, y, cx, cy, owner, moved)
  implicit none
  integer, intent(in) :: n, ng
  real, intent(in) :: x(n), y(n), cx(ng), cy(ng)
  integer, intent(inout) :: owner(n)
  integer, intent(out) :: moved
  integer :: i, g, best
  real :: d, dbest
  moved = 0
  points: do i = 1, n
    dbest = huge(dbest)
    best = 1
    centres: do g = 1, ng
      d = (x(i) - cx(g))**2
      if (d >= dbest) cycle centres
      d = d + (y(i) - cy(g))**2
      if (d < dbest) then
        dbest = d
        best = g
      end if
    end do centres
    if (best == owner(i)) cycle points
    owner(i) = best
    moved = moved + 1
  end do points
end subroutine assign_points

subroutine recentre(n, ng, x, y, owner, cx, cy, members)
  implicit none
  integer, intent(in) :: n, ng, owner(n)
  real, intent(in) :: x(n), y(n)
  real, intent(out) :: cx(ng), cy(ng)
  integer, intent(out) :: members(ng)
  integer :: i, g
  cx = 0.0
  cy = 0.0
  members = 0
  do i = 1, n
    g = owner(i)
    cx(g) = cx(g) + x(i)
    cy(g) = cy(g) + y(i)
    members(g) = members(g) + 1
  end do
  do g = 1, ng
    if (members(g) == 0) cycle
    cx(g) = cx(g)/members(g)
    cy(g) = cy(g)/members(g)
  end do
end subroutine recentre

! points farther than r from all centres: the outer loop goes on as soon
! as one near centre has been found
subroutine count_outliers(n, ng, x, y, cx, cy, r, nout)
  implicit none
  integer, intent(in) :: n, ng
  real, intent(in) :: x(n), y(n), cx(ng), cy(ng), r
  integer, intent(out) :: nout
  integer :: i, g
  nout = 0
  outer: do i = 1, n
    g = 0
    do                                ! endless loop with exit in the middle
      g = g + 1
      if (g > ng) exit
      if ((x(i)-cx(g))**2 + (y(i)-cy(g))**2 <= r*r) cycle outer
    end do
    nout = nout + 1
  end do outer
end subroutine count_outliers
