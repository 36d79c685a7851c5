"""What a run may use, as options: a cache, processes, a cluster."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from sad.loading.means import Means

_MOST_SECONDS = 1_000_000
_MOST_JOBS = 1024
_SMALL = 16_000  # bytes


class Once(argparse.Action):
    """An option that may be given once: of two machines, which one was meant?"""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        """Keep the value; raises ``ArgumentError`` if there is one."""
        del parser, option_string
        if getattr(namespace, self.dest) is not None:
            raise argparse.ArgumentError(self, "given twice; sad compare takes several")
        setattr(namespace, self.dest, values)


def add_cache_arguments(parser: argparse.ArgumentParser) -> None:
    """Add ``--cache`` and ``--no-cache``; ``cache_of`` says what they mean."""
    cache = parser.add_mutually_exclusive_group()
    cache.add_argument(
        "--cache",
        metavar="DIR",
        help="where to keep what is known of unchanged files (default: SAD_CACHE_DIR, else sad in "
        "the user's cache folder)",
    )
    cache.add_argument("--no-cache", action="store_true", help="compute everything anew")


def add_means_arguments(parser: argparse.ArgumentParser) -> None:
    """Add ``--cache``, ``--jobs`` and what else ``means_of`` reads."""
    add_cache_arguments(parser)
    parser.add_argument(
        "--jobs",
        type=_jobs,
        metavar="N",
        help="processes for large programs (default: one for each core); results do not depend on it",
    )
    parser.add_argument(
        "--unit-timeout",
        type=positive_seconds,
        metavar="SECONDS",
        help="leave a file or unit out that takes one of these processes longer (default: 300)",
    )
    parser.add_argument(
        "--scheduler",
        action=Once,
        metavar="ADDRESS",
        help="use the Dask cluster at tcp://HOST:PORT instead (needs f2sad[dask]; docs/cluster.md)",
    )


def _jobs(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= _MOST_JOBS:
        message = f"a whole number from 1 to {_MOST_JOBS} is expected, not {text!r}"
        raise argparse.ArgumentTypeError(message)
    return int(text)


def positive_seconds(text: str) -> float:
    """Return the seconds that an option says, as a type of argparse."""
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0 < found <= _MOST_SECONDS:
        message = f"a number of seconds above 0, at most {_MOST_SECONDS}, is expected, not {text!r}"
        raise argparse.ArgumentTypeError(message)
    return found


def cache_of(args: argparse.Namespace) -> Path | None:
    """Return the folder of the cache; None if it is not to be used."""
    if args.no_cache:
        return None
    from pathlib import Path  # noqa: PLC0415

    from sad.incremental.folder import cache_folder  # noqa: PLC0415

    return Path(args.cache) if args.cache else cache_folder()


def means_of(args: argparse.Namespace) -> Means:
    """Return what the run may use, as far as the command has options for it."""
    from sad.loading.means import ALONE, Means  # noqa: PLC0415
    from sad.workers import cores  # noqa: PLC0415

    if "jobs" not in args:
        return Means(cache_of(args)) if "no_cache" in args else ALONE
    jobs = args.jobs or (1 if _is_small(args.sources) else cores())
    return Means(cache_of(args), jobs, args.unit_timeout, args.scheduler)


def _is_small(sources: Sequence[str]) -> bool:
    """Whether the source is one file that is read before another process has started."""
    import os  # noqa: PLC0415

    return len(sources) == 1 and os.path.isfile(sources[0]) and os.path.getsize(sources[0]) < _SMALL
