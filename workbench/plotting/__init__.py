"""Pictures of the curves, by matplotlib: one module for each family of curves, found by walking."""
