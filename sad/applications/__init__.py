"""Application descriptions after PerPreT: phases of computation and communication in a YAML file."""
