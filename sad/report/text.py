"""The report for a terminal: the answer first, then where the time goes, what is missing, what next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.evaluation.assume import SENTENCES
from sad.report.answer import Answer
from sad.report.answer_text import answer_lines, call_text, head_lines, place_text, where_lines
from sad.report.commands import command_lines
from sad.report.defaults import default_rows
from sad.report.evaluated import evaluated_lines
from sad.report.fitted import fitted_lines
from sad.report.layout import PLAIN, Table, clipped, left_for, paragraph
from sad.report.library import SHOWN, size_of, unit_rows
from sad.report.next_steps import next_steps
from sad.report.section import interval_of
from sad.report.shorten import lines_of, shortened
from sad.report.units import (
    listed,
    seconds_text,
    share_text,
)
from sad.symbols import NTHREADS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sad.evaluation.predict import Coverage
    from sad.report.answer import Open
    from sad.report.layout import Layout
    from sad.report.section import Section
    from sad.report.view import View

_ROWS = 5
_TERMS = 2
_VALUES = 8
_FEW = 4
_UNIT_TERMS = 4
_NAMED = 12
_SMALL = 0.0005  # a share that is shown as nothing
_REASON = 12  # columns: with fewer the source text is left out


def text_report(view: View, found: Sequence[Section] = (), layout: Layout = PLAIN) -> str:
    """Return the report with what evaluators found, ending in a newline."""
    answer = Answer(view, interval_of(found))
    if view.model.entry is None:
        sections = [_units(view, layout), _choices(view, layout), _defaults(view, layout)]
        first = 0
    else:
        sections = [
            answer_lines(answer, layout),
            *(section.text(view, layout) for section in found),
            where_lines(answer, layout),
            _formula(answer, layout),
            fitted_lines(answer, layout),
            _open(answer, layout),
            evaluated_lines(answer, layout),
            _inputs(answer, layout),
            _calls(answer, layout),
            _assumed(view, layout),
            _defaults(view, layout),
            _messages(answer, layout),
            _next(answer, layout),
        ]
        first = 2 + len(found)
    blocks = ["\n".join(head_lines(view, layout)), *("\n".join(section) for section in sections)]
    whole = "\n\n".join(block for block in blocks if block)
    text, named = view.named_conditions(whole, first=blocks[first + 1])
    last = ["\n".join(_conditions(named, layout)), "\n".join(_rests(answer, layout))]
    return "\n\n".join(block for block in (text, *last) if block) + "\n"


# --- the formula ---------------------------------------------------------------------------------


def _formula(answer: Answer, layout: Layout) -> Iterator[str]:
    if answer.kind == "nothing" or not answer.terms:
        return
    unit = "time [s]" if answer.is_timed else "flop"
    yield layout.title(f"formula, {unit}")
    most = None if layout.whole_formula else _TERMS
    texts = answer.term_texts(most)
    width = layout.width - 4
    for number, text in enumerate(texts):
        sign = "-" if text.startswith("-") else "+" if number else " "
        body = text.removeprefix("-")
        yield f"  {sign} {body if layout.whole_formula else shortened(body, width)}".rstrip()
    left = len(answer.terms) - len(texts)
    if left > 0:
        yield f"  + {left} more term{'s' * (left > 1)} (--formula)"
    for sentence in answer.view.assumptions(of_needed=True):
        yield from paragraph("", sentence, layout.width, column=2)


# --- what is missing -----------------------------------------------------------------------------


def _open(answer: Answer, layout: Layout) -> Iterator[str]:
    rows = answer.open
    if not rows:
        return
    yield layout.title("what only a run can tell") + ", by influence"
    matter = [item for item in rows if item.share >= _SMALL and not item.is_error_exit]
    shown = rows if layout.in_full else matter[:_ROWS] or rows[:_ROWS]
    yield from _open_lines(answer, shown, layout)
    rest = rows[len(shown) :]
    if rest:
        share = share_text(answer.weights.together(item.symbol for item in rest))
        one = len(rest) == 1
        errors = sum(item.is_error_exit for item in rest)
        if errors == len(rest):
            yield f"  {errors} more {'guards an error' if one else 'only guard errors'} (--all)"
        else:
            note = f"; {errors} of them only guard errors" if errors else ""
            yield f"  {len(rest)} more {'governs' if one else 'govern'} {share} (--all){note}"


def _open_lines(answer: Answer, shown: Sequence[Open], layout: Layout) -> Iterator[str]:
    view = answer.view
    rows = [view.parameter_row(item.parameter) for item in shown]
    columns = [
        [row.alias for row in rows],
        [share_text(item.share) for item in shown],
        [place_text(row.parameter.span.file, row.parameter.span.line) for row in rows],
    ]
    reasons = [
        row.parameter.reason + (f", at most {shortened(row.limit, 24)}" if row.limit else "")
        for row in rows
    ]
    room = left_for(layout.width, *columns, least=20)
    half = max(room - max(map(len, reasons)) - 2, room // 2 - 1)
    sources = [clipped(row.source, half) for row in rows]
    if left_for(layout.width, *columns, sources, least=0) >= _REASON:
        columns.append(sources)
    room = left_for(layout.width, *columns)
    columns.append([clipped(reason, room) for reason in reasons])
    yield from Table(zip(*columns, strict=True), (1,)).lines()


def _inputs(answer: Answer, layout: Layout) -> Iterator[str]:
    view = answer.view
    rows = answer.inputs
    if rows:
        found: dict[str, list[str]] = {}
        for item in rows:
            about = f"{item.reason}, {view.place(item.span)}"
            found.setdefault(about, []).append(view.name(item.symbol))
        most = layout.most(_VALUES) or len(rows)
        texts = [f"{listed(names, 5 * most)} ({about})" for about, names in found.items()]
        yield from paragraph("inputs", listed(texts, most), layout.width)
    if view.model.unused:
        unused = f"nothing depends on {', '.join(view.model.unused)}"
        yield from paragraph("not needed", unused, layout.width, column=12)


def _calls(answer: Answer, layout: Layout) -> Iterator[str]:
    """Calls without a cost, where the answer itself does not name them."""
    if not answer.calls or answer.kind in ("bound", "law"):
        return
    rows = [call_text(name, count) for name, count in answer.calls]
    text = listed(rows, layout.most(_VALUES) or len(rows))
    yield from paragraph("calls", f"no cost is known for {text}", layout.width)


def _assumed(view: View, layout: Layout) -> Iterator[str]:
    assumed = view.model.assumed
    if not assumed:
        return
    yield layout.title("probabilities that are assumed") + f" ({len(assumed)})"
    shown = assumed[: layout.most(_ROWS)]
    columns = [
        [item.assumption for item in shown],
        [item.parameter.symbol for item in shown],
        [f"= {item.value}" for item in shown],
        [place_text(item.parameter.span.file, item.parameter.span.line) for item in shown],
    ]
    room = left_for(layout.width, *columns)
    sources = [
        view.source_line(item.parameter.span.file, item.parameter.span.line) for item in shown
    ]
    yield from Table(zip(*columns, [clipped(text, room) for text in sources], strict=True)).lines()
    yield from _more(len(assumed) - len(shown))


def _defaults(view: View, layout: Layout) -> Iterator[str]:
    rows = default_rows(view)
    if not rows:
        return
    yield layout.title("defaults by published heuristics") + f" ({len(rows)})"
    shown = rows[: layout.most(_ROWS)]
    columns = [
        [row.alias or row.label for row in shown],
        [f"= {float(row.value):.6g}" for row in shown],
        [place_text(row.parameter.span.file, row.parameter.span.line) for row in shown],
    ]
    room = left_for(layout.width, *columns)
    yield from Table(zip(*columns, [clipped(row.by, room) for row in shown], strict=True)).lines()
    yield from _more(len(rows) - len(shown))


def _more(number: int) -> Iterator[str]:
    if number > 0:
        yield f"  {number} more (--all)"


# --- what next, and what it rests on -------------------------------------------------------------


def _messages(answer: Answer, layout: Layout) -> Iterator[str]:
    sites = size_of(answer.model).sites
    if sites:
        number = "1 call site" if sites == 1 else f"{sites} call sites"
        text = f"{number}; their time is not in the prediction (sad scale, or --comm)"
        yield from paragraph("messages", text, layout.width)


def _next(answer: Answer, layout: Layout) -> Iterator[str]:
    steps = next_steps(answer, layout.command)
    if steps:
        yield layout.title("next")
        for step in steps:
            yield from command_lines(step, layout.width)


def _conditions(named: Sequence[tuple[str, str]], layout: Layout) -> Iterator[str]:
    """What the names stand for that long conditions got."""
    if not named:
        return
    yield layout.title("conditions") + ": 1 where they hold, else 0"
    width = max(len(name) for name, _ in named)
    for name, text in named[: layout.most(_NAMED)]:
        first, *rest = lines_of(text, layout.width - width - 4)
        yield f"  {name.ljust(width)}  {first}"
        yield from (f"  {'':{width}}  {line}" for line in rest)
    yield from _more(len(named) - len(named[: layout.most(_NAMED)]))


def _rests(answer: Answer, layout: Layout) -> Iterator[str]:
    view = answer.view
    names = dict.fromkeys(item.assumption for item in view.model.assumed)
    names |= dict.fromkeys(view.model.supposed)
    sentences = [*(SENTENCES[name] for name in names), *view.shown_doubts()]
    assuming = f", if {' and '.join(sentences)}" if sentences else ""
    text = f"{coverage_text(view.prediction.coverage)}{assuming}"
    parallel = parallel_text(view)
    if parallel:
        text += f"; {parallel}"
    bound = view.prediction.bound
    if bound is not None and bound.estimated:
        names = listed(sorted(bound.estimated), layout.most(_FEW) or len(bound.estimated))
        text += f"; rough estimates, not in the machine file: {names}"
    yield from paragraph("rests on", text, layout.width)


def coverage_text(coverage: Coverage) -> str:
    """Return coverage as one sentence."""
    what = "of the time" if coverage.of_time else "of the statements"
    names = (
        ("exact counts", coverage.exact),
        ("counts evaluated at these values", coverage.evaluated),
        ("counts under assumptions", coverage.assumed),
        ("values set by the user", coverage.user),
        ("profiled values", coverage.profiled),
        ("defaults", coverage.default),
        ("unresolved parameters", coverage.unresolved),
    )
    parts = [f"{share_text(share)} {name}" for name, share in names if share > 0]
    if not parts:
        return "nothing to count"
    opaque = coverage.opaque_statements
    more = f"; {opaque} of {coverage.statements} statements not modelled" if opaque else ""
    return f"{', '.join(parts)} ({what}){more}"


def parallel_text(view: View) -> str:
    """Return what constructs of OpenMP and OpenACC there are, in what is reached; empty if none."""
    model = view.model
    reached = model.expansion.activations
    found = [
        item for unit in model.description.units if unit.name in reached for item in unit.directives
    ]
    if not found:
        return ""
    loops = sum(item.is_loop for item in found)
    teams = sum(item.team for item in found)
    others = sum(not (item.is_loop or item.team) for item in found)
    numbers = ((loops, "loop"), (teams, "region"), (others, "other construct"))
    parts = [f"{number} {what}{'s' * (number > 1)}" for number, what in numbers if number]
    threads = model.values.get(NTHREADS, 1)
    times = "of one thread" if threads == 1 else f"those of {threads} threads, added up"
    return f"parallel: {', '.join(parts)}; times are {times}"


# --- a library -----------------------------------------------------------------------------------


def _units(view: View, layout: Layout) -> Iterator[str]:
    """Without a program: the cost of every unit by itself."""
    rows = unit_rows(view, None if layout.in_full else SHOWN, _UNIT_TERMS)
    timed = view.prediction.bound is not None
    cost = "its own time [s]" if timed else "floating-point add, sub, mul, div"
    yield layout.title("units, those that grow fastest first") + "; calls are left out"
    columns = [["unit", *(row.unit for row in rows)]]
    if any(row.seconds is not None for row in rows):
        times = ["" if row.seconds is None else seconds_text(row.seconds) for row in rows]
        columns.append(["time", *times])
    columns.append(["place", *(place_text(row.file, row.line) for row in rows)])
    room = left_for(layout.width, *columns, least=20)
    columns.append([cost[:room], *(shortened(row.cost, room) for row in rows)])
    yield from Table(zip(*columns, strict=True)).lines()
    yield from _more(size_of(view.model).units - len(rows))


def _choices(view: View, layout: Layout) -> Iterator[str]:
    """What to do next with a library."""
    unresolved = len(view.unresolved())
    if unresolved:
        yield f"{unresolved} unresolved parameters in all units"
    text = "--entry UNIT follows the calls of one unit and says what its cost depends on"
    yield from paragraph("next", text, layout.width)
