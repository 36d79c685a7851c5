"""What a unit's description points at: the units it calls, the files its lines are in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.model.nodes import Block, Branch, Call, Loop, Node, Seq, Weighted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.model.nodes import UnitDescription


def targets_of(unit: UnitDescription) -> dict[str, None]:
    """Return the described units that a unit calls, each once."""
    nodes = _nodes(unit.tree)
    calls = (item.target for item in nodes if isinstance(item, Call))
    return dict.fromkeys(name for name in calls if name is not None)


def files_of(unit: UnitDescription) -> set[str]:
    """Return the files that the lines and parameters of a unit are in."""
    found = {unit.file, *(item.span.file for item in unit.parameters)}
    for item in _nodes(unit.tree):
        match item:
            case Block(lines):
                found.update(line.span.file for line in lines)
            case Loop() | Branch() | Call():
                found.add(item.span.file)
            case _:
                pass
    return found


def _nodes(root: Node) -> Iterator[Node]:
    stack: list[Node] = [root]
    while stack:
        item = stack.pop()
        yield item
        match item:
            case Seq(parts):
                stack.extend(reversed(parts))
            case Weighted(part=part):
                stack.append(part)
            case Branch(arms=arms):
                stack.extend(part for _, _, part in reversed(arms))
            case Loop(head=head, body=body):
                stack += [body, head]
            case _:
                pass
