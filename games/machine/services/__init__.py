"""Work of the machine room that takes its time, in pieces. Here rows are written."""
