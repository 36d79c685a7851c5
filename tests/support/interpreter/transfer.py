"""READ, WRITE and PRINT: list-directed input is read, output is discarded.

Formatted input, files and internal files are not interpreted. Of output only what can change
counts is done: functions in the list are called and implied DO loops run.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from frontends.fortran import syntax as sx
from sad.ir import expr as ex
from sad.ir.expr import Type
from tests.support.interpreter.assign import assign
from tests.support.interpreter.details import place_of
from tests.support.interpreter.events import Event
from tests.support.interpreter.expressions import has_call, refusal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.ir.stmt import InputOutput, Target
    from tests.support.interpreter.blocks import Blocks
    from tests.support.interpreter.details import Details
    from tests.support.interpreter.events import Events
    from tests.support.interpreter.expressions import Expressions

_OUTPUT = frozenset({"write", "print"})
_STANDARD = frozenset({"5", "6"})


class Transfers:
    """Writes the input/output statements of one unit."""

    def __init__(
        self, expressions: Expressions, details: Details, events: Events, blocks: Blocks
    ) -> None:
        self._expressions = expressions
        self._details = details
        self._events = events
        self._blocks = blocks
        self._serial = 0
        self._next: dict[tuple[str, int, int], int] = {}

    def write(self, item: InputOutput, jumps: dict[str, int]) -> None:
        """Write one statement; with ``jumps`` (label: block) it sets ``k`` to a block or to -1."""
        if self._expressions.wide:
            for expression in item.items:
                self._output(expression)
            self._results(item)
            return
        place = place_of(item.span)
        number = self._next.get(place, 0)
        self._next[place] = number + 1
        found = self._details.transfers.get(place, [])
        if number >= len(found):
            self._blocks.put(refusal(f"{item.keyword}: its control list is not known"))
            return
        source = found[number]
        if jumps:
            self._blocks.put("k = -1")
        if item.keyword in _OUTPUT and _is_file(source) and not item.results:
            for expression in item.items:
                self._output(expression)
        elif item.keyword == "read" and _is_list_directed(source):
            self._input(item, source, jumps)
        else:
            self._blocks.put(refusal(f"{item.keyword} of this kind"))

    def _output(self, item: ex.Expr) -> None:
        if isinstance(item, ex.ImpliedDo):
            with_items = self._implied(item)
            next(with_items)
            for inner in item.items:
                self._output(inner)
            next(with_items, None)
        elif has_call(item):
            self._blocks.put(self._expressions.value(item))

    def _implied(self, item: ex.ImpliedDo) -> Iterator[None]:
        """Open the loop of an implied DO, yield, and close it."""
        blocks, names = self._blocks, self._expressions.names
        self._serial += 1
        left = f"m_{self._serial}"
        variable = names.scalar(item.variable)
        step = "1" if item.step is None else self._expressions.value(item.step)
        first, last = self._expressions.value(item.first), self._expressions.value(item.last)
        blocks.put(f"{left}, {variable} = {step}, {first}")
        blocks.put(f"k = trips({variable}, {last}, {left})")
        blocks.put(f"c[{self._events.number(Event.START, item)}] += 1")
        blocks.put(f"c[{self._events.number(Event.EMPTY, item)}] += not k")
        blocks.put("for _ in islice(fuel, k):")
        with blocks.indented():
            blocks.put(f"c[{self._events.number(Event.ITERATE, item)}] += 1")
            yield
            blocks.put(f"{variable} += {left}")

    def _input(self, item: InputOutput, source: sx.InputOutput, jumps: dict[str, int]) -> None:
        blocks = self._blocks
        end = next(
            (
                jumps[node.text]
                for keyword, node in source.controls
                if keyword == "END" and isinstance(node, sx.Number)
            ),
            None,
        )
        status = [node for keyword, node in source.controls if keyword == "IOSTAT"]
        if status or any(keyword in ("ERR", "REC") for keyword, _ in source.controls):
            blocks.put(refusal("READ with IOSTAT=, ERR= or REC="))
            return
        if end is None:
            blocks.put("stdin.start()")
            self._results(item)
            return
        blocks.put("try:")
        with blocks.indented():
            blocks.put("stdin.start()")
            self._results(item)
        blocks.put("except EndOfInput:")
        blocks.put(f" k = {end}")

    def _results(self, item: InputOutput) -> None:
        read = item.results[item.statuses :]
        if self._expressions.wide:
            for target in item.results[: item.statuses]:
                assert isinstance(target, ex.Variable)
                for line in assign(self._expressions, target, str(len(read))):
                    self._blocks.put(line)
        else:
            read = item.results
        for target in read:
            self._read(target)

    def _read(self, target: ex.Expr) -> None:
        blocks, names = self._blocks, self._expressions.names
        if isinstance(target, ex.ImpliedDo):
            loop = self._implied(target)
            next(loop)
            for inner in target.items:
                self._read(inner)
            next(loop, None)
            return
        if isinstance(target, ex.Variable) and names.slots[target.name].symbol.dimensions:
            store, start = names.store(target.name), names.start(target.name)
            count = names.element_count(target.name)
            if count is None or target.type is Type.CHARACTER:
                blocks.put(refusal("READ of a whole array of this kind"))
                return
            blocks.put(f"for k in range({count}):")
            blocks.put(f" {store}[{start} + k] = stdin.{target.type.value}()")
            return
        if not isinstance(target, ex.Variable | ex.Element | ex.Substring):
            blocks.put(refusal("READ of an expression"))
            return
        simple: Target = target
        for line in assign(self._expressions, simple, f"stdin.{target.type.value}()"):
            blocks.put(line)


def _is_file(source: sx.InputOutput) -> bool:
    """Whether output goes to a numbered unit or to standard output."""
    for position, (keyword, node) in enumerate(source.controls):
        if source.keyword == "write" and (keyword == "UNIT" or (keyword is None and position == 0)):
            return isinstance(node, sx.Star | sx.Number | sx.Name)
    return source.keyword == "print"


def _is_list_directed(source: sx.InputOutput) -> bool:
    """Whether a READ is list-directed, from standard input."""
    unit: sx.Node = sx.Star(None)
    form: sx.Node | None = None
    plain = [node for keyword, node in source.controls if keyword is None]
    named = {keyword: node for keyword, node in source.controls if keyword is not None}
    if len(source.controls) == 1 and plain:
        return isinstance(plain[0], sx.Star)  # READ *, items
    if plain:
        unit = plain[0]
        form = plain[1] if len(plain) > 1 else None
    unit, form = named.get("UNIT", unit), named.get("FMT", form)
    standard = isinstance(unit, sx.Star) or (isinstance(unit, sx.Number) and unit.text in _STANDARD)
    return standard and isinstance(form, sx.Star)
