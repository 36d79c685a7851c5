"""Memory that ``memset`` fills with other bytes than zeros, and arrays that are passed as bytes."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.slicing.runs import annotated, compare
from tests.support.compiler import needs_gcc

FILLED = r"""
#include <stdio.h>
#include <string.h>
#define N 12
typedef struct { int x, y; } point;
typedef struct { point items[N]; int head, tail; } queue;
long kc[9];
static int dist[N][N];
static unsigned u[N];
static short sh[N];
static unsigned char marks[N];
static void put(queue *q, point p) { q->items[q->tail++] = p; }
static point get(queue *q) { return q->items[q->head++]; }
int main(void)
{
    int n, a[N];
    unsigned long w[3];
    char text[N];
    static queue q;
    scanf("%d", &n);
    memset(dist, -1, sizeof dist);
    memset(a, 0x3f, sizeof a);
    memset(u, 0xff, sizeof u);
    memset(sh, -1, sizeof(sh));
    memset(marks, 0xf0 + n, sizeof marks);
    memset(text, 200, n);
    memset(w, 0x80, sizeof w);
    memset(&dist[2][0], 0, N * sizeof(int));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (dist[i][j] < 0)
                kc[0]++;
    for (int i = 0; i < n; i++)
        if (a[i] == 0x3f3f3f3f && u[i] > 7 && sh[i] == -1 && text[i] < 0)
            kc[1]++;
    for (int i = 0; i < marks[n] - 240; i++)
        kc[2]++;
    if (w[1] == 0x8080808080808080ul)
        kc[3]++;
    put(&q, (point){1, n});
    while (q.head != q.tail) {
        point p = get(&q);
        kc[4]++;
        if (p.x < p.y)
            put(&q, (point){p.x + 1, p.y});
    }
    printf("%ld %ld %ld %ld %ld\n", kc[0], kc[1], kc[2], kc[3], kc[4]);
    return 0;
}
"""
TABLES = r"""
#include <stdio.h>
#include <string.h>
typedef struct { int head, n; double w; } bucket;
typedef struct { bucket inner[2]; int all; } pair;
static bucket table[16];
static pair pairs[3];
long kc[9];
static void ones(const bucket *b, int many)
{
    for (int i = 0; i < many; i++)
        for (int k = 0; k < b[i].n; k++)
            kc[1]++;
}
int main(void)
{
    int n;
    bucket own[8], other[4];
    scanf("%d", &n);
    for (int i = 0; i < 4; i++)
        other[i].n = n + i;
    for (int i = 0; i < 8; i++)
        own[i].n = 7;
    for (int i = 0; i < 16; i++)
        table[i].n = i;
    memset(own, 0, 8 * sizeof(bucket));
    for (int i = 0; i < 8; i++)
        own[i].n += i;
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < other[i].n; k++)
            kc[0]++;
    memset(table, 0, sizeof table);
    for (int i = 0; i < 9 * n; i++)
        table[(i * 7) % 16].n++;
    memset(pairs, 0, sizeof pairs);
    pairs[2].all++;
    ones(own, 8);
    ones(other, 4);
    for (int i = 0; i < 16; i++)
        for (int k = 0; k < table[i].n; k++)
            kc[2]++;
    for (int i = 0; i < 3; i++)
        if (pairs[i].all == 0)
            kc[3]++;
    printf("%ld %ld %ld %ld\n", kc[0], kc[1], kc[2], kc[3]);
    return 0;
}
"""
PASSED = r"""
#include <string.h>
#include <stdio.h>
static void wipe(void *p, int c, int n) { memset(p, c, n); }
static void copied(void *to, const void *from, int n) { memcpy(to, from, n); }
int main(void)
{
    unsigned char bytes[8];
    int numbers[4] = {0}, others[4] = {7, 7, 7, 7}, single = 0;
    memset(bytes, 1, sizeof bytes);
    wipe(bytes, 130, 5);
    copied(numbers, others, sizeof numbers);
    wipe(&single, 1, sizeof single);
    for (int i = 100; i < bytes[4]; i++)
        putchar('a');
    for (int i = 0; i < numbers[2]; i++)
        putchar('b');
    for (int i = 0; i < single; i++)
        putchar('c');
    return 0;
}
"""


@needs_gcc
def test_arrays_of_structures_that_are_set_to_zero() -> None:
    Path("t.c").write_text(TABLES.lstrip("\n"))
    subprocess.run(["gcc", "-w", "t.c", "-o", "t"], check=True)
    compare("t.c", TABLES, {"n": 6}, r"kc\[(\d)\]\+\+")


@needs_gcc
def test_what_bytes_make_of_integers_is_known() -> None:
    Path("t.c").write_text(FILLED.lstrip("\n"))
    subprocess.run(["gcc", "-w", "t.c", "-o", "t"], check=True)
    compare("t.c", FILLED, {"n": 6}, r"kc\[(\d)\]\+\+")


def test_numbers_that_are_passed_as_bytes_are_named() -> None:
    Path("t.c").write_text(PASSED)
    lines = annotated("t.c", {})
    numbers = [at for at, line in enumerate(PASSED.splitlines()) if "putchar" in line]
    for number in numbers:
        line = lines[str(number + 1)]
        assert not line["exact"], line
        assert not line["evaluated"], line
