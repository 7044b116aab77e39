"""The commands, one module each: ``add`` adds its parser, ``run`` runs it and returns the exit code."""
