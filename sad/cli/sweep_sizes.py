"""``sad sweep --largest`` and ``--half-rate``: a size that is looked for, on each machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.cli.common import finish, reading_of, warn_of_params, write_result
from sad.cli.sweep import load_on, sweep_choice, targets_of
from sad.diagnostics import SadError, argument_error
from sad.experiments.arrays import ArrayCurve
from sad.experiments.axes import parse_axes
from sad.experiments.largest import half_rate, largest, seconds_of
from sad.experiments.program import Program
from sad.experiments.quantity import parse_quantity
from sad.experiments.sweep_table import sides_of
from sad.report.units import scaled, seconds_text

if TYPE_CHECKING:
    import argparse

    from sad.diagnostics import ExitCode


def asks_size(args: argparse.Namespace) -> bool:
    """Whether a size is looked for; raises SAD638 where that does not go with the rest."""
    if args.largest is None and args.within is None and args.half_rate is None:
        return False
    if (args.largest is None) != (args.within is None):
        hint = "for instance --largest N --within 60s"
        raise argument_error("SAD638", "--largest and --within go together", hint)
    names = ("to", "plot", "scheduler", "log", "quantities")
    used = [name for name in names if getattr(args, name, None)]
    asked = "--half-rate" if args.largest is None else "--largest"
    if used or args.format != "table":
        option = f"--{used[0]}" if used else f"--format {args.format}"
        option = option.replace("quantities", "quantity")
        message = f"{option}: {asked} has one line for each machine"
        raise argument_error("SAD638", message, "leave it out")
    if not args.machines:
        hint = "add --machine NAME; sad machine list shows them"
        raise argument_error("SAD638", f"{asked} is about times: on which machine?", hint)
    return True


def run_size(args: argparse.Namespace) -> ExitCode:
    """Print the size that is looked for, on each machine."""
    limit = None if args.within is None else seconds_of(args.within)
    name, targets = args.largest or args.half_rate, targets_of(args)
    axes = parse_axes([f"{name}=1"])
    loaded = load_on(args, reading_of(args), targets)
    warn_of_params(args, loaded.diagnostics)
    choice = sweep_choice(args, args.entry)
    program = Program(loaded, reading_of(args), choice, axes, args.sources[0])
    quantity = parse_quantity("rate" if limit is None else "total")
    lines: list[str] = []
    for side in sides_of([program], [quantity], targets):
        curve = ArrayCurve(side.curves, side.place)
        target = side.curves.columns[side.place][1]
        where = "" if target is None else f" on {target.machine.name}"
        try:
            if limit is None:
                lines.append(f"{_half_rate_text(curve, name, where)}\n")
            else:
                lines.append(f"{_largest_text(curve, name, where, limit)}\n")
        except SadError as error:
            raise _without_it(error, program, name) from None
    write_result("".join(lines), args.output)
    return finish(loaded.diagnostics, strict=args.strict)


def _without_it(error: SadError, program: Program, name: str) -> SadError:
    """The error with the units that have the size, where the program itself has not."""
    own = [
        unit.entry
        for unit in program.loaded.description.units
        if unit.entry != program.entry
        and any(item.label.lower() == name.lower() for item in unit.parameters)
    ]
    if error.diagnostic.code != "SAD638" or not own:
        return error
    message = f"the time of {program.entry} does not depend on {name}"
    hint = f"{', '.join(own[:6])} get it from their callers: --entry {own[0]}"
    return argument_error("SAD638", message, hint)


def _largest_text(curve: ArrayCurve, name: str, where: str, limit: float) -> str:
    found = largest(curve, limit)
    if not found.size:
        what = f"even {name} = 1 takes {found.next_cost:.6g} s"
    elif found.next_cost is None:
        what = f"{name} = {found.size:,} and more: {found.cost:.6g} s"
    else:
        what = f"{name} = {found.size:,}: {found.cost:.6g} s; "
        what += f"{found.size + 1:,} takes {found.next_cost:.6g} s"
    if not found.rises:
        what += "; times do not rise with it everywhere, so that there may be greater ones"
    return f"within {seconds_text(limit)}{where}: {what}"


def _half_rate_text(curve: ArrayCurve, name: str, where: str) -> str:
    found = half_rate(curve)
    what = f"r_inf = {scaled(found.limit)}flop/s; n_1/2: half of it from {name} = {found.size:,} on"
    if found.peak is not None:
        size, rate = found.peak
        what += f"; rates are greater on the way: {scaled(rate)}flop/s at {name} = {size:,}"
    return f"rate{where}: {what}"
