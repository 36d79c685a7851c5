"""A model on a machine by the object code of the user's compiler."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sad.diagnostics import Span
from sad.mapping.bind import ASM, bind_machine
from sad.objectcode.attach import ObjectCode
from sad.objectcode.compiling import object_code
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sad.diagnostics import Diagnostics
    from sad.evaluation.model import Model
    from sad.machine.schema import Machine, Toolchain
    from sad.mapping.bind import BoundExpansion, Run
    from sad.objectcode.compiling import CompileOptions
    from sad.objectcode.instruction import Function

_WORTH_TELLING = 0.01


@record
class Compiled:
    """Times from object code, and the share of executed instructions whose count is a guess."""

    bound: BoundExpansion
    guessed: float


def bind_compiled(
    model: Model,
    machine: Machine,
    toolchain: Toolchain,
    run: Run | None,
    options: CompileOptions | None = None,
    functions: Iterable[Function] | None = None,
) -> Compiled:
    """Return the program on a machine, its blocks' times from compiling it.

    ``functions`` are those of the object code where it is there already. Raises as ``object_code`` and
    ``bind_machine``.
    """
    assert toolchain.asm is not None
    if functions is None:
        functions = object_code(model.description.files, machine, toolchain, options)
    code = ObjectCode(model.expansion, functions, toolchain.asm.latencies)
    attached = code.attached(None if run is None else run.counts)
    bound = bind_machine(attached.expansion, machine, toolchain, model=ASM, run=run)
    own = {block.id: block for block in model.expansion.blocks}
    blocks = tuple(replace(item, block=own[item.block.id]) for item in bound.blocks)
    return Compiled(replace(bound, blocks=blocks), attached.guessed)


def tell_guesses(compiled: Compiled, model: Model, diagnostics: Diagnostics) -> None:
    """Note how much of the code has counts that are guesses."""
    if compiled.guessed >= _WORTH_TELLING:
        file = model.description.files[0] if model.description.files else "<object code>"
        diagnostics.note(
            "SAD464",
            "no line of the source tells which way some branches of the object code go",
            Span.at(file),
            f"the counts of {compiled.guessed:.0%} of the executed instructions are guesses; "
            "--model throughput takes all counts from the source",
        )
