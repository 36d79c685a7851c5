"""What the analysis sees: the IR, the control-flow graph, or the description as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.cli.common import (
    add_output_argument,
    add_source_arguments,
    finish,
    load_description,
    reading_of,
    write_result,
)
from sad.cli.means import add_cache_arguments
from sad.diagnostics import Diagnostics

if TYPE_CHECKING:
    import argparse

    from sad.diagnostics import ExitCode


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the subcommand's arguments."""
    kind = parser.add_mutually_exclusive_group(required=True)
    kind.add_argument("--ir", action="store_true", help="the intermediate representation")
    kind.add_argument("--cfg", action="store_true", help="basic blocks and where they lead")
    kind.add_argument(
        "--description",
        action="store_true",
        help="the description as JSON; analyze reads it back (*.sad.json)",
    )
    parser.add_argument("--check", action="store_true", help="with --ir: check its validity rules")
    add_source_arguments(parser)
    add_cache_arguments(parser)
    add_output_argument(parser)


def run(args: argparse.Namespace) -> ExitCode:
    """Print one view of the sources."""
    if args.description:
        import json  # noqa: PLC0415

        from sad.model.saved import to_json  # noqa: PLC0415 - heavy

        loaded = load_description(args, with_work=True)
        text = json.dumps(to_json(loaded.description), separators=(",", ":")) + "\n"
        write_result(text, args.output)
        return finish(loaded.diagnostics, strict=args.strict)
    diagnostics = Diagnostics()
    from sad.reading.sources import read_sources  # noqa: PLC0415 - heavy

    program = read_sources(reading_of(args), diagnostics)
    if args.ir:
        from sad.ir.check import check_program  # noqa: PLC0415
        from sad.ir.dump import dump_program  # noqa: PLC0415

        text = dump_program(program)
        if args.check:
            problems = check_program(program)
            text += "".join(f"! {problem}\n" for problem in problems) or "! the IR is valid\n"
    else:
        from sad.analysis.cfg.lower import build_cfg  # noqa: PLC0415 - heavy
        from sad.report.graph import cfg_text  # noqa: PLC0415

        text = "".join(cfg_text(build_cfg(unit)) for unit in program.units)
    write_result(text, args.output)
    return finish(diagnostics, strict=args.strict)
