"""What ``import sad`` offers to Python programs and notebooks (docs/library.md)."""
