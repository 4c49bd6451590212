"""A season played many times before it is announced, by people who are made up. Knows no rows."""
