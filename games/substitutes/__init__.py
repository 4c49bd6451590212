"""Seats that change hands: offers, substitutes, bots that stand in, tables left alone."""
