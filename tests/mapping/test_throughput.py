"""The throughput model against closed forms: norms, mispredictions, overlap, what adds up."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from sad.analysis.unit import analyse
from sad.diagnostics import SadError
from sad.evaluation.bind_model import bind_model
from sad.evaluation.model import build_model
from sad.evaluation.predict import predict
from sad.lowering.build import describe
from sad.machine.read_toolchain import MODELS
from sad.machine.schema import Machine, Toolchain
from sad.machine.throughput import Throughput, VectorUnit
from sad.machine.values import MachineValue
from sad.mapping.bind import COST_MODELS, bind_machine, cost_model_for
from sad.mapping.bound import Run
from sad.mapping.bounds import Demand, RegionDemands
from sad.mapping.regions import LoopEntries, Region, misses_of, regions_of
from sad.mapping.resources import MEMORY, PROCESSOR, combined, p_norm
from sad.mapping.throughput import region_cost
from sad.model.expand import expand
from sad.model.work import Chain, LoopWork, Vector
from sad.profiles.settings import settings_from_arguments
from tests.support.model import program_of

if TYPE_CHECKING:
    from sad.evaluation.model import Model

SOURCE = """\
      SUBROUTINE S(N, A, B, T)
      INTEGER N, I, J
      DOUBLE PRECISION A(N,N), B(N), T
      DO 10 J = 1, N
      T = 0.0D0
      DO 20 I = 1, N
   20 IF (A(I,J) .GT. 0.5D0) T = T + A(I,J)*B(I)
   10 B(J) = T
      END
"""
IF = "S.prob@do10.do20.if1"
TABLE = {
    key: MachineValue(1e-9 * (n + 1))
    for n, key in enumerate(
        ("load", "store", "assign", "add", "mul", "compare", "branch", "loop", "convert")
    )
}


def machine(throughput: Throughput | None, model: str = "throughput") -> Machine:
    toolchain = Toolchain("t", "f77", "-O0", model, TABLE, throughput=throughput)
    return Machine("m", "m.yaml", "", "measured", "p", 1e9, {"t": toolchain})


def plain(**changes: object) -> Throughput:
    return replace(Throughput("plain", 6.0, {}, {"any": MachineValue(1e-9)}, {}), **changes)


def model(**values: object) -> Model:
    settings = settings_from_arguments([f"{name}={value}" for name, value in values.items()])
    description = describe(analyse(program_of(SOURCE)), with_work=True)
    return build_model(description, None, settings)


def total(throughput: Throughput | None, kind: str | None = None, **values: object) -> float:
    on = machine(throughput)
    found = model(**values)
    prediction = predict(found, bind_model(found, on, on.default_toolchain, kind))
    assert prediction.total is not None
    return prediction.total


@pytest.mark.parametrize("norm", [1.0, 2.0, 6.0, 80.0])
def test_a_norm_lies_between_the_largest_and_the_sum_and_its_slopes_make_it_up(norm: float):
    values = [3.0, 1.0, 0.0, 2.5]
    value, slopes = p_norm(values, norm)
    assert max(values) <= value <= sum(values)
    assert sum(v * s for v, s in zip(values, slopes, strict=True)) == pytest.approx(value)
    step = 1e-7
    for place, slope in enumerate(slopes):
        if values[place]:
            moved = [v + step * (n == place) for n, v in enumerate(values)]
            assert (p_norm(moved, norm)[0] - value) / step == pytest.approx(slope, abs=1e-5)


def test_the_sum_is_the_norm_of_one_and_the_largest_that_of_many():
    assert p_norm([1.0, 2.0, 3.0], 1.0)[0] == pytest.approx(6.0)
    assert p_norm([1.0, 2.0, 3.0], 400.0)[0] == pytest.approx(3.0)
    assert p_norm([], 6.0) == (0.0, [])


def test_without_chains_and_misses_plain_code_is_the_additive_sum():
    values = {"N": 7, IF: "1/2"}
    additive = total(None, "additive", **values)
    assert total(plain(latencies={"any": MachineValue(0.0)}), **values) == pytest.approx(additive)


def test_counts_times_seconds_add_up_to_the_regions():
    on = machine(plain(miss_s=5e-9))
    found = model(**{"N": 9, IF: 0.25})
    bound = bind_model(found, on, on.default_toolchain)
    prediction = predict(found, bound)
    assert prediction.total == pytest.approx(sum(cost.seconds for cost in bound.regions))
    for block in bound.blocks:
        assert block.seconds == pytest.approx(sum(block.lines))
        assert block.demand_of(PROCESSOR) == pytest.approx(block.seconds)
        assert block.demand_of(MEMORY) == 0.0


def test_demands_add_up_to_the_regions_and_combine_to_the_time():
    norm = 2.0
    on = machine(plain(miss_s=5e-9, memory_norm=norm))
    found = model(**{"N": 9, IF: 0.25})
    counts = {key: float(v) for key, v in predict(found, None).counts.items() if v is not None}
    memory = {("S", "do10.do20"): 7e-6, ("S", "do10"): 3e-7}
    bound = bind_machine(found.expansion, on, run=Run(counts, {}, memory))
    for resource in (PROCESSOR, MEMORY):
        whole = sum(counts[block.block.id] * block.demand_of(resource) for block in bound.blocks)
        assert whole == pytest.approx(sum(cost.demand[resource] for cost in bound.regions))
    assert sum(cost.demand[MEMORY] for cost in bound.regions) == pytest.approx(7.3e-6)
    for block in bound.blocks:
        demand = {name: block.demand_of(name) for name in block.demand}
        assert block.seconds == pytest.approx(combined(demand, norm))
        assert block.seconds < sum(demand.values()) or MEMORY not in demand
    additive = bind_machine(found.expansion, on, model="additive")
    assert all(block.demand == {PROCESSOR: block.lines} for block in additive.blocks)


def test_a_branch_without_a_recorded_rate_is_missed_as_often_as_its_rarer_way():
    for probability, rate in ((0.25, 0.25), (0.75, 0.25), (0.0, 0.0), (1.0, 0.0)):
        values = {"N": 10, IF: probability}
        missed = total(plain(miss_s=1e-6), **values) - total(plain(), **values)
        assert missed == pytest.approx(rate * 100 * 1e-6)


def test_recorded_rates_count_instead():
    on = machine(plain(miss_s=1e-6))
    found = model(**{"N": 10, IF: 0.25})
    counts = {key: float(v) for key, v in predict(found, None).counts.items() if v is not None}
    costs = [
        bind_machine(found.expansion, on, run=Run(counts, {("S", "do10.do20.if1"): rate})).regions
        for rate in (0.0, 0.03)
    ]
    seconds = [sum(cost.seconds for cost in regions) for regions in costs]
    assert seconds[1] - seconds[0] == pytest.approx(0.03 * 100 * 1e-6)


def test_the_end_of_a_long_loop_is_missed_and_that_of_a_short_one_is_not():
    for trips, missed in ((100, 0.0), (101, 101.0)):
        found = model(**{"N": trips, IF: 0.0})
        counts = {key: float(v) for key, v in predict(found, None).counts.items() if v is not None}
        entries = LoopEntries(found.expansion).at(counts)
        assert entries["S", "do10.do20"] == trips
        rates = misses_of(regions_of(found.expansion), counts, entries, {})
        assert rates["S", "do10.do20"]["do10.do20"] == missed


def test_what_is_recorded_of_a_loop_has_the_operands_of_its_condition():
    source = "void f(int n, int *a, int *b) { int k = 0; while (k < n && (a[k] || b[k])) k++; }"
    description = describe(analyse(program_of(source, "c")), with_work=True)
    regions = regions_of(expand(description, description.unit("f")))
    counts = {block.id: 10.0 for region in regions for block in region.blocks}
    paths = {path for region in regions for path in misses_of(regions, counts, {}, {})[key(region)]}
    assert {"while1", "while1.and2", "while1.or3"} <= paths
    recorded = misses_of(regions, counts, {("f", "while1"): 2.0}, {("f", "while1"): 0.5})
    assert recorded["f", "while1"] == {"while1": 1.0}


def key(region: Region) -> tuple[str, str]:
    return region.unit.name, region.path


def test_open_counts_let_every_block_stand_by_itself():
    on = machine(plain())
    found = model(N=5)
    prediction = predict(found, bind_model(found, on, on.default_toolchain))
    assert prediction.total is None
    assert all(block.seconds > 0 for block in prediction.bound.blocks)


def demands(chain: Chain, issue: float, wait: float) -> RegionDemands:
    found = model(**{"N": 5, IF: 0})
    inner = next(item for item in regions_of(found.expansion) if item.path == "do10.do20")
    block = inner.blocks[0]
    region = Region(inner.unit, inner.path, LoopWork(inner.path, chains=(chain,)), (block,))
    demand = Demand((issue, wait), 0.0, frozenset())
    return RegionDemands(region, ("work", "chain 0"), ((1, chain),), ((block.id, (demand,)),))


@pytest.mark.parametrize(("around", "seconds"), [(False, 8.0), (True, 4.0)])
def test_lines_are_touched_once_for_all_sums_of_a_vector(around: bool, seconds: float):
    asked = demands(Chain(0, "plain", carried=True, restarts=True), 1e-10, 1e-9)
    work = replace(asked.region.work, vector=Vector(True, around=around))
    asked = replace(asked, region=replace(asked.region, work=work))
    counts = {asked.blocks[0][0]: 100.0}
    cost = region_cost(asked, plain(vector=VectorUnit(16)), counts, 10.0, {}, 8.0)
    assert cost.lanes == 2.0
    assert cost.demand[MEMORY] == seconds


@pytest.mark.parametrize("restarts", [False, True])
def test_chains_that_start_anew_overlap_within_the_window(restarts: bool):
    asked = demands(Chain(0, "plain", carried=True, restarts=restarts), 1e-10, 1e-9)
    block = asked.blocks[0][0]
    throughput = plain(norm=400.0, window_s=9e-9)
    trips, entries = 100.0, 10.0
    cost = region_cost(asked, throughput, {block: trips}, entries, {})
    work = trips * 1e-10 / entries
    factor = work / (work + 9e-9) if restarts else 1.0
    assert cost.bounds["chain 0"] == pytest.approx(trips * 1e-9 * factor)
    assert cost.winner == ("work" if trips * 1e-10 > trips * 1e-9 * factor else "chain 0")


def test_memory_joins_with_a_norm_of_its_own():
    asked = demands(Chain(0, "plain", carried=True, restarts=False), 3e-9, 0.0)
    block = asked.blocks[0][0]
    assert region_cost(asked, plain(), {block: 1.0}, 1.0, {}, 4e-9).seconds == pytest.approx(5e-9)


def test_a_toolchain_without_the_numbers_asked_for_is_an_error():
    found = model(**{"N": 5, IF: 0})
    with pytest.raises(SadError, match="SAD450"):
        bind_machine(found.expansion, machine(None, "additive"), model="throughput")


def test_a_description_without_work_is_an_error():
    settings = settings_from_arguments(["N=5"])
    found = build_model(describe(analyse(program_of(SOURCE))), None, settings)
    with pytest.raises(SadError, match="SAD451"):
        bind_machine(found.expansion, machine(plain()))


@pytest.mark.parametrize(("trips", "gained"), [(100.0, 2.0), (99.0, 99 / 50), (1.0, 1.0)])
def test_vector_code_does_several_iterations_at_once_and_the_rest_singly(
    trips: float, gained: float
):
    asked = demands(Chain(0, "plain", carried=False, restarts=False), 1e-9, 0.0)
    work = replace(asked.region.work, chains=(), vector=Vector(possible=True, element_bytes=8))
    asked = replace(asked, region=replace(asked.region, work=work), chains=())
    block = asked.blocks[0][0]
    unit = VectorUnit(16, entry_s=7e-9)
    cost = region_cost(asked, plain(vector=unit), {block: 10 * trips}, 10.0, {})
    assert cost.lanes == pytest.approx(gained)
    started = 10 * 7e-9 if gained > 1 else 0.0
    assert cost.seconds == pytest.approx(10 * trips * 1e-9 / gained + started)


@pytest.mark.parametrize(("width", "left"), [(16, 0.0), (8, 5.0)])
def test_vector_code_chooses_without_branches_that_could_be_missed(width: int, left: float):
    asked = demands(Chain(0, "plain", carried=False, restarts=False), 1e-9, 0.0)
    work = replace(asked.region.work, vector=Vector(possible=True, element_bytes=8))
    asked = replace(asked, region=replace(asked.region, work=work))
    throughput = plain(vector=VectorUnit(width), miss_s=2e-9)
    path = asked.region.path
    missed = {path: 1.0, f"{path}.if1": 5.0}
    cost = region_cost(asked, throughput, {asked.blocks[0][0]: 64.0}, 1.0, missed)
    assert cost.misses == {path: 2e-9, f"{path}.if1": pytest.approx(left * 2e-9)}


@pytest.mark.parametrize("change", [{"masked": True}, {"reduction": True}, {"possible": False}])
def test_loops_the_compiler_leaves_alone_stay_as_they_are(change: dict[str, bool]):
    asked = demands(Chain(0, "plain", carried=False, restarts=False), 1e-9, 0.0)
    vector = replace(Vector(possible=True, element_bytes=8), **change)
    asked = replace(
        asked, region=replace(asked.region, work=replace(asked.region.work, vector=vector))
    )
    block = asked.blocks[0][0]
    cost = region_cost(asked, plain(vector=VectorUnit(16)), {block: 64.0}, 1.0, {})
    assert cost.lanes == 1.0


def test_what_machine_files_may_name_is_a_cost_model():
    assert set(MODELS) <= COST_MODELS.keys()


def test_an_unknown_cost_model_is_an_error():
    with pytest.raises(SadError, match="SAD450"):
        cost_model_for(machine(plain()).default_toolchain, "none")
