"""YAML with positions: typed access to a document, every problem with its line and path.

PyYAML reads ``1e-6`` as text and keeps the last of duplicate keys without a word; here both are
errors. Paths look like ``$.memory.levels[1].latency_s``.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, NoReturn

import yaml

from sad.diagnostics import Span, input_error

if TYPE_CHECKING:
    from collections.abc import Iterable


_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the C one where PyYAML was built with it


@dataclass(frozen=True, slots=True)
class Item:
    """A node of the document with its path."""

    node: yaml.Node
    path: str
    file: str

    @property
    def span(self) -> Span:
        """Where the node starts."""
        mark = self.node.start_mark
        line = mark.line + 1
        return Span(self.file, line, line, mark.column + 1)

    def fail(self, code: str, message: str, hint: str = "") -> NoReturn:
        """Raise the error ``message`` about this node."""
        raise input_error(code, f"{self.path}: {message}", self.span, hint)

    def mapping(self, allowed: Iterable[str] | None = None) -> dict[str, Item]:
        """Return the entries of a mapping; unknown (SAD403) and duplicate (SAD406) keys are errors."""
        if not isinstance(self.node, yaml.MappingNode):
            self.fail("SAD404", "a mapping (key: value lines) is expected here")
        known = None if allowed is None else list(allowed)
        entries: dict[str, Item] = {}
        for key, value in self.node.value:
            name = str(key.value)
            entry = Item(value, f"{self.path}.{name}", self.file)
            at_key = Item(key, f"{self.path}.{name}", self.file)
            if known is not None and name not in known:
                close = get_close_matches(name, known, 1)
                hint = f"did you mean {close[0]}?" if close else f"known: {', '.join(known)}"
                at_key.fail("SAD403", "unknown key", hint)
            if name in entries:
                at_key.fail("SAD406", "this key stands twice", "remove one of the two")
            entries[name] = entry
        return entries

    def sequence(self) -> list[Item]:
        """Return the items of a list."""
        if not isinstance(self.node, yaml.SequenceNode):
            self.fail("SAD404", "a list (- item lines) is expected here")
        return [
            Item(node, f"{self.path}[{index}]", self.file)
            for index, node in enumerate(self.node.value)
        ]

    @property
    def is_mapping(self) -> bool:
        """Whether the node is a mapping."""
        return isinstance(self.node, yaml.MappingNode)

    def text(self) -> str:
        """Return a string."""
        if not isinstance(self.node, yaml.ScalarNode):
            self.fail("SAD404", "text is expected here")
        return str(self.node.value)

    def number(self) -> float:
        """Return a number; text that looks like one is an error that says how to write it."""
        if not isinstance(self.node, yaml.ScalarNode):
            self.fail("SAD404", "a number is expected here")
        text = str(self.node.value)
        if self.node.tag in ("tag:yaml.org,2002:int", "tag:yaml.org,2002:float"):
            if self.node.tag.endswith("int") and not text.lstrip("+-").isdecimal():
                self.fail("SAD404", f"{text} is no decimal number", "write it in decimal")
            return float(text)
        self._no_number(text)
        return None

    def _no_number(self, text: str) -> NoReturn:
        try:
            value = float(text)
        except ValueError:
            self.fail("SAD404", f"a number is expected here, not {text!r}")
        hint = f"write {value:.1e} (YAML needs the point and the sign of the exponent)"
        self.fail("SAD404", f"{text!r} is text for YAML, not a number", hint)


def parse_document(text: str, file: str) -> Item:
    """Return the root of a YAML document; raise ``SadError`` SAD402 if it is no YAML."""
    try:
        node = yaml.compose(text, Loader=_LOADER)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark is not None else 1
        problem = error.problem or "syntax error"
        raise input_error("SAD402", f"no valid YAML: {problem}", Span.at(file, line)) from None
    except yaml.YAMLError as error:
        raise input_error("SAD402", f"no valid YAML: {error}", Span.at(file)) from None
    if node is None:
        raise input_error("SAD402", "the file is empty", Span.at(file), "see docs/machines.md")
    return Item(node, "$", file)
