"""Papers whose claims the workbench checks: one module a paper, or one folder of its parts, its data beside it in ``data``."""
