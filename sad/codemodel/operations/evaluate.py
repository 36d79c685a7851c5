"""Expressions and statements of a unit to values of compiled code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.codemodel.operations import arithmetic
from sad.codemodel.operations.accesses import arguments_written, element_type, every_version
from sad.codemodel.operations.inlining import formula_of
from sad.codemodel.operations.reuse import Load, Store, address_key, drop_repeated, seen_by
from sad.ir import expr as ex
from sad.ir.expr import COMPARISONS, Operator, Type
from sad.ir.fold import constant_integer
from sad.ir.program import Storage
from sad.ir.walk import children

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping

    from sad.analysis.loops.natural import Region
    from sad.codemodel.operations.accesses import Element, Memory
    from sad.codemodel.operations.arithmetic import Address, IndexCosts
    from sad.codemodel.operations.inlining import Procedure
    from sad.codemodel.operations.reuse import History, State
    from sad.codemodel.operations.value_graph import Graph, Spot, ValueNode
    from sad.ir.expr import Expr
    from sad.ir.program import Symbol

_RISKY_TYPES = arithmetic.REALS | arithmetic.COMPLEXES


class Evaluator:
    """Carries out actions on a state. ``promoted`` are the elements kept in registers where it is."""

    def __init__(
        self,
        graph: Graph,
        memory: Memory,
        history: History,
        addresses: IndexCosts,
        symbols: Mapping[str, Symbol],
        procedures: Mapping[str, Procedure],
    ) -> None:
        self._graph = graph
        self._memory = memory
        self._history = history
        self._addresses = addresses
        self.symbols = symbols
        self._procedures = procedures
        self._scopes: list[dict[str, ValueNode]] = []
        self._pending: dict[tuple[Hashable, ...], list[int]] = {}
        self.loads: dict[int, Load] = {}
        self.stores: list[Store] = []
        self.state: State
        self.spot: Spot
        self.promoted: Mapping[Element, Region] = {}

    def start(self, state: State, promoted: Mapping[Element, Region]) -> None:
        """Go on in another block."""
        self.state = state
        self.promoted = promoted
        self._pending = {}

    @property
    def _here(self) -> Region:
        return self._graph.regions.of(self.spot[0])

    # --- expressions -----------------------------------------------------------------------------

    def value(self, node: Expr) -> ValueNode:
        """Return the value of an expression."""
        match node:
            case ex.Constant(value=value, type=kind):
                return self._graph.constant(int(value) if isinstance(value, bool) else value, kind)
            case ex.Variable():
                return self._variable(node)
            case ex.Element(array=name, subscripts=subscripts, type=kind):
                return self.read(name, subscripts, kind)
            case ex.Unary():
                return self._unary(node)
            case ex.Binary():
                return self._binary(node)
            case ex.Convert(operand=operand, type=kind):
                return self._convert(self.value(operand), kind)
            case ex.Copy(operand=operand):
                return self.value(operand)
            case ex.ComplexPair(real=real, imaginary=imaginary, type=kind):
                parts = (self.value(real), self.value(imaginary))
                return self._graph.make("pair", kind, parts, {}, self.spot)
            case ex.Intrinsic():
                return self._intrinsic(node)
            case ex.FunctionCall(name=name, arguments=arguments, hidden=hidden, type=kind):
                formula = formula_of(node, self._procedures)
                if formula is not None:
                    return self.value(formula)
                return self.call(name, arguments, hidden, kind)
            case ex.Inline(parameters=parameters, arguments=arguments, body=body):
                values = [self.value(argument) for argument in arguments]
                self._scopes.append(dict(zip(parameters, values, strict=False)))
                result = self.value(body)
                self._scopes.pop()
                return result
            case _:
                operands = tuple(self.value(part) for part in children(node))
                return self._graph.fresh("result", node.type, self._here, *operands)

    def _variable(self, node: ex.Variable) -> ValueNode:
        name, kind = node.name, node.type
        if self._scopes and name in self._scopes[-1]:
            return self._scopes[-1][name]
        symbol = self.symbols.get(name)
        if symbol is not None and symbol.storage is Storage.CONSTANT:
            number = constant_integer(node, self.symbols)
            if number is not None:
                return self._graph.constant(number, kind)
            value = symbol.value
            return self._graph.entry(name, kind) if value is None else self.value(value)
        if self._memory.of(name) is not None:
            return self.read(name, (), kind)
        found = self.state.registers.get(name)
        return self._graph.entry(name, kind) if found is None else found

    def _unary(self, node: ex.Unary) -> ValueNode:
        operand = self.value(node.operand)
        if isinstance(operand.constant, int) and node.operator is Operator.NEG:
            return self._graph.constant(-operand.constant, node.type)
        if operand.constant is not None:
            return self._graph.constant(f"{node.operator} {operand.constant}", node.type)
        cost = arithmetic.unary(node.operator, node.type)
        return self._graph.make(str(node.operator), node.type, (operand,), cost, self.spot)

    def _binary(self, node: ex.Binary) -> ValueNode:
        left, right = self.value(node.left), self.value(node.right)
        if left.constant is not None and right.constant is not None:
            number = constant_integer(node, self.symbols)
            text = f"{left.constant} {node.operator} {right.constant}"
            return self._graph.constant(text if number is None else number, node.type)
        if node.operator is Operator.POWER and right.constant in (2, 3, 4):
            return self._multiplied_out(left, int(right.constant), node.type)
        cost = arithmetic.binary(node.operator, node.type, left, right)
        kind = str(node.operator)
        traps = left.type in _RISKY_TYPES or (
            node.operator in (Operator.DIV, Operator.POWER) and right.constant is None
        )
        return self._graph.make(kind, node.type, (left, right), cost, self.spot, traps=traps)

    def _multiplied_out(self, base: ValueNode, exponent: int, kind: Type) -> ValueNode:
        cost = arithmetic.binary(Operator.MUL, kind, base, base)
        traps = kind in _RISKY_TYPES
        make = self._graph.make
        square = make("mul", kind, (base, base), dict(cost), self.spot, traps=traps)
        if exponent == 2:
            return square
        other = base if exponent == 3 else square
        return make("mul", kind, (square, other), dict(cost), self.spot, traps=traps)

    def _convert(self, operand: ValueNode, kind: Type) -> ValueNode:
        if operand.type is kind:
            return operand
        if operand.constant is not None:
            return self._graph.constant(operand.constant, kind)
        cost = arithmetic.conversion(operand.type, kind)
        widen = kind in arithmetic.COMPLEXES and operand.type not in arithmetic.COMPLEXES
        name = "widen" if widen else "convert"
        return self._graph.make(name, kind, (operand,), cost, self.spot)

    def _intrinsic(self, node: ex.Intrinsic) -> ValueNode:
        values = tuple(self.value(argument) for argument in node.arguments)
        number = constant_integer(node, self.symbols)
        if number is not None:
            return self._graph.constant(number, node.type)
        cost = arithmetic.intrinsic(node.name, node.type, values)
        if not values:
            return self._graph.make(node.name, node.type, values, cost, self.spot)
        shift = values[-1].constant
        if node.name == "shiftl" and isinstance(shift, int) and 0 <= shift < 32:
            factor = self._graph.constant(1 << shift, Type.INTEGER)
            return self._graph.make("mul", node.type, (values[0], factor), cost, self.spot)
        traps = any(value.type in _RISKY_TYPES for value in values)
        return self._graph.make(node.name, node.type, values, cost, self.spot, traps=traps)

    # --- memory ----------------------------------------------------------------------------------

    def read(self, name: str, subscripts: tuple[Expr, ...], kind: Type) -> ValueNode:
        """Return the value of a memory scalar (no subscripts) or an array element."""
        kept = (name, subscripts)
        if kept in self.promoted:
            found = self.state.registers.get(kept)
            if found is not None:
                return found
            if self.promoted[kept] is self._graph.regions.root:
                return self._graph.entry(kept, kind)
        return self._load(name, self.address(name, subscripts), kind)

    def address(self, name: str, subscripts: tuple[Expr, ...]) -> Address:
        """The subscripts' values; those of a pointer's target begin with the pointer's."""
        address = tuple(self.value(item) for item in subscripts)
        symbol = self.symbols.get(name)
        if symbol is None or not symbol.reached:
            return address
        before: list[ValueNode] = []
        for pointer in symbol.reached[-1:]:
            found = self.symbols.get(pointer)
            if found is None or found.type is Type.DERIVED or pointer == name:
                continue
            rank = len(found.dimensions)
            if rank > len(address):
                continue
            if rank:
                loaded = self._load(pointer, address[:rank], found.type)
                return (loaded, *address[rank:])
            before.append(self.value(ex.Variable(pointer, found.type)))
        if len(before) == 1 and len(address) == 1:
            return (self._graph.make("add", Type.INTEGER, (before[0], address[0]), {}, self.spot),)
        return (*before, *address)

    def _load(self, name: str, address: Address, kind: Type) -> ValueNode:
        place = self._memory.of(name)
        keys = (name,) if place is None else place.loads
        seen = [seen_by(self._history.of(key, self.state), name, address) for key in keys]
        latest = max(version.serial for version, _ in seen)
        for version, same in seen:
            if same and version.serial == latest and version.value is not None:
                return version.value
        self._pending = {key: item for key, item in self._pending.items() if key[0] != name}
        versions = tuple(version for version, _ in seen)
        part, parts = element_type(kind)
        index = self._addresses.index(name, address, self.spot)
        deepest = self._deepest(
            [*(version.region for version in versions), *(item.region for item in address)]
        )
        value = self._graph.make(
            "load",
            kind,
            index,
            {f"load.{part}": parts},
            self.spot,
            traps=place is None or place.risky or bool(address),
            detail=(name, address_key(address), *map(id, versions)),
            deepest=deepest,
        )
        self.loads.setdefault(id(value), Load(value, name, address, versions, self.spot[0]))
        return value

    def _deepest(self, found: Iterable[Region]) -> Region:
        regions, here = self._graph.regions, self._here
        deepest = regions.root
        for region in found:
            if region is not regions.root:
                common = regions.common(region, here)
                deepest = common if regions.depth(common) > regions.depth(deepest) else deepest
        return deepest

    def write(self, name: str, subscripts: tuple[Expr, ...], value: ValueNode) -> None:
        """Store a value in a memory scalar (no subscripts) or an array element."""
        kept = (name, subscripts)
        if kept in self.promoted:
            self.state.registers[kept] = value
            return
        address = self.address(name, subscripts)
        self.store(name, address, value)
        part, parts = element_type(value.type)
        key = (name, *address_key(address))
        for item in self._pending.pop(key, ()):
            self._graph.unbook(item)
        self._pending[key] = [self._graph.book(self.spot[1], f"store.{part}", parts)]

    def store(self, name: str, address: Address, value: ValueNode) -> None:
        """Change memory without booking the operation."""
        place = self._memory.of(name)
        keys = (name,) if place is None else place.stores
        self._graph.use(value, *self._addresses.index(name, address, self.spot))
        self._history.store(keys, self.state, self._here, (name, address), value)
        self.stores.append(Store(name, address, frozenset(keys), self.spot[0], value))
        self._addresses.note(name, address, self._here)

    def assign(self, target: Expr, value: ValueNode) -> None:
        """Assign a value."""
        match target:
            case ex.Variable(name=name):
                if self._memory.of(name) is None:
                    self.state.registers[name] = value
                else:
                    self.write(name, (), value)
            case ex.Element(array=name, subscripts=subscripts):
                self.write(name, subscripts, value)
            case ex.Section(array=name):
                self._graph.use(value)
                place = self._memory.of(name)
                self.clobber(() if place is None else place.stores)
            case ex.Substring(base=base) | ex.Field(base=base):
                self._graph.use(value)
                fresh = self._graph.fresh("result", base.type, self._here, value)
                self.assign(base, fresh)
            case ex.ImpliedDo(items=items, variable=variable):
                self.state.registers[variable] = self._graph.fresh(
                    "result", Type.INTEGER, self._here
                )
                for item in items:
                    self.assign(item, value)
            case _:
                self._graph.use(value)

    def clobber(self, keys: Iterable[str]) -> None:
        """Forget what is in some memory."""
        keys = frozenset(keys)
        for key in keys:
            self.state.versions[key] = self._history.new("clobber", self._here)
        if keys:
            self.stores.append(Store("", (), keys, self.spot[0]))
        self._pending = {}

    # --- calls -----------------------------------------------------------------------------------

    def call(
        self, name: str, arguments: tuple[Expr, ...], hidden: tuple[Expr, ...], kind: Type
    ) -> ValueNode:
        """Call a procedure; return its result."""
        procedure = self._procedures.get(name)
        small = procedure is not None and procedure.small
        operands = [self._argument(argument, small=small) for argument in (*arguments, *hidden)]
        needed = [value for value in operands if value is not None]
        if not small:
            self._graph.use(*needed)
            self._graph.book(self.spot[1], "call")
            if arguments:
                self._graph.book(self.spot[1], "argument", len(arguments))
        result = self._graph.fresh("result", kind, self._here, *needed)
        if procedure is not None and small:
            for target in arguments_written(procedure, (*arguments, *hidden)):
                self.assign(target, self._graph.fresh("result", target.type, self._here, *needed))
            if not procedure.reaches:
                return result
        self.clobber(self._memory.shared)
        for argument in (*arguments, *hidden):
            name = argument.name if isinstance(argument, ex.Variable) else ""
            name = argument.array if isinstance(argument, ex.Element | ex.Section) else name
            place = self._memory.of(name)
            if place is not None:
                self.clobber(place.stores)
        return result

    def _argument(self, argument: Expr, *, small: bool) -> ValueNode | None:
        match argument:
            case ex.Variable(name=name) if self._memory.of(name) is not None and not small:
                return None
            case ex.Variable(name=name) if name in self.symbols and self.symbols[name].dimensions:
                return None
            case ex.Element(array=name, subscripts=subscripts) if not small:
                values = self._addresses.index(name, self.address(name, subscripts), self.spot)
                return values[0] if values else None
            case ex.Variable(name=name) if self.symbols.get(name) is None or (
                self.symbols[name].storage is Storage.PROCEDURE
            ):
                return None
            case ex.Section() | ex.OpaqueExpr():
                return None
            case _:
                return self.value(argument)

    def forget_everything(self) -> None:
        """Carry out a statement that is not modelled."""
        self.clobber(every_version(self._memory))

    # --- conditions ------------------------------------------------------------------------------

    def test(self, condition: Expr, *, decides: bool) -> int:
        """Compute a condition for a branch; return how many branches that takes.

        It ``decides`` unless it is but the larger of what it compares that it chooses.

        A comparison of integers is one instruction with its branch; ``.AND.`` and ``.OR.`` of
        comparisons become branches each. A constant needs none.
        """
        while isinstance(condition, ex.Unary) and condition.operator is Operator.NOT:
            condition = condition.operand
        if isinstance(condition, ex.Binary) and condition.operator in (Operator.AND, Operator.OR):
            sides = condition.left, condition.right
            return sum(self.test(side, decides=decides) for side in sides)
        value = self.value(condition)
        if value.constant is not None:
            return 0
        fused = (
            isinstance(condition, ex.Binary)
            and condition.operator in COMPARISONS
            and element_type(condition.left.type)[0] is Type.INTEGER
        )
        note = self._graph.decide if decides else self._graph.use
        note(*(value.operands if fused else (value,)))
        return 1

    def finish(self) -> None:
        """Drop the loads of what the iteration before had, and note the steps of all others."""
        loads = [load for load in self.loads.values() if load.value.live]
        drop_repeated(loads, self.stores, self._memory, self._graph.regions)
        for load in loads:
            if load.value.cost:
                self._addresses.note(load.name, load.address, load.value.region)
