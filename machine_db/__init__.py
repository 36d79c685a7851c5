"""Machine descriptions: data only, one YAML file per machine."""
