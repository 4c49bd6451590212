"""What a channel is told, where it may lie, what its answers mean. No rows, no network."""
