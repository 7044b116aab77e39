"""The statement language: its values, its grammar, and methods and densities made in Python."""
