"""``python -m sad``."""

import sys

from sad.cli import main

if __name__ == "__main__":
    sys.exit(main())
