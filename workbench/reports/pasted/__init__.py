"""Reports as programs and papers print them: one file a format, each told by its content."""
