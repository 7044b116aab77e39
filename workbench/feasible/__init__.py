"""What printed figures can mean together."""
