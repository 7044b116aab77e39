"""Exact and certified numbers, and functions made of them."""
