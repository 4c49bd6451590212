"""Orders that players leave beforehand (time.md, 8): kept, looked at, shown to their owner."""
