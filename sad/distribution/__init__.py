"""Sequential source as it would run with its arrays distributed over processors."""
