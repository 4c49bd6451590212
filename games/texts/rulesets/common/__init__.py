"""Words that several rulesets share: cards, facts, moves and tables that are alike."""
