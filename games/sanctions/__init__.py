"""What somebody may not do for a while: notes, mutes, bars and bans, and what follows from them."""
