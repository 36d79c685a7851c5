"""What depends on the number of a thread of a team: counted for every thread of it.

In formulas ``THREAD`` is the number that ``omp_get_thread_num`` gives in a team of the unit. A part of
the team whose counts depend on it becomes the body of a loop over the threads, which a team's parts
otherwise count by a factor. Where the number is used otherwise (outside of the team, in a loop whose
iterations are shared out), it is an unknown that is the same for all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.bind import bind
from sad.algebra.domains import Index
from sad.algebra.poly import ZERO, Poly
from sad.model.nodes import EMPTY, Block, Branch, Loop, Node, Seq, Weighted
from sad.model.walks.formulas import mapped, used_symbols
from sad.records import replace
from sad.symbols import NTHREADS, THREAD, THREADS_LOOP

if TYPE_CHECKING:
    from sad.diagnostics import Span

_THREADS = Poly.symbol(NTHREADS)


def with_thread_numbers(root: Node, span: Span, unknown: Poly) -> Node:
    """Return a unit's tree without free numbers of threads; ``span`` is where its team begins."""
    return _Maker(span, unknown).made(root)


class _Maker:
    def __init__(self, span: Span, unknown: Poly) -> None:
        self._span, self._unknown = span, unknown
        self._number = 0

    def made(self, node: Node) -> Node:
        if THREAD not in used_symbols(node):
            return node
        if isinstance(node, Seq):
            return Seq(tuple(map(self.made, node.parts)))
        if not _depends(node):
            match node:
                case Weighted(weight, part) if weight != _THREADS:
                    return Weighted(weight, self.made(part))
                case Branch(arms=arms):
                    return replace(node, arms=tuple((x, w, self.made(part)) for x, w, part in arms))
                case Loop(head=head, body=body):
                    return replace(node, head=self.made(head), body=self.made(body))
                case _:
                    pass
        if not _is_of_each(node):
            return mapped(node, lambda value: bind(value, {THREAD: self._unknown}))
        self._number += 1
        name = f"{THREADS_LOOP}{self._number}"
        index = Index(THREAD, ZERO, _THREADS - 1, _THREADS)
        return Loop(name, self._span, _THREADS, index, EMPTY, _of_one(node), ZERO, "thread")


def _depends(node: Node) -> bool:
    """Whether a node's own formulas depend on the thread, not only those inside."""
    match node:
        case Weighted(weight, _):
            return atoms.depends_on(weight, THREAD)
        case Branch(arms=arms):
            return any(atoms.depends_on(weight, THREAD) for _, weight, _ in arms)
        case Loop():
            return THREAD in used_symbols(replace(node, head=EMPTY, body=EMPTY))
        case _:
            return True


def _is_of_each(node: Node) -> bool:
    """Whether every thread runs all that is counted in a node."""
    match node:
        case Weighted(weight, part):
            return weight == _THREADS or _is_of_each(part)
        case Seq(parts):
            return all(map(_is_of_each, parts))
        case Branch(arms=arms):
            return all(_is_of_each(part) for _, _, part in arms)
        case Loop(head=head, body=body):
            return _is_of_each(head) and _is_of_each(body)
        case Block(lines):
            return not lines
        case _:
            return False


def _of_one(node: Node) -> Node:
    """What one thread runs of it."""
    match node:
        case Weighted(weight, part):
            return part if weight == _THREADS else Weighted(weight, _of_one(part))
        case Seq(parts):
            return Seq(tuple(map(_of_one, parts)))
        case Branch(arms=arms):
            return replace(node, arms=tuple((x, w, _of_one(part)) for x, w, part in arms))
        case Loop(head=head, body=body):
            return replace(node, head=_of_one(head), body=_of_one(body))
        case _:
            return node
