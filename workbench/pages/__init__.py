"""Pages for a browser: a verification with its proofs and witnesses, and the review of a check, also as LaTeX."""
