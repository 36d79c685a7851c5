"""Times of messages on a machine: primitives, collectives by algorithm, distances in a topology."""
