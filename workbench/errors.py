"""The one thing that every complaint about input has in common."""


class InputError(ValueError):
    """The input is wrong: one line that shows the offending value, where it stands, and what would be right."""


class NotSupported(InputError):
    """A well-formed question that an engine has no certified way to answer."""
