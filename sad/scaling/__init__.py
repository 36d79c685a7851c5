"""Scaling experiments: times over processors, sizes and process grids."""
