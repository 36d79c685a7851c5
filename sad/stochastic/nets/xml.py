"""XML with positions, and without what could do harm: document types and entities are refused."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.parsers import expat

from sad.diagnostics import Span, input_error
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_DEEPEST = 200


@record
class Element:
    """An element: its name without a namespace, attributes, children, text between tags, place."""

    tag: str
    attributes: Mapping[str, str]
    children: list[Element]
    pieces: list[str]
    span: Span

    @property
    def text(self) -> str:
        """The text of the element, without that of its children."""
        return "".join(self.pieces).strip()

    def all(self, tag: str) -> Iterator[Element]:
        """Yield the children of a name."""
        return (child for child in self.children if child.tag == tag)

    def first(self, tag: str) -> Element | None:
        """Return the first child of a name."""
        return next(self.all(tag), None)


def parse_xml(text: str, path: str) -> Element:
    """Return the root of a document.

    Raises ``SadError`` SAD623: no XML, a document type or entities, nested too deeply.
    """
    parser = expat.ParserCreate(namespace_separator=" ")
    open_ones: list[Element] = []
    roots: list[Element] = []

    def here() -> Span:
        line = parser.CurrentLineNumber
        return Span(path, line, line, parser.CurrentColumnNumber + 1)

    def start(name: str, attributes: dict[str, str]) -> None:
        plain = {key.rpartition(" ")[2]: value for key, value in attributes.items()}
        found = Element(name.rpartition(" ")[2], plain, [], [], here())
        if len(open_ones) > _DEEPEST:
            raise input_error("SAD623", "nested too deeply", here(), "")
        (open_ones[-1].children if open_ones else roots).append(found)
        open_ones.append(found)

    def end(_: str) -> None:
        open_ones.pop()

    def characters(piece: str) -> None:
        open_ones[-1].pieces.append(piece)

    def refuse(*_: object) -> None:
        message = "a document type or entities are not read"
        hint = "take the line that begins with <!DOCTYPE out"
        raise input_error("SAD623", message, Span.at(path, parser.CurrentLineNumber), hint)

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = characters
    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        message = expat.ErrorString(error.code)
        span = Span(path, error.lineno, error.lineno, error.offset + 1)
        raise input_error("SAD623", f"no XML: {message}", span, "look at this place") from None
    return roots[0]
