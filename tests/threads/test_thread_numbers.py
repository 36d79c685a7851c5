"""Times of what threads do by their numbers: those of the constructs that mean the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.threads.test_segments import ADD, LOOP, seconds

if TYPE_CHECKING:
    from pathlib import Path

TRIANGLE = f"for (int i = 0; i < n; i++) {{ for (int j = i; j < n; j++) {ADD.format('i')} }}"
ID = "int id = omp_get_thread_num(), nt = omp_get_num_threads();"


@pytest.mark.parametrize(
    ("body", "same"),
    [
        (f"if (id == 0) {LOOP}", f"#pragma omp master\n{LOOP}"),
        (
            "for (int i = id*n/nt; i < (id + 1)*n/nt; i++) s[i] = s[i] + 1.0;",
            "#pragma omp for schedule(static) nowait\nfor (int i = 0; i < n; i++) s[i] = s[i] + 1.0;",
        ),
        (
            f"for (int i = id; i < n; i += nt) {{ for (int j = i; j < n; j++) {ADD.format('i')} }}",
            f"#pragma omp for schedule(static, 1) nowait\n{TRIANGLE}",
        ),
        (
            f"if (id == 0) {LOOP} else {{ {ADD.format(1)} }}",
            f"#pragma omp master\n{LOOP}\n#pragma omp critical\n;",
        ),
    ],
)
def test_shares_by_the_number_of_the_thread(tmp_path: Path, body: str, same: str) -> None:
    for threads in (1, 2, 3, 4):
        found, expected = (
            seconds(tmp_path, f"#pragma omp parallel\n{{ {ID}\n{text} }}", threads, n=24)
            for text in (body, same)
        )
        assert found == pytest.approx(expected)
