"""What the commands print for people, one module for what each shows; `layout` has what they share."""
