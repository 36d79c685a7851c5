"""What READ and scanf set, where the program's input is given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Type
from sad.slicing.calls import base_name, outer_calls
from sad.slicing.relevance import MOVING
from sad.slicing.scanning import stored
from sad.slicing.storage import elements

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sad.ir.expr import Expr
    from sad.ir.program import Unit
    from sad.slicing.calls import Call
    from sad.slicing.expressions import Expressions
    from sad.slicing.names import Spot, UnitNames
    from sad.slicing.relevance import Slice
    from sad.slicing.signatures import Signatures
    from sad.slicing.statements import Statements

_KINDS = (Type.INTEGER, Type.REAL, Type.DOUBLE, Type.LOGICAL, Type.CHARACTER)
_STANDARD = 5
"""The unit that standard input is."""
_READING = frozenset(
    (
        *("getchar", "fgetc", "getc", "fgets", "gets", "fread", "getline", "getdelim", "ungetc"),
        *("vscanf", "freopen", "rewind", "fseek", "getwchar", "fgetwc", "fgetws", "read"),
    )
)
"""Functions of C that read standard input, or go to another place in it."""


class Reads:
    """Writes the reading statements of one unit."""

    def __init__(
        self,
        unit: Unit,
        names: UnitNames,
        write: Expressions,
        found: Slice,
        signatures: Signatures,
        statements: Statements,
    ) -> None:
        self._unit = unit
        self._names = names
        self._write = write
        self._slice = found
        self._signatures = signatures
        self._statements = statements
        self._loops = 0

    def lines(self, statement: st.InputOutput) -> list[str] | None:
        """Return the lines of a statement that reads what is given; None of any other."""
        has_input = self._slice.has_input
        if statement.keyword != "read":
            return None
        cause = self._signatures.unknown("is read")
        if self._signatures.is_wide:
            return self._read_in_c(statement, cause)
        if statement.standard and has_input:
            return ["reader = IN", *self._read(statement, cause)]
        internal = statement.controls[0] if statement.controls else None
        if (
            internal is not None
            and internal.type is Type.CHARACTER
            and statement.layout is not None
        ):
            return [
                f"reader = internal({self._write.value(internal)})",
                *self._read(statement, cause),
            ]
        return None

    def losing(self, statement: st.Stmt, calls: Iterable[Call]) -> list[str]:
        """Return what gives up the place in the input: ``calls`` are those that are made."""
        names = [call.name for call in calls if not self._write.library.is_evaluated(call)]
        if not self._slice.has_input:
            return []
        lost = f"IN.lose({self._signatures.unknown('the input is read in another way')})"
        if not _READING.isdisjoint(names):
            return [lost]
        if isinstance(statement, st.InputOutput) and statement.keyword in MOVING:
            unit = statement.controls[0] if statement.controls else None
            if unit is None or outer_calls(unit):
                return [lost]
            return [f"if may_be({self._write.value(unit)}, {_STANDARD}): {lost}"]
        return []

    # --- Fortran ----------------------------------------------------------------------------------

    def _read(self, statement: st.InputOutput, cause: str) -> list[str]:
        lines = [f"reader.start({statement.layout or ''!r}, {cause})"]
        for item in statement.results[statement.statuses :]:
            lines += self._item(item, cause)
        lines.append("ended = reader.finish()")
        for item in statement.results[: statement.statuses]:
            lines += self._set(item, "status_of(ended)")
        arm = None
        if statement.end is not None and statement.end in statement.jumps:
            arm = statement.jumps.index(statement.end) + 1
        may_fail = bool(statement.jumps) or statement.statuses > 0
        return [*lines, f"result = outcome(ended, {arm}, {may_fail}, stop)"]

    def _item(self, item: Expr, cause: str) -> list[str]:
        if isinstance(item, ex.ImpliedDo):
            return self._loop(item, cause)
        name = base_name(item)
        symbol = None if name is None else self._unit.symbols.get(name)
        if symbol is None or name is None or item.type not in _KINDS:
            return [f"reader.lose({cause})", *self._set(item, cause)]
        size = (symbol.size_bytes or 0) if symbol.type is Type.CHARACTER else 0
        if symbol.type is Type.CHARACTER and not size:
            return [f"reader.lose({cause})", *self._set(item, cause)]
        value = f"reader.next({item.type.value!r}, {cause}, {size})"
        if isinstance(item, ex.Variable) and symbol.dimensions:
            count = elements(symbol, self._unit)
            if count is None:
                return [f"reader.lose({cause})", *self._set(item, cause)]
            if not self._slice.is_relevant(self._unit, name):
                return [f"for _ in range({count}):", f"    {value}"]
            memory, base = self._names.array(name)
            return [
                f"BUDGET[0] -= {count}",
                "if BUDGET[0] < 0: refill()",
                f"for at in range({count}):",
                f"    {memory}.put({base} + at, {self._statements.fitted(name, value)})",
            ]
        if isinstance(item, ex.Variable | ex.Element):
            if self._slice.is_relevant(self._unit, name):
                return self._set(item, value)
            return [value]
        return [value, *self._set(item, cause)]

    def _loop(self, item: ex.ImpliedDo, cause: str) -> list[str]:
        self._loops += 1
        number = self._loops
        value = self._write.value
        step = "1" if item.step is None else value(item.step)
        first = f"{value(item.first)}, {value(item.last)}, {step}"
        inner = [line for part in item.items for line in self._item(part, cause)]
        variable = ex.Variable(item.variable, Type.INTEGER)
        lost = [f"reader.lose({cause})", *self._set(variable, cause)]
        for part in item.items:
            lost += self._set(part, cause)
        return [
            f"start_{number}, _, by_{number} = {first}",
            f"many_{number} = trips({first})",
            f"if many_{number}.__class__ is Unknown:",
            *(f"    {line}" for line in lost),
            "else:",
            f"    BUDGET[0] -= many_{number}",
            "    if BUDGET[0] < 0: refill()",
            f"    for step_{number} in range(many_{number}):",
            *(
                f"        {line}"
                for line in (
                    *self._set(variable, f"start_{number} + step_{number} * by_{number}"),
                    *inner,
                )
            ),
            *(
                f"    {line}"
                for line in self._set(variable, f"start_{number} + many_{number} * by_{number}")
            ),
        ]

    # --- C ----------------------------------------------------------------------------------------

    def _read_in_c(self, statement: st.InputOutput, cause: str) -> list[str] | None:
        """The lines of scanf, sscanf, atoi and the like; None if it is not known what they read."""
        has_input = self._slice.has_input
        if statement.argument is not None:
            if not self._signatures.has_arguments:
                return None
            text = f"argument({statement.argument}, {cause})"
        elif statement.text is not None:
            found = self._write.library.text(statement.text)
            if found is None:
                return None
            text = f"text_at({found})"
        elif has_input and (statement.standard or statement.stream is not None):
            reader = "IN"
            if statement.stream is not None:
                reader = f"stream({self._write.value(statement.stream)}, IN)"
            return self._scanned(statement, cause, reader)
        else:
            return None
        if statement.is_number:
            form = f"number_of({text}, {statement.layout!r}, {cause})"
            is_known = statement.layout is not None
            return self._set(statement.results[-1], form if is_known else cause)
        return self._scanned(statement, cause, f"internal({text})")

    def _scanned(self, statement: st.InputOutput, cause: str, reader: str) -> list[str]:
        items = statement.results[statement.statuses :]
        kinds = [] if statement.layout is None else stored(statement.layout)
        if statement.layout is None or len(kinds) != len(items):
            lines = [f"{reader}.lose({cause})"]
            return lines + [line for item in statement.results for line in self._set(item, cause)]
        lines = [f"got = {reader}.scan({statement.layout!r}, {cause})"]
        for item in statement.results[: statement.statuses]:
            lines += self._set(item, "got[0]")
        for index, (item, kind) in enumerate(zip(items, kinds, strict=True), 1):
            put, lost = self._set(item, f"got[{index}]"), self._set(item, "got[0]")
            if put and kind == "text":
                put = self._put_text(item, f"got[{index}]", cause)
            if put:
                lines += [f"if len(got) > {index}:", *(f"    {line}" for line in put)]
                lines += ["elif got[0].__class__ is Unknown:", *(f"    {line}" for line in lost)]
        return lines

    def _put_text(self, item: Expr, value: str, cause: str) -> list[str]:
        """The lines that write a text from an element on."""
        spot = self._write.library.spot_of_text(item)
        if spot is None:
            name = base_name(item)
            return [] if name is None else self._statements.lose(name, cause)
        return [f"put_text({spot.memory}, {spot.place}, {value}, {cause})"]

    def _set(self, item: Expr, value: str) -> list[str]:
        """The lines that give a variable or an element a value; anything else is lost."""
        name = base_name(item)
        if isinstance(item, ex.ImpliedDo):
            return [line for part in item.items for line in self._set(part, value)]
        if name is None or not self._slice.is_relevant(self._unit, name):
            return []
        symbol = self._unit.symbols[name]
        spot: Spot | None = None
        if isinstance(item, ex.Element):
            spot = self._write.spot(item)
        elif isinstance(item, ex.Variable) and not symbol.dimensions:
            spot = self._names.scalar(name)
        if spot is None:
            unknown = self._signatures.unknown("part of it is read")
            return self._statements.lose(name, unknown)
        return self._statements.keep(name, spot, value)
