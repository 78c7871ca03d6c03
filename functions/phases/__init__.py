"""The phases of a consultation, one file each, in the order of their `place`."""
