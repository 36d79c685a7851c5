"""Stub files to stubs: strict, every error at its line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import yaml

from sad.document import Item, parse_document
from sad.ir.expr import Type
from sad.stubs.formula import check_expressions
from sad.stubs.keys import closest_operation, is_operation
from sad.stubs.schema import SCHEMA_VERSION, Stub, StubArgument
from sad.stubs.unit import unit_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_TOP = ("schema", "description", "source", "definitions", "stubs")
_ENTRY = (
    "description", "source", "each", "arguments", "hidden", "least", "variadic", "writes", "leaves",
    "result", "stops", "keeps", "calls", "where", "operations", "seconds",
)  # fmt: skip
_NAME = re.compile(r"[A-Za-z_]\w*")
_LENGTH = re.compile(r"character\*(\d{1,2})")
_LONGEST_TEXT = 32  # characters; longer ones are no options
_COMMON = "COMMON"
_ARGUMENT_HINT = "write NAME TYPE or NAME TYPE array, for instance N integer"


def read_stubs(text: str, file: str, *, check: bool = True) -> dict[str, Stub]:
    """Return the stubs of a file by procedure name, in upper case.

    Without ``check`` the expressions of a stub are looked at when it is used.

    Raises ``SadError``: SAD402 (no YAML), SAD403 (unknown key), SAD404 (wrong type), SAD406 (twice),
    SAD407 (unknown schema), SAD602 (bad expression), SAD603 (unknown operation).
    """
    root = parse_document(text, file)
    entries = root.mapping(_TOP)
    _check_schema(entries, root)
    stubs: dict[str, Stub] = {}
    if "stubs" not in entries:
        return stubs
    for name, place, item in instances(entries["stubs"]):
        key = name.upper()
        if not _NAME.fullmatch(name):
            place.fail("SAD404", f"{name!r} is no name of a procedure", "letters, digits and _")
        if key in stubs:
            place.fail("SAD406", f"{key} has a stub already", "remove one of the two")
        stubs[key] = _stub(key, place, item)
        if check:
            check_expressions(stubs[key])
            unit_of(stubs[key])
    return stubs


def _check_schema(entries: Mapping[str, Item], root: Item) -> None:
    if "schema" not in entries:
        root.fail("SAD403", "the key schema is missing", f"add the line: schema: {SCHEMA_VERSION}")
    if entries["schema"].number() != SCHEMA_VERSION:
        hint = f"this version reads schema {SCHEMA_VERSION}"
        entries["schema"].fail("SAD407", f"schema {entries['schema'].text()} is not known", hint)


def _stub(name: str, place: Item, item: Item) -> Stub:
    entries = item.mapping(_ENTRY)
    arguments: dict[str, StubArgument] = {}
    for key in ("arguments", "hidden"):
        for part in entries[key].sequence() if key in entries else ():
            argument = _argument(part)
            if argument.name in arguments:
                part.fail("SAD406", f"there is an argument {argument.name} already", "rename one")
            arguments[argument.name] = argument
    known = len(arguments) - (len(entries["hidden"].sequence()) if "hidden" in entries else 0)
    written, common = _writes(entries.get("writes"), arguments)
    leaves = _leaves(entries.get("leaves"), arguments)
    result, value = _result(entries.get("result"))
    operations = entries["operations"].mapping() if "operations" in entries else {}
    for key, count in operations.items():
        if not is_operation(key):
            close = closest_operation(key)
            hint = f"did you mean {close}?" if close else "docs/operations.md lists the operations"
            count.fail("SAD603", f"there is no operation {key}", hint)
    if not operations and "seconds" not in entries:
        hint = "add operations: or seconds:, if only seconds: 0"
        item.fail("SAD403", "neither operations nor seconds says what it costs", hint)
    return Stub(
        name,
        place,
        tuple(arguments.values())[:known],
        written | leaves.keys(),
        common,
        leaves,
        result,
        value,
        _where(entries.get("where"), arguments),
        operations,
        entries.get("seconds"),
        _flag(entries.get("variadic")),
        _flag(entries.get("stops")),
        _least(entries.get("least"), known),
        tuple(arguments.values())[known:],
        _calls(entries.get("calls"), arguments),
        entries["keeps"].text() if "keeps" in entries else "",
    )


def _least(item: Item | None, known: int) -> int:
    """How many arguments must be there; all that are named, if the file does not say."""
    if item is None:
        return known
    least = item.number()
    if least not in range(known + 1):
        item.fail("SAD404", f"{item.text()} is no number of arguments", f"0 to {known}")
    return int(least)


def _calls(item: Item | None, arguments: Mapping[str, StubArgument]) -> dict[str, Item]:
    """How often a procedure that is passed is called."""
    found: dict[str, Item] = {}
    for name, value in item.mapping().items() if item is not None else ():
        argument = arguments.get(name.upper())
        if argument is None or not argument.is_procedure:
            hint = "add it to arguments: NAME procedure"
            value.fail("SAD602", f"there is no argument {name} that is a procedure", hint)
        found[argument.name] = value
    return found


def _argument(item: Item) -> StubArgument:
    words = item.text().split()
    if (
        len(words) not in (2, 3)
        or not _NAME.fullmatch(words[0])
        or words[2:] not in ([], ["array"])
    ):
        item.fail("SAD404", f"{item.text()!r} is no argument", _ARGUMENT_HINT)
    name, word = words[0].upper(), words[1].lower()
    if word == "procedure":
        return StubArgument(name, Type.INTEGER, is_array=False, is_procedure=True)
    length = _LENGTH.fullmatch(word)
    if length is not None and 0 < int(length[1]) <= _LONGEST_TEXT:
        return StubArgument(name, Type.CHARACTER, len(words) > 2, int(length[1]))
    kind = _type(item, word)
    return StubArgument(name, kind, len(words) > 2, 1 if kind is Type.CHARACTER else None)


def _type(item: Item, word: str) -> Type:
    if word not in list(Type):
        item.fail("SAD404", f"there is no type {word}", f"one of {', '.join(Type)}")
    return Type(word)


def _writes(
    item: Item | None, arguments: Mapping[str, StubArgument]
) -> tuple[frozenset[str], bool]:
    names: set[str] = set()
    for part in item.sequence() if item is not None else ():
        name = part.text().upper()
        if name != _COMMON and name not in arguments:
            part.fail("SAD602", f"there is no argument {name}", _known(arguments, _COMMON))
        names.add(name)
    return frozenset(names - {_COMMON}), _COMMON in names


def _leaves(item: Item | None, arguments: Mapping[str, StubArgument]) -> dict[str, Item]:
    found: dict[str, Item] = {}
    for name, value in item.mapping().items() if item is not None else ():
        argument = arguments.get(name.upper())
        if argument is None:
            value.fail("SAD602", f"there is no argument {name}", _known(arguments))
        if argument.is_array or argument.type not in (Type.INTEGER, Type.LOGICAL):
            hint = "only integer and logical scalars can be given a value"
            value.fail("SAD404", f"{name} is neither an integer nor a logical scalar", hint)
        found[argument.name] = value
    return found


def _result(item: Item | None) -> tuple[Type | None, Item | None]:
    if item is None:
        return None, None
    if not item.is_mapping:
        return _type(item, item.text()), None
    entries = item.mapping(("type", "value"))
    if "type" not in entries:
        item.fail("SAD403", "the key type is missing", "for instance {type: integer, value: N + 1}")
    kind = _type(entries["type"], entries["type"].text())
    if "value" in entries and kind not in (Type.INTEGER, Type.LOGICAL):
        hint = "only integer and logical functions can be given a value"
        entries["value"].fail("SAD404", f"a {kind} function has no value here", hint)
    return kind, entries.get("value")


def _where(item: Item | None, arguments: Mapping[str, StubArgument]) -> dict[str, Item]:
    found: dict[str, Item] = {}
    for name, value in item.mapping().items() if item is not None else ():
        if not _NAME.fullmatch(name):
            value.fail("SAD404", f"{name!r} is no name", "letters, digits and _")
        key = name.upper()
        if key in arguments or key in found:
            value.fail("SAD406", f"{name} is defined already", "choose another name")
        found[key] = value
    return found


def _flag(item: Item | None) -> bool:
    if item is None:
        return False
    if item.text() not in ("true", "false"):
        item.fail("SAD404", "true or false is expected here", "leave it out for false")
    return item.text() == "true"


def _known(arguments: Mapping[str, StubArgument], *more: str) -> str:
    names = ", ".join([*arguments, *more])
    return f"arguments: {names}" if names else "the stub has no arguments"


# Entries for several procedures at once.


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
        each = item.mapping().get("each") if item.is_mapping else None
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
