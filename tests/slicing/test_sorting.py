"""What ``qsort`` leaves open: comparisons, where equal elements stay, what comparisons change."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.slicing.runs import annotated

_PROGRAM = """\
#include <stdlib.h>
struct s { int key, other; };
int made;
int plain(const void *a, const void *b)
{
    return ((const struct s *)a)->key - ((const struct s *)b)->key;
}
int counting(const void *a, const void *b)
{
    made++;
    return plain(a, b);
}
int main(void)
{
    int i;
    double x = 0;
    struct s r[4] = {{3, 1}, {1, 5}, {2, 6}, {1, OTHER}};
    made = 0;
    qsort(r, 4, sizeof r[0], COMPARE);
    for (i = 0; i < r[0].key; i++)
        x += 1;
    for (i = 0; i < r[1].other; i++)
        x += 2;
    for (i = 0; i < r[3].other; i++)
        x += 3;
    for (i = 0; i < made; i++)
        x += 4;
    return x > 100;
}
"""
_KNOWN = {  # how often the statements in the loops run, where no library decides it
    ("5", "plain"): {21: 1, 23: 5, 25: 1, 27: 0},
    ("7", "plain"): {21: 1, 25: 1, 27: 0},
    ("5", "counting"): {},
    ("5", "(made = 2, counting)"): {},
}


@pytest.mark.parametrize(("other", "compare"), _KNOWN)
def test_only_what_every_library_does_is_counted(other: str, compare: str):
    Path("t.c").write_text(_PROGRAM.replace("OTHER", other).replace("COMPARE", compare))
    lines = annotated("t.c", {})
    exact = {number: line["count"]["value"] for number, line in lines.items() if line["exact"]}
    known = _KNOWN[other, compare]
    assert {number: exact.get(str(number)) for number in (21, 23, 25, 27)} == {
        number: known.get(number) for number in (21, 23, 25, 27)
    }
    assert "6" not in exact  # a comparison
