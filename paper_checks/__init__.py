"""Papers whose claims the workbench checks: one module or folder a paper, the data in ``data``."""
