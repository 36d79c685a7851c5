"""Changing a YAML file that people write in: all that is not changed stays as it is, to the character.

A block mapping is cut into parts, one for each key: the comment lines before it, which belong to it,
and its own lines. A value is replaced inside its lines. YAML itself is left to PyYAML, whose marks say
where things are. Values are written so that they read back as the same values, here and in other
programs.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import yaml

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_NULL = "tag:yaml.org,2002:null"
STEP = 2
"""By how many blanks what is nested is indented."""
YamlValue = str | int | float | bool | None | Sequence["YamlValue"] | Mapping[str, "YamlValue"]
Plain = str | None | list["Plain"] | dict[str, "Plain"]
"""What a document holds: every scalar is the text as written, None where there is nothing."""
_PLAIN = re.compile(r"[A-Za-z0-9_./$*+\-(][^\x00-\x1f\x7f-\xa0\ud800-\udfff\u2028\u2029\ufeff]*")
_SPECIAL = re.compile(r": |:$| #|^[-?:]( |$)|^---|^\.\.\.|^[*&!%@`]|\s$")
_IN_FLOW = re.compile(r"[,\[\]{}]|:[^A-Za-z0-9_/.]|:$")
_OTHER_TYPE = re.compile(
    r"[-+]?(\d[\d_]*\.?[\d_]*|\.\d[\d_]*)([eE][-+]?\d+)?|[-+]?0[xob][0-9a-fA-F_]+|[-+]?\d[\d_:.]*"
    r"|[-+]?\.(inf|nan)|\d{4}-\d\d?-\d\d?.*|true|false|yes|no|on|off|null|~|=|<<",
    re.IGNORECASE,
)


@dataclass(slots=True)
class YamlPart:
    """One key of a block mapping. ``before`` and ``own`` are whole lines."""

    key: str
    before: str
    own: str

    @property
    def whole(self) -> str:
        """The part as it stands in the file."""
        return self.before + self.own

    @property
    def indent(self) -> int:
        """In which column the key stands, from 0."""
        return len(self.own) - len(self.own.lstrip(" "))

    def shifted(self, by: int) -> YamlPart:
        """Return the part with its lines so many columns further to the right."""
        return YamlPart(self.key, _shifted(self.before, by), _shifted(self.own, by))

    def renamed(self, name: str) -> YamlPart:
        """Return the part under another key."""
        key, _ = _pair(self.own)
        lines = _lines(self.own)
        start, end = key.start_mark, key.end_mark
        first = lines[start.line][: start.column] + scalar(name) + lines[end.line][end.column :]
        return YamlPart(name, self.before, first + "".join(lines[end.line + 1 :]))

    def value(self) -> Plain:
        """Return the part's value."""
        return _plain(_pair(self.own)[1])

    def is_block(self) -> bool:
        """Whether the value is a mapping with a line, or more, for each key."""
        return _is_block(_pair(self.own)[1])

    def nested(self) -> tuple[str, list[YamlPart]]:
        """Return the line of the key, and the parts of its block mapping."""
        key, _ = _pair(self.own)
        lines = _lines(self.own)
        first = key.end_mark.line + 1
        return "".join(lines[:first]), split("".join(lines[first:]))

    def put(self, head: str, parts: Sequence[YamlPart], after: str = "") -> None:
        """Make a block mapping of these parts the value, see ``nested``; lines ``after`` follow."""
        self.own = head + "".join(part.whole for part in parts) + after

    def set(self, value: YamlValue) -> None:
        """Replace the value. Comments inside the old one move before the key."""
        key, old = _pair(self.own)
        lines = _lines(self.own)
        line, column = key.end_mark.line, key.end_mark.column
        indent = key.start_mark.column
        last = max(_end(old), line)
        head = "".join(lines[:line]) + lines[line][:column]
        comments = _comments(lines)
        beside = [comment for number, comment in comments if number in (line, last)]
        inside = [comment for number, comment in comments if line < number < last]
        shown, below = rendered(value, indent + STEP)
        self.before += "".join(f"{' ' * indent}{comment}\n" for comment in inside)
        self.own = " ".join([f"{head}:", *filter(None, [shown]), *beside])
        self.own += "\n" + below + "".join(lines[last + 1 :])


def new_part(key: str, value: YamlValue, indent: int) -> YamlPart:
    """Return a part that is not in the file yet."""
    shown, below = rendered(value, indent + STEP)
    return YamlPart(key, "", f"{' ' * indent}{scalar(key)}:{shown and f' {shown}'}\n{below}")


def rendered(value: YamlValue, indent: int) -> tuple[str, str]:
    """Return a value as what stands behind its key and the lines below it.

    A list has a line for each item, a mapping one for each key.
    """
    blanks = " " * indent
    if isinstance(value, Mapping) and value:
        return "", "".join(new_part(key, item, indent).own for key, item in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str) and value:
        return "", "".join(f"{blanks}- {flow(item)}\n" for item in value)
    if isinstance(value, Mapping | Sequence) and not isinstance(value, str):
        return flow(value), ""
    return scalar(value), ""


def split(block: str) -> list[YamlPart]:
    """Cut the lines of a block mapping into its parts; lines after it belong to the last one.

    Comment lines before a key, not deeper than it, are the key's.
    """
    root: yaml.Node | None = yaml.compose(block, Loader=_LOADER)
    if not isinstance(root, yaml.MappingNode) or not _is_block(root):
        return []
    lines = _lines(block)
    pairs: list[tuple[yaml.Node, yaml.Node]] = root.value
    keys = [(str(key.value), key.start_mark.line, key.start_mark.column) for key, _ in pairs]
    starts = [0]
    for _, line, column in keys[1:]:
        start = line
        while _belongs_below(lines[start - 1], column):
            start -= 1
        starts.append(start)
    ends = [*starts[1:], len(lines)]
    return [
        YamlPart(key, "".join(lines[start:line]), "".join(lines[line:end]))
        for (key, line, _), start, end in zip(keys, starts, ends, strict=True)
    ]


def as_block(document: str) -> str:
    """Return a document whose root is written in braces, such as JSON, with a line for each key."""
    root: yaml.Node | None = yaml.compose(document, Loader=_LOADER)
    if not isinstance(root, yaml.MappingNode) or not root.flow_style:
        return document
    return rendered(written(_plain(root)), 0)[1]


def written(value: Plain) -> YamlValue:
    """Return what was read as something to write: scalars as they were."""
    if isinstance(value, dict):
        return {key: written(item) for key, item in value.items()}
    if isinstance(value, list):
        return [written(item) for item in value]
    return None if value is None else Written(value)


def _shifted(block: str, by: int) -> str:
    lines = _lines(block)
    if by >= 0:
        return "".join(" " * by + line if line.strip() else line for line in lines)
    return "".join(line[min(-by, len(line) - len(line.lstrip(" "))) :] for line in lines)


def _belongs_below(line: str, column: int) -> bool:
    stripped = line.lstrip(" ")
    if not stripped.strip():
        return True
    return stripped.startswith("#") and len(line) - len(stripped) <= column


def _lines(block: str) -> list[str]:
    """Lines as YAML counts them, which knows more line ends than most."""
    return re.findall(
        r"[^\n\r\x85\u2028\u2029]*(?:\r\n|[\n\r\x85\u2028\u2029])|[^\n\r\x85\u2028\u2029]+", block
    )


def _pair(own: str) -> tuple[yaml.Node, yaml.Node]:
    root: yaml.Node | None = yaml.compose(own, Loader=_LOADER)
    assert isinstance(root, yaml.MappingNode)
    return root.value[0]


def _is_block(node: yaml.Node | None) -> bool:
    return isinstance(node, yaml.MappingNode) and not node.flow_style and bool(node.value)


def _plain(node: yaml.Node) -> Plain:
    if isinstance(node, yaml.MappingNode):
        return {str(key.value): _plain(value) for key, value in node.value}
    if isinstance(node, yaml.SequenceNode):
        return [_plain(item) for item in node.value]
    return None if node.tag == _NULL else str(node.value)


def _end(node: yaml.Node) -> int:
    """The last line, from 0, of what was written for a value."""
    if isinstance(node, yaml.MappingNode) and not node.flow_style and node.value:
        return _end(node.value[-1][1])
    if isinstance(node, yaml.SequenceNode) and not node.flow_style and node.value:
        return _end(node.value[-1])
    line, column = node.end_mark.line, node.end_mark.column
    return line - 1 if column == 0 and line > node.start_mark.line else line


def _comments(lines: Sequence[str]) -> list[tuple[int, str]]:
    """The comments in the lines of a part with the lines they stand in: what is between tokens."""
    found: list[tuple[int, str]] = []
    at = 0, 0
    for token in yaml.scan("".join(lines), Loader=_LOADER):
        start = token.start_mark.line, token.start_mark.column
        for number in range(at[0], min(start[0] + 1, len(lines))):
            gap = lines[number][
                at[1] if number == at[0] else 0 : start[1] if number == start[0] else None
            ]
            if gap.strip().startswith("#"):
                found.append((number, gap.strip()))
        at = max(at, (token.end_mark.line, token.end_mark.column))
    return found


class Written(str):
    """A text that people may write themselves: not quoted only because it looks like a number."""

    __slots__ = ()


def scalar(value: str | float | bool | None, *, in_flow: bool = False) -> str:
    """Return a scalar as YAML; a text that other readers would take for a number is quoted."""
    if isinstance(value, str):
        other = not isinstance(value, Written) and _OTHER_TYPE.fullmatch(value)
        return _quoted(value) if other else _text(value, in_flow=in_flow)
    return "" if value is None and not in_flow else _number(value)


def _number(value: float | bool | None) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    shown = repr(value)
    if shown in ("inf", "-inf", "nan"):
        return shown.replace("inf", ".inf").replace("nan", ".nan")
    if "e" in shown and "." not in shown:  # 1e-06 is text for readers of YAML 1.1
        shown = shown.replace("e", ".0e")
    return shown


def _text(value: str, *, in_flow: bool) -> str:
    fits = _PLAIN.fullmatch(value) and not _SPECIAL.search(value) and value.lower() != "null"
    if fits and not (in_flow and _IN_FLOW.search(value)):
        return value
    return _quoted(value)


def _quoted(value: str) -> str:
    return "".join(
        char if char.isprintable() else _escaped(char)
        for char in json.dumps(value, ensure_ascii=False)
    )


def _escaped(char: str) -> str:
    code = ord(char)
    return (
        f"\\x{code:02x}"
        if code < 0x100
        else f"\\u{code:04x}"
        if code < 0x10000
        else f"\\U{code:08x}"
    )


def flow(value: YamlValue) -> str:
    """Return a value in one line: ``{at: {N: 500}, taken: 12}``."""
    if isinstance(value, Mapping):
        return (
            "{" + ", ".join(f"{scalar(k, in_flow=True)}: {flow(v)}" for k, v in value.items()) + "}"
        )
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + ", ".join(map(flow, value)) + "]"
    return scalar(value, in_flow=True)


def plain(value: YamlValue) -> Plain:
    """Return what a document holds after ``value`` was written to it."""
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, str):
        return value
    if isinstance(value, Sequence):
        return [plain(item) for item in value]
    return None if value is None else _number(value)
