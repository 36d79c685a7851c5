"""How a calibrated machine file came about: section ``calibration``. Written by the calibrator."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.machine.values import number_not_negative, require
from sad.records import field, record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.document import Item

_TEXTS = ("date", "tool", "cpu", "compiler_version", "flags", "microcode")
_NUMBERS = ("canary_s", "noise", "kernels", "rejected", "duration_s")
_FIELDS = (*_TEXTS, *_NUMBERS, "residual_quantiles", "covered")


@record
class Provenance:
    """Where a toolchain's calibrated numbers come from.

    ``canary_s`` is the time of the canary kernel [s], ``noise`` the relative spread of repeated
    measurements, ``kernels`` how many kernels the fit used, ``rejected`` how many it dropped.
    ``residual_quantiles`` are measured/predicted of kernels left out of the fit, by quantile (0.05
    to 0.95). ``covered`` lists operations some kernel of the fit performs (dotted prefixes).
    """

    date: str = ""
    tool: str = ""
    cpu: str = ""
    compiler_version: str = ""
    flags: str = ""
    microcode: str = ""
    canary_s: float | None = None
    noise: float | None = None
    kernels: int = 0
    rejected: int = 0
    duration_s: float | None = None
    residual_quantiles: Mapping[float, float] = field(default_factory=dict[float, float])
    covered: tuple[str, ...] = ()


def read_provenance(item: Item) -> Provenance:
    """Return the section ``calibration``; date, cpu, compiler_version and kernels are needed."""
    entries = item.mapping(_FIELDS)
    require(item, entries, ("date", "cpu", "compiler_version", "kernels"))
    texts = {key: entries[key].text() if key in entries else "" for key in _TEXTS}
    numbers = {key: number_not_negative(entries[key]) for key in _NUMBERS if key in entries}
    quantiles: dict[float, float] = {}
    if "residual_quantiles" in entries:
        quantiles = read_quantiles(entries["residual_quantiles"])
    covered: tuple[str, ...] = ()
    if "covered" in entries:
        covered = tuple(entry.text() for entry in entries["covered"].sequence())
    return Provenance(
        **texts,
        canary_s=numbers.get("canary_s"),
        noise=numbers.get("noise"),
        kernels=int(numbers["kernels"]),
        rejected=int(numbers.get("rejected", 0)),
        duration_s=numbers.get("duration_s"),
        residual_quantiles=quantiles,
        covered=covered,
    )


def read_quantiles(item: Item) -> dict[float, float]:
    """Return ratios by level, ``{0.05: 0.83, 0.95: 1.21}``: sorted, each above 0 and not falling."""
    found: dict[float, float] = {}
    previous = (0.0, 0.0)
    for key, entry in item.mapping().items():
        try:
            level = float(key)
        except ValueError:
            level = -1.0
        if not 0 < level < 1:
            entry.fail(
                "SAD407", f"{key} is no quantile", "write levels between 0 and 1: 0.05: 0.83"
            )
        ratio = number_not_negative(entry)
        if level <= previous[0] or ratio < previous[1] or ratio == 0:
            entry.fail("SAD407", "quantiles must rise", "sort by level; ratios are above 0")
        found[level] = ratio
        previous = (level, ratio)
    return found
