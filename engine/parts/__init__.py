"""Card-table mechanics that several rulesets share, as functions on plain values."""
