"""The starts of a paper of one's own, which ``workbench new paper`` writes."""
