"""Glass is broken, looked through, closed, told. Here rows are written; no game's ever."""
