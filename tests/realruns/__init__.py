"""Real programs, built and run with gcov's counters, against the counts that sad calls exact."""
