"""What a paper claims, and the verification of it by both engines."""
