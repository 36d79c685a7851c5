"""Values that tracing cannot express, each under a stable name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.poly import Poly
from sad.analysis.loops.natural import RegionKind
from sad.records import record
from sad.symbols import INDEX_MARK, input_name, site_name

if TYPE_CHECKING:
    from sad.analysis.cfg.graph import Block, Cfg
    from sad.analysis.loops.natural import LoopForest, Region
    from sad.diagnostics import Span


@record
class Unknown:
    """A value with a name instead of an expression: why, where, and in which region it is set."""

    symbol: str
    variable: str
    reason: str
    span: Span
    region: Region


class Unknowns:
    """Makes the unknowns of one unit, and tells inside which loops a value makes sense."""

    def __init__(self, cfg: Cfg, forest: LoopForest) -> None:
        self._cfg = cfg
        self._unit = cfg.unit.name
        self._forest = forest
        self._names: dict[str, int] = {}
        self._index_regions: dict[str, Region] = {}
        self.found: dict[str, Unknown] = {}
        for dummy in cfg.unit.every_dummy:  # the value on entry has the plain name
            self.unique(input_name(self._unit, dummy))

    def make(self, variable: str, reason: str, block: Block, span: Span | None = None) -> Poly:
        """Return a new unknown for ``variable``, set in ``block``."""
        stem, made, number = variable.partition("$")
        name = stem if made and number.isdigit() else variable  # of the reader's own: COUNT$7
        place = f"{block.path}.{name}" if block.path else name
        symbol = self.unique(site_name(self._unit, "value", place))
        where = span if span is not None else self.span_of(block)
        region = self._forest.innermost[block.id]
        self.found[symbol] = Unknown(symbol, variable, reason, where, region)
        return Poly.symbol(symbol)

    def unique(self, name: str) -> str:
        """Return ``name``, numbered if it was given out before."""
        count = self._names.get(name, 0) + 1
        self._names[name] = count
        return name if count == 1 else f"{name}_{count}"

    def span_of(self, block: Block) -> Span:
        """Return where a block starts in the source."""
        seen: set[int] = set()
        while not block.actions and block.id not in seen:
            seen.add(block.id)
            following = block.successors()
            if not following:
                break
            block = self._cfg.blocks[following[0]]
        return block.actions[0].span if block.actions else self._cfg.unit.span

    # --- where values make sense -------------------------------------------------------------------

    def belongs_to(self, index: str, region: Region) -> None:
        """Record the loop an index counts."""
        self._index_regions[index] = region

    def makes_sense(self, value: Poly, inside: Region | None) -> bool:
        """Whether all loops whose index or changing variables ``value`` uses are around a region."""
        for symbol in atoms.free_symbols(value):
            if symbol.startswith(INDEX_MARK):
                region = self._index_regions.get(symbol)
            else:
                unknown = self.found.get(symbol)
                region = unknown.region if unknown is not None else None
            if region is not None and (inside is None or not region.encloses(inside)):
                return False
        return True

    def is_steady(self, value: Poly, inside: Region) -> bool:
        """Whether a value is the same in every iteration of the loops around (indices aside).

        These are a region and all around it.
        """
        for symbol in atoms.free_symbols(value):
            unknown = self.found.get(symbol)
            if (
                unknown is not None
                and unknown.region.kind is not RegionKind.UNIT
                and unknown.region.encloses(inside)
            ):
                return False
        return True
