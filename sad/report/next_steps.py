"""What to type next: the commands that would resolve most of what is missing."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.poly import Poly
from sad.evaluation.assume import NO_ERROR_EXITS
from sad.machine.architecture import this_architecture
from sad.model.nodes import Both, Par
from sad.model.walks.parts import nodes_of
from sad.reading.readers import are_source_text
from sad.records import replace

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.report.answer import Answer
    from sad.report.commands import Command

_MOST_SET = 4  # values in one command
_MACHINES = {"x86-64": "x86_64-generic", "aarch64": "neoverse-n1"}
_YOUR_INPUT = "INPUT"
_ARGUMENT = re.compile(r"argv\d+")
_SCALE = (0.1, 10)
_MORE = 10


def next_steps(answer: Answer, command: Command) -> list[str]:
    """Return command lines, the most useful first; those that need a shell only if there was one."""
    return list(_steps(answer, command)) if command.words else []


def _steps(answer: Answer, command: Command) -> Iterator[str]:
    yield from _for_evaluation(answer, command)
    if not answer.is_timed:
        machine = _MACHINES.get(this_architecture(), "sparc2")
        yield command.plus("--machine", machine)
        return
    entry = answer.model.entry
    if entry is not None and any(nodes_of(entry.tree, Par, Both)):
        yield command.instead("contention", without="")
    libraries, others = _for_calls(answer, command)
    yield from libraries
    if answer.open and _is_program(answer) and are_source_text(command.sources):
        yield _run(answer, command)
    elif answer.open or answer.inputs:
        yield from _values(answer, command)
    yield from others
    if answer.kind == "known":
        yield from _for_known(answer, command)


def _for_evaluation(answer: Answer, command: Command) -> Iterator[str]:
    """More steps, if the run of what decides control flow needed more."""
    found = answer.model.evaluated
    if found is not None and answer.open and found.limit.endswith("were not enough"):
        yield command.changed("--evaluate-steps", str(_MORE * found.steps))


def _for_calls(answer: Answer, command: Command) -> tuple[list[str], list[str]]:
    """What gives costs to calls that have none: a stub file that has them, and a value."""
    names = {name for name, _ in answer.calls}
    if not names:
        return [], []
    from sad.stubs.defaults import DEFAULT_FILES  # noqa: PLC0415 - seldom needed
    from sad.stubs.library import get_stubs, shipped_names  # noqa: PLC0415

    libraries: list[str] = []
    for library in shipped_names():
        if library in DEFAULT_FILES:
            continue  # known by default, unless somebody took that back
        known = {procedure.lower() for procedure in get_stubs(library)}
        inside = {name for name in names if name.lower() in known}
        if inside:
            names -= inside
            libraries.append(command.plus("--stub", library))
    others = [command.plus("--set", f"{min(names)}.seconds=1e-6")] if names else []
    return libraries, others


def _values(answer: Answer, command: Command) -> Iterator[str]:
    """Example values for a routine that nothing here runs, or for the inputs of a program."""
    if any(item.is_error_exit for item in answer.open) and NO_ERROR_EXITS not in command.words:
        command = replace(command, words=(*command.words, "--assume", NO_ERROR_EXITS))
    symbols = [item.symbol for item in answer.inputs]
    rest = [item.symbol for item in answer.open if not item.is_error_exit]
    fits = len(symbols) + len(rest) <= _MOST_SET
    words = [
        word
        for symbol in (symbols + rest if fits else symbols)[:_MOST_SET]
        for word in ("--set", f"{answer.view.name(symbol)}={answer.example_of(symbol)}")
    ]
    if not fits and rest:
        words += ["--defaults", "heuristics"]
    yield command.plus(*words)


def _run(answer: Answer, command: Command) -> str:
    """One run with counters, which measures what only a run can tell."""
    entry = answer.model.entry
    files = command.sources if entry is None else (entry.file, *command.sources)
    source = next((Path(item) for item in files if item in command.sources), Path("."))
    program = f"./{source.stem}"
    beside = source.with_suffix(".in")
    inputs = answer.view.inputs()
    names = sorted(answer.view.name(item.symbol) for item in inputs)
    arguments = [name for name in names if _ARGUMENT.fullmatch(name)]
    reads = any("read" in item.reason for item in inputs)
    words, stdin = command.given("--args"), command.given("--stdin")
    if words is not None or stdin is not None:
        program += f" {words}" if words else ""
        program += f" < {stdin}" if stdin is not None else ""
    elif arguments:
        example = answer.weights.typical.values
        by_name = {answer.view.name(item.symbol): item.symbol for item in inputs}
        program += "".join(f" {example[by_name[name]]}" for name in arguments)
    elif os.path.exists(beside):
        program += f" < {beside.name}"
    elif reads:
        program += f" < {_YOUR_INPUT}"
    return command.other("try", "--run", program, *command.on_machine())


def _is_program(answer: Answer) -> bool:
    entry = answer.model.entry
    return entry is not None and (entry.kind == "program" or entry.name == "main")


def _for_known(answer: Answer, command: Command) -> Iterator[str]:
    """Where all is known: the curve over a size of several runs or over the main input."""
    values = answer.model.values
    varied = [
        symbol
        for symbol, (low, high) in answer.model.measured.items()
        if low < high and isinstance(values.get(symbol), int)
    ]
    monomial = answer.terms[0] if answer.terms else ()
    leading = atoms.free_symbols(Poly({monomial: 1}))  # those of conditions and quotients included
    sizes = [
        item
        for item in answer.view.inputs()
        if item.symbol in leading and isinstance(values.get(item.symbol), int)
    ]
    sizes.sort(key=lambda item: -answer.first_term_at({item.symbol: 2 * values[item.symbol]}))
    symbols = [*varied, *(item.symbol for item in sizes)]
    if not symbols:
        return
    name, value = answer.view.own_name(symbols[0]), int(values[symbols[0]])
    low, high = (max(1, round(value * factor)) for factor in _SCALE)
    yield command.instead("sweep", "--vary", f"{name}={low}:{high}:log20", without=name)
