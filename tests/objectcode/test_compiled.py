"""Programs as people write them through gcc: nothing they do is left out of their object code."""

from __future__ import annotations

from dataclasses import replace
from math import exp, hypot, log
from typing import TYPE_CHECKING

import pytest

from frontends.registry import SourceOptions, read_program
from sad.analysis.unit import analyse
from sad.diagnostics import Diagnostics
from sad.evaluation.bind_model import bind_compiled, known_counts, run_of, tell_guesses
from sad.evaluation.model import build_model
from sad.evaluation.uncertainty.band import machine_factors
from sad.lowering.build import describe
from sad.machine.schema import Machine, Toolchain
from sad.machine.throughput import Throughput
from sad.machine.values import MachineValue
from sad.profiles.settings import settings_from_arguments
from tests.support.compiler import needs_gcc

if TYPE_CHECKING:
    from pathlib import Path

    from sad.evaluation.bind_model import Compiled
    from sad.evaluation.model import Model

pytestmark = needs_gcc
NS = MachineValue(1e-9)
ASM = Throughput("asm", 6.0, {"issue": {"any": NS}}, {"any": NS}, {})
TIMES = dict.fromkeys(
    [
        "load",
        "store",
        "add",
        "sub",
        "mul",
        "div",
        "loop",
        "call",
        "argument",
        "compare",
        "io",
        "assign",
        "return",
        "convert",
    ],
    NS,
)
STATIC = """
#include <stdio.h>
static double a[40][40], b[40][40];
static double half(double x) { return 0.5*x; }
static void start(void)
{
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 40; j++)
            a[i][j] = i + 2.0*j;
}
static void kernel(void)
{
    for (int t = 0; t < 3; t++)
        for (int i = 1; i < 39; i++)
            for (int j = 1; j < 39; j++)
                b[i][j] = half(a[i][j-1] + a[i][j+1]) - a[i-1][j]*a[i+1][j];
}
int main(void)
{
    start();
    for (int r = 0; r < 5; r++)
        kernel();
    for (int i = 0; i < 40; i++)
        printf("%f\\n", b[i][7]);
    return 0;
}
"""


def machine_of(flags: str, **changes: float) -> Machine:
    times = {**TIMES, **{key: MachineValue(value) for key, value in changes.items()}}
    toolchain = Toolchain("here", "gcc", flags, "additive", times, language="c", asm=ASM)
    return Machine("toy", "", "", "estimate", "", 1e9, {"here": toolchain})


def compiled(
    path: Path | str,
    flags: str,
    entry: str | None = None,
    sizes: tuple[str, ...] = (),
    **times: float,
) -> tuple[Compiled, Model]:
    program = read_program([str(path)], SourceOptions(), Diagnostics())
    description = describe(analyse(program), with_work=True)
    model = build_model(description, entry, settings_from_arguments(list(sizes)))
    machine = machine_of(flags, **times)
    run = run_of(model, machine)
    assert run is not None
    return bind_compiled(model, machine, machine.default_toolchain, run), model


def executed(found: Compiled, model: Model, key: str) -> float:
    """How many instructions of a kind are executed, by element of their registers."""
    counts = known_counts(model)
    assert counts is not None
    total = 0.0
    for block in found.attached.expansion.blocks:
        for line in block.block.lines:
            amounts = {} if line.work is None else dict(line.work.optimised)
            for name in filter(lambda name: name.startswith(key), amounts):
                lanes = 2 if "vector128" in name else 1
                total += counts[block.id] * amounts[name] * lanes
    return total


@pytest.mark.parametrize("flags", ["-O0", "-O2", "-O3"])
def test_a_static_function_without_code_of_its_own_is_found_in_its_caller(
    tmp_path: Path, flags: str
) -> None:
    path = tmp_path / "static.c"
    path.write_text(STATIC)
    found, model = compiled(path, flags, "kernel")
    assert not found.attached.lost
    multiplied = 3 * 38 * 38
    assert executed(found, model, "multiply.double") == pytest.approx(2 * multiplied, rel=0.02)
    whole, everything = compiled(path, flags, "main")
    assert not whole.attached.lost
    # gcc knows that 2.0*j is a sum, and may do that of the start in another loop
    assert executed(whole, everything, "multiply.double") == pytest.approx(
        10 * multiplied, rel=0.04
    )


@pytest.mark.parametrize("flags", ["-O0", "-O2", "-O3"])
def test_every_part_of_the_time_is_positive_and_they_add_up(tmp_path: Path, flags: str) -> None:
    path = tmp_path / "static.c"
    path.write_text(STATIC)
    found, model = compiled(path, flags, "main")
    counts = known_counts(model)
    assert counts is not None
    whole = found.seconds(found.bound)
    running = {item.region.unit.name: item for item in found.bound.regions if item.iterations}
    assert {"main", "start", "kernel"} <= set(running)
    for unit in ("main", "start", "kernel"):
        costs = [r for r in found.bound.regions if r.region.unit.name == unit]
        assert sum(cost.seconds for cost in costs) > 0.0
    shares = [counts[item.block.id] * item.seconds / whole for item in found.bound.blocks]
    assert all(0.0 <= share <= 1.0 for share in shares)
    assert sum(shares) == pytest.approx(1.0)


def test_the_same_name_in_another_folder_is_another_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, count in (("one", 100), ("two", 700)):
        (tmp_path / name).mkdir()
        source = (
            f"double f(double *x)\n{{\n    double s = 0.0;\n    for (int i = 0; i < {count}; i++)\n"
        )
        (tmp_path / name / "f.c").write_text(source + "        s += x[i]*x[i];\n    return s;\n}\n")
    times: list[float] = []
    for name in ("one", "two"):
        monkeypatch.chdir(tmp_path / name)
        found, model = compiled("f.c", "-O2", "f")
        times.append(executed(found, model, "multiply"))
    assert times == [pytest.approx(100), pytest.approx(700)]


def test_a_header_that_changes_is_read_again(tmp_path: Path) -> None:
    (tmp_path / "f.c").write_text('#include "f.h"\nvoid f(double *x) { x[0] = VALUE; }\n')
    found: list[float] = []
    for value in ("x[0]*x[1]", "x[0] + x[1]"):
        (tmp_path / "f.h").write_text(f"#define VALUE {value}\n")
        one, model = compiled(tmp_path / "f.c", "-O2", "f")
        found.append(executed(one, model, "multiply"))
    assert found == [1.0, 0.0]


def test_output_is_priced(tmp_path: Path) -> None:
    path = tmp_path / "static.c"
    path.write_text(STATIC)
    dear, _ = compiled(path, "-O2", "main", io=1e-6)
    cheap, _ = compiled(path, "-O2", "main", io=0.0)
    # a call and an item in each of 40 lines
    assert dear.seconds(dear.bound) - cheap.seconds(cheap.bound) == pytest.approx(80e-6)


def test_what_has_no_code_has_the_time_of_its_source(tmp_path: Path) -> None:
    path = tmp_path / "inline.c"
    path.write_text(
        "inline double f(int n, double *x)\n{\n    double s = 0.0;\n"
        "    for (int i = 0; i < n; i++)\n        s += x[i];\n    return s;\n}\n"
    )
    found, model = compiled(path, "-O2", "f", ("n=50",))
    assert found.attached.lost
    assert found.seconds(found.bound) > 100e-9
    diagnostics = Diagnostics()
    tell_guesses(found, model, diagnostics)
    assert [item.code for item in diagnostics.items] == ["SAD466"]


def test_loops_that_the_compiler_removed_are_named(tmp_path: Path) -> None:
    path = tmp_path / "dead.c"
    path.write_text(
        "double f(int n, double *x)\n{\n    double s = 0.0;\n"
        "    for (int i = 0; i < n; i++)\n        s += x[i];\n    return x[n - 1];\n}\n"
    )
    found, model = compiled(path, "-O2", "f", ("n=50",))
    assert found.attached.removed == {("f", "loop1")}
    assert executed(found, model, "add.double") == 0.0
    whole, _ = compiled(path, "-O0", "f", ("n=50",))
    assert not whole.attached.removed


@pytest.mark.parametrize(("size", "packed"), [(1000, True), (1, False)])
def test_of_two_versions_of_a_loop_the_one_that_can_run_does(
    tmp_path: Path, size: int, packed: bool
) -> None:
    path = tmp_path / "scale.c"
    path.write_text(
        "void f(int n, double *x, double *y)\n{\n    for (int i = 0; i < n; i++)\n"
        "        x[i] = 0.3*y[i];\n}\n"
    )
    found, model = compiled(path, "-O3", "f", (f"n={size}",))
    assert found.attached.versions
    assert executed(found, model, "multiply.double") == pytest.approx(size)
    assert bool(executed(found, model, "multiply.double.vector128")) is packed
    if packed:
        assert found.otherwise is not None
        assert found.seconds(found.otherwise) > 1.5 * found.seconds(found.bound)


def test_versions_for_arrays_that_always_overlap_run(tmp_path: Path) -> None:
    path = tmp_path / "paths.c"
    path.write_text(
        "static int p[60][60];\nvoid f(void)\n{\n    for (int k = 0; k < 60; k++)\n"
        "        for (int i = 0; i < 60; i++)\n            for (int j = 0; j < 60; j++)\n"
        "                p[i][j] = p[i][j] < p[i][k] + p[k][j] ? p[i][j] : p[i][k] + p[k][j];\n}\n"
    )
    found, model = compiled(path, "-O3", "f")
    assert not found.attached.versions
    # p[i][k] is in the row that the loop writes: gcc's code for rows apart never runs
    assert executed(found, model, "vector") == 0.0
    assert executed(found, model, "store") >= 60**3


def test_the_band_of_object_code_is_its_own() -> None:
    toolchain = machine_of("-O2").default_toolchain
    asm = replace(ASM, residual_quantiles={0.05: 0.8, 0.95: 1.5})
    machine = machine_of("-O2")
    assert machine_factors(machine, toolchain, "asm", [])[0] is None
    known = replace(toolchain, asm=asm)
    factors, source = machine_factors(machine, known, "asm", [])
    assert source == "calibration"
    assert factors is not None
    assert 1 / factors[0] == pytest.approx(exp(hypot(log(1.5), log(0.8))))
    assert factors[1] == pytest.approx(exp(hypot(log(1.5), log(1.5))))
