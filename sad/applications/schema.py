"""The typed form of an application file: parameters, definitions, phases, rates, and their origins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.diagnostics import argument_error, did_you_mean
from sad.records import field, record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.document import Item
    from sad.expr.tree import Expr

SCHEMA_VERSION = 1
NPROCS = "nprocs"
ANY = "any"
"""The key of the rates that hold for machines which have none of their own."""


@record
class Expression:
    """A formula with its place in the file."""

    item: Item
    formula: Expr
    source: str = ""

    @property
    def text(self) -> str:
        """The formula as written."""
        return self.item.text()


@record
class Parameter:
    """A name users give values. ``at_least`` is the smallest one that makes sense."""

    name: str
    default: float | None
    at_least: float
    description: str = ""


@record
class Option:
    """One of the ways a choice can be made. ``values`` are what it sets."""

    name: str
    values: Mapping[str, Expression]
    description: str = ""
    source: str = ""


@record
class Choice:
    """A parameter whose values are words; in arrays they are numbers, 1 for the first."""

    name: str
    default: str
    options: Mapping[str, Option]
    description: str = ""

    def number(self, option: str) -> float:
        """Return the number of an option; ``ValueError`` if there is none of that name."""
        return 1.0 + list(self.options).index(option)


@record
class PhaseCost:
    """A phase: ``seconds`` of computation or communication of the busiest process, once.

    ``only`` restricts it to some options of choices.
    """

    name: str
    communicates: bool
    seconds: Expression
    only: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    source: str = ""


@record
class Need:
    """What must hold for the program to run: ``kind`` is power_of_two, whole or holds.

    For ``holds``, ``stands`` is a condition. ``only`` restricts it to some options of choices.
    """

    kind: str
    stands: Expression
    text: str
    only: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    because: str = ""


@record
class Rate:
    """How many units of work a processor does in a second.

    Either ``steps`` (values from a size on, one of size 0 if there is but one) or ``operations``,
    how often each operation is performed per unit.
    """

    name: str
    by: Expression | None
    steps: tuple[tuple[float, float], ...]
    operations: Mapping[str, float]
    source: str
    item: Item


@record
class Gap:
    """What nobody knows: asking for it is an error."""

    only: Mapping[str, tuple[str, ...]]
    because: str
    item: Item


@record
class Application:
    """An application file, read and checked.

    ``definitions`` are in the order of the file. ``rates`` are by machine, then by name.
    """

    name: str
    root: Item
    description: str
    source: str
    dimensions: int
    parameters_by_name: Mapping[str, Parameter]
    choices: Mapping[str, Choice]
    definitions: Mapping[str, Expression]
    needs: tuple[Need, ...]
    repeat: Expression | None
    parts: tuple[PhaseCost, ...]
    rates: Mapping[str, Mapping[str, Rate]]
    gaps: tuple[Gap, ...]

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names users give values, choices among them."""
        return (*self.parameters_by_name, *self.choices)

    @property
    def defaults(self) -> dict[str, float]:
        """Values of parameters that are not given; options of choices as numbers."""
        found = {
            name: parameter.default
            for name, parameter in self.parameters_by_name.items()
            if parameter.default is not None
        }
        return found | {
            name: choice.number(choice.default) for name, choice in self.choices.items()
        }

    @property
    def settable(self) -> tuple[str, ...]:
        """Names that have values already and may be given others: of options, and rates."""
        set_by_options = [
            name
            for choice in self.choices.values()
            for option in choice.options.values()
            for name in option.values
        ]
        return tuple(dict.fromkeys([*set_by_options, *self.rate_names]))

    @property
    def rate_names(self) -> tuple[str, ...]:
        """The names of all rates."""
        return tuple(dict.fromkeys(name for rates in self.rates.values() for name in rates))

    def number(self, name: str, text: str) -> float:
        """Return the number that stands for the option ``text`` of a choice.

        Raises ``SadError`` SAD865 if the choice has no such option, ``KeyError`` if there is no
        such choice.
        """
        choice = self.choices[name]
        if text in choice.options:
            return choice.number(text)
        hint = did_you_mean(text, list(choice.options), f"there are: {', '.join(choice.options)}")
        raise argument_error("SAD865", f"{name} has no option {text!r}", hint)
