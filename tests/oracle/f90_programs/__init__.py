"""Random programs in Fortran 90 that count their own executions, and their comparison with runs."""
