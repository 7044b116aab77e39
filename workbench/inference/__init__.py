"""How far figures vary from one sample to the next: bootstrap, paired differences, DeLong, confusion tables."""
