"""Messages: how long a real MPI takes for them, and a programming model of a machine file from that."""
