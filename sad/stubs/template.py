"""Entries for several procedures at once.

``MEMCPY, MEMMOVE`` is one entry for two names, ``<p>GEMM`` with ``each: [{p: S, ...}, {p: D, ...}]``
one for several types.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import yaml

from sad.document import Item

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_PLACEHOLDER = re.compile(r"<(\w+)>")


def instances(root: Item) -> Iterator[tuple[str, Item, Item]]:
    """Yield the entries of a mapping: name, key, value; one with ``each`` for each of its items.

    Raises ``SadError``: SAD404 (wrong type), SAD403 (a placeholder without replacement).
    """
    entries = root.mapping()
    assert isinstance(root.node, yaml.MappingNode)
    keys = {
        str(key.value): Item(key, entries[str(key.value)].path, root.file)
        for key, _ in root.node.value
    }
    for name, item in entries.items():
        key = keys[name]
        each = _each(item)
        if each is None:
            for one in names_of(name):
                yield one, key, item
            continue
        for replacement in each.sequence():
            values = {key: value.text() for key, value in replacement.mapping().items()}
            for one in names_of(name):
                yield _replaced(one, values, key), key, _instance(item, values)


def names_of(key: str) -> list[str]:
    """Return the names of the procedures that a key of a stub file is for."""
    return [name.strip() for name in key.split(",")]


def _each(item: Item) -> Item | None:
    return item.mapping().get("each") if item.is_mapping else None


def _instance(item: Item, values: Mapping[str, str]) -> Item:
    node = item.node
    assert isinstance(node, yaml.MappingNode)
    kept = [pair for pair in node.value if pair[0].value != "each"]
    entry = yaml.MappingNode(node.tag, kept, node.start_mark, node.end_mark)
    copied = _copy(entry, values, item)
    return Item(copied, _replaced(item.path, values, item), item.file)


def _copy(node: yaml.Node, values: Mapping[str, str], item: Item) -> yaml.Node:
    match node:
        case yaml.ScalarNode():
            text = _replaced(str(node.value), values, Item(node, item.path, item.file))
            return yaml.ScalarNode(node.tag, text, node.start_mark, node.end_mark)
        case yaml.SequenceNode():
            parts = [_copy(part, values, item) for part in node.value]
            return yaml.SequenceNode(node.tag, parts, node.start_mark, node.end_mark)
        case yaml.MappingNode():
            pairs = [
                (_copy(key, values, item), _copy(value, values, item)) for key, value in node.value
            ]
            return yaml.MappingNode(node.tag, pairs, node.start_mark, node.end_mark)
        case _:
            return node


def _replaced(text: str, values: Mapping[str, str], item: Item) -> str:
    def replacement(match: re.Match[str]) -> str:
        value = values.get(match[1])
        if value is None:
            known = ", ".join(f"<{name}>" for name in values) or "none"
            item.fail("SAD403", f"{match[0]} is not in each", f"known: {known}")
        return value

    return _PLACEHOLDER.sub(replacement, text)
