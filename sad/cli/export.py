"""The formulas as source code or data: total time, counts and operations as functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.cli.common import (
    add_model_arguments,
    add_output_argument,
    add_source_arguments,
    choice_of,
    chosen_machine,
    finish,
    load_settings,
    reading_of,
    write_result,
)
from sad.cli.means import add_means_arguments, means_of
from sad.diagnostics import argument_error

if TYPE_CHECKING:
    import argparse

    from sad.diagnostics import ExitCode
    from sad.distribution.pamela_file import OnMachine
    from sad.distribution.plan import Plan
    from sad.evaluation.predict import Prediction
    from sad.machine.schema import Machine, Toolchain
    from sad.reading.loaded import Loaded


_MODELS = ("jmva", "net", "pnml", "prism", "tra", "sta", "dot", "svg")
"""Formats of stochastic models."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommand's arguments."""
    add_source_arguments(parser)
    add_means_arguments(parser)
    parser.add_argument(
        "--to",
        "--format",
        dest="to",
        required=True,
        choices=("python", "numpy", "c", "javascript", "latex", "json", "pamela", *_MODELS),
        help="the language of the file to write; pamela is a model of the program with its arrays "
        "distributed, for sad contention; jmva is a queueing network (*.qn.yaml) for JMT; of Petri "
        "nets (*.net.yaml, *.pnml, and of parallel models, *.pam) net is a file *.net.yaml, pnml for "
        "other tools, prism a module for PRISM and Storm, tra and sta its chain, dot and svg pictures",
    )
    add_pamela_arguments(parser)
    add_model_arguments(parser)
    add_output_argument(parser)


def run(args: argparse.Namespace) -> ExitCode:
    """Write the formulas in the language asked for."""
    if args.to == "pamela":
        return write_pamela(args)
    check_no_pamela(args)
    if args.to in _MODELS:
        return write_model(args)
    from sad.loading.prediction import load_prediction  # noqa: PLC0415 - heavy

    prediction, diagnostics = load_prediction(reading_of(args), choice_of(args), means_of(args))
    from sad.diagnostics import argument_error  # noqa: PLC0415

    try:
        text = _text(prediction, args.to)
    except OverflowError:
        message = f"a number in the formulas is too large for {args.to}"
        raise argument_error(
            "SAD508", message, "export with --to json, or python without --machine"
        ) from None
    write_result(text, args.output)
    return finish(diagnostics, strict=args.strict)


def _text(prediction: Prediction, language: str) -> str:
    from sad.report.export.quantities import exported  # noqa: PLC0415 - heavy

    program = exported(prediction)
    match language:
        case "python":
            from sad.report.export.python_source import python_source  # noqa: PLC0415

            return python_source(program)
        case "numpy":
            from sad.report.export.python_source import numpy_source  # noqa: PLC0415

            return numpy_source(program)
        case "c":
            from sad.report.export.c_source import c_source  # noqa: PLC0415

            return c_source(program)
        case "javascript":
            from sad.report.export.javascript_source import javascript_source  # noqa: PLC0415

            return javascript_source(program)
        case "json":
            from sad.report.export.quantities import json_data  # noqa: PLC0415

            return json_data(program)
        case _:
            from sad.report.latex import latex_source  # noqa: PLC0415
            from sad.report.view import View  # noqa: PLC0415

            return latex_source(program, View(prediction))


def write_model(args: argparse.Namespace) -> ExitCode:
    """Write a stochastic model as another tool reads it; raises as ``exported``."""
    from sad.diagnostics import ExitCode  # noqa: PLC0415
    from sad.stochastic.exports import exported, written  # noqa: PLC0415 - heavy

    if len(args.sources) != 1:
        message = f"--to {args.to} writes one model, and {len(args.sources)} are given"
        raise argument_error("SAD502", message, "name one file")
    given = {name: item.text for name, item in load_settings(args).items.items()}
    (path,) = args.sources
    if path.endswith(".pam"):
        from sad.contention.net import net_of, read_parallel  # noqa: PLC0415 - heavy

        net = net_of(read_parallel(path, given))
        text = written(net, f"{path}.net.yaml", args.to, {})
    else:
        text = exported(path, args.to, given)
    write_result(text, args.output)
    return ExitCode.SUCCESS


_DETAILS = ("action", "line", "phase")


def add_pamela_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of models of PAMELA."""
    parser.add_argument(
        "--distribute",
        action="append",
        default=[],
        metavar="'A(FORMAT,...)'",
        help="with --to pamela: spread an array over the processors; one of block, block(k), cyclic, "
        "cyclic(k) and * per dimension; several times for several arrays",
    )
    parser.add_argument(
        "--detail",
        choices=_DETAILS,
        help="with --to pamela: one use of a processor per operation, per line (default), or per phase "
        "and owner",
    )
    parser.add_argument(
        "--library",
        metavar="NAME",
        help="with --to pamela: message-passing library of the machine file (default: its first)",
    )


def check_no_pamela(args: argparse.Namespace) -> None:
    """Fail for options that only a model of PAMELA has a use for (SAD909)."""
    given = {"distribute": args.distribute, "detail": args.detail, "library": args.library}
    for name, value in given.items():
        if value:
            message = f"--{name} without --to pamela"
            raise argument_error("SAD909", message, "leave it out, or write --to pamela")


def write_pamela(args: argparse.Namespace) -> ExitCode:
    """Write the model; raises as ``Plan``, ``model_text`` and its parts."""
    from sad.distribution.distributable import Sequential, lines_of  # noqa: PLC0415 - heavy
    from sad.distribution.pamela_file import model_text  # noqa: PLC0415
    from sad.distribution.plan import Plan  # noqa: PLC0415
    from sad.distribution.syntax import parse_distributions  # noqa: PLC0415
    from sad.loading.describe import load_description  # noqa: PLC0415

    if args.assume or args.defaults:
        message = "--assume and --defaults have no use for a model"
        raise argument_error("SAD909", message, "edit the values in the file")
    distributions = parse_distributions(args.distribute)
    loaded = load_description(reading_of(args))  # all of it: saved parts do not tell subscripts
    chosen = chosen_machine(args)
    plan = Plan(Sequential(loaded, args.entry), distributions)
    machine = None if chosen is None else _on_machine(args, loaded, chosen)
    lines = lines_of(loaded.description)
    text = model_text(plan, lines, args.detail or "line", _given(args, plan), machine)
    plan.tell(loaded.diagnostics)
    write_result(text, args.output)
    return finish(loaded.diagnostics, strict=args.strict)


def _given(args: argparse.Namespace, plan: Plan) -> dict[str, str]:
    """The values given, by symbol; raises SAD501 for names that there are not."""
    found: dict[str, str] = {}
    for setting in load_settings(args).items.values():
        symbol = plan.names.find(setting.name)
        if symbol is None and not setting.is_optional:
            message = f"{setting.name} is no parameter of this program"
            raise argument_error("SAD501", message, plan.names.suggestion(setting.name))
        if symbol is not None:
            found[symbol] = setting.text
    return found


def _on_machine(
    args: argparse.Namespace, loaded: Loaded, chosen: tuple[Machine, Toolchain]
) -> OnMachine:
    """Times of lines on a machine; raises SAD909 for cost models of a run."""
    from sad.communication.times import model_for  # noqa: PLC0415 - heavy
    from sad.distribution.distributable import Costs, lines_of  # noqa: PLC0415
    from sad.distribution.pamela_file import OnMachine  # noqa: PLC0415
    from sad.evaluation.model import find_entry  # noqa: PLC0415
    from sad.loading.machines import usual_toolchain  # noqa: PLC0415
    from sad.machine.operation_times import OperationTimes  # noqa: PLC0415
    from sad.mapping.bind import cost_model_for  # noqa: PLC0415

    machine, toolchain = chosen
    if args.toolchain is None:
        toolchain = usual_toolchain(machine, loaded.description, args.entry)
    if cost_model_for(toolchain, args.cost_model).of_run:
        message = "times of lines depend on sizes under this cost model"
        raise argument_error("SAD909", message, "add --model additive")
    start = find_entry(loaded.description, args.entry)
    assert start is not None
    costs = Costs(loaded.description, start.name, (machine, toolchain), args.cost_model, ())
    seconds = costs.at({}, 1)
    times = OperationTimes(machine, toolchain)
    return OnMachine(
        machine,
        model_for(machine, args.library or ""),
        {place: float(seconds(place)[0]) for place in lines_of(loaded.description)},
        lambda key: times.value(key).value,
    )
