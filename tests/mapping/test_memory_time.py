"""What memory costs regions on machines made up for the purpose."""

from __future__ import annotations

import pytest

from sad.algebra.evaluate import compile_polys
from sad.analysis.unit import analyse
from sad.lowering.build import describe
from sad.machine.schema import Machine, MemoryLevel
from sad.machine.values import MachineValue
from sad.mapping.memory_time import OVERLAP, MemoryModel
from sad.mapping.working_set_text import working_set, working_set_text
from sad.model.expand import expand
from sad.model.saved import from_json, to_json
from sad.model.walks.near import near_indices
from tests.support.command import sad
from tests.support.model import program_of

TRANSPOSE = """      SUBROUTINE F (N, A, B)
      DOUBLE PRECISION A(N,N), B(N,N)
      DO 10 J = 1, N
      DO 10 I = 1, N
   10 B(J,I) = A(I,J)
      END
"""
COPY = """      SUBROUTINE F (N, A, B)
      DOUBLE PRECISION A(N), B(N)
      DO 10 I = 1, N
   10 B(I) = A(I)
      END
"""


def level(name, lines, latency, sequential=None, strided=None):
    times = [None if item is None else MachineValue(item) for item in (sequential, strided)]
    return MemoryLevel(
        name, MachineValue(lines * 64.0), MachineValue(64.0), MachineValue(latency), *times
    )


def machine(*memory):
    return Machine("made up", "", "", "estimate", "", 1e9, {}, tuple(memory))


CACHES = (
    level("L1", 64, 1.0),
    level("L2", 1024, 2.0, 3.0, 5.0),
    level("memory", 1e9, 4.0, 7.0, 11.0),
)


def costs(text, which, **values):
    description = describe(analyse(program_of(text)), with_work=True)
    description = from_json(to_json(description), "made.sad.json")
    expansion = expand(description, description.unit("F"))
    given = {f"F.{name}": value for name, value in values.items()}
    numbers = compile_polys([block.count for block in expansion.blocks])(given)
    counts = {b.id: float(n) for b, n in zip(expansion.blocks, numbers, strict=True)}
    model = MemoryModel(expansion)
    return model.costs(model.run(counts, given), which)


def test_what_the_first_level_holds_costs_nothing():
    cost = costs(COPY, machine(*CACHES), N=200)["F", "do10"]
    assert (cost.seconds, cost.by_level) == (0.0, {})


def test_lines_cost_what_their_level_says_and_written_ones_twice():
    cost = costs(COPY, machine(*CACHES), N=4000)["F", "do10"]
    lines = 1 + (4000 * 8 - 8) / 64
    assert cost.by_level.keys() == {"L2"}
    assert cost.seconds == pytest.approx(3 * (lines * 3.0 + 1 * 2.0), rel=1e-3)


def test_what_no_cache_holds_comes_from_the_last_level():
    cost = costs(COPY, machine(*CACHES), N=100_000)["F", "do10"]
    assert cost.by_level.keys() == {"memory"}
    assert cost.seconds == pytest.approx(3 * 12_500 * 7.0, rel=1e-3)


def test_a_latency_alone_is_shared_by_the_lines_under_way():
    plain = (level("L1", 64, 1.0), level("memory", 1e9, 4.0))
    cost = costs(COPY, machine(*plain), N=100_000)["F", "do10"]
    assert cost.seconds == pytest.approx(3 * 12_500 * 4.0 / OVERLAP, rel=1e-3)


def test_jumps_are_told_from_steps_and_layers_from_each_other():
    cost = costs(TRANSPOSE, machine(*CACHES), N=600)["F", "do10.do10"]
    read, written = 600 * 600 / 8, 600 * 600
    # A column of B does not fit L1, so each element is a line from L2; from memory it comes once.
    assert cost.by_level["memory"] == pytest.approx(read * 7.0 + 2 * read * 11.0, rel=0.02)
    assert cost.by_level["L2"] == pytest.approx(2 * (written - read) * 5.0, rel=0.02)


def test_a_tlb_costs_its_misses():
    table = MemoryLevel(
        "TLB", MachineValue(64 * 4096.0), MachineValue(4096.0), MachineValue(13.0),
        page_bytes=MachineValue(4096.0), entries=MachineValue(64.0),
    )  # fmt: skip
    few = costs(TRANSPOSE, machine(*CACHES, table), N=100)["F", "do10.do10"]
    many = costs(TRANSPOSE, machine(*CACHES, table), N=600)["F", "do10.do10"]
    assert "TLB" not in few.by_level
    assert many.by_level["TLB"] == pytest.approx(13.0 * 600 * 600, rel=0.03)


def test_a_leading_dimension_reaches_the_procedure_that_walks():
    text = """      SUBROUTINE F (N, A)
      DOUBLE PRECISION A(1000,N)
      CALL G (N, A, 1000)
      END
      SUBROUTINE G (N, A, LDA)
      DOUBLE PRECISION A(LDA,N)
      DO 10 I = 1, N
   10 A(1,I) = 0D0
      END
"""
    cost = costs(text, machine(*CACHES), N=2000)["G", "do10"]
    assert cost.by_level == {"memory": pytest.approx(2 * 2000 * 11.0)}
    dense = costs(text.replace("A, 1000)", "A, 1)"), machine(*CACHES), N=2000)["G", "do10"]
    assert dense.by_level == {"L2": pytest.approx(2 * 250 * 3.0, rel=0.01)}


def test_one_model_serves_many_runs():
    description = describe(analyse(program_of(COPY)), with_work=True)
    expansion = expand(description, description.unit("F"))
    model, formulas = MemoryModel(expansion), compile_polys([b.count for b in expansion.blocks])
    seconds: list[float] = []
    for size in (4000, 100_000, 4000):
        counts = dict(
            zip((b.id for b in expansion.blocks), map(float, formulas({"F.N": size})), strict=True)
        )
        run = model.run(counts, {"F.N": size})
        seconds.append(model.costs(run, machine(*CACHES))["F", "do10"].seconds)
    assert seconds[0] == seconds[2] < seconds[1]


def test_working_sets_are_formulas_in_the_sizes():
    unit = describe(analyse(program_of(TRANSPOSE)), with_work=True).unit("F")
    assert unit is not None
    assert working_set_text(unit, "do10.do10", 64, names={"F.N": "N"}) == "72*N bytes"
    assert working_set_text(unit, "do10", 64, 2.0**20, {"F.N": "N"}) == "16*N**2 bytes = 1 MiB"
    assert working_set(unit, "do99", 64) is None
    assert working_set_text(unit, "do99", 64) == "not known"


def test_near_indices_cost_what_the_elements_in_order_do():
    text = """      SUBROUTINE F (N, A, B, JA)
      DOUBLE PRECISION A(N), B(N)
      INTEGER JA(N)
      DO 10 I = 1, N
   10 B(I) = A({})*JA(I)
      END
"""
    direct = seconds_of(text.format("I"), with_near=False)
    assert seconds_of(text.format("JA(I)"), with_near=True) == pytest.approx(direct)
    assert seconds_of(text.format("JA(I)"), with_near=False) > 1.3 * direct


def seconds_of(text, *, with_near):
    description = describe(analyse(program_of(text)), with_work=True)
    description = near_indices(description) if with_near else description
    expansion = expand(description, description.unit("F"))
    given = {"F.N": 100_000}
    numbers = compile_polys([block.count for block in expansion.blocks])(given)
    counts = {b.id: float(n) for b, n in zip(expansion.blocks, numbers, strict=True)}
    model = MemoryModel(expansion)
    found = model.costs(model.run(counts, given), machine(*CACHES))
    return sum(item.seconds for item in found.values())


def test_near_indices_are_named_and_change_no_count(tmp_path):
    (tmp_path / "g.f").write_text(
        "      SUBROUTINE G (N, A, B, JA)\n      DOUBLE PRECISION A(N), B(N)\n"
        "      INTEGER JA(N)\n      DO 10 I = 1, N\n   10 B(I) = A(JA(I))\n      END\n"
    )
    options = ("--set", "N=1000000", "--machine", "xeon-emerald-rapids", "--assume", "near-indices")
    text = sad("analyze", tmp_path / "g.f", *options).out
    assert "100 % exact counts" in text
    assert "if index arrays lead from each element to one near it" in " ".join(text.split())
