"""Which innermost loops a compiler may turn into vector code.

The rules are gcc 12's at -O3 for x86-64, compared with its reports (-fopt-info-vec). At -O2 it only
does that where vector code replaces the scalar code entirely: a ``cheap`` loop.

Over 400 lines: many small rules judge one loop, and most of them share what is known of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.analysis.cfg.graph import LoopHead, Split
from sad.analysis.loops.natural import RegionKind
from sad.codemodel.operations.accesses import element_type
from sad.codemodel.operations.code import code_of
from sad.codemodel.operations.reuse import step_of
from sad.codemodel.vector.around import sums_side_by_side
from sad.codemodel.vector.dependences import READ_AFTER, UNKNOWN, Walks, walks_of
from sad.codemodel.vector.packed import packed_elements
from sad.ir.expr import Type
from sad.model.work import Vector

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sad.analysis.loops.natural import Region
    from sad.analysis.unit import EntryAnalysis
    from sad.codemodel.chains.dependence_chains import Chains
    from sad.codemodel.operations.code import Code
    from sad.codemodel.operations.reuse import Load, Store
    from sad.codemodel.operations.value_graph import ValueNode
    from sad.ir.program import Symbol


_SIZES = {Type.INTEGER: 4, Type.REAL: 4, Type.DOUBLE: 8, Type.QUAD: 16}
_REALS = (Type.REAL, Type.DOUBLE)
_SSE_BYTES = 16
_MOST_CHECKS = 10
_MATHEMATICAL = frozenset(
    {
        "exp", "log", "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh",
        "log10",
    }
)  # fmt: skip
"""Functions of which the GNU library has vector forms (2.35 and newer; before only the first four)."""
_IN_VECTORS = frozenset({"max", "min", "sqrt", "abs", "mod"})
CARRIED = "each iteration needs the result of the one before"
_FREE = frozenset({"phi", "select"})
_SUMS = frozenset({"add", "sub"})
_LARGEST = frozenset({"max", "min"})
_BITS = frozenset({"iand", "ior", "ieor"})
_FLOATING = (Type.REAL, Type.DOUBLE, Type.QUAD, Type.COMPLEX, Type.DOUBLE_COMPLEX)


def vector_loops(entry: EntryAnalysis, chains: Chains) -> dict[str, Vector]:
    """Return what is known of each innermost loop, by its path.

    Loops around loops that may be unrolled entirely are among them: they are innermost if that is done.
    """
    code = code_of(entry)
    paths = {id(code.regions.of(head)): info.path for head, info in entry.values.loops.items()}

    def copied(region: Region) -> list[Region] | None:
        """All loops inside a loop; None if not all of them may be copied."""
        found: list[Region] = []
        for child in region.children:
            more = copied(child) if paths.get(id(child)) in chains.unrolled else None
            if more is None:
                return None
            found += [child, *more]
        return found

    inner = [
        (region, inside)
        for region in code.regions.all
        if region.kind is RegionKind.LOOP and (inside := copied(region)) is not None
    ]
    if not inner:
        return {}
    values: dict[int, list[ValueNode]] = {}
    users: dict[int, list[ValueNode]] = {}
    for value in code.live:
        values.setdefault(id(value.region), []).append(value)
        for operand in value.operands:
            users.setdefault(id(operand), []).append(value)
    loads: dict[int, list[Load]] = {}
    for load in code.flow.evaluator.loads.values():
        if load.value.live:
            loads.setdefault(id(load.value.region), []).append(load)
    stores: dict[int, list[Store]] = {}
    for store in code.flow.evaluator.stores:
        stores.setdefault(id(code.regions.of(store.block)), []).append(store)
    found: dict[str, Vector] = {}
    for region, inside in inner:
        info = entry.values.loops.get(region.header)
        if info is None:
            continue
        keys = [id(item) for item in (region, *inside)]
        judge = _Judge(
            *(entry, code, region),
            [load for key in keys for load in loads.get(key, [])],
            [store for key in keys for store in stores.get(key, [])],
            len(inside),
        )
        every = [value for key in keys for value in values.get(key, [])]
        found[info.path] = judge.vector(every, users)
    return found


class _Judge:
    """Looks at one loop."""

    def __init__(
        self,
        entry: EntryAnalysis,
        code: Code,
        region: Region,
        loads: list[Load],
        stores: list[Store],
        copies: int,
    ) -> None:
        self._entry, self._code, self._region = entry, code, region
        self._copies = copies
        self._loads = loads
        self._stores = stores
        self._blocks = [entry.cfg.blocks[number] for number in region.blocks]

    def vector(self, values: list[ValueNode], users: dict[int, list[ValueNode]]) -> Vector:
        """Return what is known of the loop."""
        region = self._region
        symbols = dict(self._entry.unit.symbols)
        named = [store for store in self._stores if store.name]
        walks = walks_of(self._loads, named, region, self._code.memory, symbols)
        sizes = sorted(self._sizes(values)) or [8]
        stored = frozenset(id(store.value) for store in named if store.value is not None)
        carried = self._code.flow.carried
        mine = [item for item in carried if item[0].region is region]
        needed = stored | self._code.graph.deciding
        reduction, reason = reduction_of(mine, region, users, needed)
        lanes = _SSE_BYTES // sizes[0]
        masked = self._is_masked(values)
        for found in (
            self._shape(),
            self._copied(),
            self._calls(),
            self._operations(values),
            walks.reason,
            READ_AFTER if walks.distance is not None and walks.distance < lanes else "",
            self._worth(walks),
        ):
            reason = reason or found
        around = None
        if reduction and not self._copies and not self._stores and not masked and not self._calls():
            around = sums_side_by_side(self._entry, self._code, region, self._loads, lanes)
        if around is not None and not self._operations(values):
            return Vector(*(True, sizes[-1]), cheap=around, narrowest_bytes=sizes[0], around=True)
        trips = self._entry.values.loops[region.header].trips.as_integer
        shared_loads, shared_stores = (0.0, 0.0) if self._copies else self._shared()
        return Vector(
            possible=not reason,
            element_bytes=sizes[-1],
            narrowest_bytes=sizes[0],
            masked=masked,
            reduction=reduction,
            cheap=bool(trips) and trips % lanes == 0 and not walks.checks and not masked,
            reason=reason,
            checks=len(walks.checks),
            strided=walks.strided,
            gathered=walks.gathered,
            library="" if self._copies else self._library(walks),
            mathematical=any(_mathematical(value) for value in values),
            packed=1 if self._copies else self._packed(values, walks, symbols),
            shared_loads=shared_loads,
            shared_stores=shared_stores,
            copies=self._copies,
            fixed_loads=self._fixed() if walks.checks else 0.0,
        )

    def _packed(self, values: list[ValueNode], walks: Walks, symbols: dict[str, Symbol]) -> int:
        """How many elements one iteration computes side by side."""
        always = self._code.regions.always
        if walks.checks or self._calls() or self._operations(values):
            return 1
        if not all(always(store.block, self._region) for store in self._stores):
            return 1
        return packed_elements(self._loads, self._stores, values, self._region, symbols)

    def _shape(self) -> str:
        region = self._region
        header = self._entry.cfg.blocks[region.header]
        info = self._entry.values.loops[region.header]
        leaving = [
            block.id
            for block in self._blocks
            if any(item not in region.blocks for item in block.successors())
        ]
        if len(leaving) != 1:
            return "it is left at several places" if leaving else "it does not end"
        if not isinstance(header.terminator, LoopHead) and info.parameter is not None:
            return "how often it runs is not known when it starts"
        return ""

    def _copied(self) -> str:
        """Why copies of loops inside stand in the way: they branch, or both loops move a place."""
        if self._copies and any(isinstance(block.terminator, Split) for block in self._blocks):
            return "copies of loops inside have branches"
        accesses = (*self._loads, *self._stores) if self._copies else ()
        terms = {
            term for access in accesses for item in access.address for term in item.as_linear[0]
        }
        stack = [term for term in terms if term.region is not self._region]
        seen = set(stack)
        while stack:
            operands = [item for item in stack.pop().operands if item not in seen]
            if any(item.region is self._region for item in operands):
                return UNKNOWN
            seen.update(operands)
            stack += operands
        return ""

    def _calls(self) -> str:
        keys = {id(action) for block in self._blocks for action in block.actions}
        for action, key, _ in self._code.graph.booked.values():
            if id(action) in keys and (key == "call" or key.startswith("io.")):
                return "it calls a procedure"
        if any(not store.name for store in self._stores):
            return "it calls a procedure"
        return ""

    def _operations(self, values: Iterable[ValueNode]) -> str:
        pointers = self._code.memory.pointers
        for value in values:
            for key in value.cost:
                part = key.split(".")
                if part[0] == "intrinsic" and part[1] not in _IN_VECTORS:
                    if part[1] not in _MATHEMATICAL or pointers or value.type not in _SIZES:
                        return f"there is no vector form of {part[1]}"
                elif key in ("power_real.double", "power_real.real"):
                    if pointers:
                        return "there is no vector form of pow"
                elif part[0] in ("power_int", "power_real", "branch", "call"):
                    return f"there is no vector form of {value.kind}"
                elif key in ("div.integer", "intrinsic.mod.integer"):
                    return "there is no vector form of integer division"
        return ""

    def _is_masked(self, values: Iterable[ValueNode]) -> bool:
        """Whether something must not be done in every iteration: it could fail, or changes memory."""
        regions, region = self._code.regions, self._region

        def sometimes(block: int) -> bool:
            here = regions.of(block) if self._copies else region
            return block not in self._code.selects.arms and not regions.always(block, here)

        touched = {
            (access.name, access.address)
            for access in (*self._loads, *self._stores)
            if not sometimes(access.block)
        }
        if any(sometimes(store.block) for store in self._stores):
            return True
        if any(
            sometimes(load.block) and (load.name, load.address) not in touched
            for load in self._loads
        ):
            return True
        return any(
            value.traps
            and value.kind != "load"
            and value.type in _REALS
            and any(sometimes(block) for block, _ in value.places if block in region.blocks)
            for value in values
        )

    def _worth(self, walks: Walks) -> str:
        if len(walks.checks) > _MOST_CHECKS:
            return "too many arrays may overlap"
        far = walks.far == walks.strided and walks.gathered + walks.strided > 0
        if not walks.contiguous and far:
            return "no array is walked through element by element"
        return ""

    def _shared(self) -> tuple[float, float]:
        """The shares of loads and stores that the next iteration of the loop around does again.

        gcc looks at what is stored and found again there; the loop around only sets registers.
        """
        parent = self._region.parent
        if parent is None or parent.kind is not RegionKind.LOOP or len(parent.children) != 1:
            return 0.0, 0.0
        trips = self._entry.values.loops[self._region.header].trips
        outer = self._entry.values.loops.get(parent.header)
        accesses = (*self._loads, *self._stores)
        always = all(self._code.regions.always(item.block, self._region) for item in accesses)
        if outer is None or not always:
            return 0.0, 0.0
        if atoms.depends_on(trips, outer.index.name) or any(
            self._code.regions.of(store.block) is parent
            for store in self._code.flow.evaluator.stores
        ):
            return 0.0, 0.0
        kept = {
            (store.name, store.address)
            for store in self._stores
            if all(step_of(item, parent) == 0 for item in store.address)
            and any(step_of(item, self._region) for item in store.address)
        }
        others = {store.name for store in self._stores} - {name for name, _ in kept}
        if (
            not kept
            or others
            or any(
                load.name == name and load.address != address
                for load in self._loads
                for name, address in kept
            )
        ):
            return 0.0, 0.0
        again = sum((load.name, load.address) in kept for load in self._loads)
        loads = again / len(self._loads) if self._loads else 0.0
        return loads, len(kept) / len(self._stores)

    def _fixed(self) -> float:
        """The share of loads from places that the loop does not move."""
        steps = [[step_of(item, self._region) for item in load.address] for load in self._loads]
        return sum(not any(step != 0 for step in item) for item in steps) / max(len(steps), 1)

    def _library(self, walks: Walks) -> str:
        """The library routine that does all of the loop, if one does."""
        stores, loads = self._stores, self._loads
        if len(stores) != 1 or walks.contiguous != 1 + len(loads) or walks.checks or walks.reversed:
            return ""
        value = stores[0].value
        if value is None or not self._code.regions.always(stores[0].block, self._region):
            return ""
        if not loads and value.constant is not None:
            zero = str(value.constant).strip("0.dDeE+ ") == ""
            return "memset" if zero else ""
        if len(loads) == 1 and value is loads[0].value and stores[0].name != loads[0].name:
            return "memcpy"
        return ""

    def _sizes(self, values: Iterable[ValueNode]) -> set[int]:
        """The bytes of the elements in memory, parts of complex ones."""
        found: set[int] = set()
        symbols = self._entry.unit.symbols
        for access in (*self._loads, *self._stores):
            symbol = symbols.get(access.name)
            if symbol is None:
                continue
            part, parts = element_type(symbol.type)
            if part in _SIZES:
                size = symbol.size_bytes
                whole = parts == 1 and size is not None and size in (1, 2, 4, 8)
                found.add(size if whole and size is not None else _SIZES[part])
        for value in values:
            if value.kind == "convert" and value.type in _SIZES:
                found.add(_SIZES[value.type])
        return found


def _mathematical(value: ValueNode) -> bool:
    """Whether a value is a mathematical function's, which vector code calls from a library."""
    return any(
        key.startswith("power_real.")
        or (key.split(".")[1:2] and key.split(".")[1] in _MATHEMATICAL)
        for key in value.cost
    )


def reduction_of(
    carried: Iterable[tuple[ValueNode, tuple[ValueNode, ...]]],
    region: Region,
    users: Mapping[int, list[ValueNode]],
    needed: frozenset[int],
) -> tuple[bool, str]:
    """Return whether a loop sums up reals (or the like), and why it cannot be vector code, if so.

    ``users`` are the live values that need a value, by its identity; ``needed`` the values that the
    loop stores or branches on.
    """
    reals = False
    for phi, back in carried:
        if phi.region is not region or not phi.live or phi.induction:
            continue
        cycle = _cycle(phi, back, region)
        if not cycle:
            if _only_kept(phi, region, users):
                continue
            return reals, CARRIED  # gcc 13 can shift the previous iteration's values along
        if any(_joins_two(value, phi, cycle) for value in cycle):
            return reals, CARRIED
        if phi.type in _FLOATING and any(map(_is_chosen_largest, cycle)):
            return reals, CARRIED  # gcc keeps what a comparison says of what is no number
        kinds = {value.kind for value in cycle if value is not phi} - _FREE
        one = kinds <= _SUMS or (len(kinds) == 1 and kinds <= (_LARGEST | _BITS | {"mul"}))
        inside = {id(value) for value in cycle}
        others = any(
            id(user) not in inside and user.region is region and not _only_kept(user, region, users)
            for value in cycle
            for user in users.get(id(value), ())
        )
        if not one or others or not needed.isdisjoint(inside):
            return reals, CARRIED
        reals = reals or phi.type in _FLOATING
    return reals, ""


def _is_chosen_largest(value: ValueNode) -> bool:
    """Whether a value is the larger of two by a comparison, not by a function."""
    return value.kind == "max" and any(key.startswith("select.") for key in value.cost)


def _joins_two(value: ValueNode, phi: ValueNode, cycle: list[ValueNode]) -> bool:
    """Whether a value is one of two different updates, depending on a condition."""
    if value is phi or value.kind not in _FREE:
        return False
    updates = [item for item in value.operands if item is not phi and item in cycle]
    return len(dict.fromkeys(updates)) > 1


def _only_kept(user: ValueNode, region: Region, users: Mapping[int, list[ValueNode]]) -> bool:
    """Whether a value at the header just keeps another one until the loop is left."""
    return user.kind == "phi" and not any(
        other.region is region and other is not user for other in users.get(id(user), ())
    )


def _cycle(phi: ValueNode, back: tuple[ValueNode, ...], region: Region) -> list[ValueNode]:
    """The values on ways from a value at the header round the loop to itself."""
    reaches: dict[int, bool] = {id(phi): True}
    found: list[ValueNode] = [phi]
    stack: list[tuple[ValueNode, bool]] = [(value, False) for value in back]
    while stack:
        value, done = stack.pop()
        if done:
            if any(reaches.get(id(item), False) for item in value.operands):
                reaches[id(value)] = True
                found.append(value)
        elif id(value) not in reaches and value.region is region:
            reaches[id(value)] = False
            stack.append((value, True))
            stack.extend((item, False) for item in value.operands)
    return found if any(reaches.get(id(value), False) for value in back) else []
