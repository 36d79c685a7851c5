"""Times that profilers measured, by line and symbol: perf and gprof, as text."""
