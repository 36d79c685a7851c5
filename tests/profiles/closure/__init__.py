"""What a profile keeps of a run: its counts, at its inputs."""
