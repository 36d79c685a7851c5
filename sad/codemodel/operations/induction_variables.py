"""Variables that grow by the same amount in every iteration of a loop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.cfg.graph import Part
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Operator, Type

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.analysis.cfg.graph import Cfg
    from sad.analysis.loops.natural import LoopForest, Region
    from sad.codemodel.operations.accesses import Accesses
    from sad.codemodel.operations.regions import Regions
    from sad.ir.expr import Expr

_MOST_ASSIGNMENTS = 50


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
