"""What makes one command enough on a bare machine: environment, servers, supervisor."""
