"""The statement language: its values, its grammar, and how its expressions are evaluated."""
