"""Export to C99: one file of functions over a struct of parameters, double arithmetic."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.targets import C
from sad.report.export.quantities import Namer, argument_names, function_names
from sad.report.export.source import about_lines, body_of, comment, title_of

if TYPE_CHECKING:
    from sad.report.export.quantities import Exported

_KEYWORDS = """
    auto break case char const continue default do double else enum extern float for goto if inline
    int long register restrict return short signed sizeof static struct switch typedef union unsigned
    void volatile while alignas alignof bool constexpr false nullptr static_assert thread_local true
    typeof typeof_unqual asm fortran
    and and_eq bitand bitor catch class compl delete dynamic_cast explicit export friend mutable
    namespace new noexcept not not_eq operator or or_eq private protected public reinterpret_cast
    static_cast template this throw try typeid typename using virtual wchar_t xor xor_eq
""".split()  # noqa: SIM905 - and those of C++, so that the file may be used there
_MACROS = """
    NAN INFINITY HUGE_VAL HUGE_VALF HUGE_VALL FP_NAN FP_INFINITE FP_ZERO FP_SUBNORMAL FP_NORMAL
    FP_ILOGB0 FP_ILOGBNAN MATH_ERRNO MATH_ERREXCEPT math_errhandling signgam errno linux unix i386
    DOMAIN SING OVERFLOW UNDERFLOW PLOSS TLOSS HUGE MAXFLOAT X_TLOSS NULL EOF I complex assert
    M_E M_LOG2E M_LOG10E M_LN2 M_LN10 M_PI M_PI_2 M_PI_4 M_1_PI M_2_PI M_2_SQRTPI M_SQRT2 M_SQRT1_2
    double_t float_t main
""".split()  # noqa: SIM905
_RESERVED = frozenset([*_KEYWORDS, *_MACROS])


def c_source(program: Exported) -> str:
    """Return a self-contained C file; it compiles without warnings with ``-Wall -Wextra``."""
    reserved = _RESERVED | C.words
    names = argument_names(program, reserved)
    prefix = Namer().name(program.entry).lower()
    struct, unset = f"{prefix}_parameters", f"{prefix.upper()}_UNSET"
    given = {item.symbol: item.value for item in program.arguments if item.value is not None}
    open_names = [names[item] for item in names if item not in given]
    uses = {symbol: name if symbol in given else f"p->{name}" for symbol, name in names.items()}
    titles = function_names(program, [*reserved, *names.values(), struct], f"{prefix}_")
    functions: list[str] = []
    called: set[str] = set()
    for title, quantity in zip(titles, program.quantities, strict=True):
        body = body_of(quantity, C, uses)
        called |= body.called
        is_used = any(item in body.symbols for item in names if item not in given)
        functions.append(
            "\n".join(
                [
                    f"// {title_of(quantity)}",
                    f"double {title}(const struct {struct} *p) {{",
                    *([] if is_used else ["    (void)p;"]),
                    *body.rows(";"),
                    "}",
                ]
            )
        )
    members = [f"    double {name};" for name in open_names] or ["    double unused;"]
    nans = ", ".join(["NAN"] * len(members))
    usage = (
        f"struct {struct} p = {unset};  // what is not set makes results NaN",
        *([f"p.{open_names[0]} = 100;"] if open_names else []),
        f"double result = {titles[0] if titles else 'FUNCTION'}(&p);",
        "",
        "Arithmetic is double: counts above 2**53 are rounded. Where an operation has no value",
        "(a divisor of zero) the result is NaN; do not compile with -ffast-math. Link with -lm.",
    )
    head = [
        *comment(about_lines(program, names, usage), "//"),
        "#include <math.h>",
        "",
        f"struct {struct} {{",
        *members,
        "};",
        "",
        f"#define {unset} {{{nans}}}",
        *(
            f"static const double {names[symbol]} = {C.number(float(value))};"
            for symbol, value in given.items()
        ),
    ]
    carried = C.carried(called)
    return "\n\n".join(["\n".join(head), *carried, *functions]) + "\n"
