"""The theorems, one file each. Every `workbench.symbolic.proof.Theorem` that a module of this folder binds is found
by walking the folder; a theorem that leans on another imports it from its file."""
