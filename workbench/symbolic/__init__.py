"""The symbolic engine: laws, losses, rules and proofs in sympy."""
