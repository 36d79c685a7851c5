"""Random C programs: always ending, free of undefined behaviour, one statement on a line."""
