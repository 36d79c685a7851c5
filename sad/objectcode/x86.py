"""x86-64 instructions in AT&T syntax: what each kind reads, writes and asks of the processor.

Kinds and what they read and write follow the Intel 64 Software Developer's Manual, volume 2; how long
they take is in machine files, not here.
"""

from __future__ import annotations

import re
from functools import lru_cache

from sad.objectcode.instruction import Memory, Operation

FLAGS = "flags"
_ADDRESS = re.compile(
    r"(?:%[a-z]s:)?(?P<shift>-?0x[0-9a-f]+|-?\d+)?"
    r"\((?P<base>%\w+)?(?:,(?P<index>%\w+)(?:,(?P<scale>\d))?)?\)$"
)
_WHOLE = {
    **{f"{letter}{half}": f"r{letter}x" for letter in "abcd" for half in "lh"},
    **{f"{name}l": f"r{name}" for name in ("si", "di", "bp", "sp")},
    **{name: f"r{name}" for name in ("ax", "bx", "cx", "dx", "si", "di", "bp", "sp", "ip")},
    **{f"e{n}": f"r{n}" for n in ("ax", "bx", "cx", "dx", "si", "di", "bp", "sp", "ip")},
}
_ARGUMENTS = ("rdi", "rsi", "rdx", "rcx", "r8", "r9")
_RESULTS = ("rax", "v0")
_CLOBBERED = (*_ARGUMENTS, "r10", "r11", *(f"v{n}" for n in range(1, 16)))
_VECTOR_FUNCTION = re.compile(r"_ZGV[b-e][NM]\d+[vl]+_(\w+)$")

CONDITIONS = "(?:n?[abgl]e?|n?[ceopsz]|p[eo]|[ng]+e?)"
JUMP = re.compile(rf"j{CONDITIONS}$")
# Each kind by its mnemonics; the first that matches counts. A leading v (VEX) is taken off before.
_KINDS: tuple[tuple[str, str], ...] = (
    (
        r"nop\w*|endbr64|data16|leave|ud2|hlt|prefetch\w*|zeroupper",
        "nop",
    ),
    (r"stos\w*|lods\w*|scas\w*|cmps[bwlq]", "string"),
    (r"cmov\w+", "select"),
    (rf"set{CONDITIONS}", "integer"),
    (r"lea\w?", "address"),
    (r"idiv[lqwb]?|div[lqwb]?", "divide.integer"),
    (r"imul[lqwb]?|mul[lqwb]?|mulx", "multiply.integer"),
    (r"sqrts[ds]|sqrtp[ds]|rsqrt\w*", "sqrt"),
    (r"div[sp][ds]", "divide"),
    (r"rcp[sp]s", "multiply"),
    (r"(add|sub)[sp][ds]|addsubp[ds]", "add"),
    (r"h(add|sub)p[ds]", "shuffle.add"),
    (r"mul[sp][ds]", "multiply"),
    (r"fn?m(add|sub)\w*", "fma"),
    (r"(min|max)[sp][ds]", "maximum"),
    (r"round[sp][ds]", "round"),
    (r"u?comis[ds]", "compare"),
    (r"cmp\w*[sp][ds]", "compare.mask"),
    (r"(and|andn|or|xor)p[ds]|p(and|andn|or|xor)[dq]?|blend\w*|pblend\w*|ptern\w+", "logic"),
    (r"cvt\w+", "convert"),
    (
        r"(unpck|shuf|perm|insert|extract|broadcast|movhl|movlh|movddup|movs[hl]dup)\w*",
        "shuffle",
    ),
    (
        r"p(unpck|shuf|ack|alignr|insr|extr|mov[sz]x|erm|broadcast)\w*|psrldq|pslldq|align\w+",
        "shuffle",
    ),
    (r"movmsk\w+|pmovmsk\w+", "shuffle.mask"),
    (r"pmul\w+|pmadd\w+", "multiply.vector"),
    (r"p(add|sub|cmp|min|max|abs|avg|sign|s[lr][la])\w*", "vector"),
    (r"(gather|pgather)\w+", "gather"),
    (r"movs[bwl][lqw]?|movz[bwl][lqw]?|movsx\w?|movzx|movslq|movsbl|movsxd", "integer.extend"),
    (r"mov(ap|up|nt|dqa|dqu|lp|hp)\w*|mov[sdq][sd]?|movabs|mov[bwlq]?|movd|movq|lddqu", "move"),
    (r"push\w?", "push"),
    (r"pop\w?", "pop"),
    (r"(cmp|test)[bwlq]?", "integer.compare"),
    (r"xchg\w?", "integer.exchange"),
    (r"c[lwqd]t[qdol]\w?|cltq|cqto|cltd|cwtl", "integer.extend"),
    (
        r"(add|sub|and|or|xor|neg|not|inc|dec|adc|sbb|bt\w*|bs[fr]|[lt]zcnt|popcnt|andn|bls\w+)[bwlq]?",
        "integer",
    ),
    (r"(s[ah][lr]|ro[lr]|sh[lr]d|s[ah][lr]x|rorx)[bwlq]?", "integer.shift"),
    (r"f\w+", "x87"),
)
_TABLE = [(re.compile(f"(?:{pattern})$"), key) for pattern, key in _KINDS]
_OVERWRITES = frozenset(
    ("select.none", "address", "sqrt", "round", "convert", "move", "integer.extend", "gather")
)
_TYPED = frozenset(("add", "multiply", "divide", "sqrt", "maximum", "compare", "fma"))


@lru_cache(maxsize=4096)
def kind_of(mnemonic: str) -> str:
    """Return the kind of an instruction by its mnemonic; ``other`` where the table has none."""
    name = mnemonic[1:] if re.match(r"v(?!erw|errw)", mnemonic) else mnemonic
    return next((key for pattern, key in _TABLE if pattern.match(name)), "other")


def register(name: str) -> str:
    """Return the whole register a name is part of: ``rax`` of ``%al``, ``v3`` of ``%xmm3``."""
    name = name.lstrip("%")
    if match := re.match(r"[xyz]mm(\d+)", name):
        return f"v{match[1]}"
    if match := re.match(r"(r\d+)[bwd]?$", name):
        return match[1]
    return _WHOLE.get(name, name)


@lru_cache(maxsize=16384)
def address(text: str) -> Memory | None:
    """Return the address an operand names; None if it is no memory."""
    if text.startswith(("%", "$")) and "(" not in text:
        return None
    match = _ADDRESS.match(text)
    if match is None:
        return Memory("", "", 1, 0, text) if re.match(r"(%[a-z]s:)?-?0x|\d", text) else None
    whole = {name: register(match[name]) if match[name] else "" for name in ("base", "index")}
    scale = int(match["scale"] or 1)
    return Memory(whole["base"], whole["index"], scale, int(match["shift"] or "0", 0))


def operation(mnemonic: str, operands: tuple[str, ...], callee: str = "") -> Operation:
    """Return what an instruction does. Operands are in AT&T order, the destination last."""
    if mnemonic.startswith("call"):
        return _call(callee)
    if mnemonic.startswith("ret"):
        return Operation("return", reads=("rsp",))
    if JUMP.match(mnemonic):
        return Operation("branch", reads=(FLAGS,))
    if mnemonic.startswith("jmp"):
        return _call(callee) if callee else Operation("jump")
    kind = kind_of(mnemonic)
    if mnemonic.startswith("movs") and "%es:(%rdi)" in operands:
        kind = "string"
    memory = next((found for item in operands if (found := address(item)) is not None), None)
    names = [register(item) for item in operands if item.startswith("%") and address(item) is None]
    if kind in ("nop", "other", "string"):
        return Operation(kind)
    if kind == "address":
        return _lea(memory, names)
    if kind in ("push", "pop"):
        stores = kind == "push"
        where = Memory("rsp", "", 1, 0, "push")
        return Operation(
            "store" if stores else "load",
            tuple(names) if stores else (),
            () if stores else tuple(names),
            where,
        )
    if mnemonic in ("cltq", "cwtl", "cltd", "cqto"):
        return Operation(kind, ("rax",), ("rax",) if mnemonic in ("cltq", "cwtl") else ("rdx",))
    if len(operands) == 1 and kind in ("divide.integer", "multiply.integer"):
        wide = mnemonic.endswith("q") or operands[0].startswith("%r")
        ends = "." + ("long" if wide and kind == "divide.integer" else "int")
        both = ("rax", "rdx")
        reads = (*both, *names) if kind == "divide.integer" else ("rax", *names)
        return Operation(kind + ends, reads, (*both, FLAGS), memory, loads=memory is not None)
    return _general(mnemonic, kind, operands, memory, names)


def _general(
    mnemonic: str, kind: str, operands: tuple[str, ...], memory: Memory | None, names: list[str]
) -> Operation:
    to_memory = bool(operands) and address(operands[-1]) is not None
    compares = kind in ("integer.compare", "compare")
    key, lanes = _with_type(kind, mnemonic, operands)
    if compares:
        return Operation(key, tuple(names), (FLAGS,), memory, loads=memory is not None)
    if kind == "move" and memory is not None:
        if to_memory:
            return Operation("store", tuple(names), (), memory, stores=True, lanes=lanes)
        return Operation("load", (), tuple(names), memory, loads=True, lanes=lanes)
    if to_memory:
        written = (FLAGS,) if kind.startswith("integer") else ()
        overwrites = kind in ("shuffle", "integer", "convert") and mnemonic.startswith(
            ("set", "vextract", "vcvt", "movh", "movl", "pextr", "vpextr", "vmov")
        )
        return Operation(
            key, tuple(names), written, memory, loads=not overwrites, stores=True, lanes=lanes
        )
    target = names[-1:] if names else []
    sources = names[:-1]
    if _is_zero(mnemonic, operands):
        return Operation("zero", (), tuple(target))
    if not _overwrites(mnemonic, kind, operands):
        sources = [*sources, *target]
    if kind in ("select",) or mnemonic.startswith(("set", "adc", "sbb")):
        sources = [*sources, FLAGS]
    writes = tuple(target)
    if kind.startswith("integer") and kind != "integer.extend" and not mnemonic.startswith("set"):
        writes = (*writes, FLAGS)
    if kind == "integer.exchange":
        writes = tuple(names)
    return Operation(
        key,
        tuple(sources),
        writes,
        memory,
        loads=memory is not None,
        adds=_added(mnemonic, operands),
        lanes=lanes,
    )


def _overwrites(mnemonic: str, kind: str, operands: tuple[str, ...]) -> bool:
    """Whether the destination is not read."""
    if mnemonic.startswith("v"):
        return kind != "fma"
    if kind in ("convert", "round"):
        return not mnemonic.startswith(("cvtsi2", "cvtsd2ss", "cvtss2sd", "rounds"))
    if mnemonic in ("movsd", "movss") or mnemonic.startswith(("movhp", "movlp", "movhl", "movlh")):
        return False  # from a register: the upper half stays
    if mnemonic.startswith("set"):
        return True
    if len(operands) == 3 and kind in ("multiply.integer", "shuffle"):
        return kind == "multiply.integer" or mnemonic.startswith("pshuf")
    return kind in _OVERWRITES or mnemonic.startswith(("pshuf", "pmovmsk", "movmsk", "movddup"))


def _is_zero(mnemonic: str, operands: tuple[str, ...]) -> bool:
    name = mnemonic.removeprefix("v")
    alike = len(operands) >= 2 and len(set(operands)) == 1
    return alike and re.match(r"(xor|pxor|xorp[sd]|sub|pcmpeq\w)[lqdw]?$", name) is not None


def _with_type(kind: str, mnemonic: str, operands: tuple[str, ...]) -> tuple[str, int]:
    """The kind with element type and width, and how many elements an instruction has."""
    match = re.search(r"([sp])([sd])(?=$|[^a-z])", mnemonic)
    if match is None or kind not in _TYPED | {"move", "shuffle", "logic", "convert"}:
        return kind, 0
    size = 8 if match[2] == "d" else 4
    wide = next((32 if "ymm" in o else 64 for o in operands if "ymm" in o or "zmm" in o), 16)
    lanes = 1 if match[1] == "s" else wide // size
    if kind not in _TYPED:
        return kind, lanes
    name = {"s": "scalar", "p": f"vector{wide * 8}"}[match[1]]
    return f"{kind}.{'double' if size == 8 else 'real'}.{name}", lanes


def _added(mnemonic: str, operands: tuple[str, ...]) -> tuple[str, int] | None:
    """The register a constant is added to, and the constant."""
    match = re.match(r"(add|sub|inc|dec)[bwlq]?$", mnemonic)
    if match is None or not operands or not operands[-1].startswith("%"):
        return None
    sign = 1 if match[1] in ("add", "inc") else -1
    if match[1] in ("inc", "dec"):
        return register(operands[-1]), sign
    if not operands[0].startswith("$"):
        return None
    return register(operands[-1]), sign * int(operands[0][1:], 0)


def _lea(memory: Memory | None, names: list[str]) -> Operation:
    assert memory is not None
    target = names[-1] if names else ""
    adds = None
    if memory.registers == (target,) and memory.base == target:
        adds = (target, memory.displacement)
    return Operation("address", memory.registers, (target,), adds=adds)


def _call(callee: str) -> Operation:
    if match := _VECTOR_FUNCTION.match(callee):
        callee = f"vector.{match[1]}"
    return Operation(
        f"call.{callee}" if callee else "call",
        ("v0", "v1", *_ARGUMENTS),
        (*_RESULTS, FLAGS),
        clobbers=_CLOBBERED,
    )
