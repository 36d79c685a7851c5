"""Settings of a project, strictly read: ``sad.toml``."""
