"""What sad predicts for one time step of md1, from the source and a parameter file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.md1.runs import ROOT, SOURCE
from frontends.registry import SourceOptions, read_program
from sad.analysis.unit import analyse
from sad.diagnostics import Diagnostics
from sad.evaluation.model import build_model
from sad.evaluation.predict import predict
from sad.lowering.build import describe
from sad.machine.database import get_machine
from sad.mapping.bind import bind_machine
from sad.profiles.params_file import load_params
from sad.profiles.settings import settings_from_arguments

if TYPE_CHECKING:
    from pathlib import Path

    from benchmarks.md1.systems import System
    from sad.evaluation.model import Model
    from sad.model.nodes import Description

X3 = "EDGES.trips@do34.do33.goto31"
MACHINES = {"sparc2": ("sparc2", "f77-O"), "x86_64": ("x86_64-generic", "gfortran-O0")}
"""Machine and toolchain of each predicted time."""


@dataclass(frozen=True)
class Kernel:
    """md1's ``STEP`` with the measured parameters of a system."""

    system: System
    description: Description
    params: Path

    @classmethod
    def read(cls, system: System, params: Path) -> Kernel:
        """Analyse the source."""
        program = read_program([str(ROOT / SOURCE)], SourceOptions(), Diagnostics())
        return cls(system, describe(analyse(program)), params)

    def model(self, particles: int) -> Model:
        """Return the counts of one step with values for all parameters."""
        side = self.system.cells(particles) + 2
        sizes = [f"NPART={particles}", f"MX={side}", f"MY={side}", f"MZ={side}", "NNEIB=13"]
        settings = load_params(str(self.params))
        for setting in settings_from_arguments(sizes).items.values():
            settings.add(setting)
        return build_model(self.description, "STEP", settings)

    def x3(self, particles: int) -> float:
        """Return the fitted trip count X3."""
        return float(self.model(particles).values[X3])

    def seconds(self, particles: int) -> dict[str, float]:
        """Return the predicted time of a step on each of ``MACHINES`` [s]."""
        model = self.model(particles)
        found: dict[str, float] = {}
        for name, (machine_name, toolchain) in MACHINES.items():
            machine = get_machine(machine_name)
            bound = bind_machine(model.expansion, machine, machine.toolchains[toolchain])
            total = predict(model, bound).total
            assert total is not None
            found[name] = total
        return found

    def counts(self, particles: int) -> dict[int, float]:
        """Return how often the statements that start on each line run in one step.

        KINET is left out: in a run it is also called between the steps.
        """
        prediction = predict(self.model(particles), None)
        found: dict[int, float] = {}
        for block in prediction.model.expansion.blocks:
            if block.unit.name == "KINET":
                continue
            count = prediction.counts[block.id]
            assert count is not None
            for line in block.block.lines:
                if line.starts:
                    found[line.span.line] = found.get(line.span.line, 0.0) + float(count)
        return found


@dataclass(frozen=True)
class Agreement:
    """Predicted against counted executions of statements.

    ``total`` is the relative error of all together, ``within`` the share of executions in lines
    predicted within 1 %, ``worst`` the largest error of a line relative to all executions.
    """

    particles: int
    executions: int
    total: float
    within: float
    worst: float


def agreement(kernel: Kernel, particles: int, counted: dict[int, int], steps: int) -> Agreement:
    """Compare the counts of ``steps`` time steps."""
    predicted = {line: count * steps for line, count in kernel.counts(particles).items()}
    lines = [line for line in predicted if line in counted]
    all_ = sum(counted[line] for line in lines)
    errors = {line: predicted[line] - counted[line] for line in lines}
    good = [line for line in lines if abs(errors[line]) <= 0.01 * counted[line]]
    return Agreement(
        particles=particles,
        executions=all_,
        total=sum(errors.values()) / all_,
        within=sum(counted[line] for line in good) / all_,
        worst=max(abs(error) for error in errors.values()) / all_,
    )
