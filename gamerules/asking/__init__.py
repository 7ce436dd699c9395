"""Finding the clause that answers a question asked in the asker's own words.

Clauses, rulings and the documents a caller passes in (such as house rulings) are indexed once a game
set by SQLite's full-text search (BM25); a small lexicon a game makes different words meet, and a typo
is read as the nearest known word. Nothing here knows a database, a clock or a network.
"""

from gamerules.asking.index import Answer, Document, ask

__all__ = ["Answer", "Document", "ask"]
