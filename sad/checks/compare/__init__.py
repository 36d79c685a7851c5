"""What changed between two states: units matched, differences, and what is proved of their sign."""
