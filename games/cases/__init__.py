"""What people lay before the moderators, who looks at it, what is found, and appeals against it."""
