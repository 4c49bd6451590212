"""Whether letters arrive: what providers and mail servers tell of them, and what follows."""
