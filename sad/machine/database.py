"""Machines by name: a file of that name, else one of the database; strictly read, nothing guessed."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from machine_db import FOLDER
from sad.diagnostics import Span, argument_error, did_you_mean, input_error
from sad.document import Item, parse_document
from sad.files import no_pipe
from sad.machine.architecture import canonical_architecture
from sad.machine.read_toolchain import check_fallbacks, read_toolchain
from sad.machine.schema import (
    LINE_TIMES,
    SCHEMA_VERSION,
    Machine,
    MemoryLevel,
    Multicore,
    Toolchain,
)
from sad.machine.values import MachineValue, one_of, positive_number, read_value, require

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sad.machine.networks.model import ProgrammingModel


_SUFFIXES = (".yaml", ".yml")
_TOP = (
    *("schema", "name", "description", "kind", "extends", "processor", "memory"),
    *("shared", "threading", "network", "programming_models"),
)
_KINDS = ("estimate", "measured", "vendor")
_MAX_EXTENDS = 10
_CACHE = ("size_bytes", "line_bytes", "latency_s")
_TLB = ("entries", "page_bytes", "latency_s")


def database_names(folder: str = "") -> list[str]:
    """Return the names of the machines in the database, or of the files in one of its folders."""
    return sorted(
        entry.name.removesuffix(".yaml")
        for entry in FOLDER.joinpath(folder).iterdir()
        if entry.name.endswith(".yaml")
    )


def find_file(name: str, from_file: str = "") -> str | None:
    """Return the path of a machine file: as given, beside ``from_file``, or in the database.

    ``rules/NAME`` is found likewise.
    """
    folders = [Path(), *([Path(from_file).parent] if from_file else [])]
    for folder in folders:
        for suffix in ("", *_SUFFIXES):
            candidate = folder / f"{name}{suffix}"
            if os.path.isfile(candidate) and (suffix or candidate.suffix in _SUFFIXES):
                return str(candidate)
    stem = name.removesuffix(".yaml").removesuffix(".yml")
    own = FOLDER.joinpath(f"{stem}.yaml")
    if stem in database_names() or (stem.rpartition("/")[0] == "rules" and own.is_file()):
        return str(own)
    return None


def get_machine(name: str) -> Machine:
    """Return the machine ``name``, a path or a database entry; SAD401 if there is none."""
    path = find_file(name)
    if path is None:
        names = database_names()
        hint = did_you_mean(name, names, f"known machines: {', '.join(names)}")
        if os.path.isfile(name):
            hint = "a machine file ends in .yaml"
        raise argument_error("SAD401", f"no machine {name!r}, as a file or in the database", hint)
    return load_machine(path, find_file)


def load_machine(path: str, find: Callable[[str, str], str | None], depth: int = 0) -> Machine:
    """Read a machine file.

    ``find(name, from_file)`` locates the machine another one ``extends``, and rules under
    ``rules/NAME``. Raises ``SadError``: SAD401 (not found), SAD402 (no YAML), SAD403 (unknown or
    missing key), SAD404 (wrong type), SAD405 (an instruction without a time), SAD406 (twice), SAD407
    (a value that cannot be), SAD410 and SAD411 (a formula without a value, or that is no time).
    """
    root = _read(path)
    entries = root.mapping(_TOP)
    _check_schema(root, entries)
    base = _base(entries, path, find, depth)
    machine = _machine(root, entries, base, lambda rules: find(f"rules/{rules}", path))
    check_fallbacks(root, machine)
    return machine


def _read(path: str) -> Item:
    """The root of a file; raises SAD401 and SAD402."""
    try:
        text = Path(no_pipe(path)).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
        hint = "a machine file is UTF-8 text in YAML; see docs/machines.md"
        raise input_error("SAD401", f"cannot be read: {reason}", Span.at(path), hint) from None
    return _document(text, path)


@lru_cache(maxsize=8)
def _document(text: str, path: str) -> Item:
    """The root of a file, which several machines of a run may extend."""
    return parse_document(text, path)


def _check_schema(root: Item, entries: Mapping[str, Item]) -> None:
    if "schema" not in entries:
        root.fail("SAD403", "the key schema is missing", f"add the line: schema: {SCHEMA_VERSION}")
    version = entries["schema"].number()
    if version != SCHEMA_VERSION:
        hint = f"this version reads schema {SCHEMA_VERSION}"
        entries["schema"].fail("SAD407", f"schema {version:g} is not known", hint)


def _base(
    entries: Mapping[str, Item],
    path: str,
    find: Callable[[str, str], str | None],
    depth: int,
) -> Machine | None:
    if "extends" not in entries:
        return None
    name = entries["extends"].text()
    found = find(name, path)
    if found is None or depth >= _MAX_EXTENDS:
        hint = "name a machine of the database, or a file beside this one that extends no circle"
        entries["extends"].fail("SAD401", f"there is no machine {name} to extend", hint)
    return load_machine(found, find, depth + 1)


def _machine(
    root: Item,
    entries: Mapping[str, Item],
    base: Machine | None,
    find_rules: Callable[[str], str | None],
) -> Machine:
    def required(key: str) -> Item:
        if key not in entries:
            root.fail("SAD403", f"the key {key} is missing", "see docs/machines.md")
        return entries[key]

    name = required("name").text()
    if not name:
        entries["name"].fail("SAD404", "text is expected here", "give the machine a name")
    description = entries["description"].text() if "description" in entries else ""
    kind = base.kind if base else "estimate"
    if "kind" in entries:
        kind = one_of(entries["kind"], _KINDS)
    memory = (
        read_memory(entries["memory"]) if "memory" in entries else (base.memory if base else ())
    )
    network = base.network if base else None
    models: Mapping[str, ProgrammingModel] = base.programming_models if base else {}
    if "network" in entries:  # the base's programming models are formulas over the base's network
        from sad.machine.networks.read import read_network  # noqa: PLC0415 - few machines have one

        network, models = read_network(entries["network"]), {}
    if "programming_models" in entries:
        from sad.machine.networks.read import read_models  # noqa: PLC0415

        models = read_models(entries["programming_models"], models, network)
    if base is None or "processor" in entries:
        chip = _processor(required("processor"), base, find_rules)
    else:
        chip = base.processor, base.architecture, base.clock_hz, base.toolchains
    processor, architecture, clock, toolchains = chip
    return Machine(
        name,
        root.file,
        description,
        kind,
        processor,
        clock,
        toolchains,
        memory,
        architecture,
        network,
        models,
        _multicore(entries, base),
        _rating(entries, base),
    )


def _rating(entries: Mapping[str, Item], base: Machine | None) -> float | None:
    chip = entries["processor"].mapping() if "processor" in entries else {}
    if "rating_mflops" in chip:
        return read_value(chip["rating_mflops"], positive=True).value
    return base.rating_mflops if base else None


def _multicore(entries: Mapping[str, Item], base: Machine | None) -> Multicore:
    before = base.multicore if base else Multicore()
    chip = entries["processor"].mapping() if "processor" in entries else {}
    if not {"cores", "sockets"} & chip.keys() and not {"shared", "threading"} & entries.keys():
        return before
    from sad.machine.multicore import (  # noqa: PLC0415 - few machines say it
        read_costs,
        read_count,
        read_shared,
    )

    return Multicore(
        read_count(chip["cores"]) if "cores" in chip else before.cores,
        read_count(chip["sockets"]) if "sockets" in chip else before.sockets,
        read_shared(entries["shared"]) if "shared" in entries else before.shared,
        read_costs(entries["threading"], before.costs) if "threading" in entries else before.costs,
    )


def _processor(
    item: Item, base: Machine | None, find_rules: Callable[[str], str | None]
) -> tuple[str, str, float, Mapping[str, Toolchain]]:
    entries = item.mapping(
        (
            *("name", "architecture", "clock_hz", "rating_mflops"),
            *("cores", "sockets", "toolchains"),
        )
    )
    name = entries["name"].text() if "name" in entries else (base.processor if base else "")
    architecture = base.architecture if base else ""
    if "architecture" in entries:
        architecture = canonical_architecture(entries["architecture"].text())
    if "clock_hz" in entries:
        clock = positive_number(entries["clock_hz"])
    elif base is not None:
        clock = base.clock_hz
    else:
        item.fail("SAD403", "the key clock_hz is missing", "in hertz: clock_hz: 1.0e+9")
    toolchains: dict[str, Toolchain] = dict(base.toolchains) if base else {}
    if "toolchains" in entries:
        for key, entry in entries["toolchains"].mapping().items():
            toolchains[key] = read_toolchain(key, entry, clock, toolchains, find_rules)
    if not toolchains:
        item.fail("SAD403", "no toolchain is described", "see docs/machines.md")
    return name, architecture, clock, toolchains


# The section ``memory`` of a machine file: caches, TLBs and memory, from the processor outwards.


def read_memory(item: Item) -> tuple[MemoryLevel, ...]:
    """Return the levels: a list, or a mapping with the list ``levels``."""
    if not item.is_mapping:
        return tuple(_level(entry) for entry in item.sequence())
    entries = item.mapping(("levels",))
    require(item, entries, ("levels",))
    return tuple(_level(entry) for entry in entries["levels"].sequence())


def _level(item: Item) -> MemoryLevel:
    entries = item.mapping(("name", *_CACHE, *LINE_TIMES, "ways", *_TLB[:2]))
    is_tlb = "entries" in entries or "page_bytes" in entries
    require(item, entries, ("name", *(_TLB if is_tlb else _CACHE)))
    name = entries["name"].text()
    values = {
        key: read_value(entry, positive=key in ("size_bytes", "line_bytes", "ways", *_TLB[:2]))
        for key, entry in entries.items()
        if key != "name"
    }
    if is_tlb:
        for key in (
            "size_bytes",
            "line_bytes",
            "crowded_s_per_line",
            "rewritten_s_per_line",
            "ways",
        ):
            if key in values:
                hint = "what a TLB reaches is entries * page_bytes"
                entries[key].fail("SAD407", f"a TLB has no {key}", hint)
        pages, page = values["entries"], values["page_bytes"]
        values["size_bytes"] = MachineValue(
            pages.value * page.value, pages.source, pages.uncertainty
        )
        values["line_bytes"] = page
    return MemoryLevel(name, **values)
