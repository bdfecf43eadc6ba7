"""The owner's label rules: what they cost, and what they make of a label."""
