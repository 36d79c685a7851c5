! Texts of a module that have values when the program starts, and one that changes.
module tables
  implicit none
  character(len=*), parameter :: word = 'hey'
  character(len=2) :: pair = 'AB'
  character(len=4) :: unit = 'mm', made = 'a' // 'bc'
  character(len=6) :: named = word
  character(len=3) :: cut = 'abcdef', rows(2) = (/ 'abc', 'de ' /)
  character(len=2) :: tab = achar(9)
  character(len=40) :: title = 'a title that is kept'
  character(len=5) :: state = 'lower'
end module

subroutine step(n, total)
  use tables
  implicit none
  integer, intent(in) :: n
  integer, intent(inout) :: total
  integer :: i
  do 10 i = 1, len_trim(state)
    total = total + 1
  10 continue
  if (mod(n, 3) == 0) then
    state = 'abc'
  end if
  do 20 i = 1, len_trim(pair)
    total = total + 1
  20 continue
end subroutine

program starts
  use tables
  implicit none
  integer :: i, j, n, total
  total = 0
  if (pair(1:1) == 'B') then
    total = 1
  else
    total = 2
  end if
  do 30 i = 1, len_trim(rows(2)) + len_trim(cut)
    total = total + 1
  30 continue
  do 40 i = 1, 7
    n = i * i / 3
    call step(n, total)
    if (mod(total, 5) == 2) then
      do 50 j = 1, len_trim(unit)
        total = total + 2
      50 continue
    end if
    if (pair == 'AB' .and. mod(total, 2) == 0) then
      total = total + 1
    end if
    do 60 j = 1, len_trim(named) + len_trim(made)
      total = total + 2
    60 continue
    do 70 j = 1, len_trim(title)
      total = total + 2
    70 continue
    if (tab == achar(9)) then
      total = total + 3
    end if
  40 continue
  print *, total
end program
