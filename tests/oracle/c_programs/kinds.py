"""Blocks around one kind of memory in C: a value is stored one way and read another, then decides.

Each kind has what a file declares (``{t}`` gives its names an ending of their own), what a block
declares, stores (``{v}`` is a small value, ``{i}`` a small subscript, both without side effects),
and integers to read. What is read is masked where it is used, so any value will do.

Over 400 lines: it is one table of kinds.
"""

from __future__ import annotations

import random
import re

from tests.oracle.c_programs.kind import Kind
from tests.oracle.c_programs.structures import STRUCTURES

_WORD = re.compile(r"[A-Za-z_]\w*")


_ENUMS = Kind(
    "enums",
    (
        "enum level { LOW = -1, MIDDLE, HIGH = 1 << 2, TOP = HIGH | 3, LAST = TOP - 2 };",
        "typedef enum { OFF, ON = 2 } state;",
        "static enum level now = MIDDLE;",
        "static state next(state s)",
        "{",
        "return s == ON ? OFF : ON;",
        "}",
    ),
    ("enum level here = HIGH, levels[LAST] = {LOW, [HIGH] = TOP};", "state on = OFF;"),
    (
        *("here = {v};", "now = here;", "here = now + 1;", "levels[{i}] = {v};", "on = {v};"),
        *("levels[MIDDLE] = TOP;", "here = LOW;", "here = levels[{i}];", "on = next(on);"),
        *("here++;", "now = (enum level)({v} & 3);", "levels[HIGH] += 2;", "on ^= ON;"),
    ),
    (
        *("here", "(int)now", "levels[{i}]", "here < LOW", "on", "now - 2 < 0", "TOP - here"),
        *("here == HIGH", "(int)sizeof here", "on == ON", "levels[HIGH] > LOW", "LOW + 4"),
    ),
)
_BITS = Kind(
    "bit-fields",
    (
        "struct bits { unsigned a : 3; int b : 4; signed char c : 2; unsigned : 0;",
        "unsigned long d : 5; _Bool e : 1; unsigned f : 1, g : 7; short h; };",
        "static struct bits packed = {9, -3, 1, 40, 2};",
        "static void set_bits(struct bits *x, int n)",
        "{",
        "x->a = n;",
        "x->b += n;",
        "}",
    ),
    ("struct bits packet = {.a = 5, .b = 7}, *at_packet = &packet, row[2] = {{1}, {2, 3}};",),
    (
        *(
            "packet.a = {v};",
            "packet.b = {v};",
            "at_packet->c = {v};",
            "packet.d = {v} - 3;",
            "packet.e = {v};",
        ),
        *(
            "packed.b += 3;",
            "packet.a++;",
            "at_packet->a--;",
            "packet.b -= 9;",
            "at_packet = &packed;",
            "at_packet = &row[{i} & 1];",
        ),
        *(
            "packet = packed;",
            "packed = *at_packet;",
            "set_bits(&packet, {v});",
            "set_bits(at_packet, 9);",
            "packet.f = ~packet.f;",
        ),
        *(
            "row[{i} & 1].g = {v} * 40;",
            "packet.d = packet.a + 30;",
            "packet.c = packet.a;",
            "packet.e ^= 1;",
        ),
        *(
            "acc += packet.a = {v} + 6;",
            "acc += packet.b++;",
            "packet.h = packet.g << 9;",
            "acc += (packet.c = 3) & 7;",
        ),
    ),
    (
        *(
            "packet.a",
            "packet.b",
            "at_packet->c",
            "packet.d",
            "packet.e",
            "packet.b < 0",
            "packet.a - 8 < 0",
            "packet.f",
        ),
        *(
            "packed.a",
            "packed.b",
            "row[{i} & 1].a",
            "row[1].g",
            "at_packet->a > packet.b",
            "-packet.a",
            "packet.h",
        ),
        *("packet.d > -1", "packet.a - packet.d > 0", "(packet.b >> 1)", "at_packet->b + packed.c"),
    ),
)
_TABLES = Kind(
    "tables of functions",
    (
        "typedef int (*action)(int);",
        "static int calls_made = 0;",
        "static int twice(int n)",
        "{",
        "calls_made++;",
        "return 2 * n;",
        "}",
        "static int less(int n)",
        "{",
        "for (int i = 0; i < (n & 3); i++)",
        "calls_made = (calls_made + i) & 7;",
        "return n - 1;",
        "}",
        "static int same(int n)",
        "{",
        "return n;",
        "}",
        "static action fixed[3] = {twice, less, same};",
        "static const struct { const char *name; action act; int left; } named[] = {",
        '{"twice", twice, 1}, {"less", less, 2}, {0, same, 0}',
        "};",
        "static struct entry { action act; int times; } entries[3] = {{twice, 2}, {less, 1}};",
        "static int repeated(struct entry *e, int n)",
        "{",
        "int s = 0;",
        "for (int i = 0; e->act && i < (e->times & 3); i++)",
        "s += e->act(n + i);",
        "return s;",
        "}",
        "static int run(action act, int n)",
        "{",
        "return act ? act(n) : 7;",
        "}",
    ),
    ("action acts[4] = {less, same}, chosen = twice, *at_act = fixed, picked = less;",),
    (
        *("chosen = fixed[{i} % 3];", "acc += chosen({v}) & 7;", "acc += fixed[{i} % 3]({v}) & 7;"),
        *(
            "acts[{i}] = chosen;",
            "acc += repeated(&entries[{i} % 3], {v}) & 7;",
            "entries[{i} % 3] = entries[1];",
            "entries[{i} % 3].act = chosen;",
            "entries[2].times = {v};",
            "if (entries[2].act) acc += entries[2].act({v}) & 7;",
            "acts[1] = twice;",
            "acc += run(acts[{i}], {v}) & 7;",
            "chosen = less;",
        ),
        *(
            "fixed[{i} % 3] = same;",
            "at_act = acts;",
            "at_act = fixed + 1;",
            "acc += (*at_act)({v}) & 7;",
        ),
        *("acc += named[{i} % 3].act({v}) & 7;", "chosen = named[1].act;", "calls_made = 0;"),
        *(
            "acc += (**at_act)(2) & 7;",
            "acc += (n > 2 ? twice : less)({v}) & 7;",
            "acc += run(less, 3) & 7;",
        ),
        *(
            "if (acts[{i}]) acc += acts[{i}](1) & 7;",
            "picked = n > 2 ? twice : same;",
            "picked = {v} ? &less : acc > 3 ? same : twice;",
            "acc += picked({v}) & 7;",
            "acc += run(picked, {v}) & 7;",
            "if (calls_made & 1) picked = twice;",
        ),
    ),
    (
        *(
            "calls_made",
            "chosen == less",
            "fixed[1] == chosen",
            "acts[{i}] != 0",
            "entries[{i} % 3].times",
            "entries[{i} % 3].act == less",
            "chosen(2)",
            "(*picked)({v})",
            "*at_act == less",
        ),
        *("named[{i} % 3].left", "run(chosen, 3)", "fixed[{i} % 3](2)", "named[1].name != 0"),
    ),
)
_SIGNS = Kind(
    "integers read with the other sign",
    (
        "union word { int i; unsigned u; short s; unsigned short us[2]; signed char c[4];",
        "unsigned char uc[4]; };",
        "static union word shared = {-2};",
        "static void put_int(void *to, int n)",
        "{",
        "*(int *)to = n;",
        "}",
        "static unsigned get(const void *from)",
        "{",
        "const unsigned *u = from;",
        "return *u;",
        "}",
        "static int is_less(unsigned a, int b)",
        "{",
        "return a < b;",
        "}",
    ),
    (
        "int si = -1; unsigned su = 3, *to_u = (unsigned *)&si; int *to_i = (int *)&su;",
        "signed char sc = -2; unsigned char *to_c = (unsigned char *)&sc; void *blank = &si;",
        "union word own = {.u = 5}; short ss = -3; unsigned short sus = 2;",
    ),
    (
        *("si = {v} - 2;", "su = {v} - 2;", "*to_u = {v};", "*to_i = {v} - 3;", "sc = {v} - 2;"),
        *(
            "*to_c = {v} + 250;",
            "blank = &su;",
            "blank = &own;",
            "blank = &si;",
            "put_int(blank, {v} - 2);",
        ),
        *("own.u = {v} - 3;", "own.i = {v} - 2;", "own.s = {v} - 2;", "own.us[{i} & 1] = {v};"),
        *("own.c[{i}] = {v} - 2;", "own.uc[0] = {v} + 200;", "shared = own;", "own.i = sc;"),
        *(
            "*(unsigned *)blank = {v} - 1;",
            "ss = su + 65535;",
            "sus = {v} - 2;",
            "ss = sus;",
            "su = ss;",
        ),
        *(
            "put_int(&su, {v} - 3);",
            "to_u = &own.u;",
            "su -= 4;",
            "sus--;",
            "si = *to_c;",
            "sc = *to_c;",
        ),
        *("su = (unsigned char)sc;", "si = (signed char)({v} + 200);", "own.u >>= 1;", "su /= 2;"),
        "memcpy(&su, &si, sizeof su);",
    ),
    (
        *(
            "si < 2u",
            "*to_u > 2",
            "su > -1",
            "*to_i < 0",
            "(*to_c > 100)",
            "sc < 0",
            "ss < sus",
            "su + 0",
        ),
        *("own.i < 0", "own.u > 100", "own.s < 0", "own.us[0] > 9", "own.c[{i}]", "own.uc[{i}]"),
        *(
            "*(int *)blank < 1",
            "*(unsigned *)blank > 1",
            "get(blank) > 2",
            "get(&si) < 4",
            "sus - 5 < 0",
        ),
        *(
            "shared.u > 5",
            "shared.i",
            "is_less(si, 2)",
            "is_less(su, si)",
            "su - 5 < 0",
            "(int)su < 0",
        ),
        *(
            "su / 2 > 9",
            "(si >> 1) < 0",
            "(*to_u >> 1) > 0",
            "(long)su < 0",
            "*to_u % 5",
            "sus * 2 > ss",
        ),
        *("(unsigned char)sc > 9", "-su < 9", "(signed char)sus", "~sus < 0"),
    ),
)
_UNIONS = Kind(
    "unions in unions",
    (
        "union leaf { int i; short s[2]; };",
        "struct pairing { int a; union leaf leaf; };",
        "union tree { struct pairing p; int v[2]; union { long l; union leaf at[2]; };",
        "struct { short x, y; int z; } q; };",
        "struct tagged { int tag; union { int i; struct { short lo, hi; } h; union leaf of; } as;",
        "union { int last; unsigned char byte[4]; }; };",
        "static union tree root;",
        "static void set_leaf(union leaf *x, int n)",
        "{",
        "x->s[0] = n;",
        "}",
        "static int tag_of(struct tagged x)",
        "{",
        "x.as.i++;",
        "return x.tag ? x.as.h.lo : x.as.of.i;",
        "}",
    ),
    (
        "union tree cells = {{1, {2}}}, *to = &cells; struct tagged t = {1, {3}, {2}}, ts[2] = {{2}};",
        "union leaf *leaf = &cells.p.leaf; int *inside = &cells.v[1];",
    ),
    (
        *(
            "cells.p.a = {v};",
            "cells.p.leaf.i = {v};",
            "cells.v[{i} & 1] = {v};",
            "cells.at[0].s[0] = {v};",
        ),
        *("cells.q.x = {v};", "cells.q.z = {v};", "cells.l = {v};", "root = cells;", "to = &root;"),
        *(
            "to->p.leaf.s[{i} & 1] = {v};",
            "to->v[0] = {v};",
            "leaf->i = {v};",
            "leaf = &cells.at[0];",
        ),
        *("*inside = {v};", "inside = &t.as.i;", "inside = cells.v;", "set_leaf(leaf, {v});"),
        *("set_leaf(&t.as.of, {v});", "t.tag = {v} & 1;", "t.as.i = {v};", "t.as.h.lo = {v};"),
        *("t.last = {v};", "t.byte[0] = {v};", "ts[1] = t;", "ts[{i} & 1].as.h.hi = {v};"),
        *(
            "cells.at[1] = cells.p.leaf;",
            "cells.at[1] = *leaf;",
            "memset(&cells, 0, sizeof cells);",
        ),
        *("cells.p = (struct pairing){{v}, {{v}}};", "t.as.of = *leaf;", "*to = cells;"),
        "*to = (union tree){{{v}, {2}}};",
    ),
    (
        *(
            "cells.p.a",
            "cells.v[{i} & 1]",
            "cells.p.leaf.i",
            "cells.at[1].i",
            "cells.q.x",
            "cells.q.z",
        ),
        *(
            "cells.q.y",
            "root.p.leaf.s[0]",
            "to->v[1]",
            "leaf->i",
            "leaf->s[0]",
            "*inside",
            "t.as.i",
        ),
        *("t.as.h.lo", "t.as.of.s[0]", "t.byte[0]", "t.last", "ts[1].as.i", "tag_of(t)"),
        *("(int)(cells.l & 7)", "cells.at[0].s[1]", "tag_of(ts[{i} & 1])", "to->q.z"),
    ),
)
_ROWS = Kind(
    "pointers to rows",
    (
        "static int plane[3][5] = {{1, 2}, {3}};",
        "static void fill_row(int (*p)[5], int n)",
        "{",
        "for (int i = 0; i < 5; i++)",
        "(*p)[i] = (n + i) & 3;",
        "}",
        "static int row_sum(int n, const int p[][5])",
        "{",
        "int s = 0;",
        "for (int i = 0; i < n; i++)",
        "s += p[i][1];",
        "return s;",
        "}",
        "static int *row_of(int (*p)[5], int n)",
        "{",
        "return p[n];",
        "}",
        "struct held { int (*rows)[5]; int *row; };",
    ),
    (
        "int strips[3][5] = {{2, 1}, {0, 3, 1}}, (*at)[5] = strips, (*whole)[3][5] = &plane;",
        "int *cell = &strips[1][1]; struct held hold = {plane, plane[1]};",
    ),
    (
        *(
            "(*at)[{i}] = {v};",
            "at[1][{i}] = {v};",
            "at = plane;",
            "at = strips + 1;",
            "at = &plane[1];",
        ),
        *("at = at == strips ? at + 1 : at;", "strips[{i} % 3][1] = {v};", "at = strips;"),
        *("(*whole)[1][{i}] = {v};", "whole = &strips;", "fill_row(at, {v});", "*at[0] = {v};"),
        *("fill_row(&plane[{i} % 3], {v});", "cell = *at;", "cell = at[1] + 1;", "*cell = {v};"),
        *(
            "cell[{i}] = {v};",
            "hold.rows = at;",
            "hold.rows[1][{i}] = {v};",
            "hold.row = hold.rows[1];",
        ),
        *(
            "hold.row[1] = {v};",
            "row_of(at, 1)[{i}] = {v};",
            "*(*(at + 1) + {i}) = {v};",
            "at[1][1]++;",
        ),
        *("memset(at, 0, sizeof *at);", "memmove(at, plane[{i} % 3], sizeof *at);", "*cell += 1;"),
        "memmove(strips[1], strips[0], sizeof strips[0]);",
    ),
    (
        *("(*at)[{i}]", "at[1][{i}]", "strips[1][1]", "plane[1][{i}]", "*at[1]", "row_sum(2, at)"),
        *(
            "(*whole)[1][1]",
            "*cell",
            "cell[1]",
            "hold.rows[1][1]",
            "hold.row[{i}]",
            "*row_of(at, 1)",
        ),
        *("strips[{i} % 3][0]", "plane[{i} % 3][1]", "row_sum(3, plane)", "*(*(at + 1) + 1)"),
        *("(int)(sizeof *at / sizeof **at)", "at == plane", "cell == *at", "*hold.row"),
    ),
)
_KEPT = Kind(
    "pointers to const that are kept, members beside their structures, wrappers of malloc and free",
    (
        "static int many[4] = {1, 2, 3, 1}, others[4];",
        "static const int *kept = many;",
        "static void keep(const int *from)",
        "{",
        "kept = from;",
        "}",
        "static int chosen_of(int which, const int *a, const int *b)",
        "{",
        "const int *p;",
        "if (which) p = a; else p = b;",
        "return p[1] + p[2];",
        "}",
        "static int one_of(const int *a)",
        "{",
        "const int *p = a;",
        "return *p;",
        "}",
        "struct part { int *row; int n, m; };",
        "static struct part joint = {many, 1, 2};",
        "static void *give(unsigned long size)",
        "{",
        "return malloc(size);",
        "}",
        "static void *drop(void *p)",
        "{",
        "if (p) free(p);",
        "return 0;",
        "}",
        "static void *rid(void *p)",
        "{",
        "return drop(p);",
        "}",
        "static int sum_of(struct part *x, int *row, int n)",
        "{",
        "int s = 0;",
        "for (int i = 0; i < (n & 3); i++) {",
        "s += row[i];",
        "x->n = (x->n + 1) & 3;",
        "row[i] = x->m & 3;",
        "}",
        "return s;",
        "}",
        "static void wiped(struct part *x)",
        "{",
        "memset(x, 0, sizeof *x);",
        "x->row = others;",
        "}",
        "static void filled(struct part *x, const struct part *from)",
        "{",
        "memcpy(x, from, sizeof(struct part));",
        "}",
        "static struct part *passed(struct part *x)",
        "{",
        "x->m = (x->m + 1) & 3;",
        "return x;",
        "}",
        "static int set_both(struct part *x, int *n)",
        "{",
        "*n = 3;",
        "x->n = 2;",
        "return *n + x->m;",
        "}",
    ),
    (
        "struct part joined = {others, 2, 1}, *fresh = give(sizeof *fresh);",
        "int few[4] = {2, 1, 3, 2}, single = 2;",
        "fresh->row = few; fresh->n = 1; fresh->m = 3;",
    ),
    (
        *("keep(many);", "keep(few);", "many[{i}] = {v};", "few[{i}] = {v};", "keep(others);"),
        *(
            "others[{i}] = {v};",
            "keep(&single);",
            "single = {v};",
            "joined.n = {v};",
            "joined.m = {v};",
        ),
        *(
            "acc += chosen_of({v}, many, few) & 7;",
            "acc += sum_of(&joined, joined.row, joined.n) & 7;",
        ),
        *(
            "acc += sum_of(fresh, fresh->row, fresh->n) & 7;",
            "joined.row = many;",
            "joined.row = few;",
        ),
        *("acc += set_both(&joined, &joined.m) & 7;", "acc += set_both(fresh, &joined.n) & 7;"),
        *("acc += set_both(passed(&joint), few) & 7;", "passed(passed(fresh));"),
        *("wiped(&joined);", "wiped(fresh);", "filled(&joint, &joined);", "filled(fresh, &joint);"),
        *("acc += sum_of(passed(&joined), few, 2) & 7;", "passed(&joint)->n = {v};"),
        *("acc += sum_of(&joint, &joined.n, 1) & 7;", "joint = joined;", "joined = *fresh;"),
        *("fresh = (rid(fresh), give(sizeof *fresh)); *fresh = joint;", "fresh->m = {v};"),
        *("acc += set_both(&joint, &joint.n) & 7;", "acc += sum_of(&joined, &joined.m, 1) & 7;"),
    ),
    (
        *("joined.n", "joined.m", "fresh->n", "fresh->m", "joint.n", "joint.m", "many[{i}]"),
        *("few[{i}]", "others[{i}]", "single", "kept[0]", "*kept", "joined.row[{i}]"),
        *("fresh->row[{i}]", "chosen_of(1, few, many)", "chosen_of(0, few, many)"),
        *("one_of(few)", "one_of(&single)", "one_of(many) + joined.n"),
    ),
)
_TO_POINTERS = Kind(
    "pointers to pointers, lists and procedures that are set",
    (
        "struct link { int value; struct link *next; };",
        "static struct link *top_link = 0;",
        "static int wheel_row[4] = {1, 3}, spare_row[4] = {2};",
        "static int ups_made = 0;",
        "static int act_up(int n)",
        "{",
        "ups_made++;",
        "return n + 1;",
        "}",
        "static int act_down(int n)",
        "{",
        "return n - 1;",
        "}",
        "static void push_link(struct link **head, int n)",
        "{",
        "struct link *p = malloc(sizeof *p);",
        "p->value = n;",
        "p->next = *head;",
        "*head = p;",
        "}",
        "static void drop_first(struct link **head)",
        "{",
        "struct link *p = *head;",
        "if (p) *head = p->next;",
        "}",
        "static int links_of(const struct link *p)",
        "{",
        "int s = 0;",
        "for (; p && s < 6; p = p->next)",
        "s++;",
        "return s;",
        "}",
        "static void renew_row(int **row, int n)",
        "{",
        "*row = calloc(4, sizeof **row);",
        "(*row)[1] = n;",
        "**row = 2;",
        "}",
        "static void exchange_rows(int **a, int **b)",
        "{",
        "int *t = *a;",
        "*a = *b;",
        "*b = t;",
        "}",
        "static int act_turned(int (**f)(int), int n)",
        "{",
        "int s = (*f)(n);",
        "if (n & 1) *f = act_down; else *f = act_up;",
        "return s + (*f)(2);",
        "}",
        "static int act_replaced(int (*f)(int), int n)",
        "{",
        "int s = f(n);",
        "if (n & 2) f = act_up;",
        "return s + f(1);",
        "}",
    ),
    (
        "struct link *list = 0, *at_link = 0; int (*act)(int) = act_down;",
        "int *one_row = wheel_row, *other_row = spare_row, **to_row = &one_row;",
        "push_link(&list, 2);",
    ),
    (
        *(
            "push_link(&list, {v});",
            "push_link(&top_link, {v});",
            "drop_first(&list);",
            "drop_first(&top_link);",
        ),
        *(
            "if (list) push_link(&list->next, {v});",
            "at_link = list;",
            "at_link = top_link;",
            "list = top_link;",
        ),
        *("if (at_link) at_link->value = {v};", "if (at_link) at_link = at_link->next;"),
        *(
            "renew_row(&one_row, {v});",
            "renew_row(to_row, {v});",
            "exchange_rows(&one_row, &other_row);",
        ),
        *(
            "to_row = &other_row;",
            "(*to_row)[{i}] = {v};",
            "**to_row = {v};",
            "one_row[{i}] = {v};",
        ),
        *(
            "acc += act_turned(&act, {v}) & 7;",
            "acc += act_replaced(act, {v}) & 7;",
            "ups_made &= 3;",
        ),
        *("acc += act_replaced(act_down, {v}) & 7;", "act = act_up;", "other_row = wheel_row;"),
    ),
    (
        *("links_of(list)", "links_of(top_link)", "list ? list->value : 3", "at_link != 0"),
        *(
            "one_row[{i}]",
            "other_row[{i}]",
            "**to_row",
            "(*to_row)[1]",
            "ups_made",
            "act == act_up",
        ),
        *("act({i})", "one_row == wheel_row", "at_link && at_link->next", "list == top_link"),
    ),
)
KINDS = (_ENUMS, _BITS, _TABLES, _SIGNS, _UNIONS, _ROWS, _KEPT, _TO_POINTERS, STRUCTURES)


class Memory:
    """One kind as blocks use it. ``names`` are all words in it: what a store may change."""

    def __init__(self, rng: random.Random, kind: Kind) -> None:
        self._rng = rng
        self._kind = kind
        self.names = frozenset(_WORD.findall(" ".join((*kind.file, *kind.block, *kind.stores))))
        self.names -= {"n", "k", "i", "v", "acc"}

    @property
    def block(self) -> tuple[str, ...]:
        """What a block declares."""
        return self._kind.block

    def store(self, value: str) -> str:
        """Return a statement that stores ``value``, or changes what a pointer means."""
        return self._filled(self._rng.choice(self._kind.stores), value)

    def read(self) -> str:
        """Return a small integer that is read."""
        return self._filled(f"(({self._rng.choice(self._kind.reads)}) & 7)", "0")

    def _filled(self, text: str, value: str) -> str:
        subscript = self._rng.choice(["0", "1", "1", "2", "3", "(n & 3)", "(acc & 3)"])
        return text.replace("{v}", f"({value})").replace("{i}", subscript)


def kinds_of(seed: int) -> tuple[Kind, ...]:
    """Return the kinds that the program of a seed uses: mostly none or one."""
    rng = random.Random(f"kinds {seed}")
    return tuple(rng.sample(KINDS, rng.choice((0, 0, 1, 1, 2))))
