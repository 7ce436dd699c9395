"""One module a command of ``python -m gamerules``."""
