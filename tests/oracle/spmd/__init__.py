"""Random programs that pass messages: made in Fortran and C, run, and compared with what sad says."""
