"""C with MPI for a LOOP program: each construct becomes a few lines, or a call of a helper.

Over 400 lines: what each construct becomes stands together, in one class that walks them in order.
Lines of the program keep their numbers by ``#line``, so that compilers and reports name them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from frontends.loop.helpers import HEAD, REPORT, helpers
from frontends.loop.scan import Argument, Code, Construct, scan
from sad.diagnostics import Span, did_you_mean, input_error
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from frontends.loop.scan import Piece

_MAIN = re.compile(r"\bmain\s*\(\s*(?:void)?\s*\)")
_OWN_HEADER = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"LOOP\.h"[^\n]*', re.MULTILINE)
_ITERATIONS = re.compile(r"\bITERATIONS\b")
_WORD = re.compile(r"\b[A-Za-z_]\w*\b")
_QUOTED = re.compile(r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.DOTALL)
_TYPES = frozenset(
    ("sizeof", "int", "long", "short", "char", "float", "double", "unsigned", "signed")
)
_EMPTY = re.compile(r"#line (\d+)\n[ \t]*\n")
_OPEN_HINT = r"\OPEN0(&nprocs, &me, &host, &psize, 250000);"
_NAMES = ("nprocs", "me", "host", "psize")
ITERATIONS = "iterations"
PSIZE = "psize"


@record
class Parameter:
    """A runtime parameter: its name on the command line, and the value where none is given."""

    name: str
    default: int | None


@record
class Written:
    """A program in C; ``parameters`` are its arguments, in their order."""

    text: str
    parameters: tuple[Parameter, ...]


@record
class _Array:
    kind: str
    element: str
    rows: str
    place: Span


def write(text: str, path: str) -> Written:
    """Return a LOOP program as C.

    Raises ``SadError``: SAD626 (no such construct), SAD627 (its arguments), SAD628 (a value is used
    before it is there), SAD629 (a name that nothing declares), SAD630 (an array where a number is
    meant, or the other way), SAD632 (no ``\\OPEN0`` or ``\\CLOSE0``, or several), and as ``scan``.
    """
    return _Writer(scan(text, path), text, path).written()


class _Writer:
    def __init__(self, pieces: Sequence[Piece], text: str, path: str) -> None:
        self._pieces, self._source, self._path = pieces, text, path
        self._wanted: set[str] = set()
        self._arrays: dict[str, _Array] = {}
        self._scalars: list[str] = []
        self._late: list[tuple[str, _Array]] = []
        """Arrays declared before sizes are known: they are made when they are."""
        self._names: dict[str, str] = {}
        self._opened = self._closed = False
        self._parameters = [Parameter(PSIZE, None)]
        self._asks_iterations = False
        self._known = set(_TYPES) | set(_WORD.findall(_QUOTED.sub(" ", _plain(pieces))))
        self._counts = 0

    def written(self) -> Written:
        whole = _all(self._pieces)
        opening = [item for item in whole if item.name == "OPEN0"]
        closing = [item for item in whole if item.name == "CLOSE0"]
        for found, name in ((opening, r"\OPEN0"), (closing, r"\CLOSE0")):
            if len(found) != 1:
                place = found[1].span if found else Span.at(self._path)
                message = f"{name} a second time" if found else f"the program has no {name}"
                raise input_error(
                    "SAD632", message, place, f"once in main: {_OPEN_HINT} ... \\CLOSE0();"
                )
        if not any(isinstance(item, Code) and _MAIN.search(item.text) for item in self._pieces):
            hint = "int main(void) { ... }"
            raise input_error("SAD632", "the program has no main(void)", Span.at(self._path), hint)
        self._asks_iterations = "ITERATIONS" in self._known and not re.search(
            r"#\s*define\s+ITERATIONS\b", self._source
        )
        if self._asks_iterations:
            self._parameters.append(Parameter(ITERATIONS, 1))
        for item in whole:
            if item.name == "PARAM":
                self._parameters.append(self._parameter(item))
        body = "".join(self._piece(item) for item in self._pieces)
        names = " ".join(item.name.upper() for item in self._parameters)
        head = (
            f"/* Made from {self._path} by sad loop build.\n"
            f"   mpicc -O2 -DLOOP_RUN FILE.c -o program -lm && mpirun -n 4 ./program {names}\n"
            "   Without LOOP_RUN nothing is measured. */\n"
        )
        own = helpers(self._wanted)
        main = f'#line 1 "{self._path}"\n{_numbered(body)}'
        return Written(f"{head}{HEAD}\n{own}\n{REPORT}\n{main}", tuple(self._parameters))

    def _parameter(self, item: Construct) -> Parameter:
        name, default = self._arguments(item, 2, "name, default")
        if not re.fullmatch(r"-?\d+", default.text) or not _WORD.fullmatch(name.text):
            hint = r"\PARAM(size, 1000);"
            raise input_error("SAD627", "a name and a whole number are expected", item.span, hint)
        return Parameter(name.text, int(default.text))

    def _piece(self, item: Piece) -> str:
        if isinstance(item, Code):
            return self._code(item)
        makers: dict[str, Callable[[Construct], list[str]]] = {
            "OPEN0": self._open,
            "CLOSE0": self._close,
            "MAT": self._declare,
            "VEC": self._declare,
            "PARAM": self._param,
            "NEEDS": self._needs,
            "INIT_ARRAY": self._init,
            "LOOP": self._loop,
            "COMMUNICATE": self._communicate,
            "EXCHANGE": self._plain_call("loop_exchange", 3, "size, distance, partners"),
            "MULTIBCAST0": self._plain_call("loop_multibcast0", 1, "size"),
            "MULTIBCAST_ME": self._plain_call("loop_multibcast_me", 1, "size"),
            "MULTICAST_ALTER": self._plain_call("loop_multicast_alter", 1, "size"),
            "VISIBLE_SYNC": self._plain_call("loop_visible_sync", 0, ""),
            "COMPUTE": self._plain_call("loop_compute", 1, "microseconds"),
            "TREE_BCAST": self._tree_bcast,
            "TREE_COLLECT_VEC": self._tree_vector,
            "TREE_DISTRIB_VEC": self._tree_vector,
            "MATPROD": self._matprod,
            "MATVECPROD": self._matvecprod,
            "SCALPROD": self._scalprod,
        }
        maker = makers.get(item.name)
        if maker is None:
            hint = did_you_mean(item.name, list(makers), f"there are: {', '.join(makers)}")
            raise input_error("SAD626", f"there is no construct \\{item.name}", item.span, hint)
        early = item.name in ("MAT", "VEC", "OPEN0")
        if not self._opened and not early:
            hint = r"\OPEN0 comes before all but declarations"
            raise input_error("SAD628", f"\\{item.name} before \\OPEN0", item.span, hint)
        for argument in item.arguments:
            self._check_names(argument, item)
        lines = maker(item)
        indent = " " * ((item.span.column or 1) - 1)
        comment = f"/* \\{item.name} */ " if len(lines) > 1 or item.name == "LOOP" else ""
        text = "".join(line if line[0] == "#" else indent + line for line in _broken(lines)).strip()
        same = text.count("\n") == item.end - item.span.line and "#line" not in text
        return f"{comment}{text}" if same else f"{comment}{text}\n#line {item.end}\n"

    def _code(self, item: Code) -> str:
        text = _OWN_HEADER.sub("", item.text)
        text = _MAIN.sub("main(int argc, char **argv)", text)
        if self._asks_iterations:
            text = _ITERATIONS.sub(ITERATIONS, text)
        if not self._opened and self._psize_of_open():
            self._check_early(item)
        return text

    def _psize_of_open(self) -> str:
        (opening,) = [item for item in _all(self._pieces) if item.name == "OPEN0"]
        return opening.arguments[3].text.lstrip("& ") if len(opening.arguments) > 3 else ""

    def _check_early(self, item: Code) -> None:
        """The sizes that ``\\OPEN0`` finds out have no value before it."""
        main = _MAIN.search(item.text)
        begin = main.end() if main else 0
        plain = _QUOTED.sub(lambda match: " " * len(match[0]), item.text)
        name = self._psize_of_open()
        for match in re.finditer(rf"\b{re.escape(name)}\b", plain[begin:]):
            before = plain[: begin + match.start()].rstrip()
            after = plain[begin + match.end() :].lstrip()[:1]
            if re.search(r"(\bint|,|\*)$", before) and after in (",", ";", "="):
                continue
            place = begin + match.start()
            lines = plain.count("\n", 0, place)
            column = place - plain.rfind("\n", 0, place)
            if not lines:
                column += (item.span.column or 1) - 1
            hint = r"put the line behind \OPEN0"
            at = item.span.line + lines
            span = Span(self._path, at, at, column)
            raise input_error("SAD628", f"{name} has no value before \\OPEN0", span, hint)

    def _check_names(self, argument: Argument, item: Construct) -> None:
        declares = item.name in ("MAT", "VEC", "OPEN0") or (item.name == "PARAM")
        own = set(self._arrays) | set(self._names.values()) | {p.name for p in self._parameters}
        for word in _WORD.findall(_QUOTED.sub(" ", argument.text)):
            if declares and (word in ("TYPE", "S1") or not argument.text.startswith("S1")):
                continue
            if word not in self._known and word not in own and word != "ITERATIONS":
                known = sorted(own)
                hint = did_you_mean(word, known, f"there are: {', '.join(known)}")
                raise input_error("SAD629", f"{word} is not declared", argument.span, hint)

    def _arguments(self, item: Construct, count: int, what: str) -> tuple[Argument, ...]:
        if len(item.arguments) != count or not all(part.text for part in item.arguments):
            message = f"\\{item.name} has {count or 'no'} argument{'s' if count != 1 else ''}"
            hint = f"\\{item.name}({what});"
            raise input_error("SAD627", f"{message}, not {len(item.arguments)}", item.span, hint)
        return item.arguments

    def _text(self, argument: Argument) -> str:
        return (
            _ITERATIONS.sub(ITERATIONS, argument.text) if self._asks_iterations else argument.text
        )

    def _plain_call(self, name: str, count: int, what: str) -> Callable[[Construct], list[str]]:
        def made(item: Construct) -> list[str]:
            arguments = self._arguments(item, count, what)
            for argument in arguments:
                self._number(argument)
            self._wanted.add(name)
            return [f"{name}({', '.join(map(self._text, arguments))});"]

        return made

    def _number(self, argument: Argument) -> None:
        if argument.text in self._arrays:
            kind = "a matrix" if self._arrays[argument.text].kind == "MAT" else "a vector"
            hint = f"declare a number: double {argument.text};"
            raise input_error(
                "SAD630", f"{argument.text} is {kind}, not a number", argument.span, hint
            )

    def _array(self, argument: Argument, kind: str) -> _Array:
        found = self._arrays.get(argument.text)
        what = "matrix" if kind == "MAT" else "vector"
        if found is None or found.kind != kind:
            known = [name for name, item in self._arrays.items() if item.kind == kind]
            hint = did_you_mean(argument.text, known, f"\\{kind}(double) {argument.text};")
            raise input_error("SAD630", f"{argument.text} is no {what}", argument.span, hint)
        return found

    # Start, end, declarations.

    def _open(self, item: Construct) -> list[str]:
        if len(item.arguments) not in (4, 5):
            message = f"\\OPEN0 has 4 or 5 arguments, not {len(item.arguments)}"
            raise input_error("SAD627", message, item.span, _OPEN_HINT)
        for name, argument in zip(_NAMES, item.arguments, strict=False):
            word = argument.text.removeprefix("&").strip()
            if not argument.text.startswith("&") or not _WORD.fullmatch(word):
                message = f"{argument.text} is no address of a variable"
                raise input_error("SAD627", message, argument.span, _OPEN_HINT)
            self._names[name] = word
        nprocs, me, host, psize = self._names.values()
        self._opened = True
        lines = [
            "MPI_Init(&argc, &argv);",
            f"MPI_Comm_size(MPI_COMM_WORLD, &{nprocs});",
            f"MPI_Comm_rank(MPI_COMM_WORLD, &{me});",
            f"{host} = 0;",
            f"loop_me = {me};",
            f"loop_nprocs = {nprocs};",
            f"loop_requests = malloc({nprocs} * sizeof *loop_requests);",
        ]
        count = len(self._parameters)
        names = " ".join(part.name.upper() for part in self._parameters)
        lines += [
            "#ifdef LOOP_RUN",
            f"if (argc <= {count} || atoi(argv[1]) < 1) {{",
            f'    fprintf(stderr, "usage: mpirun -n N %s {names}\\n", argv[0]);',
            "    MPI_Abort(MPI_COMM_WORLD, 2);",
            "}",
            "#endif",
            f"{psize} = atoi(argv[1]);",
        ]
        for number, part in enumerate(self._parameters[1:], 2):
            lines.append(f"int {part.name} = atoi(argv[{number}]);")
        for name, array in self._late:
            lines += self._made(name, array)
        return [*lines, "LOOP_BEGIN"]

    def _close(self, item: Construct) -> list[str]:
        self._arguments(item, 0, "")
        lines = ["LOOP_FINISH", "#ifdef LOOP_RUN"]
        psize = self._names["psize"]
        for name, array in self._arrays.items():
            inner = f"for (int loop_j = 0; loop_j < {psize}; loop_j++)"
            outer = f"for (int loop_i = 0; loop_i < {array.rows}; loop_i++)"
            if array.kind == "MAT":
                lines += [outer, f"    {inner}", f"        loop_sum += {name}[loop_i][loop_j];"]
            else:
                lines += [outer, f"    loop_sum += {name}[loop_i];"]
        lines += [f"loop_sum += {name};" for name in self._scalars]
        lines += ["loop_report();", "#endif"]
        lines += [f"free({name});" for name in self._arrays]
        lines += ["free(loop_out);", "free(loop_in);", "free(loop_requests);", "MPI_Finalize();"]
        return lines

    def _param(self, item: Construct) -> list[str]:
        """Its variable has been declared at ``\\OPEN0``."""
        return [f"/* {self._arguments(item, 2, 'name, default')[0].text} is an argument */"]

    def _needs(self, item: Construct) -> list[str]:
        """The program ends at once where a condition does not hold, and says so."""
        (condition,) = self._arguments(item, 1, "condition")
        self._number(condition)
        text = f"error: {self._path}:{item.span.line}: it needs {condition.text}"
        quoted = text.replace("\\", "\\\\").replace('"', '\\"')
        return [
            f"if (!({self._text(condition)})) {{",
            "    if (loop_me == 0)",
            f'        fprintf(stderr, "%s\\n", "{quoted}");',
            "    MPI_Abort(MPI_COMM_WORLD, 3);",
            "}",
        ]

    def _declare(self, item: Construct) -> list[str]:
        element, rows = "", ""
        for argument in item.arguments:
            key, colon, value = argument.text.partition(":")
            if not colon:
                element = element or argument.text
            elif key.strip() == "TYPE":
                element = value.strip()
            elif key.strip() == "S1":
                rows = value.strip()
            else:
                message = f"{key.strip()} is no property of an array"
                raise input_error("SAD627", message, argument.span, "TYPE: double, S1: rows")
        if not element:
            hint = f"\\{item.name}(double) name;"
            raise input_error("SAD627", "the type of the elements is missing", item.span, hint)
        lines: list[str] = []
        for name in item.names:
            array = _Array(item.name, element, rows, name.span)
            if not self._opened:
                self._late.append((name.text, array))
            else:
                lines += self._made(name.text, array)
        return lines or [";"]

    def _made(self, name: str, array: _Array) -> list[str]:
        psize = self._names["psize"]
        rows = array.rows or psize
        if rows != psize and not _WORD.fullmatch(rows):
            rows = f"({rows})"
        self._arrays[name] = _Array(array.kind, array.element, rows, array.place)
        shape = f"(*{name})[{psize}]" if array.kind == "MAT" else f"*{name}"
        return [f"{array.element} {shape} = calloc({rows}, sizeof *{name});"]

    def _init(self, item: Construct) -> list[str]:
        if len(item.arguments) not in (1, 2):
            raise input_error(
                "SAD627", r"\INIT_ARRAY has 1 or 2 arguments", item.span, r"\INIT_ARRAY(v, 0);"
            )
        target = item.arguments[0]
        if target.text not in self._arrays:
            raise input_error(
                "SAD630", f"{target.text} is no array", target.span, r"\VEC(double) v;"
            )
        array = self._arrays[target.text]
        if len(item.arguments) == 2:
            value = self._text(item.arguments[1])
        else:
            value = "loop_random()"
            self._wanted.add("loop_random")
        psize = self._names["psize"]
        lines = [f"for (int loop_i = 0; loop_i < {array.rows}; loop_i++)"]
        if array.kind == "MAT":
            lines.append(f"    for (int loop_j = 0; loop_j < {psize}; loop_j++)")
            return [*lines, f"        {target.text}[loop_i][loop_j] = {value};"]
        return [*lines, f"    {target.text}[loop_i] = {value};"]

    # Load and messages.

    def _loop(self, item: Construct) -> list[str]:
        if len(item.arguments) > 1:
            raise input_error(
                "SAD627", r"\LOOP has at most one count", item.span, r"\LOOP (10) { ... }"
            )
        count = self._text(item.arguments[0]) if item.arguments else self._names["psize"]
        for argument in item.arguments:
            self._number(argument)
        self._counts += 1
        name = item.iterator or f"loop_{self._counts}"
        self._known.add(name)
        head = f"for (int {name} = 0; {name} < {count}; {name}++) {{"
        return [head + "".join(map(self._piece, item.parts or ())) + "}"]

    def _communicate(self, item: Construct) -> list[str]:
        arguments = self._arguments(item, 3, "size, distance, partners")
        for argument in arguments:
            self._number(argument)
        words = ", ".join(map(self._text, arguments))
        if item.parts is None:
            self._wanted.add("loop_communicate")
            return [f"loop_communicate({words});"]
        self._wanted |= {"loop_start", "loop_wait"}
        self._counts += 1
        name = f"loop_count{self._counts}"
        body = "".join(map(self._piece, item.parts))
        return [f"{{ int {name} = loop_start({words});" + body + f"loop_wait({name}); }}"]

    def _tree_bcast(self, item: Construct) -> list[str]:
        data, size = self._arguments(item, 2, "start, size")
        if data.text in self._names.values() or re.fullmatch(r"[\d.]+", data.text):
            message = f"{data.text} is no place in memory"
            hint = "the vector to send, or the address of a variable"
            raise input_error("SAD630", message, data.span, hint)
        self._number(size)
        self._wanted.add("loop_tree_bcast")
        return [f"loop_tree_bcast({self._text(data)}, {self._text(size)});"]

    def _tree_vector(self, item: Construct) -> list[str]:
        (vector,) = self._arguments(item, 1, "vector")
        array = self._array(vector, "VEC")
        name = "loop_tree_collect" if item.name == "TREE_COLLECT_VEC" else "loop_tree_distribute"
        self._wanted.add(name)
        return [f"{name}({vector.text}, sizeof *{vector.text}, {array.rows});"]

    def _scalprod(self, item: Construct) -> list[str]:
        result, left, right = self._arguments(item, 3, "result, vector, vector")
        self._number(result)
        array = self._array(left, "VEC")
        self._array(right, "VEC")
        if result.text not in self._scalars:
            self._scalars.append(result.text)
        return [
            f"{{ {result.text} = 0;",
            f"for (int loop_k = 0; loop_k < {array.rows}; loop_k++)",
            f"    {result.text} += {left.text}[loop_k] * {right.text}[loop_k]; }}",
        ]

    def _matvecprod(self, item: Construct) -> list[str]:
        result, matrix, vector = self._arguments(item, 3, "vector, matrix, vector")
        array = self._array(matrix, "MAT")
        for argument in (result, vector):
            self._array(argument, "VEC")
        psize = self._names["psize"]
        return [
            f"for (int loop_i = 0; loop_i < {array.rows}; loop_i++) {{",
            f"    {result.text}[loop_i] = 0;",
            f"    for (int loop_k = 0; loop_k < {psize}; loop_k++)",
            f"        {result.text}[loop_i] += {matrix.text}[loop_i][loop_k] * {vector.text}[loop_k];",
            "}",
        ]

    def _matprod(self, item: Construct) -> list[str]:
        result, left, right = self._arguments(item, 3, "matrix, matrix, matrix")
        array = self._array(result, "MAT")
        for argument in (left, right):
            self._array(argument, "MAT")
        psize = self._names["psize"]
        entry = f"{result.text}[loop_i][loop_j]"
        return [
            f"for (int loop_i = 0; loop_i < {array.rows}; loop_i++)",
            f"    for (int loop_j = 0; loop_j < {psize}; loop_j++) {{",
            f"        {entry} = 0;",
            f"        for (int loop_k = 0; loop_k < {psize}; loop_k++)",
            f"            {entry} += {left.text}[loop_i][loop_k] * {right.text}[loop_k][loop_j];",
            "    }",
        ]


def _broken(lines: Sequence[str]) -> list[str]:
    return [f"{line}\n" for line in lines]


def _numbered(text: str) -> str:
    """Say the number of the next line where this one has nothing more."""
    return _EMPTY.sub(lambda match: f"#line {int(match[1]) + 1}\n", text)


def _all(pieces: Sequence[Piece]) -> list[Construct]:
    found: list[Construct] = []
    for item in pieces:
        if isinstance(item, Construct):
            found += [item, *_all(item.parts or ())]
    return found


def _plain(pieces: Sequence[Piece]) -> str:
    """The C of a program, and the names of arrays and iterators."""
    parts: list[str] = []
    for item in pieces:
        if isinstance(item, Code):
            parts.append(item.text)
            continue
        parts += [name.text for name in item.names]
        parts += [part.text for part in item.arguments if "ITERATIONS" in part.text]
        if item.name == "PARAM" and item.arguments:
            parts.append(item.arguments[0].text)
        parts += [item.iterator or "", _plain(item.parts or ())]
    return " ".join(parts)
