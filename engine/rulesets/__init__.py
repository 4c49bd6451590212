"""One package per game. No package here imports another one."""
