"""Programs whose quantities vary together, so that products of means are no counts."""

FFT_LIKE = """\
program fftlike
  implicit none
  integer :: n, k, s
  real :: x(8192), left(8)
  read *, n
  do k = 1, 8192
    x(k) = 0
  end do
  s = 0
  do k = 1, 8
    left(k) = 2.0**(16 - 2*k)
  end do
  do k = 1, 8
    call pass(x, left(k), k*k*n/8)
  end do
  print *, x(1), s
contains
  subroutine pass(y, rest, m)
    real, intent(inout) :: y(*), rest
    integer, intent(in) :: m
    integer :: l
    do while (rest > 0.5)
      do l = 1, m
        if (y(l) < 4.0) then
          y(l) = y(l) + 1.0 ! counted
        end if
        y(l) = y(l)*0.999 ! counted
        y(l) = y(l) - 0.001
      end do
      rest = rest/2
      s = s + 1
    end do
  end subroutine
end program
"""
NEIGHBOURS = """\
program neighbours
  implicit none
  integer :: n, i, j, m, close, first(0:400), near(4000)
  real :: x(400), d
  read *, n
  m = 0
  first(0) = 1
  do i = 1, n
    x(i) = (real(i)/n)**3
  end do
  do i = 1, n
    do j = 1, n
      d = abs(x(i) - x(j))
      if (j /= i .and. d < 0.05) then
        m = m + 1
        near(m) = j
      end if
    end do
    first(i) = m + 1
  end do
  close = 0
  do i = 1, n
    do j = first(i - 1), first(i) - 1
      if (first(i) - first(i - 1) > 3) then
        close = close + 1 ! counted
      end if
      d = d + x(near(j)) ! counted
      d = d*0.5
    end do
  end do
  print *, close, d
end program
"""
VALUES = """\
program values
  implicit none
  integer :: n, i, j, lo, hi, stack(100), top
  real :: a(500)
  read *, n
  do i = 1, n
    a(i) = mod(i*37, 101)
  end do
  top = 2
  stack(1) = 1
  stack(2) = n
  do while (top > 0)
    hi = stack(top)
    lo = stack(top - 1)
    top = top - 2
    j = lo
    do i = lo, hi - 1
      if (a(i) < a(hi)) then
        call swap(a(i), a(j)) ! counted
        j = j + 1 ! counted
      end if
    end do
    call swap(a(j), a(hi))
    if (j - lo > 1) then
      stack(top + 1) = lo ! counted
      stack(top + 2) = j - 1
      top = top + 2
    end if
    if (hi - j > 1) then
      stack(top + 1) = j + 1 ! counted
      stack(top + 2) = hi
      top = top + 2
    end if
  end do
  print *, a(1)
contains
  subroutine swap(x, y)
    real, intent(inout) :: x, y
    real :: z
    z = x ! counted
    x = y
    y = z
  end subroutine
end program
"""
TWO_CONDITIONS = """\
#include <stdio.h>
#define CLAMP(v, lo, hi) ((v) < (lo) ? (lo) : (v) > (hi) ? (hi) : (v))
static int odd(int i)
{
    return i & 1; /* counted */
}

int main(void)
{
    int n, k = 0, s = 0;
    if (scanf("%d", &n) != 1)
        return 1;
    for (int i = 0; i < n; i++) {
        int v = CLAMP(i, 3, 20);
        if (odd(i) && v > 5 || i % 7 == 0)
            k += v; /* counted */
        for (int j = 0; j < v && s < 5000; j++)
            s += j; /* counted */
        s = s > 100 ? s - 1 : s + 2; /* counted */
    }
    printf("%d %d\\n", k, s);
    return 0;
}
"""
STOPS = """\
program stops
  implicit none
  integer :: n, i, k
  real :: x
  read *, n
  x = 1
  k = 0
  do i = 1, n
    if (mod(i*i, 7) > 2) then
      call check(i)
      call spread(x, &
                  i) ! counted
      call check(i)
      x = x*0.01 ! counted
      if (x < 0.1) then
        call check(k)
        k = k + 1 ! counted
        x = x + k ! counted
      end if
    end if
  end do
  print *, x, k
contains
  subroutine check(m)
    integer, intent(in) :: m
    if (m > 1000) stop 'too many'
  end subroutine
  subroutine spread(y, m)
    real, intent(inout) :: y
    integer, intent(in) :: m
    y = y + m
  end subroutine
end program
"""
SPECTRUM = """\
program spectrum
  implicit none
  integer :: n, top, nits, k, work
  real :: x(20000), rest
  read *, top
  do k = 1, 20000
    x(k) = 1
  end do
  n = 64
  work = 0
  do while (n <= top)
    rest = real(top)*16.0/n
    nits = 0
    do while (rest > 0.9)
      do k = 1, n
        x(k) = x(k)*0.5 + 0.1 ! counted
        if (x(k) > 0.3) then
          work = work + 1 ! counted
        end if
      end do
      rest = rest*0.5
      nits = nits + 1
    end do
    n = n + n
  end do
  print *, work, x(1)
end program
"""
"""The number of passes falls as their length grows."""
TWO_SITES = """\
program sites
  implicit none
  integer :: n, i
  real :: x(200000)
  read *, n
  do i = 1, n*n/4
    x(i) = cos(real(i))
  end do
  do i = 1, 10
    call sweep(x, n)
  end do
  call sweep(x, n*n/4)
  print *, x(1)
contains
  subroutine sweep(y, m)
    real, intent(inout) :: y(*)
    integer, intent(in) :: m
    integer :: l
    real :: t
    t = 1.0
    do while (t > 1.0/m)
      do l = 1, m
        y(l) = y(l)*0.5 ! counted
        y(l) = y(l) + 0.01
      end do
      t = t*0.7
    end do
  end subroutine
end program
"""
"""A subroutine is called with short arrays and with one long one, which takes more passes."""
LISTS = """\
program lists
  implicit none
  integer :: n, i, j, m, hits
  integer, allocatable :: start(:), list(:)
  real, allocatable :: x(:)
  real :: s
  read *, n
  allocate (x(n), start(n + 1), list(n*n))
  do i = 1, n
    x(i) = mod(i*7919, 1009)/1009.0
  end do
  m = 1
  do i = 1, n
    start(i) = m
    do j = 1, n
      if (abs(x(i) - x(j)) < 0.1*x(i)) then
        list(m) = j
        m = m + 1
      end if
    end do
  end do
  start(n + 1) = m
  s = 0
  hits = 0
  do i = 1, n
    do j = start(i), start(i + 1) - 1
      s = s + x(list(j)) ! counted
      if (x(i) > 0.5) then
        hits = hits + 1 ! counted
        call touch(s, start(i + 1) - start(i))
      end if
    end do
  end do
  print *, s, hits
contains
  subroutine touch(y, k)
    real, intent(inout) :: y
    integer, intent(in) :: k
    integer :: l
    do l = 1, k
      y = y*0.999 ! counted
    end do
  end subroutine
end program
"""
"""Neighbour lists: longer ones where the branch is taken, and a callee that gets their lengths."""
UNMEASURED = """\
program unknown
  implicit none
  integer :: n, i, j, a(10)
  real :: x
  read *, n
  do i = 1, 10
    a(i) = int(sqrt(real(n*i))) + mod(n, i)
  end do
  x = 0
  do i = 1, a(3)*a(4) + a(5)
    x = x + sin(real(i)) ! counted
    if (x > 0.5) then
      x = x - 0.25
    end if
  end do
  do j = a(2), a(7)
    do i = j, a(9) + a(6)
      x = x*0.5 ! counted
    end do
  end do
  print *, x
end program
"""
"""Bounds are made of several elements, so that no count tells one of them."""
ENTRIES = """\
program entries
  implicit none
  integer :: n, i, total, t(100)
  read *, n
  do i = 1, n
    t(i) = mod(i*i, 13)
  end do
  total = 0
  do i = 1, n
    if (t(i) > 2) call long(total, t(i))
    if (t(i) <= 2) call short(total, t(i))
  end do
  print *, total
end program

subroutine both(total, m)
  integer :: total, m, j
  entry long(total, m)
  do j = 1, m
    if (m > 8) then
      total = total + j ! counted
    end if
    total = total + 1 ! counted
    total = total*2
  end do
  return
  entry short(total, m)
  total = total - m ! counted
end subroutine
"""
"""Nobody calls the subroutine by its own name, and its first entry begins where it does."""
NO_STRIDE = """\
program stride
  implicit none
  integer :: n, k, i, j
  real :: v(10), s
  read *, n, k
  read *, v
  s = 0
  do j = 1, 10
    if (v(j) > 0) then
      do i = 1, n, k
        s = s + v(j) ! counted
        if (s > 5) exit
        s = s*1.5
      end do
    end if
  end do
  print *, s
end program
"""
"""The loop whose step is read does not run where it is 0."""
REAL_VALUE = """\
program main
  implicit none
  integer :: n, i, l
  double precision :: a(200), tau
  read *, n
  do i = 1, n
    a(i) = mod(i*7, 5)
  end do
  call gen(n, a, tau)
  call apply(n, tau, l)
  print *, l, tau
contains
  subroutine apply(n, tau, l)
    integer :: n, l, i
    double precision :: tau
    l = 0
    if (tau /= 0) then
      l = n
    end if
    if (tau /= 0) then
      do i = 1, l
        print *, i
      end do
    end if
  end subroutine
  subroutine gen(n, a, tau)
    integer :: n
    double precision :: a(n), tau
    tau = 0
    if (a(n) > 1) tau = a(n)
  end subroutine
end program
"""
"""Two branches depend on one real value that another procedure sets."""
