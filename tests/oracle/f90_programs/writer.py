"""Random programs in Fortran 90: modules, derived types, sections, WHERE, optional arguments, ALLOCATE.

A program reads two integers and prints counters ``kN``, which are raised on lines of their own. Values
of all integers stay small, arrays are defined before they are used, vectors in one expression have the
same length.

Over 400 lines: the text of a module, and one short method for each kind of statement.
"""

from __future__ import annotations

import random

from tests.oracle.f90_programs import further, intrinsics, linked
from tests.oracle.f90_programs.growing import INQUIRIES, PROCEDURES, Growing

LENGTH = 4
"""Elements of vectors that may stand in one expression."""
POINTERS = 3
"""One seed in so many has a program with pointers, and one with objects of classes.

Half of those with pointers have some to structures, and half of these no others. The interpreter
runs none of these.
"""
NAMELISTS = 4
"""One seed in so many has a program that reads a namelist group as well."""
INPUTS = ((3, 2), (1, 5), (6, 0))
_SCALARS = ("n", "m", "i0", "j1", "j2", "g", "b%n", "b%it%a", "c%it%v(2)")
_VECTORS = (
    "x", "y", "x(4:1:-1)", "y(0:3)", "z(1,:)", "z(3,1:4)", "z(2,:)", "b%w", "c%w", "pool", "b%list%a",
    "c%list(:)%a", "b%w(lbound(b%w,1):)", "x((/2,1,4,3/))",
)  # fmt: skip
_TARGETS = (
    "x", "y", "z(1,:)", "z(3,:)", "b%w", "c%w", "pool", "b%list%a", "x(4:1:-1)", "y(0:3)",
)  # fmt: skip

_MODULE = """\
module mod{seed}
  implicit none
  private
  integer, parameter, public :: np = 4
  integer, public :: g = 3, counted
  integer, allocatable, public :: pool(:), rest(:)
  integer, public :: k1 = 0, k2 = 0, k3 = 0
{constants}  type, public :: item
    integer :: a = 2
    integer :: v(3) = 1
  end type
  type, public :: box
    integer :: n = 1
    type(item) :: it
    integer, allocatable :: w(:)
    integer, allocatable :: s(:)
    type(item), allocatable :: list(:)
  contains
    procedure :: total
    procedure :: fill => box_fill
  end type
  interface measure
    module procedure measure_vector, measure_matrix, measure_scalar
  end interface
  interface operator(.with.)
    module procedure joined
  end interface
  public :: measure, operator(.with.), twice, spread_out, change, make_pool, &
    bump, grow, renew, row_of, one, thrice, share
  interface
    module subroutine bump(s, by)
      integer, intent(inout) :: s(:)
      integer, intent(in) :: by
    end subroutine
  end interface
{classes}{further}contains
{growing}  subroutine make_pool(low)
    integer, intent(in), optional :: low
    integer :: first
    first = 1
    if (present(low)) first = low
    if (allocated(pool)) deallocate(pool)
    allocate(pool(first:first+np-1))
    pool = first
  end subroutine
  integer function total(self)
    class(box), intent(in) :: self
    total = mod(abs(self%n + sum(self%w) + self%it%a), 9)
  end function
  subroutine box_fill(self, start)
    class(box), intent(inout) :: self
    integer, intent(in) :: start
    integer :: i
    if (.not. allocated(self%w)) allocate(self%w(start:start+np-1))
    if (.not. allocated(self%list)) allocate(self%list(np))
    do i = 1, np
      self%list(i)%a = mod(i * start, 5)
      self%list(i)%v = i
    end do
    self%w = self%list%a + 1
  end subroutine
  integer function measure_scalar(s)
    integer, intent(in) :: s
    measure_scalar = mod(abs(s), 5)
  end function
  integer function measure_vector(s)
    integer, intent(in) :: s(:)
    integer :: i
    measure_vector = 0
    do i = 1, size(s)
      if (s(i) > 1) then
        k1 = k1 + 1
        measure_vector = measure_vector + 1
      end if
    end do
  end function
  integer function measure_matrix(s)
    integer, intent(in) :: s(:,:)
    integer :: j
    measure_matrix = size(s, 1)
    do j = lbound(s, 2), ubound(s, 2)
      measure_matrix = mod(measure_matrix + measure_vector(s(:,j)), 7)
    end do
  end function
  function joined(p, q) result(r)
    type(item), intent(in) :: p, q
    type(item) :: r
    r%a = mod(p%a + q%a, 6)
    r%v = mod(p%v + 2*q%v, 5)
  end function
  elemental integer function twice(s)
    integer, intent(in) :: s
    twice = mod(2*s, 7)
  end function
  subroutine share(s, m, low)
    integer, intent(inout) :: s(:), low
    integer, intent(in) :: m
    integer :: i
    do i = 1, mod(abs(m), 4)
      call one_more(i)
      if (rest_of(i) > 2) then
        k2 = k2 + 1
      end if
    end do
  contains
    subroutine one_more(i)
      integer, intent(in) :: i
      integer :: j
      do j = i, min(m, 4)
        k3 = k3 + 1
        low = mod(abs(low + j), 5)
      end do
      s(min(i, size(s))) = mod(abs(m + rest_of(j)), 5)
    end subroutine
    integer function rest_of(i)
      integer, intent(in) :: i
      rest_of = mod(abs(low + i + m), 5)
    end function
  end subroutine
  function spread_out(s, m) result(r)
    integer, intent(in) :: s(:), m
    integer :: r(size(s))
    r = mod(abs(s + m), 6)
    r(1) = m
  end function
"""
_SUBMODULE = """\
submodule (mod{seed}) parts
contains
  module subroutine bump(s, by)
    integer, intent(inout) :: s(:)
    integer, intent(in) :: by
    integer :: i
    do i = 1, size(s)
      if (s(i) < by) cycle
      k2 = k2 + 1
      s(i) = mod(s(i) + g, 5)
    end do
  end subroutine
end submodule
"""
_CLASSES = """\
  type, public :: animal
    integer :: legs = 2
  contains
    procedure :: walk => walk_animal
    procedure :: steps => steps_animal
  end type
  type, public, extends(animal) :: dog
    integer :: bones = 1
  contains
    procedure :: walk => walk_dog
  end type
  type, public, extends(dog) :: hound
  contains
    procedure :: steps => steps_hound
  end type
  type, public :: kennel
    class(animal), allocatable :: who; end type
  abstract interface
    subroutine acting(o)
      import :: animal
      class(animal), intent(inout) :: o
    end subroutine
  end interface
  public :: met, tamed, acting
"""
_BOUND = """\
  subroutine walk_animal(self, n)
    class(animal), intent(inout) :: self
    integer, intent(in) :: n
    k1 = k1 + 1
    self%legs = mod(abs(self%legs + n), 7)
  end subroutine
  subroutine walk_dog(self, n)
    class(dog), intent(inout) :: self
    integer, intent(in) :: n
    k2 = k2 + 1
    self%bones = mod(abs(self%bones + n), 5)
    if (self%bones > 2) call self%animal%walk(1)
  end subroutine
  integer function steps_animal(self)
    class(animal), intent(in) :: self
    steps_animal = self%legs
  end function
  integer function steps_hound(self)
    class(hound), intent(in) :: self
    steps_hound = mod(self%legs + self%bones, 6)
  end function
  subroutine met(o)
    class(animal), intent(inout) :: o
    select type (o)
    class default
      o%legs = 4
    class is (dog)
      o%bones = mod(o%bones + 1, 6)
    type is (hound)
      k3 = k3 + 1
    end select
  end subroutine
  subroutine tamed(o)
    class(animal), intent(inout) :: o
    k3 = k3 + 1
    o%legs = 3
  end subroutine
"""
_METHODS = {
    "vector": "_vector_assignment", "scalar": "_scalar", "loop": "_loop", "if": "_if",
    "where": "_where", "reduce": "_reduce", "call": "_call", "structure": "_structure",
    "allocate": "_allocate", "matrix": "_matrix", "associate": "_associate", "case": "_case",
    "while": "_while", "pointer": "_pointer", "object": "_object", "growing": "growing",
    "elements": "elements", "block": "block", "inner": "inner", "text": "texts", "typed": "typed",
    "linked": "linked",
}  # fmt: skip


def random_text(seed: int) -> str:
    """Return the text of a program made from a seed."""
    return _Writer(seed).text()


class _Writer(Growing, further.Further, linked.Linked):
    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)
        self._seed = seed
        self._lines: list[str] = []
        self._counter = 3
        self._budget = 0
        self._depth = 0
        self._loops = 0
        self._inside = False
        self._has_pointers = seed % POINTERS == 0 and seed % (4 * POINTERS) != POINTERS
        self._has_links = seed % POINTERS == 0 and seed // POINTERS % 2 == 1
        self._has_classes = seed % POINTERS == 1
        self._has_namelist = seed % NAMELISTS == 0

    def text(self) -> str:
        """Return the program."""
        classes = _CLASSES if self._has_classes else linked.DECLARED if self._has_links else ""
        lists = linked.PROCEDURES if self._has_links else ""
        self._lines = _MODULE.format(
            seed=self._seed,
            classes=classes,
            constants=intrinsics.DECLARED,
            further=further.DECLARED,
            growing=PROCEDURES + further.PROCEDURES + lists,
        ).splitlines()
        self._lines += _BOUND.splitlines() if self._has_classes else []
        self._changing()
        self._lines += ["end module", *_SUBMODULE.format(seed=self._seed).splitlines()]
        self._lines += [f"program p{self._seed}", f"  use mod{self._seed}"]
        at = len(self._lines)
        self._main()
        inner = self.internal()
        names = [f"k{number}" for number in range(4, self._counter + 1)]
        declared = [
            "  implicit none",
            "  integer :: n, m, i0, j1, j2, i1, i2, i3",
            "  integer :: x(4), y(0:3), z(3,4)",
            "  integer, allocatable :: p(:), s(:), o(:)",
            "  logical :: mask(4)",
            "  type(box) :: b, c",
            *further.VARIABLES,
        ]
        if self._has_pointers:
            declared += ["  integer, target :: t(4), u", "  integer, pointer :: q, r(:)"]
        declared += linked.VARIABLES if self._has_links else ()
        if self._has_classes:
            declared += [
                "  class(animal), allocatable :: pet",
                "  type(dog) :: rex",
                "  type(hound) :: argos; type(kennel) :: kennels(2), hut",
                "  procedure(acting), pointer :: act",
            ]
        declared += [f"  integer :: {name} = 0" for name in names]
        if self._has_namelist:
            declared.append(further.SETUP)
        self._lines[at:at] = declared
        self._put(f"print *, {', '.join(['k1', 'k2', 'k3', *names])}")
        self._lines += ["contains", *inner, "end program"]
        return "\n".join(self._lines) + "\n"

    def _put(self, text: str) -> None:
        self._lines.append("  " * (self._depth + 1) + text)

    def _pick(self, items: tuple[str, ...] | list[str]) -> str:
        return self._rng.choice(items)

    def _count(self) -> None:
        self._put(self._counting())
        self._put("continue")

    def _counting(self) -> str:
        """A statement that raises a counter: one of the module's in a procedure of that."""
        if self._inside:
            return self._pick(["k2 = k2 + 1", "k3 = k3 + 1"])
        self._counter += 1
        return f"k{self._counter} = k{self._counter} + 1"

    # --- parts --------------------------------------------------------------------------------------

    def _changing(self) -> None:
        """A module procedure with a structure, an assumed shape and optional arguments."""
        self._inside = True
        self._lines += [
            "  subroutine change(b, x, n, m, low)",
            "    type(box), intent(inout) :: b",
            "    integer, intent(inout) :: x(:)",
            "    integer, intent(in) :: n",
            "    integer, intent(inout), optional :: m",
            "    integer, intent(in), optional :: low",
            "    integer :: i1, i2, i3, i0",
            "    i0 = n",
            "    if (present(low)) i0 = i0 + low",
        ]
        self._depth = 1
        self._budget = 5
        self._statements()
        self._put("if (present(m)) m = mod(m + i0, 5)")
        self._depth = 0
        self._lines.append("  end subroutine")
        self._inside = False

    def _main(self) -> None:
        self._put("read *, n, m")
        if self._has_namelist:
            self._put("read (*, nml=setup)")
        self._put(f"call make_pool({self._pick(['', 'low=0', 'n'])})")
        self._put(
            "x = [n, m, 2, 1]; y = x(4:1:-1); z = reshape([(mod(i1, 5), i1 = 1, 12)], [3, 4])"
        )
        self._put("i0 = 1; j1 = n; j2 = m; mask = x > 1")
        self._put("call b%fill(1); call c%fill(m); allocate(p(n)); p = m")
        self._put("allocate(s(0:1), b%s(2), c%s(-1:n), rest(m:m+1), source=m)")
        self._put("cells = [item(), item(n)]; word = 'ab'; kept = item(1)")
        if self._has_pointers:
            self._put("t = [2, n, 1, 3]; u = m; q => t(3); r => t")
        for text in linked.START if self._has_links else ():
            self._put(text)
        if self._has_classes:
            self._put(f"allocate({self._pick(['animal', 'dog', 'hound'])} :: pet); act => met")
            self._put(
                "allocate(kennels(1)%who, source=pet); kennels(2) = kennels(1); hut = kennels(2)"
            )
        self._budget = 14
        while self._budget > 0:
            self._statements()

    def _statements(self) -> None:
        for _ in range(self._rng.randint(1, 4)):
            if self._budget <= 0:
                break
            self._budget -= 1
            self._statement()
        self._count()

    def _statement(self) -> None:
        kinds = ["vector", "vector", "scalar", "loop", "if", "where", "reduce"]
        if not self._inside:
            kinds += ["call", "structure", "allocate", "matrix", "associate", "case", "while"]
            kinds += ["growing"] * 4 + ["elements"] + ["block", "inner", "text", "typed"] * 2
            kinds += ["linked"] * (6 * self._has_links)
            kinds += ["pointer"] * (3 * self._has_pointers) + ["object"] * (4 * self._has_classes)
        if self._depth > 3:
            kinds = ["vector", "scalar", "reduce"]
        getattr(self, _METHODS[self._pick(kinds)])()

    def _scalar_names(self) -> list[str]:
        if self._inside:
            return ["n", "i0", "b%n", "b%it%a", "g", "x(2)", "b%w(ubound(b%w, 1))"]
        if self._has_classes:
            return [*_SCALARS, "pet%legs", "rex%bones", "argos%legs", "pet%steps()", "argos%bones"]
        more = linked.NAMES if self._has_links else further.NAMES
        more = ("q", "r(1)", "t(3)", "t(4)", "u") if self._has_pointers else more
        return [*_SCALARS, *more, "x(3)", "pool(lbound(pool, 1))", "b%list(2)%a", "c%list(3)%v(1)"]

    def _vector_names(self) -> list[str]:
        if self._inside:
            return ["x", "b%w", "pool", "b%list%a", "b%list(:)%v(2)", "x(4:1:-1)"]
        return list(_VECTORS)

    # --- expressions --------------------------------------------------------------------------------

    def _value(self, depth: int = 0) -> str:
        """A scalar expression."""
        if depth > 1 or self._rng.random() < 0.4:
            return self._pick([*self._scalar_names(), str(self._rng.randint(0, 5))])
        first = self._value(depth + 1)
        return self._pick([
            f"{first} + {self._value(depth + 1)}",
            f"{first} - {self._value(depth + 1)}",
            f"mod({first}, 4)",
            f"max({first}, {self._value(depth + 1)})",
            f"twice({first})",
            self._reduction(),
            f"mod({self._form(intrinsics.SCALARS, first, self._value(depth + 1))}, 9)",
        ])  # fmt: skip

    def _form(self, forms: tuple[str, ...], first: str, second: str) -> str:
        return self._pick(forms).format(a=first, b=second, k=self._rng.randint(1, 3))

    def _reduction(self) -> str:
        vector = self._vector(1)
        forms = [
            f"sum({vector})",
            f"maxval({vector})",
            f"minval({self._vector(1)})",
            f"count({vector} > {self._rng.randint(0, 3)})",
            f"dot_product({vector}, {self._vector(1)})",
            f"sum({vector}, mask={self._vector(1)} > 1)",
            f"merge(1, 3, any({vector} == {self._rng.randint(0, 4)}))",
            f"merge(2, 0, all({vector} >= 0))",
            f"maxloc({vector}, 1, back={self._pick(['.true.', '.false.'])})",
            f"minloc({vector}, 1, mask={self._vector(1)} > 1)",
            f"findloc({vector}, {self._rng.randint(0, 3)}, 1{self._pick(['', ', back=.true.'])})",
            f"iany({vector}) + iall({self._vector(1)})",
            f"iparity({vector}, mask={self._vector(1)} < 3)",
            f"merge(1, 2, parity({vector} > 1))",
            f"measure({vector})",
            f"size({self._pick(self._vector_names())})",
        ]
        if not self._inside:
            forms += [
                "b%total()", "sum(z)", "measure(z)", "maxval(sum(z, dim=1))", "size(p)", "sum(p)",
                *INQUIRIES,
                "sum(pack(x, y > 1))", "sum(matmul(z, x))", "ubound(pool, 1)", "measure(p)",
                "sum(maxloc(z, dim=2))", "sum(findloc(z, 2, dim=1))", "sum(minloc(z, mask=z > 1))",
                "sum(iany(z, 1))",
            ]  # fmt: skip
        return f"mod({self._pick(forms)}, 9)"

    def _vector(self, depth: int = 0) -> str:
        names = self._vector_names()
        if depth > 1 or self._rng.random() < 0.45:
            return self._pick(names)
        first = self._vector(depth + 1)
        return self._pick([
            f"{first} + {self._vector(depth + 1)}",
            f"mod({first}, 5)",
            f"abs({first} - {self._vector(depth + 1)})",
            f"twice({first})",
            f"{first} * 2",
            self._form(intrinsics.VECTORS, first, self._vector(depth + 1)),
            f"merge({first}, {self._vector(depth + 1)}, {self._vector(depth + 1)} > 1)",
            f"spread_out({first}, {self._pick(['1', '2', 'n'])})",
            f"cshift({self._pick(names)}, 1)",
            f"eoshift({self._pick(names)}, {self._pick(['1', '-2', 'mod(n, 3)'])})",
            f"eoshift({self._pick(names)}, shift=-1, boundary={self._rng.randint(0, 4)})",
            f"unpack({self._pick(names)}, {self._vector(2)} > 1, {self._pick(names)})",
            f"pack({first}, {self._vector(2)} > 1, {self._pick(names)})",
            f"(/ (mod(i3 * 2, 5), i3 = 1, {LENGTH}) /)",
        ])  # fmt: skip

    def _condition(self) -> str:
        sign = self._pick(["<", "<=", ">", ">=", "==", "/="])
        return f"{self._value()} {sign} {self._value(1)}"

    # --- statements ---------------------------------------------------------------------------------

    def _target(self) -> str:
        """A vector that can be set."""
        if self._inside:
            return self._pick(["x", "b%w", "pool", "b%list%a", "x(4:1:-1)", "b%list(:)%v(2)"])
        return self._pick(_TARGETS)

    def _vector_assignment(self) -> None:
        self._put(f"{self._target()} = mod({self._vector()}, 7)")

    def _scalar(self) -> None:
        targets = ["i0", "b%n", "b%it%a", "g", "x(1)", "b%list(2)%a"]
        if not self._inside:
            targets += ["j1", "j2", "c%it%v(2)", "z(2,3)", "pool(ubound(pool,1))"]
        self._put(f"{self._pick(targets)} = mod({self._value()}, 8)")

    def _reduce(self) -> None:
        self._put(f"i0 = {self._reduction()}")

    def _loop(self) -> None:
        if self._loops == 2:
            return
        self._loops += 1
        name = f"i{self._loops}"
        label = f"l{self._loops}_{len(self._lines)}"
        self._put(
            f"{label}: do {name} = {self._pick(['1', '0', 'lbound(pool, 1)'])}, {self._value(1)}"
        )
        self._depth += 1
        if self._rng.random() < 0.3:
            word = self._pick(["exit", "cycle"])
            self._put(f"if ({self._condition()}) {word} {label}")
        self._statements()
        self._depth -= 1
        self._put(f"end do {label}")
        self._loops -= 1

    def _if(self) -> None:
        self._put(f"if ({self._condition()}) then")
        self._depth += 1
        self._statements()
        self._depth -= 1
        if self._rng.random() < 0.4:
            self._put(f"else if ({self._condition()}) then")
            self._depth += 1
            self._statements()
            self._depth -= 1
        if self._rng.random() < 0.5:
            self._put("else")
            self._depth += 1
            self._statements()
            self._depth -= 1
        self._put("end if")

    def _where(self) -> None:
        target = self._target()
        mask = f"{self._vector(1)} > {self._rng.randint(0, 3)}"
        if self._rng.random() < 0.4:
            self._put(f"where ({mask}) {target} = mod({self._vector(1)}, 6)")
            return
        self._put(f"where ({mask})")
        self._put(f"  {target} = mod({self._vector(1)}, 6)")
        if self._rng.random() < 0.5:
            self._put(f"elsewhere ({self._vector(1)} < 3)")
            self._put(f"  {target} = {self._rng.randint(0, 4)}")
        if self._rng.random() < 0.6:
            self._put("elsewhere")
            self._put(f"  {target} = mod({self._pick(self._vector_names())} + 1, 5)")
        self._put("end where")

    def _call(self) -> None:
        shared = f"share({self._pick(['x', 'pool'])}, n"
        self._put(
            self._pick([
                f"call change(b, x, {self._rng.randint(0, 3)})",
                "call change(c, y, n, m=j1)",
                f"call change(c, z(1,:), mod({self._value(1)}, 4), low={self._rng.randint(0, 2)})",
                "call change(b, pool, n=2, low=1, m=j2)",
                f"call make_pool({self._pick(['', '2', 'low=mod(j1, 3)'])})",
                f"call b%fill({self._rng.randint(0, 3)})",
                f"call bump({self._pick(['x', 'z(2,:)', 'pool', 'y(0:2)'])}, 2)",
                f"call {shared}, {self._pick(['g', 'i0', 'b%n'])})",
            ])
        )  # fmt: skip

    def _structure(self) -> None:
        self._put(
            self._pick([
                "b = c",
                "c%it = b%it .with. c%it",
                "b%it = b%list(1) .with. item(3, [1, 0, 2])",
                "c%list = b%list",
                f"c%it = item(v=[1, n, 2], a=mod({self._value(1)}, 5))",
                "b%list(3) = c%list(2)",
            ])
        )  # fmt: skip

    def _allocate(self) -> None:
        self._put("if (allocated(p)) deallocate(p)")
        low, size = self._rng.randint(-1, 2), f"mod(abs({self._value(1)}), 5)"
        self._put(f"i3 = {size}")
        self._put(f"allocate(p({self._pick(['i3', f'{low}:i3', '0:i3+1'])}))")
        self._put(f"p = mod(abs(i0 + j1), {self._rng.randint(3, 5)})")
        if self._rng.random() < 0.5:
            self._put("p = p + 1")
        if self._rng.random() < 0.3:
            self._put(f"i3 = mod(abs({self._value(1)}), 5)")
            self._put("p = x(:i3)")

    def _matrix(self) -> None:
        self._put(
            self._pick([
                "z = mod(z + 1, 6)",
                "z(2:3,:) = z(1:2,:)",
                "z = spread(x, 1, 3)",
                "z = eoshift(z, [1, 0, -1], 3, dim=2)",
                "z = cshift(z, [1, 2, 0], dim=2)",
                "z = reshape(x, [3, 4], pad=[m, 2], order=[2, 1])",
                "z = unpack(x, z > 4, z) * 0 + mod(z, 6)",
                "z(:,1) = z(:,4)",
                "z(:,2:3) = 1",
                "forall (i1 = 1:3, i2 = 1:4, i1 /= i2) z(i1, i2) = mod(i1 + i2, 5)",
                "forall (i1 = 2:4) x(i1) = x(i1-1)",
                "forall (i1 = 1:4, x(i1) > 1) x(5-i1) = mod(x(i1) + n, 5)",
                "forall (i1 = 1:3, i2 = 1:4, z(i1, i2) > 1) z(i1, i2) = mod(z(4-i1, i2) + i1, 5)",
                "forall (i1 = 1:2); z(i1, :) = z(i1+1, :); y(i1) = z(i1, 1); end forall",
                "z = transpose(reshape([(mod(i1 * m, 4), i1 = 1, 12)], [4, 3]))",
                "do concurrent (i1 = 1:3); z(i1, 1) = i1; end do",
                "where (z > 2) z = z - 1",
                "x = mod(matmul(transpose(z), z(:,2)), 6)",
            ])
        )  # fmt: skip

    def _pointer(self) -> None:
        """Other names of elements: what is stored through one is read through another."""
        value = f"mod({self._value(1)}, 6)"
        place = self._rng.randint(1, 4)
        self._put(
            self._pick([
                f"q => t({place})",
                "q => u",
                f"q = {value}",
                f"r => t({self._pick(['2:', ':3', '4:1:-1', ':'])})",
                f"r(2) = {value}",
                f"r = mod(r + {place}, 5)",
                f"t({place}) = {value}",
                f"u = {value}",
                f"q => r({self._rng.randint(1, 3)})",
            ])
        )  # fmt: skip

    def _object(self) -> None:
        """Objects of classes: allocated as one of three types, changed by who knows less of them."""
        number = self._rng.randint(0, 4)
        if self._depth == 0 and self._rng.random() < 0.3:  # gfortran 12 loses ACT in an ASSOCIATE
            self._put(f"call act({self._pick(['pet', 'rex'])})")
            self._put(f"if ({self._condition()}) then; act => tamed; end if")
            return
        kind = self._pick(["animal", "dog", "hound"])
        self._put(
            self._pick([
                f"deallocate(pet); allocate({kind} :: pet)",
                f"deallocate(pet); allocate(pet, source={self._pick(['rex', 'argos'])})",
                f"deallocate(pet); allocate(pet, source={kind}(legs={number}))",
                f"if ({self._condition()}) then; deallocate(pet); allocate({kind} :: pet); end if",
                f"call {self._pick(['pet', 'rex', 'argos', 'rex%animal', 'argos%dog'])}%walk({number})",
                f"call met({self._pick(['pet', 'rex', 'argos', 'rex%animal'])})",
                f"rex%{self._pick(['legs', 'animal%legs', 'bones'])} = {number}",
                "pet = argos",
                f"deallocate(kennels(1)%who); allocate(kennels(1)%who, source={kind}({number}))",
                f"kennels({number % 2 + 1}) = {self._pick(['kennels(1)', 'hut'])}",
                f"call {self._pick(['kennels(2)', 'hut'])}%who%walk({number})",
                f"i0 = kennels({self._pick('12')})%who%steps()",
                f"argos%{self._pick(['dog%bones', 'bones', 'legs'])} = mod(rex%bones + {number}, 5)",
                f"i0 = pet%steps() + {self._pick(['rex', 'argos'])}%steps()",
            ])
        )  # fmt: skip

    def _associate(self) -> None:
        self._put(
            f"associate (aa => {self._pick(['b%it', 'c%it'])}, bb => x, cc => {self._value(1)})"
        )
        self._depth += 1
        self._put("aa%a = mod(aa%a + bb(2) + cc, 7)")
        self._put("bb(1:2) = aa%v(2:3)")
        self._statements()
        self._depth -= 1
        self._put("end associate")

    def _case(self) -> None:
        self._put(f"select case ({self._value()})")
        for case in ("case (:0)", "case (1, 3)", "case default"):
            self._put(case)
            self._depth += 1
            self._statements()
            self._depth -= 1
        self._put("end select")

    def _while(self) -> None:
        self._put(f"do while (any({self._pick(['x', 'y'])} > {self._rng.randint(2, 4)}))")
        self._depth += 1
        self._put("x = x - 1; y = y - 2")
        self._count()
        self._depth -= 1
        self._put("end do")
