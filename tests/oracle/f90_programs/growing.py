"""Allocatable arrays whose shape and bounds change, and functions that count their calls."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random

NAMES = ("s", "b%s", "c%s", "rest")
"""Allocatable arrays whose shape changes."""
INQUIRIES = tuple(
    f"{word}({name}{end})"
    for name in NAMES
    for word, end in (("size", ""), ("ubound", ", 1"), ("lbound", ", 1"))
)
PROCEDURES = """\
  integer function one(s)
    integer, intent(in) :: s
    k2 = k2 + 1
    one = mod(s, 3)
  end function
  impure elemental integer function thrice(s)
    integer, intent(in) :: s
    k3 = k3 + 1
    thrice = mod(3*s, 5)
  end function
  subroutine grow(a, low)
    integer, allocatable, intent(inout) :: a(:)
    integer, intent(in) :: low
    integer :: i
    if (.not. allocated(a)) allocate(a(low:low+1), source=low)
    a = [a(max(1, ubound(a, 1)):), a, low]
    if (size(a) > 6) a = a(5:)
    do i = lbound(a, 1), ubound(a, 1)
      k1 = k1 + 1
    end do
  end subroutine
  subroutine renew(a, low, up)
    integer, allocatable, intent(out) :: a(:)
    integer, intent(in) :: low, up
    if (low > 0) allocate(a(low:up))
    a = [up, low, 3]
  end subroutine
  function row_of(low, up) result(r)
    integer, intent(in) :: low, up
    integer, allocatable :: r(:)
    integer :: i
    allocate(r(low:up))
    r = [(i, i = low, up)]
  end function
"""
"""Procedures of the module."""


class Growing(ABC):
    """Writes statements that change the shape of arrays."""

    _rng: random.Random
    _lines: list[str]
    _depth: int

    @abstractmethod
    def _put(self, text: str) -> None: ...

    @abstractmethod
    def _pick(self, items: tuple[str, ...] | list[str]) -> str: ...

    @abstractmethod
    def _count(self) -> None: ...

    @abstractmethod
    def _value(self, depth: int = 0) -> str: ...

    def elements(self) -> None:
        """Functions that count their calls, for the elements of constructors and other arguments."""
        row = f"(one(i3), i3 = 1, {self._pick(['n', '4', 'mod(i0, 3)'])})"
        self._put(
            self._pick([
                "x = thrice((/ (one(i3), i3 = 1, 4) /))",
                "x = mod(thrice(thrice(x) + [(one(i3), i3 = 1, 4)]), 5)",
                f"i0 = measure([{row}, n])",
                "i0 = merge(one(n), one(i0) + 1, i0 > 2)",
                "x = mod(merge(thrice(x), thrice(y) + one(2), x > 1), 5)",
                "i0 = mod(measure(thrice(x) + one(2)) + measure(sum(thrice(y))), 6)",
                f"s = thrice([{row}, one(n)])",
                "z = matmul(z, reshape([(one(i3), i3 = 1, 16)], [4, 4]))",
                "b%it = b%list(1) .with. item(3, thrice([1, n, 2]))",
            ])
        )  # fmt: skip

    def growing(self) -> None:
        """Assignments that change the shape of an array, or keep it; loops over what comes of them."""
        name, other = self._pick(NAMES), self._pick(NAMES)
        low, number = self._rng.randint(-2, 3), self._rng.randint(0, 3)
        first, last = f"lbound({other}, 1)", f"ubound({other}, 1)"
        self._put(
            self._pick([
                f"{name} = [{name}, {self._value(1)}]",
                f"{name} = [{low}, {name}(lbound({name}, 1):)]",
                f"{name} = {other}",
                f"{name} = ({other})",
                # gfortran 12 leaves nothing allocated after an empty section
                f"if (size({other}) > {number}) {name} = {other}({first} + {number}:)",
                f"{name} = {other}({last}:{first}:-1)",
                f"{name} = mod({name} + 1, 5)",
                f"{name} = twice({other})",
                f"{name} = pack(x, x > {number})",
                f"{name} = row_of({low}, {self._pick(['n', 'm', '1', 'mod(i0, 4)'])})",
                f"{name} = [(i3, i3 = 1, {self._pick(['n', 'mod(i0, 5)', str(number)])})]",
                f"{name} = [{name}, {other}]",
                f"deallocate({name}); allocate({name}({low}:{self._pick(['n', 'mod(i0, 4)'])}))",
                f"deallocate({name}); allocate({name}({low}:{number}))",
                f"deallocate({name}); {name} = y(:{number})",
                f"deallocate({name}); {name} = y",
                f"deallocate({name}); allocate({name}(2), source=[{number}, n])",
                f"{name} = [integer :: {name}, {self._value(1)}]",
                f"{name} = [integer ::]",
                f"if (allocated(o)) deallocate(o); allocate(o, source={other}(:))",
                f"call move_alloc({name}, o); {name} = o",
                f"call grow({name}, {low})",
                f"call renew({name}, {low}, {self._pick(['n', 'm', str(number)])})",
                f"b = box(1, c%it, b%w, {other}, c%list)",
            ])
        )  # fmt: skip
        if "allocate(" in self._lines[-1] and "allocate(o" not in self._lines[-1]:
            self._put(f"{name} = 2")
        self._put(f"if (size({name}) > 7) {name} = {name}(ubound({name}, 1) - {number}:)")
        self._put(f"do i3 = {self._pick(['1', '-1', f'lbound({name}, 1)'])}, ubound({name}, 1)")
        self._depth += 1
        self._count()
        self._depth -= 1
        self._put("end do")
