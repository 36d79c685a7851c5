"""Structures with initialisers, copied and reached through pointers, and pointers to functions.

The interpreter does not know memory by members, so programs with them are compared with gcov only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random

    from tests.oracle.c_programs.expressions import Scope

_PLACES = ("pairs[1].low", "one.low", "to_one->low", "local.low", "by_address->low")
_MIXED = ("mix.i", "to_mix->i", "by_mix->i", "spare.a[1]", "mix.bits", "spare.sign", "veiled")
_PARTS = (
    "left.v[1]",
    "right.in[1].low",
    "both[1].v[2]",
    "left.in[0].low",
    "right.v[n & 1]",
    "flat[0].in[1].low",
    "flat[1].v[n & 1]",
)
_READ_ONLY = ("(int)mix.u", "(int)spare.bits", "(int)sizeof(struct tight)")
_COPIES = ("pairs[0] = pairs[1];", "local = one;", "one = pairs[n & 1];", "*by_address = one;")
_OF_PARTS = (
    "left = right;", "right = left;", "both[n & 1] = left;", "right = both[1];", "both[0] = both[1];",
    "right.in[0] = left.in[1];", "left.d++;", "right.d = 2;",
    "memset(w, -1, 3 * sizeof(int));", "memset(shades, 200 + (n & 3), 5);",
    "memset(&left, 0, sizeof left);", "memset(right.v, 0, sizeof right.v);",
    "memcpy(left.v, right.v, 2 * sizeof(int));", "memmove(w + 1, w, 3 * sizeof(int));",
    "fill_parts(&both[n & 1], n);", "fill_parts(&left, m);", "fill_parts(&both[1], 2);",
    "acc += sum_parts(right);", "acc += sum_parts(both[1]);", "left = made_parts(n);",
    "both[n & 1] = made_parts(m & 7);", "right = changed(left, n);", "left = changed(left, 2);",
    "acc += sum_parts(made_parts(n & 3));",
    "memset(w + 2, 0, 2 * sizeof(int));", "memcpy(&both[1], &right, sizeof right);",
)  # fmt: skip
"""Structures with arrays, structures and reals in them, copied and cleared as wholes."""
_HIDDEN = (
    "mix = spare;", "*by_mix = mix;", "*to_mix = spare;", "by_mix = to_mix;", "by_mix = &spare;",
    "put_pair(&one, local);", "put_pair(by_address, one);", "put_pair(&pairs[n & 1], local);",
    "*(int *)any = n & 3;", "any = &veiled;", "any = to_one;", "any = &mix;", "any = &w[1];",
    "meet(&veiled, &veiled);", "meet(&mix.i, &mix.i);", "meet(&veiled, &one.low);", "spare.bits++;",
    "first_byte(&veiled, n);", "acc += through(letters);", "letters[n & 7] = 0;",
    "letters[m & 7] = 'z';", "acc += handed(w, n & 7);",
)  # fmt: skip
"""Stores that go by other names than what they change, and structures that have such members."""


def declarations(rng: random.Random) -> tuple[str, ...]:
    """Return what a file declares."""
    return (
        "struct pair { int low; unsigned high; };",
        "typedef int (*step)(int, int);",
        f"static struct pair pairs[3] = {{{{1, {rng.randint(0, 4)}}}, {{2, 5}}, {{.high = 2}}}};",
        f"static struct pair one = {{{rng.randint(0, 3)}, 3}}, *to_one = &one;",
        "struct parts { int v[3]; double d; struct pair in[2]; };",
        "static void fill_parts(struct parts *x, int n)",
        "{",
        "for (int i = 0; i < (x->v[0] & 3); i++)",
        "x->v[1] += i;",
        "x->v[2] = n & 3;",
        "x->in[1].low = x->v[1] & 1;",
        "}",
        "static int sum_parts(struct parts x)",
        "{",
        "int s = 0;",
        "for (int i = 0; i < (x.v[1] & 3); i++)",
        "s += i;",
        "x.v[2] = 9;",
        "return s + (x.in[1].low & 3);",
        "}",
        "static struct parts made_parts(int n)",
        "{",
        f"struct parts x = {{{{n & 3, {rng.randint(0, 3)}}}, 2.0, {{{{n & 1}}}}}};",
        "x.v[n & 1]++;",
        "return x;",
        "}",
        "static struct parts changed(struct parts x, int n)",
        "{",
        "for (int i = 0; i < (x.v[2] & 3); i++)",
        "x.v[0] = (x.v[0] + i) & 7;",
        "x.in[1].low = n & 3;",
        "return x;",
        "}",
        "struct __attribute__((packed)) tight { char c; int i; short s; };",
        "struct mixed { union { int i; unsigned u; int a[2]; }; unsigned bits : 3; int sign : 4; };",
        f"static struct mixed mix = {{{{{rng.randint(0, 4)}}}, {rng.randint(0, 20)}, 2}};",
        "static struct mixed *to_mix = &mix;",
        "static void put_pair(struct pair *to, struct pair from)",
        "{",
        "*to = from;",
        "}",
        "static void meet(const int *p, int *q)",
        "{",
        "*q = (*q + 1) & 3;",
        "if (*p > 1)",
        "mix.i = 2;",
        "}",
        "static void first_byte(void *any, int n)",
        "{",
        "unsigned char *byte = any;",
        "*byte = n & 3;",
        "}",
        "static int walked(const char *s)",
        "{",
        "int n = 0;",
        "while (*s++)",
        "n++;",
        "return n;",
        "}",
        "static int through(const char *s)",
        "{",
        "return walked(s);",
        "}",
        "static int summed(const int *p, int n)",
        "{",
        "int s = 0;",
        "for (int i = 0; i < n && p[i] != 2; i++)",
        "s += p[i] & 3;",
        "return s;",
        "}",
        "static int handed(const int *p, int n)",
        "{",
        "return summed(p, n);",
        "}",
    )


def variables(rng: random.Random, seed: int) -> tuple[str, ...]:
    """Return what the top function declares: structures, and ``by``, which points to a function."""
    pairs = "struct pair local = {2, 3}, *by_address = &pairs[2];"
    mixed = "struct mixed spare = {.bits = 5}, *by_mix = &spare;"
    parts = "struct parts left = {{1, 2}, 1.0, {{3}}}, right = {{2}, 2.0}, both[2] = {{{1}}};"
    parts += " struct parts flat[2] = {1, 2, 0, 2.0, 3, 1, 4, 2, {{2}}};"
    first = f"{pairs} {mixed} {parts} int veiled = 1; void *any = &veiled;"
    first += ' char letters[9] = "abcdefgh"; unsigned char shades[8] = {1, 250};'
    if rng.random() < 0.5:
        return first, f"step by = {rng.choice(['n > 2', 'm'])} ? f{seed} : h{seed};"
    table = f"static const step all[2] = {{f{seed}, h{seed}}};"
    return first, table, "step by = all[n & 1];"


def widen(scope: Scope, rng: random.Random) -> None:
    """Let statements use the structures."""
    places = [*rng.sample(_PLACES, 2), *rng.sample(_MIXED, 2), *rng.sample(_PARTS, 2)]
    scope.readable += [
        "through(letters)",
        *places,
        rng.choice(_READ_ONLY),
        rng.choice(("(int)left.d", "(int)right.d")),
    ]
    scope.settable += places
    scope.addresses += ["&local.low", "&b.cols"]
    scope.copies += [*_COPIES, *rng.sample(_HIDDEN, 4), *rng.sample(_OF_PARTS, 8)]
