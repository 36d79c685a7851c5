"""Readable, stable names of constructs: ``do20.do21.if2``.

A name is built from the labels of labelled loops and the ordinals of other constructs inside their
parent, never from line numbers.
"""

from __future__ import annotations


class PathNames:
    """The construct names from the unit down to the current place, while it is walked."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._paths: list[str] = [""]
        self._counts: list[dict[str, int]] = [{}]

    def enter(self, kind: str, name: str | None) -> str:
        """Enter a construct counted among its siblings of the same kind; return its own name."""
        if name:
            return self._enter(self._counted(name.lower()))
        counts = self._counts[-1]
        counts[kind] = counts.get(kind, 0) + 1
        return self._enter(f"{kind}{counts[kind]}")

    def enter_loop(self, terminal: str | None, name: str | None, kind: str) -> str:
        """Enter a loop, named after the label that closes it where there is one."""
        if not terminal or name:
            return self.enter(kind, name)
        return self._enter(self._counted(f"do{terminal}"))

    def _counted(self, own: str) -> str:
        """The name, numbered if a sibling has it already."""
        counts = self._counts[-1]
        counts[own] = counts.get(own, 0) + 1
        return own if counts[own] == 1 else f"{own}_{counts[own]}"

    def _enter(self, own: str) -> str:
        self.push(own)
        return own

    def leave(self, name: str) -> None:
        """Leave the construct ``name``."""
        assert self._parts[-1] == name
        self.pop()

    def push(self, part: str) -> None:
        """Enter a part of the current construct (an arm); the empty part adds nothing to names."""
        self._parts.append(part)
        self._paths.append(self.here(part))
        self._counts.append({})

    def pop(self) -> None:
        """Leave a part."""
        self._parts.pop()
        self._paths.pop()
        self._counts.pop()

    def here(self, part: str = "") -> str:
        """Return the name of the current place."""
        path = self._paths[-1]
        return f"{path}.{part}" if path and part else path or part
