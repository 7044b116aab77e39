"""Samples from files, tables and databases."""
