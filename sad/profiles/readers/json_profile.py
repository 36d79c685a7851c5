"""JSON of gcov or of llvm-cov: which it is shows as its members come; none is held whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.diagnostics import SadError, input_error
from sad.profiles.readers import gcov_json, llvm_json
from sad.profiles.readers.gcov_json import GcovDocument
from sad.profiles.readers.json_stream import JsonStream
from sad.profiles.readers.llvm_json import LlvmDocument
from sad.profiles.readers.source import malformed
from sad.profiles.readers.totals import Totals

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.profiles.counts import Profile
    from sad.profiles.readers.source import Source

_HINT = "known are gcov --json-format (versions 1 and 2) and llvm-cov export (version 2)"


def read_json(source: Source, at: Mapping[str, str]) -> Profile:
    """Read the documents of a JSON profile and add them up.

    Raises ``SadError``: SAD702 (JSON of something else), SAD703, SAD704, SAD705, SAD706.
    """
    stream = JsonStream(source)
    totals = Totals()
    tools: list[str] = []
    for _ in stream.documents():
        if tools and stream.kind() != "{":
            malformed(
                "something else follows the profile", stream.span(), "write the profile again"
            )
        tools.append(_document(stream, totals))
        if tools not in (["llvm-cov"], ["gcov"] * len(tools)):
            hint = "give each export by itself; only documents of gcov may follow one another"
            malformed("another document follows the export of llvm-cov", stream.span(), hint)
    if not tools:
        raise _foreign(stream, "there is no document")
    return totals.profile(tools[0], source.path, at)


def _document(stream: JsonStream, totals: Totals) -> str:
    if stream.kind() != "{":
        raise _foreign(stream, "JSON, but no profile")
    gcov, llvm = GcovDocument(stream, totals), LlvmDocument(stream, totals)
    for key in stream.members():
        if key in ("files", "data") and not stream.starts_array_of("{"):
            raise _foreign(stream, f"JSON, but no profile: {key} holds something else")
        if key in gcov_json.KEYS:
            gcov.member(key)
        elif key in llvm_json.KEYS:
            llvm.member(key)
    if gcov.version is not None and gcov.has_files:
        if gcov.version not in gcov_json.VERSIONS:
            raise _foreign(stream, f"gcov's format_version {gcov.version!r:.40} is not known")
        gcov.end()
        return "gcov"
    if llvm.kind == llvm_json.TYPE:
        if not (llvm.version or "").startswith(llvm_json.VERSION):
            raise _foreign(stream, f"llvm-cov's version {llvm.version!r:.40} is not known")
        llvm.end()
        return "llvm-cov"
    raise _foreign(stream, "JSON, but no profile")


def _foreign(stream: JsonStream, message: str) -> SadError:
    return input_error("SAD702", message, stream.span(), _HINT)
