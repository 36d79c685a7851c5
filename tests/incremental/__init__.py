"""Results by way of the cache against results from scratch."""
