"""The machine files of a validation, from the raw times of the calibration's kernels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.calibration.fitting.fit import report_lines
from sad.calibration.fitting.machine import calibrated_machine, machine_text
from sad.calibration.measure import read_measurements

if TYPE_CHECKING:
    from pathlib import Path


def write_machines(raw: Path, here: Path, classical: Path) -> str:
    """Fit the times in ``raw``; write the machine, and that of the classical tables. Return a report.

    Raises ``SadError`` as ``calibrated_machine`` and ``read_measurements``.
    """
    measured = read_measurements(raw.read_text(encoding="utf-8"), str(raw))
    found = calibrated_machine(measured, here.stem)
    here.write_text(machine_text(found.machine), encoding="utf-8")
    classical.write_text(machine_text(found.classical), encoding="utf-8")
    lines: list[str] = []
    for toolchain, item in found.fits.items():
        lines.extend(report_lines(toolchain, item.report, worst=0))
    return "\n".join(lines) + "\n"
