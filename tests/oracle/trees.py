"""fparser2's statement trees as syntax nodes: the kinds our reader never gives to fparser2.

The others (declarations, assignments, calls) are converted by the reader's own bridge.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from frontends.fortran import syntax as sx
from frontends.fortran.expressions import ExpressionError
from frontends.fortran.fparser_bridge import statement_of, type_declaration
from frontends.fortran.fparser_expressions import convert, convert_list

if TYPE_CHECKING:
    from collections.abc import Callable


def statement_from(tree: Any) -> sx.Statement:
    """Return the syntax node; raise ``ExpressionError`` where there is none."""
    name = type(tree).__name__
    if name == "Type_Declaration_Stmt":
        return type_declaration(tree, _type(tree.items[0]))
    if name == "If_Stmt":
        return sx.LogicalIf(convert(tree.items[0]), statement_from(tree.items[1]))
    handler = _HANDLERS.get(name)
    found = handler(tree) if handler else statement_of(tree)
    if found is None:
        raise ExpressionError(f"no counterpart for {name}")
    return found


def _upper(node: Any) -> str:
    return str(node).upper()


def _label(node: Any) -> str:
    return str(node).lstrip("0") or "0"


def _type(node: Any) -> sx.TypeSpec:
    name, selector = node.items
    base = _upper(name).replace(" ", "")
    if base in ("TYPE", "CLASS"):
        return sx.TypeSpec("TYPE", derived=_upper(selector))
    if selector is None:
        return sx.TypeSpec(base)
    how = type(selector).__name__
    if how == "Char_Selector":
        length, _kind = selector.items
        return sx.TypeSpec(base, convert(length), kind=True)
    before, value = selector.items[:2]
    return sx.TypeSpec(base, convert(value), kind=before == "(")


def _do(tree: Any) -> sx.Statement:
    label, control = None, tree.items[1]
    if type(tree).__name__ == "Label_Do_Stmt":
        label, control = _label(tree.items[1]), tree.items[2]
    if control is None:
        return sx.DoWhile(label, None)
    condition, counter = control.items[:2]
    if condition is not None:
        return sx.DoWhile(label, convert(condition))
    if counter is None:
        raise ExpressionError("a DO CONCURRENT")
    variable, bounds = counter
    first, last, *step = (convert(bound) for bound in bounds)
    return sx.Do(label, _upper(variable), first, last, step[0] if step else None)


def _controls(specs: Any) -> tuple[tuple[str | None, sx.Node], ...]:
    return tuple(
        (None if item.items[0] is None else _upper(item.items[0]), convert(item.items[1]))
        for item in specs.items
    )


def _transfer(keyword: str) -> Callable[[Any], sx.Statement]:
    def handler(tree: Any) -> sx.Statement:
        if keyword == "print":
            layout, items = tree.items
            return sx.InputOutput("print", ((None, convert(layout)),), convert_list(items))
        specs, layout, items = tree.items if keyword == "read" else (*tree.items, None)
        if keyword == "write":
            items, layout = layout, None
        controls = _controls(specs) if specs is not None else (("FMT", convert(layout)),)
        return sx.InputOutput(keyword, controls, convert_list(items))

    return handler


def _on_unit(keyword: str) -> Callable[[Any], sx.Statement]:
    def handler(tree: Any) -> sx.Statement:
        lists = [item for item in tree.items if type(item).__name__.endswith("_List")]
        if lists:
            return sx.InputOutput(keyword, _controls(lists[0]), ())
        return sx.InputOutput(keyword, (("UNIT", convert(tree.items[0])),), ())

    return handler


def _header(kind: str) -> Callable[[Any], sx.Statement]:
    def handler(tree: Any) -> sx.Statement:
        if kind in ("program", "module"):
            return sx.Header(kind, _upper(tree.items[1]))
        if kind == "blockdata":
            return sx.Header(kind, _upper(tree.items[0] or "BLOCKDATA"))
        prefix, name, dummies, suffix = tree.items
        words = prefix.items if prefix is not None else ()
        types = [_type(word) for word in words if type(word).__name__.endswith("Type_Spec")]
        result = suffix.items[0] if type(suffix).__name__ == "Suffix" else None
        return sx.Header(
            kind,
            _upper(name),
            _dummies(dummies),
            types[0] if types else None,
            _upper(result) if result is not None else None,
            recursive=any(_upper(word) == "RECURSIVE" for word in words),
        )

    return handler


def _dummies(node: Any) -> tuple[str, ...]:
    return tuple(_upper(item) for item in node.items) if node is not None else ()


def _case(tree: Any) -> sx.Statement:
    values = tree.items[0].items[0]
    if values is None:
        return sx.CaseLabel(None)
    return sx.CaseLabel(
        tuple(
            sx.Triplet(*(None if end is None else convert(end) for end in item.items), None)
            if type(item).__name__ == "Case_Value_Range"
            else convert(item)
            for item in values.items
        )
    )


def _leave(tree: Any) -> sx.Statement:
    keyword, name = tree.items
    return sx.Leave(_upper(keyword), _upper(name) if name is not None else None)


def _namelist(tree: Any) -> sx.Statement:
    pairs = tree.items if isinstance(tree.items[0], tuple) else (tree.items,)
    return sx.Namelist(tuple((_upper(name), _dummies(members)) for name, members in pairs))


_HANDLERS: dict[str, Callable[[Any], sx.Statement]] = {
    "If_Then_Stmt": lambda tree: sx.IfThen(convert(tree.items[0])),
    "Else_If_Stmt": lambda tree: sx.ElseIf(convert(tree.items[0])),
    "Else_Stmt": lambda _: sx.Else(),
    "End_If_Stmt": lambda _: sx.EndIf(),
    "Label_Do_Stmt": _do,
    "Nonlabel_Do_Stmt": _do,
    "End_Do_Stmt": lambda _: sx.EndDo(),
    "Arithmetic_If_Stmt": lambda tree: sx.ArithmeticIf(
        convert(tree.items[0]), tuple(_label(item) for item in tree.items[1:])
    ),
    "Goto_Stmt": lambda tree: sx.GoTo(_label(tree.items[0])),
    "Computed_Goto_Stmt": lambda tree: sx.ComputedGoTo(
        tuple(_label(item) for item in tree.items[0].items), convert(tree.items[1])
    ),
    "Return_Stmt": lambda tree: sx.Return(
        None if tree.items[0] is None else convert(tree.items[0])
    ),
    "Stop_Stmt": lambda _: sx.Plain("stop"),
    "Continue_Stmt": lambda _: sx.Plain("continue"),
    "Exit_Stmt": _leave,
    "Cycle_Stmt": _leave,
    "Select_Case_Stmt": lambda tree: sx.SelectCase(convert(tree.items[0])),
    "Case_Stmt": _case,
    "End_Select_Stmt": lambda _: sx.EndSelect(),
    "Read_Stmt": _transfer("read"),
    "Write_Stmt": _transfer("write"),
    "Print_Stmt": _transfer("print"),
    **{
        f"{keyword.capitalize()}_Stmt": _on_unit(keyword)
        for keyword in ("open", "close", "inquire", "rewind", "backspace", "endfile")
    },
    "Subroutine_Stmt": _header("subroutine"),
    "Function_Stmt": _header("function"),
    "Program_Stmt": _header("program"),
    "Module_Stmt": _header("module"),
    "Block_Data_Stmt": _header("blockdata"),
    "Entry_Stmt": lambda tree: sx.Entry(_upper(tree.items[0]), _dummies(tree.items[1])),
    "Contains_Stmt": lambda _: sx.Contains(),
    **{
        f"End_{unit}_Stmt": lambda _: sx.End()
        for unit in ("Program", "Subroutine", "Function", "Module", "Block_Data")
    },
    "Namelist_Stmt": _namelist,
    "Include_Stmt": lambda tree: sx.Include(str(tree.items[0])),
}
