"""The language server: counts, shares and what is unresolved, in editors that speak LSP."""
