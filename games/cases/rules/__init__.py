"""What follows from plain values: the state of a case, the order of the queue, limits."""
