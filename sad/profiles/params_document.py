"""A parameter document: a file that `sad` and people write in turn.

    schema: 1
    about: {tool: ..., entry: ..., sources: [...], ...}
    sizes:
      MD1.NPART: {kind: size, ..., value: 500}
    parameters:
      WRAP.prob@do10.if1: {alias: P1, kind: probability, place: "md1.f:552", ..., value: 1.3e-4}
    branches:
      WRAP.loop@do10: {place: "md1.f:551", ..., misses: 1}
    vanished:
      WRAP.prob@do10.if9: {..., value: 0.5}

What `sad` does not change stays as it is in the file: comments, order, numbers as written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import yaml

from sad.diagnostics import Span, input_error
from sad.profiles.params_file import (
    BRANCHES,
    COUNTS,
    FIELDS,
    MISSES,
    TOGETHER,
    params_in,
    params_text,
)
from sad.profiles.yaml_edit import (
    STEP,
    Written,
    YamlPart,
    as_block,
    new_part,
    plain,
    split,
    written,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sad.profiles.yaml_edit import Plain, YamlValue

PARAMETERS, SIZES, VANISHED, ABOUT = "parameters", "sizes", "vanished", "about"
SECTIONS = (SIZES, PARAMETERS, BRANCHES, VANISHED)
_ORDER = ("schema", ABOUT, *SECTIONS, COUNTS, TOGETHER)
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class ParamsDocument:
    """Entries by long name in sections, each a mapping of fields."""

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        text = as_block(text)
        self._top = {part.key: part for part in split(text if text.endswith("\n") else text + "\n")}
        self._heads: dict[str, str] = {}
        self._sections: dict[str, dict[str, YamlPart]] = {name: {} for name in SECTIONS}
        for name in SECTIONS:
            part = self._top.get(name)
            if part is not None and not part.is_block():
                part.set(written(part.value()))
            if part is not None and part.is_block():
                self._heads[name], parts = part.nested()
                self._sections[name] = {item.key: item for item in parts}

    @classmethod
    def read(cls, path: str) -> ParamsDocument:
        """Read a document.

        Raises ``SadError``: what ``load_params`` does, and SAD721 (the file has anchors, tags or
        several documents, which are not edited).
        """
        text = params_text(path)
        params_in(text, path)
        _check_plain(text, path)
        return cls(text, path)

    @classmethod
    def new(cls, header: Mapping[str, YamlValue], file: str = "<new>") -> ParamsDocument:
        """Return an empty document with ``header`` as its section ``about``."""
        document = cls("schema: 1\n", file)
        document.set_header(header)
        return document

    # --- header ----------------------------------------------------------------------------------

    @property
    def header(self) -> dict[str, Plain]:
        """The section ``about``; empty if a person wrote the file."""
        part = self._top.get(ABOUT)
        value = part.value() if part is not None else None
        return value if isinstance(value, dict) else {}

    def set_header(self, fields: Mapping[str, YamlValue]) -> None:
        """Update the given fields of the section ``about``."""
        part = self._top.get(ABOUT)
        if part is None:
            self._top = _with(self._top, new_part(ABOUT, dict(fields), 0))
        else:
            _updated(part, fields)

    def drop_header(self, fields: Iterable[str]) -> None:
        """Take fields out of the section ``about``; comments before them stay."""
        if ABOUT in self._top:
            _without(self._top[ABOUT], fields)

    def set_introduction(self, text: str) -> None:
        """Make comment lines the file's first, before its first key, if it is a new file."""
        first = next(iter(self._top.values()), None)
        if first is not None and not first.before:
            first.before = text

    # --- counts of runs --------------------------------------------------------------------------

    def whole(self, name: str) -> dict[str, Plain]:
        """Return the section ``counts`` or ``together``; empty if there is none."""
        part = self._top.get(name)
        value = part.value() if part is not None else None
        return value if isinstance(value, dict) else {}

    def set_whole(self, name: str, entries: Mapping[str, YamlValue]) -> None:
        """Write one of these sections anew."""
        self._top.pop(name, None)
        if entries:
            self._top = _with(self._top, new_part(name, dict(entries), 0))

    # --- entries ---------------------------------------------------------------------------------

    def names(self, section: str = PARAMETERS) -> list[str]:
        """Return the names of a section's entries, in the order of the file."""
        return list(self._sections[section])

    def last_name(self, section: str = PARAMETERS) -> str | None:
        """Return the name of a section's last entry; None if it has none."""
        return next(reversed(self._sections[section]), None)

    def section_of(self, name: str) -> str | None:
        """Return where an entry is; None if there is none of this name."""
        return next((item for item in SECTIONS if name in self._sections[item]), None)

    def entry(self, name: str) -> dict[str, Plain]:
        """Return the fields of an entry, every scalar as the text written; empty if there is none."""
        section = self.section_of(name)
        if section is None:
            return {}
        value = self._sections[section][name].value()
        if isinstance(value, dict):
            return value
        return {(MISSES if section == BRANCHES else "value"): value}

    def line(self, name: str) -> int:
        """Return the line in which an entry starts now; 1 if there is none of this name."""
        root = yaml.compose(self.text(), Loader=_LOADER)
        assert isinstance(root, yaml.MappingNode)
        for key, section in root.value:
            if key.value == self.section_of(name):
                for entry, _ in section.value:
                    if entry.value == name:
                        return entry.start_mark.line + 1
        return 1

    def set_entry(
        self,
        name: str,
        fields: Mapping[str, YamlValue],
        section: str = PARAMETERS,
        at: int | None = None,
    ) -> None:
        """Update the given fields of an entry and nothing else; None empties a field.

        An entry of this name is changed where it is, except that one that had vanished comes back.
        A new one goes into ``section``, at the end or before the entry number ``at``.
        """
        fields = {key: _field(key, value) for key, value in fields.items()}
        found = self.section_of(name)
        if found is None:
            self._insert(section, new_part(name, fields, self._indent(section)), at)
            return
        part = _updated(self._sections[found][name], fields)
        if found == VANISHED and section != VANISHED:
            del self._sections[found][name]
            self._insert(section, part, at)

    def move(self, name: str, section: str, at: int | None = None) -> None:
        """Move an entry, with its comments, to the end of a section or before the entry ``at``."""
        found = self.section_of(name)
        if found is not None:
            self._insert(section, self._sections[found].pop(name), at)

    def rename(self, old: str, new: str) -> None:
        """Give an entry another name, in its place."""
        section = self.section_of(old)
        if section is None or old == new:
            return
        entries = self._sections[section]
        self._sections[section] = {
            (new if key == old else key): (item.renamed(new) if key == old else item)
            for key, item in entries.items()
        }

    def drop_fields(self, name: str, fields: Iterable[str]) -> None:
        """Take fields out of an entry; comments before them stay."""
        section = self.section_of(name)
        if section is not None:
            _without(self._sections[section][name], fields)

    def remove(self, name: str) -> None:
        """Take an entry out, with the comments before it."""
        section = self.section_of(name)
        if section is not None:
            del self._sections[section][name]

    def reorder(self, section: str, names: Sequence[str]) -> None:
        """Bring the entries of a section into this order; those not named go to the end."""
        entries = self._sections[section]
        order = [*(name for name in names if name in entries), *entries]
        self._sections[section] = {name: entries[name] for name in dict.fromkeys(order)}

    def _insert(self, section: str, part: YamlPart, at: int | None) -> None:
        part = part.shifted(self._indent(section) - part.indent)
        if at is None or at >= len(self._sections[section]):
            self._sections[section][part.key] = part
            return
        entries = list(self._sections[section].values())
        entries.insert(at, part)
        self._sections[section] = {item.key: item for item in entries}

    def _indent(self, section: str) -> int:
        first = next(iter(self._sections[section].values()), None)
        return STEP if first is None else first.indent

    # --- text ------------------------------------------------------------------------------------

    def text(self) -> str:
        """Return the document as YAML."""
        parts = dict(self._top)
        for name in SECTIONS:
            entries = list(self._sections[name].values())
            part = parts.get(name, YamlPart(name, "\n", ""))
            if entries:
                whole = YamlPart(name, part.before, "")
                whole.put(self._heads.get(name, f"{name}:\n"), entries)
                parts = _with(parts, whole)
            elif name in self._heads:
                parts[name] = YamlPart(name, part.before, f"{name}: {{}}\n")
        return "".join(part.whole for part in parts.values())


def _with(parts: Mapping[str, YamlPart], part: YamlPart) -> dict[str, YamlPart]:
    """The parts with this one in its place, or after those that should stand before it."""
    found = dict(parts)
    if part.key in found:
        found[part.key] = part
        return found
    before = set(_ORDER[: _ORDER.index(part.key)])
    keys = list(found)
    last = max((number for number, key in enumerate(keys) if key in before), default=len(keys) - 1)
    items = list(found.values())
    return {item.key: item for item in [*items[: last + 1], part, *items[last + 1 :]]}


def _field(name: str, value: YamlValue) -> YamlValue:
    """A value is written as people would write it: numbers without quotes, texts too."""
    return Written(value) if name == "value" and isinstance(value, str) else value


def _updated(part: YamlPart, fields: Mapping[str, YamlValue]) -> YamlPart:
    """Change these fields of a part's mapping and leave all others as they are; return the part."""
    if not part.is_block():
        old = part.value()
        known = old if isinstance(old, dict) else {} if old is None else {"value": old}
        part.set(_ordered({**{key: written(item) for key, item in known.items()}, **fields}))
        return part
    head, parts = part.nested()
    by_key = {item.key: item for item in parts}
    inside = parts[0].indent
    for key, value in fields.items():
        found = by_key.get(key)
        if found is None:
            by_key = _placed(by_key, new_part(key, value, inside))
        elif found.value() != plain(value):
            found.set(value)
    part.put(head, list(by_key.values()))
    return part


def _ordered(fields: Mapping[str, YamlValue]) -> dict[str, YamlValue]:
    """Fields as they usually stand; others first."""
    place = {name: number for number, name in enumerate(FIELDS)}
    return dict(sorted(fields.items(), key=lambda item: place.get(item[0], -1)))


def _without(part: YamlPart, fields: Iterable[str]) -> None:
    """Take fields out of a part's mapping and leave the comments before them."""
    if not part.is_block():
        return
    head, parts = part.nested()
    unwanted = set(fields)
    kept: list[YamlPart] = []
    before = ""
    for item in parts:
        if item.key in unwanted:
            before += item.before
        else:
            kept.append(YamlPart(item.key, before + item.before, item.own))
            before = ""
    if kept and len(kept) < len(parts):
        part.put(head, kept, before)


def _placed(parts: Mapping[str, YamlPart], part: YamlPart) -> dict[str, YamlPart]:
    """The fields with a new one where it usually stands."""
    later = FIELDS[FIELDS.index(part.key) + 1 :] if part.key in FIELDS else ()
    items = list(parts.values())
    place = next((at for at, item in enumerate(items) if item.key in later), len(items))
    return {item.key: item for item in [*items[:place], part, *items[place:]]}


def _check_plain(text: str, path: str) -> None:
    """What is written in one place must mean one place, or it cannot be changed there."""
    wanted = (yaml.AliasToken, yaml.AnchorToken, yaml.TagToken, yaml.DirectiveToken)
    wanted = (*wanted, yaml.DocumentEndToken)
    for token in yaml.scan(text, Loader=_LOADER):
        if isinstance(token, wanted):
            place = Span.at(path, token.start_mark.line + 1)
            message = "anchors, aliases, tags and ends of documents are not edited"
            raise input_error("SAD721", message, place, "write the values out where they are used")
