"""Programs of IR made by hand: counts by line as the analysis says and as a run shows."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from sad.analysis.unit import analyse
from sad.evaluation.model import Model, build_model
from sad.evaluation.predict import predict
from sad.ir.check import check_program
from sad.lowering.build import describe
from sad.profiles.settings import settings_from_arguments
from tests.support.interpreter import Event, Interpreter, interpreter, line_counts

if TYPE_CHECKING:
    from sad.ir.program import Program


class Made:
    """A program made by hand, analysed once and run as often as asked."""

    def __init__(self, program: Program, entry: str | None = None) -> None:
        assert check_program(program) == []
        self.program = program
        self.entry = entry
        self._description = describe(analyse(program))

    @cached_property
    def _interpreter(self) -> Interpreter:
        return interpreter(self.program)

    def model(self, **values: object) -> Model:
        """Return the model with values given by name."""
        settings = settings_from_arguments([f"{name}={value}" for name, value in values.items()])
        return build_model(self._description, self.entry, settings)

    def counted(self, **values: object) -> dict[int, object]:
        """Return the predicted count of each line, a number where it is known."""
        prediction = predict(self.model(**values), None)
        return {
            line.span.line: prediction.counts[block.id]
            for block in prediction.model.expansion.blocks
            for line in block.block.lines
            if line.starts
        }

    def operations(self, key: str, **values: object) -> float:
        """Return how often the program carries out an operation, as predicted."""
        prediction = predict(self.model(**values), None)
        return sum(
            line.operations.get(key, 0) * float(prediction.counts[block.id] or 0)
            for block in prediction.model.expansion.blocks
            for line in block.block.lines
        )

    def run(self, *arguments: object, stdin: str = "") -> dict[int, int]:
        """Return the count of each line in a run with scalar arguments."""
        run = self._interpreter.run(self.entry, arguments, stdin)
        return {line: count for (_, line), count in line_counts(self.program, run).items()}

    def operands(self, *arguments: object) -> int:
        """Return how often further operands of sequential conditions are evaluated in a run."""
        run = self._interpreter.run(self.entry, arguments)
        return sum(
            run.counts[at] for at, key in enumerate(run.events.keys) if key[0] is Event.OPERAND
        )

    def agree(self, *arguments: int, names: str = "") -> None:
        """Compare both, line by line; ``names`` are the parameters the arguments are, with blanks."""
        values = dict(zip(names.split(), arguments, strict=True))
        run = self.run(*arguments)
        said = self.counted(**values)
        assert {line: said.get(line, 0) for line in run} == run, (values, said, run)
