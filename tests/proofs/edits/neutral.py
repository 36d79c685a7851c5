"""Edits of labels, names, declarations, blocks and files, which cost nothing, and all such edits."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from tests.proofs.edits.fixed import Source, Statement, Unit, in_code, renamed
from tests.proofs.edits.names import declaration, dummies, own_names
from tests.proofs.edits.spelling import case, comments, keywords, layout

if TYPE_CHECKING:
    from collections.abc import Callable


def labels(source: Source) -> None:
    """Give all statement labels other numbers, in another order."""
    for name in source.some():
        units = source.units(name)
        source.put(name, [_relabelled(unit, source) for unit in units])


def _relabelled(unit: Unit, source: Source) -> Unit:
    old = [item.label for item in unit.statements if item.label]
    new = source.rng.sample(range(1, 99999), k=len(old))
    numbers = {label: str(number) for label, number in zip(old, new, strict=True)}
    pattern = (
        r"(\bGO\s?TO\s*|\bDO\s+|\bASSIGN\s+|\b(?:FMT|ERR|END)\s*=\s*|\bWRITE\s*\([^,()]*,\s*)(\d+)"
    )
    several = r"(\bGO\s?TO\s*\()([\d,\s]+)(\))"

    def one(found: re.Match[str]) -> str:
        return found[1] + numbers.get(found[2], found[2])

    def many(found: re.Match[str]) -> str:
        return found[1] + re.sub(r"\d+", lambda n: numbers[n[0]], found[2]) + found[3]

    def other(code: str) -> str:
        code = re.sub(pattern, one, code, flags=re.IGNORECASE)
        return re.sub(several, many, code, flags=re.IGNORECASE)

    found = [
        replace(item, label=numbers.get(item.label, ""), text=in_code(item.text, other))
        for item in unit.statements
    ]
    return unit.with_statements(found)


def variables(source: Source) -> None:
    """Give local variables and named constants other names."""
    _rename_own(source, lambda unit: [n for n in own_names(unit) if n not in dummies(unit)])


def arguments(source: Source) -> None:
    """Give dummy arguments other names."""
    _rename_own(source, lambda unit: [n for n in own_names(unit) if n in dummies(unit)])


def _rename_own(source: Source, chosen: Callable[[Unit], list[str]]) -> None:
    for name in source.some():
        units: list[Unit] = []
        for unit in source.units(name):
            text = " ".join(item.text for item in unit.statements).upper()
            taken = set(re.findall(r"[A-Z]\w*", text))
            new: dict[str, str] = {}
            for old in chosen(unit):
                while (
                    fresh := f"{source.rng.choice('QVZ')}{source.rng.randint(1, 9999)}"
                ) in taken:
                    pass
                taken.add(fresh)
                new[old] = fresh
            units.append(_with_names(unit, new))
        source.put(name, units)


def _with_names(unit: Unit, names: dict[str, str]) -> Unit:
    return unit.with_statements(
        [replace(item, text=renamed(item.text, names)) for item in unit.statements]
    )


def units(source: Source) -> None:
    """Give one to three units other names, at all their calls as well."""
    every = [unit.name for name in source.files for unit in source.units(name)]
    chosen = source.rng.sample(every, k=min(len(every), source.rng.randint(1, 3)))
    new = {old: f"Y{old[-4:]}{source.rng.randint(1, 999)}" for old in chosen}
    source.renamed.update({now: old for old, now in new.items()})
    for name in source.files:
        found = source.units(name)
        if any(word in source.files[name].upper() for word in new):
            source.put(name, [_with_names(unit, new) for unit in found])


def declarations(source: Source) -> None:
    """Split, join and shuffle type statements."""
    for name in source.some():
        source.put(name, [_redeclared(unit, source) for unit in source.units(name)])


def _redeclared(unit: Unit, source: Source) -> Unit:
    found: list[Statement] = []
    style = source.rng.choice(["split", "shuffle", "reverse"])
    for item in unit.statements:
        read = declaration(item.text)
        if read is None or "*(" in read[0].replace(" ", ""):
            found.append(item)
            continue
        kind, entries = read
        source.rng.shuffle(entries)
        groups = [[entry] for entry in entries] if style == "split" else [entries]
        if style == "reverse":
            cut = source.rng.randint(0, len(entries))
            groups = [group for group in (entries[:cut], entries[cut:]) if group]
        for place, group in enumerate(groups):
            comment = item.comments if not place else ()
            found.append(Statement("", f"{kind} {', '.join(group)}", comment))
    return unit.with_statements(found)


_DO = re.compile(r"DO\s+(\d+)\s*,?\s*(\w+\s*=.*)$", re.IGNORECASE)
_END_DO = re.compile(r"END\s?DO$", re.IGNORECASE)
_BARE_DO = re.compile(r"DO\s+(?=\w+\s*=|WHILE\b)", re.IGNORECASE)


def loop_ends(source: Source) -> None:
    """Turn labelled loops into those with END DO, and the other way round."""
    for name in source.some():
        source.put(name, [_with_other_ends(unit, source) for unit in source.units(name)])


def _with_other_ends(unit: Unit, source: Source) -> Unit:
    text = " ".join(item.text for item in unit.statements).upper()
    free = [n for n in range(30000, 40000) if str(n) not in text]
    found: list[Statement] = []
    open_ends: list[str] = []  # the labels of loops that ended with END DO and now get one
    ends: dict[str, int] = {}
    for item in unit.statements:
        do = _DO.match(item.text)
        if do is not None and _ends_alone(unit, do[1]):
            ends[do[1]] = 1
            found.append(replace(item, text=f"DO {do[2]}"))
            continue
        if item.label in ends:
            found += [item, Statement("", "END DO")]
            continue
        if _BARE_DO.match(item.text) and "WHILE" not in item.text.upper():
            open_ends.append(str(free[source.rng.randrange(len(free))]))
            free.remove(int(open_ends[-1]))
            text = _BARE_DO.sub(f"DO {open_ends[-1]} ", item.text)
            found.append(replace(item, text=text))
            continue
        if _BARE_DO.match(item.text):
            open_ends.append("")
        if _END_DO.match(item.text):
            label = open_ends.pop()
            if label:
                assert not item.label
                found.append(Statement(label, "CONTINUE", item.comments))
                continue
        found.append(item)
    return unit.with_statements(found)


def _ends_alone(unit: Unit, label: str) -> bool:
    """Whether one loop ends at a label, with CONTINUE."""
    loops = [do for item in unit.statements if (do := _DO.match(item.text)) and do[1] == label]
    end = next(item for item in unit.statements if item.label == label)
    return len(loops) == 1 and end.text.strip().upper() == "CONTINUE"


_IF = re.compile(r"IF\s*\(", re.IGNORECASE)


def branches(source: Source) -> None:
    """Turn IF statements into IF blocks."""
    for name in source.some():
        source.put(name, [_with_blocks(unit, source) for unit in source.units(name)])


def _with_blocks(unit: Unit, source: Source) -> Unit:
    loop_labels = {do[1] for item in unit.statements if (do := _DO.match(item.text))}
    found: list[Statement] = []
    for item in unit.statements:
        start = _IF.match(item.text)
        end = _closing(item.text, start.end()) if start is not None else 0
        rest = item.text[end:].strip()
        is_block = rest.upper() == "THEN" or re.match(r"\d", rest) is not None
        if not end or is_block or item.label in loop_labels or source.rng.random() < 0.3:
            found.append(item)
            continue
        found += [
            replace(item, text=f"{item.text[:end]} THEN"),
            Statement("", rest),
            Statement("", "END IF"),
        ]
    return unit.with_statements(found)


def _closing(text: str, start: int) -> int:
    depth = 1
    for place in range(start, len(text)):
        depth += (text[place] == "(") - (text[place] == ")")
        if not depth:
            return place + 1
    return 0


def files(source: Source) -> None:
    """Move a unit into the file of another one."""
    if len(source.files) < 2:
        return
    moved, into = source.rng.sample(sorted(source.files), k=2)
    both = [source.files[into], source.files.pop(moved)]
    source.rng.shuffle(both)
    source.files[into] = "".join(both)


def file_names(source: Source) -> None:
    """Give a file another name."""
    old = source.rng.choice(sorted(source.files))
    source.files[f"z{source.rng.randint(1, 999)}_{old}"] = source.files.pop(old)


def mixed(source: Source) -> None:
    """Four other edits, one after another."""
    for edit in source.rng.sample(_SINGLE, k=4):
        edit(source)


_SINGLE: list[Callable[[Source], None]] = [
    comments,
    layout,
    case,
    keywords,
    labels,
    variables,
    arguments,
    units,
    declarations,
    loop_ends,
    branches,
    files,
    file_names,
]
NEUTRAL: dict[str, Callable[[Source], None]] = {
    "comments": comments,
    "layout": layout,
    "letter case": case,
    "keywords and constants respelled": keywords,
    "labels renumbered": labels,
    "local variables renamed": variables,
    "dummy arguments renamed": arguments,
    "units renamed": units,
    "declarations split and shuffled": declarations,
    "ends of loops": loop_ends,
    "IF statements as blocks": branches,
    "units moved to other files": files,
    "files renamed": file_names,
    "four of these": mixed,
}
"""Edits by name."""
