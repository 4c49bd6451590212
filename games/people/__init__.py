"""People: what they are called, where they live, and what each shows of himself to whom."""
