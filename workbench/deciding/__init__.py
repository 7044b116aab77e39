"""What decides a statement: the search for a witness, the facts and bounds behind a proof."""
