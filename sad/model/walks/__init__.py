"""Operations over the model's nodes: one per file, each match ends in assert_never."""
