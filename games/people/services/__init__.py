"""What is written for people's pages: the parts they had, and whom they show what."""
