"""Programs that pass messages: what they really do under MPI, and what is said of them."""
