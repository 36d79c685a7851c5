"""What the program costs, as ratios measured in one run: ``python -m benchmarks``."""
