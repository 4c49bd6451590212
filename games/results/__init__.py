"""What becomes of a game's result beside what is played: annulled, decided, begun anew."""
