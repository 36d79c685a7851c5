"""Names of a C file: what each stands for, block by block."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from sad.records import mutable

if TYPE_CHECKING:
    from pycparser import c_ast

    from frontends.c.types import CType, Record


class Kind(StrEnum):
    """What a name stands for."""

    LOCAL = "local"
    STATIC = "static local"
    PARAMETER = "parameter"
    GLOBAL = "global"
    FUNCTION = "function"
    ENUMERATOR = "enumerator"
    TYPE = "type"


@dataclass(eq=False, slots=True)
class Entity:
    """A declared thing. ``ir`` is its name in the IR, ``value`` an enumerator's value.

    Of variables ``initial`` is the initialiser; ``constant`` whether the type is const; ``internal``
    whether the name is known in its file only. The rest is what is done with a variable (``usage``):
    how often it is ``assigned``, how often fresh memory is; whether its address is ``handed`` to a
    call or ``escapes`` elsewhere, a pointer's value ``leaks`` or ``walks``; whether it is
    ``subscripted`` or ``dereferenced`` without a subscript, something reached from it is ``stored``,
    and the pointer itself is ``passed``; a parameter ``meets`` others where a call passes one place
    twice. A number ``falls`` where it may be set to something negative. A ``restricted`` pointer is the
    only way to what it leads to. ``functions`` are those that a local pointer is set to, None if it is
    set to anything else as well.
    """

    name: str
    kind: Kind
    type: CType
    ir: str
    value: int | None = None
    initial: c_ast.Node | None = None
    constant: bool = False
    volatile: bool = False
    internal: bool = False
    assigned: int = 0
    allocated: int = 0
    handed: bool = False
    escapes: bool = False
    leaks: bool = False
    walks: bool = False
    subscripted: bool = False
    dereferenced: bool = False
    stored: bool = False
    passed: bool = False
    meets: bool = False
    falls: bool = False
    restricted: bool = False
    functions: dict[str, c_ast.ID] | None = field(default_factory=dict[str, "c_ast.ID"])

    @property
    def chooses(self) -> bool:
        """Whether it is a pointer that holds one of some functions, and only calls see its value."""
        goes = self.handed or self.escapes or self.leaks or self.walks or self.stored
        return bool(self.functions) and self.kind is Kind.LOCAL and not (goes or self.volatile)

    @property
    def is_variable(self) -> bool:
        """Whether it is a variable."""
        return self.kind in (Kind.LOCAL, Kind.STATIC, Kind.PARAMETER, Kind.GLOBAL)


@mutable
class Scope:
    """One block's names; ``tags`` are those of structures, unions and enumerations."""

    outer: Scope | None = None
    names: dict[str, Entity] = field(default_factory=dict[str, Entity])
    tags: dict[str, Record] = field(default_factory=dict[str, "Record"])

    def find(self, name: str) -> Entity | None:
        """Return what a name stands for here."""
        found = self.names.get(name)
        return found if found is not None or self.outer is None else self.outer.find(name)

    def find_tag(self, tag: str) -> Record | None:
        """Return the structure or union of that tag."""
        found = self.tags.get(tag)
        return found if found is not None or self.outer is None else self.outer.find_tag(tag)
