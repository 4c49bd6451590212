"""What happens to time: clocks are kept, swept, moved. Here rows are written."""
