! Times kernels: reads which, how often and with what data, writes seconds. The lines between
! BEGIN and END are put in for the kernels at hand. The protocol is that of driver.c.
module sad_data
  implicit none
  ! BEGIN sizes
  integer, parameter :: n_integers = 1, n_reals = 1, n_doubles = 1
  ! END sizes
  integer, parameter :: long = selected_int_kind(18), stream_length = 2097152, &
    chain_length = 1000, busy_length = 256, looks = 2500
  integer, save :: integers(0:n_integers)
  real, save :: reals(0:n_reals)
  double precision, save :: doubles(0:n_doubles), stream(stream_length), sink
  double precision, save :: busy_from(busy_length), busy_to(busy_length), quiet
  integer(long), save :: state
  integer, save :: arrays, kinds(20), patterns(20)
  integer(long), save :: starts(20), counts(20)
  double precision, save :: lows(20), highs(20)

contains

  double precision function now()
    integer(long) :: count, rate
    call system_clock(count, rate)
    now = dble(count)*(1.0d9/dble(rate))
  end function

  double precision function draw()  ! Park and Miller, multiplier 48271; 0 < result < 1
    state = mod(state*48271_long, 2147483647_long)
    draw = dble(state)/2147483647.0d0
  end function

  subroutine put(kind, at, value)
    integer, intent(in) :: kind
    integer(long), intent(in) :: at
    double precision, intent(in) :: value
    if (kind == 1) then
      integers(at) = int(value)
    else if (kind == 2) then
      reals(at) = real(value)
    else
      doubles(at) = value
    end if
  end subroutine

  double precision function get(kind, at)
    integer, intent(in) :: kind
    integer(long), intent(in) :: at
    if (kind == 1) then
      get = dble(integers(at))
    else if (kind == 2) then
      get = dble(reals(at))
    else
      get = doubles(at)
    end if
  end function

  subroutine exchange(kind, first, second)
    integer, intent(in) :: kind
    integer(long), intent(in) :: first, second
    double precision :: held
    held = get(kind, first)
    call put(kind, first, get(kind, second))
    call put(kind, second, held)
  end subroutine

  subroutine ring(kind, start, count, apart)
    integer, intent(in) :: kind
    integer(long), intent(in) :: start, count, apart
    integer(long) :: i, j, links
    links = count/apart
    do i = 0, links - 1
      call put(kind, start + i*apart, dble(i))
    end do
    do i = links - 1, 1, -1  ! Sattolo: one cycle through all
      j = int(draw()*dble(i), long)
      call exchange(kind, start + i*apart, start + j*apart)
    end do
    do i = 0, links - 1
      call put(kind, start + i*apart, get(kind, start + i*apart)*dble(apart) + 1.0d0)
    end do
  end subroutine

  subroutine fill(kind, start, count, pattern, low, high)
    integer, intent(in) :: kind, pattern
    integer(long), intent(in) :: start, count
    double precision, intent(in) :: low, high
    integer(long) :: i, span
    double precision :: value
    span = int(high - low, long) + 1
    if (pattern == 8) then
      call ring(kind, start, count, int(low, long))
      return
    end if
    do i = 0, count - 1
      select case (pattern)
      case (2)
        value = low + (high - low)*draw()
      case (3, 7)
        value = low + (high - low)*((dble(i) + 0.5d0)/dble(count))
      case (4)
        value = low + dble(mod(i, span))
      case (5)
        value = low + dble(mod(i, span)) + 1.0d0
      case (6)
        value = dble(i + 1)
      case default
        value = low
      end select
      call put(kind, start + i, value)
    end do
    if (pattern >= 3 .and. pattern <= 6) then
      do i = count - 1, 1, -1
        call exchange(kind, start + i, start + int(draw()*dble(i + 1), long))
      end do
    end if
  end subroutine

  subroutine fill_all()
    integer :: i
    do i = 1, arrays
      call fill(kinds(i), starts(i), counts(i), patterns(i), lows(i), highs(i))
    end do
  end subroutine

  subroutine look(chain, ratio)
    double precision, intent(out) :: chain, ratio
    integer :: i, j
    integer(long) :: k
    double precision :: start, middle, a, b, c, d
    k = 12345
    a = 0.0d0
    b = 0.0d0
    c = 0.0d0
    d = 0.0d0
    start = now()
    do i = 1, chain_length
      k = iand(k*48271_long, 2147483647_long)
    end do
    middle = now()
    do j = 1, 16
      do i = 1, busy_length, 4
        a = a + busy_from(i)
        b = b + busy_from(i + 1)
        c = c + busy_from(i + 2)
        d = d + busy_from(i + 3)
        busy_to(i) = a
        busy_to(i + 1) = b
      end do
    end do
    sink = a + b + c + d + dble(k)
    chain = (middle - start)/chain_length
    ratio = (now() - middle)/(16*busy_length)/chain
  end subroutine

  subroutine find_quiet(known)
    double precision, intent(in) :: known
    double precision :: seen(looks), chains(looks), fastest
    integer :: i, kept
    do i = 1, looks
      call look(chains(i), seen(i))
    end do
    fastest = minval(chains)
    kept = 0
    do i = 1, looks  ! a chain that was held up would make a ratio small
      if (chains(i) < fastest*1.02d0) then
        kept = kept + 1
        seen(kept) = seen(i)
      end if
    end do
    quiet = ranked(seen(1:kept), kept/20 + 1)
    write (*, '(a,es14.6)') 'r ', quiet
    if (known > 0.0d0 .and. known < quiet) quiet = known
  end subroutine

  double precision function ranked(values, place)
    double precision, intent(in) :: values(:)
    integer, intent(in) :: place
    double precision :: low, high, middle
    integer :: i
    low = minval(values)
    high = maxval(values)
    do i = 1, 60  ! halve the range in which so many values are below
      middle = 0.5d0*(low + high)
      if (count(values <= middle) < place) then
        low = middle
      else
        high = middle
      end if
    end do
    ranked = high
  end function

  logical function near_quiet(ratio)
    double precision, intent(in) :: ratio
    near_quiet = ratio < quiet*1.06d0 .and. ratio > quiet*0.97d0
  end function

  subroutine read_stream()
    integer :: i, j
    double precision :: best, start, a, b, c, d
    best = 1.0d30
    do i = 1, 4
      a = 0.0d0
      b = 0.0d0
      c = 0.0d0
      d = 0.0d0
      start = now()
      do j = 1, stream_length, 4
        a = a + stream(j)
        b = b + stream(j + 1)
        c = c + stream(j + 2)
        d = d + stream(j + 3)
      end do
      start = now() - start
      sink = a + b + c + d
      best = min(best, start)
    end do
    write (*, '(a,es14.6)') 'm ', best/(8.0d0*stream_length)
  end subroutine

end module

program sad_driver
  use sad_data
  implicit none
  integer :: mode, number, how, wanted, tries, i, status
  integer(long) :: seed
  double precision :: target, known, clock, empty, start
  read (*, *) mode, target, known, seed
  state = seed
  stream = 0.5d0
  busy_from = 0.5d0
  clock = 1.0d30
  do i = 1, 200
    start = now()
    clock = min(clock, now() - start)
  end do
  empty = 1.0d30
  do i = 1, 20
    empty = min(empty, (calls_take(0, 5000_long) - clock)/5000.0d0)
  end do
  if (mode == 0) call find_quiet(known)
  do
    read (*, *, iostat=status) number, how, wanted, tries, arrays
    if (status /= 0) exit
    do i = 1, arrays
      read (*, *) kinds(i), starts(i), counts(i), patterns(i), lows(i), highs(i)
    end do
    write (*, '(a,i0)') 'b ', number
    flush (6)
    if (number == 0) then
      call read_stream()
    else if (mode == 1) then
      call check()
    else
      call time_kernel()
    end if
  end do

contains

  double precision function calls_take(kernel, calls)
    integer, intent(in) :: kernel
    integer(long), intent(in) :: calls
    integer(long) :: i
    double precision :: start
    start = now()
    do i = 1, calls
      call sad_run(kernel)
    end do
    calls_take = now() - start
  end function

  subroutine time_kernel()
    double precision :: once, before, after, first, second, taken
    integer(long) :: calls
    integer :: i
    calls = 1
    call fill_all()
    once = calls_take(number, 1_long)
    if (how == 0) then
      once = calls_take(number, 1_long)
      do while (once < 0.7d0*target .and. calls < 10000000)
        calls = int(dble(calls)*min(10.0d0, target/max(once, 1.0d0)), long) + 1
        once = calls_take(number, calls)
      end do
    end if
    write (*, '(a,i0,1x,i0)', advance='no') 't ', number, calls
    call look(first, before)
    do i = 1, tries
      if (wanted == 0) exit
      if (how /= 2 .and. .not. near_quiet(before)) then
        call look(first, before)
        cycle
      end if
      if (how == 1) then
        call fill_all()
        call look(first, before)
      end if
      taken = (calls_take(number, calls) - clock)/dble(calls) - empty
      call look(second, after)
      if (how == 2 .or. (near_quiet(before) .and. near_quiet(after))) then
        write (*, '(3es15.6)', advance='no') taken, 0.5d0*(first + second), max(before, after)
        wanted = wanted - 1
      end if
      before = after
      first = second
    end do
    write (*, '()')
  end subroutine

  subroutine check()
    integer :: i
    integer(long) :: j
    double precision :: total
    total = 0.0d0
    state = 20240601
    call fill_all()
    call sad_run(number)
    do i = 1, arrays
      do j = 0, counts(i) - 1
        total = total + dble(i*(1 + mod(j, 7_long)))*get(kinds(i), starts(i) + j)
      end do
    end do
    write (*, '(a,i0,es26.15)') 's ', number, total
  end subroutine

end program

! BEGIN calls
subroutine sad_run(number)
  integer, intent(in) :: number
end subroutine
! END calls
