"""What decides a statement: the facts, bounds and searches behind a proof, and the proof as a document."""
