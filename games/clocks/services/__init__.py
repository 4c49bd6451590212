"""What happens to time: clocks are kept, swept, moved. Only this room and `games.services` write."""
