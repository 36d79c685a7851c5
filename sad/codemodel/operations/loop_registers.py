"""What a loop keeps in registers: variables that grow by a fixed amount, and memory it reuses.

gcc's store motion keeps memory in a register for a place whose address does not change in the loop,
if nothing else in the loop may be the same place; and for one that could be no valid address only
where each iteration writes it anyway.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.cfg.graph import Part
from sad.analysis.loops.natural import RegionKind
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Operator, Type

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.analysis.cfg.graph import Cfg
    from sad.analysis.loops.natural import LoopForest, Region
    from sad.codemodel.operations.accesses import Access, Accesses, Element, Memory
    from sad.codemodel.operations.regions import Regions
    from sad.ir.expr import Expr
    from sad.ir.program import Symbol


_MOST_ASSIGNMENTS = 50
_MOST_ELEMENTS = 40


class InductionVariables:
    """The scalars of a unit that are assigned ``I = I + C`` only."""

    def __init__(
        self, cfg: Cfg, forest: LoopForest, regions: Regions, accesses: Mapping[int, Accesses]
    ) -> None:
        self._regions = regions
        self._accesses = accesses
        self._assigned: dict[str, list[tuple[int, Expr | None]]] = {}
        for number in forest.order:
            for action in cfg.blocks[number].actions:
                statement = action.statement
                if isinstance(statement, st.CountedLoop):
                    self._note(statement.variable.name, number, None)
                elif action.part is Part.WHOLE and isinstance(statement, st.Assign):
                    for name in _variable(statement):
                        self._note(name, number, _growth(statement))
        self._plain: set[str] = set(self._assigned)
        for number in forest.order:
            written = accesses[number].registers
            own = {name for name in written if not self._assigned_in(name, number)}
            self._plain -= own

    def _note(self, name: str, block: int, growth: Expr | None) -> None:
        self._assigned.setdefault(name, []).append((block, growth))

    def _assigned_in(self, name: str, number: int) -> bool:
        return any(block == number for block, _ in self._assigned.get(name, ()))

    def step(self, name: str, region: Region) -> int | None:
        """Return by how much a variable grows in each iteration of a loop, as far as it is a number."""
        total = 0
        for block, growth in self._assigned.get(name, ()):
            if block in region.blocks:
                if not isinstance(growth, ex.Constant) or not isinstance(growth.value, int):
                    return None
                total += growth.value
        return total

    def grows(self, name: str, region: Region) -> bool:
        """Whether a variable grows by the same amount in each iteration of a loop."""
        if name not in self._plain or len(self._assigned[name]) > _MOST_ASSIGNMENTS:
            return False
        inside = [item for item in self._assigned[name] if item[0] in region.blocks]
        return bool(inside) and all(
            growth is not None
            and self._regions.of(block) is region
            and self._regions.always(block, region)
            and self._is_fixed(growth, region)
            for block, growth in inside
        )

    def _is_fixed(self, growth: Expr, region: Region) -> bool:
        match growth:
            case ex.Constant():
                return True
            case ex.Variable(name=name):
                return not any(
                    name in self._accesses[block].registers
                    or any(
                        item.name == name and item.writes for item in self._accesses[block].memory
                    )
                    for block in region.blocks
                )
            case ex.Copy(operand=operand) | ex.Unary(operand=operand):
                return self._is_fixed(operand, region)
            case ex.Binary(left=left, right=right):
                return self._is_fixed(left, region) and self._is_fixed(right, region)
            case _:
                return False


def _variable(statement: st.Assign) -> tuple[str, ...]:
    """The scalar that is assigned, if it is one."""
    target = statement.target
    return (target.name,) if isinstance(target, ex.Variable) and not statement.silent else ()


def _growth(statement: st.Assign) -> Expr | None:
    """What ``I = I + C`` adds; None for any other assignment."""
    target, value = statement.target, statement.value
    if not isinstance(value, ex.Binary) or value.type is not Type.INTEGER:
        return None
    if value.operator is Operator.ADD and value.right == target:
        return value.left
    if value.operator is Operator.ADD and value.left == target:
        return value.right
    if value.operator is Operator.SUB and value.left == target:
        less = value.right
        if isinstance(less, ex.Constant) and isinstance(less.value, int):
            return ex.Constant(-less.value, less.type)
        return ex.Unary(Operator.NEG, less, less.type)
    return None


def promoted_elements(
    region: Region,
    blocks: Mapping[int, Accesses],
    memory: Memory,
    regions: Regions,
    symbols: Mapping[str, Symbol],
) -> set[Element]:
    """Return the places that a loop keeps in registers and writes."""
    if region.kind is not RegionKind.LOOP:
        return set()
    found = [blocks[number] for number in region.blocks]
    names: dict[str, list[Access]] = {}
    for block in found:
        for access in block.memory:
            names.setdefault(access.name, []).append(access)
    changed = set[str]().union(*(block.registers for block in found))
    clobbered = set[str]().union(*(block.clobbered for block in found))
    stored, loaded = _users(names, memory)
    result: set[Element] = set()
    for name, accesses in names.items():
        place = memory.of(name)
        if place is None or not any(access.writes for access in accesses):
            continue
        symbol = symbols.get(name)
        if symbol is None or symbol.volatile or symbol.type is Type.CHARACTER:
            continue
        own = {name}
        if any(
            key in clobbered or not stored.get(key, own) <= own or not loaded.get(key, own) <= own
            for key in (*place.loads, *place.stores)
        ):
            continue
        unstable = _Unstable(changed, clobbered, stored, memory)
        result.update(_of_one_name(name, accesses, region, regions, unstable, risky=place.risky))
    return result


def _users(
    names: Mapping[str, list[Access]], memory: Memory
) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """Which names store to and load from each version."""
    stored: dict[str, set[str]] = {}
    loaded: dict[str, set[str]] = {}
    for name, accesses in names.items():
        place = memory.of(name)
        if place is None:
            continue
        if any(access.writes for access in accesses):
            for key in place.stores:
                stored.setdefault(key, set()).add(name)
        for key in place.loads:
            loaded.setdefault(key, set()).add(name)
    return stored, loaded


class _Unstable:
    """Which expressions may change in a loop."""

    def __init__(
        self,
        registers: set[str],
        clobbered: set[str],
        stored: Mapping[str, set[str]],
        memory: Memory,
    ) -> None:
        self._registers = registers
        self._clobbered = clobbered
        self._stored = stored
        self._memory = memory

    def has(self, node: Expr) -> bool:
        match node:
            case ex.Constant():
                return False
            case ex.Variable(name=name):
                if name in self._registers:
                    return True
                place = self._memory.of(name)
                keys = () if place is None else place.loads
                return any(key in self._clobbered or key in self._stored for key in keys)
            case ex.Unary(operand=operand) | ex.Convert(operand=operand) | ex.Copy(operand=operand):
                return self.has(operand)
            case ex.Binary(left=left, right=right):
                return self.has(left) or self.has(right)
            case _:
                return True


def _of_one_name(
    name: str,
    accesses: list[Access],
    region: Region,
    regions: Regions,
    unstable: _Unstable,
    *,
    risky: bool,
) -> set[Element]:
    subscripts = {access.subscripts for access in accesses}
    if len(subscripts) > _MOST_ELEMENTS:
        return set()
    written = {access.subscripts for access in accesses if access.writes}
    result: set[Element] = set()
    for candidate in written:
        if candidate is None or any(map(unstable.has, candidate)):
            continue
        if any(other != candidate and not _apart(candidate, other) for other in subscripts):
            continue
        if risky or not all(isinstance(item, ex.Constant) for item in candidate):
            always = any(
                access.writes
                and access.subscripts == candidate
                and regions.always(access.block, region)
                for access in accesses
            )
            if not always:
                continue
        result.add((name, candidate))
    return result


def _apart(first: tuple[Expr, ...], second: tuple[Expr, ...] | None) -> bool:
    """Whether two elements are certainly not the same, by a constant distance in one dimension."""
    if second is None or len(first) != len(second):
        return False
    for one, other in zip(first, second, strict=True):
        left, right = _with_offset(one), _with_offset(other)
        if left[0] == right[0] and left[1] != right[1]:
            return True
    return False


def _with_offset(node: Expr) -> tuple[Expr | None, int]:
    match node:
        case ex.Constant(value=int(value)):
            return None, value
        case ex.Binary(operator=Operator.ADD, left=left, right=ex.Constant(value=int(value))):
            return left, value
        case ex.Binary(operator=Operator.SUB, left=left, right=ex.Constant(value=int(value))):
            return left, -value
        case _:
            return node, 0
