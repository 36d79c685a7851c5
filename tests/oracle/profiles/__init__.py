"""Values that profiles give parameters, against what the interpreter counted."""
