"""Machine descriptions: data only, one YAML file per machine."""

from pathlib import Path

FOLDER = Path(__file__).parent
