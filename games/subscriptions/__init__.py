"""What somebody is written of: chosen by players for all games or one, stopped by one click."""
