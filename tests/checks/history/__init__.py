"""A history of a small program in Fortran and C: its commits, and what each is to be judged."""
