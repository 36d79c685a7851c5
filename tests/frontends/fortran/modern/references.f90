! Pointers to structures: lists, trees, other names of one variable.
! The interpreter does not follow pointers: not interpreted.  INPUT 6
module trees
  implicit none
  type tree
    integer :: key = 0
    integer :: few(2) = 1
    type(tree), pointer :: left => null(), right => null()
  end type tree
  type chain
    integer :: n = 0
    type(tree), pointer :: first => null()
    type(chain), pointer :: next => null()
  end type chain
contains
  subroutine push(head, n)
    type(chain), pointer :: head
    integer, intent(in) :: n
    type(chain), pointer :: p
    allocate(p)
    p%n = n
    p%next => head
    head => p
  end subroutine push
  recursive subroutine insert(t, k)
    type(tree), pointer :: t
    integer, intent(in) :: k
    if (.not. associated(t)) then
      allocate(t)
      t%key = k
    else if (k < t%key) then
      call insert(t%left, k)
    else if (k > t%key) then
      call insert(t%right, k)
    end if
  end subroutine insert
  recursive function depth(t) result(d)
    type(tree), pointer :: t
    integer :: d
    d = 0
    if (associated(t)) d = 1 + max(depth(t%left), depth(t%right))
  end function depth
  function new_tree(k) result(t)
    integer, intent(in) :: k
    type(tree), pointer :: t
    allocate(t)
    t%key = k
  end function new_tree
  subroutine both(a, b)
    type(tree), pointer :: a, b
    a%key = 8
    b%key = 9
  end subroutine both
end module trees
program p
  use trees
  implicit none
  integer :: k1 = 0, k2 = 0, k3 = 0, k4 = 0, k5 = 0, k6 = 0, k7 = 0, k8 = 0
  type(tree), pointer :: root, q, r
  type(tree), target :: one, row(3)
  type(chain), pointer :: head, at
  integer :: n, i, k
  read *, n
  nullify(root, head)
  do i = 1, 3*n
    if (mod(i, 3) /= 0) call push(head, i)
  end do
  at => head
  do while (associated(at%next))
    if (mod(at%next%n, 2) == 0) then
      at%next => at%next%next
      k1 = k1 + 1
    else
      at => at%next
    end if
  end do
  at => head
  do while (associated(at))
    k2 = k2 + 1
    at => at%next
  end do
  k = 7
  do i = 1, 15
    k = mod(k*11 + 3, 31)
    call insert(root, k)
  end do
  do i = 1, depth(root)
    k3 = k3 + 1
  end do
  q => one
  r => one
  q%key = 3
  r%key = 5
  do i = 1, q%key
    k4 = k4 + 1
  end do
  r => row(2)
  r%key = 2
  do i = 1, one%key + row(2)%key
    k5 = k5 + 1
  end do
  call both(q, r)
  do i = 1, q%key
    k6 = k6 + 1
  end do
  head%first => new_tree(n)
  head%first%few(2) = 4
  head%first%left => row(3)
  row = one
  do i = 1, head%first%key + head%first%few(2) + head%first%left%key
    k7 = k7 + 1
  end do
  if (associated(q, one) .and. .not. associated(q, r)) then
    k8 = k8 + 1
  end if
  print *, k1, k2, k3, k4, k5, k6, k7, k8
end program p
