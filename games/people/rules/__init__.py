"""Which names can be told apart, which zones come first, what is shown to whom. Knows no rows."""
