"""The axioms of the reader of proofs as theorems of Coq, compiled by its kernel.

The library is ``proofs/coq``; a theorem is named as its axiom, and the comment above it quotes that. `library` reads
the files, `certifying` compiles them and asks the kernel what each theorem rests on.
"""
