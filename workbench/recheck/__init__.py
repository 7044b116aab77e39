"""The reader of proof documents: a program of its own, on Python's standard library alone."""

from workbench.recheck.documents import recheck
from workbench.recheck.language import Refused

__all__ = ["Refused", "recheck"]
