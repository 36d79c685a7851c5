"""The names in an application file: known, used once, in no circle, where they may be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.applications.schema import NPROCS, Application, Expression
from sad.diagnostics import did_you_mean
from sad.expr.functions import ALL, FUNCTIONS
from sad.expr.tree import Call, Expr, Name, Text, free_names
from sad.parallel import GRID

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from sad.document import Item

_DEEPEST = 50


def check_names(application: Application) -> None:
    """Raise ``SadError``: SAD862 (unknown), SAD863 (a circle), SAD861 (a call), SAD869 (the rest)."""
    _check_twice(application)
    _check_choices(application)
    sizes = {*process_names(application), *application.parameters_by_name, *defined(application)}
    rated = {*sizes, *application.rate_names}
    for expression in _plain(application):
        _check(expression, sizes, messages=False)
    for part in application.parts:
        _check(part.seconds, rated, messages=part.communicates)
    _check_circles(application)


def process_names(application: Application) -> tuple[str, ...]:
    """Return the names of the number of processes and of the sides of their grid."""
    sides = GRID[: application.dimensions] if application.dimensions > 1 else ()
    return (NPROCS, *sides)


def defined(application: Application) -> dict[str, tuple[Expression, ...]]:
    """Return what each defined name is: one formula, or those of a choice's options."""
    found: dict[str, tuple[Expression, ...]] = {
        name: (given,) for name, given in application.definitions.items()
    }
    for choice in application.choices.values():
        for option in choice.options.values():
            for name, given in option.values.items():
                found[name] = (*found.get(name, ()), given)
    return found


def _plain(application: Application) -> Iterator[Expression]:
    for group in defined(application).values():
        yield from group
    for need in application.needs:
        yield need.stands
    if application.repeat is not None:
        yield application.repeat
    for rates in application.rates.values():
        yield from (rate.by for rate in rates.values() if rate.by is not None)


def _check_twice(application: Application) -> None:
    owners: dict[str, str] = dict.fromkeys(process_names(application), "sad")

    def claim(name: str, owner: str, item: Item) -> None:
        if owners.setdefault(name, owner) != owner:
            item.fail("SAD869", f"the name {name} means something else already", "choose another")

    entries = application.root.mapping()
    for key in ("parameters", "choices", "where"):
        for name, item in entries[key].mapping().items() if key in entries else ():
            claim(name, key, item)
    for choice in application.choices.values():
        for option in choice.options.values():
            for name, given in option.values.items():
                claim(name, f"choice {choice.name}", given.item)
    for rates in application.rates.values():
        for name, rate in rates.items():
            claim(name, "rates", rate.item)


def _check_choices(application: Application) -> None:
    entries = application.root.mapping()
    for key in ("needs", "phases", "unknown"):
        for item in entries[key].sequence() if key in entries else ():
            inside = item.mapping()
            for name, words in inside["only"].mapping().items() if "only" in inside else ():
                choice = application.choices.get(name)
                if choice is None:
                    hint = f"there are: {', '.join(application.choices) or 'none'}"
                    words.fail("SAD869", f"there is no choice {name}", hint)
                for word in words.sequence():
                    if word.text() not in choice.options:
                        hint = f"there are: {', '.join(choice.options)}"
                        word.fail("SAD869", f"{name} has no option {word.text()}", hint)


def _check(expression: Expression, known: Collection[str], *, messages: bool) -> None:
    """``messages``: whether calls may be of the machine's primitives."""
    item = expression.item

    def check(node: Expr, names: Collection[str]) -> None:
        match node:
            case Name(name) if name not in names:
                hint = did_you_mean(name, names, f"known: {', '.join(sorted(names))}")
                item.fail("SAD862", f"{expression.text!r}: there is no {name}", hint)
            case Call("sum", (Name(index), first, last, term)):
                if index in names:
                    message = f"{expression.text!r}: {index} means something else already"
                    item.fail("SAD869", message, "choose another name to count with")
                check(first, names)
                check(last, names)
                check(term, {*names, index})
            case Call(name, arguments):
                if name not in ALL:
                    check_call(name, arguments)
                for part in arguments:
                    check(part, names)
            case Text():
                item.fail("SAD861", f"{expression.text!r}: {node.text} is no number")
            case _:
                pass

    def check_call(name: str, arguments: tuple[Expr, ...]) -> None:
        if not messages:
            functions = sorted(FUNCTIONS)
            hint = did_you_mean(name, functions, f"known: {', '.join(functions)}")
            hint += "; messages belong in phases of communication"
            item.fail("SAD862", f"{expression.text!r}: there is no function {name} here", hint)
        if len(arguments) > 2:
            hint = f"{name}(bytes), or {name}(bytes, processes)"
            item.fail("SAD861", f"{expression.text!r}: {name} has too many arguments", hint)

    check(expression.formula, known)


def _check_circles(application: Application) -> None:
    formulas = defined(application)
    done: set[str] = set()

    def visit(name: str, path: tuple[str, ...]) -> None:
        if name in path:
            circle = " -> ".join((*path[path.index(name) :], name))
            formulas[name][0].item.fail("SAD863", f"{circle} is a circle", "define one without it")
        if name in done or name not in formulas:
            return
        if len(path) > _DEEPEST:
            hint = f"at most {_DEEPEST} definitions may build on each other"
            formulas[name][0].item.fail("SAD863", f"{name} builds on too many others", hint)
        for expression in formulas[name]:
            for used in free_names(expression.formula):
                visit(used.name, (*path, name))
        done.add(name)

    for name in formulas:
        visit(name, ())
