"""The branches that a run of a program went through, put into its profile."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from sad.profiles.counts import BranchCount
from sad.profiles.misses.code import CodeError, source_places
from sad.profiles.misses.table import read_tables
from sad.profiles.running.compilers import tool_of

if TYPE_CHECKING:
    from sad.profiles.counts import Profile
    from sad.profiles.running.scratch import Scratch


def add_branches(profile: Profile, scratch: Scratch, compiler: str) -> str:
    """Add to a profile what its run left of branches; return why that is not all, empty if it is.

    Branches of files that the profile does not have are of no use. Without all of the run nothing is
    added: then no branch on a line means nothing.
    """
    table = read_tables(scratch.counts)
    if table.is_full:
        return "it had more branches than there is room for, or ended while it wrote them"
    if not table.modules:
        return "it left no counts of branches: was it linked with {coverage}?"
    start = profile.folder or str(scratch.work)
    files = {os.path.realpath(os.path.join(start, name)): name for name in profile.files}
    objdump, addr2line = tool_of(compiler, "objdump"), tool_of(compiler, "addr2line")
    for module, branches in table.modules.items():
        if not os.path.isfile(module):
            return f"its program {os.path.basename(module)} is not there any more"
        try:
            places = source_places(module, branches, objdump, addr2line)
        except CodeError as error:
            return str(error)
        for place, branch in branches.items():
            path, line = places.get(place, ("", 0))
            name = files.get(os.path.realpath(os.path.join(scratch.work, path)))
            if name is not None:
                ways = tuple(branch.ways.values())
                found = BranchCount(ways, branch.simulated, branch.misses)
                profile.files[name].branches.setdefault(line, []).append(found)
    profile.has_branches = True
    return ""
