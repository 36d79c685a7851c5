"""What a run that was cut short may not have counted yet: the blocks ahead of where it was.

Where it was, the traceback of what ended it says: the units that were running, the block that each was
in, and its line. Every other count is final: no way leads back to its block.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.cfg.components import bits
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.records import record
from sad.slicing.broken import line_in, piece_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import TracebackType

    from sad.analysis.cfg.graph import Action
    from sad.analysis.unit import EntryAnalysis
    from sad.slicing.signatures import Key, Signatures, Site


@record
class _Frame:
    """A unit that was running: its number, the way it was on, and its line if it was in a direct call
    of another unit.
    """

    number: int
    way: int | None
    calling: str | None


class Ahead:
    """Tells of a generated program which counts are open after an error, from where it came."""

    def __init__(
        self, signatures: Signatures, made_of: Sequence[Sequence[int | None]], lines: Sequence[str]
    ) -> None:
        """``made_of`` and ``lines`` say which lines of the program the generated ones are made of."""
        self._signatures = signatures
        self._made_of = made_of
        self._lines = lines

    def of(self, error: BaseException) -> tuple[frozenset[int], frozenset[str]]:
        """Return the numbers of the counts that are open, and the units of which all counts are."""
        ahead: set[tuple[Key, int]] = set()
        calling: dict[tuple[Key, int], int] = {}  # blocks with the first action that was in a call
        units: set[str] = set()
        for frame in self._frames(error.__traceback__):
            entry = self._signatures.reached[frame.number]
            key = entry.unit.key, entry.name
            place = _place_of_call(entry, frame.calling, self._signatures)
            if place is None:
                starts = _ahead_of(entry, frame.way)
            else:
                number, index = place
                block = entry.cfg.blocks[number]
                starts = block.successors()
                units |= self._signatures.started_at(entry, block.actions[index + 1 :])
                calling[key, number] = min(index, calling.get((key, number), index))
            blocks = entry.cfg.reached(starts)
            units |= self._signatures.started_in(entry, bits(blocks))[0]
            ahead.update((key, number) for number in blocks)

        def is_open(site: Site) -> bool:
            key, block, action = site
            if (key, block) in ahead:
                return True
            last = calling.get((key, block))  # items of lists have numbers below 0
            return last is not None and not 0 <= action <= last

        sites = (number for site, number in self._signatures.sites.items() if is_open(site))
        return frozenset(sites), frozenset(units)

    def _frames(self, trace: TracebackType | None) -> Iterator[_Frame]:
        """The units that were running, the first one first."""
        last: _Frame | None = None
        while trace is not None:
            code = trace.tb_frame.f_code
            number = piece_in(code.co_filename)
            is_unit = (
                number is not None
                and number < len(self._signatures.reached)
                and code.co_name == self._signatures.function(number)
            )
            if last is not None:
                yield last if is_unit else _Frame(last.number, last.way, None)
                last = None
            if is_unit and number is not None:
                line = line_in(trace, self._made_of[number], self._lines)
                last = _Frame(number, trace.tb_frame.f_locals.get("pc"), line)
            trace = trace.tb_next
        if last is not None:
            yield _Frame(last.number, last.way, None)


def _ahead_of(entry: EntryAnalysis, way: int | None) -> tuple[int, ...]:
    """The blocks a way goes on with: its first, or those after a branch of which nothing is known.

    A unit that has no way yet had not started.
    """
    if way is None:
        return (entry.forest.entry,)
    if way >= 0:
        return (way,)
    branch = entry.cfg.blocks[(-way - 2) % (len(entry.cfg.blocks) + 1)]
    return tuple(branch.successors())


def _place_of_call(
    entry: EntryAnalysis, line: str | None, signatures: Signatures
) -> tuple[int, int] | None:
    """The block and action of the only call on a line, if it calls one unit, once."""
    if line is None:
        return None
    found = [
        (block, index, action)
        for block in entry.forest.order
        for index, action in enumerate(entry.cfg.blocks[block].actions)
        if f"{action.span.file}:{action.span.line}" == line and signatures.calls_at(action)
    ]
    if len(found) != 1:
        return None
    block, index, action = found[0]
    return (block, index) if _calls_once(action, signatures) else None


def _calls_once(action: Action, signatures: Signatures) -> bool:
    """Whether an action is one call, or an assignment of what one call gives."""
    statement = action.statement
    if len(signatures.calls_at(action)) != 1:
        return False
    if isinstance(statement, st.Assign):
        value = statement.value
        while isinstance(value, ex.Unary | ex.Convert):
            value = value.operand
        return isinstance(value, ex.FunctionCall)
    return isinstance(statement, st.CallStatement)
