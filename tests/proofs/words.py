"""The words of docs/profile-proof.md: what was done, and why some predictions miss."""

from __future__ import annotations

HEAD = """# Predictions from profiles against real runs

Written by `make profile-proof` (`python -m tests.proofs.unseen_sizes`); no figure was typed in.

Each program of [`corpus/sized`](../corpus/sized/README.md), and of the rest of the corpus where it
reads sizes, is profiled by `sad profile` at sizes A and B, or at three sizes. The parameter file that
this writes gives the counts at two sizes that were not measured: one between A and B, and C beyond B.
There the program is built with gcov's counters and run, and **every line whose count follows from
gcov's figures** is compared with what `sad annotate` says of it. Programs, sizes and seeds were chosen
before anything was measured, and none was removed.

* *lines*: the share of the lines within 1 % of the truth. *executions*: the share of all executions
  that are on such lines.
* *worst*: the greatest relative error of a line (absolute, where a line never ran). *all*: the relative
  error of the number of all executions.
* *in interval*: the share of the lines whose true count lies from the 5 % to the 95 % quantile of the
  predicted distribution. Counts are whole numbers: ends of intervals are rounded outward.
* *unknowns*: parameters that only a run can tell; branches that only went one way at C are left out.
"""

SAME = """One run is profiled, and the counts of that same run are calculated from the values. A count
that depends on one mean comes out exactly. Where means are multiplied that depend on each other (a
branch that is taken more often in longer loops, say), the product of means is not the mean of products.
"""

CHANCE = """Each program is profiled {runs} times; every run of every profile, and every run it is
compared with, has a seed of its own. *error*: the median error of the number of all executions.
*width*: the median width of its interval, relative to the truth. *impossible*: predictions that `sad`
refused, because the values contradict each other at that size. Lines whose count stays open, and sums
with such lines, are in no interval.
"""

REASONS = {
    "sieve": "primes: the share of crossed-out numbers and the mean length of a sweep follow none of "
    "the forms that are tried",
    "heaprev, bsearch": "the depth of a tree, log2 n with a part that swings between powers of two",
    "lupiv": "rows are exchanged in the first half of the steps only, where they are long: a "
    "probability is a mean and does not know when, and no interval of the probability covers that",
    "gridbfs, floydrul, band": "borders and fronts: rational functions of the sizes with more "
    "coefficients than sizes were measured",
    "hashload, merging, qsorted, unifind": "depend on divisors of the size, or on its binary digits: "
    "1000, 2000 and 4000 behave alike, and 3000 does not",
    "josephus": "grows with n log n in several terms; means that belong together are fitted apart",
    "jacobi, adi": "sweeps until convergence: about n**2, rounded, with terms of lower order",
    "relax": "the same loop iterates by three methods, whose numbers of sweeps differ: the mean of the "
    "three, multiplied with the mean of what each sweep does, is none of them",
    "gcdtable": "the number of steps grows like a*log2 n + b: few sizes do not show that b is not 0",
    "rqsort": "the bounds of a loop are two values from a stack, and one count does not tell two "
    "values: lines stay open",
    "md1": "between: 6 and 9 unit cells give the same number of particles in a link cell, and 7 do "
    "not; nothing in two runs says so. Beyond: only two lines miss, which find the peak of a curve and "
    "run two or three times",
}
"""Why predictions of some programs miss, by program."""
