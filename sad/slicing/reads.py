"""What READ and scanf set, where the program's input is given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.calls.written import target_name
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Type
from sad.slicing.call_writer import Writer
from sad.slicing.calls import base_name
from sad.slicing.relevance import STANDARD
from sad.slicing.scanning import stored
from sad.slicing.storage import elements, number_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sad.ir.expr import Expr
    from sad.slicing.call_writer import Parts
    from sad.slicing.calls import Call
    from sad.slicing.names import Spot
    from sad.slicing.statements import Statements

_KINDS = (Type.INTEGER, Type.REAL, Type.DOUBLE, Type.LOGICAL, Type.CHARACTER)
_READING = frozenset(
    (
        *("getchar", "fgetc", "getc", "fgets", "gets", "fread", "getline", "getdelim", "ungetc"),
        *("vscanf", "freopen", "rewind", "fseek", "getwchar", "fgetwc", "fgetws", "read"),
        *("fseeko", "fsetpos", "vfscanf", "fscanf", "scanf", "fclose"),
    )
)
"""Functions of C that read what is given, or go to another place in it."""
_CHANGING = frozenset(
    (
        *("rename", "remove", "unlink", "link", "symlink", "truncate", "system", "popen", "creat"),
        *("open", "fdopen", "fopen", "chdir", "execv", "execvp", "execl", "execlp", "mkstemp"),
    )
)
"""Functions of C after which a file may have another text."""


class Reads(Writer):
    """Writes the reading statements of one unit."""

    def __init__(self, parts: Parts, statements: Statements) -> None:
        super().__init__(parts)
        self._statements = statements
        self._loops = 0

    def lines(self, statement: st.InputOutput) -> list[str] | None:
        """Return the lines of a statement that reads what is given; None of any other."""
        if statement.keyword != "read":
            return None
        cause = self._signatures.unknown("is read")
        if self._signatures.is_wide:
            return self._read_in_c(statement, cause)
        internal = statement.controls[0] if statement.controls else None
        if statement.standard:
            if self._slice.has_standard or self._slice.opens_standard:
                unit = f"FILES.unit({STANDARD})" if self._slice.opens_standard else "IN"
                return [f"reader = {unit}", *self._read(statement, cause)]
        elif (
            internal is not None
            and internal.type is Type.CHARACTER
            and statement.layout is not None
        ):
            return [
                f"reader = internal({self._write.value(internal)})",
                *self._read(statement, cause),
            ]
        elif (
            statement.unit is not None and self._slice.has_files and not self._has_given(statement)
        ):
            unit = f"FILES.unit({self._write.value(statement.unit)})"
            return [f"reader = {unit}", *self._read(statement, cause)]
        return None

    def _has_given(self, statement: st.InputOutput) -> bool:
        """Whether the user says what an item of the list is."""
        names = map(target_name, statement.results[statement.statuses :])
        return any(
            name is not None and self._signatures.given(statement.span, name) is not None
            for name in names
        )

    def moved(self, statement: st.InputOutput) -> list[str]:
        """Return the lines of a statement that opens, closes, positions or writes a file."""
        cause = self._signatures.unknown("is read in another way")
        if statement.stream is not None and self._slice.has_input:
            return [f"FILES.stream({self._write.value(statement.stream)}).lose({cause})"]
        if statement.keyword == "open":
            return self._connect(statement)
        if statement.keyword == "inquire":
            return self._existing(statement)
        if statement.unit is None or not self._slice.uses_files(statement):
            return []
        number = self._write.value(statement.unit)
        match statement.keyword:
            case "close":
                return [f"FILES.leave({number})"]
            case "rewind":
                return [f"FILES.rewind({number})"]
            case "read":
                return [f"FILES.unit({number}).lose({cause})"]
            case _:
                return [f"FILES.write({number})"]

    def _connect(self, statement: st.InputOutput) -> list[str]:
        """The lines of OPEN. Where nothing is given, a file that may be written can be opened."""
        unit = statement.unit
        statuses = [
            item for item in statement.results if item != unit and item.type is Type.INTEGER
        ]
        if unit is None or not self._slice.uses_files(statement):
            opened = "0" if statement.opens in ("new", "any") else ""
            return [line for item in statuses if opened for line in self._set(item, opened)]
        cause = self._signatures.unknown("is opened in another way")
        lines = self._set(unit, "FILES.new_unit()") if unit in statement.results else []
        name = cause if statement.file is None else self._write.value(statement.file)
        number = self._write.value(unit)
        found = f"FILES.connect({number}, {name}, {statement.opens or ''!r}, {cause})"
        lines.append(f"connected = {found}")
        return [*lines, *(line for item in statuses for line in self._set(item, "connected"))]

    def _existing(self, statement: st.InputOutput) -> list[str]:
        """The lines of INQUIRE(FILE=, EXIST=)."""
        if statement.file is None or not self._slice.has_files:
            return []
        cause = self._signatures.unknown("is inquired")
        found = f"FILES.exists({self._write.value(statement.file)}, {cause})"
        logical = [item for item in statement.results if item.type is Type.LOGICAL]
        return self._set(logical[0], found) if len(logical) == 1 else []

    def losing(self, calls: Iterable[Call]) -> list[str]:
        """Return what gives up the place in what is read: ``calls`` are those that are made."""
        if not self._slice.has_input:
            return []
        names = {call.name for call in calls if not self._write.library.is_evaluated(call)}
        names &= _READING | _CHANGING if self._slice.has_files else _READING
        if not names:
            return []
        return [f"FILES.lose({self._signatures.unknown('the input is read in another way')})"]

    # --- Fortran ----------------------------------------------------------------------------------

    def _read(self, statement: st.InputOutput, cause: str) -> list[str]:
        items = statement.results[statement.statuses :]
        if statement.layout is not None and statement.layout.startswith("&"):
            names = tuple(name for item in items if (name := base_name(item)) is not None)
            lines = [f"reader.start_group({statement.layout[1:]!r}, {names!r}, {cause})"]
            for item in items:
                lines += self._named(item, cause)
        else:
            lines = [f"reader.start({statement.layout or ''!r}, {cause})"]
            for item in items:
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

    def _named(self, item: Expr, cause: str) -> list[str]:
        """The lines that give an object of a namelist what the group has for it, if anything."""
        name = base_name(item)
        symbol = None if name is None else self._unit.symbols.get(name)
        lost = self._set(item, cause)
        if symbol is None or name is None or not lost:
            return lost
        count = elements(symbol, self._unit) if symbol.dimensions else 1
        if item.type not in _KINDS or count is None or not isinstance(item, ex.Variable):
            return lost
        first: int | None = None
        if len(symbol.dimensions) == 1:
            lower = symbol.dimensions[0].lower
            first = 1 if lower is None else number_of(lower, self._unit)
        given = f"{name!r}, {item.type.value!r}, {cause}, {count}, {first}"
        lines = [f"got = reader.named({given})", "if got.__class__ is Unknown:"]
        lines += [*(f"    {line}" for line in lost), "else:", "    for at, value in got:"]
        if symbol.dimensions:
            memory, base = self._names.array(name)
            put = [f"{memory}.put({base} + at, {self._statements.fitted(name, 'value')})"]
        else:
            put = self._set(item, "value")
        return [*lines, *(f"        {line}" for line in put)]

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
        if statement.argument is not None:
            if not self._signatures.has_arguments:
                return None
            text = f"argument({statement.argument}, {cause})"
        elif statement.text is not None:
            found = self._write.library.text(statement.text)
            if found is None:
                return None
            text = f"text_at({found})"
        elif self._is_given(statement):
            reader = "IN"
            if statement.stream is not None:
                reader = f"FILES.stream({self._write.value(statement.stream)})"
            return self._scanned(statement, cause, reader)
        else:
            return None
        if statement.is_number:
            form = f"number_of({text}, {statement.layout!r}, {cause})"
            is_known = statement.layout is not None
            return self._set(statement.results[-1], form if is_known else cause)
        return self._scanned(statement, cause, f"internal({text})")

    def _is_given(self, statement: st.InputOutput) -> bool:
        """Whether what a statement of C reads may be known."""
        if statement.stream is not None:
            return self._slice.has_input and not self._has_given(statement)
        return statement.standard and self._slice.has_standard

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
