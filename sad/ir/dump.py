"""Stable text form of the IR, for people, goldens and `sad dump --ir`.

One statement a line, nested by indentation, with its line number; types stand on constants and
conversions, so that two different trees never print the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.ir import expr as ex
from sad.ir import stmt as st

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sad.ir.expr import Expr
    from sad.ir.program import Dimension, Program, Symbol, Unit
    from sad.ir.runs import Run
    from sad.ir.stmt import Stmt

_SYMBOL = {
    ex.Operator.ADD: "+", ex.Operator.SUB: "-", ex.Operator.MUL: "*", ex.Operator.DIV: "/",
    ex.Operator.POWER: "**", ex.Operator.EQ: "==", ex.Operator.NE: "/=", ex.Operator.LT: "<",
    ex.Operator.LE: "<=", ex.Operator.GT: ">", ex.Operator.GE: ">=", ex.Operator.CONCAT: "//",
    ex.Operator.AND: "and", ex.Operator.OR: "or", ex.Operator.EQV: "eqv",
    ex.Operator.NEQV: "neqv", ex.Operator.AND_THEN: "and then", ex.Operator.OR_ELSE: "or else",
    ex.Operator.NOT: "not ", ex.Operator.NEG: "-",
}  # fmt: skip


def dump_program(program: Program) -> str:
    """Return the text form of a program, ending in a newline."""
    lines: list[str] = []
    for file in program.files:
        lines.append(f"file {file.path} ({file.language}, {file.statements} statements)")
        for unit in file.units:
            lines.extend("  " + line for line in dump_unit(unit))
    return "\n".join(lines) + "\n"


def dump_unit(unit: Unit) -> Iterator[str]:
    """Yield the lines of one unit's text form."""
    names = ", ".join(unit.dummies) + _hidden(unit.hidden)
    dummies = f"({names})" if names else ""
    host = f" in {unit.host}" if unit.host else ""
    yield f"{unit.kind} {unit.name}{dummies}{host}  ! {unit.span.line}-{unit.span.end_line}"
    for name in sorted(unit.symbols):
        yield "  " + _symbol(unit.symbols[name])
    for statement in unit.body:
        for line in dump_statement(statement):
            yield "  " + line


def _symbol(symbol: Symbol) -> str:
    parts = [f"symbol {symbol.name}: {symbol.type}"]
    if symbol.size_bytes is not None:
        parts.append(f"*{symbol.size_bytes}")
    if symbol.dimensions:
        parts.append(f"[{', '.join(_dimension(item) for item in symbol.dimensions)}]")
    if symbol.row_major:
        parts.append(" row-major")
    parts.append(f" {symbol.storage}")
    if symbol.block is not None:
        at = "" if symbol.offset is None else f"+{symbol.offset}"
        parts.append(f" /{symbol.block}/{at}")
    if symbol.shares is not None:
        at = "" if symbol.block is not None or symbol.offset is None else f"+{symbol.offset}"
        parts.append(f" shares {symbol.shares}{at}")
    if symbol.memory is not None:
        parts.append(f" in {symbol.memory}")
    if symbol.reached:
        parts.append(f" through {', '.join(symbol.reached)}")
    if symbol.value is not None:
        parts.append(f" = {expr_text(symbol.value)}")
    if symbol.initial is not None:
        parts.append(f" initially {expr_text(symbol.initial)}")
    if symbol.runs:
        parts.append(f" initially [{', '.join(map(_run, symbol.runs))}]")
    return "".join(parts)


def _run(run: Run) -> str:
    items = ", ".join("?" if item is None else expr_text(item) for item in run.items)
    if run.times == 1:
        return items
    return f"{run.times}*{items}" if len(run.items) == 1 else f"{run.times}*({items})"


def _dimension(item: Dimension) -> str:
    upper = "*" if item.upper is None else expr_text(item.upper)
    return upper if item.lower is None else f"{expr_text(item.lower)}:{upper}"


def dump_statement(statement: Stmt) -> Iterator[str]:
    """Yield the lines of one statement's text form."""
    label = f"{statement.label}: " if statement.label is not None else ""
    prefix = f"{statement.span.line:>5} {label}"
    match statement:
        case st.If(arms=arms, otherwise=otherwise):
            word = "if"
            for arm in arms:
                yield f"{prefix}{word} {expr_text(arm.condition)}"
                yield from _nested(arm.body)
                word, prefix = "else if", " " * 6
            if otherwise or statement.otherwise_span is not None:
                yield f"{prefix}else"
                yield from _nested(otherwise)
        case st.CountedLoop(variable, first, last, step, body):
            closing = f" until {statement.terminal}" if statement.terminal else ""
            name = f"{statement.name}: " if statement.name else ""
            bounds = _list((first, last, step))
            if statement.direction:
                bounds += " up" if statement.direction > 0 else " down"
            if statement.written is not None:
                bounds += f" from {_list(statement.written)}"
            yield f"{prefix}{name}do {variable.name} = {bounds}{closing}"
            yield from _nested(body)
        case st.While(condition=condition, body=body):
            name = f"{statement.name}: " if statement.name else ""
            when = " at its end" if statement.at_end else ""
            yield f"{prefix}{name}while {expr_text(condition)}{when}"
            yield from _nested(body)
        case st.Select(selector=selector, cases=cases):
            yield f"{prefix}select {expr_text(selector)}"
            for case in cases:
                yield f"      case {_case_values(case)}"
                yield from _nested(case.body)
        case _:
            yield prefix + _simple(statement)


def _nested(body: tuple[Stmt, ...]) -> Iterator[str]:
    for statement in body:
        for line in dump_statement(statement):
            yield "  " + line


def _case_values(case: st.Case) -> str:
    if case.values is None:
        return "default"
    return ", ".join(
        _range(item) if isinstance(item, ex.Range) else expr_text(item) for item in case.values
    )


def _simple(statement: Stmt) -> str:
    match statement:
        case st.Assign(target=target, value=value):
            silent = " silently" if statement.silent else ""
            return f"{expr_text(target)} = {expr_text(value)}{silent}"
        case st.CallStatement(name, arguments, alternates, hidden=hidden):
            extra = f" else {', '.join(alternates)}" if alternates else ""
            return f"call {name}({_list(arguments)}{_hidden(map(expr_text, hidden))}){extra}"
        case st.Goto(target=target):
            return f"goto {target}"
        case st.ComputedGoto(targets=targets, selector=selector):
            return f"goto ({', '.join(targets)})[{expr_text(selector)}]"
        case st.AssignLabel(target=target, variable=variable):
            return f"label {variable} = {target}"
        case st.AssignedGoto(variable=variable, targets=targets):
            return f"goto label {variable} in ({', '.join(targets)})"
        case st.ArithmeticIf(selector=selector, negative=negative, zero=zero, positive=positive):
            return f"sign {expr_text(selector)} -> {negative}, {zero}, {positive}"
        case st.Exit(name=name):
            return f"exit {name or ''}".rstrip()
        case st.Cycle(name=name):
            return f"cycle {name or ''}".rstrip()
        case st.Return(alternate=alternate):
            return "return" if alternate is None else f"return {expr_text(alternate)}"
        case st.Stop():
            return "stop"
        case st.Continue():
            return "continue"
        case st.EntryPoint(name=name, dummies=dummies):
            return f"entry {name}({', '.join(dummies)})"
        case st.InputOutput(keyword, controls, results, items, jumps):
            parts = [keyword]
            if statement.argument is not None:
                parts.append(f"argument {statement.argument}")
            if statement.standard:
                parts.append("standard")
            if statement.layout is not None:
                parts.append(f"as {statement.layout!r}")
            for word, node in (("text", statement.text), ("stream", statement.stream)):
                if node is not None:
                    parts.append(f"{word}({expr_text(node)})")
            for word, values in (("controls", controls), ("results", results), ("items", items)):
                if values:
                    parts.append(f"{word}({_list(values)})")
            if jumps:
                parts.append(f"else {', '.join(jumps)}")
            return " ".join(parts)
        case st.Mark(construct=construct, begins=begins):
            return f"{construct.language} {'' if begins else 'end '}{construct.text}"
        case st.Opaque(text=text, reason=reason):
            return f"opaque {' '.join(text.split())!r}: {reason}"
        case _:
            raise AssertionError(statement)


def _list(items: tuple[Expr, ...]) -> str:
    return ", ".join(expr_text(item) for item in items)


def _hidden(names: Iterable[str]) -> str:
    """What stands behind the arguments, set off by a semicolon."""
    listed = ", ".join(names)
    return f"; {listed}" if listed else ""


def _range(item: ex.Range) -> str:
    first, last = (_optional(part) for part in (item.first, item.last))
    return f"{first}:{last}" + (f":{expr_text(item.step)}" if item.step is not None else "")


def _optional(part: Expr | None) -> str:
    return "" if part is None else expr_text(part)


def expr_text(node: Expr) -> str:
    """Return the text form of an expression, fully parenthesised."""
    match node:
        case ex.Constant(value=value, type=kind):
            if kind is ex.Type.CHARACTER:
                return repr(value)
            return str(value) if kind in (ex.Type.INTEGER, ex.Type.LOGICAL) else f"{value}_{kind}"
        case ex.Variable(name=name):
            return name
        case ex.Element(array=name, subscripts=subscripts):
            return f"{name}[{_list(subscripts)}]"
        case ex.Section(array=name, subscripts=subscripts):
            parts = [
                _range(item) if isinstance(item, ex.Range) else expr_text(item)
                for item in subscripts
            ]
            return f"{name}[{', '.join(parts)}]"
        case ex.Substring(base=base, first=first, last=last):
            return f"{expr_text(base)}<{_optional(first)}:{_optional(last)}>"
        case ex.Field(base=base, name=name):
            return f"{expr_text(base)}.{name}"
        case ex.Unary(operator=operator, operand=operand):
            return f"({_SYMBOL[operator]}{expr_text(operand)})"
        case ex.Binary(operator=operator, left=left, right=right):
            return f"({expr_text(left)} {_SYMBOL[operator]} {expr_text(right)})"
        case ex.Convert(operand=operand, type=kind):
            return f"{kind}<-{expr_text(operand)}"
        case ex.Copy(operand=operand):
            return f"copy({expr_text(operand)})"
        case ex.ComplexPair(real=real, imaginary=imaginary):
            return f"complex({expr_text(real)}, {expr_text(imaginary)})"
        case ex.Intrinsic(name=name, arguments=arguments):
            return f"{name}({_list(arguments)})"
        case ex.FunctionCall(name=name, arguments=arguments, hidden=hidden):
            return f"call {name}({_list(arguments)}{_hidden(map(expr_text, hidden))})"
        case ex.Inline(name=name, parameters=parameters, arguments=arguments, body=body):
            bound = ", ".join(
                f"{parameter}={expr_text(value)}"
                for parameter, value in zip(parameters, arguments, strict=False)
            )
            return f"inline {name}{{{bound}: {expr_text(body)}}}"
        case ex.ImpliedDo(items=items, variable=variable, first=first, last=last, step=step):
            by = "" if step is None else f", {expr_text(step)}"
            return f"({_list(items)}, {variable} = {expr_text(first)}, {expr_text(last)}{by})"
        case ex.ArrayValue(items=items):
            return f"[{_list(items)}]"
        case ex.OpaqueExpr(text=text, reason=reason):
            return f"opaque {text!r}: {reason}"
