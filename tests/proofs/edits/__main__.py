"""``python -m tests.proofs.edits``; in a module of its own, which other processes can import."""

from tests.proofs.edits.proof import main

if __name__ == "__main__":
    main()
