"""Branch probabilities from the source alone: published heuristics and how they combine."""
