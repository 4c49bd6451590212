"""The only code that writes. Every function is one whole transaction unless it says otherwise."""
