"""The operations a statement performs, as the source writes them (no compiler optimisation).

Operation keys are dotted, most general part first: ``mul.double``, ``load.real.element2.dummy``,
``convert.integer.double``, ``intrinsic.sqrt.double``. The vocabulary is in docs/operations.md.

Conventions: every variable read is a ``load``, every assignment a ``store`` and an ``assign`` of the
type; a subscript that is just a scalar variable belongs to the element access and is not loaded
again; constants, and variables passed by reference, are not loaded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.cfg.graph import Action, Part
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import COMPARISONS, LOGICALS, NARROWING, Operator, Type
from sad.ir.fold import constant_integer
from sad.ir.program import Storage

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.ir.expr import Expr
    from sad.ir.program import Symbol

OpMix = dict[str, int]

_IO = frozenset(
    {"read", "write", "print", "open", "close", "inquire", "rewind", "backspace", "endfile"}
)
_NO_OPERATION = frozenset(
    {
        "size", "lbound", "ubound", "shape", "kind", "digits", "radix", "maxexponent",
        "minexponent", "precision", "range", "bit_size", "selected_real_kind",
        "selected_int_kind", "epsilon", "huge", "tiny", "loc", "rank", "sizeof", "c_sizeof",
        "storage_size", "is_contiguous", "selected_char_kind", "new_line", "logical", "transfer",
        "same_type_as", "extends_type_of", "present", "allocated", "associated", "ieee_value",
    }
)  # fmt: skip
_CLASS = {
    Storage.DUMMY: "dummy", Storage.COMMON: "common",
    Storage.CONSTANT: None, Storage.PROCEDURE: None,
}  # fmt: skip
_MAX_RANK = 7
_ELEMENT = tuple(f"element{rank}" for rank in range(_MAX_RANK + 1))


def operations(action: Action, symbols: Mapping[str, Symbol]) -> tuple[OpMix, bool]:
    """Return the operation mix of one action, and whether a part of it is not modelled.

    Items of input/output lists that repeat are left out.
    """
    counter = _Counter(symbols)
    counter.action(action)
    return counter.mix, counter.opaque


def item_operations(item: Expr, keyword: str, symbols: Mapping[str, Symbol]) -> OpMix:
    """Return the operations of transferring one item of an input/output list."""
    counter = _Counter(symbols)
    counter.item(item, keyword)
    return counter.mix


def is_repeated(item: Expr, symbols: Mapping[str, Symbol]) -> bool:
    """Whether an input/output item stands for several: an implied DO, a whole array, a section."""
    match item:
        case ex.ImpliedDo() | ex.Section():
            return True
        case ex.Variable(name=name):
            symbol = symbols.get(name)
            return symbol is not None and bool(symbol.dimensions)
        case _:
            return False


class _Counter:
    def __init__(self, symbols: Mapping[str, Symbol]) -> None:
        self._symbols = symbols
        self.mix: OpMix = {}
        self.opaque = False

    def _add(self, key: str, count: int = 1) -> None:
        self.mix[key] = self.mix.get(key, 0) + count

    # --- statements ------------------------------------------------------------------------------

    def action(self, action: Action) -> None:
        statement = action.statement
        match action.part:
            case Part.WHOLE:
                self._statement(statement)
            case Part.LOOP_ENTRY if isinstance(statement, st.CountedLoop):
                written = statement.written
                if written is None:
                    written = (statement.first, statement.last, statement.step)
                for bound in written:
                    self.value(bound)
                self._add("loop.entry")
            case Part.LOOP_ENTRY:
                pass  # of an endless loop
            case Part.LOOP_STEP:
                self._add("loop.iteration")
            case Part.CONDITION | Part.OPERAND:
                if action.condition is not None:
                    self.value(action.condition)
                self._add("branch.select" if isinstance(statement, st.Select) else "branch.if")

    def _statement(self, statement: st.Stmt) -> None:
        match statement:
            case st.Assign(target=target, value=value, silent=silent):
                if not silent:
                    self.value(value)
                    self._store(target)
            case st.CallStatement(arguments=arguments):
                self._call(arguments)
            case st.Goto() | st.Exit() | st.Cycle():
                self._add("goto")
            case st.ComputedGoto(selector=selector):
                self.value(selector)
                self._add("branch.computed")
            case st.AssignedGoto():
                self._add("branch.computed")
            case st.ArithmeticIf(selector=selector):
                self.value(selector)
                self._add("branch.arithmetic")
            case st.AssignLabel(variable=variable):
                self._store(ex.Variable(variable, Type.INTEGER))
            case st.Return(alternate=alternate) if alternate is not None:
                self.value(alternate)
            case st.Opaque():
                self.opaque = True
            case st.InputOutput():
                self._input_output(statement)
            case _:
                pass

    def _input_output(self, statement: st.InputOutput) -> None:
        keyword = statement.keyword
        self._add(f"io.{keyword}" if keyword in _IO else "io.other")
        for control in statement.controls:
            self.value(control)
        for item in (*statement.results, *statement.items):
            if not is_repeated(item, self._symbols):
                self.item(item, keyword)

    def item(self, item: Expr, keyword: str) -> None:
        if keyword == "read":
            self._store(item, assign=False)
        else:
            self.value(item)
        self._add(f"io.item.{item.type}")

    # --- expressions -----------------------------------------------------------------------------

    def value(self, node: Expr) -> None:
        """Count the evaluation of an expression."""
        match node:
            case ex.Variable(name=name, type=kind):
                storage = self._storage(name)
                if storage is not None:
                    self._add(f"load.{kind}.scalar.{storage}")
            case ex.Constant() | ex.ImpliedDo():
                pass
            case ex.Element(array=name, subscripts=subscripts, type=kind):
                self._subscripts(subscripts)
                self._add(f"load.{kind}.{_element(subscripts)}.{self._storage(name) or 'local'}")
            case ex.Binary():
                self._binary(node)
            case ex.OpaqueExpr():
                self.opaque = True
            case ex.Section(subscripts=subscripts):
                for part in subscripts:
                    if not isinstance(part, ex.Range):
                        self._subscripts((part,))
            case ex.Substring(base=base, first=first, last=last):
                self.value(base)
                self._bounds(first, last)
            case ex.Field(base=base):
                self.value(base)
            case ex.Unary(operator=operator, operand=operand, type=kind):
                self.value(operand)
                if operator is Operator.NOT:
                    self._add("logical.not")
                elif not isinstance(operand, ex.Constant):
                    self._add(f"neg.{kind}")
            case ex.Convert(operand=operand, type=kind):
                self.value(operand)
                if operand.type is not Type.LOGICAL:  # a truth value as a number costs nothing more
                    self._add(f"convert.{operand.type}.{kind}")
            case ex.Copy(operand=operand):
                self.value(operand)
            case ex.ComplexPair(real=real, imaginary=imaginary):
                self.value(real)
                self.value(imaginary)
            case ex.Intrinsic():
                self._intrinsic(node)
            case ex.FunctionCall(arguments=arguments):
                self._call(arguments)
            case ex.Inline(parameters=parameters, arguments=arguments, body=body):
                for argument in arguments:
                    self.value(argument)
                self._inlined(body, frozenset(parameters))
            case ex.ArrayValue(items=items):
                for item in items:
                    self.value(item)

    def _binary(self, node: ex.Binary) -> None:
        self.value(node.left)
        self.value(node.right)
        operator = node.operator
        if operator in COMPARISONS:
            self._add(f"compare.{node.left.type}")
        elif operator in LOGICALS:
            self._add(f"logical.{operator}")
        elif operator is Operator.POWER:
            exponent = "power_int" if node.right.type is Type.INTEGER else "power_real"
            self._add(f"{exponent}.{node.type}")
        elif operator is Operator.DIV and node.type is Type.INTEGER:
            self._add(f"div.integer{self._divisor(node.right)}")
        else:
            self._add(f"{operator}.{node.type}")

    def _divisor(self, divisor: Expr) -> str:
        """What the key of an integer division by a constant ends with."""
        number = constant_integer(divisor, self._symbols)
        if not number:
            return ""
        return ".power2" if abs(number).bit_count() == 1 else ".constant"

    def _intrinsic(self, node: ex.Intrinsic) -> None:
        if node.name in _NO_OPERATION:
            return
        for argument in node.arguments:
            self.value(argument)
        if node.name in NARROWING:
            return
        kind = node.arguments[0].type if node.arguments else node.type
        pairwise = node.name in ("max", "min")
        by = self._divisor(node.arguments[-1]) if _divides(node.name, kind) else ""
        self._add(f"intrinsic.{node.name}.{kind}{by}", len(node.arguments) - 1 if pairwise else 1)

    def _inlined(self, body: Expr, parameters: frozenset[str]) -> None:
        """A statement function's body: its parameters are values just computed."""
        before = self._symbols
        self._symbols = {name: s for name, s in before.items() if name not in parameters}
        self.value(body)
        self._symbols = before

    def _call(self, arguments: tuple[Expr, ...]) -> None:
        for argument in arguments:
            match argument:
                case ex.Variable():
                    pass
                case ex.Element(subscripts=subscripts):
                    self._subscripts(subscripts)
                case _:
                    self.value(argument)
        self._add("call")
        self._add("return")
        if arguments:
            self._add("argument", len(arguments))

    def _store(self, target: Expr, *, assign: bool = True) -> None:
        kind = target.type
        match target:
            case ex.Variable(name=name):
                self._add(f"store.{kind}.scalar.{self._storage(name) or 'local'}")
            case ex.Element(array=name, subscripts=subscripts):
                self._subscripts(subscripts)
                self._add(f"store.{kind}.{_element(subscripts)}.{self._storage(name) or 'local'}")
            case ex.Substring(base=base, first=first, last=last):
                self._bounds(first, last)
                self._store(base, assign=False)
            case ex.Field(base=base):
                self._store(base, assign=False)
            case _:
                pass
        if assign:
            self._add(f"assign.{kind}")

    def _bounds(self, first: Expr | None, last: Expr | None) -> None:
        for bound in (first, last):
            if bound is not None:
                self.value(bound)
        self._add("substring.character")

    def _subscripts(self, subscripts: tuple[Expr, ...]) -> None:
        for subscript in subscripts:
            if not isinstance(subscript, ex.Variable):
                self.value(subscript)

    def _storage(self, name: str) -> str | None:
        """The storage class of a variable; None for what is not loaded from memory."""
        symbol = self._symbols.get(name)
        return None if symbol is None else _CLASS.get(symbol.storage, "local")


def _divides(name: str, kind: Type) -> bool:
    """Whether an intrinsic divides integers."""
    return name in ("mod", "modulo") and kind is Type.INTEGER


def _element(subscripts: tuple[Expr, ...]) -> str:
    return _ELEMENT[min(len(subscripts), _MAX_RANK)]
