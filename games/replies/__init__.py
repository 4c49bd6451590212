"""Letters in: what somebody writes back is read, and done as if he had come by his link."""
