"""Programs with OpenMP on a machine with several cores: time, bounds and what decides, by segments."""
