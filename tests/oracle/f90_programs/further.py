"""BLOCK, internal procedures, recursion, text, namelists, procedures that are passed, types."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random

DECLARED = """\
  interface assignment(=)
    module procedure from_number
  end interface
  interface operator(+)
    module procedure raised
  end interface
  abstract interface
    integer function of_one(s)
      integer, intent(in) :: s
    end function
  end interface
  public :: assignment(=), operator(+), of_one, applied, nudge, halved, less, deepest, doubled_text
"""
PROCEDURES = """\
  subroutine from_number(p, s)
    type(item), intent(out) :: p
    integer, intent(in) :: s
    p%a = mod(abs(s), 6)
    if (s > 3) then
      k1 = k1 + 1
    end if
  end subroutine
  type(item) function raised(p, s)
    type(item), intent(in) :: p
    integer, intent(in) :: s
    raised = p
    raised%a = mod(abs(p%a + s), 7)
  end function
  integer function applied(f, s, times)
    procedure(of_one) :: f
    integer, intent(in) :: s
    integer, intent(in), optional :: times
    integer :: i, last
    last = 2
    if (present(times)) last = times
    applied = s
    do i = 1, last
      applied = mod(abs(f(applied)), 8)
      k2 = k2 + 1
    end do
  end function
  integer function halved(s)
    integer, intent(in) :: s
    halved = s/2
  end function
  integer function less(s)
    integer, intent(in) :: s
    less = s
    if (s <= 0) return
    k3 = k3 + 1
    less = s - 1
  end function
  elemental subroutine nudge(s, by)
    integer, intent(inout) :: s
    integer, intent(in), optional :: by
    if (present(by)) then
      s = mod(abs(s + by), 6)
    else if (s > 2) then
      s = s - 1
    end if
  end subroutine
  recursive integer function deepest(s) result(r)
    integer, intent(in) :: s(:)
    k1 = k1 + 1
    r = 0
    if (size(s) == 0) return
    r = max(s(1), deepest(s(2:)))
  end function
  function doubled_text(s) result(r)
    character(len=*), intent(in) :: s
    character(len=2*len(s)) :: r
    r = s // s
  end function
"""
"""Procedures of the module."""
SETUP = "  namelist /setup/ low, list, kept"
VARIABLES = (
    "  integer :: low = 1, list(3) = [1, 2, 3]",
    "  character(len=8) :: word",
    "  character(len=3) :: words(3) = ['ab ', 'b  ', 'cab']",
    "  type(item), allocatable :: cells(:)",
    "  type(item) :: kept",
)
"""What the main program declares more."""
INNER = """\
  subroutine inner(by, only)
    integer, intent(in) :: by
    logical, intent(in), optional :: only
    integer :: j1, i
    j1 = mod(abs(by), 4)
    do i = 1, j1 + mod(abs(j2), 3)
      {0}
      if (present(only)) then
        if (only) return
      end if
      j2 = mod(abs(j2 + i), 6)
    end do
  end subroutine
  recursive integer function paths(s) result(r)
    integer, intent(in) :: s
    {1}
    r = 1
    if (s > 1) r = mod(paths(s - 1) + paths(s - 2), 7)
  end function
  integer function own(s)
    integer, intent(in) :: s
    own = mod(abs(s + i0), 5)
    {2}
  end function
"""
"""Internal procedures of the main program, which change its variables."""
_TEXTS = ("words(1)", "words(3)(2:)", "trim(words(2))", "'ca'", "'b'", "' ab'")
_CASES = ("'a'", "'0':'4'", "' '", "'b', 'c'")
_ENDS = ("' a'", "' '", "' 7'")
NAMES = (
    "low",
    "list(2)",
    "len_trim(word)",
    "size(cells)",
    "cells(1)%a",
    "kept%v(1)",
    "index(word, 'a')",
)
"""Values of these that expressions may have."""


def setup_of(values: tuple[int, ...]) -> str:
    """Return the records of the namelist group for what a run reads."""
    first, second = values
    return f"&setup low={first - 2}, list(2:3)=2*{second}, kept%a={second}, kept%v={first},2*1 /\n"


class Further(ABC):
    """Writes statements with the names above."""

    _rng: random.Random
    _lines: list[str]
    _depth: int
    _has_namelist: bool

    @abstractmethod
    def _put(self, text: str) -> None: ...

    @abstractmethod
    def _pick(self, items: tuple[str, ...] | list[str]) -> str: ...

    @abstractmethod
    def _count(self) -> None: ...

    @abstractmethod
    def _counting(self) -> str: ...

    @abstractmethod
    def _value(self, depth: int = 0) -> str: ...

    @abstractmethod
    def _condition(self) -> str: ...

    @abstractmethod
    def _statements(self) -> None: ...

    def internal(self) -> list[str]:
        """Return the internal procedures, with counters of their own."""
        return INNER.format(*(self._counting() for _ in range(3))).splitlines()

    def block(self) -> None:
        """A BLOCK with names of its own, or an IF, which is left by its name."""
        label = f"b_{len(self._lines)}"
        if self._rng.random() < 0.4:
            self._put(f"{label}: if ({self._condition()}) then")
            end = f"end if {label}"
        else:
            self._put(f"{label}: block")
            self._put(f"  integer :: own_{len(self._lines)}, i3")
            self._put(f"  integer :: j1(mod(abs({self._pick(['n', 'm', 'i0'])}), 4))")
            self._put("  j1 = 2; i3 = size(j1)")
            self._put("  i0 = mod(sum(j1) + i3, 7)")
            end = f"end block {label}"
        self._depth += 1
        self._put(f"if ({self._condition_here()}) exit {label}")
        self._count()
        self._depth -= 1
        self._put(end)

    def _condition_here(self) -> str:
        return f"mod(abs(i0 + {self._pick(['n', 'm', 'j2', 'g'])}), 3) {self._pick(['<', '>='])} 1"

    def inner(self) -> None:
        """Calls of internal procedures and of those that get a procedure."""
        value = self._value(1)
        self._put(
            self._pick([
                f"call inner({value})",
                f"call inner({value}, only={self._condition()})",
                f"i0 = paths(mod(abs({value}), 6))",
                f"i0 = mod(own({value}) + own(j2), 6)",
                f"i0 = applied({self._pick(['halved', 'less', 'own'])}, mod(abs({value}), 9))",
                f"j2 = applied(times=mod(abs({value}), 5), s=i0, f={self._pick(['halved', 'less'])})",
                "i0 = applied(twice_of, 2, times=n)",
                f"j1 = mod(deepest({self._pick(['x', 'y(0:1)', 'b%w', 'list'])}), 6)",
                f"call nudge({self._pick(['x', 'y', 'z', 'b%list%a', 'i0'])})",
                f"call nudge({self._pick(['x(2:3)', 'b%list(:)%a', 'z(:,2)', 'j2'])}, by=mod(i0, 3))",
                f"call nudge(x, {self._pick(['y', 'x + 1', '2'])})",
            ])
            .replace("twice_of", "less")
        )  # fmt: skip

    def texts(self) -> None:
        """Text: what is written into it, parts of it, loops over it."""
        value = f"abs({self._value(1)})"
        if self._has_namelist:  # these are left to runs
            self._put(f"write (word, '(i3.2,a)') mod({value}, 99), {self._pick(_ENDS)}")
            self._put(f"words(1) = doubled_text({self._pick(_TEXTS)})")
            self._put("if (word(1:1) /= '*') read (word, *) i0")
        self._put(
            self._pick([
                f"word = adjustl({self._pick(_TEXTS)})",
                f"word = trim(word) // {self._pick(_TEXTS)}",
                f"word({self._rng.randint(1, 4)}:{self._rng.randint(4, 6)}) = 'abc'",
                f"words(mod({value}, 3) + 1) = word(2:)",
                "word = words(1)(1:2) // 'abc'(2:) // words(2)",
                "i0 = index(word, 'bc') + len_trim(adjustl(word))",
                "j2 = index(word, 'b', back=.true.) + len_trim(words(2))",
                "i0 = count(words == 'ab') + iachar(word(1:1)) - iachar('0')",
            ])
        )  # fmt: skip
        kind = self._rng.randint(0, 3)
        if kind == 0:
            self._put("do i3 = 1, len_trim(word)")
            self._put(f"  if (word(i3:i3) {self._pick(['==', '/='])} 'a') cycle")
        elif kind == 1:
            self._put(f"if (index(word, {self._pick(_TEXTS)}) > 0) then")
        elif kind == 2:
            self._put("do i3 = 1, size(words)")
            self._put(f"  if (words(i3) {self._pick(['<', '==', '>='])} word) exit")
        else:
            self._put("select case (word(1:1))")
            self._put(f"case ({self._pick(_CASES)})")
        self._depth += 1
        self._count()
        self._depth -= 1
        self._put(("end do", "end if", "end do", "end select")[kind])

    def typed(self) -> None:
        """Defined assignments, operators on types, arrays of structures that grow."""
        value, index = self._value(1), "mod(abs(i0), size(cells)) + 1"
        self._put(
            self._pick([
                f"c%it = {value}",
                f"b%list(2) = {value}",
                f"b%it = c%it + mod({value}, 3) + 1",
                "c%list(1) = b%list(3) + n",
                f"cells = [cells, item({self._rng.randint(0, 4)}, [1, n, 2])]",
                f"cells = [cells, item(a={self._rng.randint(0, 4)})]",
                f"cells = [item(v=[m, 0, 1]), cells({index}:)]",
                "cells = [item :: b%it, c%it]",
                "cells = [item ::]",
                f"cells = [cells({index}), b%list(:2)]",
                "cells = [(item(i3, [i3, 1, 2]), i3 = 1, mod(abs(i0), 4) + 1)]",
                "cells = pack(b%list, b%list%a > 1)",
                "x = [(sum(z(i3, :i3)), i3 = 1, 2), (maxval(z(:, i3)), i3 = 1, 2)]",
                "s = [(spread_out(x(:i3), 1), i3 = 1, mod(abs(i0), 4) + 1)]",
                "s = [(spread_out(x, i3), i3 = 1, mod(n, 3) + 1)]",
                "s = [(z(:i3, i3), x(i3), i3 = 1, mod(abs(j1), 4))]",
                f"cells = b%list({self._pick(['2:', ':1', '4:1:-1', '[1, 3]'])})",
                f"cells({index}) = b%it",
                "cells%a = mod(cells%a + 1, 5)",
                f"cells({index})%v = list",
                "if (allocated(o)) deallocate(o)",
                "j2 = mod(sum(cells%a), 9)",
            ])
        )  # fmt: skip
        if self._lines[-1].endswith("deallocate(o)"):
            self._put("allocate(o(size(cells)), stat=j2); o = cells%a; i0 = mod(sum(o), 9)")
        self._put("if (size(cells) > 5) cells = cells(4:)")
        self._put(f"if (size(cells) == 0) cells = [item(), item({self._rng.randint(1, 5)})]")
        self._put(f"do i3 = 1, {self._pick(['size(cells)', 'cells(1)%a', 'count(cells%a > 1)'])}")
        self._depth += 1
        self._count()
        self._depth -= 1
        self._put("end do")
