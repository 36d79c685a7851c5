"""What the page computes with: counts, blocks, lines, loops, machines, as one JSON value.

Everything is addressed by place: formulas in the array of counts, parameters in the array of values,
blocks and lines in their lists.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sad.algebra import atoms
from sad.algebra.atoms import free_symbols
from sad.algebra.bind import bind
from sad.algebra.emit import Emitter
from sad.algebra.poly import Poly
from sad.algebra.targets import PAGE
from sad.contention.bound import CONTENDED, CRITICAL, FAR, MIXED, index_formulas
from sad.model.walks.rows import unit_rows
from sad.profiles.settings import Origin
from sad.report.annotate import line_costs
from sad.report.answer import growing_factors
from sad.report.answer_text import spot_name, work_text
from sad.report.html.arguments import Arguments, real_codes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.evaluation.predict import Prediction
    from sad.model.expand import BlockCount
    from sad.model.nodes import UnitDescription
    from sad.model.walks.rows import Row
    from sad.profiles.settings import Settings
    from sad.report.annotate import LineCost
    from sad.report.answer import Answer
    from sad.report.html.mathml import Typesetter
    from sad.report.view import View

Json = Any
TERMS = 8  # of a formula for seconds
_LONGEST_LAW = 90  # characters
_ROW_TERMS = 3  # of the formulas in the tree and beside lines
_BASIS = {Origin.USER: 2, Origin.PROFILE: 3, Origin.EVALUATED: 3, Origin.DEFAULT: 4}


class ModelData:
    """The data of predictions of one model for several machines, the first one being shown first."""

    def __init__(
        self,
        answers: Sequence[Answer],
        settings: Settings,
        typesetter: Typesetter,
        costs: Mapping[str, Mapping[int, LineCost]],
    ) -> None:
        self._answers = answers
        self._answer = answers[0]
        self._view = answers[0].view
        self._model = answers[0].model
        self._math = typesetter
        self._costs = costs
        self._files = {file: place for place, file in enumerate(costs)}
        self.arguments = Arguments(answers[0], settings, self._files)
        self._counts = Counts(self.arguments.places)
        self._formulas: dict[str, int] = {}
        self._lines: dict[tuple[str, int], int] = {}
        entered = self._model.expansion.activations
        self._units = [u for u in self._model.description.units if u.name in entered]
        if self._model.entry is not None:
            self._units.reverse()  # callers before what they call
        self._blocks = {block.id: n for n, block in enumerate(self._model.expansion.blocks)}

    def value(self) -> Json:
        """Return the value for the page."""
        model = self._model
        lines = self._line_rows()
        blocks = [self._block(block) for block in model.expansion.blocks]
        unit_values = [self._unit(unit) for unit in self._units]
        calls = self._calls()
        spots = [self._spot(blocks) for blocks in self._view.groups.values()]
        arguments = self.arguments.rows()
        for row in arguments:
            row["limit"] = self._limit(row["symbol"])
        return {
            "entry": model.entry.name if model.entry is not None else None,
            "arguments": arguments,
            "follows": self.arguments.followers(),
            "reals": real_codes(),
            "files": list(self._files),
            "lines": lines,
            "blocks": blocks,
            "units": unit_values,
            "calls": calls,
            "spots": spots,
            "law": self._law(),
            "theta": self._theta(),
            "machines": [self._machine(answer) for answer in self._answers],
            "statements": _statements(self._units),
            "needs": self._counts.needs,
            "needsOf": self._counts.needs_of,
            "formulas": list(self._formulas),
        }

    def source(self) -> str:
        """Return the JavaScript of all formulas; to be asked for after ``value``."""
        return f"{self._counts.source()}\n{self.arguments.follower_source()}\n"

    def _count(self, count: Poly, unit: UnitDescription | None = None) -> int:
        """The place of a count. Without an entry each unit's formulas are a function of their own."""
        alone = self._model.entry is None and unit is not None
        return self._counts.number(count, unit.name if alone and unit is not None else "")

    def _formula(self, count: Poly) -> int:
        text = self._math.poly(count, _ROW_TERMS)
        return self._formulas.setdefault(text, len(self._formulas))

    def _limit(self, symbol: str) -> int | None:
        """The place of the most a trip count can be; None if it depends on what has no value."""
        parameter = self._model.names.parameters.get(symbol)
        if parameter is None or parameter.limit is None:
            return None
        places, values = self.arguments.places, self._model.values
        given = {
            name: Poly.constant(Fraction(value))
            for name, value in values.items()
            if name not in places
        }
        limit = bind(parameter.limit, given)
        return self._counts.number(limit) if free_symbols(limit) <= places.keys() else None

    # --- lines, blocks ---------------------------------------------------------------------------

    def _line_rows(self) -> list[Json]:
        owners: dict[tuple[str, int], UnitDescription] = {}
        for block in self._model.expansion.blocks:
            for line in block.block.lines:
                owners.setdefault((line.span.file, line.span.line), block.unit)
        rows: list[Json] = []
        for file, lines in self._costs.items():
            for number, cost in sorted(lines.items()):
                self._lines[file, number] = len(rows)
                count = self._count(cost.count, owners.get((file, number)))
                rows.append([self._files[file], number, count, self._formula(cost.count)])
        return rows

    def _block(self, block: BlockCount) -> Json:
        """A block's count, the lines of its statements, statements that start, and what it rests on."""
        strength, open_places = int(bool(self._model.assumptions_of(block))), list[int]()
        for symbol in sorted(self._model.rests_on(block)):
            if self._model.is_determined(symbol):
                continue
            place = self.arguments.places.get(symbol)
            if place is not None:
                open_places.append(place)
            else:  # a value that decided what runs
                origin = self._model.origins.get(symbol)
                strength = max(strength, 5 if origin is None else _BASIS[origin])
        lines = [
            self._lines.get((item.span.file, item.span.line), -1) for item in block.block.lines
        ]
        starts = sum(item.starts for item in block.block.lines)
        return [self._count(block.count, block.unit), lines, starts, strength, open_places]

    # --- units -----------------------------------------------------------------------------------

    def _unit(self, unit: UnitDescription) -> Json:
        blocks = self._view.blocks_by_unit.get(unit.name, [])
        by_number = {block.number: block for block in blocks}
        activations = self._model.expansion.activations[unit.name]
        used = {s for block in blocks for s in self._model.rests_on(block)}
        return {
            "name": unit.name,
            "file": self._files.get(unit.file, -1),
            "place": unit.file,
            "line": unit.line,
            "end": unit.end_line,
            "count": self._count(activations, unit),
            "formula": self._formula(activations),
            "law": self._unit_law(unit),
            "opaque": unit.opaque,
            "statements": unit.statements,
            "arguments": sorted(p for s, p in self.arguments.places.items() if s in used),
            "tree": self._row(unit_rows(unit), by_number),
        }

    def _row(self, row: Row, blocks: Mapping[int, BlockCount]) -> Json:
        """A row of the tree; parts in which nothing can run are left out."""
        inside = [self._row(item, blocks) for item in row.rows]
        entered = None if row.entered is None else blocks.get(row.entered)
        value: Json = {
            "kind": row.kind,
            "id": row.id,
            "label": row.label,
            "blocks": [self._blocks[blocks[n].id] for n in row.blocks if n in blocks],
            "rows": inside,
        }
        if row.span is not None:
            value["line"] = row.span.line
            value["source"] = self._view.source_line(row.span.file, row.span.line)
        if row.factor is not None:
            value["factor"] = self._formula(row.factor)
        if entered is not None:
            value["count"] = self._count(entered.count, entered.unit)
        return value

    def _law(self) -> str:
        """What the total grows as; empty where that is too long to be read."""
        answer = self._answer
        readable = answer.model.entry is not None and len(answer.growth) <= _LONGEST_LAW
        return self._math.product(answer.leading) if readable else ""

    def _theta(self) -> Json:
        """What theta of a parallel model is made of, and its words; None for other programs."""
        found = index_formulas(self._model)
        if found is None:
            return None
        critical, busiest = found
        places = self.arguments.places.keys()
        if not all(free_symbols(item) <= places for item in (critical, *busiest.values())):
            return None
        return {
            "critical": self._count(critical),
            "held": [[name, self._count(item)] for name, item in busiest.items()],
            "far": FAR,
            "words": [CRITICAL, MIXED, CONTENDED],
        }

    def _unit_law(self, unit: UnitDescription) -> str:
        """What a unit's own time grows as, where each unit is by itself."""
        if self._model.entry is not None:
            return ""
        printer, form = self._view.printer, self._view.time_of(unit.name)
        return self._math.product(growing_factors(form.ordered(printer), printer))

    def _spot(self, blocks: Sequence[BlockCount]) -> Json:
        """A place where time goes: its blocks, and how it is called."""
        spot = self._answer.spot(blocks)
        names = [unit.name for unit in self._units]
        return {
            "unit": names.index(spot.unit),
            "name": spot_name(self._answer, spot),
            "file": self._files.get(spot.file, -1),
            "line": spot.line,
            "count": self._count(spot.count, blocks[0].unit),
            "formula": self._formula(spot.count),
            "work": work_text(spot),
            "blocks": [self._blocks[block.id] for block in blocks],
        }

    def _calls(self) -> list[Json]:
        bound = self._view.prediction.bound
        return [
            [call.name, self._count(call.count), self.arguments.places[call.symbol]]
            for call in (bound.calls if bound is not None else ())
        ]

    # --- machines --------------------------------------------------------------------------------

    def _machine(self, answer: Answer) -> Json:
        """Seconds per line of each block; without a machine the number of operations."""
        view, prediction = answer.view, answer.prediction
        bound = prediction.bound
        if bound is None:
            blocks = self._model.expansion.blocks
            weights = [[sum(line.operations.values()) for line in b.block.lines] for b in blocks]
            return {"name": "operations", "unit": "1", "model": "", "kind": "", "weights": weights}
        each = {item.block.id: item.lines for item in bound.blocks}
        return {
            "name": bound.machine.name,
            "toolchain": bound.toolchain.name,
            "kind": bound.machine.kind,
            "unit": "s",
            "model": bound.model,
            "uncovered": sorted(bound.uncovered),
            "weights": [list(each[block.id]) for block in self._model.expansion.blocks],
            "terms": self._math.terms(answer.total, TERMS, answer.terms)
            if self._model.entry is not None
            else [],
            "unitTerms": []
            if self._model.entry is not None
            else [self._math.terms(view.time_of(unit.name), TERMS) for unit in self._units],
            "run": _has_run(prediction),
        }


def _has_run(prediction: Prediction) -> bool:
    """Whether every count has a value: then times of blocks are those of a run."""
    return all(count is not None for count in prediction.counts.values())


def _statements(units: Sequence[UnitDescription]) -> Json:
    """How many statements there are, and how many are not modelled."""
    return {
        "all": sum(unit.statements for unit in units),
        "opaque": sum(unit.opaque for unit in units),
    }


def costs_by_file(view: View) -> dict[str, dict[int, LineCost]]:
    """Return lines' costs by file, files in the order they were read."""
    costs = line_costs(view)
    order = {file: place for place, file in enumerate(view.model.description.files)}
    return dict(sorted(costs.items(), key=lambda item: (order.get(item[0], len(order)), item[0])))


# The counts of a program as JavaScript that takes all parameters at once.


_UPTO = (
    "function upto(first, last) {",
    "    if (last >= first) steps.left -= last - first + 1;",
    "    return steps.left < 0 ? NaN : last;",
    "}",
)


class Counts:
    """Formulas by number, in groups that share a function.

    ``arguments`` are the places of symbols in the array ``p`` of values.
    """

    def __init__(self, arguments: Mapping[str, int]) -> None:
        self._arguments = arguments
        self._numbers: dict[Poly, int] = {}
        self._groups: dict[str, list[Poly]] = {}
        self._needs: dict[tuple[int, ...], int] = {}
        self.needs_of: list[int] = []

    def __len__(self) -> int:
        return len(self._numbers)

    def number(self, count: Poly, group: str = "") -> int:
        """Return the place of a formula's value, which is computed with its group's first use."""
        known = self._numbers.get(count)
        if known is None:
            known = self._numbers[count] = len(self._numbers)
            self._groups.setdefault(group, []).append(count)
            needs = tuple(sorted(self._arguments[item] for item in atoms.free_symbols(count)))
            self.needs_of.append(self._needs.setdefault(needs, len(self._needs)))
        return known

    @property
    def needs(self) -> list[tuple[int, ...]]:
        """The different sets of arguments that formulas need; ``needs_of`` refers to them."""
        return list(self._needs)

    def source(self) -> str:
        """Return the JavaScript: ``fill(p, c)`` writes every formula's value to ``c``."""
        called: set[str] = set()
        places = {symbol: f"p[{place}]" for symbol, place in self._arguments.items()}
        functions: list[str] = []
        for polys in self._groups.values():
            emitter = Emitter(PAGE, places)
            for poly in polys:
                text = emitter.poly(poly)
                emitter.lines.append(f"c[{self._numbers[poly]}] = {text};")
            called |= emitter.called
            functions.append("\n".join(["(p, c) => {", *emitter.lines, "}"]))
        return "\n".join(
            [
                "const steps = {left: 0};",
                *_UPTO,
                *PAGE.carried(called),
                "const fills = [",
                ",\n".join(functions),
                "];",
            ]
        )
