"""Files of a git revision in a temporary folder; the work tree and its index are never touched."""

from __future__ import annotations

import os
import subprocess
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from frontends.registry import SEARCHED
from sad.diagnostics import ExitCode, SadError, Span, argument_error, input_error
from sad.files import files_below

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping, Sequence

_SUBMODULE = "160000"


@contextmanager
def revision_files(revision: str, folder: Path, sources: Sequence[str]) -> Generator[Path]:
    """Yield a folder that holds what ``folder`` held at a revision, while the context lasts.

    ``sources`` are the paths that matter, relative to ``folder``. Raises ``SadError`` SAD817: there is
    no git, no repository or no such revision, a shallow clone ends before it, a path is not in it or in
    a submodule, or git fails otherwise.
    """
    git = _Git(folder, revision)
    commit = git.commit(revision)
    prefix = git.text("rev-parse", "--show-prefix").strip()
    with TemporaryDirectory(prefix="sad-") as place:
        tree = Path(place) / "tree"
        environment = {"GIT_INDEX_FILE": str(Path(place) / "index")}
        git.text("read-tree", commit, environment=environment)
        git.check_submodules(prefix, sources, environment)
        git.text("checkout-index", "-a", "-f", f"--prefix={tree}/", environment=environment)
        inside = tree / prefix
        for source in sources:
            path = inside / source
            if not path.exists() and source != ".":
                message = f"not in revision {revision}"
                hint = "name sources that both revisions have: --source PATH"
                raise input_error("SAD817", message, Span.at(source), hint)
            if not path.exists() or (path.is_dir() and not files_below(str(path), SEARCHED)):
                message = f"no source files in revision {revision}"
                hint = "compare with a revision that has some"
                raise input_error("SAD817", message, Span.at(source), hint)
        yield inside


class _Git:
    """git in a folder. Variables that would send it elsewhere are taken away."""

    def __init__(self, folder: Path, wanted: str) -> None:
        self._folder = folder
        kept = {name: text for name, text in os.environ.items() if not name.startswith("GIT_")}
        self._environment = {**kept, "LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0"}
        if self._run(("rev-parse", "--is-inside-work-tree"), {}).stdout.strip() != b"true":
            message = f"no such path: {wanted!r}, and {folder} is in no git work tree"
            hint = "name folders, files or snapshots, or a revision inside its repository"
            raise argument_error("SAD817", message, hint)

    def commit(self, revision: str) -> str:
        """Return the commit a revision is."""
        wanted = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
        found = self._run(wanted, {})
        if found.returncode == 0:
            return found.stdout.decode().strip().rpartition("\n")[2]
        if self.text("rev-parse", "--is-shallow-repository").strip() == "true":
            message = f"revision {revision!r} is not in this shallow clone"
            hint = "get it with: git fetch --unshallow (in CI: fetch-depth: 0)"
            raise argument_error("SAD817", message, hint)
        hint = "a branch, tag or commit of this repository, or a path that exists"
        raise argument_error("SAD817", f"no such path and no such revision: {revision!r}", hint)

    def check_submodules(
        self, prefix: str, sources: Sequence[str], environment: Mapping[str, str]
    ) -> None:
        """Raise SAD817 for a source in a submodule: its files are in another repository."""
        listed = self.text(
            "ls-files", "--stage", "-z", "--full-name", ":/", environment=environment
        )
        modules = {
            entry.partition("\t")[2] for entry in listed.split("\0") if entry.startswith(_SUBMODULE)
        }
        for source in sources:
            path = os.path.normpath(prefix + source)
            for module in sorted(modules):
                if path == module or path.startswith(f"{module}/"):
                    message = f"in the submodule {module}, whose history is elsewhere"
                    hint = f"compare in the submodule: cd {module} && sad diff ..."
                    raise input_error("SAD817", message, Span.at(source), hint)

    def text(self, *arguments: str, environment: Mapping[str, str] | None = None) -> str:
        """Return what git prints; raises SAD817 if it fails."""
        found = self._run(arguments, environment or {})
        if found.returncode:
            reason = found.stderr.decode("utf-8", "replace").strip().splitlines()
            message = f"git {arguments[0]} failed: {reason[0] if reason else 'no reason given'}"
            raise argument_error("SAD817", message, "see what git says to it by itself")
        return found.stdout.decode("utf-8", "surrogateescape")

    def _run(
        self, arguments: Sequence[str], environment: Mapping[str, str]
    ) -> subprocess.CompletedProcess[bytes]:
        try:
            return subprocess.run(
                ["git", *arguments],
                cwd=self._folder,
                env={**self._environment, **environment},
                capture_output=True,
                check=False,
            )
        except FileNotFoundError:
            hint = "install git, or name two folders, files or snapshots"
            error = argument_error("SAD817", "revisions need git, which is not installed", hint)
            raise SadError(error.diagnostic, ExitCode.USAGE) from None
