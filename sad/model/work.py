"""Work of compiled code: per statement what is executed, per loop what bounds it.

Two *views* of the same source: ``plain`` code keeps every variable in memory and does what the source
says (-O0), ``optimised`` code keeps scalars in registers, computes common parts once and moves what
does not change out of loops (-O2).

Keys of work are dotted like operation keys (docs/operations.md), most general part first. A key
``chain.K.LATENCY`` is one step on dependence chain number K of the innermost loop around the
statement (of the unit, outside of loops): the next iteration waits for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.records import field, record

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sad.algebra.poly import Poly

Amounts = Mapping[str, float]
"""Key of work to how often per execution."""

NOTHING: Amounts = {}


@record
class ActionWork:
    """Work of one execution of an action of the control-flow graph.

    ``plain`` holds dependence chains only (what plain code executes are the source's operations),
    ``optimised`` operations and dependence chains. ``branch`` is the path of the branch that the
    action's condition decides, ``enters`` that of the counted loop it starts; empty if there is none.
    """

    plain: Amounts = field(default_factory=dict[str, float])
    optimised: Amounts = field(default_factory=dict[str, float])
    branch: str = ""
    enters: str = ""


@record
class Chain:
    """A dependence chain of a loop: what one iteration must wait for.

    ``carried`` chains go from one iteration to the next; others are the longest path through one
    iteration of a loop or one call of a unit. ``restarts`` is whether a carried chain starts anew each
    time the loop is entered, so that executions of the loop can overlap.
    """

    number: int
    view: str
    carried: bool
    restarts: bool


@record
class Reference:
    """Memory that a loop's own statements walk through by one array.

    ``strides`` are, outermost enclosing loop first, pairs of a loop's path and the bytes by which the
    address moves per iteration of it; None where that is not known (an index array). ``offset`` is the
    place of the first element touched [bytes from the array's start], None where it is not known.
    ``count`` is how many references of this kind there are, ``writes`` whether they are written.
    ``size_bytes`` is how large the array is, if declared. Of an array passed on, ``passed`` are the
    procedure and its dummy argument, and ``element_bytes`` is 0: nothing is touched here.
    """

    array: str
    element_bytes: int
    strides: tuple[tuple[str, Poly | None], ...]
    offset: Poly | None
    writes: bool
    count: int = 1
    size_bytes: Poly | None = None
    passed: tuple[str, str] | None = None


@record
class Vector:
    """How a compiler may do several iterations of an innermost loop at once.

    ``element_bytes`` is the widest element, ``reason`` says why not, where it may not.
    ``masked`` loops have branches that vector code has to mask; ``reduction`` ones sum up reals, which
    needs the compiler to be allowed to reorder; ``cheap`` ones have a constant trip count that vectors
    divide and need no test at run time.

    ``narrowest_bytes`` is the narrowest element. ``checks`` are pairs of arrays that have to be tested
    for overlap, ``strided`` and ``gathered`` the accesses that move by several elements or through an
    index. All of the loop may be one ``library`` call (memcpy, memset). A ``mathematical`` loop calls
    functions that need a library with vector forms. ``packed`` is how many elements side by side one
    iteration computes alike, which vectors can hold instead. ``shared_loads`` and ``shared_stores`` are
    the shares of loads and stores that the next iteration of the loop around does again, where -O3 may
    do both iterations at once (unroll and jam). ``copies`` is how many loops are inside, of few
    constant trips: there is vector code if the compiler makes copies of their bodies, and only then.
    ``fixed_loads`` is the share of loads that are before the loop once no arrays are found to overlap.
    ``around``: iterations of the loop around are done at once, which share the lines they touch.
    """

    possible: bool
    element_bytes: int = 8
    masked: bool = False
    reduction: bool = False
    cheap: bool = False
    reason: str = ""
    narrowest_bytes: int = 8
    checks: int = 0
    strided: int = 0
    gathered: int = 0
    library: str = ""
    mathematical: bool = False
    packed: int = 1
    shared_loads: float = 0.0
    shared_stores: float = 0.0
    copies: int = 0
    fixed_loads: float = 0.0
    around: bool = False


@record
class LoopWork:
    """What is known of one loop's code (``path`` empty: the unit's statements outside of loops).

    An ``unrolled`` loop has so few constant trips that optimised code (-O3) may have copies of its body
    in its place. The chains of the loop around go through these: its statements hold steps of both
    loops' chains, with different numbers, and count for the loop around if there are copies. That of
    the unit itself ``inlines`` functions: what these compute is among its statements' work.
    """

    path: str
    parent: str = ""
    chains: tuple[Chain, ...] = ()
    references: tuple[Reference, ...] = ()
    vector: Vector | None = None
    unrolled: bool = False
    inlines: tuple[str, ...] = ()


def walked_symbols(loops: Iterable[LoopWork]) -> frozenset[str]:
    """Return the inputs of a unit that its strides depend on: leading dimensions above all.

    Where a stride is not known, the size of the array says how far it may lead. Where walks start does
    not count: callers would enter the unit in another way for each place.
    """
    found: set[str] = set()
    for loop in loops:
        for walk in loop.references:
            strides = [step for _, step in walk.strides]
            for formula in (*strides, walk.size_bytes if None in strides else None):
                if formula is not None:
                    found |= atoms.free_symbols(formula)
    return frozenset(symbol for symbol in found if "@" not in symbol)


@record
class UnitWork:
    """Work of a unit's code: by the identity of its actions, and by loop path."""

    actions: Mapping[int, ActionWork] = field(default_factory=dict[int, ActionWork])
    loops: Mapping[str, LoopWork] = field(default_factory=dict[str, LoopWork])

    def of(self, action: object) -> ActionWork:
        """Return the work of an action."""
        return self.actions.get(id(action), _IDLE)


_IDLE = ActionWork()
