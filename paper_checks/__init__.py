"""Papers whose claims the workbench checks: one module a paper, its data beside it in ``data``."""
