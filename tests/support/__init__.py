"""What several tests share: running the command line, compiling, oracles."""
