"""The key ``collectives`` of a programming model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.machine.networks.collectives import ALGORITHMS, SELECTIONS, Collectives, Rule
from sad.machine.values import one_of, positive_number, require

if TYPE_CHECKING:
    from sad.document import Item

_LIMITS = ("below_bytes", "below_total_bytes", "below_processes")


def read_collectives(item: Item, base: Collectives | None) -> Collectives:
    """Return the rules of every operation; SAD426 where no rule is left for some sizes.

    ``selection`` brings rules for all operations, others replace those of their operation, and
    what a machine inherits stays.
    """
    entries = item.mapping(("selection", "source", *ALGORITHMS))
    rules = dict(base.rules) if base else {}
    selection = base.selection if base else ""
    if "selection" in entries:
        selection = one_of(entries["selection"], SELECTIONS)
        rules.update(SELECTIONS[selection])
    source = entries["source"].text() if "source" in entries else (base.source if base else "")
    for name, entry in entries.items():
        if name in ALGORITHMS:
            rules[name] = _rules(name, entry)
    return Collectives(selection, rules, source)


def _rules(operation: str, item: Item) -> tuple[Rule, ...]:
    if item.is_mapping:
        items = [item]
    elif item.is_sequence:
        items = item.sequence()
    else:
        return (Rule(one_of(item, ALGORITHMS[operation])),)
    found = tuple(_rule(operation, entry) for entry in items)
    always = [rule.always for rule in found]
    if not any(always):
        hint = "end with one without a condition: - {algorithm: ...}"
        item.fail("SAD426", "no algorithm where none of the conditions hold", hint)
    if True in always[:-1]:
        place = items[always.index(True) + 1]
        place.fail("SAD426", "never reached", "the rule before it has no condition")
    return found


def _rule(operation: str, item: Item) -> Rule:
    entries = item.mapping(("algorithm", *_LIMITS, "power_of_two"))
    require(item, entries, ("algorithm",))
    algorithm = one_of(entries["algorithm"], ALGORITHMS[operation])
    limits = [positive_number(entries[key]) if key in entries else None for key in _LIMITS]
    power = None
    if "power_of_two" in entries:
        power = one_of(entries["power_of_two"], ("true", "false")) == "true"
    return Rule(algorithm, *limits, power_of_two=power)
