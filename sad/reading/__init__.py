"""What to read and how, and sources to IR: what every way in begins with."""
