"""Pointers to structures: lists, other names of variables, of components and of elements."""

from __future__ import annotations

from abc import ABC, abstractmethod

DECLARED = """\
  type, public :: duo
    integer :: a = 1, b = 2
  end type
  type, public :: link
    integer :: value = 0
    integer :: few(2) = 1
    type(duo) :: in
    type(link), pointer :: next => null()
  end type
  type(link), pointer, public :: top => null()
  public :: push, drop, links, value_of, insert, last_of
"""
PROCEDURES = """\
  subroutine push(head, s)
    type(link), pointer :: head
    integer, intent(in) :: s
    type(link), pointer :: p
    allocate(p)
    p%value = s
    p%few(2) = s - 1
    p%next => head
    head => p
  end subroutine
  subroutine drop(head)
    type(link), pointer, intent(inout) :: head
    if (associated(head)) head => head%next
  end subroutine
  subroutine insert(before, s)
    type(link), target, intent(inout) :: before
    integer, intent(in) :: s
    type(link), pointer :: p
    allocate(p)
    p = before
    p%value = s
    before%next => p
    k1 = k1 + 1
  end subroutine
  integer function links(head)
    type(link), pointer, intent(in) :: head
    type(link), pointer :: p
    links = 0
    p => head
    do while (associated(p))
      if (links > 4) exit
      links = links + 1
      p => p%next
    end do
  end function
  integer function value_of(head)
    type(link), pointer, intent(in) :: head
    value_of = 3
    if (associated(head)) value_of = mod(abs(head%value + head%in%a + head%few(2)), 7)
  end function
  function last_of(head) result(p)
    type(link), pointer, intent(in) :: head
    type(link), pointer :: p
    integer :: i
    p => head
    do i = 1, 4
      if (.not. associated(p)) exit
      if (.not. associated(p%next)) exit
      p => p%next
    end do
  end function
"""
VARIABLES = (
    "  type(link), pointer :: head, at",
    "  type(link), target :: base, row(3)",
    "  type(duo), pointer :: pair",
)
START = (
    "nullify(head, at); call push(head, n); call push(top, m); base%value = 2",
    "row(2)%value = n; row(1)%next => row(2); pair => base%in",
)
NAMES = (
    "links(head)", "links(top)", "value_of(at)", "value_of(head)", "base%value", "base%in%b",
    "row(2)%value", "row(1)%few(2)", "pair%a", "base%few(1)", "links(row(1)%next)",
)  # fmt: skip


class Linked(ABC):
    """Writes statements that change lists, and what pointers to structures lead to."""

    _has_pointers: bool

    @abstractmethod
    def _put(self, text: str) -> None: ...

    @abstractmethod
    def _pick(self, items: tuple[str, ...] | list[str]) -> str: ...

    @abstractmethod
    def _counting(self) -> str: ...

    @abstractmethod
    def _value(self, depth: int = 0) -> str: ...

    def linked(self) -> None:
        """A step of a list, or a value that is stored by one name and read by another."""
        value = f"mod({self._value(1)}, 6)"
        place = self._pick(["1", "2", "3", "1 + mod(abs(i0), 3)"])
        pointer = self._pick(["head", "at", "top"])
        other = self._pick(["head", "top", f"row({place})", "base", "row(1)%next", "last_of(head)"])
        if self._pick(["step", "walk", "step", "step"]) == "walk":
            self._put(f"at => {self._pick(['head', 'top', 'row(1)'])}; i0 = 0")
            self._put("do while (associated(at))")
            self._put("if (i0 > 4) exit")
            self._put(f"i0 = i0 + 1; if (at%value > {place}) at%in%b = {value}")
            self._put(self._counting())
            self._put("at => at%next")
            self._put("end do")
            return
        if self._has_pointers and self._pick(["no", "yes", "no", "no"]) == "yes":
            self._put(f"q => {self._pick(['base%value', f'row({place})%in%a', 't(2)'])}")
        self._put(
            self._pick([
                f"call push({self._pick(['head', 'top', 'row(1)%next', 'base%next'])}, {value})",
                f"call drop({pointer})",
                f"call insert({self._pick(['base', f'row({place})'])}, {value})",
                f"{pointer} => {other}",
                f"if (associated({pointer})) {pointer}%value = {value}",
                f"if (associated({pointer})) {pointer}%few({self._pick(['1', '2'])}) = {value}",
                f"if (associated({pointer})) pair => {pointer}%in",
                f"if (associated({pointer})) {pointer} => {pointer}%next",
                f"if (associated({pointer})) call insert({pointer}, {value})",
                f"pair => {self._pick(['base%in', f'row({place})%in'])}",
                f"pair%{self._pick(['a', 'b'])} = {value}",
                f"base%{self._pick(['value', 'in%a', 'few(2)'])} = {value}",
                f"row({place})%{self._pick(['value', 'few(1)', 'in%b'])} = {value}",
                f"row({place})%next => {self._pick(['head', 'top', 'row(3)', 'null()'])}",
                f"base%next => {self._pick(['head', 'top', 'null()'])}",
                f"base = row({place})",
                f"row({place}) = base",
                f"nullify({pointer})",
                f"if (associated({pointer}, {other.replace('last_of(head)', 'base')})) i0 = {place}",
            ])
        )  # fmt: skip
