! EXIT and CYCLE of constructs by their names, SELECT CASE.  INPUT 3 2
program p
  implicit none
  integer :: n, m, i, j, k, k1=0, k2=0, k3=0, k4=0, k5=0, k6=0, k7=0
  character(len=3) :: w
  logical :: flag
  read *, n, m
  rows: do i = 1, n
    cols: do j = 1, 5
      if (j == i) cycle cols
      if (j > m + 2) cycle rows
      if (i * j > 8) exit rows
      k1 = k1 + 1
    end do cols
    k2 = k2 + 1
  end do rows
  w = 'abc'
  do i = 1, 3
    select case (w(i:i))
    case ('a':'b')
      k3 = k3 + 1
      if (n > m) exit
    case default
      k4 = k4 + 1
    end select
  end do
  flag = n > m
  select case (flag)
  case (.true.)
    k5 = k5 + 1
  case (.false.)
    k6 = k6 + 1
  end select
  blk: block
    do i = 1, 4
      inner: block
        integer :: t
        t = i * m
        if (t > 4) exit blk
        if (t == 2) exit inner
        k7 = k7 + 1
      end block inner
    end do
  end block blk
  k = 0
  do i = n, 1, -2
    k = k + i
  end do
  do while (k > 0)
    k = k - m - 1
    if (mod(k, 2) == 0) cycle
    k6 = k6 + 1
  end do
  chk: if (n > 1) then
    do j = 1, n
      if (j == 2) exit chk
      k5 = k5 + 1
    end do
    k4 = k4 + 1
  else if (m > 2) then chk
    if (m > 4) exit chk
    k3 = k3 + 1
  end if chk
  select case (n - m)
  case (:-1)
    k1 = k1 + 1
  case (0:2)
    k2 = k2 + 1
  case (3:)
    k3 = k3 + 1
  end select
  print *, k1, k2, k3, k4, k5, k6, k7
end program
