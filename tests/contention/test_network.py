"""``sad solve MODEL.pam``: parallel models as queueing networks."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.support.command import sad

if TYPE_CHECKING:
    from pathlib import Path

REPAIR = "corpus/pamela/repair.pam"


def measures(*arguments: str) -> dict[str, float]:
    found = sad("solve", *arguments, "--format", "json")
    assert found.code == 0, found.err
    (model,) = json.loads(found.out)["models"]
    known = {item["name"]: item["value"] for item in model["measures"]}
    (table,) = model["tables"]
    for part in table["parts"]:
        for column, value in zip(table["columns"], part["values"], strict=True):
            known[f"{column['name']}:{part['name']}"] = value
    return known


def test_machine_repair_is_the_network_of_the_same_name():
    """F18."""
    found = measures(REPAIR, "--set", "P=11")
    assert found["cycle"] == pytest.approx(0.001 * 95722457 / 7281587, rel=1e-12)
    known = measures("corpus/stochastic/repair.qn.yaml")
    for name in ("throughput", "cycle", "jobs", "response", "saturation"):
        assert found[name] == pytest.approx(known[name], rel=1e-12)
    assert found["utilisation:s"] == pytest.approx(known["utilisation:server"], rel=1e-12)


@pytest.mark.parametrize("clients", [1, 5, 11, 40])
def test_the_time_is_the_estimate_of_contention(clients: int, tmp_path: Path):
    file = tmp_path / "disks.pam"
    file.write_text(f"""\
resource cpu(2), disk;
L = par (p = 1, {clients}) seq (i = 1, 30)
      {{ use(cpu, 4 ms); use(disk, 1 ms); delay(3 ms); use(cpu, 1 ms) }};
""")
    found = measures(str(file))
    value = json.loads(sad("contention", str(file), "--format", "json").out)
    assert found["time"] == pytest.approx(value["estimate"]["seconds"], rel=1e-12)
    assert found["utilisation:cpu"] == pytest.approx(found["throughput"] * 0.005 / min(2, clients))
    inside = sum(found[f"jobs:{name}"] for name in ("cpu", "disk", "delays"))
    assert inside == pytest.approx(clients, rel=1e-12)


@pytest.mark.parametrize(
    ("model", "message"),
    [
        ("corpus/pamela/t800.pam", "more than 5,000 places"),
        ("corpus/pamela/pipeline.pam", "a value is missing: N"),
        ("corpus/pamela/lock.pam", "a value is missing: T"),
    ],
)
def test_what_is_no_network_is_told(model: str, message: str):
    found = sad("solve", model)
    assert found.code == 3
    assert "SAD989" in found.err
    assert message in found.err
