"""YAML with positions: typed access to a document, every problem with its line and path.

PyYAML reads ``1e-6`` as text and keeps the last of duplicate keys without a word; here both are
errors. Paths look like ``$.memory.levels[1].latency_s``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

import yaml

from sad.diagnostics import Span, did_you_mean, input_error
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable


_NUMBER_HINT = "write a number such as 2.5 or 1.0e-6"
_YAML_HINT = "check the indentation and the brackets up to this line"
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the C one where PyYAML was built with it


@record
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

    def mapping(self, allowed: Iterable[str] | None = None, unquoted: str = "") -> dict[str, Item]:
        """Return the entries of a mapping; unknown (SAD403) and duplicate (SAD406) keys are errors.

        ``unquoted`` is the hint for an unknown key that is no word, as commas in a value make it.
        """
        if not isinstance(self.node, yaml.MappingNode):
            self.fail("SAD404", "a mapping is expected here", "write indented lines key: value")
        known = None if allowed is None else list(allowed)
        entries: dict[str, Item] = {}
        for key, value in self.node.value:
            if not isinstance(key, yaml.ScalarNode):
                where = Item(key, self.path, self.file)
                where.fail("SAD404", "a key must be a plain word", "write key: value")
            name = str(key.value)
            entry = Item(value, f"{self.path}.{name}", self.file)
            at_key = Item(key, f"{self.path}.{name}", self.file)
            if known is not None and name not in known:
                hint = unquoted if unquoted and not name.isidentifier() else ""
                hint = did_you_mean(name, known, hint or f"known: {', '.join(known)}")
                at_key.fail("SAD403", "unknown key", hint)
            if name in entries:
                at_key.fail("SAD406", "this key stands twice", "remove one of the two")
            entries[name] = entry
        return entries

    def sequence(self) -> list[Item]:
        """Return the items of a list."""
        if not isinstance(self.node, yaml.SequenceNode):
            self.fail("SAD404", "a list is expected here", "write lines that start with -")
        return [
            Item(node, f"{self.path}[{index}]", self.file)
            for index, node in enumerate(self.node.value)
        ]

    @property
    def is_mapping(self) -> bool:
        """Whether the node is a mapping."""
        return isinstance(self.node, yaml.MappingNode)

    @property
    def is_sequence(self) -> bool:
        """Whether the node is a list."""
        return isinstance(self.node, yaml.SequenceNode)

    def text(self) -> str:
        """Return a string."""
        if not isinstance(self.node, yaml.ScalarNode):
            self.fail("SAD404", "text is expected here", "write one plain value")
        return str(self.node.value)

    def number(self) -> float:
        """Return a number; text that looks like one is an error that says how to write it."""
        if not isinstance(self.node, yaml.ScalarNode):
            self.fail("SAD404", "a number is expected here", _NUMBER_HINT)
        text = str(self.node.value)
        if self.node.tag in ("tag:yaml.org,2002:int", "tag:yaml.org,2002:float"):
            if self.node.tag.endswith("int") and not text.lstrip("+-").isdecimal():
                self.fail("SAD404", f"{text} is no decimal number", "write it in decimal")
            try:
                return float(text.replace(".inf", "inf").replace(".nan", "nan"))
            except ValueError:  # YAML also has numbers of base 60, such as 1:30.5
                self.fail("SAD404", f"{text} is no decimal number", "write it in decimal")
        self._no_number(text)
        return None

    def _no_number(self, text: str) -> NoReturn:
        try:
            value = float(text)
        except ValueError:
            self.fail("SAD404", f"a number is expected here, not {text!r}", _NUMBER_HINT)
        hint = f"write {value:.1e} (YAML needs the point and the sign of the exponent)"
        self.fail("SAD404", f"{text!r} is text for YAML, not a number", hint)


def parse_document(text: str, file: str) -> Item:
    """Return the root of a YAML document; raise ``SadError`` SAD402 if it is no YAML."""
    try:
        node = yaml.compose(text, Loader=_LOADER)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark is not None else 1
        problem = error.problem or "syntax error"
        place = Span.at(file, line)
        raise input_error("SAD402", f"no valid YAML: {problem}", place, _YAML_HINT) from None
    except (yaml.YAMLError, RecursionError) as error:
        reason = " ".join(str(error).split())
        raise input_error("SAD402", f"no valid YAML: {reason}", Span.at(file), _YAML_HINT) from None
    if node is None:
        hint = "it needs at least the line: schema: 1"
        raise input_error("SAD402", "the file is empty", Span.at(file), hint)
    return Item(node, "$", file)
