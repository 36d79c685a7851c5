"""What kind of number a parameter is: whole where something is counted with it, else any."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.expr.tree import free_names
from sad.model.parameters import Kind
from sad.pamela.dimension import tree_of
from sad.pamela.tree import Apply, Condition, Group, Repeat, UseTerm

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.pamela.tree import File, Formula, Term


def kinds_of(file: File) -> dict[str, Kind]:
    """Return the kinds of names that are no times: sizes, probabilities, or other values.

    A size is in a range, a member, a condition, an argument or another parameter's value; what is
    only in ``if (prob p)`` is a probability, what is only in times any number. How often a ``seq`` is
    gone through, and nothing else, may be a mean.
    """
    found: dict[str, Kind] = {}
    declared = [
        *(item.value for item in file.parameters),
        *(end for item in file.resources for end in (item.first, item.last, item.servers)),
        *(number for _, number in file.servers),
    ]
    uses = [(formula, Kind.SIZE) for formula in declared if formula is not None]
    for equation in file.equations:
        uses += _formulas(equation.term)
    order = (Kind.VALUE, Kind.PROBABILITY, Kind.TRIP_COUNT, Kind.SIZE)
    for formula, kind in uses:
        for node in free_names(tree_of(formula)):
            before = found.get(node.name, Kind.VALUE)
            found[node.name] = max(before, kind, key=order.index)
    return found


def _formulas(term: Term) -> Iterator[tuple[Formula, Kind]]:
    stack = [term]
    while stack:
        match stack.pop():
            case UseTerm(member=member, time=time, spread=spread):
                yield time, Kind.VALUE
                if spread is not None:
                    yield spread, Kind.VALUE
                if member is not None:
                    yield member, Kind.SIZE
            case Repeat(is_parallel=is_parallel, first=first, last=last, step=step, body=body):
                is_count = not is_parallel and last.text.isidentifier()
                yield last, Kind.TRIP_COUNT if is_count else Kind.SIZE
                yield from ((end, Kind.SIZE) for end in (first, step) if end is not None)
                stack.append(body)
            case Condition(test=test, is_chance=is_chance, yes=yes, no=no):
                yield test, Kind.PROBABILITY if is_chance else Kind.SIZE
                stack += [yes, *(() if no is None else (no,))]
            case Apply(arguments=arguments):
                yield from ((item, Kind.SIZE) for item in arguments)
            case Group(parts=parts):
                stack += parts
