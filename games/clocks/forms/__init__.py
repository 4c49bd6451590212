"""The shape of wishes about time. What can be granted is the services' question."""
