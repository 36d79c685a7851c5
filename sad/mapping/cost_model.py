"""What a cost model is: a way from operations to the demands and times of blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.machine.schema import Machine, Toolchain
    from sad.machine.throughput import Throughput
    from sad.mapping.bound import BoundExpansion, Run
    from sad.model.expand import Expansion


@record
class CostModel:
    """A cost model, known to ``--model`` by its ``name``.

    ``has_numbers`` tells whether a toolchain can be used with it. ``of_run`` is whether a block's time
    depends on what else runs: the model is given a run where all counts are known, and the description
    says what compiled code does. ``compiles`` models find the work of blocks in object code.
    ``throughput`` returns a toolchain's numbers for the parts of a processor, None where the model has
    no such parts. ``prepare`` returns a program's costs on a machine as a function of a run; without
    one every block stands by itself.
    """

    name: str
    has_numbers: Callable[[Toolchain], bool]
    prepare: Callable[[Expansion, Machine, Toolchain], Callable[[Run | None], BoundExpansion]]
    of_run: bool = False
    compiles: bool = False
    throughput: Callable[[Toolchain], Throughput | None] = lambda _: None

    def bind(
        self, expansion: Expansion, machine: Machine, toolchain: Toolchain, run: Run | None
    ) -> BoundExpansion:
        """Return a program's costs on a machine in one run."""
        return self.prepare(expansion, machine, toolchain)(run)
