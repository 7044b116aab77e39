"""A verification as one page for a browser: papers, claims, verdicts, proofs and witnesses."""
