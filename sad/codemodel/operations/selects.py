"""Branches that a compiler replaces by conditional moves or by the maximum of two reals.

What gcc -O2 converts, as seen in its output: an IF whose body sets registers to constants, to other
registers or to what the condition itself has loaded, or counts (``K = K + 1``); with an ELSE also
integer sums of registers; and to the minimum, maximum or magnitude of such integers. Of reals only
``IF (X .GT. S) S = X``, ``X > Y ? X : Y`` and their likes, which are one instruction.
``IF (K .GT. L) M = M + I`` stays a branch, as does all that touches memory, ``.AND.`` and ``.OR.``, and
``IF (A(J) .LT. A(J+1)) J = J + 1``, where the register is an address. Arms may set different registers
to others, unless the loop has a sum of one with a constant, ``LOW + 1 .LT. HIGH``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.cfg.graph import Jump, Leave, Part, Split
from sad.codemodel.writes import evaluated
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Operator, Type
from sad.ir.walk import walk
from sad.records import field, mutable

if TYPE_CHECKING:
    from sad.analysis.cfg.graph import Action, Block, Cfg
    from sad.analysis.loops.natural import LoopForest
    from sad.codemodel.operations.accesses import Memory
    from sad.ir.expr import Expr

_MOST_ASSIGNMENTS = 2
_SUMS = (Operator.ADD, Operator.SUB)
_KINDS = (Type.INTEGER, Type.LOGICAL)
_REALS = (Type.REAL, Type.DOUBLE)
_LARGER = (Operator.GT, Operator.LT)
_ORDERS = (Operator.GT, Operator.LT, Operator.GE, Operator.LE)
_CHOSEN = frozenset({"min", "max", "abs"})
_OUT = -1


@mutable
class Selects:
    """Branches that are none: ``arms`` are blocks done with their test's block and action.

    ``tests`` are the blocks whose test does not branch, ``larger`` those of them that choose the larger
    or the smaller of what they compare, ``largest`` the assignments that are a maximum or a minimum,
    ``unneeded`` the blocks whose comparison that replaces; ``other`` are
    the arms of ELSE, whose values the conditional moves of the first arms choose from; ``both`` are
    the tests whose two arms set the same registers, so that these do not keep what they had.
    """

    arms: dict[int, tuple[int, Action]] = field(default_factory=dict[int, "tuple[int, Action]"])
    tests: set[int] = field(default_factory=set[int])
    larger: set[int] = field(default_factory=set[int])
    largest: set[int] = field(default_factory=set[int])
    unneeded: set[int] = field(default_factory=set[int])
    other: set[int] = field(default_factory=set[int])
    both: set[int] = field(default_factory=set[int])


def selects_of(cfg: Cfg, forest: LoopForest, memory: Memory) -> Selects:
    """Return the branches of a unit that compiled code does without."""
    found = Selects()
    extremes: dict[int, int] = {}
    for number in reversed(forest.order):
        block = cfg.blocks[number]
        split = block.terminator
        if not isinstance(split, Split) or split.kind != "if":
            continue
        condition = split.condition
        if len(split.targets) != 2 or not block.actions or condition is None:
            continue
        region = forest.innermost[number]
        then, other = (cfg.blocks[target] for target in split.targets)
        if forest.innermost[then.id] is not region or forest.predecessors[then.id] != [number]:
            continue
        arms, end = [then], _goes_to(then)
        if end is None:
            continue
        if other.id not in (end, *(test for test in extremes if extremes[test] == end)):
            alone = forest.predecessors[other.id] == [number]
            if not alone or forest.innermost[other.id] is not region or _goes_to(other) != end:
                continue
            arms.append(other)
        sets = [_registers(arm) for arm in arms]
        if _is_joined(condition):
            continue
        alike = sets[0] == sets[-1]
        if not alike and _stepped(cfg, forest, number) & (sets[0] | sets[-1]):
            continue
        checker = _Checker(condition, memory, sums=len(arms) == 2 and alike)
        if not (len(arms) == 2 and checker.chooses_larger(*arms)) and not all(
            checker.is_cheap(arm) for arm in arms
        ):
            continue
        found.arms.update((arm.id, (number, block.actions[-1])) for arm in arms)
        found.tests.add(number)
        if _is_larger(condition, arms):
            found.larger.add(number)
        found.other.update(arm.id for arm in arms[1:])
        if len(arms) == 2 and alike:
            found.both.add(number)
        if len(block.actions) == 1 and _is_extreme(condition, arms):
            extremes[number] = end
        found.largest |= checker.largest
        if checker.largest and len(then.actions) == 1:
            found.unneeded.add(number)
    return found


def _is_extreme(condition: Expr, arms: list[Block]) -> bool:
    """Whether arms choose the larger or the smaller of a register and a constant.

    Then gcc does without a branch for a test before as well, of which this one is the ELSE.
    """
    return (
        _is_larger(condition, arms)
        and isinstance(condition, ex.Binary)
        and {type(condition.left), type(condition.right)} == {ex.Variable, ex.Constant}
        and condition.left.type in _KINDS
    )


def _is_larger(condition: Expr, arms: list[Block]) -> bool:
    """Whether arms choose the larger or the smaller of what is compared."""
    assigned = [_assignments(arm) for arm in arms]
    if any(len(item) != 1 for item in assigned) or not isinstance(condition, ex.Binary):
        return False
    chosen = {item[0].value for item in assigned}
    if len(arms) == 1:
        chosen.add(assigned[0][0].target)
    return condition.operator in _ORDERS and chosen == {condition.left, condition.right}


def _assignments(block: Block) -> list[st.Assign]:
    statements = [action.statement for action in block.actions]
    return [item for item in statements if isinstance(item, st.Assign)]


def _is_joined(condition: Expr) -> bool:
    return isinstance(condition, ex.Binary) and condition.operator in (Operator.AND, Operator.OR)


def _registers(block: Block) -> set[str]:
    targets = [item.target for item in _assignments(block)]
    return {target.name for target in targets if isinstance(target, ex.Variable)}


def _stepped(cfg: Cfg, forest: LoopForest, number: int) -> set[str]:
    """Registers of which the loop around a block has sums with constants: gcc keeps them beside."""
    region = forest.innermost[number]
    found: set[str] = set()
    for block in forest.order:
        if forest.innermost[block] is not region:
            continue
        for action in cfg.blocks[block].actions:
            for node in (part for item in evaluated(action) for part in walk(item)):
                match node:
                    case ex.Binary(
                        operator=Operator.ADD | Operator.SUB,
                        left=ex.Variable(name=name),
                        right=ex.Constant(),
                    ):
                        found.add(name)
                    case _:
                        pass
    return found


def _address_registers(condition: Expr) -> set[str]:
    found: set[str] = set()
    for node in walk(condition):
        if isinstance(node, ex.Element):
            for subscript in node.subscripts:
                found |= {part.name for part in walk(subscript) if isinstance(part, ex.Variable)}
    return found


def _goes_to(block: Block) -> int | None:
    """The block behind one, ``_OUT`` if that returns from the procedure."""
    match block.terminator:
        case Jump(target=target):
            return target
        case Leave(stops=False):
            return _OUT
        case _:
            return None


class _Checker:
    """Whether arms under a condition can be done without a branch."""

    def __init__(self, condition: Expr, memory: Memory, *, sums: bool) -> None:
        self._condition = condition
        self._known = set(walk(condition))
        self._addresses = _address_registers(condition)
        self._memory = memory
        self._sums = sums
        self.largest: set[int] = set()

    def is_cheap(self, block: Block) -> bool:
        actions = [item for item in block.actions if not isinstance(item.statement, st.Return)]
        return 0 < len(actions) <= _MOST_ASSIGNMENTS and all(map(self._assigns, actions))

    def chooses_larger(self, then: Block, other: Block) -> bool:
        """Whether two arms set a register to the larger, or the smaller, of what is compared."""
        pair = [arm.actions[0].statement for arm in (then, other) if len(arm.actions) == 1]
        match pair, self._condition:
            case (
                [
                    st.Assign(target=ex.Variable() as target, value=one),
                    st.Assign(target=second, value=two),
                ],
                ex.Binary(operator=Operator.GT | Operator.LT, left=left, right=right),
            ) if target == second and target.type in _REALS and self._is_register(target):
                if one == two or {one, two} != {left, right}:
                    return False
                self.largest.update(id(arm.actions[0]) for arm in (then, other))
                return True
            case _:
                return False

    def _assigns(self, action: Action) -> bool:
        statement = action.statement
        if action.part is not Part.WHOLE or not isinstance(statement, st.Assign):
            return False
        target, value = statement.target, statement.value
        if statement.silent or not self._is_register(target):
            return False
        if target.type in _REALS:
            if self._is_largest(target, value):
                self.largest.add(id(action))
                return True
            return False
        if target.type not in _KINDS:
            return False
        address = isinstance(target, ex.Variable) and target.name in self._addresses
        if address and not isinstance(value, ex.Constant | ex.Variable):
            return False
        if self._is_chosen(value):
            return True
        return self._is_ready(value) or self._is_count(target, value) or self._is_sum(value)

    def _is_chosen(self, value: Expr) -> bool:
        """Whether a value is a minimum, a maximum or a magnitude of what is there."""
        return (
            isinstance(value, ex.Intrinsic)
            and value.name in _CHOSEN
            and value.type in _KINDS
            and all(map(self._is_ready, value.arguments))
        )

    def _is_register(self, node: Expr) -> bool:
        return isinstance(node, ex.Variable) and self._memory.of(node.name) is None

    def _is_ready(self, value: Expr) -> bool:
        if isinstance(value, ex.Constant) or value in self._known:
            return True
        return self._is_register(value)

    def _is_count(self, target: Expr, value: Expr) -> bool:
        return (
            isinstance(value, ex.Binary)
            and value.operator in _SUMS
            and value.left == target
            and isinstance(value.right, ex.Constant)
        )

    def _is_sum(self, value: Expr) -> bool:
        return (
            self._sums
            and isinstance(value, ex.Binary)
            and value.operator in _SUMS
            and value.type in _KINDS
            and self._is_ready(value.left)
            and self._is_ready(value.right)
        )

    def _is_largest(self, target: Expr, value: Expr) -> bool:
        """Whether an assignment makes its target the larger or the smaller of two reals."""
        condition = self._condition
        return (
            isinstance(condition, ex.Binary)
            and condition.operator in _LARGER
            and {condition.left, condition.right} == {target, value}
            and target != value
        )
