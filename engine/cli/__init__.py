"""`python -m engine`: the rules in a terminal, for players, testers and other implementers."""
