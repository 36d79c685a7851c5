"""Random programs that always end, as trees of pieces that can be taken out again."""
