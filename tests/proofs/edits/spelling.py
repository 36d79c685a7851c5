"""Edits of comments, layout and spelling. Each changes a source in place and costs nothing."""

from __future__ import annotations

import re
from dataclasses import replace

from tests.proofs.edits.fixed import Layout, Source, in_code, is_comment

_WORDS = ("note", "the", "order", "DO 10 I = 1, N", "is", "END", "see 'below", "GO TO 20", "!", "x")


def _comment(source: Source) -> str:
    words = " ".join(source.rng.choices(_WORDS, k=source.rng.randint(0, 7)))
    return source.rng.choice(["", "C ", "* ", "c", "!", "      ! ", "*     "]).rstrip() + (
        f" {words}" if words else ""
    )


def _comment_line(source: Source) -> str:
    """A line that is a comment, whatever is drawn."""
    line = _comment(source)
    return line if is_comment(line) else f"C{line}"


def comments(source: Source) -> None:
    """Drop comment lines, reword them and put in others; statements keep their lines as they are."""
    for name in source.some():
        lines: list[str] = []
        for line in source.files[name].splitlines():
            if is_comment(line):
                lines += source.rng.choice([[line], [], [_comment_line(source)]])
                continue
            if source.rng.random() < 0.15:
                lines.append(_comment_line(source))
            lines.append(line)
        source.files[name] = "\n".join(lines) + "\n"


def layout(source: Source) -> None:
    """Indent at random, wrap anywhere, with other marks and with comments inside statements."""
    rng = source.rng
    for name in source.some():
        most = rng.choice([0, 6, 20])
        narrow = rng.choice([30, 50, 66])
        between = rng.choice([0.0, 0.3])

        def extra(chance: float = between) -> str | None:
            return _comment_line(source) if rng.random() < chance else None

        layout = Layout(
            indent=lambda most=most: rng.randint(0, most),
            width=lambda narrow=narrow: rng.randint(narrow, 66) if narrow < 66 else 66,
            mark=lambda: rng.choice("$+&1*X"),
            between=extra,
            ends=rng.choice(["\n", "\n", "\r\n", "   \n"]),
        )
        source.put(name, source.units(name), layout)


def case(source: Source) -> None:
    """Write in lower case, or in mixed case."""
    style = source.rng.choice(["lower", "upper", "mixed"])

    def other(code: str) -> str:
        if style == "mixed":
            return "".join(source.rng.choice([c.lower(), c.upper()]) for c in code)
        return code.lower() if style == "lower" else code.upper()

    source.each_statement(lambda item: replace(item, text=in_code(item.text, other)))


def blanks(source: Source) -> None:
    """Leave out all blanks, or put some around what is no word: both mean the same in fixed form."""
    style = source.rng.choice(["none", "many"])

    def other(code: str) -> str:
        if style == "none":
            return code.replace(" ", "")
        return re.sub(r"([(),=])", lambda sign: f" {sign[1]}  ", code)

    source.each_statement(lambda item: replace(item, text=in_code(item.text, other)))


_KEYWORDS = (
    (r"\bGO TO\b", "GOTO"),
    (r"\bGOTO\b", "GO TO"),
    (r"\bEND IF\b", "ENDIF"),
    (r"\bEND DO\b", "ENDDO"),
    (r"\bELSE IF\b", "ELSEIF"),
    (r"\bDOUBLE PRECISION\b(?! FUNCTION)", "DOUBLEPRECISION"),
    (r"(\d\.\d*)[Dd]\+0\b", r"\1d0"),
)


def keywords(source: Source) -> None:
    """Write keywords and constants another way."""
    pairs = source.rng.sample(_KEYWORDS, k=4)

    def other(code: str) -> str:
        for pattern, text in pairs:
            code = re.sub(pattern, text, code, flags=re.IGNORECASE)
        return code

    source.each_statement(lambda item: replace(item, text=in_code(item.text, other)))


BLANKS = "blanks put anywhere"
"""The name of ``blanks``, which is taken back at once: the other edits look for words."""
