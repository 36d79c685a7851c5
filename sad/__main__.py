"""``python -m sad``."""

from sad.cli.entry import console

if __name__ == "__main__":
    console()
