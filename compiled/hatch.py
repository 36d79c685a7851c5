"""Compiles while a wheel is built: ``HATCH_BUILD_HOOKS_ENABLE=1 pip install .``, or not at all."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompilingHook(BuildHookInterface[Any]):
    """Puts extension modules beside the source in a wheel, which is then one for this platform."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, unless the wheel only points at the source, as an editable install does."""
        if version == "editable":
            return
        sys.path.insert(0, self.root)  # hatchling loads this file by its path
        try:
            from compiled.build import extensions  # noqa: PLC0415
        finally:
            sys.path.remove(self.root)
        self._place = tempfile.TemporaryDirectory()
        target = Path(self._place.name)
        for path in extensions(Path(self.root), target, jobs=os.cpu_count() or 1):
            build_data["force_include"][str(target / path)] = path.as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Let go of what was compiled, once it is in the wheel."""
        del build_data, artifact_path
        if version != "editable":
            self._place.cleanup()
