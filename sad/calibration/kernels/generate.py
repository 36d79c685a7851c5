"""All kernels of a language, from templates: the same seed and caches give the same kernels."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING

from sad.calibration.kernel import Kernel, KernelArgument, Kind
from sad.calibration.kernels.branches import branch_templates, decision_templates
from sad.calibration.kernels.c import c_unit
from sad.calibration.kernels.chains import call_templates, chain_templates
from sad.calibration.kernels.fortran import fortran_unit
from sad.calibration.kernels.memory import memory_templates, nest_templates
from sad.calibration.kernels.operations import operation_templates, random_templates, type_templates
from sad.calibration.kernels.template import Known, element_count, size_values, variables
from sad.records import record

if TYPE_CHECKING:
    from sad.calibration.kernel import Language, MemoryClass
    from sad.calibration.kernels.template import Template


_BYTES = {
    Kind.INTEGER: 4,
    Kind.REAL: 4,
    Kind.DOUBLE: 8,
    Kind.COMPLEX: 8,
    Kind.DOUBLE_COMPLEX: 16,
}
_EVERY = 7  # one kernel in so many of a family is left out of fits
_FIRST_LEFT_OUT = 4
_HEADERS = {
    "complex.h": re.compile(r"\bcomplex\b"),
    "math.h": re.compile(r"\b(sqrt|exp|log|sin|cos|fabs|fmin|fmax|copysign|pow|lround)f?\("),
    "stdlib.h": re.compile(r"\babs\("),
}


@record
class Caches:
    """Sizes of the data caches [bytes], the last one as one core may use it."""

    l1: int = 32 << 10
    l2: int = 1 << 20
    l3: int = 32 << 20


def kernels(language: Language, caches: Caches, seed: int = 1) -> tuple[Kernel, ...]:
    """Return every kernel of a language, numbered in order."""
    seen: dict[str, int] = {}
    made: list[Kernel] = []
    for number, template in enumerate(all_templates(seed, caches.l2, caches.l3), start=1):
        place = seen[template.family] = seen.get(template.family, 0) + 1
        left_out = place % _EVERY == _FIRST_LEFT_OUT
        made.append(_kernel(template, number, language, caches, left_out=left_out))
    return tuple(made)


def _kernel(
    template: Template, number: int, language: Language, caches: Caches, *, left_out: bool
) -> Kernel:
    known = Known()
    entry = f"K{number:03d}" if language == "fortran" else f"k{number:03d}"
    units = [(*template.callees[:at], callee) for at, callee in enumerate(template.callees)]
    if language == "fortran":
        texts = [fortran_unit(unit[-1], entry, unit[:-1], known) for unit in units]
        texts.append(fortran_unit(template.main, entry, template.callees, known))
        source = "".join(texts)
    else:
        flat = template.flat
        texts = [c_unit(unit[-1], entry, unit[:-1], known, flat=flat) for unit in units]
        texts.append(c_unit(template.main, entry, template.callees, known, flat=flat))
        text = "\n".join(texts)
        headers = [f"#include <{name}>\n" for name, used in _HEADERS.items() if used.search(text)]
        source = "".join(headers) + ("\n" if headers else "") + text
    declared = variables(template.main)
    sizes = size_values(declared)
    arguments: list[KernelArgument] = []
    for item in declared.values():
        if item.role == "local":
            continue
        count = {"array": element_count(item, sizes), "out": 1}.get(item.role)
        arguments.append(KernelArgument(item.name, item.kind, count, item.fill))
    footprint = sum((item.count or 0) * _BYTES[item.kind] for item in arguments)
    named = {name.upper() if language == "fortran" else name: size for name, size in sizes.items()}
    return Kernel(
        name=f"{template.family}/{template.title}",
        family=template.family,
        language=language,
        source=source,
        entry=entry,
        arguments=tuple(arguments),
        sizes=named,
        settings=known.settings,
        misses=known.misses,
        memory=_memory(footprint, caches),
        footprint_bytes=footprint,
        fresh=template.fresh,
        left_out=left_out,
    )


def _memory(footprint: int, caches: Caches) -> MemoryClass:
    if footprint <= caches.l1:
        return "l1"
    if footprint <= caches.l2:
        return "l2"
    return "l3" if footprint <= caches.l3 else "memory"


def all_templates(seed: int, l2_bytes: int, l3_bytes: int) -> list[Template]:
    """Return all templates; the names (family, title) are unique."""
    random = Random(seed)
    found = [
        *operation_templates(),
        *chain_templates(),
        *branch_templates(),
        *nest_templates(),
        *decision_templates(),
        *call_templates(),
        *type_templates(),
        *random_templates(random),
        *memory_templates(l2_bytes, l3_bytes),
    ]
    names = [(item.family, item.title) for item in found]
    assert len(set(names)) == len(names), "kernels share a name"
    return found
