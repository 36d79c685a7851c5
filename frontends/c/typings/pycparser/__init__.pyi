"""Types of the parts of pycparser that are used."""
