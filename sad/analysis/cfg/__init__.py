"""Control-flow graphs of program units: blocks, dominators, structure, and weights of flow."""
