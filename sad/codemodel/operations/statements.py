"""Actions of the control-flow graph carried out by an evaluator."""

from __future__ import annotations

from math import log2
from typing import TYPE_CHECKING

from sad.analysis.cfg.graph import Part, Split
from sad.analysis.op_mix import operations
from sad.codemodel.operations.accesses import element_type
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Type

if TYPE_CHECKING:
    from sad.analysis.cfg.graph import Action, Block
    from sad.codemodel.operations.evaluate import Evaluator
    from sad.codemodel.operations.selects import Selects
    from sad.codemodel.operations.value_graph import Graph, ValueNode

_TESTED_IN_TURN = 4  # cases; gcc makes a jump table for more


def carry_out(
    action: Action, block: Block, evaluator: Evaluator, graph: Graph, selects: Selects
) -> None:
    """Carry out an action; ``selects`` says what is done without a branch."""
    statement = action.statement
    match action.part:
        case Part.LOOP_ENTRY:
            if isinstance(statement, st.CountedLoop):
                bounds = statement.written
                if bounds is None:
                    bounds = (statement.first, statement.last, statement.step)
                graph.use(*(evaluator.value(bound) for bound in bounds))
                evaluator.assign(statement.variable, evaluator.value(statement.first))
                graph.book(action, "loop.entry")
        case Part.LOOP_STEP:
            graph.book(action, "loop.iteration")
        case Part.CONDITION | Part.OPERAND:
            condition = action.condition
            if condition is None or block.id in selects.unneeded:
                return
            branches = evaluator.test(condition, decides=block.id not in selects.larger)
            if block.id in selects.tests:
                branches -= 1
            if branches > 0:
                _branch(action, block, graph, branches)
        case Part.WHOLE:
            _statement(action, block, evaluator, graph, selects)


def _branch(action: Action, block: Block, graph: Graph, branches: int) -> None:
    statement = action.statement
    if not isinstance(statement, st.Select):
        graph.book(action, "branch", branches)
        return
    targets = len(block.successors())
    if targets <= _TESTED_IN_TURN:
        graph.book(action, "branch", max(log2(max(targets, 1)), 1))
    else:
        graph.book(action, "branch", 2)
        graph.book(action, "load.integer")


def _statement(
    action: Action, block: Block, evaluator: Evaluator, graph: Graph, selects: Selects
) -> None:
    statement = action.statement
    match statement:
        case st.Assign(silent=True):
            pass
        case st.Assign(target=target, value=value):
            if target.type is Type.CHARACTER:
                _as_written(action, evaluator, graph)
            computed = evaluator.value(value)
            if block.id in selects.arms:
                computed = _selected(action, block, computed, evaluator, graph, selects)
            evaluator.assign(target, computed)
        case st.CallStatement(name=name, arguments=arguments, hidden=hidden):
            evaluator.call(name, arguments, hidden, Type.INTEGER)
            if isinstance(block.terminator, Split):
                graph.book(action, "branch", len(block.terminator.targets) - 1)
        case st.ComputedGoto(selector=selector):
            graph.use(evaluator.value(selector))
            graph.book(action, "branch", 2)
            graph.book(action, "load.integer")
        case st.AssignedGoto(variable=variable):
            graph.use(evaluator.value(ex.Variable(variable, Type.INTEGER)))
            graph.book(action, "branch")
        case st.ArithmeticIf(selector=selector):
            value = evaluator.value(selector)
            graph.use(value)
            ways = len(block.successors())
            if value.type is not Type.INTEGER:
                graph.book(action, f"compare.{element_type(value.type)[0]}", max(ways - 1, 1))
            graph.book(action, "branch", max(ways - 1, 1))
        case st.AssignLabel(variable=variable):
            label = graph.constant(variable, Type.INTEGER)
            evaluator.assign(ex.Variable(variable, Type.INTEGER), label)
        case st.Return(alternate=alternate):
            if alternate is not None:
                graph.use(evaluator.value(alternate))
        case st.Opaque():
            evaluator.forget_everything()
        case st.InputOutput(controls=controls, results=results, items=items):
            graph.use(*(evaluator.value(item) for item in (*controls, *items)))
            _as_written(action, evaluator, graph)
            here = graph.regions.of(block.id)
            for item in results:
                evaluator.assign(item, graph.fresh("result", item.type, here))
        case _:
            pass


def _selected(
    action: Action,
    block: Block,
    computed: ValueNode,
    evaluator: Evaluator,
    graph: Graph,
    selects: Selects,
) -> ValueNode:
    """What an arm without a branch assigns: the larger of what is compared, or one of two values."""
    statement = action.statement
    assert isinstance(statement, st.Assign)
    target = statement.target
    cost: dict[str, float] = {f"select.{element_type(target.type)[0]}": 1}
    if id(action) in selects.largest:
        test = selects.arms[block.id][1].condition
        assert isinstance(test, ex.Binary)
        sides = evaluator.value(test.left), evaluator.value(test.right)
        return graph.make("max", target.type, sides, cost, evaluator.spot)
    if block.id in selects.other:
        return computed
    test, action = selects.arms[block.id]
    operands = [computed, evaluator.value(target)]
    if test in selects.both and isinstance(action.condition, ex.Binary):
        sides = action.condition.left, action.condition.right
        operands[1:] = [evaluator.value(side) for side in sides]
    return graph.make(
        "select", target.type, tuple(operands), cost, evaluator.spot, detail=(test, target)
    )


def _as_written(action: Action, evaluator: Evaluator, graph: Graph) -> None:
    """Book texts and input/output with the operations that the source writes: library calls."""
    mix, _ = operations(action, evaluator.symbols)
    for key, number in mix.items():
        if key.startswith("io.") or key.split(".")[1:2] == ["character"]:
            graph.book(action, key, number)
