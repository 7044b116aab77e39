"""Printed figures checked: what a report may say and what it cannot."""
