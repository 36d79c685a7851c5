"""The quantities of a sweep: time of a program, unit or line, or how often something happens."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from sad.algebra.poly import Poly
from sad.diagnostics import argument_error, did_you_mean
from sad.model.amounts import amounts_of, work_of
from sad.model.walks.parallel import bounds
from sad.model.walks.terms import CallTerm, terms
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sad.diagnostics import SadError
    from sad.evaluation.model import Model
    from sad.mapping.bound import BoundExpansion
    from sad.model.amounts import Work
    from sad.model.expand import BlockCount
    from sad.model.nodes import Description, Line, UnitDescription

Part = tuple["Poly", "float | str"]
"""A count and what each time adds: a number, or a symbol for the time of an unknown call [s]."""

BOUNDS = ("critical", "contention")
THETA, RATE = "theta", "rate"
_FORMS = (
    "total, rate, unit:NAME, line:FILE:LINE, count:FILE:LINE, entries:NAME, operations, "
    "operations:KEY; of parallel models critical, contention and theta"
)
TIMES, COUNTS = ("total", "unit", "line", *BOUNDS), ("count", "entries", "operations")


@record
class Quantity:
    """One thing to look at.

    ``kind`` is one of ``TIMES`` (in seconds) or ``COUNTS``, or ``RATE`` or ``THETA``. ``name`` is the
    unit, the file or the operation's key, ``*`` in it standing for anything.
    """

    kind: str
    name: str = ""
    line: int = 0

    @property
    def text(self) -> str:
        """The quantity as it is asked for."""
        words = [self.kind, *([self.name] if self.name else [])]
        return ":".join([*words, *([str(self.line)] if self.line else [])])

    @property
    def is_timed(self) -> bool:
        """Whether the value is in seconds, or per second, and needs a machine."""
        return self.kind in (*TIMES, RATE)

    @property
    def unit(self) -> str:
        """The unit of its values: ``s``, ``flop/s``, or ``1`` for counts and theta."""
        return "flop/s" if self.kind == RATE else "s" if self.is_timed else "1"

    @property
    def is_sum(self) -> bool:
        """Whether its value is the sum of its parts.

        Theta is the logarithm of their quotient; a rate is the first one over the sum of the others.
        """
        return self.kind not in (THETA, RATE)

    def parts(self, model: Model, bound: BoundExpansion | None) -> list[Part]:
        """Return counts and what each time adds, in the order of the program.

        Times need ``bound``. Nothing is left of a part that the values given never reach.
        """
        return list(self._parts(model, bound))

    def check(self, description: Description) -> None:
        """Fail if this is about something a program does not have.

        Raises ``SadError`` SAD852.
        """
        if self.kind in ("unit", "entries"):
            names = [name for unit in description.units for name in (unit.name, unit.unit)]
            if self.name.lower() not in map(str.lower, names):
                hint = f"units: {', '.join(names[::2][:8])}"
                hint = did_you_mean(self.name.upper(), map(str.upper, names), hint)
                raise _error(f"{self.text}: no unit {self.name!r} in the program", hint)
        if self.kind in (*BOUNDS, THETA) and not description.has_times:
            raise _error(
                f"{self.text}: no parallel model", "PAMELA files are such (docs/pamela.md)"
            )
        lines = [line for unit in description.units for line in _lines(unit)]
        if self.kind == RATE and not any(amount.flops for amount in _amounts(lines)):
            hint = "ask for --quantity total or operations"
            raise _error("rate: nothing in the program counts as a floating-point operation", hint)
        if self.line:
            spans = [line.span for line in lines]
            spans.extend(span for unit in description.units for span in unit.dead_lines)
            self._check_line({(span.file, span.line) for span in spans})
        elif self.kind == "operations" and self.name:
            keys = sorted({key for line in lines for key in line.operations})
            if not any(fnmatchcase(key, self.name) for key in keys):
                hint = did_you_mean(self.name, keys, f"there are: {', '.join(keys)}")
                raise _error(f"{self.text}: the program has no such operation", hint)

    def _parts(self, model: Model, bound: BoundExpansion | None) -> Iterator[Part]:
        expansion = model.expansion
        match self.kind:
            case "total" | "rate":
                if self.kind == RATE:
                    yield flops_of(expansion.blocks), 1.0
                yield from ((item.block.count, item.seconds) for item in _bound(bound).blocks)
                yield from ((call.count, call.symbol) for call in _bound(bound).calls)
            case "critical" | "contention":
                assert model.entry is not None
                found = bounds(model.entry.tree)
                yield (found.critical if self.kind == "critical" else found.contention), 1.0
            case "theta":
                assert model.entry is not None
                found = bounds(model.entry.tree)
                yield from ((found.contention, 1.0), (found.critical, 1.0))
            case "unit":
                for item in _bound(bound).blocks:
                    if self._is_unit(item.block):
                        yield item.block.count, item.seconds
            case "line":
                for item in _bound(bound).blocks:
                    for line, seconds in zip(item.block.block.lines, item.lines, strict=True):
                        if self._is_here(line):
                            yield item.block.count, seconds
            case "count":
                for block in expansion.blocks:
                    for line in block.block.lines:
                        if line.starts and self._is_here(line):
                            yield block.count, 1
            case "entries":
                for name, count in expansion.activations.items():
                    if name.lower() == self.name.lower():
                        yield count, 1
            case _:
                for block in expansion.blocks:
                    number = self._operations(block)
                    if number:
                        yield block.count, number

    def rests_on(self, block: BlockCount) -> bool:
        """Whether a number of this kind has to do with a block's; of entries, with any of the unit."""
        match self.kind:
            case "count":
                return any(line.starts and self._is_here(line) for line in block.block.lines)
            case "entries":
                return self._is_unit(block)
            case _:
                return bool(self._operations(block))

    def _operations(self, block: BlockCount) -> int:
        return sum(
            number
            for line in block.block.lines
            for key, number in line.operations.items()
            if not self.name or fnmatchcase(key, self.name)
        )

    def _is_unit(self, block: BlockCount) -> bool:
        return self.name.lower() in (block.unit.name.lower(), block.unit.unit.lower())

    def _is_here(self, line: Line) -> bool:
        file = line.span.file
        named = file == self.name or file.endswith(f"/{self.name}")
        return named and line.span.line == self.line

    def _check_line(self, lines: set[tuple[str, int]]) -> None:
        files = {file for file, _ in lines}
        named = [file for file in files if file == self.name or file.endswith(f"/{self.name}")]
        if not named:
            hint = did_you_mean(self.name, files, f"files: {', '.join(sorted(files))}", 0.3)
            raise _error(f"{self.text}: no file {self.name!r} in the program", hint)
        own = sorted({number for file, number in lines if file in named})
        if self.line not in own:
            near = min(own, key=lambda number: abs(number - self.line))
            message = f"{self.text}: no executable statement starts on line {self.line}"
            raise _error(message, f"the nearest one is on line {near}")


def parse_quantity(text: str) -> Quantity:
    """Return the quantity a text asks for; raises ``SadError`` SAD852 if it is none."""
    kind, colon, name = text.strip().partition(":")
    wrong = _error(f"no quantity {text!r}", f"there are: {_FORMS}")
    match kind:
        case "total" | "rate" | "critical" | "contention" | "theta":
            if colon:
                raise wrong
            return Quantity(kind)
        case "operations":
            if bool(colon) != bool(name):
                raise wrong
            return Quantity(kind, name)
        case "unit" | "entries":
            if not name:
                raise wrong
            return Quantity(kind, name)
        case "line" | "count":
            file, _, line = name.rpartition(":")
            if not file or not line.isdecimal() or not int(line):
                raise wrong
            return Quantity(kind, file, int(line))
        case _:
            raise wrong


def _lines(unit: UnitDescription) -> Iterator[Line]:
    for term in terms(unit.tree):
        if not isinstance(term, CallTerm):
            yield from term.block.lines


def _amounts(lines: Iterable[Line]) -> Iterator[Work]:
    """What the operations of lines are, each kind once."""
    keys = dict.fromkeys(key for line in lines for key in line.operations)
    return (found for key in keys if (found := amounts_of(key)) is not None)


def flops_of(blocks: Iterable[BlockCount]) -> Poly:
    """Return the floating-point operations of a run, as ``sad analyze`` counts them."""
    return Poly.weighted_sum((block.count, int(work_of(block.block).flops)) for block in blocks)


def _bound(bound: BoundExpansion | None) -> BoundExpansion:
    if bound is None:
        raise AssertionError
    return bound


def _error(message: str, hint: str) -> SadError:
    return argument_error("SAD852", message, hint)
