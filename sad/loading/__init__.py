"""From source files, a machine and values to a prediction: where every command starts."""
