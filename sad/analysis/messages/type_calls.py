"""Calls of MPI that make datatypes: a type's handle tells its size [bytes], holes left out."""

from __future__ import annotations

from functools import reduce
from operator import mul
from typing import TYPE_CHECKING

from sad.algebra.poly import ONE, ZERO, Poly
from sad.analysis.messages.handles import derived, size_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sad.analysis.messages.arguments import Arguments
    from sad.analysis.messages.scope import Outputs, Scope

_SUM_OF_FEW = 16  # elements that are looked at one by one


def _type_contiguous(scope: Scope, given: Arguments, outputs: Outputs) -> None:
    _new_type(scope, given, given.value("count"), outputs)


def _type_vector(scope: Scope, given: Arguments, outputs: Outputs) -> None:
    _new_type(scope, given, given.value("count") * given.value("blocklength"), outputs)


def _type_dup(scope: Scope, given: Arguments, outputs: Outputs) -> None:
    _new_type(scope, given, ONE, outputs)


def _type_indexed(scope: Scope, given: Arguments, outputs: Outputs) -> None:
    _new_type(scope, given, _sum(given, "blocklengths"), outputs)


def _type_create_subarray(scope: Scope, given: Arguments, outputs: Outputs) -> None:
    number = given.constant("ndims")
    if number is not None:
        items = reduce(mul, given.named_elements("subsizes", number), ONE)
        _new_type(scope, given, items, outputs)


def _type_create_struct(scope: Scope, given: Arguments, outputs: Outputs) -> None:
    number = given.constant("count")
    if number is None or number > _SUM_OF_FEW:
        return
    lengths = given.named_elements("blocklengths", number)
    handles = given.elements("types", number)
    sizes = [None if handle is None else size_of(handle) for handle in handles]
    if None not in sizes:
        items = [n * size for n, size in zip(lengths, sizes, strict=True) if size is not None]
        total = sum(items, ZERO)
        scope.set(given, "newtype", derived(total), outputs)


def _type_size(scope: Scope, given: Arguments, outputs: Outputs) -> None:
    scope.set(given, "size", scope.size(given, "datatype"), outputs)


def _new_type(scope: Scope, given: Arguments, items: Poly, outputs: Outputs) -> None:
    old = "oldtype" if given.routine.position("oldtype") is not None else "datatype"
    scope.set(given, "newtype", derived(items * scope.size(given, old)), outputs)


def _sum(given: Arguments, name: str) -> Poly:
    number = given.constant("count")
    if number is None or number > _SUM_OF_FEW:
        return given.unknown(name, "is an array")
    return sum(given.named_elements(name, number), ZERO)


TYPE_CALLS: Mapping[str, Callable[[Scope, Arguments, Outputs], None]] = {
    "type_contiguous": _type_contiguous,
    **dict.fromkeys(("type_vector", "type_hvector", "type_create_hvector"), _type_vector),
    **dict.fromkeys(("type_create_indexed_block", "type_create_hindexed_block"), _type_vector),
    **dict.fromkeys(("type_dup", "type_create_resized"), _type_dup),
    **dict.fromkeys(("type_indexed", "type_hindexed", "type_create_hindexed"), _type_indexed),
    "type_create_subarray": _type_create_subarray,
    **dict.fromkeys(("type_struct", "type_create_struct"), _type_create_struct),
    "type_size": _type_size,
}
"""What notes the values that a call sets, by its name after ``mpi_``."""
