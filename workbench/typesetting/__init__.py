"""LaTeX fragments and documents: definitions, theorems with their proofs, tables, claims with their verdicts."""
