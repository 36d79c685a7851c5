"""Where a calibration runs: CPU model, caches, the CPU to be pinned to, and who else is busy."""

from __future__ import annotations

import os
import platform
import time
from pathlib import Path

from sad.calibration.kernels.generate import Caches

_UNITS = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
_LOOK = 0.2  # seconds between two looks at who uses the CPUs
_BUSY = 0.1  # share of a CPU worth naming


def cpu_model() -> str:
    """Return the processor's name as the system gives it."""
    named = _said("model name", "Model", "Processor", "cpu")
    return (
        platform.processor() or platform.machine() if named is None else named or platform.machine()
    )


def microcode() -> str:
    """Return the version of the processor's microcode; empty where the system does not tell."""
    return _said("microcode") or ""


def _said(*keys: str) -> str | None:
    """What /proc/cpuinfo says under the first of some keys that is there; None without that file."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return None
    for key in keys:
        for line in lines:
            name, colon, value = line.partition(":")
            if colon and name.strip() == key and value.strip():
                return value.strip()
    return ""


def allowed_cpus() -> list[int]:
    """Return the CPUs this process may be pinned to, none where there is no pinning."""
    try:
        return sorted(os.sched_getaffinity(0))
    except (AttributeError, OSError):
        return []


def cpu_count() -> int:
    """Return how many CPUs this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def caches(cpu: int | None) -> Caches:
    """Return the sizes of a CPU's data caches, usual ones where the system does not tell."""
    sizes = {
        level: int(size[:-1]) * _UNITS[size[-1]]
        for level, size in _of_caches(cpu, "size").items()
        if size[:-1].isdigit() and size[-1:] in _UNITS
    }
    usual = Caches()
    l1, l2 = sizes.get(1, usual.l1), sizes.get(2, usual.l2)
    return Caches(l1, l2, sizes.get(3, max(usual.l3, 4 * l2) if 2 not in sizes else 4 * l2))


def caches_ways(cpu: int | None) -> dict[str, int]:
    """Return the ways of a CPU's data caches by name (l1, l2), where the system tells.

    The last level is left out: caches that cores share spread addresses over their parts by a hash.
    """
    found = _of_caches(cpu, "ways_of_associativity")
    return {
        f"l{level}": int(ways)
        for level, ways in sorted(found.items())
        if ways.isdigit() and int(ways) and level < max(found)
    }


def _of_caches(cpu: int | None, what: str) -> dict[int, str]:
    """What the system says of a CPU's caches for data, by level."""
    found: dict[int, str] = {}
    for folder in Path(f"/sys/devices/system/cpu/cpu{cpu or 0}/cache").glob("index*"):
        try:
            kind, level, said = (
                (folder / name).read_text(encoding="ascii").strip()
                for name in ("type", "level", what)
            )
            if kind != "Instruction":
                found[int(level)] = said
        except (OSError, ValueError):
            continue
    return found


def clock_hz(chain_s: float) -> float | None:
    """Return the clock from the time of a step of the canary's chain, None where it is not known.

    On x86-64 a step is a 64-bit multiplication, 3 cycles on every core since Nehalem and Zen, and a
    bitwise and, 1 cycle (uops.info; Fog, instruction tables). Elsewhere multiplications differ.
    """
    cycles = {"x86_64": 4.0, "AMD64": 4.0}.get(platform.machine())
    return cycles / chain_s if cycles else None


def load() -> str:
    """Return who else uses the CPUs now, in words."""
    first = _processes()
    time.sleep(_LOOK)
    second = _processes()
    ticks = os.sysconf("SC_CLK_TCK") * _LOOK
    busy = sorted(
        (
            ((used - first[number][1]) / ticks, name)
            for number, (name, used) in second.items()
            if number in first and number != os.getpid()
        ),
        reverse=True,
    )
    named = [f"{name} ({share:.0%} of a CPU)" for share, name in busy[:3] if share >= _BUSY]
    average = os.getloadavg()[0]
    what = (
        ", ".join(named) if named else "no process of this system; perhaps other guests of the host"
    )
    return f"load average {average:.1f}; busy: {what}"


def _processes() -> dict[int, tuple[str, int]]:
    found: dict[int, tuple[str, int]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            text = (folder / "stat").read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
        name = text[text.index("(") + 1 : text.rindex(")")]
        fields = text[text.rindex(")") + 2 :].split()
        found[int(folder.name)] = (name, int(fields[11]) + int(fields[12]))
    return found
