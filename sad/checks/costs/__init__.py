"""Sources to the costs of their units."""
