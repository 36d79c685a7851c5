"""Building and running a program with counters, in a copy of its folder, for several inputs."""
