"""Pages about rules, by subject."""
