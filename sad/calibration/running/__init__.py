"""Writing, compiling and timing kernels under a noise protocol."""
